"""Sums over pairs of draws, for all cells at once, from what each draw contributes.

Arrays end in the replicate axis; missing draws contribute 0. A cross pair takes one draw of each
condition, a replicate pair two draws of one.
"""

from __future__ import annotations

import numpy as np

from fairmed_core.trajectories.cells import Bools, Floats

Summand = Bools | Floats


def cross_sum(left: Summand, right: Summand, *, shared_seeds: bool = False) -> Floats:
    """Return Σ left_i · right_j over cross pairs (i, j), per cell.

    With shared seeds the pairs of equal replicate position are left out.
    """
    a = np.asarray(left, dtype=np.float64)
    b = np.asarray(right, dtype=np.float64)
    total: Floats = a.sum(axis=-1) * b.sum(axis=-1)
    return total - (a * b).sum(axis=-1) if shared_seeds else total


def unordered_pairs(counts: Floats) -> Floats:
    """Return C(n, 2)."""
    pairs: Floats = counts * (counts - 1) / 2
    return pairs


def replicate_flips(yes: Bools, no: Bools) -> tuple[Floats, Floats]:
    """Return per cell how many replicate pairs differ, and how many there are."""
    k = yes.sum(axis=-1).astype(np.float64)
    n = no.sum(axis=-1).astype(np.float64)
    return k * n, unordered_pairs(k + n)


def share(part: Floats, whole: Floats) -> Floats:
    """Return part ÷ whole, 0 where the whole is 0 (such cells carry nothing)."""
    empty = whole == 0
    quotient: Floats = np.where(empty, 0.0, part / np.where(empty, 1.0, whole))
    return quotient


def cross_distances(left: Floats, right: Floats, *, shared_seeds: bool = False) -> Floats:
    """Return |left_i − right_j| as (..., R, R), NaN where a draw is missing or left out."""
    distance: Floats = np.abs(left[..., :, None] - right[..., None, :])
    if shared_seeds:
        size = min(distance.shape[-2:])
        distance[..., np.arange(size), np.arange(size)] = np.nan
    return distance


def mean_over_pairs(distance: Floats) -> tuple[Floats, Floats]:
    """Return per cell the mean over defined pairs (0 where none) and how many there are."""
    defined = ~np.isnan(distance)
    count = defined.sum(axis=(-2, -1)).astype(np.float64)
    total = np.where(defined, distance, 0.0).sum(axis=(-2, -1))
    return share(total, count), count


def upper_pairs(distance: Floats) -> Floats:
    """Return a (..., R, R) array with each unordered pair kept once and the diagonal dropped."""
    size = distance.shape[-1]
    lower = np.tril(np.ones((size, size), dtype=np.bool_))
    kept: Floats = np.where(lower, np.nan, distance)
    return kept
