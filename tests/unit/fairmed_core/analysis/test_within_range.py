"""What a within-range rate claims, and why it is undefined."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from fairmed_core.analysis.bands import resolve_bands
from fairmed_core.analysis.settings import Contrast, Resampling
from fairmed_core.analysis.within_range import (
    MECHANICAL_ZERO,
    PROVISIONAL,
    within_range_flip_rate,
)
from fairmed_core.domain.acceptable import OrderSet
from fairmed_core.domain.resolution import NotCounted, RaterVerdict, ResolvedBand, resolve
from fairmed_core.errors import UserError
from fairmed_core.estimate import Estimate
from fairmed_core.trajectories import Trajectories
from tests.helpers.draws import a_band, accepted, amended, declined, drafts, trajectories_of

CONTRAST = Contrast("c1", "c0")
PLAIN = trajectories_of({"c0": {"v1": [2, 2], "v2": [3]}, "c1": {"v1": [3, 4], "v2": [3]}})


def rate(
    bands: Sequence[ResolvedBand],
    trajectories: Trajectories = PLAIN,
    *,
    action: str = "high_acuity",
    banded: bool = False,
) -> Estimate:
    return within_range_flip_rate(
        trajectories,
        contrast=CONTRAST,
        action=action,
        bands=bands,
        denominator="banded" if banded else "straddling",
        resampling=Resampling(resamples=50),
    )


class TestReasons:
    def test_no_band(self) -> None:
        assert rate([]).reason == "no_band"
        assert rate(drafts({"elsewhere": {2, 3}})).reason == "no_band"
        assert rate([]).ground_truth is False

    def test_no_threshold(self) -> None:
        bands = drafts({"v1": {7, 14}}, sub_action="followup_days")
        assert rate(bands, action="followup_days").reason == "no_threshold"

    def test_no_straddling_band(self) -> None:
        assert rate(drafts({"v1": {2}, "v2": {3, 4}})).reason == "no_straddling_band"

    def test_no_valid_pair(self) -> None:
        missing = trajectories_of({"c0": {"v1": [2]}, "c1": {"v1": [None]}})
        assert rate(drafts({"v1": {2, 3}}), missing).reason == "no_valid_pair"

    def test_no_pair_in_range(self) -> None:
        bands = drafts({"v1": {1, 3}})
        assert rate(bands).reason == "no_straddling_pair_in_range"
        assert rate(bands, banded=True).reason == "no_pair_in_range"

    def test_unresolved_is_excluded_and_listed(self) -> None:
        band = a_band("v1", {2, 3})
        resolved = resolve_bands([band], verdicts={band.id: [amended("A", {1}), amended("B", {4})]})
        found = rate(resolved)
        assert found.reason == "no_band"
        assert found.counts["excluded_bands"] == 1
        assert any("v1:esi_acuity" in note for note in found.notes)

    def test_empty_band_of_all_raters_counts_as_out_of_range(self) -> None:
        band = a_band("v1", {2, 3})
        resolved = resolve_bands([band], verdicts={band.id: [amended("A", []), amended("B", [])]})
        found = rate(resolved, banded=True)
        assert found.reason == "no_pair_in_range"
        assert found.extra["banded_out_in_both_pairs"] == 4


class TestGroundTruth:
    def judged(self, *verdicts: RaterVerdict, second: bool = True) -> Estimate:
        bands = [a_band("v1", {2, 3}), a_band("v2", {2, 3})]
        given = {bands[0].id: verdicts}
        if second:
            given[bands[1].id] = (accepted("A", bands[1]),)
        return rate(resolve_bands(bands, verdicts=given))

    def test_true_only_when_every_band_is_adjudicated(self) -> None:
        band = a_band("v1", {2, 3})
        found = self.judged(accepted("A", band))
        assert found.ground_truth is True
        assert PROVISIONAL not in found.notes
        assert found.counts["clinician_adjudicated_bands"] == 2

    @pytest.mark.parametrize(
        "verdicts",
        [(), (declined("A"),), (accepted("A", a_band("v1", {2, 3}), NotCounted.OUT_OF_SCOPE),)],
    )
    def test_false_when_one_is_not(self, verdicts: tuple[RaterVerdict, ...]) -> None:
        found = self.judged(*verdicts)
        assert found.ground_truth is False
        assert PROVISIONAL in found.notes
        assert found.value is not None
        assert found.counts["author_derived_bands"] == 1
        assert found.counts["clinician_adjudicated_bands"] == 1

    def test_bands_of_absent_vignettes_do_not_count(self) -> None:
        here, away = a_band("v1", {2, 3}), a_band("v9", {2, 3})
        found = rate(resolve_bands([here, away], verdicts={here.id: [accepted("A", here)]}))
        assert found.ground_truth is True
        assert found.counts["author_derived_bands"] == 0


class TestInput:
    def test_two_bands_for_one_decision(self) -> None:
        first = a_band("v1", {2, 3})
        second = replace(first, id="again")
        with pytest.raises(UserError, match="Two bands are given for v1, esi_acuity"):
            rate([resolve(first), resolve(second)])

    def test_an_order_band_on_a_scale(self) -> None:
        band = replace(a_band("v1", {2}), acceptable=OrderSet.of(required=["cbc"]))
        with pytest.raises(UserError, match="another kind"):
            rate([resolve(band)])

    def test_set_membership_is_not_an_interval(self) -> None:
        found = rate(drafts({"v1": {1, 5, 2}}), banded=True)
        assert found.extra["banded_in_range_pairs"] == 0

    def test_contrast_without_its_reference(self) -> None:
        with pytest.raises(UserError, match="no condition 'c9'"):
            within_range_flip_rate(
                PLAIN, contrast=Contrast("c1", "c9"), action="high_acuity", bands=[]
            )
        with pytest.raises(UserError, match="with itself"):
            Contrast("c1", "c1")


def test_bands_on_yes_no_actions() -> None:
    draws = trajectories_of(
        {"c0": {"v1": [0, 0], "v2": [1, 0]}, "c1": {"v1": [1, 0], "v2": [1, 1]}},
        sub_action="admit",
    )
    full = drafts({"v1": {0, 1}, "v2": {0, 1}}, sub_action="admit")
    assert rate(full, draws, action="admit").value == pytest.approx((2 / 4 + 2 / 4) / 2)
    single = drafts({"v1": {0, 1}, "v2": {1}}, sub_action="admit")
    straddling = rate(single, draws, action="admit")
    assert straddling.value == pytest.approx(2 / 4)
    everything = rate(single, draws, action="admit", banded=True)
    assert everything.value == pytest.approx((2 / 4) / (1 + 2 / 4))
    assert MECHANICAL_ZERO in everything.notes


def test_pairs_are_weighted_by_vignette_not_by_number() -> None:
    draws = trajectories_of({"c0": {"v1": [2], "v2": [2] * 4}, "c1": {"v1": [3], "v2": [2] * 4}})
    found = rate(drafts({"v1": {2, 3}, "v2": {2, 3}}), draws)
    assert found.value == pytest.approx(1 / 2)
    assert (found.counts["flips_in_range"], found.counts["pairs_in_range"]) == (1, 17)
