"""α on sets: distances, invariances, the multi-valued α, and its interval."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, permutations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairmed_core.errors import UserError
from fairmed_core.stats.jackknife import jackknife_alpha
from fairmed_core.stats.set_agreement import alpha_for_sets
from fairmed_core.stats.set_distances import SET_DISTANCES, set_distance

VALUES = range(4)
sets = st.frozensets(st.sampled_from(list(VALUES)))


@st.composite
def set_matrices(draw: st.DrawFn) -> list[list[frozenset[int] | None]]:
    raters, units = draw(st.integers(2, 3)), draw(st.integers(2, 6))
    row = st.lists(st.one_of(st.none(), sets), min_size=units, max_size=units)
    return draw(st.lists(row, min_size=raters, max_size=raters))


def exact_distance(a: frozenset[int], b: frozenset[int], kind: str) -> Fraction:
    if kind == "hamming":
        return Fraction(len(a ^ b), len(VALUES))
    if a == b:
        return Fraction(0)
    shared = len(a & b)
    if kind == "set_nominal":
        return Fraction(1)
    if kind == "dice":
        return 1 - Fraction(2 * shared, len(a) + len(b))
    jaccard = Fraction(shared, len(a | b))
    if kind == "jaccard":
        return 1 - jaccard
    nested, overlapping = a < b or b < a, bool(shared)
    return 1 - jaccard * (Fraction(2, 3) if nested and overlapping else Fraction(1, 3))


@given(sets, sets, st.sampled_from(SET_DISTANCES))
def test_distances_follow_their_definitions(a, b, kind) -> None:
    found = set_distance(a, b, distance=kind, universe=VALUES)
    assert found == pytest.approx(float(exact_distance(a, b, kind)), abs=1e-15)
    assert found == set_distance(b, a, distance=kind, universe=VALUES)


def test_the_empty_set_is_far_from_everything_but_itself() -> None:
    for kind in SET_DISTANCES:
        assert set_distance(set(), set(), distance=kind, universe=VALUES) == 0
    for kind in ("jaccard", "dice", "masi", "set_nominal"):
        assert set_distance(set(), {1}, distance=kind) == 1
    assert set_distance(set(), {1}, distance="hamming", universe=VALUES) == 0.25


def test_bad_distances_are_refused() -> None:
    with pytest.raises(UserError, match="Hamming"):
        set_distance({1}, {2}, distance="hamming")
    with pytest.raises(UserError, match="outside the declared universe"):
        set_distance({1}, {9}, distance="hamming", universe=VALUES)
    with pytest.raises(UserError, match="not a distance"):
        set_distance({1}, {2}, distance="euclid")


@settings(max_examples=60)
@given(set_matrices(), st.sampled_from(SET_DISTANCES))
def test_alpha_equals_the_definition_in_exact_fractions(matrix, kind) -> None:
    units = [[v for v in column if v is not None] for column in zip(*matrix, strict=True)]
    units = [unit for unit in units if len(unit) > 1]
    values = [v for unit in units for v in unit]
    expected = sum(exact_distance(a, b, kind) for a, b in permutations(values, 2))
    estimate = alpha_for_sets(matrix, distance=kind)
    if not expected:
        assert estimate.reason == ("no_variation" if values else "no_pairable_unit")
        return
    observed = sum(
        Fraction(sum(exact_distance(a, b, kind) for a, b in permutations(unit, 2)), len(unit) - 1)
        for unit in units
    )
    exact = 1 - observed * (len(values) - 1) / expected
    assert estimate.value == pytest.approx(float(exact), abs=1e-12)


@settings(max_examples=30)
@given(set_matrices(), st.randoms(use_true_random=False))
def test_order_of_raters_and_units_does_not_matter(matrix, random) -> None:
    shuffled = [row[:] for row in matrix]
    random.shuffle(shuffled)
    columns = list(zip(*shuffled, strict=True))
    random.shuffle(columns)
    rearranged = [list(row) for row in zip(*columns, strict=True)]
    for kind in (*SET_DISTANCES, "multi_valued_nominal"):
        first, second = (alpha_for_sets(m, distance=kind) for m in (matrix, rearranged))
        assert (first.status, first.reason) == (second.status, second.reason)
        assert first.value == pytest.approx(second.value, abs=1e-12)


@settings(max_examples=30)
@given(set_matrices())
def test_alpha_does_not_depend_on_the_declared_universe(matrix) -> None:
    assert alpha_for_sets(matrix, distance="hamming", universe=range(50)).value == pytest.approx(
        alpha_for_sets(matrix, distance="hamming").value, abs=1e-12
    )


@settings(max_examples=25)
@given(set_matrices())
def test_multi_valued_alpha_equals_drawing_all_pairs_of_sets(matrix) -> None:
    """Expected disagreement by listing every pair of sets, weighted as the paper weights them."""
    units = [[v for v in column if v is not None] for column in zip(*matrix, strict=True)]
    units = [unit for unit in units if len(unit) > 1]
    values = [v for unit in units for v in unit]
    estimate = alpha_for_sets(matrix, distance="multi_valued_nominal")
    holding = {value: sum(value in v for v in values) for value in VALUES}

    def mean_distance(first: int, second: int) -> Fraction:
        weight = disagreement = Fraction(0)
        for a, b in product(combinations(VALUES, first), combinations(VALUES, second)):
            pair = Fraction(1)
            for value in a:
                pair *= holding[value]
            for value in b:
                pair *= holding[value] - (value in a)
            weight += pair
            disagreement += pair * exact_distance(frozenset(a), frozenset(b), "dice")
        return disagreement / weight if weight else Fraction(0)

    sizes = [len(v) for v in values]
    expected = sum(
        Fraction(sizes.count(s) * sizes.count(t), len(sizes) ** 2) * mean_distance(s, t)
        for s, t in product(set(sizes), repeat=2)
    )
    if not expected:
        assert estimate.status == "undefined"
        return
    observed = sum(
        Fraction(sum(exact_distance(a, b, "dice") for a, b in permutations(unit, 2)), len(unit) - 1)
        for unit in units
    )
    exact = 1 - observed / len(values) / expected
    assert estimate.value == pytest.approx(float(exact), abs=1e-10)


@pytest.mark.parametrize("kind", ["jaccard", "multi_valued_nominal"])
def test_interval_equals_a_loop_over_resampled_units(kind: str) -> None:
    rng = np.random.default_rng(2)
    truth = [frozenset(np.flatnonzero(rng.random(5) < 0.5).tolist()) for _ in range(20)]
    ratings = [
        [held ^ {int(rng.integers(5))} if rng.random() < 0.4 else held for held in truth]
        for _ in range(3)
    ]
    found = alpha_for_sets(ratings, distance=kind, resamples=20_000, seed=3)
    picks = rng.integers(0, 20, size=(700, 20))
    slow = [
        alpha_for_sets([[row[i] for i in pick] for row in ratings], distance=kind).value
        for pick in picks.tolist()
    ]
    low, high = np.quantile(slow, [0.025, 0.975])
    assert found.interval.low == pytest.approx(low, abs=0.05)
    assert found.interval.high == pytest.approx(high, abs=0.05)
    assert found.extra["jackknife_low"] == pytest.approx(
        jackknife_alpha(ratings, distance=kind).interval.low
    )


def test_many_distinct_sets_take_the_sparse_path_to_the_same_value() -> None:
    """More than 64 categories are kept sparse; the value must not notice."""
    rng = np.random.default_rng(9)
    truth = [frozenset(np.flatnonzero(rng.random(9) < 0.4).tolist()) for _ in range(90)]
    other = [held ^ {int(rng.integers(9))} for held in truth]
    wide = alpha_for_sets([truth, other], resamples=300, seed=1)
    assert len(set(truth) | set(other)) > 64
    pairs = list(zip(truth, other, strict=True))
    values = truth + other
    observed = np.mean([float(exact_distance(a, b, "jaccard")) for a, b in pairs])
    expected = np.mean([float(exact_distance(a, b, "jaccard")) for a, b in permutations(values, 2)])
    assert wide.value == pytest.approx(1 - observed / expected, abs=1e-12)
    assert wide.interval.low < wide.value < wide.interval.high


@pytest.mark.parametrize("ratings", [[["ab", "b"], ["a", "b"]], [[{1}, 2], [{1}, {2}]]])
def test_what_is_not_a_set_is_refused(ratings: object) -> None:
    with pytest.raises(UserError, match="not a set"):
        alpha_for_sets(ratings)
