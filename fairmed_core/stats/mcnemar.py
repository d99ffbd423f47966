"""McNemar's test on discordant pairs: exact, mid-p, and its power given their number."""

from __future__ import annotations

from math import ceil, comb
from typing import Literal

import numpy as np

from fairmed_core.errors import UserError
from fairmed_core.estimate import Estimate
from fairmed_core.stats.arrays import Floats, checked_count
from fairmed_core.stats.distributions import binomial_above, binomial_mass
from fairmed_core.stats.pvalues import bounded_p

McNemarMethod = Literal["exact", "midp"]

CONFIRMATORY_DISCORDANT = 25
_ASSURANCE = 0.9


def mcnemar(b: int, c: int, *, method: McNemarMethod = "exact", name: str = "McNemar") -> Estimate:
    """McNemar's test of as many pairs changing one way as the other.

    Parameters
    ----------
    b, c
        Discordant pairs: action only in the reference (b), only in the comparison (c).
    method
        Which p stands in ``p_value``; both are in ``extra`` (``p_exact``, ``p_midp``).
    name
        Name of the estimate.

    Returns
    -------
    Estimate
        Value (c − b)/(b + c), the net share of discordant pairs that gain the action; statistic
        c. Undefined (``no_discordant_pair``) when b + c = 0.

    Raises
    ------
    UserError
        For negative or fractional counts or an unknown method.

    References
    ----------
    Fagerland, Lydersen & Laake (2013), equations for the exact conditional and the mid-p test.
    """
    b, c = checked_count(b, "b", least=0), checked_count(c, "c", least=0)
    if method not in ("exact", "midp"):
        raise UserError(f"{method!r} is no McNemar method.", next_step="Choose exact or midp.")
    discordant = b + c
    counts = {"discordant": discordant, "b": b, "c": c}
    if discordant == 0:
        return Estimate.undefined(name, "no_discordant_pair", counts=counts, method="McNemar")
    fewer = min(b, c)
    # Whole numbers up to the division: the tail of 2^n equally likely outcomes is counted exactly.
    tail = sum(comb(discordant, i) for i in range(fewer + 1))
    outcomes = 2**discordant
    p = {
        "exact": bounded_p(2 * tail / outcomes),
        "midp": bounded_p((2 * tail - comb(discordant, fewer)) / outcomes),
    }
    return Estimate(
        name=name,
        value=(c - b) / discordant,
        counts=counts,
        p_value=p[method],
        statistic=float(c),
        p_method="exact conditional" if method == "exact" else "mid-p",
        extra={"p_exact": p["exact"], "p_midp": p["midp"]},
        method="McNemar",
    )


def mcnemar_power(
    discordant: int = CONFIRMATORY_DISCORDANT,
    *,
    share: float,
    discordance_rate: float | None = None,
    alpha: float = 0.05,
    method: McNemarMethod = "midp",
    name: str = "McNemar power",
) -> Estimate:
    """Power of McNemar's test given the number of discordant pairs, and the size that yields it.

    Parameters
    ----------
    discordant
        Number n of discordant pairs.
    share
        Probability that a discordant pair gains the action (½ under the null).
    discordance_rate
        Probability π_d that a pair is discordant; with it ``extra`` holds ``size_expected``
        = ceil(n/π_d), which reaches n about half the time, and ``size_assured``, the smallest
        number of pairs that reaches n with probability 0.9.
    alpha
        Two-sided size of the test.
    method
        The p that is compared with `alpha`.
    name
        Name of the estimate.

    Returns
    -------
    Estimate
        Value: the power, conditional on `discordant`.

    Raises
    ------
    UserError
        For a probability outside [0, 1], a rate outside (0, 1], or a count below 1.

    References
    ----------
    Fagerland, Lydersen & Laake (2013); the conditional power sums the binomial probabilities of
    the rejection region.
    """
    n = checked_count(discordant, "discordant")
    _check_probabilities(share, discordance_rate, alpha)
    outcome = np.arange(n + 1)
    rejected = _p_values(n, method) <= alpha
    power = float(binomial_mass(outcome[rejected], n, share).sum())
    extra: dict[str, float] = {
        "size_of_test": float(binomial_mass(outcome[rejected], n, 0.5).sum())
    }
    if discordance_rate is not None:
        extra["size_expected"] = ceil(n / discordance_rate - 1e-9)
        extra["size_assured"] = _assured_size(n, discordance_rate)
    return Estimate(
        name=name,
        value=min(1.0, power),
        counts={"discordant": n},
        extra=extra,
        method=f"conditional on the discordant pairs, {method}",
    )


def _check_probabilities(share: float, rate: float | None, alpha: float) -> None:
    """Refuse what cannot be a probability."""
    if not 0 <= share <= 1 or not 0 < alpha < 1 or not (rate is None or 0 < rate <= 1):
        raise UserError(
            "A probability lies outside its range.",
            next_step="Give share in [0, 1], alpha in (0, 1) and discordance_rate in (0, 1].",
        )


def _p_values(n: int, method: McNemarMethod) -> Floats:
    """Return the p-value of every outcome 0 … n, shape (n + 1,)."""
    results = (mcnemar(n - c, c, method=method).p_value for c in range(n + 1))
    return np.array(list(results), dtype=np.float64)


def _assured_size(discordant: int, rate: float) -> int:
    """Return the smallest number of pairs that yields `discordant` with the assured probability."""
    low, high = discordant, discordant
    while binomial_above(discordant - 1, high, rate) < _ASSURANCE:
        low, high = high, 2 * high
    while low < high:
        middle = (low + high) // 2
        if binomial_above(discordant - 1, middle, rate) >= _ASSURANCE:
            high = middle
        else:
            low = middle + 1
    return low
