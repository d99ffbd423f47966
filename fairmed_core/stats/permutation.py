"""Within-pair permutation: swap reference and comparison inside a pair, exactly where possible."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fairmed_core.errors import UserError
from fairmed_core.estimate import Estimate
from fairmed_core.stats.arrays import Floats, checked_count, finite_array
from fairmed_core.stats.pvalues import TIE_TOLERANCE, bounded_p, monte_carlo_p
from fairmed_core.stats.seeding import Seed, generator_of, recorded_seed

PairStatistic = Callable[[Floats, Floats], Floats]

EXACT_PAIRS = 20
_BLOCK_CELLS = 2_000_000


def mean_difference(first: Floats, second: Floats) -> Floats:
    """Return the mean of second − first along the last axis."""
    return np.asarray((second - first).mean(axis=-1))


def sign_flip_test(
    differences: ArrayLike,
    *,
    resamples: int = 10_000,
    seed: Seed = 0,
    name: str = "mean difference",
    unit: str = "rate",
) -> Estimate:
    """Two-sided sign-flip test of paired differences being symmetric about 0.

    Parameters
    ----------
    differences
        One difference per pair, shape (n,).
    resamples
        Random sign vectors when more than 20 differences are not 0.
    seed
        Seed or Generator; unused by the exact test.
    name, unit
        Name and unit of the mean difference.

    Returns
    -------
    Estimate
        Value: mean difference; statistic: their sum. Exact over all 2^n sign vectors up to 20
        non-zero differences, else (1 + extreme)/(1 + resamples). Counts: ``pairs``,
        ``n_nonzero``. Only zeros: p = 1. No pair: undefined (``no_pair``).

    Raises
    ------
    UserError
        On NaN, infinities or a wrong shape.

    References
    ----------
    Fisher (1935), The Design of Experiments, section 21.
    """
    d = finite_array(differences, "differences")
    resamples = checked_count(resamples, "resamples")
    moving = d[d != 0]
    counts = {"pairs": len(d), "n_nonzero": len(moving)}
    if not len(d):
        return Estimate.undefined(name, "no_pair", unit=unit, counts=counts, method="sign flip")
    # Ties are judged on the scale of the data: sums that differ only by rounding are equal.
    bound = abs(float(moving.sum())) - TIE_TOLERANCE * float(np.abs(moving).sum())
    exact = len(moving) <= EXACT_PAIRS
    if exact:
        p = float(np.mean(np.abs(_all_signed_sums(moving)) >= bound))
    else:
        sums = _random_signed_sums(moving, resamples, generator_of(seed))
        p = monte_carlo_p(int(np.count_nonzero(np.abs(sums) >= bound)), resamples)
    return Estimate(
        name=name,
        value=float(d.mean()),
        unit=unit,
        counts=counts,
        p_value=bounded_p(p),
        statistic=float(moving.sum()),
        p_method="sign flip, exact" if exact else f"sign flip, {resamples} resamples",
        method="mean of paired differences",
        seed=None if exact else recorded_seed(seed),
    )


def permutation_test(
    first: ArrayLike,
    second: ArrayLike,
    *,
    statistic: PairStatistic = mean_difference,
    resamples: int = 10_000,
    seed: Seed = 0,
    name: str = "paired statistic",
    unit: str = "rate",
) -> Estimate:
    """Two-sided within-pair permutation test of a statistic that has a sign.

    Parameters
    ----------
    first, second
        The two members of each pair, shape (n,).
    statistic
        Vectorised function of both arrays, shape (..., n) to (...); exchanging the members of a
        pair must be able to change it.
    resamples
        Random exchanges when more than 20 pairs differ.
    seed
        Seed or Generator; unused by the exact test.
    name, unit
        Name and unit of the statistic.

    Returns
    -------
    Estimate
        Value and statistic: the observed statistic; counts and refusals as `sign_flip_test`.

    Raises
    ------
    UserError
        When the statistic is symmetric in the pair (no exchange moves it, so the test would
        answer p = 1 whatever the data), and on NaN, infinities or unequal shapes.

    References
    ----------
    Good (2005), Permutation, Parametric, and Bootstrap Tests of Hypotheses, chapter 3.
    """
    a, b = finite_array(first, "first"), finite_array(second, "second")
    resamples = checked_count(resamples, "resamples")
    if a.shape != b.shape:
        raise UserError("The pairs are incomplete.", next_step="Give two arrays of equal length.")
    differing = np.flatnonzero(a != b)
    counts = {"pairs": len(a), "n_nonzero": len(differing)}
    if not len(a):
        return Estimate.undefined(name, "no_pair", unit=unit, counts=counts, method="permutation")
    observed = float(statistic(a, b))
    _refuse_symmetric(a, b, differing, statistic, name)
    exact = len(differing) <= EXACT_PAIRS
    patterns = _exchanges(len(differing), len(a), resamples, None if exact else seed)
    total, extreme = _count_extreme(
        a, b, differing=differing, patterns=patterns, statistic=statistic, observed=observed
    )
    return Estimate(
        name=name,
        value=observed,
        unit=unit,
        counts=counts,
        p_value=bounded_p(extreme / total if exact else monte_carlo_p(extreme, total)),
        statistic=observed,
        p_method="permutation, exact" if exact else f"permutation, {resamples} resamples",
        method="within-pair permutation",
        seed=None if exact else recorded_seed(seed),
    )


def _count_extreme(
    a: Floats,
    b: Floats,
    *,
    differing: NDArray[np.intp],
    patterns: Iterator[NDArray[np.bool_]],
    statistic: PairStatistic,
    observed: float,
) -> tuple[int, int]:
    """Return how many exchanges there are and how many are at least as far from 0."""
    scale = max(abs(observed), float(np.abs(np.concatenate([a, b])).mean()))
    bound = abs(observed) - TIE_TOLERANCE * scale
    total, extreme = 0, 0
    for swapped in patterns:
        values = _exchanged(a, b, differing, swapped, statistic)
        extreme += int(np.count_nonzero(np.abs(values) >= bound))
        total += len(swapped)
    return total, extreme


def _exchanged(
    a: Floats,
    b: Floats,
    differing: NDArray[np.intp],
    swapped: NDArray[np.bool_],
    statistic: PairStatistic,
) -> Floats:
    """Return the statistic after each exchange pattern over the differing pairs."""
    exchange = np.zeros((len(swapped), len(a)), dtype=bool)
    exchange[:, differing] = swapped
    return statistic(np.where(exchange, b, a), np.where(exchange, a, b))


def _refuse_symmetric(
    a: Floats, b: Floats, differing: NDArray[np.intp], statistic: PairStatistic, name: str
) -> None:
    """Refuse a statistic that no exchange of members moves: single pairs, all, every other …."""
    if not len(differing):
        return
    place = np.arange(len(differing))
    halves = [place >> bit & 1 == 1 for bit in range(len(differing).bit_length())]
    swapped = np.vstack([np.eye(len(differing), dtype=bool), place >= 0, *halves])
    values = _exchanged(a, b, differing, swapped, statistic)
    if np.allclose(values, statistic(a, b), rtol=TIE_TOLERANCE, atol=0):
        raise UserError(
            f"{name} is symmetric in the pair: exchanging its members changes nothing.",
            next_step="Test a signed statistic, such as the mean difference.",
        )


def _all_signed_sums(values: Floats) -> Floats:
    """Return the sums under all sign vectors whose first sign is +, shape (2^(n−1),)."""
    sums = values[:1].copy() if len(values) else np.zeros(1)
    for value in values[1:]:
        sums = np.concatenate([sums + value, sums - value])
    return sums


def _random_signed_sums(values: Floats, resamples: int, rng: np.random.Generator) -> Floats:
    """Return the sums under random sign vectors, shape (resamples,)."""
    sums = [bits @ (2 * values) for bits in _random_bits(len(values), resamples, rng)]
    return np.asarray(np.concatenate(sums) - values.sum())


def _exchanges(
    differing: int, pairs: int, resamples: int, seed: Seed | None
) -> Iterator[NDArray[np.bool_]]:
    """Yield blocks of exchange patterns over the differing pairs: all of them without a seed."""
    if seed is not None:
        yield from _random_bits(differing, resamples, generator_of(seed), width=pairs)
        return
    rows = max(1, _BLOCK_CELLS // pairs)
    for start in range(0, 2**differing, rows):
        pattern = np.arange(start, min(start + rows, 2**differing))
        yield (pattern[:, None] >> np.arange(differing)) & 1 == 1


def _random_bits(
    columns: int, resamples: int, rng: np.random.Generator, *, width: int = 0
) -> Iterator[NDArray[np.bool_]]:
    """Yield blocks of random bits, `resamples` rows in all."""
    rows = max(1, _BLOCK_CELLS // max(columns, width, 1))
    for start in range(0, resamples, rows):
        size = (min(rows, resamples - start), columns)
        yield rng.integers(0, 2, size=size, dtype=np.uint8).astype(bool)
