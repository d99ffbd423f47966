"""The cluster bootstrap: its quantiles, its refusals, its one-sided limits, the bootstrap-t."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from fairmed_core.errors import UserError
from fairmed_core.stats.bootstrap import (
    bootstrap_replicates,
    cluster_bootstrap,
    percentile_interval,
)
from fairmed_core.stats.resampling import draw_counts, resampled_totals


def test_every_cluster_is_drawn_as_often_as_every_other() -> None:
    counts = draw_counts(7, 20_000, np.random.default_rng(0))
    assert (counts.sum(axis=1) == 7).all()
    assert counts.mean(axis=0) == pytest.approx(np.ones(7), abs=0.04)
    # Binomial(7, 1/7): a cluster is left out with probability (6/7)^7.
    assert (counts == 0).mean() == pytest.approx((6 / 7) ** 7, abs=0.005)


def test_quantiles_agree_with_scipy() -> None:
    rng = np.random.default_rng(3)
    values = rng.exponential(size=25)
    found = cluster_bootstrap(values, resamples=40_000, seed=1)
    scipy = stats.bootstrap(
        (values,), np.mean, n_resamples=40_000, method="percentile", rng=rng
    ).confidence_interval
    assert found.value == pytest.approx(values.mean())
    assert (found.interval.low, found.interval.high) == pytest.approx(tuple(scipy), abs=0.02)
    assert found.counts == {"clusters": 25, "resamples": 40_000, "undefined_resamples": 0}


def test_ends_are_linear_quantiles_of_the_defined_replicates() -> None:
    replicates = np.array([3.0, 0.0, 1.0, 2.0] * 5 + [np.nan])
    interval = percentile_interval(replicates, level=0.5)
    # Type 7 at 0.25 and 0.75 of twenty values: positions 4.75 and 14.25.
    assert (interval.low, interval.high) == (0.75, 2.25)


def test_ratio_of_sums_is_not_the_mean_of_ratios() -> None:
    clusters = [(1, 1), (0, 9), (0, 10)]
    assert cluster_bootstrap(clusters).value == pytest.approx(1 / 20)


def test_blocks_of_resamples_give_what_one_block_gives() -> None:
    """Many clusters are resampled in blocks; totals keep their distribution."""
    sums = np.column_stack([np.arange(3_000.0), np.ones(3_000)])
    totals = resampled_totals(sums, resamples=4_000, seed=2)
    assert totals.shape == (4_000, 2)
    assert (totals[:, 1] == 3_000).all()
    spread = np.arange(3_000.0).std() * 3_000**0.5
    assert totals[:, 0].std() == pytest.approx(spread, rel=0.05)


@settings(max_examples=30)
@given(st.lists(st.integers(0, 10), min_size=3, max_size=30), st.integers(0, 99))
def test_interval_lies_within_the_data_and_around_the_mean(values: list[int], seed: int) -> None:
    estimate = cluster_bootstrap(values, resamples=2_000, seed=seed)
    if estimate.interval.reason is None:
        assert min(values) <= estimate.interval.low <= estimate.interval.high <= max(values)
        assert estimate.interval.low <= estimate.value <= estimate.interval.high


def test_replicates_of_duplicated_rows_differ_from_more_clusters() -> None:
    """Doubling the draws inside clusters changes neither value, interval nor cluster count."""
    clusters = np.array([(1, 2), (0, 2), (2, 2), (1, 3), (0, 1)], dtype=float)
    once = cluster_bootstrap(clusters, seed=7)
    twice = cluster_bootstrap(2 * clusters, seed=7)
    assert once.value == twice.value
    assert once.counts == twice.counts
    assert (once.interval.low, once.interval.high) == pytest.approx(
        (twice.interval.low, twice.interval.high)
    )


@pytest.mark.parametrize(
    ("clusters", "reason"),
    [
        ([(1, 2), (0, 2)], "fewer_than_three_clusters"),
        ([(1, 2), (0, 2), (0, 0)], "fewer_than_three_clusters"),
        ([0.25] * 9, "no_variation"),
        ([0.1 + 0.2, 0.3, 0.3], "no_variation"),
        ([(0, 0, 1)] * 20 + [(1, 2, 1)], "undefined_resamples"),
    ],
)
def test_intervals_are_refused_by_reason(clusters: object, reason: str) -> None:
    estimate = cluster_bootstrap(clusters, resamples=400)
    assert estimate.status == "ok"
    assert (estimate.interval.low, estimate.interval.reason) == (None, reason)


def test_up_to_a_tenth_of_undefined_resamples_is_dropped_and_counted() -> None:
    # Three of five clusters carry the denominator: (2/5)^5 = 1 % of resamples miss them all.
    clusters = [(0, 0, 1), (0, 0, 1), (1, 2, 1), (0, 1, 1), (1, 1, 1)]
    estimate = cluster_bootstrap(clusters, resamples=20_000)
    assert estimate.interval.reason is None
    assert estimate.counts["undefined_resamples"] / 20_000 == pytest.approx(0.4**5, abs=0.003)


def test_nothing_to_divide_by_is_undefined() -> None:
    estimate = cluster_bootstrap([(0, 0), (0, 0), (0, 0)])
    assert (estimate.status, estimate.value) == ("undefined", None)
    assert cluster_bootstrap([]).reason == "undefined_statistic"


@pytest.mark.parametrize("clusters", [3, 12, 50])
def test_no_flip_gives_the_one_sided_limit_and_all_flips_its_mirror(clusters: int) -> None:
    limit = 1 - 0.05 ** (1 / clusters)
    none = cluster_bootstrap([(0, 4)] * clusters, rate=True)
    assert (none.interval.low, none.interval.high) == (0, pytest.approx(limit))
    every = cluster_bootstrap([(4, 4)] * clusters, rate=True)
    assert (every.interval.low, every.interval.high) == (pytest.approx(1 - limit), 1)
    # A signed statistic has no such limit: all zeros say nothing about the spread.
    assert cluster_bootstrap([(0, 4)] * clusters).interval.reason == "no_variation"
    assert cluster_bootstrap([(0, 4)] * 2, rate=True).interval.reason is not None


def test_few_clusters_are_marked_approximate() -> None:
    rng = np.random.default_rng(1)
    assert cluster_bootstrap(rng.random(12)).interval.approximate
    assert not cluster_bootstrap(rng.random(13)).interval.approximate
    assert cluster_bootstrap(rng.random(49), approximate_up_to=49).interval.approximate


def test_bootstrap_t_equals_a_loop() -> None:
    """Mean over clusters: the jackknife error is s/√n, in the data and in each resample."""
    rng = np.random.default_rng(6)
    values = rng.exponential(size=20)
    found = cluster_bootstrap(values, resamples=20_000, bootstrap_t=True, seed=2)
    error = values.std(ddof=1) / 20**0.5
    assert found.extra["se_jackknife"] == pytest.approx(error)
    resampled = rng.choice(values, size=(20_000, 20))
    t = (resampled.mean(axis=1) - values.mean()) / (resampled.std(axis=1, ddof=1) / 20**0.5)
    low, high = np.quantile(t, [0.025, 0.975])
    assert found.extra["bootstrap_t_low"] == pytest.approx(values.mean() - high * error, abs=0.05)
    assert found.extra["bootstrap_t_high"] == pytest.approx(values.mean() - low * error, abs=0.15)


def test_bootstrap_t_of_a_ratio_leaves_clusters_out() -> None:
    clusters = np.array([(1, 2), (0, 2), (2, 2), (1, 3), (0, 1), (2, 5)], dtype=float)
    total = clusters.sum(axis=0)
    left_out = (total[0] - clusters[:, 0]) / (total[1] - clusters[:, 1])
    error = np.sqrt(5 / 6 * np.sum((left_out - left_out.mean()) ** 2))
    found = cluster_bootstrap(clusters, bootstrap_t=True, resamples=500)
    assert found.extra["se_jackknife"] == pytest.approx(error)


def test_bootstrap_t_of_a_statistic_of_ones_own_is_that_of_the_same_ratio() -> None:
    rng = np.random.default_rng(6)
    clusters = np.column_stack([rng.random(12), rng.random(12) + 0.5])
    ours = cluster_bootstrap(clusters, bootstrap_t=True, resamples=400)
    own = cluster_bootstrap(
        clusters,
        statistic=lambda totals: totals[..., 0] / totals[..., 1],
        bootstrap_t=True,
        resamples=400,
    )
    assert own.extra == pytest.approx(ours.extra, rel=1e-9)


def test_statistics_of_several_columns_are_resampled_together() -> None:
    """A maximum over control arms is taken anew in each resample."""
    rng = np.random.default_rng(4)
    arms = np.column_stack([rng.random((30, 3)), np.ones(30)])
    replicates = bootstrap_replicates(
        arms,
        statistic=lambda totals: totals[..., :3].max(axis=-1) / totals[..., 3],
        resamples=5_000,
    )
    means = arms[:, :3].mean(axis=0)
    assert replicates.mean() > means.max()
    assert replicates.min() > means.max() - 0.3


@pytest.mark.parametrize(
    ("clusters", "options"),
    [
        ([0.1, float("nan"), 0.2], {}),
        ([(1, 2), (float("inf"), 2)], {}),
        ([[[1, 2]]], {}),
        (["a", "b"], {}),
        ([0.1, 0.2, 0.3], {"level": 95}),
        ([0.1, 0.2, 0.3], {"resamples": 0}),
        ([0.1, 0.2, 0.3], {"statistic": lambda totals: totals.sum()}),
    ],
)
def test_bad_input_is_refused(clusters: object, options: dict[str, object]) -> None:
    with pytest.raises(UserError):
        cluster_bootstrap(clusters, **options)


def test_seeds_repeat_and_global_randomness_is_left_alone() -> None:
    state = np.random.get_state()[1].copy()  # noqa: NPY002 - the global state must not move
    values = np.random.default_rng(1).random(40)
    first, second = (cluster_bootstrap(values, seed=5) for _ in range(2))
    assert first == second
    assert first.interval != cluster_bootstrap(values, seed=6).interval
    rng = np.random.default_rng(5)
    one, two = (cluster_bootstrap(values, seed=rng) for _ in range(2))
    assert one.interval != two.interval
    assert (first.seed, one.seed) == (5, None)
    assert (np.random.get_state()[1] == state).all()  # noqa: NPY002
