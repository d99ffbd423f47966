"""Control excess: three controls, each against its own reference, the largest taken anew."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from fairmed_core.analysis.controls import NEGATIVE_ON_AVERAGE, control_excess
from fairmed_core.analysis.settings import Contrast, Resampling
from fairmed_core.errors import UserError
from fairmed_core.estimate import Estimate
from fairmed_core.trajectories import Trajectories, joined, read_trajectories
from tests.helpers.draws import trajectories_of

REFERENCE = "ref_white_man_private"
CONTROLS = ("rerender_control", "sham_attribute_control", "rare_token_control")


def published(shared_dir: Path, condition: str) -> Estimate:
    pilot = read_trajectories(shared_dir / "data" / "fairmedagent" / "pilot3.csv")
    return control_excess(
        pilot,
        contrast=Contrast(condition, REFERENCE, arm="main"),
        controls=[Contrast(name, REFERENCE, arm="control") for name in CONTROLS],
    )


@pytest.mark.parametrize(
    ("condition", "flips"), [("black_woman_medicaid", 6), ("white_man_medicaid", 0)]
)
def test_no_published_contrast_is_credible(shared_dir: Path, condition: str, flips: int) -> None:
    found = published(shared_dir, condition)
    assert found.value == pytest.approx((flips - 5) / 24)
    assert [found.extra[name] * 24 for name in CONTROLS] == pytest.approx([5, 2, 1])
    assert found.extra["contrast"] == pytest.approx(flips / 24)
    assert found.extra["credible"] == 0
    assert NEGATIVE_ON_AVERAGE in found.notes


def admissions(flips: Sequence[int], arm: str) -> Trajectories:
    """One draw each: the comparison differs from the reference where `flips` says so."""
    draws = {
        "c0": {f"v{n}": [0] for n in range(len(flips))},
        "c1": {f"v{n}": [flip] for n, flip in enumerate(flips)},
    }
    return trajectories_of(draws, sub_action="admit", arm=arm)


def test_maximum_is_taken_anew_in_each_resample() -> None:
    rng = np.random.default_rng(5)
    flips = rng.integers(0, 2, size=(4, 12))
    arms = ("main", "control 1", "control 2", "control 3")
    trajectories = joined([admissions(f, a) for f, a in zip(flips.tolist(), arms, strict=True)])
    contrasts = [Contrast("c1", "c0", arm=arm) for arm in arms]
    found = control_excess(
        trajectories,
        contrast=contrasts[0],
        controls=contrasts[1:],
        action="admit",
        resampling=Resampling(resamples=4000, seed=1),
    )
    rates = flips.mean(axis=1)
    assert found.value == pytest.approx(rates[0] - rates[1:].max())
    slow = [
        (drawn := flips[:, rng.integers(0, 12, size=12)].mean(axis=1))[0] - drawn[1:].max()
        for _ in range(4000)
    ]
    assert found.interval is not None
    assert found.interval.low == pytest.approx(np.quantile(slow, 0.025), abs=0.05)
    assert found.interval.high == pytest.approx(np.quantile(slow, 0.975), abs=0.05)


def test_credible_above_quiet_controls() -> None:
    arms = ("main", "a", "b", "c")
    flips = [[1] * 9 + [0], [0] * 10, [0] * 9 + [1], [0] * 10]
    trajectories = joined([admissions(f, a) for f, a in zip(flips, arms, strict=True)])
    contrasts = [Contrast("c1", "c0", arm=arm) for arm in arms]
    found = control_excess(
        trajectories, contrast=contrasts[0], controls=contrasts[1:], action="admit"
    )
    assert found.extra["credible"] == 1


def test_all_three_are_required() -> None:
    contrast = Contrast("c1", "c0")
    with pytest.raises(UserError, match="2 control arms"):
        control_excess(admissions([0, 1], "main"), contrast=contrast, controls=[contrast] * 2)
    empty = trajectories_of({"c0": {"v0": [None]}, "c1": {"v0": [1]}}, sub_action="admit", arm="x")
    both = joined([admissions([0, 1], "main"), empty])
    arms = [Contrast("c1", "c0", arm=arm) for arm in ("main", "main", "main", "x")]
    found = control_excess(both, contrast=arms[0], controls=arms[1:], action="admit")
    assert found.reason == "no_valid_pair"
