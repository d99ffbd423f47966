"""α as a function of sums over units: what the estimate, its resamples and leave-outs share.

A model holds, per pairable unit, the sums that α needs, and turns totals of them into observed
and expected disagreement. Expected disagreement is computed anew from every set of totals.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from fairmed_core.stats.arrays import Floats
from fairmed_core.stats.coincidence import UnitTable
from fairmed_core.stats.resampling import ClusterSums
from fairmed_core.stats.set_distances import ValueSet, distance_matrix

_BLOCK_CELLS = 2_000_000

Disagreement = tuple[Floats, Floats]


@dataclass(frozen=True)
class AlphaModel:
    """Sums per pairable unit, shape (units, K), and totals (..., K) to (Do, De)."""

    table: UnitTable
    sums: ClusterSums
    disagreement: Callable[[Floats], Disagreement]

    @property
    def totals(self) -> Floats:
        """The sums over all units, shape (K,)."""
        return np.asarray(self.sums.sum(axis=0), dtype=np.float64)

    def alpha(self, totals: Floats) -> Floats:
        """Return 1 − Do/De, NaN where nothing varies."""
        observed, expected = self.disagreement(totals)
        constant = ~(expected > 0)
        return np.asarray(
            np.where(constant, np.nan, 1 - observed / np.where(constant, 1.0, expected))
        )


def fixed_distance_model(table: UnitTable, distance: Floats) -> AlphaModel:
    """Return the model of a distance that does not depend on the marginals."""

    def disagreement(totals: Floats) -> Disagreement:
        within, size, marginals = totals[..., 0], totals[..., 1], totals[..., 2:]
        between = ((marginals @ distance) * marginals).sum(axis=-1)
        return _ratio(within, size), _ratio(between, size * (size - 1))

    head = np.column_stack([table.unit_disagreement(distance), table.sizes])
    return AlphaModel(table, _beside(head, table.counts), disagreement)


def ordinal_model(table: UnitTable) -> AlphaModel:
    """Return the model of the ordinal distance, which is made of the marginals themselves.

    δ_ck = (G_c − G_k)², G the mid-cumulative count of a category (Krippendorff 2011, section D).
    """
    coincidences, first, second = table.pair_coincidences()
    pairs = coincidences.shape[1]

    def disagreement(totals: Floats) -> Disagreement:
        together, marginals = totals[..., :pairs], totals[..., pairs:]
        size = marginals.sum(axis=-1)
        middle = np.cumsum(marginals, axis=-1) - marginals / 2
        apart = (middle[..., first] - middle[..., second]) ** 2
        spread = (marginals * (middle - size[..., None] / 2) ** 2).sum(axis=-1)
        return _ratio((together * apart).sum(axis=-1), size), _ratio(2 * spread, size - 1)

    return AlphaModel(table, _beside(coincidences, table.counts), disagreement)


def multi_valued_nominal_model(table: UnitTable, sets: Sequence[ValueSet]) -> AlphaModel:
    """Return the nominal α for multi-valued data.

    Observed disagreement is the Dice distance; expected disagreement draws two sets of the observed
    sizes, each value with weight n_c, a value already drawn once with n_c − 1 (Krippendorff &
    Craggs 2016, equations for mvDe).
    """
    values = sorted(set().union(*sets), key=repr)
    holds = np.array([[value in held for value in values] for held in sets], dtype=np.float64)
    holds = holds.reshape(len(sets), len(values))
    sizes = sorted({len(held) for held in sets})
    of_size = np.array([[len(held) == size for size in sizes] for held in sets], dtype=np.float64)
    of_size = of_size.reshape(len(sets), len(sizes))

    def disagreement(totals: Floats) -> Disagreement:
        within, size, marginals = totals[..., 0], totals[..., 1], totals[..., 2:]
        share = _ratio(marginals @ of_size, size[..., None])
        flat = (marginals @ holds).reshape(size.size, len(values))
        shares = share.reshape(size.size, len(sizes))
        rows = max(1, _BLOCK_CELLS // (sizes[-1] + 1) ** 3) if sizes else 1
        expected = [
            _expected_multi_valued(flat[start : start + rows], shares[start : start + rows], sizes)
            for start in range(0, len(flat), rows)
        ]
        return _ratio(within, size), np.concatenate(expected).reshape(size.shape)

    distance = distance_matrix(sets, distance="dice")
    head = np.column_stack([table.unit_disagreement(distance), table.sizes])
    return AlphaModel(table, _beside(head, table.counts), disagreement)


def _expected_multi_valued(counts: Floats, shares: Floats, sizes: Sequence[int]) -> Floats:
    """Return De from counts of sets holding each value (rows, V) and shares of sizes (rows, S)."""
    largest = sizes[-1] if sizes else 0
    scale = np.maximum(counts.max(axis=1, initial=0), 1)[:, None]
    # Coefficient [s, t, j]: weight of all pairs of sets of sizes s and t that share j values.
    weight = np.zeros((len(counts), largest + 1, largest + 1, largest + 1))
    weight[:, 0, 0, 0] = 1
    once, twice = counts / scale, counts * (counts - 1) / scale**2
    for column in range(counts.shape[1]):
        one = once[:, column, None, None, None]
        two = twice[:, column, None, None, None]
        step = weight.copy()
        step[:, 1:] += one * weight[:, :-1]
        step[:, :, 1:] += one * weight[:, :, :-1]
        step[:, 1:, 1:, 1:] += two * weight[:, :-1, :-1, :-1]
        weight = step
    shared = np.arange(largest + 1)
    expected = np.zeros(len(counts))
    for a, first in enumerate(sizes):
        for b, second in enumerate(sizes):
            distance = 1 - 2 * shared / (first + second) if first + second else np.zeros(1)
            pairs = weight[:, first, second, :]
            mean = _ratio(pairs[:, : len(distance)] @ distance, pairs.sum(axis=1))
            expected += shares[:, a] * shares[:, b] * np.nan_to_num(mean)
    return expected


def _beside(head: ClusterSums, counts: sparse.csr_array) -> ClusterSums:
    """Return the columns side by side, dense where that is small."""
    joined = sparse.csr_array(sparse.hstack([sparse.csr_array(head), counts]))
    return np.asarray(joined.toarray()) if joined.shape[1] <= 64 else joined


def _ratio(numerator: Floats, denominator: Floats) -> Floats:
    """Return the quotient, NaN where the denominator is not positive."""
    empty = ~(denominator > 0)
    return np.asarray(np.where(empty, np.nan, numerator / np.where(empty, 1.0, denominator)))
