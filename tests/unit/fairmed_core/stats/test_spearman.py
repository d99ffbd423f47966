"""Spearman's correlation with its permutation distribution."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy import stats

from fairmed_core.errors import UserError
from fairmed_core.stats.spearman import spearman_exact


@settings(max_examples=30)
@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=2, max_size=6))
def test_equals_every_permutation_with_ties(points: list[tuple[int, int]]) -> None:
    x, y = map(list, zip(*points, strict=True))
    assume(len(set(x)) > 1 and len(set(y)) > 1)
    found = spearman_exact(x, y)
    rho = stats.spearmanr(x, y).statistic
    assert found.value == pytest.approx(rho, abs=1e-12)
    ranks, others = stats.rankdata(x), stats.rankdata(y)
    reached = [
        abs(np.corrcoef(ranks, order)[0, 1]) >= abs(rho) - 1e-9 for order in permutations(others)
    ]
    assert found.p_value == pytest.approx(np.mean(reached), abs=1e-12)


def test_twelve_points_are_exact_and_thirteen_are_sampled() -> None:
    rng = np.random.default_rng(2)
    x, y = rng.normal(size=(2, 13))
    exact = spearman_exact(x[:12], y[:12])
    scipy = stats.permutation_test(
        (x[:12],), lambda v: stats.spearmanr(v, y[:12]).statistic, permutation_type="pairings",
        n_resamples=4_000, rng=rng, vectorized=False,
    ).pvalue  # fmt: skip
    assert exact.p_method == "permutation, exact"
    assert exact.p_value == pytest.approx(scipy, abs=0.035)
    sampled = spearman_exact(x, y, resamples=20_000, seed=1)
    assert "20000 resamples" in sampled.p_method
    assert sampled.p_value == pytest.approx(stats.spearmanr(x, y).pvalue, abs=0.03)


@pytest.mark.parametrize(
    ("x", "y", "reason"),
    [([1, 1, 1], [1, 2, 3], "no_variation"), ([1], [2], "fewer_than_two_points")],
)
def test_undefined_correlations_say_why(x: list[int], y: list[int], reason: str) -> None:
    assert spearman_exact(x, y).reason == reason


def test_bad_input_is_refused() -> None:
    with pytest.raises(UserError):
        spearman_exact([1, 2, 3], [1, 2])
    with pytest.raises(UserError):
        spearman_exact([1, 2, float("nan")], [1, 2, 3])
