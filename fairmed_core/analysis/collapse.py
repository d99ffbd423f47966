"""Collapsed cells: the unique most frequent valid value of a cell's draws."""

from __future__ import annotations

import numpy as np

from fairmed_core.trajectories.cells import Bools, Floats

COLLAPSED_NOTE = (
    "Majority voting removes differences on one side of one half and exaggerates those across "
    "it; read the replicate-level rate first."
)


def modal_values(values: Floats) -> Floats:
    """Return the unique most frequent value per cell as (..., 1); NaN when tied or empty."""
    levels, counts = _level_counts(values)
    if not len(levels):
        return np.full((*values.shape[:-1], 1), np.nan)
    most = counts.max(axis=0)
    unique = ((counts == most).sum(axis=0) == 1) & (most > 0)
    modal: Floats = np.where(unique, levels[counts.argmax(axis=0)], np.nan)
    return modal[..., None]


def modal_taken(yes: Bools, no: Bools) -> tuple[Bools, Bools]:
    """Return the majority of a yes/no action per cell as (..., 1) pairs; a tie is neither."""
    k, n = yes.sum(axis=-1), no.sum(axis=-1)
    return (k > n)[..., None], (n > k)[..., None]


def any_draw(present: Bools) -> Bools:
    """Return per cell whether it has a draw, as (..., 1)."""
    found: Bools = np.any(present, axis=-1, keepdims=True)
    return found


def mean_agreement(values: Floats) -> float | None:
    """Return the mean over cells of the share of draws equal to the most frequent value."""
    _, counts = _level_counts(values)
    valid = (~np.isnan(values)).sum(axis=-1)
    if not valid.any():
        return None
    return float((counts.max(axis=0)[valid > 0] / valid[valid > 0]).mean())


def _level_counts(values: Floats) -> tuple[Floats, Floats]:
    """Return the distinct valid values (L,) and how often each occurs per cell (L, ...)."""
    levels = np.unique(values[~np.isnan(values)])
    counts = np.array([(values == level).sum(axis=-1) for level in levels], dtype=np.float64)
    return levels, counts
