"""The coincidences of ratings behind every α: who gave which category to which unit."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from fairmed_core.stats.arrays import Floats

MISSING = -1
_BLOCK_CELLS = 4_000_000


@dataclass(frozen=True)
class UnitTable:
    """The pairable units (two ratings or more) of a reliability matrix.

    Attributes
    ----------
    counts
        Ratings of each unit in each category, sparse, shape (units, categories).
    sizes
        Number of ratings of each unit, shape (units,).
    units, values
        Units and ratings of the whole matrix, pairable or not.
    """

    counts: sparse.csr_array
    sizes: Floats
    units: int
    values: int

    @classmethod
    def from_codes(cls, codes: NDArray[np.int64], categories: int) -> UnitTable:
        """Return the table of a raters × units matrix of category codes, `MISSING` where none."""
        present = codes != MISSING
        pairable = present.sum(axis=0) >= 2
        rows = np.cumsum(pairable) - 1
        _, unit = np.nonzero(present & pairable)
        code = codes[present & pairable]
        shape = (int(pairable.sum()), categories)
        counts = sparse.coo_array((np.ones(len(code)), (rows[unit], code)), shape=shape).tocsr()
        sizes = np.asarray(counts.sum(axis=1), dtype=np.float64)
        return cls(counts, sizes, codes.shape[1], int(present.sum()))

    @property
    def marginals(self) -> Floats:
        """Ratings in each category over the pairable units, shape (categories,)."""
        return np.asarray(self.counts.sum(axis=0), dtype=np.float64)

    @property
    def tally(self) -> dict[str, int]:
        """The counts an Estimate of agreement prints."""
        return {
            "units": self.units,
            "pairable_units": len(self.sizes),
            "values": self.values,
            "pairable_values": int(self.sizes.sum()),
        }

    def unit_disagreement(self, distance: Floats) -> Floats:
        """Return Σ_{i≠j} δ_ij / (m_u − 1) of each unit, shape (units,)."""
        within = np.empty(len(self.sizes))
        rows = max(1, _BLOCK_CELLS // max(1, distance.shape[0]))
        for start in range(0, len(within), rows):
            block = self.counts[start : start + rows]
            within[start : start + rows] = block.multiply(block @ distance).sum(axis=1)
        return within / (self.sizes - 1)

    def pair_coincidences(self) -> tuple[sparse.csr_array, NDArray[np.int64], NDArray[np.int64]]:
        """Return per-unit coincidences of unequal categories, and the categories of each column.

        Shape (units, pairs): ratings in c times ratings in k over (m_u − 1), both orders added.
        """
        first, second = np.triu_indices(self.counts.shape[1], k=1)
        columns = self.counts.tocsc()
        pairs = columns[:, first].multiply(columns[:, second]).tocsr()
        scale = sparse.diags_array(2.0 / (self.sizes - 1))
        return sparse.csr_array(scale @ pairs), first, second
