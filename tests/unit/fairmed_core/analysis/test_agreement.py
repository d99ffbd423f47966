"""Agreement on bands: who counts as a rater, and what stands beside the headline."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from fairmed_core.analysis.agreement import NO_SUBSET, STRATIFIED, band_agreement
from fairmed_core.analysis.bands import resolve_bands
from fairmed_core.analysis.settings import Resampling
from fairmed_core.domain.action_space import ActionSpace
from fairmed_core.domain.default_space import DEFAULT_SPACE
from fairmed_core.domain.resolution import NotCounted, ResolvedBand
from fairmed_core.estimate import Estimate
from fairmed_core.stats.set_agreement import alpha_for_sets
from tests.helpers.draws import a_band, amended, declined

FEW = Resampling(resamples=100)
Given = Mapping[str, Mapping[str, set[int] | None]]


def judged(given: Given, *, sub_action: str = "esi_acuity") -> tuple[ResolvedBand, ...]:
    """Bands with {vignette: {rater: set, or None for a DECLINE}}."""
    bands = [a_band(vignette, {2, 3}, sub_action=sub_action) for vignette in given]
    verdicts = {
        band.id: [
            declined(rater) if values is None else amended(rater, values)
            for rater, values in given[band.vignette_id].items()
        ]
        for band in bands
    }
    return resolve_bands(bands, verdicts=verdicts)


def acuity(given: Given) -> Mapping[str, Estimate]:
    return band_agreement(judged(given), resampling=FEW)["esi_acuity"]


GIVEN: Given = {
    "v1": {"A": {2, 3}, "B": {2, 3}},
    "v2": {"A": {2}, "B": {2, 3}, "C": {2}},
    "v3": {"A": {1, 5}, "B": {4}},
    "v4": {"A": {1, 2, 3, 4, 5}, "B": {1, 2, 3, 4, 5}},
    "v5": {"A": {3}, "B": None},
    "v6": {"C": {4}},
}


def test_only_bands_with_two_raters_enter() -> None:
    found = acuity(GIVEN)
    headline = found["jaccard"]
    assert headline.counts["bands"] == 4
    matrix = [
        [{2, 3}, {2}, {1, 5}, {1, 2, 3, 4, 5}],
        [{2, 3}, {2, 3}, {4}, {1, 2, 3, 4, 5}],
        [None, {2}, None, None],
    ]
    assert headline.value == pytest.approx(alpha_for_sets(matrix).value)
    assert headline.interval is not None
    assert next(iter(found)) == "jaccard"


def test_companions() -> None:
    found = acuity(GIVEN)
    assert found["exact sets"].value == pytest.approx(3 / 6)
    assert found["unanimous"].value == pytest.approx(2 / 4)
    assert found["full range"].value == pytest.approx(1 / 4)
    assert found["without unanimous full range"].counts["bands"] == 3
    assert found["width A"].value == pytest.approx((2 + 1 + 2 + 5) / 4)
    assert found["width C"].value == 1
    assert {f"value {level}" for level in range(1, 6)} <= set(found)


def test_a_set_with_a_gap_has_no_edge() -> None:
    found = acuity(GIVEN)
    assert found["lower edge"].counts["missing_edges"] == 1
    empty = acuity({"v1": {"A": set(), "B": {2}}, "v2": {"A": {1}, "B": {1}}})
    assert empty["upper edge"].counts["missing_edges"] == 1


def test_further_distances_on_request() -> None:
    found = band_agreement(judged(GIVEN), also=("dice", "masi"), resampling=FEW)["esi_acuity"]
    assert {"dice", "masi", "hamming"} <= set(found)


@pytest.mark.parametrize("given", [{"v1": {"A": {2}}}, {"v1": {"A": {2}, "B": None}}, {"v1": {}}])
def test_without_two_raters_it_is_not_reported(given: Given) -> None:
    found = acuity(given)
    assert list(found) == ["jaccard"]
    assert found["jaccard"].reason == "no_band_with_two_raters"
    assert NO_SUBSET in found["jaccard"].notes


def test_verdicts_that_do_not_adjudicate_are_no_ratings() -> None:
    band = a_band("v1", {2, 3})
    verdicts = [amended("A", {2}), amended("B", {2}, NotCounted.OUT_OF_SCOPE)]
    found = band_agreement(resolve_bands([band], verdicts={band.id: verdicts}), resampling=FEW)
    assert found["esi_acuity"]["jaccard"].reason == "no_band_with_two_raters"


def test_open_days_have_a_headline_and_no_universe() -> None:
    given: Given = {
        "v1": {"A": set(range(1, 15)), "B": set(range(1, 31))},
        "v2": {"A": {7}, "B": {7}},
        "v3": {"A": {1, 2}, "B": {2, 3}},
    }
    bands = judged(given, sub_action="followup_days")
    found = band_agreement(bands, resampling=FEW)["followup_days"]
    assert found["jaccard"].value is not None
    assert found["hamming"].reason == "no_declared_maximum"
    declared = tuple(
        replace(one, maximum=60) if one.name == "followup_days" else one
        for one in DEFAULT_SPACE.sub_actions
    )
    space = ActionSpace(declared, DEFAULT_SPACE.settings)
    bounded = band_agreement(bands, space=space, resampling=FEW)["followup_days"]
    assert bounded["hamming"].value is not None
    assert bounded["jaccard"].value == found["jaccard"].value


def test_sub_actions_are_stratified_never_pooled() -> None:
    tier: Given = {"v1": {"A": {1}, "B": {3}}, "v2": {"A": {2}, "B": {2}}}
    both = (*judged(GIVEN), *judged(tier, sub_action="analgesia_tier"))
    found = band_agreement(both, resampling=FEW)
    parts = [found["esi_acuity"]["jaccard"], found["analgesia_tier"]["jaccard"]]
    n = [9, 4]
    observed = sum(
        n_ * part.extra["observed_disagreement"] for n_, part in zip(n, parts, strict=True)
    )
    expected = sum(
        n_ * part.extra["expected_disagreement"] for n_, part in zip(n, parts, strict=True)
    )
    assert found[STRATIFIED]["jaccard"].value == pytest.approx(1 - observed / expected)
    assert STRATIFIED not in band_agreement(judged(GIVEN), resampling=FEW)
