"""Distances between sets of values, for agreement on set-valued ratings."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from typing import Literal, get_args

import numpy as np

from fairmed_core.errors import UserError
from fairmed_core.stats.arrays import Floats

SetDistance = Literal["jaccard", "dice", "masi", "hamming", "set_nominal"]
SET_DISTANCES: tuple[SetDistance, ...] = get_args(SetDistance)

Value = Hashable
ValueSet = frozenset[Value]


def set_distance(
    a: Collection[Value],
    b: Collection[Value],
    *,
    distance: SetDistance = "jaccard",
    universe: Collection[Value] | None = None,
) -> float:
    """Distance δ between two sets of values.

    Parameters
    ----------
    a, b
        The sets; both empty: 0, one empty: 1 (Hamming: |A △ B| / K).
    distance
        ``jaccard`` 1 − |A∩B|/|A∪B|; ``dice`` 1 − 2|A∩B|/(|A|+|B|); ``masi`` 1 − J·M with
        M = 1, 2/3, 1/3, 0 for equal, nested, overlapping, disjoint sets; ``hamming`` |A △ B|/K;
        ``set_nominal`` 0 for equal sets, else 1.
    universe
        All K values a set can hold; needed by ``hamming`` alone.

    Returns
    -------
    float
        Between 0 and 1.

    Raises
    ------
    UserError
        For an unknown distance, ``hamming`` without a universe, or a value outside it.

    References
    ----------
    Passonneau (2006), section 3 (Jaccard, MASI); Dice (1945); Artstein & Poesio (2008), 4.4.
    """
    matrix = distance_matrix([frozenset(a), frozenset(b)], distance=distance, universe=universe)
    return float(matrix[0, 1])


def distance_matrix(
    sets: Sequence[ValueSet],
    *,
    distance: SetDistance,
    universe: Collection[Value] | None = None,
) -> Floats:
    """Return the matrix of distances between all `sets`, shape (sets, sets)."""
    if distance not in SET_DISTANCES:
        raise UserError(
            f"{distance!r} is not a distance between sets.",
            next_step=f"Choose one of {', '.join(SET_DISTANCES)}.",
        )
    held = set().union(*sets)
    if universe is not None and not held <= set(universe):
        outside = sorted(map(str, held - set(universe)))
        raise UserError(
            f"A set holds values outside the declared universe: {', '.join(outside)}.",
            next_step="Declare every value a set can hold.",
        )
    column = {value: index for index, value in enumerate(held)}
    member = np.zeros((len(sets), len(held)))
    for row, values in enumerate(sets):
        member[row, [column[value] for value in values]] = 1
    shared = member @ member.T
    size = member.sum(axis=1)
    if distance == "hamming":
        return _hamming(shared, size, universe)
    return _normalised(shared, size, distance)


def _hamming(shared: Floats, size: Floats, universe: Collection[Value] | None) -> Floats:
    """Return |A △ B| over the number of values a set can hold."""
    if not universe:
        raise UserError(
            "The Hamming distance needs all the values a set can hold.",
            next_step="Pass them as `universe`.",
        )
    return (size[:, None] + size[None, :] - 2 * shared) / len(set(universe))


def _normalised(shared: Floats, size: Floats, distance: SetDistance) -> Floats:
    """Return the distances that need no universe."""
    total = size[:, None] + size[None, :]
    union = total - shared
    equal = union == shared  # holds for two empty sets too
    jaccard = np.where(equal, 1.0, shared / np.where(union == 0, 1.0, union))
    if distance == "jaccard":
        return 1 - jaccard
    if distance == "dice":
        return 1 - np.where(equal, 1.0, 2 * shared / np.where(total == 0, 1.0, total))
    if distance == "set_nominal":
        return np.where(equal, 0.0, 1.0)
    nested = shared == np.minimum(size[:, None], size[None, :])
    # Sums of thirds are written as quotients so that 2/3 is the nearest double to two thirds.
    kind = np.where(equal, 3.0, np.where(shared == 0, 0.0, np.where(nested, 2.0, 1.0)))
    return 1 - jaccard * kind / 3
