"""Tails, quantiles and masses of the distributions the tests rest on, from special functions.

`scipy.stats` gives the same numbers, but loading it takes longer than a whole floor report.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from fairmed_core.stats.arrays import Floats


def t_quantile(probability: float, freedom: float) -> float:
    """Return the quantile of Student's t."""
    return float(special.stdtrit(freedom, probability))


def t_tail(value: float, freedom: float) -> float:
    """Return P(T > value) of Student's t."""
    return float(special.stdtr(freedom, -value))


def normal_quantile(probability: float) -> float:
    """Return the quantile of the standard normal distribution."""
    return float(special.ndtri(probability))


def normal_tail(value: float) -> float:
    """Return P(Z > value) of the standard normal distribution."""
    return float(special.ndtr(-value))


def binomial_mass(count: ArrayLike, trials: int, chance: ArrayLike) -> Floats:
    """Return P(X = count) of a binomial X; arrays are broadcast."""
    k, p = np.asarray(count, dtype=np.float64), np.asarray(chance, dtype=np.float64)
    ways = special.gammaln(trials + 1) - special.gammaln(k + 1) - special.gammaln(trials - k + 1)
    return np.asarray(np.exp(ways + special.xlogy(k, p) + special.xlog1py(trials - k, -p)))


def binomial_above(count: int, trials: int, chance: ArrayLike) -> Floats:
    """Return P(X > count) of a binomial X, for 0 ≤ count < trials."""
    # The number of successes exceeds count when the (count + 1)-th smallest of as many uniform
    # numbers lies below the chance.
    p = np.asarray(chance, dtype=np.float64)
    return np.asarray(special.betainc(count + 1, trials - count, p))
