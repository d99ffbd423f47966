"""The signed-rank test with ties and zeros, exact by counting integer rank sums."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import gcd, lcm
from typing import Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from fairmed_core.errors import UserError
from fairmed_core.estimate import Estimate
from fairmed_core.stats.arrays import Floats, finite_array
from fairmed_core.stats.distributions import normal_tail
from fairmed_core.stats.pvalues import bounded_p
from fairmed_core.stats.ranks import Ranks, doubled_ranks

Zeros = Literal["wilcox", "pratt"]
_Counted = TypeVar("_Counted", Ranks, Floats)

LARGEST_EXACT = 1_000
_LARGEST_COUNTED = 62


def wilcoxon_signed_rank(
    differences: Sequence[float] | Sequence[Fraction] | Floats,
    *,
    zeros: Zeros = "wilcox",
    name: str = "signed shift",
    unit: str = "levels",
) -> Estimate:
    """Wilcoxon's signed-rank test, conditional on the observed midranks.

    Parameters
    ----------
    differences
        One difference per vignette, shape (n,); exact fractions keep their ties.
    zeros
        ``wilcox`` drops zeros before ranking, ``pratt`` ranks them and drops them afterwards.
    name, unit
        Name and unit of the mean difference.

    Returns
    -------
    Estimate
        Value: mean difference; statistic: W⁺, the sum of positive midranks. Counts: ``pairs``,
        ``n_nonzero``, ``zeros``. Extra: ``p_greater``, ``p_less``. Only zeros: p = 1. No
        difference at all: undefined (``no_pair``). Up to 1,000 non-zero differences every sign
        vector is counted; beyond that the normal approximation with tie correction is named.

    Raises
    ------
    UserError
        On NaN, infinities, a wrong shape, or an unknown rule for zeros.

    References
    ----------
    Wilcoxon (1945); Pratt (1959); counting of rank sums with ties: Hollander & Wolfe (1999),
    section 3.1.
    """
    if zeros not in ("wilcox", "pratt"):
        raise UserError(f"{zeros!r} is no rule for zeros.", next_step="Choose wilcox or pratt.")
    d, mean = _comparable(differences)
    sign = np.sign(d).astype(np.int64)
    moving = np.flatnonzero(sign)
    counts = {"pairs": len(d), "n_nonzero": len(moving), "zeros": len(d) - len(moving)}
    if not len(d):
        return Estimate.undefined(name, "no_pair", unit=unit, counts=counts, method="signed rank")
    ranked = np.abs(d) if zeros == "pratt" else np.abs(d)[moving]
    doubled = doubled_ranks(ranked)
    doubled = doubled[moving] if zeros == "pratt" else doubled
    positive = int(doubled[sign[moving] > 0].sum())
    exact = len(moving) <= LARGEST_EXACT
    greater, less = (_exact_tails if exact else _normal_tails)(doubled, positive)
    return Estimate(
        name=name,
        value=mean,
        unit=unit,
        counts=counts,
        p_value=bounded_p(2 * min(greater, less)),
        statistic=positive / 2,
        p_method=f"signed rank, {'exact' if exact else 'normal approximation'}, zeros {zeros}",
        extra={"p_greater": bounded_p(greater), "p_less": bounded_p(less)},
        method="mean of paired differences",
    )


def _comparable(
    differences: Sequence[float] | Sequence[Fraction] | Floats,
) -> tuple[Ranks | Floats | NDArray[np.object_], float]:
    """Return the differences as numbers that keep their ties, and their mean."""
    listed = list(differences)
    if not any(isinstance(value, Fraction) for value in listed):
        d = finite_array(listed, "differences")
        return d, float(sum(listed, start=Fraction(0)) / max(1, len(listed)))
    # Brought to one denominator, whole numbers stand for the fractions.
    pairs = [value.as_integer_ratio() for value in listed]
    scale = lcm(*(below for _, below in pairs))
    whole = [above * (scale // below) for above, below in pairs]
    fits = max(map(abs, whole)) < 2**63
    mean = float(Fraction(sum(whole), scale * len(whole)))
    return np.array(whole, dtype=np.int64 if fits else object), mean


def _exact_tails(doubled: Ranks, positive: int) -> tuple[float, float]:
    """Return P(W ≥ w) and P(W ≤ w) over all sign vectors, by counting sums of doubled ranks."""
    if not len(doubled):
        return 1.0, 1.0
    unit = gcd(*doubled.tolist())
    steps = np.sort(doubled // unit)
    total, seen = int(steps.sum()), positive // unit
    ways, outcomes = _count_sums(steps.tolist(), total)
    return float(ways[seen:].sum()) / outcomes, float(ways[: seen + 1].sum()) / outcomes


def _count_sums(steps: list[int], total: int) -> tuple[Ranks | Floats, int]:
    """Return how many sign vectors reach each sum 0 … total, and the number of sign vectors.

    Beyond 62 ranks these numbers pass 2^63; the same recursion then runs on doubles, where all
    terms are positive and nothing cancels; 2^1000 still fits one.
    """
    if len(steps) <= _LARGEST_COUNTED:
        return _spread(np.eye(2, total + 1, dtype=np.int64), steps), 2 ** len(steps)
    return _spread(np.eye(2, total + 1), steps), 2 ** len(steps)


def _spread(ways: _Counted, steps: list[int]) -> _Counted:
    """Return the ways after every step, starting from one way to reach 0 in the first row."""
    now: _Counted = ways[0]
    then: _Counted = ways[1]
    then[:] = 0
    reached = 0
    for step in steps:
        until = reached + step
        # Sums that do without the step, and those that take it; beyond `reached` there are none.
        then[:step] = now[:step]
        np.add(now[step : until + 1], now[: reached + 1], out=then[step : until + 1])
        now, then, reached = then, now, until
    return now


def _normal_tails(doubled: Ranks, positive: int) -> tuple[float, float]:
    """Return both tails of the normal approximation with continuity correction."""
    ranks = doubled / 2
    mean, deviation = ranks.sum() / 2, np.sqrt((ranks**2).sum() / 4)
    above = normal_tail((positive / 2 - mean - 0.5) / deviation)
    below = normal_tail((mean - 0.5 - positive / 2) / deviation)
    return above, below
