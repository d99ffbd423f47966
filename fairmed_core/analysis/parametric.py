"""Parametric resampling: the aggregation curve that independent draws would give."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from fairmed_core.analysis.aggregation import VoteCells, split_counts, vote_cells
from fairmed_core.analysis.pairs import share
from fairmed_core.analysis.settings import ONLY, STANDARD, Setting
from fairmed_core.estimate import Estimate, Interval
from fairmed_core.stats.bootstrap import central_quantiles
from fairmed_core.stats.distributions import binomial_mass
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
    alike = _alike(vote_cells(cells, condition, action))
    positives = np.array([one.positives for one in alike], dtype=np.float64)
    draws = np.array([one.draws for one in alike], dtype=np.float64)
    variants = {"observed": positives / draws, "jeffreys": (positives + 0.5) / (draws + 1)}
    curves: dict[str, Estimate] = {}
    for variant, rates in variants.items():
        drawn = _drawn(alike, rates, simulations, np.random.default_rng(seed))
        for size in sizes:
            curves[f"{variant}, votes of {size}"] = _point(
                f"{action or 'all actions'}, {variant} rates, votes of {size}",
                _exact_mean(alike, rates, size),
                _simulated(alike, drawn, size, simulations),
                cells=sum(one.cells for one in alike),
                level=level,
                seed=seed,
            )
    return curves


@dataclass(frozen=True)
class _Alike:
    """Cells that have equal numbers of positive, valid and missing draws."""

    positives: int
    draws: int
    missing: int
    cells: int


def _alike(votes: VoteCells) -> list[_Alike]:
    """Return the cells with a valid draw in groups: equal cells have equal chances."""
    draws = votes.positives + votes.negatives
    triples = np.stack([votes.positives, draws, votes.missing], axis=-1)[draws > 0]
    distinct, often = np.unique(triples.astype(np.int64), axis=0, return_counts=True)
    groups = np.column_stack([distinct, often]).tolist()
    return [_Alike(k, r, missing, cells) for k, r, missing, cells in groups]


def _drawn(
    alike: Sequence[_Alike], rates: Floats, simulations: int, rng: np.random.Generator
) -> list[Codes]:
    """Return per group how many of its cells got each number of positives (simulations, R + 1)."""
    drawn: list[Codes] = []
    for one, rate in zip(alike, rates.tolist(), strict=True):
        chances = binomial_mass(np.arange(one.draws + 1), one.draws, rate)
        drawn.append(rng.multinomial(one.cells, chances / chances.sum(), size=simulations))
    return drawn


def _simulated(
    alike: Sequence[_Alike], drawn: Sequence[Codes], size: int, simulations: int
) -> Floats:
    """Return the flip rate of votes in each simulated set of draws, NaN where no split votes."""
    total = voting = np.zeros(simulations)
    for one, counts in zip(alike, drawn, strict=True):
        splits = [split_counts(k, one.draws - k, one.missing, size) for k in range(one.draws + 1)]
        votes = np.array([every > 0 for _, every in splits])
        table = np.array([flips / every if every else 0.0 for flips, every in splits])
        total = total + counts @ table
        voting = voting + counts @ votes
    return np.where(voting > 0, share(total, voting), np.nan)


def _exact_mean(alike: Sequence[_Alike], rates: Floats, size: int) -> float | None:
    """Return Σ 2π(1 − π)/cells, None without cells."""
    if not alike:
        return None
    majority = majority_probability(rates, votes=size)
    cells = np.array([one.cells for one in alike])
    return float(np.average(2 * majority * (1 - majority), weights=cells))


def _point(
    name: str, mean: float | None, simulated: Floats, *, cells: int, level: float, seed: int
) -> Estimate:
    counts = {"cells": cells, "simulations": len(simulated)}
    known = simulated[~np.isnan(simulated)]
    if mean is None or not len(known):
        return Estimate.undefined(name, "too_few_draws", counts=counts, method=METHOD)
    low, high = central_quantiles(known, level)
    return Estimate(
        name=name,
        value=mean,
        interval=Interval(low, high, level, "central share of simulated curves"),
        counts=counts,
        method=METHOD,
        seed=seed,
        notes=(NO_EVIDENCE,),
    )
