"""The percentile cluster bootstrap and its refusals, with the bootstrap-t beside it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import ceil, floor

import numpy as np
from numpy.typing import ArrayLike

from fairmed_core.errors import UserError
from fairmed_core.estimate import Estimate, Interval
from fairmed_core.stats.arrays import Floats, checked_count, checked_level, finite_array
from fairmed_core.stats.products import row_blocks, row_products
from fairmed_core.stats.ratio_error import ratio_errors
from fairmed_core.stats.resampling import count_blocks, resampled_totals
from fairmed_core.stats.seeding import Seed, recorded_seed

Statistic = Callable[[Floats], Floats]

PERCENTILE = "percentile cluster bootstrap"
BOOTSTRAP_T = "bootstrap-t over clusters"
FEW_CLUSTERS = 12
_FEWEST = 3
_UNDEFINED_SHARE = 0.1
_NOISE = 1e-12
_BLOCK_CELLS = 100_000


def ratio_of_sums(totals: Floats) -> Floats:
    """Return column 0 over column 1 of the last axis, NaN where the denominator is 0."""
    numerator, denominator = totals[..., 0], totals[..., 1]
    empty = denominator == 0
    ratio = numerator / np.where(empty, 1.0, denominator)
    return np.asarray(np.where(empty, np.nan, ratio))


def cluster_sums(clusters: ArrayLike) -> Floats:
    """Return the (clusters, K) matrix of sums; one number per cluster becomes (number, 1)."""
    array = finite_array(clusters, "clusters", dimensions=(1, 2))
    return np.column_stack([array, np.ones_like(array)]) if array.ndim == 1 else array


def bootstrap_replicates(
    clusters: ArrayLike,
    *,
    statistic: Statistic = ratio_of_sums,
    resamples: int = 5_000,
    seed: Seed = 0,
) -> Floats:
    """Return the statistic of each resample of whole clusters; NaN where it is undefined.

    Parameters
    ----------
    clusters, statistic, resamples, seed
        As in `cluster_bootstrap`.

    Returns
    -------
    ndarray
        Shape (resamples,).
    """
    sums = cluster_sums(clusters)
    return _evaluate(statistic, resampled_totals(sums, resamples=resamples, seed=seed))


def cluster_bootstrap(
    clusters: ArrayLike,
    *,
    statistic: Statistic = ratio_of_sums,
    resamples: int = 5_000,
    level: float = 0.95,
    seed: Seed = 0,
    rate: bool = False,
    bootstrap_t: bool = False,
    approximate_up_to: int = FEW_CLUSTERS,
    name: str = "cluster statistic",
    unit: str = "rate",
) -> Estimate:
    """Statistic of per-cluster sums with its percentile cluster bootstrap interval.

    Parameters
    ----------
    clusters
        Sufficient statistics of the clusters that carry the estimator, shape (G, K); or one
        number per cluster, shape (G,), of which the statistic is then the mean. A row of zeros
        is resampled but carries nothing and is not counted in G.
    statistic
        Vectorised function of totals over clusters: shape (..., K) to (...), NaN where undefined.
        The default divides column 0 by column 1.
    resamples
        Number of resamples B.
    level
        Nominal coverage.
    seed
        Seed or Generator.
    rate
        The statistic is a rate in [0, 1]: without any flip, and when all flip, the interval is
        the one-sided limit 1 − (1 − level)^(1/G).
    bootstrap_t
        Also compute the bootstrap-t interval with jackknife standard errors
        (``extra["bootstrap_t_low"]``, ``extra["bootstrap_t_high"]``, ``extra["se_jackknife"]``).
    approximate_up_to
        Largest G at which the interval is marked approximate.
    name, unit
        Name and unit of the estimate.

    Returns
    -------
    Estimate
        Counts: ``clusters`` (G), ``resamples``, ``undefined_resamples``. The interval is refused
        with ``fewer_than_three_clusters``, ``undefined_resamples`` (more than 10 %) or
        ``no_variation`` (all clusters carry the same value).

    Raises
    ------
    UserError
        On NaN, infinities, a wrong shape, or an impossible `level` or `resamples`.

    References
    ----------
    Cameron, Gelbach & Miller (2008), section 2 (pairs cluster bootstrap); quantiles of type 7
    (linear). Bootstrap-t: Efron & Tibshirani (1993), chapter 12.
    """
    sums = cluster_sums(clusters)
    resamples = checked_count(resamples, "resamples")
    estimate = before_resampling(
        sums, statistic=statistic, level=level, seed=seed, rate=rate, name=name, unit=unit
    )
    if estimate.value is None or estimate.interval is not None:
        return estimate
    replicates = bootstrap_replicates(sums, statistic=statistic, resamples=resamples, seed=seed)
    interval = percentile_interval(
        replicates,
        level=level,
        approximate=estimate.counts["clusters"] <= approximate_up_to,
        noise=_NOISE * float(np.abs(sums).max()),
    )
    extra = {}
    if bootstrap_t and interval.reason is None:
        value = estimate.value
        extra = _bootstrap_t(sums, statistic, value, resamples=resamples, level=level, seed=seed)
    undefined = int(np.count_nonzero(np.isnan(replicates)))
    drawn = {"resamples": resamples, "undefined_resamples": undefined}
    return replace(estimate, interval=interval, counts={**estimate.counts, **drawn}, extra=extra)


def before_resampling(
    sums: Floats,
    *,
    statistic: Statistic = ratio_of_sums,
    level: float = 0.95,
    seed: Seed = 0,
    rate: bool = False,
    name: str = "cluster statistic",
    unit: str = "rate",
) -> Estimate:
    """Return the statistic of sums (G, K), with an interval only where none has to be drawn.

    That is the one-sided limit of a rate, or the refusal of an interval; the other arguments are
    those of `cluster_bootstrap`.
    """
    level = checked_level(level)
    carrying = int(np.count_nonzero(np.any(sums != 0, axis=1)))
    counts = {"clusters": carrying}
    value = float(_evaluate(statistic, sums.sum(axis=0))) if len(sums) else float("nan")
    if np.isnan(value):
        return Estimate.undefined(name, "undefined_statistic", unit=unit, counts=counts)
    return Estimate(
        name,
        value,
        unit=unit,
        interval=_without_resampling(value, carrying, level=level, rate=rate),
        counts=counts,
        method=PERCENTILE,
        seed=recorded_seed(seed),
    )


def percentile_interval(
    replicates: Floats,
    *,
    level: float = 0.95,
    approximate: bool = False,
    method: str = PERCENTILE,
    noise: float = _NOISE,
) -> Interval:
    """Return the interval between linear quantiles of the defined replicates, or its refusal.

    Parameters
    ----------
    replicates
        Shape (B,), NaN where the resample leaves the statistic undefined.
    level, approximate, method
        Passed on to the interval.
    noise
        Spread below which all replicates count as the same value.
    """
    defined = replicates[~np.isnan(replicates)]
    if len(defined) < (1 - _UNDEFINED_SHARE) * len(replicates):
        return Interval.refused("undefined_resamples", level=level, method=method)
    if np.ptp(defined) <= noise:
        return Interval.refused("no_variation", level=level, method=method)
    low, high = central_quantiles(defined, level)
    return Interval(low, high, level, method, approximate=approximate)


def central_quantiles(values: Floats, level: float) -> tuple[float, float]:
    """Return the linear quantiles that leave the same share of values on either side."""
    tail = (1 - level) / 2
    # Of all values only the two beside each quantile need their place: a partial sort.
    places = [(len(values) - 1) * share for share in (tail, 1 - tail)]
    beside = [place for at in places for place in (floor(at), ceil(at))]
    ordered = np.partition(values, beside)
    low, high = (
        float(ordered[floor(at)] + (ordered[ceil(at)] - ordered[floor(at)]) * (at - floor(at)))
        for at in places
    )
    return low, max(low, high)


def _evaluate(statistic: Statistic, totals: Floats) -> Floats:
    """Return the statistic, refusing a function that does not work on whole arrays."""
    values = np.asarray(statistic(totals), dtype=np.float64)
    if values.shape != totals.shape[:-1]:
        raise UserError(
            f"The statistic turned totals of shape {totals.shape} into shape {values.shape}.",
            next_step="Give a function that works along the last axis.",
        )
    return values


def _without_resampling(
    value: float, carrying: int, *, level: float, rate: bool
) -> Interval | None:
    """Return the interval that needs no resampling: a refusal, or the one-sided limit."""
    if carrying < _FEWEST:
        return Interval.refused("fewer_than_three_clusters", level=level, method=PERCENTILE)
    if not rate or _NOISE < value < 1 - _NOISE:
        return None
    limit = 1 - (1 - level) ** (1 / carrying)
    method = f"one-sided limit 1 − {1 - level:.3g}^(1/G)"
    if value <= _NOISE:
        return Interval(0.0, limit, level, f"{method}, no flip in any cluster")
    return Interval(1 - limit, 1.0, level, f"{method} mirrored, all flip")


def _bootstrap_t(
    sums: Floats, statistic: Statistic, value: float, *, resamples: int, level: float, seed: Seed
) -> dict[str, float]:
    """Return the ends of the bootstrap-t interval; empty where too few resamples have an error."""
    studentised = []
    for counts in count_blocks(len(sums), resamples, seed):
        centre, error = _jackknife_errors(counts, sums, statistic)
        with np.errstate(divide="ignore", invalid="ignore"):
            studentised.append((centre - value) / error)
    t = np.concatenate(studentised)
    usable = t[np.isfinite(t)]
    _, own_error = _jackknife_errors(np.ones((1, len(sums))), sums, statistic)
    se = float(own_error[0])
    if len(usable) < (1 - _UNDEFINED_SHARE) * len(t) or not np.isfinite(se):
        return {}
    low, high = central_quantiles(usable, level)
    return {
        "bootstrap_t_low": value - high * se,
        "bootstrap_t_high": value - low * se,
        "se_jackknife": se,
    }


def _jackknife_errors(counts: Floats, sums: Floats, statistic: Statistic) -> tuple[Floats, Floats]:
    """Return statistic and delete-one-draw jackknife standard error of each row of counts."""
    if statistic is ratio_of_sums:
        return ratio_errors(counts, sums)
    blocks = [
        _left_out_errors(counts[rows], sums, statistic)
        for rows in row_blocks(len(counts), sums.size, cells=_BLOCK_CELLS)
    ]
    centres, errors = zip(*blocks, strict=True)
    return np.concatenate(centres), np.concatenate(errors)


def _left_out_errors(counts: Floats, sums: Floats, statistic: Statistic) -> tuple[Floats, Floats]:
    """Return statistic and error of a few rows, the statistic computed anew without each draw."""
    totals = row_products(counts, sums)
    # An undrawn cluster gets weight 0; its leave-out value is computed and then ignored.
    left_out = _evaluate(statistic, totals[:, None, :] - sums[None, :, :])
    left_out = np.where(counts > 0, left_out, 0.0)
    size = counts.sum(axis=1)
    mean = (counts * left_out).sum(axis=1) / size
    squares = (counts * (left_out - mean[:, None]) ** 2).sum(axis=1)
    return _evaluate(statistic, totals), np.sqrt((size - 1) / size * squares)
