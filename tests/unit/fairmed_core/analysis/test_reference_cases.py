"""Reference cases of the floor, and what may never change with how draws are laid out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairmed_core.analysis.flips import flip_rate
from fairmed_core.analysis.floor import instability_floor
from fairmed_core.analysis.settings import Contrast, Resampling, Setting
from tests.helpers.draws import trajectories_of

FEW = Resampling(resamples=50)
cell = st.lists(st.integers(0, 1), min_size=1, max_size=3)
condition = st.fixed_dictionaries({f"v{n}": cell for n in range(4)})


def test_floor_cases_of_the_reference(shared_dir: Path) -> None:
    path = shared_dir / "reference" / "stats_reference.json"
    cases = [
        case
        for case in json.loads(path.read_text(encoding="utf-8"))
        if case["statistic"] == "instability_floor"
    ]
    assert len(cases) == 6
    for case in cases:
        k, r = case["data"]["k"], case["data"]["R"]
        draws = trajectories_of({"c0": {"v1": [1] * k + [0] * (r - k)}}, sub_action="admit")
        found = instability_floor(draws)["admit"]
        assert found.value == pytest.approx(case["expected"]["value"], abs=case["tolerance"])


def test_one_draw_has_no_floor() -> None:
    floor = instability_floor(trajectories_of({"c0": {"v1": [1], "v2": [0]}}, sub_action="admit"))
    assert floor["admit"].reason == "fewer_than_two_draws"


def test_unequal_draws_put_the_mean_of_cells_first() -> None:
    draws = trajectories_of({"c0": {"v1": [1, 0], "v2": [1, 0, 0, 0]}}, sub_action="admit")
    floor = instability_floor(draws)["admit"]
    assert floor.value == pytest.approx((1 + 3 / 6) / 2)
    assert floor.extra["weighted_by_comparisons"] == pytest.approx((1 + 3) / (1 + 6))


def test_leaving_one_vignette_out() -> None:
    draws = trajectories_of({"c0": {"v1": [1, 0], "v2": [0, 0], "v3": [1, 1]}}, sub_action="admit")
    extra = instability_floor(draws)["admit"].extra
    assert (extra["leave_one_out_low"], extra["leave_one_out_high"]) == (0, 0.5)


@settings(max_examples=40, deadline=None)
@given(c0=condition, c1=condition, times=st.integers(2, 4))
def test_more_replicates_are_not_more_clusters(
    c0: dict[str, list[int]], c1: dict[str, list[int]], times: int
) -> None:
    contrast = Contrast("c1", "c0")
    once = trajectories_of({"c0": c0, "c1": c1}, sub_action="admit")
    again = trajectories_of(
        {
            name: {vignette: list(draws) * times for vignette, draws in cells.items()}
            for name, cells in (("c0", c0), ("c1", c1))
        },
        sub_action="admit",
    )
    first, second = (
        flip_rate(one, contrast=contrast, action="admit", resampling=FEW) for one in (once, again)
    )
    assert first.counts["vignettes"] == second.counts["vignettes"] == 4
    assert second.counts["pairs"] == times**2 * first.counts["pairs"]
    assert first.value == pytest.approx(second.value)
    assert first.interval is not None
    assert second.interval is not None
    assert first.interval.reason == second.interval.reason
    if first.interval.low is not None:
        assert first.interval.low == pytest.approx(second.interval.low)


def test_decoding_is_printed_beside_every_floor() -> None:
    draws = trajectories_of({"c0": {"v1": [1, 0]}}, sub_action="admit")
    for floor in instability_floor(draws, setting=Setting("c0")).values():
        assert "Decoding configuration: temperature 1." in floor.notes
