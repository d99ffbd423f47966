"""Within-pair permutation and sign flips against scipy and full enumeration."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from fairmed_core.errors import UserError
from fairmed_core.stats.permutation import permutation_test, sign_flip_test


@settings(max_examples=40)
@given(st.lists(st.integers(-5, 5), min_size=1, max_size=8))
def test_sign_flips_equal_enumeration(differences: list[int]) -> None:
    observed = abs(sum(differences))
    sums = [
        abs(sum(sign * d for sign, d in zip(signs, differences, strict=True)))
        for signs in product((1, -1), repeat=len(differences))
    ]
    exact = sum(total >= observed for total in sums) / len(sums)
    # Tenths are not doubles: ties must survive the rounding.
    for scale in (1, 0.1):
        estimate = sign_flip_test([scale * d for d in differences])
        assert estimate.p_value == pytest.approx(exact, abs=1e-12)
        assert estimate.counts["n_nonzero"] == sum(d != 0 for d in differences)
    swapped = permutation_test(np.zeros(len(differences)), differences)
    assert swapped.p_value == pytest.approx(exact, abs=1e-12)


def test_only_zero_differences_give_p_one_with_none_counted() -> None:
    for estimate in (sign_flip_test([0, 0, 0]), permutation_test([1, 2, 3], [1, 2, 3])):
        assert estimate.p_value == 1
        assert estimate.value == 0
        assert estimate.counts == {"pairs": 3, "n_nonzero": 0}


def test_no_pair_is_undefined() -> None:
    assert sign_flip_test([]).reason == "no_pair"
    assert permutation_test([], []).reason == "no_pair"


def test_many_pairs_are_sampled_with_the_observed_one_counted() -> None:
    rng = np.random.default_rng(7)
    first = rng.normal(size=40)
    second = first + rng.normal(0.3, 1, size=40)
    scipy = stats.permutation_test(
        (first, second), lambda a, b, axis: (b - a).mean(axis=axis), vectorized=True,
        permutation_type="samples", n_resamples=50_000, rng=rng,
    ).pvalue  # fmt: skip
    flips = sign_flip_test(second - first, resamples=50_000, seed=1)
    swaps = permutation_test(first, second, resamples=50_000, seed=1)
    assert flips.p_value == pytest.approx(scipy, abs=0.01)
    assert swaps.p_value == pytest.approx(scipy, abs=0.01)
    assert "50000 resamples" in flips.p_method
    far = sign_flip_test(np.full(40, 5.0), resamples=10_000)
    assert far.p_value == 1 / 10_001


def test_twenty_pairs_are_exact_and_twenty_one_are_not() -> None:
    assert sign_flip_test(np.ones(20)).p_value == 2 / 2**20
    assert "resamples" in sign_flip_test(np.ones(21)).p_method


def test_a_statistic_symmetric_in_the_pair_is_refused_by_name() -> None:
    def flip_rate(a: np.ndarray, b: np.ndarray) -> np.ndarray:
        return (a != b).mean(axis=-1)

    with pytest.raises(UserError, match="flip rate is symmetric"):
        permutation_test([0, 1, 1, 0], [1, 1, 0, 0], statistic=flip_rate, name="flip rate")


def test_a_signed_statistic_that_single_exchanges_cannot_move_is_not_refused() -> None:
    """Two equal middle values: no single exchange moves a median, exchanging all pairs does."""

    def difference_of_medians(a: np.ndarray, b: np.ndarray) -> np.ndarray:
        return np.median(b, axis=-1) - np.median(a, axis=-1)

    estimate = permutation_test(
        [0, 0, 0, 0, 0], [1, 1, 1, 1, 1], statistic=difference_of_medians
    )  # fmt: skip
    # The median follows the majority of exchanges, so |T| = 1 in every one of them.
    assert (estimate.value, estimate.p_value) == (1, 1)


def test_another_signed_statistic_is_permuted() -> None:
    """The difference of maxima, by hand: 5 − 3 = 2; of the 8 exchanges all reach |2|."""
    estimate = permutation_test(
        [1, 2, 3], [2, 5, 1], statistic=lambda a, b: b.max(axis=-1) - a.max(axis=-1)
    )
    assert estimate.value == 2
    assert estimate.p_value == 1
    mean = permutation_test([1, 2, 3], [2, 5, 1])
    # Differences 1, 3, −2: |sum| ≥ 2 in six of eight sign vectors.
    assert mean.p_value == 6 / 8


@pytest.mark.parametrize(
    ("first", "second"), [([1, 2], [1]), ([1, float("nan")], [1, 2]), ([[1, 2]], [[1, 2]])]
)
def test_bad_pairs_are_refused(first: object, second: object) -> None:
    with pytest.raises(UserError):
        permutation_test(first, second)
