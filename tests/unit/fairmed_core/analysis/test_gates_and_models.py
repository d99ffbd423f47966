"""Gates before ranking, indicated orders, and the logistic model of a contrast."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from fairmed_core.analysis.gates import Gates, gate_ranking
from fairmed_core.analysis.logit import logit_contrast
from fairmed_core.analysis.orders import indicated_order_flips
from fairmed_core.analysis.out_of_range import out_of_range_flow
from fairmed_core.analysis.settings import Contrast, Resampling
from fairmed_core.domain.acceptable import OrderSet
from fairmed_core.domain.resolution import ResolvedBand, resolve
from fairmed_core.errors import UserError
from fairmed_core.stats.mixed_logit import random_intercept_logit
from fairmed_core.trajectories import Trajectories, joined
from tests.helpers.draws import Draws, a_band, drafts, trajectories_of

FEW = Resampling(resamples=100)


DRAWS: Draws = {"c0": {"v1": [1, 2], "v2": [3, 4]}, "c1": {"v1": [2, 5], "v2": [4, None]}}


class TestGates:
    BANDS = drafts({"v1": {2, 3}, "v2": {4}})

    def both(self) -> Trajectories:
        constant: Draws = {c: {v: [2] for v in cells} for c, cells in DRAWS.items()}
        return joined([trajectories_of(DRAWS, model="a"), trajectories_of(constant, model="b")])

    def test_what_a_model_reaches(self) -> None:
        entry = gate_ranking(
            self.both(), bands=self.BANDS, gates=Gates(0, 0, 0), action="high_acuity"
        )["a"]
        assert entry.capability.value == pytest.approx(4 / 7)
        shares = np.array([1, 2, 1, 2, 1]) / 7
        assert entry.entropy.value == pytest.approx(-(shares * np.log(shares)).sum() / np.log(5))
        assert entry.straddling.value == 1
        assert entry.ranked

    def test_withheld_with_reasons(self) -> None:
        entries = gate_ranking(
            self.both(), bands=self.BANDS, gates=Gates(0.5, 0.1, 2), action="high_acuity"
        )
        assert entries["a"].withheld == ("straddling bands 1, at least 2 is required",)
        assert [reason.split()[0] for reason in entries["b"].withheld] == ["entropy", "straddling"]

    def test_without_bands_nobody_is_ranked(self) -> None:
        entry = gate_ranking(self.both(), bands=[], gates=Gates(0.1, 0, 0), action="high_acuity")
        assert entry["a"].withheld == ("capability is undefined, at least 0.1 is required",)


class TestOrders:
    def ordered(self, *sets: set[str] | None) -> Trajectories:
        """One vignette with as many draws in each of two conditions."""
        half = len(sets) // 2
        made = trajectories_of({"c0": {"v1": [1] * half}, "c1": {"v1": [1] * half}})
        column = np.empty(len(sets), dtype=object)
        column[:] = [None if one is None else frozenset(one) for one in sets]
        return replace(made, table=made.table.assign(orders=column))

    BANDS: tuple[ResolvedBand, ...] = (
        resolve(
            replace(
                a_band("v1", {1}, sub_action="orders"),
                acceptable=OrderSet.of(required=["cbc"], permitted=["ct"]),
            )
        ),
    )

    def test_required_tests_complete_or_not(self) -> None:
        draws = self.ordered({"cbc"}, {"ct"}, None, {"cbc", "mri"}, set(), {"cbc", "ct"})
        found = indicated_order_flips(
            draws, contrast=Contrast("c1", "c0"), bands=self.BANDS, resampling=FEW
        )
        assert (found.counts["flips"], found.counts["pairs"]) == (3, 6)
        assert found.value == pytest.approx(3 / 6)
        assert found.extra["rate_reference"] == pytest.approx(1 / 2)
        assert found.extra["rate_condition"] == pytest.approx(2 / 3)

    def test_over_and_under_ordering(self) -> None:
        draws = self.ordered({"cbc"}, {"cbc", "ct"}, {"cbc", "mri"}, {"mri"})
        found = out_of_range_flow(
            draws,
            contrast=Contrast("c1", "c0"),
            sub_action="orders",
            bands=self.BANDS,
            resampling=FEW,
        )
        assert found.value == 1
        assert found.extra["condition_only_over_ordered"] == pytest.approx(1 / 2)
        assert found.extra["condition_only_under_and_over_ordered"] == pytest.approx(1 / 2)
        assert found.extra["condition_only_under_ordered"] == 0

    def test_reasons(self) -> None:
        draws = self.ordered({"cbc"}, {"cbc"})
        contrast = Contrast("c1", "c0")
        assert indicated_order_flips(draws, contrast=contrast, bands=[]).reason == "no_band"
        with pytest.raises(UserError, match="no set of orders"):
            indicated_order_flips(draws, contrast=contrast, bands=[], sub_action="admit")


def test_logit_counts_every_valid_draw() -> None:
    draws = {
        "c0": {"v1": [0, 1, 0], "v2": [1, 1, 0], "v3": [0, 0, None]},
        "c1": {"v1": [1, 1, 0], "v2": [1, 1, 1], "v3": [0, 1, 0]},
    }
    fit = logit_contrast(
        trajectories_of(draws, sub_action="admit"), contrast=Contrast("c1", "c0"), action="admit"
    )
    rows = [
        (v, c, value)
        for c, cells in draws.items()
        for v, cell in cells.items()
        for value in cell
        if value is not None
    ]
    single = random_intercept_logit(
        [value for *_, value in rows],
        [1] * len(rows),
        groups=[v for v, *_ in rows],
        condition=[c for _, c, _ in rows],
        reference="c0",
    )
    found, expected = fit.odds_ratios["c1"].value, single.odds_ratios["c1"].value
    assert found is not None
    assert found == pytest.approx(expected, rel=1e-5)
    assert "c1" in fit.marginal_effects
