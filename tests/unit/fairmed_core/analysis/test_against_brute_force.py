"""Vectorised estimands equal their definitions on small random inputs."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairmed_core.analysis.aggregation import aggregation_curve, split_counts
from fairmed_core.analysis.excess import floor_excess
from fairmed_core.analysis.flips import flip_rate, signed_disparity
from fairmed_core.analysis.floor import instability_floor
from fairmed_core.analysis.out_of_range import out_of_range_flow
from fairmed_core.analysis.settings import Contrast, Resampling, Setting
from fairmed_core.analysis.shifts import ordinal_shift, transition_table
from fairmed_core.analysis.within_range import CATEGORIES, within_range_flip_rate
from fairmed_core.analysis.within_range_floor import within_range_excess, within_range_floor
from fairmed_core.analysis.within_range_shift import within_range_shift
from fairmed_core.estimate import Estimate
from tests.helpers import brute_force
from tests.helpers.draws import drafts, trajectories_of

FEW = Resampling(resamples=20)
VIGNETTES = ("v1", "v2", "v3", "v4")

levels = st.one_of(st.none(), st.integers(1, 5))
cell = st.lists(levels, min_size=1, max_size=4)
condition = st.fixed_dictionaries(dict.fromkeys(VIGNETTES, cell))
band = st.sets(st.integers(1, 5))
bands = st.dictionaries(st.sampled_from(VIGNETTES), band)
quick = settings(max_examples=60, deadline=None)


def high_acuity(value: float) -> bool:
    return value <= 2


def check(found: Estimate, expected: Fraction | None) -> None:
    if expected is None:
        assert found.value is None
    else:
        assert found.value == pytest.approx(float(expected), abs=1e-12)


@quick
@given(c0=condition, c1=condition, shared=st.booleans())
def test_flips_and_shifts(c0: dict[str, list[int]], c1: dict[str, list[int]], shared: bool) -> None:
    trajectories = trajectories_of({"c0": c0, "c1": c1})
    contrast = Contrast("c1", "c0", shared_seeds=shared)
    rate = flip_rate(trajectories, contrast=contrast, action="high_acuity", resampling=FEW)
    check(rate, brute_force.flip_rate(c0, c1, high_acuity, shared=shared))
    moved = ordinal_shift(trajectories, contrast=contrast, sub_action="esi_acuity", resampling=FEW)
    check(moved, brute_force.shift(c0, c1, shared=shared))


@quick
@given(c0=condition, c1=condition)
def test_exchanging_conditions_turns_signs_and_keeps_rates(
    c0: dict[str, list[int]], c1: dict[str, list[int]]
) -> None:
    trajectories = trajectories_of({"c0": c0, "c1": c1})
    there, back = Contrast("c1", "c0"), Contrast("c0", "c1")
    rates = [
        flip_rate(trajectories, contrast=one, action="high_acuity", resampling=FEW).value
        for one in (there, back)
    ]
    assert rates[0] == rates[1]
    for estimator in (signed_disparity, ordinal_shift):
        name = {"action": "high_acuity"} if estimator is signed_disparity else {}
        name = name or {"sub_action": "esi_acuity"}
        forth = estimator(trajectories, contrast=there, resampling=FEW, **name)
        return_ = estimator(trajectories, contrast=back, resampling=FEW, **name)
        if forth.value is not None and return_.value is not None:
            assert forth.value == pytest.approx(-return_.value, abs=1e-12)
            assert forth.p_value == return_.p_value


@quick
@given(c0=condition, c1=condition, sets=bands, shared=st.booleans())
def test_within_range(
    c0: dict[str, list[int]],
    c1: dict[str, list[int]],
    sets: dict[str, set[int]],
    shared: bool,
) -> None:
    trajectories = trajectories_of({"c0": c0, "c1": c1})
    contrast = Contrast("c1", "c0", shared_seeds=shared)
    for denominator in ("straddling", "banded"):
        rate = within_range_flip_rate(
            trajectories,
            contrast=contrast,
            action="high_acuity",
            bands=drafts(sets),
            denominator=denominator,  # type: ignore[arg-type]
            resampling=FEW,
        )
        expected = brute_force.within_range(
            c0, c1, sets, high_acuity, straddling_only=denominator == "straddling", shared=shared
        )
        check(rate, expected)


@quick
@given(
    c0=condition, c1=condition, sets=st.dictionaries(st.sampled_from(VIGNETTES), band, min_size=1)
)
def test_every_pair_of_a_banded_vignette_is_accounted_for(
    c0: dict[str, list[int]], c1: dict[str, list[int]], sets: dict[str, set[int]]
) -> None:
    trajectories = trajectories_of({"c0": c0, "c1": c1})
    rate = within_range_flip_rate(
        trajectories,
        contrast=Contrast("c1", "c0"),
        action="high_acuity",
        bands=drafts(sets),
        denominator="banded",
        resampling=FEW,
    )
    counted = sum(rate.extra[f"banded_{category}_pairs"] for category in CATEGORIES)
    assert counted == sum(len(c0[v]) * len(c1[v]) for v in sets)
    shares = sum(rate.extra[f"banded_{category}_share"] for category in CATEGORIES)
    assert shares == pytest.approx(len(sets))


@quick
@given(c0=condition)
def test_floor(c0: dict[str, list[int]]) -> None:
    floors = instability_floor(trajectories_of({"c0": c0}), setting=Setting("c0"), resampling=FEW)
    check(floors["high_acuity"], brute_force.floor(c0, high_acuity))
    if floors["high_acuity"].value is not None:
        assert floors["all_actions"].value == floors["high_acuity"].value


@quick
@given(c0=condition, c1=condition)
def test_transitions_hold_every_pair_once(
    c0: dict[str, list[int]], c1: dict[str, list[int]]
) -> None:
    table = transition_table(
        trajectories_of({"c0": c0, "c1": c1}),
        contrast=Contrast("c1", "c0"),
        sub_action="esi_acuity",
    )
    assert table.levels == (1, 2, 3, 4, 5)
    assert table.weights.sum() == pytest.approx(table.vignettes)
    for i, before in enumerate(table.levels):
        for j, after in enumerate(table.levels):
            pairs = [p for v in VIGNETTES for p in brute_force.cross_pairs(c0[v], c1[v])]
            assert table.pairs[i, j] == pairs.count((before, after))


@quick
@given(c0=condition, c1=condition, shared=st.booleans())
def test_floor_excess(c0: dict[str, list[int]], c1: dict[str, list[int]], shared: bool) -> None:
    found = floor_excess(
        trajectories_of({"c0": c0, "c1": c1}),
        contrast=Contrast("c1", "c0", shared_seeds=shared),
        action="high_acuity",
        resampling=FEW,
    )
    check(found, brute_force.floor_excess(c0, c1, high_acuity, shared=shared))
    if found.value is not None:
        assert found.value == pytest.approx(found.extra["between"] - found.extra["within"])


@quick
@given(c0=condition, c1=condition, sets=bands)
def test_within_range_family(
    c0: dict[str, list[int]], c1: dict[str, list[int]], sets: dict[str, set[int]]
) -> None:
    trajectories = trajectories_of({"c0": c0, "c1": c1})
    contrast, held = Contrast("c1", "c0"), drafts(sets)
    shift = within_range_shift(
        trajectories, contrast=contrast, sub_action="esi_acuity", bands=held, resampling=FEW
    )
    check(shift, brute_force.within_range_shift(c0, c1, sets))
    floor = within_range_floor(
        trajectories, action="high_acuity", bands=held, setting=Setting("c0"), resampling=FEW
    )
    check(floor, brute_force.within_range_floor(c0, sets, high_acuity))
    excess = within_range_excess(
        trajectories, contrast=contrast, action="high_acuity", bands=held, resampling=FEW
    )
    check(excess, brute_force.within_range_excess(c0, c1, sets, high_acuity))


@quick
@given(c0=condition, c1=condition, sets=bands)
def test_flow_out_of_range(
    c0: dict[str, list[int]], c1: dict[str, list[int]], sets: dict[str, set[int]]
) -> None:
    found = out_of_range_flow(
        trajectories_of({"c0": c0, "c1": c1}),
        contrast=Contrast("c1", "c0"),
        sub_action="esi_acuity",
        bands=drafts(sets),
        resampling=FEW,
    )
    check(found, brute_force.net_flow(c0, c1, sets))
    if found.value is None:
        return
    assert found.value == pytest.approx(
        found.extra["condition_only"] - found.extra["reference_only"]
    )
    if all(sets.values()):
        for side in ("reference_only", "condition_only"):
            parts = [found.extra[f"{side}_{where}"] for where in ("below", "above", "gap")]
            assert sum(parts) == pytest.approx(found.extra[side])
    if "straddling_flip_rate" in found.extra:
        straddling = {v: s for v, s in sets.items() if len({high_acuity(x) for x in s}) == 2}
        rate = brute_force.flip_rate(
            {v: c0[v] for v in straddling}, {v: c1[v] for v in straddling}, high_acuity
        )
        assert rate is not None
        assert found.extra["straddling_flip_rate"] == pytest.approx(float(rate))
        assert found.extra["straddling_flips_in_range"] + found.extra[
            "straddling_flips_out_of_range"
        ] == pytest.approx(float(rate))


votes = st.lists(st.one_of(st.none(), st.integers(0, 1)), min_size=2, max_size=8)


@quick
@given(cell=votes, size=st.sampled_from([1, 3]))
def test_splits_are_counted_exactly(cell: list[int | None], size: int) -> None:
    expected = brute_force.vote_flips(cell, size, bool)
    flips, splits = split_counts(cell.count(1), cell.count(0), cell.count(None), size)
    assert (Fraction(flips, splits) if splits else None) == expected


@quick
@given(cells=st.fixed_dictionaries(dict.fromkeys(VIGNETTES, votes)))
def test_aggregation_curve_is_the_mean_over_cells(cells: dict[str, list[int | None]]) -> None:
    trajectories = trajectories_of({"c0": cells}, sub_action="admit")
    curve = aggregation_curve(trajectories, action="admit", sizes=(1, 3), resampling=FEW)
    points = {}
    for size in (1, 3):
        known = {
            v: flips
            for v, cell in cells.items()
            if (flips := brute_force.vote_flips(cell, size, bool)) is not None
        }
        check(curve[f"votes of {size}"], brute_force.mean(list(known.values())))
        points[size] = known
    both = points[1].keys() & points[3].keys()
    before, after = (sum(points[size][v] for v in both) for size in (1, 3))
    check(curve["reduction at 3"], 1 - Fraction(after, 1) / before if before else None)
