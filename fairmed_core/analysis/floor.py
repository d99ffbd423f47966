"""The instability floor: how often an action changes when nothing changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from fairmed_core.analysis.actions import Action, actions
from fairmed_core.analysis.flips import POOLED
from fairmed_core.analysis.pairs import replicate_flips, share
from fairmed_core.analysis.ratio import Described, ratio_of_sums
from fairmed_core.analysis.settings import ONLY, STANDARD, Resampling, Setting
from fairmed_core.estimate import Estimate
from fairmed_core.trajectories.cells import Bools, Cells, Floats
from fairmed_core.trajectories.table import Trajectories

READING_RULE = (
    "A flip rate inside the floor is not evidence of no effect: a difference of 0.1 in action "
    "probability adds only 0.01 to it. Use the signed test for direction."
)
FEW_DRAWS = "fewer_than_two_draws"


@dataclass(frozen=True)
class FloorCells:
    """Repeated draws of several actions in one condition, arrays of (A actions, V vignettes).

    Attributes
    ----------
    actions
        The actions of the first axis.
    positives, draws
        k and R: draws in which the action was taken, and valid draws.
    disagreeing, pairs
        Replicate pairs that differ, and replicate pairs.
    """

    actions: tuple[Action, ...]
    positives: Floats
    draws: Floats
    disagreeing: Floats
    pairs: Floats

    @property
    def rates(self) -> Floats:
        """The floor of each cell, k(R − k) / C(R, 2); 0 where R < 2."""
        return share(self.disagreeing, self.pairs)

    def only(self, index: int) -> FloorCells:
        """Return the cells of one action."""
        rows = slice(index, index + 1)
        return FloorCells(
            self.actions[rows],
            self.positives[rows],
            self.draws[rows],
            self.disagreeing[rows],
            self.pairs[rows],
        )


def floor_cells(cells: Cells, condition: str) -> FloorCells:
    """Return the repeated draws of every yes/no action in one condition."""
    found = actions(cells.space)
    yes, no = taken_cube(cells, condition, found)
    disagreeing, pairs = replicate_flips(yes, no)
    positives = yes.sum(axis=-1).astype(np.float64)
    return FloorCells(found, positives, positives + no.sum(axis=-1), disagreeing, pairs)


def taken_cube(cells: Cells, condition: str, chosen: Sequence[Action]) -> tuple[Bools, Bools]:
    """Return where each action was and was not taken in one condition, (A, V, R)."""
    shape = (len(chosen), len(cells.vignettes), len(cells.replicates))
    yes, no = np.zeros(shape, dtype=np.bool_), np.zeros(shape, dtype=np.bool_)
    for at, action in enumerate(chosen):
        yes[at], no[at] = action.taken(cells.draws(action.sub_action.name, condition))
    return yes, no


def instability_floor(
    trajectories: Trajectories, *, setting: Setting = ONLY, resampling: Resampling = STANDARD
) -> Mapping[str, Estimate]:
    """Instability floor of every yes/no action, and pooled over them.

    Parameters
    ----------
    trajectories
        What the agent did.
    setting
        The condition in which the draws were repeated.
    resampling
        Of vignettes, for the percentile interval.

    Returns
    -------
    mapping
        Action name → Estimate, then ``all_actions``. Value: mean of the cell floors
        k(R − k)/C(R, 2) over cells with R ≥ 2; with equal R it is Σ disagreeing ÷ Σ replicate
        pairs. With unequal R the latter is ``extra["weighted_by_comparisons"]``.
        Counts: ``vignettes``, ``cells``, ``pairs``, ``disagreeing``, ``unanimous``,
        ``contested``, ``near_half`` (rate in [0.3, 0.7]), ``ties`` (k = R/2).
        Extra: ``prevalence`` p̄ = Σk/ΣR, ``homogeneous_null`` 2p̄(1 − p̄),
        ``homogeneous_ratio``, ``leave_one_out_low``, ``leave_one_out_high``.
        Undefined (``fewer_than_two_draws``) where no cell has two valid draws.

    Raises
    ------
    UserError
        Unknown condition, or a choice of condition, model, scaffold or arm is needed.

    References
    ----------
    arXiv 2609.03221, per-action instability floor; k(R − k)/C(R, 2) is unbiased for 2p(1 − p).
    """
    cells, condition = setting.cells(trajectories)
    found = floor_cells(cells, condition)
    notes = (f"Decoding configuration: {trajectories.decoding}.", READING_RULE)
    floors = {
        action.name: _floor(found.only(index), f"floor of {action.name}", resampling, notes)
        for index, action in enumerate(found.actions)
    }
    floors[POOLED] = _floor(found, "floor of all actions", resampling, notes)
    return floors


def _floor(
    found: FloorCells, name: str, resampling: Resampling, notes: tuple[str, ...]
) -> Estimate:
    repeated = found.pairs > 0
    numerator = found.rates.sum(axis=0)
    denominator = repeated.sum(axis=0).astype(np.float64)
    estimate = ratio_of_sums(
        numerator,
        denominator,
        denominator > 0,
        about=Described(
            name,
            method="mean over cells of disagreeing replicate pairs",
            rate=True,
            counts=_counts(found),
            notes=notes,
        ),
        resampling=resampling,
        reason=FEW_DRAWS,
    )
    if estimate.value is None:
        return estimate
    companions = _companions(found, estimate.value)
    companions |= _leave_one_out(numerator, denominator)
    return replace(estimate, extra={**estimate.extra, **companions})


def _counts(found: FloorCells) -> dict[str, int]:
    repeated = found.pairs > 0
    k, r = found.positives, found.draws
    near_half = repeated & (3 * r <= 10 * k) & (10 * k <= 7 * r)
    return {
        "cells": int(repeated.sum()),
        "pairs": int(found.pairs.sum()),
        "disagreeing": int(found.disagreeing.sum()),
        "unanimous": int((repeated & (found.disagreeing == 0)).sum()),
        "contested": int((repeated & (found.disagreeing > 0)).sum()),
        "near_half": int(near_half.sum()),
        "ties": int((repeated & (2 * k == r)).sum()),
    }


def _companions(found: FloorCells, value: float) -> dict[str, float]:
    """Return prevalence, the homogeneous-rate null and, with unequal draws, the pooled floor."""
    repeated = found.pairs > 0
    prevalence = float(found.positives[repeated].sum() / found.draws[repeated].sum())
    null = 2 * prevalence * (1 - prevalence)
    numbers = {"prevalence": prevalence, "homogeneous_null": null}
    if null > 0:
        numbers["homogeneous_ratio"] = value / null
    if len(np.unique(found.draws[repeated])) > 1:
        pooled = float(found.disagreeing.sum() / found.pairs.sum())
        numbers["weighted_by_comparisons"] = pooled
    return numbers


def _leave_one_out(numerator: Floats, denominator: Floats) -> dict[str, float]:
    """Return the range of the floor when each vignette in turn is left out."""
    left = denominator.sum() - denominator
    usable = (denominator > 0) & (left > 0)
    if not usable.any():
        return {}
    without = (numerator.sum() - numerator[usable]) / left[usable]
    return {
        "leave_one_out_low": float(without.min()),
        "leave_one_out_high": float(without.max()),
    }
