"""Spearman's rank correlation with its exact permutation distribution, ties included."""

from __future__ import annotations

from math import factorial

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fairmed_core.errors import UserError
from fairmed_core.estimate import Estimate
from fairmed_core.stats.arrays import checked_count, finite_array
from fairmed_core.stats.pvalues import bounded_p, monte_carlo_p
from fairmed_core.stats.ranks import Ranks, doubled_ranks
from fairmed_core.stats.seeding import Seed, generator_of, recorded_seed

LARGEST_EXACT = 12


def spearman_exact(
    x: ArrayLike,
    y: ArrayLike,
    *,
    resamples: int = 10_000,
    seed: Seed = 0,
    name: str = "Spearman correlation",
) -> Estimate:
    """Spearman correlation of midranks with the two-sided permutation p, |ρ*| ≥ |ρ|.

    Parameters
    ----------
    x, y
        The two profiles, shape (n,).
    resamples
        Random permutations when n > 12; up to 12 every permutation is counted.
    seed
        Seed or Generator; unused by the exact test.
    name
        Name of the estimate.

    Returns
    -------
    Estimate
        Undefined with ``fewer_than_two_points`` or ``no_variation`` (a constant profile).

    Raises
    ------
    UserError
        On NaN, infinities or unequal lengths.

    References
    ----------
    Kendall & Gibbons (1990), Rank Correlation Methods, chapters 3 and 4. The distribution is
    built over subsets, one pairing at a time, in whole numbers.
    """
    a, b = finite_array(x, "x"), finite_array(y, "y")
    resamples = checked_count(resamples, "resamples")
    if a.shape != b.shape:
        raise UserError("The profiles differ in length.", next_step="Give one value per point.")
    unit, counts = "correlation", {"points": len(a)}
    if len(a) < 2:
        return Estimate.undefined(name, "fewer_than_two_points", unit=unit, counts=counts)
    u, v = doubled_ranks(a), doubled_ranks(b)
    if np.ptp(u) == 0 or np.ptp(v) == 0:
        return Estimate.undefined(name, "no_variation", unit=unit, counts=counts)
    exact = len(a) <= LARGEST_EXACT
    p = _exact_p(u, v) if exact else _sampled_p(u, v, resamples, generator_of(seed))
    return Estimate(
        name=name,
        value=_correlation(u, v),
        unit=unit,
        counts=counts,
        p_value=bounded_p(p),
        p_method="permutation, exact" if exact else f"permutation, {resamples} resamples",
        method="Spearman, midranks",
        seed=None if exact else recorded_seed(seed),
    )


def _correlation(u: Ranks, v: Ranks) -> float:
    """Return the product-moment correlation of whole numbers."""
    n = len(u)
    cross = int(n * (u @ v) - u.sum() * v.sum())
    spread = int(n * (u @ u) - u.sum() ** 2) * int(n * (v @ v) - v.sum() ** 2)
    return float(cross / np.sqrt(float(spread)))


def _centred(products: Ranks, u: Ranks, v: Ranks) -> Ranks:
    """Return |n Σuv − Σu Σv|, which orders permutations as |ρ| does."""
    return np.abs(len(u) * products - int(u.sum()) * int(v.sum()))


def _exact_p(u: Ranks, v: Ranks) -> float:
    """Return the share of all permutations at least as far from 0."""
    size = int(np.sort(u) @ np.sort(v)) + 1
    ways: dict[int, NDArray[np.int64]] = {0: np.eye(1, size, dtype=np.int64)[0]}
    for rank in u.tolist():
        longer: dict[int, NDArray[np.int64]] = {}
        for taken, counts in ways.items():
            for partner, other in enumerate(v.tolist()):
                if taken >> partner & 1:
                    continue
                product = rank * other
                target = longer.setdefault(taken | 1 << partner, np.zeros(size, dtype=np.int64))
                target[product:] += counts[: size - product]
        ways = longer
    (counts,) = ways.values()
    distances = _centred(np.arange(size), u, v)
    observed = _centred(np.asarray(u @ v), u, v)
    return float(counts[distances >= observed].sum() / factorial(len(u)))


def _sampled_p(u: Ranks, v: Ranks, resamples: int, rng: np.random.Generator) -> float:
    """Return the p-value over random permutations."""
    shuffled = rng.permuted(np.tile(v, (resamples, 1)), axis=1)
    observed = _centred(np.asarray(u @ v), u, v)
    extreme = np.count_nonzero(_centred(shuffled @ u, u, v) >= observed)
    return monte_carlo_p(int(extreme), resamples)
