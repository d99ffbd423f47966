"""The wild cluster test and its interval against refits, enumeration and their own inversion."""

from __future__ import annotations

from itertools import product
from math import inf, sqrt

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy import stats

from fairmed_core.errors import UserError
from fairmed_core.stats.permutation import sign_flip_test
from fairmed_core.stats.wild_cluster import wild_cluster_test
from fairmed_core.stats.wild_interval import wild_cluster_interval
from fairmed_core.stats.wild_moments import POINTS

clusters_of_observations = st.lists(
    st.lists(st.integers(-4, 4), min_size=1, max_size=4), min_size=3, max_size=5
)


def refitted_p(clusters: list[list[float]], mu0: float, points: tuple[float, ...]) -> float:
    """Refit the intercept on every wild sample of observations, one sample at a time."""
    rows = [np.array(members, dtype=float) for members in clusters]

    def fit(sample: list[np.ndarray]) -> tuple[float, float]:
        everything = np.concatenate(sample)
        mean = everything.mean()
        sums = np.array([(members - mean).sum() for members in sample])
        count = len(sample)
        return mean, sqrt(count / (count - 1) * (sums**2).sum()) / len(everything)

    mean, error = fit(rows)
    t = (mean - mu0) / error
    extreme = draws = 0
    for signs in product(points, repeat=len(rows)):
        sample = [mu0 + sign * (members - mu0) for sign, members in zip(signs, rows, strict=True)]
        mean_star, error_star = fit(sample)
        draws += 1
        difference = abs(mean_star - mu0)
        if error_star < 1e-12:
            extreme += difference > 1e-12
        else:
            extreme += difference / error_star >= abs(t) * (1 - 1e-10)
    return extreme / draws


@settings(max_examples=25)
@given(clusters_of_observations, st.sampled_from([0.0, 0.5, -1.25]))
def test_equals_refitting_every_draw(clusters: list[list[int]], mu0: float) -> None:
    for distribution in ("rademacher", "webb"):
        if distribution == "webb" and len(clusters) > 4:
            continue
        estimate = wild_cluster_test(clusters, mu0=mu0, distribution=distribution, signed=True)
        assume(estimate.status == "ok")
        assert estimate.p_value == refitted_p(clusters, mu0, POINTS[distribution])


def test_webb_points_have_mean_zero_and_variance_one() -> None:
    for points in POINTS.values():
        assert sum(points) == pytest.approx(0)
        assert sum(p**2 for p in points) / len(points) == pytest.approx(1)
    assert sorted(p**2 for p in POINTS["webb"]) == pytest.approx([0.5, 0.5, 1, 1, 1.5, 1.5])


numbers = st.lists(st.integers(-20, 20).map(lambda v: v / 4), min_size=3, max_size=7)


@settings(max_examples=40)
@given(
    numbers,
    st.sampled_from([(0.95, 0.05), (0.9, 0.1), (0.875, 0.125), (0.75, 0.25)]),
    st.sampled_from(["webb", "rademacher"]),
)
def test_interval_contains_the_estimate_and_ends_where_the_test_rejects(
    values: list[float], levels: tuple[float, float], distribution: str
) -> None:
    level, alpha = levels
    options = {"distribution": distribution, "signed": True}
    found = wild_cluster_interval(values, level=level, **options)
    assume(found.status == "ok")
    low, high = found.interval.low, found.interval.high
    assert low <= found.value <= high
    step = 1.1e-6 * found.extra["se"]
    for end, outwards in ((low, -step), (high, step)):
        if abs(end) == inf:
            continue
        accepted = wild_cluster_test(values, mu0=end, **options).p_value
        rejected = wild_cluster_test(values, mu0=end + outwards, **options).p_value
        assert accepted > alpha >= rejected


def test_zero_can_be_inside_though_the_end_stops_short_of_it() -> None:
    """Ties at 0 lift the p-value there above α, in a single point beyond the end."""
    clusters = [
        [1, 0, 0, 1], [0, 0, 0, 0], [1, 1, 0, 0], [0, 0, 1, 0],
        [0, 0, 0, 0], [1, 0, 0, 0], [0, 1, 1, 1], [0, 0, 0, 0],
    ]  # fmt: skip
    found = wild_cluster_interval(clusters, distribution="rademacher", signed=True)
    assert found.interval.low > 0
    assert found.p_value == 0.0625
    assert found.extra["zero_inside"] == 1
    assert any("judged by the test at 0" in note for note in found.notes)


@settings(max_examples=30)
@given(numbers)
def test_whether_zero_is_inside_is_the_test_at_zero(values: list[float]) -> None:
    found = wild_cluster_interval(values, signed=True)
    assume(found.status == "ok")
    tested = wild_cluster_test(values, signed=True)
    assert bool(found.extra["zero_inside"]) == (tested.p_value > 0.05)
    assert found.p_value == tested.p_value


@settings(max_examples=20)
@given(numbers, st.integers(-3, 3), st.sampled_from([0.5, 4.0]))
def test_exchanging_conditions_mirrors_and_units_only_rescale(values, shift, scale) -> None:
    found = wild_cluster_interval(values, signed=True)
    assume(found.status == "ok")
    mirrored = wild_cluster_interval([-v for v in values], signed=True)
    assert (mirrored.value, mirrored.p_value) == (-found.value, found.p_value)
    moved = wild_cluster_interval([scale * v + shift for v in values], signed=True)
    tolerance = 1e-5 * found.extra["se"]
    for end, other in ((found.interval.low, mirrored.interval.high),):
        assert end == pytest.approx(-other, abs=tolerance)
    if abs(found.interval.high) < inf:
        expected = scale * found.interval.high + shift
        assert moved.interval.high == pytest.approx(expected, abs=scale * tolerance)


def test_random_draws_come_close_to_all_draws() -> None:
    """Nine clusters have too many draws to enumerate; random ones must agree with a refit."""
    rng = np.random.default_rng(12)
    values = rng.normal(0.5, 1, 9)
    found = wild_cluster_test(values, signed=True, seed=3)
    assert found.counts["draws"] == 9_999
    exact = wild_cluster_test(values, distribution="rademacher", signed=True)
    assert exact.counts["draws"] == 512
    slow = np.mean(
        [
            _extreme(values, rng.choice(POINTS["webb"], size=9))
            for _ in range(20_000)
        ]
    )  # fmt: skip
    assert found.p_value == pytest.approx(slow, abs=4 * sqrt(slow * (1 - slow) / 9_999) + 1e-4)


def _extreme(values: np.ndarray, signs: np.ndarray) -> bool:
    def t(sample: np.ndarray) -> float:
        return sample.mean() / (sample.std(ddof=1) / sqrt(len(sample)))

    return abs(t(signs * values)) >= abs(t(values)) * (1 - 1e-10)


def test_one_number_per_cluster_gives_the_ordinary_t() -> None:
    values = [0.3, -0.1, 0.5, 0.2, 0.4]
    found = wild_cluster_interval(values, signed=True)
    assert found.statistic == pytest.approx(stats.ttest_1samp(values, 0).statistic)
    interval = stats.t.interval(0.95, 4, np.mean(values), stats.sem(values))
    assert (found.extra["t_low"], found.extra["t_high"]) == pytest.approx(interval)


def test_weights_replace_the_number_of_observations() -> None:
    observed = wild_cluster_test([[1, 2], [3], [0, 1, 2]], signed=True)
    given_weights = wild_cluster_test([1.5, 3, 1], weights=[2, 1, 3], signed=True)
    assert observed.value == pytest.approx(given_weights.value)
    assert observed.p_value == given_weights.p_value
    alike = wild_cluster_test([[1, 2], [3], [0, 1, 2]], weights=[1, 1, 1], signed=True)
    assert alike.value == pytest.approx((1.5 + 3 + 1) / 3)


def test_with_few_clusters_off_the_null_the_sign_flip_enters_the_family() -> None:
    values = [0.0] * 20 + [0.2, 0.5, 0.1, 0.4, 0.3]
    found = wild_cluster_test(values, signed=True)
    assert (found.counts["clusters"], found.counts["nonzero_clusters"]) == (25, 5)
    exact = sign_flip_test(values).p_value
    assert found.extra["p_sign_flip"] == found.extra["p_family"] == exact == 2 / 2**5
    many = wild_cluster_test([0.1 * k for k in range(1, 13)], signed=True)
    assert many.counts["nonzero_clusters"] == 12
    assert "p_sign_flip" not in many.extra
    assert many.extra["p_family"] == many.p_value


def test_few_draws_cannot_reach_five_percent_and_the_ends_are_infinite() -> None:
    found = wild_cluster_interval([0.1, 0.4, 0.2, 0.3], distribution="rademacher", signed=True)
    assert (found.interval.low, found.interval.high) == (-inf, inf)
    assert found.extra["zero_inside"] == 1


def test_a_p_value_equal_to_alpha_is_rejected() -> None:
    # Two of sixteen draws always tie: far away p is 0.125, which is not above 0.125.
    finite = wild_cluster_interval(
        [0.1, 0.4, 0.2, 0.3], level=0.875, distribution="rademacher", signed=True
    )
    assert -inf < finite.interval.low < finite.interval.high < inf
    # Nineteen random draws give multiples of 1/20, and 1 − 0.9 is a little less than 2/20.
    values, options = np.random.default_rng(4).normal(size=10), {"resamples": 19, "signed": True}
    found = wild_cluster_interval(values, level=0.9, **options)
    beyond = found.interval.high + 1.1e-6 * found.extra["se"]
    assert wild_cluster_test(values, mu0=found.interval.high, **options).p_value == 3 / 20
    assert wild_cluster_test(values, mu0=beyond, **options).p_value == 2 / 20


def test_coarse_ends_are_flagged() -> None:
    values = [0.4, -0.1, 0.7, 0.2, 0.5, 0.3]
    coarse = wild_cluster_interval(values, distribution="rademacher", signed=True)
    assert coarse.extra["plateau"] == 1
    assert any("flat" in note for note in coarse.notes)
    fine = wild_cluster_interval(np.random.default_rng(0).normal(size=60), signed=True)
    assert (fine.extra["plateau"], fine.extra["contiguous"]) == (0, 1)
    assert fine.notes == ()


def test_a_gap_inside_the_hull_is_flagged() -> None:
    values, options = [-2.4, -22.2, 0.6], {"weights": [5, 7, 6], "signed": True}
    found = wild_cluster_interval(values, level=0.9, **options)
    assert found.extra["contiguous"] == 0
    assert any("hull" in note for note in found.notes)
    inside = np.linspace(found.interval.low, found.interval.high, 200)
    p_values = [wild_cluster_test(values, mu0=mu0, **options).p_value for mu0 in inside]
    assert min(p_values) <= 0.1


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ([0.1, 0.2], "fewer_than_three_clusters"),
        ([], "fewer_than_three_clusters"),
        ([0.3, 0.3, 0.3, 0.3], "no_variation"),
        ([0.1 + 0.2, 0.3, 0.3], "no_variation"),
    ],
)
def test_refusals_carry_their_reason(values: list[float], reason: str) -> None:
    for test in (wild_cluster_test, wild_cluster_interval):
        estimate = test(values, signed=True)
        assert (estimate.value, estimate.p_value, estimate.reason) == (None, None, reason)


def test_an_unsigned_estimand_is_refused_by_name() -> None:
    with pytest.raises(UserError, match="flip rate"):
        wild_cluster_test([0.1, 0.2, 0.4], name="flip rate")
    with pytest.raises(UserError, match="flip rate"):
        wild_cluster_interval([0.1, 0.2, 0.4], name="flip rate")


@pytest.mark.parametrize(
    ("values", "options"),
    [
        ([0.1, float("nan"), 0.2], {}),
        ([[0.1], [], [0.2]], {}),
        ([0.1, 0.2, 0.3], {"weights": [1, 2]}),
        ([0.1, 0.2, 0.3], {"weights": [1, 2, 0]}),
        ([0.1, 0.2, 0.3], {"distribution": "mammen"}),
        (np.arange(2_000.0), {"resamples": "enumerate"}),
        (np.arange(12.0), {"resamples": 0}),
    ],
)
def test_bad_input_is_refused(values: object, options: dict[str, object]) -> None:
    with pytest.raises(UserError):
        wild_cluster_test(values, signed=True, **options)
