"""Unsigned distances between conditions, always beside the distance of identical draws."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from fairmed_core.analysis.actions import find_sub_action
from fairmed_core.analysis.pairs import cross_distances, mean_over_pairs, upper_pairs
from fairmed_core.analysis.ratio import Described, mean_over_vignettes
from fairmed_core.analysis.settings import ONLY, STANDARD, Contrast, Resampling, Setting
from fairmed_core.analysis.shifts import UNITS
from fairmed_core.domain.action_space import Kind, SubAction
from fairmed_core.estimate import Estimate
from fairmed_core.trajectories.cells import Cells, Floats
from fairmed_core.trajectories.table import Trajectories


@dataclass(frozen=True)
class _Distances:
    """Per vignette mean distance between (d01) and within conditions (d00, d11), pair counts."""

    between: Floats
    between_pairs: Floats
    within_reference: Floats
    reference_pairs: Floats
    within_condition: Floats
    condition_pairs: Floats


def score_difference(
    trajectories: Trajectories,
    *,
    contrast: Contrast,
    sub_action: str,
    resampling: Resampling = STANDARD,
) -> Estimate:
    """Mean absolute score difference (MASD); for order sets the mean Jaccard distance.

    Parameters
    ----------
    trajectories
        What the agent did.
    contrast
        Reference and comparison.
    sub_action
        A numeric sub-action, or the orders.
    resampling
        Of vignettes, for the percentile interval.

    Returns
    -------
    Estimate
        Mean over vignettes of the mean cross-pair distance D01. Extra: the same distance within
        each condition, ``within_reference`` (D00) and ``within_condition`` (D11), and
        ``excess`` = D01 − ½(D00 + D11) over the vignettes with two valid draws in both
        (``excess_vignettes``), absent where none has.

    Raises
    ------
    UserError
        Unknown sub-action or condition.

    References
    ----------
    arXiv 2609.03221, mean absolute score difference; D00 and D11 as its own baseline.
    """
    cells = contrast.cells(trajectories)
    found = find_sub_action(cells.space, sub_action)
    distances = _distances(cells, found, contrast)
    carrying = distances.between_pairs > 0
    both = carrying & (distances.reference_pairs > 0) & (distances.condition_pairs > 0)
    floor = (distances.within_reference + distances.within_condition) / 2
    extra = {
        name: float(values[rows].mean())
        for name, values, rows in (
            ("within_reference", distances.within_reference, distances.reference_pairs > 0),
            ("within_condition", distances.within_condition, distances.condition_pairs > 0),
            ("excess", distances.between - floor, both),
        )
        if rows.any()
    }
    about = Described(
        name=f"{_title(found)} of {found.name}",
        unit=_unit(found),
        method="mean over vignettes of the mean cross-pair distance",
        counts={
            "pairs": int(distances.between_pairs.sum()),
            "excess_vignettes": int(both.sum()),
        },
        extra=extra,
    )
    return mean_over_vignettes(distances.between, carrying, about=about, resampling=resampling)


def score_floor(
    trajectories: Trajectories,
    *,
    setting: Setting = ONLY,
    sub_action: str,
    resampling: Resampling = STANDARD,
) -> Estimate:
    """Mean distance between identical draws: the floor a score difference is read beside.

    Parameters
    ----------
    trajectories, sub_action, resampling
        As in `score_difference`.
    setting
        The condition in which the draws were repeated.

    Returns
    -------
    Estimate
        Mean over vignettes with two valid draws of the mean distance of replicate pairs.
    """
    cells, condition = setting.cells(trajectories)
    found = find_sub_action(cells.space, sub_action)
    distance = upper_pairs(_pair_distances(cells, found, condition, condition))
    within, pairs = mean_over_pairs(distance)
    about = Described(
        name=f"{_title(found)} of {found.name} between identical draws",
        unit=_unit(found),
        method="mean over vignettes of the mean distance of replicate pairs",
        counts={"pairs": int(pairs.sum())},
    )
    return mean_over_vignettes(
        within, pairs > 0, about=about, resampling=resampling, reason="fewer_than_two_draws"
    )


def _distances(cells: Cells, sub_action: SubAction, contrast: Contrast) -> _Distances:
    reference, condition = contrast.reference, contrast.condition
    between = _pair_distances(cells, sub_action, reference, condition)
    if contrast.shared_seeds:
        size = between.shape[-1]
        between[..., np.arange(size), np.arange(size)] = np.nan
    within0 = upper_pairs(_pair_distances(cells, sub_action, reference, reference))
    within1 = upper_pairs(_pair_distances(cells, sub_action, condition, condition))
    return _Distances(
        *mean_over_pairs(between), *mean_over_pairs(within0), *mean_over_pairs(within1)
    )


def _pair_distances(cells: Cells, sub_action: SubAction, left: str, right: str) -> Floats:
    """Return the distances of all pairs of draws, (V, R, R), NaN where one is missing."""
    name = sub_action.name
    if sub_action.kind is Kind.ORDERS:
        return _jaccard(cells, name, left, right)
    return cross_distances(cells.draws(name, left), cells.draws(name, right))


def _jaccard(cells: Cells, name: str, left: str, right: str) -> Floats:
    """Return the Jaccard distances of all pairs of draws, (V, R, R), NaN where one is missing."""
    first, second = cells.ordered(name, left), cells.ordered(name, right)
    words = _bits(cells, name)
    one, other = words[first][:, :, None], words[second][:, None, :]
    shared = np.bitwise_count(one & other).sum(axis=-1, dtype=np.float64)
    union = np.bitwise_count(one | other).sum(axis=-1, dtype=np.float64)
    # Two empty sets are equal.
    distances = 1 - np.where(union == 0, 1.0, shared / np.where(union == 0, 1.0, union))
    valid = (first >= 0)[:, :, None] & (second >= 0)[:, None, :]
    found: Floats = np.where(valid, distances, np.nan)
    return found


# The newest few are kept: every contrast of an arm reads the same sets.
@lru_cache(maxsize=4)
def _bits(cells: Cells, name: str) -> npt.NDArray[np.uint64]:
    """Return the distinct order sets as bits, one for each test, shape (sets + 1, words).

    The last row is the place of a missing draw (−1).
    """
    sets = cells.order_sets[name]
    place = {test: at for at, test in enumerate(sorted(frozenset().union(*sets)))}
    member = np.zeros((len(sets) + 1, 64 * max(1, -(-len(place) // 64))), dtype=np.bool_)
    for row, held in enumerate(sets):
        member[row, [place[test] for test in held]] = True
    return np.packbits(member, axis=1).view(np.uint64)


def _title(sub_action: SubAction) -> str:
    return "Jaccard distance" if sub_action.kind is Kind.ORDERS else "mean absolute difference"


def _unit(sub_action: SubAction) -> str:
    return "distance" if sub_action.kind is Kind.ORDERS else UNITS.get(sub_action.kind, "levels")
