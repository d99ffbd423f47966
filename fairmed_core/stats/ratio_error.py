"""Jackknife standard errors of a ratio of sums, for all resamples of clusters at once."""

from __future__ import annotations

import numpy as np

from fairmed_core.stats.arrays import Floats
from fairmed_core.stats.products import row_blocks, row_products

_BLOCK_CELLS = 64_000
_NOISE = 1e-13


def ratio_errors(counts: Floats, sums: Floats) -> tuple[Floats, Floats]:
    """Return ratio and delete-one-draw jackknife standard error of each resample.

    Parameters
    ----------
    counts
        How often each of the G clusters was drawn, shape (B, G); every row adds up to G.
    sums
        Numerator and denominator of each cluster, shape (G, 2).

    Returns
    -------
    tuple of ndarray
        Ratio and error, shape (B,) each; NaN where a total, or one without a draw, has no
        denominator. An error that is only rounding is 0.

    References
    ----------
    Efron & Tibshirani (1993), chapter 11: without draw i the ratio N/D becomes
    (N − n_i)/(D − d_i), which is (N/D · d_i − n_i)/(D − d_i) away from it.
    """
    if sums[0, 1] != 0 and np.all(sums[:, 1] == sums[0, 1]):
        return _mean_errors(counts, sums)
    ratio, error = np.empty(len(counts)), np.empty(len(counts))
    for rows in row_blocks(*counts.shape, cells=_BLOCK_CELLS):
        ratio[rows], error[rows] = _block_errors(counts[rows], sums)
    return ratio, error


def _mean_errors(counts: Floats, sums: Floats) -> tuple[Floats, Floats]:
    """Return ratio and error where all clusters have the same denominator: those of a mean."""
    clusters, each = len(sums), sums[0, 1]
    mean = sums[:, 0].mean()
    # Centred first, or the difference of squares below would lose its digits.
    away = sums[:, 0] - mean
    first, second = row_products(counts, np.column_stack([away, away**2])).T
    spread = second - first**2 / clusters
    spread[spread <= _NOISE * clusters * (away**2).max()] = 0
    error = np.sqrt(spread / (clusters * (clusters - 1))) / abs(each)
    return (mean + first / clusters) / each, error


def _block_errors(counts: Floats, sums: Floats) -> tuple[Floats, Floats]:
    """Return ratio and error of a few resamples."""
    top, bottom = np.ascontiguousarray(sums.T)
    numerator, denominator = row_products(counts, sums).T
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.where(denominator == 0, np.nan, numerator / denominator)
        away = (ratio[:, None] * bottom - top) / (denominator[:, None] - bottom)
        weighted = counts * away
        squares = np.einsum("bg,bg->b", weighted, away)
    total = weighted.sum(axis=1)
    lost = np.flatnonzero(~np.isfinite(squares) & ~np.isnan(ratio))
    if len(lost):
        # An undrawn cluster may leave nothing behind; only a drawn one leaves the error undefined.
        kept = np.where(counts[lost] > 0, away[lost], 0.0)
        total[lost] = (counts[lost] * kept).sum(axis=1)
        squares[lost] = np.where(
            np.isfinite(kept).all(axis=1), (counts[lost] * kept**2).sum(axis=1), np.nan
        )
    clusters = len(sums)
    spread = (squares - total**2 / clusters) * ((clusters - 1) / clusters)
    with np.errstate(invalid="ignore"):
        error = np.sqrt(np.maximum(spread, 0))
    noise = _NOISE * np.abs(top).max() * clusters / np.where(denominator == 0, 1, abs(denominator))
    return ratio, np.where(error <= noise, 0.0, error)
