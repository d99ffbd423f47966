"""Floors compared: between actions, between models, and as profiles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations

import numpy as np

from fairmed_core.analysis.flips import POOLED
from fairmed_core.analysis.floor import FEW_DRAWS, FloorCells, floor_cells
from fairmed_core.analysis.pairs import share
from fairmed_core.analysis.ratio import Described, mean_over_vignettes
from fairmed_core.analysis.settings import ONLY, STANDARD, Resampling, Setting
from fairmed_core.estimate import Estimate
from fairmed_core.stats.spearman import spearman_exact
from fairmed_core.trajectories.cells import Bools, Floats
from fairmed_core.trajectories.table import Trajectories


def floor_differences(
    trajectories: Trajectories, *, setting: Setting = ONLY, resampling: Resampling = STANDARD
) -> Mapping[tuple[str, str], Estimate]:
    """Paired differences between the floors of two actions.

    Parameters
    ----------
    trajectories, setting, resampling
        As in `instability_floor`.

    Returns
    -------
    mapping
        (action, other action) → mean over vignettes with two valid draws of both of
        f_v(action) − f_v(other action), for every pair of actions in the order of the space.

    References
    ----------
    arXiv 2609.03221, per-action floors; the pairing by vignette is what the interval rests on.
    """
    cells, condition = setting.cells(trajectories)
    found = floor_cells(cells, condition)
    repeated = found.pairs > 0
    differences: dict[tuple[str, str], Estimate] = {}
    for first, second in combinations(range(len(found.actions)), 2):
        names = (found.actions[first].name, found.actions[second].name)
        differences[names] = _difference(
            f"floor of {names[0]} minus {names[1]}",
            found.rates[first] - found.rates[second],
            repeated[first] & repeated[second],
            resampling,
        )
    return differences


def model_floor_differences(
    trajectories: Trajectories,
    *,
    first: Setting,
    second: Setting,
    resampling: Resampling = STANDARD,
) -> Mapping[str, Estimate]:
    """Paired differences between the floors of two models, by action and over all actions.

    Parameters
    ----------
    trajectories, resampling
        As in `instability_floor`.
    first, second
        The two places; vignettes that only one of them holds are left out.

    Returns
    -------
    mapping
        Action → mean over common vignettes of f_v(first) − f_v(second), then ``all_actions``
        (each vignette's mean over the actions repeated in both).
    """
    one, two = _matched(trajectories, first, second)
    both = (one.pairs > 0) & (two.pairs > 0)
    change = np.where(both, one.rates - two.rates, 0.0)
    title = f"{first.model or 'first'} minus {second.model or 'second'}"
    found = {
        action.name: _difference(
            f"floor of {action.name}, {title}", change[index], both[index], resampling
        )
        for index, action in enumerate(one.actions)
    }
    counted = both.sum(axis=0).astype(np.float64)
    pooled = share(change.sum(axis=0), counted)
    name = f"floor of all actions, {title}"
    found[POOLED] = _difference(name, pooled, counted > 0, resampling)
    return found


def profile_correlation(
    trajectories: Trajectories, *, first: Setting, second: Setting, seed: int = STANDARD.seed
) -> Estimate:
    """Spearman correlation of two models' floors over actions, with exact permutation p.

    Parameters
    ----------
    trajectories
        What the agents did.
    first, second
        The two places.
    seed
        Of random permutations, used only with more than 12 actions.

    Returns
    -------
    Estimate
        Midranks; undefined where a model has no repeated draws for two actions or more.
    """
    profiles = [
        [float(rate) for rate in _profile(floor_cells(*setting.cells(trajectories)))]
        for setting in (first, second)
    ]
    known = [pair for pair in zip(*profiles, strict=True) if not any(np.isnan(pair))]
    found = spearman_exact(
        [one for one, _ in known],
        [two for _, two in known],
        seed=seed,
        name="correlation of the actions' floors",
    )
    return replace(found, counts={"actions": len(known), **found.counts})


def _profile(found: FloorCells) -> Floats:
    """Return the floor of each action, NaN without repeated draws."""
    repeated = (found.pairs > 0).sum(axis=1).astype(np.float64)
    profile: Floats = np.where(repeated > 0, share(found.rates.sum(axis=1), repeated), np.nan)
    return profile


def _matched(
    trajectories: Trajectories, first: Setting, second: Setting
) -> tuple[FloorCells, FloorCells]:
    """Return both floors on the vignettes they share, in one order."""
    cells1, condition1 = first.cells(trajectories)
    cells2, condition2 = second.cells(trajectories)
    shared = sorted(set(cells1.vignettes) & set(cells2.vignettes))
    rows1 = [cells1.vignettes.index(name) for name in shared]
    rows2 = [cells2.vignettes.index(name) for name in shared]
    return (
        _at(floor_cells(cells1, condition1), rows1),
        _at(floor_cells(cells2, condition2), rows2),
    )


def _at(found: FloorCells, rows: list[int]) -> FloorCells:
    return FloorCells(
        found.actions,
        found.positives[:, rows],
        found.draws[:, rows],
        found.disagreeing[:, rows],
        found.pairs[:, rows],
    )


def _difference(name: str, values: Floats, carrying: Bools, resampling: Resampling) -> Estimate:
    about = Described(name, method="mean over vignettes of the paired difference")
    return mean_over_vignettes(
        values, carrying, about=about, resampling=resampling, reason=FEW_DRAWS
    )
