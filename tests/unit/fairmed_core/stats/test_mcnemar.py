"""McNemar's test and its conditional power."""

from __future__ import annotations

from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from fairmed_core.errors import UserError
from fairmed_core.stats.mcnemar import mcnemar, mcnemar_power

counts = st.integers(0, 60)


@given(counts, counts)
def test_both_p_values_agree_with_the_binomial_distribution(b: int, c: int) -> None:
    estimate = mcnemar(b, c)
    if b + c == 0:
        assert (estimate.status, estimate.reason) == ("undefined", "no_discordant_pair")
        return
    exact = stats.binomtest(min(b, c), b + c).pvalue
    assert estimate.p_value == pytest.approx(exact, rel=1e-9)
    midp = 2 * stats.binom.cdf(min(b, c), b + c, 0.5) - stats.binom.pmf(min(b, c), b + c, 0.5)
    assert estimate.extra["p_midp"] == pytest.approx(min(1, midp), rel=1e-9)


@given(counts, counts)
def test_exchanging_conditions_flips_the_sign_and_nothing_else(b: int, c: int) -> None:
    there, back = mcnemar(b, c), mcnemar(c, b)
    assert there.p_value == back.p_value
    if there.value is not None:
        assert there.value == -back.value == (c - b) / (b + c)


def test_mid_p_can_be_the_p_of_record() -> None:
    estimate = mcnemar(1, 7, method="midp")
    assert estimate.p_value == estimate.extra["p_midp"] == 0.0390625
    assert estimate.p_method == "mid-p"


def test_a_tail_too_small_for_a_double_is_not_zero() -> None:
    assert mcnemar(0, 3_000).p_value > 0


@pytest.mark.parametrize(
    ("b", "c"), [(-1, 2), (1.5, 2), (True, 2), (float("nan"), 2), (float("inf"), 2), ("1", 2)]
)
def test_impossible_counts_are_refused(b: object, c: object) -> None:
    with pytest.raises(UserError):
        mcnemar(b, c)


@pytest.mark.parametrize("method", ["exact", "midp"])
@pytest.mark.parametrize("share", [0.5, 0.75, 0.9, 1.0])
def test_power_sums_the_rejected_outcomes(method: str, share: float) -> None:
    found = mcnemar_power(25, share=share, method=method)
    rejected = [
        c for c in range(26) if mcnemar(25 - c, c, method=method).p_value <= 0.05
    ]  # fmt: skip
    assert found.value == pytest.approx(sum(stats.binom.pmf(rejected, 25, share)))
    assert found.extra["size_of_test"] <= 0.06


def test_expected_size_reaches_the_target_about_half_the_time() -> None:
    for rate in (0.05, 0.1, 0.32):
        found = mcnemar_power(25, share=0.8, discordance_rate=rate)
        expected, assured = found.extra["size_expected"], found.extra["size_assured"]
        assert expected == ceil(25 / rate)
        assert stats.binom.sf(24, expected, rate) == pytest.approx(0.5, abs=0.08)
        assert stats.binom.sf(24, assured, rate) >= 0.9 > stats.binom.sf(24, assured - 1, rate)


@pytest.mark.parametrize(
    "options",
    [{"share": 1.2}, {"share": 0.7, "discordance_rate": 0}, {"share": 0.7, "alpha": 1}],
)
def test_impossible_probabilities_are_refused(options: dict[str, float]) -> None:
    with pytest.raises(UserError):
        mcnemar_power(25, **options)
