"""Midranks as whole numbers."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Ranks = NDArray[np.int64]


def doubled_ranks(values: NDArray[np.int64] | NDArray[np.float64] | NDArray[np.object_]) -> Ranks:
    """Return twice the midrank of each value, shape (n,): whole numbers even where values tie."""
    _, code, often = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(often)
    return np.asarray((2 * last - often + 1)[code], dtype=np.int64)
