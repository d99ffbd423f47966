"""The probability that a majority of independent votes falls on one side."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from fairmed_core.errors import UserError
from fairmed_core.stats.arrays import Floats, checked_count
from fairmed_core.stats.distributions import binomial_above, binomial_mass


def majority_probability(p: ArrayLike, *, votes: int) -> Floats:
    """Probability that more than half of independent votes are positive.

    Parameters
    ----------
    p
        Probability of a positive vote, any shape.
    votes
        Number k of votes; for even k a tie counts half.

    Returns
    -------
    ndarray
        P(Bin(k, p) > k/2) + ½ P(Bin(k, p) = k/2), the shape of `p`.

    Raises
    ------
    UserError
        For a probability outside [0, 1] or fewer than one vote.

    References
    ----------
    Condorcet (1785); with half-credit ties an even k equals k − 1.
    """
    votes = checked_count(votes, "votes")
    chance = np.asarray(p, dtype=np.float64)
    if not np.all((chance >= 0) & (chance <= 1)):
        raise UserError("A vote's probability lies outside [0, 1].", next_step="Correct it.")
    tied = binomial_mass(votes // 2, votes, chance) if votes % 2 == 0 else 0.0
    return np.asarray(binomial_above(votes // 2, votes, chance) + tied / 2)
