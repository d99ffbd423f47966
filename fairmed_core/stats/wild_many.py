"""Many restricted wild cluster bootstrap tests with one set of draws."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from fairmed_core.estimate import Estimate
from fairmed_core.stats.arrays import Floats, checked_count, finite_array
from fairmed_core.stats.products import row_blocks
from fairmed_core.stats.pvalues import TIE_TOLERANCE, monte_carlo_p
from fairmed_core.stats.seeding import Seed, recorded_seed
from fairmed_core.stats.wild_cluster import (
    WILD,
    demand_signed,
    estimate_of_test,
    scores_of,
    wild_cluster_test,
)
from fairmed_core.stats.wild_moments import (
    MOST_ENUMERATED,
    POINTS,
    Distribution,
    Scores,
    weight_blocks,
)

_COLUMNS = 40
_BLOCK_CELLS = 12_000


def wild_cluster_tests(
    columns: Floats,
    *,
    resamples: int = 9_999,
    distribution: Distribution = "webb",
    signed: bool = False,
    seed: int = 0,
    name: str = "mean over clusters",
    unit: str = "rate",
) -> tuple[Estimate, ...]:
    """Restricted wild cluster bootstrap tests of several means over equally many clusters.

    Parameters
    ----------
    columns
        One number per cluster and mean, shape (G, K); clusters weigh the same.
    resamples, distribution, signed, seed, name, unit
        As in `wild_cluster_test`; the null value of each mean is 0.

    Returns
    -------
    tuple of Estimate
        For each column what `wild_cluster_test` gives with the same seed.

    Raises
    ------
    UserError
        As in `wild_cluster_test`.

    References
    ----------
    Cameron, Gelbach & Miller (2008), section 4; Webb (2023).
    """
    demand_signed(name, signed=signed)
    values = finite_array(columns, "columns", dimensions=(2,))
    resamples = checked_count(resamples, "resamples")
    clusters = len(values)
    if len(POINTS[distribution]) ** clusters <= MOST_ENUMERATED:
        return tuple(
            wild_cluster_test(
                column, distribution=distribution, signed=True, seed=seed, name=name, unit=unit
            )
            for column in np.ascontiguousarray(values.T)
        )
    weight = np.ones(clusters)
    scores = [
        scores_of(column, weight, name=name, unit=unit) for column in np.ascontiguousarray(values.T)
    ]
    tested = {at: one.t(0.0) for at, one in enumerate(scores) if isinstance(one, Scores)}
    statistics = np.array(list(tested.values()))
    extreme = _count_extreme(values[:, list(tested)], statistics, distribution, resamples, seed)
    p_values = dict(zip(tested, extreme, strict=True))
    return tuple(
        one
        if isinstance(one, Estimate)
        else estimate_of_test(
            one,
            0.0,
            monte_carlo_p(p_values[at], resamples),
            name=name,
            unit=unit,
            draws=resamples,
            p_method=f"{WILD}, {distribution}, {resamples} draws",
            seed=recorded_seed(seed),
        )
        for at, one in enumerate(scores)
    )


def _count_extreme(
    values: Floats, statistics: Floats, distribution: Distribution, resamples: int, seed: Seed
) -> Sequence[int]:
    """Return for each column (G, K) how many draws give |t*| ≥ |t|, ties counted."""
    clusters = len(values)
    # Compared as d*² ≥ t² V*, never divided: V* = 0 with d* ≠ 0 is extreme.
    bound = (statistics * (1 - TIE_TOLERANCE)) ** 2 * clusters / (clusters - 1)
    extreme = np.zeros(values.shape[1], dtype=np.int64)
    for drawn, _ in weight_blocks(distribution, resamples, clusters, seed):
        for rows in row_blocks(len(drawn), clusters, cells=_BLOCK_CELLS):
            block = drawn[rows]
            squared = np.square(block)
            for first in range(0, values.shape[1], _COLUMNS):
                some = slice(first, first + _COLUMNS)
                sums = np.square(block @ values[:, some])
                squares = squared @ np.square(values[:, some]) - sums / clusters
                extreme[some] += np.count_nonzero(sums >= bound[some] * squares, axis=0)
    return [int(count) for count in extreme]
