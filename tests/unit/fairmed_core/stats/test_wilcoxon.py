"""The signed-rank test against enumeration in whole numbers and against scipy."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from fairmed_core.errors import UserError
from fairmed_core.stats.wilcoxon import wilcoxon_signed_rank


def enumerated(differences: list[Fraction], zeros: str) -> tuple[Fraction, Fraction, Fraction]:
    """W⁺, P(W ≥ w) and P(W ≤ w) from every sign vector, in exact fractions."""
    kept = [d for d in differences if d or zeros == "pratt"]
    size = [abs(d) for d in kept]
    rank = {
        value: Fraction(sum(s < value for s in size) * 2 + size.count(value) + 1, 2)
        for value in size
    }
    moving = [d for d in kept if d]
    observed = sum((rank[abs(d)] for d in moving if d > 0), Fraction(0))
    reached = [
        sum((rank[abs(d)] for d, up in zip(moving, ups, strict=True) if up), Fraction(0))
        for ups in product((False, True), repeat=len(moving))
    ]
    count = len(reached)
    above = Fraction(sum(w >= observed for w in reached), count)
    below = Fraction(sum(w <= observed for w in reached), count)
    return observed, above, below


thirds = st.lists(st.integers(-4, 4).map(lambda v: Fraction(v, 3)), min_size=1, max_size=8)


@settings(max_examples=50)
@given(thirds, st.sampled_from(["wilcox", "pratt"]))
def test_equals_enumeration(differences: list[Fraction], zeros: str) -> None:
    statistic, above, below = enumerated(differences, zeros)
    for given_as in (differences, [float(d) for d in differences]):
        estimate = wilcoxon_signed_rank(given_as, zeros=zeros)
        assert estimate.statistic == float(statistic)
        assert estimate.extra["p_greater"] == float(above)
        assert estimate.extra["p_less"] == float(below)
        assert estimate.p_value == min(1, float(2 * min(above, below)))
        assert estimate.value == pytest.approx(float(sum(differences) / len(differences)))


def test_exact_fractions_keep_ties_that_floats_lose() -> None:
    """0.1 + 0.2 is not 0.3 in doubles; as fractions both are three tenths."""
    tied = wilcoxon_signed_rank([Fraction(1, 10) + Fraction(2, 10), Fraction(-3, 10)])
    assert tied.statistic == 1.5
    assert wilcoxon_signed_rank([0.1 + 0.2, -0.3]).statistic == 2.0


def test_only_zeros_give_p_one_and_nothing_is_undefined() -> None:
    for zeros in ("wilcox", "pratt"):
        estimate = wilcoxon_signed_rank([0, 0, 0], zeros=zeros)
        assert (estimate.p_value, estimate.value) == (1, 0)
        assert estimate.counts == {"pairs": 3, "n_nonzero": 0, "zeros": 3}
    assert wilcoxon_signed_rank([]).reason == "no_pair"


@pytest.mark.parametrize("size", [62, 63, 200])
def test_larger_samples_agree_with_scipy(size: int) -> None:
    differences = np.random.default_rng(size).normal(0.2, 1, size)
    found = wilcoxon_signed_rank(differences)
    scipy = stats.wilcoxon(differences, method="exact")
    assert found.p_value == pytest.approx(scipy.pvalue, rel=1e-10)
    assert "exact" in found.p_method


def test_beyond_a_thousand_the_named_normal_approximation_agrees_with_scipy() -> None:
    rng = np.random.default_rng(1)
    differences = np.round(rng.normal(0.03, 1, 3_000), 1)
    for zeros in ("wilcox", "pratt"):
        found = wilcoxon_signed_rank(differences, zeros=zeros)
        scipy = stats.wilcoxon(
            differences, zero_method=zeros, method="approx", correction=True
        )  # fmt: skip
        assert found.p_value == pytest.approx(scipy.pvalue, rel=1e-6)
        assert "normal approximation" in found.p_method


def test_exact_and_normal_meet() -> None:
    differences = np.random.default_rng(3).normal(0.05, 1, 1_000)
    exact = wilcoxon_signed_rank(differences)
    approximate = stats.wilcoxon(differences, method="approx", correction=True)
    assert "exact" in exact.p_method
    assert exact.p_value == pytest.approx(approximate.pvalue, rel=0.02)


@pytest.mark.parametrize(
    ("differences", "options"),
    [([1, float("nan")], {}), ([1, 2], {"zeros": "zsplit"}), ([[1, 2]], {})],
)
def test_bad_input_is_refused(differences: object, options: dict[str, object]) -> None:
    with pytest.raises(UserError):
        wilcoxon_signed_rank(differences, **options)
