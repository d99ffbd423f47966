"""Resampled totals: clusters drawn with replacement, their sufficient statistics added up.

Every estimand here is a function of sums over clusters. One matrix of draw counts times the
matrix of per-cluster sums gives all resamples at once; a cluster drawn twice counts twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np
from scipy import sparse

from fairmed_core.stats.arrays import Floats
from fairmed_core.stats.products import row_products
from fairmed_core.stats.seeding import Seed, generator_of

ClusterSums = Floats | sparse.csr_array

_BLOCK_CELLS = 4_000_000
_CACHED_CELLS = 150_000


def draw_counts(clusters: int, resamples: int, rng: np.random.Generator) -> Floats:
    """Return how often each cluster is drawn: shape (resamples, clusters), rows sum to clusters."""
    # Small numbers and blocks that fit the processor's cache: drawing is most of the bootstrap.
    small = np.uint16 if clusters <= np.iinfo(np.uint16).max else np.uint32
    drawn = rng.integers(0, clusters, size=(resamples, clusters), dtype=small)
    rows = max(1, _CACHED_CELLS // clusters)
    first = clusters * np.arange(rows)[:, None]
    counts = np.empty((resamples, clusters))
    for start in range(0, resamples, rows):
        block = drawn[start : start + rows]
        tally = np.bincount((block + first[: len(block)]).ravel(), minlength=block.size)
        counts[start : start + rows] = tally.reshape(block.shape)
    return counts


@lru_cache(maxsize=4)
def _seeded_counts(clusters: int, resamples: int, seed: int) -> Floats:
    """Return the counts of a seed; many estimands of one study share them."""
    counts = draw_counts(clusters, resamples, generator_of(seed))
    counts.flags.writeable = False
    return counts


def count_blocks(clusters: int, resamples: int, seed: Seed) -> Iterator[Floats]:
    """Yield the draw counts in blocks of rows small enough for memory."""
    if clusters * resamples <= _BLOCK_CELLS and not isinstance(seed, np.random.Generator):
        yield _seeded_counts(clusters, resamples, int(seed))
        return
    rng = generator_of(seed)
    rows = max(1, _BLOCK_CELLS // clusters)
    for start in range(0, resamples, rows):
        yield draw_counts(clusters, min(rows, resamples - start), rng)


def resampled_totals(sums: ClusterSums, *, resamples: int, seed: Seed) -> Floats:
    """Return the totals of each resample.

    Parameters
    ----------
    sums
        Per-cluster sufficient statistics, shape (clusters, K), dense or sparse.
    resamples
        Number of resamples B.
    seed
        Seed or Generator.

    Returns
    -------
    ndarray
        Shape (B, K).
    """
    blocks = count_blocks(sums.shape[0], resamples, seed)
    if isinstance(sums, np.ndarray):
        return np.concatenate([row_products(counts, sums) for counts in blocks])
    return np.concatenate([np.asarray(counts @ sums) for counts in blocks])
