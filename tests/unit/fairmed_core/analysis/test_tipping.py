"""Tipping points equal a search through all edits by brute force."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairmed_core.analysis.bands import resolve_bands
from fairmed_core.analysis.settings import Contrast
from fairmed_core.analysis.tipping import EMPTY, REACHES, SIGN, TippingPoint, tipping_point
from fairmed_core.domain.resolution import ResolvedBand
from fairmed_core.errors import UserError
from tests.helpers import brute_force
from tests.helpers.draws import a_band, amended, trajectories_of

VIGNETTES = ("v1", "v2", "v3")
CONTRAST = Contrast("c1", "c0")
Sets = Mapping[str, set[int]]
Edit = tuple[str, int]

draws = st.fixed_dictionaries(
    dict.fromkeys(VIGNETTES, st.lists(st.integers(1, 5), min_size=1, max_size=3))
)
halves = st.fixed_dictionaries(
    dict.fromkeys(
        VIGNETTES,
        st.tuples(st.sets(st.integers(1, 5), min_size=1), st.sets(st.integers(1, 5), max_size=2)),
    )
)


def high_acuity(value: float) -> bool:
    return value <= 2


def disputed_bands(halves_: Mapping[str, tuple[set[int], set[int]]]) -> tuple[ResolvedBand, ...]:
    drafts = [
        a_band(vignette, held, disputed=disputed - held)
        for vignette, (held, disputed) in halves_.items()
    ]
    return resolve_bands(drafts, verdicts={})


def states(c0: Sets, c1: Sets, sets: Sets, threshold: float) -> dict[str, object]:
    """What the three criteria say, None where undefined."""
    shift = brute_force.within_range_shift(c0, c1, sets)  # type: ignore[arg-type]
    rate = brute_force.within_range(c0, c1, sets, high_acuity)  # type: ignore[arg-type]
    return {
        SIGN: None if shift is None else (shift > 0) - (shift < 0),
        REACHES: None if rate is None else float(rate) >= threshold - 1e-12,
        EMPTY: rate is not None,
    }


def by_hand(
    c0: Sets, c1: Sets, sets: Sets, editable: list[Edit], *, threshold: float, criterion: str
) -> set[frozenset[Edit]] | None:
    """The smallest sets of up to two edits that change a criterion; None when it is undefined."""
    before = states(c0, c1, sets, threshold)[criterion]
    if before is None or (criterion == EMPTY and not before):
        return None
    for size in (1, 2):
        found = set()
        for chosen in combinations(editable, size):
            edited = {
                v: held ^ {value for vignette, value in chosen if vignette == v}
                for v, held in sets.items()
            }
            after = states(c0, c1, edited, threshold)[criterion]
            if after is not None and after != before:
                found.add(frozenset(chosen))
        if found:
            return found
    return set()


def edits_of(point: TippingPoint) -> set[frozenset[Edit]]:
    return {frozenset((edit.vignette_id, edit.value) for edit in chosen) for chosen in point.sets}


@settings(max_examples=80, deadline=None)
@given(c0=draws, c1=draws, held=halves, threshold=st.sampled_from([0.25, 0.5, 1.0]))
def test_smallest_sets(
    c0: dict[str, set[int]],
    c1: dict[str, set[int]],
    held: dict[str, tuple[set[int], set[int]]],
    threshold: float,
) -> None:
    bands = disputed_bands(held)
    found = tipping_point(
        trajectories_of({"c0": c0, "c1": c1}),  # type: ignore[dict-item]
        contrast=CONTRAST,
        action="high_acuity",
        bands=bands,
        threshold=threshold,
    )
    sets = {vignette: set(values) for vignette, (values, _) in held.items()}
    editable = [(v, value) for v, (s, disputed) in held.items() for value in sorted(disputed - s)]
    for criterion, point in found.items():
        expected = by_hand(c0, c1, sets, editable, threshold=threshold, criterion=criterion)
        if expected is None or not editable:
            assert point.estimate.value is None
        elif expected:
            assert point.exhaustive
            assert edits_of(point) == expected
            assert point.estimate.value == len(next(iter(expected)))
        else:
            assert point.estimate.value is None or not point.exhaustive


def test_raters_who_differ_make_a_band_editable() -> None:
    trajectories = trajectories_of(
        {"c0": {"v1": [3, 2], "v2": [3]}, "c1": {"v1": [2, 4], "v2": [3]}}
    )
    band = a_band("v1", {2, 3})
    verdicts = {band.id: [amended("A", {2, 3}), amended("B", {2, 3, 4})]}
    found = tipping_point(
        trajectories,
        contrast=CONTRAST,
        action="high_acuity",
        bands=resolve_bands([band], verdicts=verdicts),
    )
    (edit,) = found[SIGN].sets[0]
    assert str(edit) == "add 4 (v1:esi_acuity)"
    assert edit.added
    assert found[SIGN].estimate.value == 1
    assert REACHES not in found


def test_three_edits_are_found_step_by_step() -> None:
    vignettes = [f"v{n}" for n in range(3)]
    trajectories = trajectories_of(
        {"c0": {v: [2] for v in vignettes}, "c1": {v: [3] for v in vignettes}}
    )
    drafts = [a_band(v, {2, 4}, disputed={3}) for v in vignettes]
    verdicts = {band.id: [amended("A", {2, 3})] for band in drafts}
    found = tipping_point(
        trajectories,
        contrast=CONTRAST,
        action="high_acuity",
        bands=resolve_bands(drafts, verdicts=verdicts),
    )[EMPTY]
    assert found.estimate.value == 3
    assert not found.exhaustive
    assert any("a smaller set may exist" in note for note in found.estimate.notes)


def test_nothing_to_edit() -> None:
    trajectories = trajectories_of({"c0": {"v1": [2]}, "c1": {"v1": [3]}})
    bands = resolve_bands([a_band("v1", {2, 3})], verdicts={})
    found = tipping_point(trajectories, contrast=CONTRAST, action="high_acuity", bands=bands)
    assert found[SIGN].estimate.reason == "nothing_editable"


def test_a_sub_action_without_a_cut_has_only_a_sign() -> None:
    trajectories = trajectories_of(
        {"c0": {"v1": [7]}, "c1": {"v1": [14]}}, sub_action="followup_days"
    )
    band = a_band("v1", {7, 14}, sub_action="followup_days", disputed={30})
    found = tipping_point(
        trajectories,
        contrast=CONTRAST,
        action="followup_days",
        bands=resolve_bands([band], verdicts={}),
    )
    assert found[SIGN].estimate.reason == "no_edits_change_it"
    assert found[EMPTY].estimate.reason == "no_threshold"
    with pytest.raises(UserError, match="value by value"):
        tipping_point(trajectories, contrast=CONTRAST, action="orders", bands=[])
