"""α on labels: refusals, percent agreement, order of raters and units, both intervals."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import krippendorff
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from fairmed_core.errors import UserError
from fairmed_core.stats.agreement import krippendorff_alpha
from fairmed_core.stats.jackknife import jackknife_alpha

NAN = float("nan")


@st.composite
def label_matrices(draw: st.DrawFn) -> list[list[int | None]]:
    raters, units = draw(st.integers(2, 4)), draw(st.integers(2, 7))
    label = st.one_of(st.none(), st.integers(0, 4))
    row = st.lists(label, min_size=units, max_size=units)
    return draw(st.lists(row, min_size=raters, max_size=raters))


def brute_alpha(matrix: list[list[int | None]], level: str) -> Fraction | None:
    """α in exact fractions, straight from the definition: pairs within and across units."""
    units = [[v for v in column if v is not None] for column in zip(*matrix, strict=True)]
    units = [unit for unit in units if len(unit) > 1]
    values = [v for unit in units for v in unit]

    def distance(a: int, b: int) -> Fraction:
        if level == "nominal":
            return Fraction(a != b)
        if level == "interval":
            return Fraction((a - b) ** 2)
        if level == "ratio":
            return Fraction(a - b, a + b) ** 2 if a + b else Fraction(0)
        low, high = min(a, b), max(a, b)
        between = sum(low <= v <= high for v in values)
        return (between - Fraction(values.count(a) + values.count(b), 2)) ** 2 * (a != b)

    expected = sum((distance(a, b) for a, b in permutations(values, 2)), Fraction(0))
    if not expected:
        return None
    observed = sum(
        (sum(distance(a, b) for a, b in permutations(unit, 2)) / Fraction(len(unit) - 1))
        for unit in units
    )
    size = len(values)
    return 1 - Fraction(observed, size) / (expected / (size * (size - 1)))


@settings(max_examples=60)
@given(label_matrices(), st.sampled_from(["nominal", "ordinal", "interval", "ratio"]))
def test_equals_the_definition_in_exact_fractions(matrix: list[list[int | None]], level: str):
    exact = brute_alpha(matrix, level)
    for estimate in (krippendorff_alpha(matrix, level=level), jackknife_alpha(matrix, level=level)):
        if exact is None:
            assert estimate.status == "undefined"
        else:
            assert estimate.value == pytest.approx(float(exact), abs=1e-12)


@settings(max_examples=40)
@given(label_matrices(), st.randoms(use_true_random=False))
def test_order_of_raters_and_units_does_not_matter(matrix, random) -> None:
    shuffled = [row[:] for row in matrix]
    random.shuffle(shuffled)
    columns = list(zip(*shuffled, strict=True))
    random.shuffle(columns)
    rearranged = [list(row) for row in zip(*columns, strict=True)]
    for level in ("nominal", "ordinal", "interval", "ratio"):
        first, second = (krippendorff_alpha(m, level=level) for m in (matrix, rearranged))
        assert (first.status, first.reason) == (second.status, second.reason)
        assert first.value == pytest.approx(second.value, abs=1e-12)


def test_missing_may_be_none_or_nan() -> None:
    with_none = [[1, 2, None, 3], [1, 3, 2, None]]
    with_nan = np.array([[1, 2, NAN, 3], [1, 3, 2, NAN]])
    assert (
        krippendorff_alpha(with_none, level="ordinal").value
        == krippendorff_alpha(with_nan, level="ordinal").value
    )


def test_percent_agreement_stands_beside_an_undefined_alpha() -> None:
    estimate = krippendorff_alpha([[1, 1, 1], [1, 1, None]], level="nominal")
    assert (estimate.value, estimate.reason) == (None, "no_variation")
    assert estimate.extra["percent_agreement"] == 1.0


def test_percent_agreement_counts_pairs_of_the_same_unit() -> None:
    # Unit 1: three pairs, one agrees; unit 2: one pair, agrees; unit 3 has a single rating.
    estimate = krippendorff_alpha([[1, 2, 9], [1, 2, None], [3, None, None]], level="nominal")
    assert estimate.extra["percent_agreement"] == pytest.approx(2 / 4)
    assert estimate.counts == {
        "raters": 3, "units": 3, "pairable_units": 2, "values": 6, "pairable_values": 5,
    }  # fmt: skip


@pytest.mark.parametrize("level", ["ordinal", "interval", "ratio"])
def test_strings_above_nominal_level_are_refused(level: str) -> None:
    with pytest.raises(UserError, match="needs numbers"):
        krippendorff_alpha([["9", "10"], ["9", "2"]], level=level)


@pytest.mark.parametrize(
    ("ratings", "options"),
    [
        ([[1, -1], [1, 2]], {"level": "ratio"}),
        ([[1, float("inf")], [1, 2]], {"level": "interval"}),
        ([[1, 2], [1]], {"level": "nominal"}),
        ([[1, 2], [1, 2]], {"level": "quadratic"}),
        ([["a", "b"], ["a", "c"]], {"level": "ordinal", "order": ["a", "b"]}),
        ([["a", "b"], ["a", "b"]], {"level": "ordinal", "order": ["a", "b", "a"]}),
        ([["a", "b"], ["a", "b"]], {"level": "nominal", "order": ["a", "b"]}),
        ([[{1}, {2}], [{1}, {2}]], {"level": "nominal"}),
    ],
)
def test_unusable_ratings_are_refused(ratings: object, options: dict[str, object]) -> None:
    with pytest.raises(UserError):
        krippendorff_alpha(ratings, **options)


def test_negative_values_are_fine_below_ratio_level() -> None:
    assert krippendorff_alpha([[-1, 0, 2], [-1, 0, 1]], level="interval").status == "ok"


def test_unit_bootstrap_recomputes_expected_disagreement() -> None:
    """Each replicate must be the package's α of the resampled matrix, De and all."""
    rng = np.random.default_rng(5)
    matrix = rng.integers(1, 5, size=(3, 14)).astype(float)
    matrix[rng.random(matrix.shape) < 0.15] = NAN
    pairable = matrix[:, (~np.isnan(matrix)).sum(axis=0) > 1]
    found = krippendorff_alpha(matrix, level="ordinal", resamples=40_000, seed=1)
    units = pairable.shape[1]
    slow = [
        krippendorff.alpha(
            pairable[:, rng.integers(0, units, units)], level_of_measurement="ordinal"
        )
        for _ in range(4_000)
    ]
    low, high = np.quantile(slow, [0.025, 0.975])
    assert found.interval is not None
    assert found.interval.low == pytest.approx(low, abs=0.05)
    assert found.interval.high == pytest.approx(high, abs=0.05)


def test_jackknife_equals_leaving_each_unit_out() -> None:
    rng = np.random.default_rng(8)
    matrix = rng.integers(1, 4, size=(3, 15)).astype(float)
    for level in ("nominal", "ordinal", "ratio"):
        found = jackknife_alpha(matrix, level=level)
        left_out = [
            krippendorff.alpha(np.delete(matrix, unit, axis=1), level_of_measurement=level)
            for unit in range(15)
        ]
        error = np.sqrt(14 / 15 * np.sum((left_out - np.mean(left_out)) ** 2))
        assert found.extra["se_jackknife"] == pytest.approx(error, rel=1e-9)
        half = stats.t.ppf(0.975, 14) * error
        assert found.interval.low == pytest.approx(found.value - half)
        assert found.interval.high == pytest.approx(min(1, found.value + half))


def test_intervals_are_refused_where_they_cannot_be_had() -> None:
    two_units = krippendorff_alpha([[1, 2], [1, 1]], level="nominal", resamples=100)
    assert two_units.interval.reason == "fewer_than_three_units"
    # One odd unit among many equal ones: a third of the resamples has no variation at all.
    lonely = [[1] * 9 + [2], [1] * 9 + [2]]
    assert (
        krippendorff_alpha(lonely, level="nominal", resamples=500).interval.reason
        == "undefined_resamples"
    )
    assert jackknife_alpha(lonely, level="nominal").interval.reason == "undefined_leave_out"
    assert jackknife_alpha([[1, 2], [1, 1]], level="nominal").interval.reason == (
        "fewer_than_three_units"
    )


def test_the_same_seed_gives_the_same_interval_and_a_generator_is_used_up() -> None:
    matrix = np.random.default_rng(0).integers(0, 3, (2, 30))
    first, second = (
        krippendorff_alpha(matrix, level="nominal", resamples=200, seed=4) for _ in range(2)
    )
    assert first == second
    assert first.seed == 4
    rng = np.random.default_rng(4)
    one, two = (
        krippendorff_alpha(matrix, level="nominal", resamples=200, seed=rng) for _ in range(2)
    )
    assert one.interval != two.interval
    assert one.seed is None


def test_labels_or_sets_must_be_declared() -> None:
    with pytest.raises(UserError, match="labels or sets"):
        jackknife_alpha([[1, 2], [1, 2]])
    with pytest.raises(UserError, match="labels or sets"):
        jackknife_alpha([[1, 2], [1, 2]], level="nominal", distance="jaccard")
