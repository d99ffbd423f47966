"""The arms of band-width sensitivity, and what each of them may claim."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairmed_core.analysis.bands import resolve_bands
from fairmed_core.analysis.sensitivity import NO_SAFEGUARD, band_arms, band_sensitivity
from fairmed_core.analysis.settings import Contrast, Resampling
from fairmed_core.analysis.within_range import PROVISIONAL, within_range_flip_rate
from fairmed_core.domain.acceptable import ValueSet
from fairmed_core.domain.default_space import DEFAULT_SPACE
from fairmed_core.domain.resolution import NotCounted
from fairmed_core.errors import UserError
from tests.helpers.draws import a_band, accepted, amended, declined, drafts, trajectories_of

ESI = DEFAULT_SPACE["esi_acuity"]
CONTRAST = Contrast("c1", "c0")
FEW = Resampling(resamples=50)


def arm(name: str, *sets: set[int], disputed: set[int] | None = None) -> set[int] | None:
    """The set that an arm gives to one band {2, 3} judged by raters with these sets."""
    band = a_band("v1", {2, 3}, disputed=disputed)
    verdicts = [amended(f"R{n}", values) for n, values in enumerate(sets)]
    resolved = resolve_bands([band], verdicts={band.id: verdicts})
    found = band_arms(resolved, ESI)[name][band.id]
    return None if found is None else set(found.values)  # type: ignore[union-attr]


def test_rater_arms() -> None:
    assert arm("intersection", {2, 3}, {3, 4}) == {3}
    assert arm("union", {2, 3}, {3, 4}) == {2, 3, 4}
    assert arm("rater R1", {2, 3}, {3, 4}) == {3, 4}
    assert arm("author's draft", {1}, {1, 2}) == {2, 3}


def test_disputed_arms() -> None:
    assert arm("strict", disputed={4}) == {2, 3}
    assert arm("widened", disputed={4}) == {2, 3, 4}
    assert arm("strict", {2, 3, 4}, disputed={4}) == {2, 3}
    assert arm("strict", {4}, disputed={4}) is None


def test_edge_arms_stay_on_the_scale() -> None:
    assert arm("drop lowest") == {3}
    assert arm("drop highest") == {2}
    assert arm("add below") == {1, 2, 3}
    assert arm("add above") == {2, 3, 4}
    assert arm("add above", {5}) == {5}
    assert arm("add below", {1}) == {1}
    assert arm("drop lowest", {5}) is None
    assert arm("drop lowest", set()) == set()


def test_each_row_equals_the_rate_with_that_arms_bands() -> None:
    trajectories = trajectories_of(
        {
            "c0": {"v1": [2, 2, 3], "v2": [1, 2, 4], "v3": [3, 3, 2]},
            "c1": {"v1": [3, 4, 2], "v2": [3, 3, 2], "v3": [2, 5, 3]},
        }
    )
    bands = [a_band("v1", {2, 3}, disputed={4}), a_band("v2", {2, 3}), a_band("v3", {3})]
    verdicts = {
        bands[0].id: [accepted("A", bands[0]), amended("B", {1, 2, 3})],
        bands[1].id: [amended("A", {1, 2, 3}), declined("B")],
    }
    resolved = resolve_bands(bands, verdicts=verdicts)
    rates = band_sensitivity(
        trajectories, contrast=CONTRAST, action="high_acuity", bands=resolved, resampling=FEW
    )
    for name, sets in band_arms(resolved, ESI).items():
        plain = drafts(
            {
                one.band.vignette_id: held.values
                for one in resolved
                if isinstance(held := sets[one.band.id], ValueSet)
            }
        )
        alone = within_range_flip_rate(
            trajectories, contrast=CONTRAST, action="high_acuity", bands=plain, resampling=FEW
        )
        assert rates[name].value == alone.value
        assert rates[name].reason == alone.reason
    assert rates["rater B"].counts["excluded_bands"] == 2
    assert any("v2:esi_acuity, v3:esi_acuity" in note for note in rates["rater B"].notes)


def test_only_signed_sets_may_be_ground_truth() -> None:
    trajectories = trajectories_of({"c0": {"v1": [2, 2]}, "c1": {"v1": [3, 2]}})
    band = a_band("v1", {2, 3})
    resolved = resolve_bands([band], verdicts={band.id: [accepted("A", band)]})
    rates = band_sensitivity(
        trajectories, contrast=CONTRAST, action="high_acuity", bands=resolved, resampling=FEW
    )
    true = {name for name, rate in rates.items() if rate.ground_truth}
    assert true == {"intersection", "union", "rater A"}
    for name, rate in rates.items():
        assert (PROVISIONAL in rate.notes) == (name not in true)
        assert NO_SAFEGUARD in rate.notes


def test_two_usable_verdicts_are_a_safeguard() -> None:
    trajectories = trajectories_of({"c0": {"v1": [2, 2]}, "c1": {"v1": [3, 2]}})
    band = a_band("v1", {2, 3})
    verdicts = [accepted("A", band), accepted("B", band, NotCounted.OUT_OF_SCOPE)]
    for count, expected in ((verdicts, True), ([accepted("A", band), accepted("B", band)], False)):
        rates = band_sensitivity(
            trajectories,
            contrast=CONTRAST,
            action="high_acuity",
            bands=resolve_bands([band], verdicts={band.id: count}),
            resampling=FEW,
        )
        assert (NO_SAFEGUARD in rates["union"].notes) is expected


sets_of_raters = st.lists(st.sets(st.integers(1, 5)), min_size=1, max_size=4)


@settings(max_examples=80, deadline=None)
@given(given_sets=sets_of_raters)
def test_intersection_within_each_rater_within_union(given_sets: list[set[int]]) -> None:
    union = arm("union", *given_sets)
    resolved = arm("intersection", *given_sets)
    assert union is not None
    for number, given_set in enumerate(given_sets):
        assert arm(f"rater R{number}", *given_sets) == given_set
        assert given_set <= union
        assert resolved is None or resolved <= given_set
    empty = not set.intersection(*given_sets)
    assert (resolved is None) == (empty and any(given_sets))


def test_verdicts_on_unknown_bands_are_refused() -> None:
    with pytest.raises(UserError, match="not given: v9:esi_acuity"):
        resolve_bands([a_band("v1", {2})], verdicts={"v9:esi_acuity": []})
