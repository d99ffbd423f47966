"""Aggregation: how often majority votes of repeated draws still differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import comb

import numpy as np

from fairmed_core.analysis.actions import actions, find_action
from fairmed_core.analysis.floor import taken_cube
from fairmed_core.analysis.ratio import Described, ratio_of_sums
from fairmed_core.analysis.settings import ONLY, STANDARD, Resampling, Setting
from fairmed_core.errors import UserError
from fairmed_core.estimate import Estimate
from fairmed_core.stats.bootstrap import cluster_bootstrap
from fairmed_core.trajectories.cells import Bools, Cells, Floats
from fairmed_core.trajectories.table import Trajectories

Splits = tuple[int, int]


@dataclass(frozen=True)
class VoteCells:
    """Draws of cells: positives, negatives and missing positions, arrays of (A, V)."""

    positives: Floats
    negatives: Floats
    missing: Floats


def aggregation_curve(
    trajectories: Trajectories,
    *,
    setting: Setting = ONLY,
    action: str | None = None,
    sizes: Sequence[int] = (1, 3, 5),
    resampling: Resampling = STANDARD,
) -> Mapping[str, Estimate]:
    """Flip rate between majority votes of disjoint groups of identical draws.

    Parameters
    ----------
    trajectories, setting, resampling
        As in `instability_floor`.
    action
        One yes/no action; None pools all of them.
    sizes
        Odd group sizes k; a cell of R positions needs 2k ≤ R.

    Returns
    -------
    mapping
        ``votes of K`` → mean over cells of the share of disjoint splits whose majorities differ,
        and ``reduction at K`` = 1 − f_K/f_1 over the cells that have both. Every split of the R
        positions into two groups of K is counted (exactly, by composition). A group votes with
        its valid draws; a tied or empty group drops the split for that cell. Counts:
        ``vignettes``, ``cells``, ``splits``, ``flips``. Undefined with ``too_few_draws``, a
        reduction also with ``no_flip``.

    Raises
    ------
    UserError
        An even size, or one below 1.

    References
    ----------
    arXiv 2609.03221, aggregation of repeated draws by majority vote.
    """
    even = [size for size in sizes if size < 1 or size % 2 == 0]
    if even:
        raise UserError(
            f"A group of {even[0]} has no sure majority.", next_step="Choose odd group sizes."
        )
    cells, condition = setting.cells(trajectories)
    votes = vote_cells(cells, condition, action)
    title = action or "all actions"
    shares = {size: _split_shares(votes, size) for size in {1, *sizes}}
    curve = {
        f"votes of {size}": _point(
            f"flip rate of {title}, votes of {size}", shares[size], resampling
        )
        for size in sizes
    }
    for size in sizes:
        if size > 1:
            name = f"reduction of the flip rate of {title} at votes of {size}"
            curve[f"reduction at {size}"] = _reduction(
                name, shares[1].rates, shares[size].rates, resampling
            )
    return curve


def vote_cells(cells: Cells, condition: str, action: str | None) -> VoteCells:
    """Return the draws of one action, or of all, in one condition."""
    chosen = actions(cells.space) if action is None else (find_action(cells.space, action),)
    taken, not_taken = taken_cube(cells, condition, chosen)
    yes = taken.sum(axis=-1).astype(np.float64)
    no = not_taken.sum(axis=-1).astype(np.float64)
    present = cells.present[:, cells.condition(condition), :].sum(axis=-1)
    return VoteCells(yes, no, present - yes - no)


@lru_cache(maxsize=100_000)
def split_counts(positives: int, negatives: int, missing: int, size: int) -> Splits:
    """Return how many splits into two disjoint groups differ in majority, and how many vote.

    Counted by composition instead of one by one: a group of `size` positions holds p positives
    and n negatives, the rest missing; it votes unless p = n.
    """
    differing = voting = 0
    for p, n, ways in _groups(positives, negatives, missing, size):
        left = (positives - p, negatives - n, missing - (size - p - n))
        for q, m, others in _groups(*left, size):
            if p == n or q == m:
                continue
            voting += ways * others
            differing += ways * others * ((p > n) != (q > m))
    return differing // 2, voting // 2


def _groups(positives: int, negatives: int, missing: int, size: int) -> list[tuple[int, int, int]]:
    """Return the compositions (positives, negatives, ways) of a group."""
    return [
        (p, n, comb(positives, p) * comb(negatives, n) * comb(missing, size - p - n))
        for p in range(min(size, positives) + 1)
        for n in range(min(size - p, negatives) + 1)
        if size - p - n <= missing
    ]


@dataclass(frozen=True)
class _Shares:
    """Per cell (A, V): share of splits that differ (NaN where none votes), and the counts."""

    rates: Floats
    differing: int
    splits: int


def _split_shares(votes: VoteCells, size: int) -> _Shares:
    shape = votes.positives.shape
    triples = np.stack([votes.positives, votes.negatives, votes.missing], axis=-1)
    distinct, back = np.unique(triples.reshape(-1, 3), axis=0, return_inverse=True)
    counted = [split_counts(int(p), int(n), int(u), size) for p, n, u in distinct]
    rates = np.array([flips / total if total else np.nan for flips, total in counted])
    often = np.bincount(back, minlength=len(counted)).tolist()
    return _Shares(
        rates=rates[back].reshape(shape),
        differing=sum(flips * times for (flips, _), times in zip(counted, often, strict=True)),
        splits=sum(total * times for (_, total), times in zip(counted, often, strict=True)),
    )


def _point(name: str, shares: _Shares, resampling: Resampling) -> Estimate:
    defined = ~np.isnan(shares.rates)
    about = Described(
        name,
        method="mean over cells of the share of disjoint splits whose majorities differ",
        rate=True,
        counts={
            "cells": int(defined.sum()),
            "splits": shares.splits,
            "flips": shares.differing,
        },
    )
    return ratio_of_sums(
        np.where(defined, shares.rates, 0.0).sum(axis=0),
        defined.sum(axis=0).astype(np.float64),
        _any_action(defined),
        about=about,
        resampling=resampling,
        reason="too_few_draws",
    )


def _reduction(name: str, single: Floats, voted: Floats, resampling: Resampling) -> Estimate:
    both = ~np.isnan(single) & ~np.isnan(voted)
    before = np.where(both, single, 0.0).sum(axis=0)
    after = np.where(both, voted, 0.0).sum(axis=0)
    carrying = _any_action(both)
    counts = {"vignettes": int(carrying.sum()), "cells": int(both.sum())}
    method = "1 − flip rate of votes ÷ flip rate of single draws, over cells that have both"
    if not both.any() or before.sum() == 0:
        reason = "no_flip" if both.any() else "too_few_draws"
        return Estimate.undefined(name, reason, counts=counts, method=method)
    found = cluster_bootstrap(
        np.column_stack([before - after, before])[carrying],
        resamples=resampling.resamples,
        level=resampling.level,
        seed=resampling.seed,
        name=name,
    )
    return replace(found, counts={**counts, **found.counts}, method=method)


def _any_action(cells: Bools) -> Bools:
    """Return which vignettes have a cell of any action."""
    found: Bools = np.any(cells, axis=0)
    return found
