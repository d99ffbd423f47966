"""Parametric resampling: the aggregation curve that independent draws would give."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from fairmed_core.analysis.aggregation import split_counts, vote_cells
from fairmed_core.analysis.pairs import share
from fairmed_core.analysis.settings import ONLY, STANDARD, Setting
from fairmed_core.estimate import Estimate, Interval
from fairmed_core.stats.majority import majority_probability
from fairmed_core.trajectories.cells import Codes, Floats
from fairmed_core.trajectories.table import Trajectories

METHOD = "exact mean Σ 2π(1 − π)/cells, curves simulated from each cell's rate"
NO_EVIDENCE = (
    "Agreement with this curve does not show that draws are independent: the observed curve "
    "depends on the counts of each cell alone."
)


def parametric_resampling(
    trajectories: Trajectories,
    *,
    setting: Setting = ONLY,
    action: str | None = None,
    sizes: Sequence[int] = (1, 3, 5),
    simulations: int = 2_000,
    level: float = 0.95,
    seed: int = STANDARD.seed,
) -> Mapping[str, Estimate]:
    """Flip rate of majority votes if each cell's draws were independent at its observed rate.

    Parameters
    ----------
    trajectories, setting, action, sizes
        As in `aggregation_curve`.
    simulations
        Simulated curves for the central interval.
    level
        Share of simulated curves inside the interval.
    seed
        Of the simulation.

    Returns
    -------
    mapping
        ``observed, votes of K`` and ``jeffreys, votes of K`` → exact mean Σ 2π(1 − π)/cells with
        π the probability that K draws have a positive majority at rate j/R, or at the Jeffreys
        rate (j + ½)/(R + 1). The interval holds the central share of the curves of simulated
        data sets (as many draws in each cell as observed). Undefined with ``too_few_draws``.

    References
    ----------
    arXiv 2609.03221, null simulation of the aggregation curve; Jeffreys (1946) for the rate.
    """
    cells, condition = setting.cells(trajectories)
    votes = vote_cells(cells, condition, action)
    positives, draws = votes.positives.ravel(), (votes.positives + votes.negatives).ravel()
    kept = draws > 0
    positives, draws, missing = positives[kept], draws[kept], votes.missing.ravel()[kept]
    variants = {"observed": positives / draws, "jeffreys": (positives + 0.5) / (draws + 1)}
    curves: dict[str, Estimate] = {}
    for variant, rates in variants.items():
        generator = np.random.default_rng(seed)
        drawn = generator.binomial(draws.astype(np.int64), rates, size=(simulations, len(rates)))
        for size in sizes:
            curves[f"{variant}, votes of {size}"] = _point(
                f"{action or 'all actions'}, {variant} rates, votes of {size}",
                rates,
                _simulated(drawn, draws, missing, size),
                size=size,
                level=level,
                seed=seed,
            )
    return curves


def _simulated(drawn: Codes, draws: Floats, missing: Floats, size: int) -> Floats:
    """Return the flip rate of votes in each simulated set of draws, NaN where no split votes."""
    rates = np.full(drawn.shape, np.nan)
    for r, u in np.unique(np.stack([draws, missing], axis=1), axis=0).astype(np.int64).tolist():
        counted = [split_counts(k, r - k, u, size) for k in range(r + 1)]
        table = np.array([flips / total if total else np.nan for flips, total in counted])
        same = (draws == r) & (missing == u)
        rates[:, same] = table[drawn[:, same]]
    defined = ~np.isnan(rates)
    counted_cells = defined.sum(axis=1).astype(np.float64)
    means: Floats = share(np.where(defined, rates, 0.0).sum(axis=1), counted_cells)
    return np.where(counted_cells > 0, means, np.nan)


def _point(
    name: str, rates: Floats, simulated: Floats, *, size: int, level: float, seed: int
) -> Estimate:
    counts = {"cells": len(rates), "simulations": len(simulated)}
    known = simulated[~np.isnan(simulated)]
    if not len(known):
        return Estimate.undefined(name, "too_few_draws", counts=counts, method=METHOD)
    majority = majority_probability(rates, votes=size)
    tail = (1 - level) / 2
    low, high = np.quantile(known, [tail, 1 - tail], method="linear")
    return Estimate(
        name=name,
        value=float((2 * majority * (1 - majority)).mean()),
        interval=Interval(float(low), float(high), level, "central share of simulated curves"),
        counts=counts,
        method=METHOD,
        seed=seed,
        notes=(NO_EVIDENCE,),
    )
