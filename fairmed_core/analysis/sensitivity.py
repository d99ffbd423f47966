"""Band-width sensitivity: the within-range rate under every reading of the bands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from fairmed_core.analysis.actions import find_sub_action
from fairmed_core.analysis.bands import BandsInUse, bands_with_sets
from fairmed_core.analysis.remembered import remembered
from fairmed_core.analysis.settings import STANDARD, Contrast, Resampling
from fairmed_core.analysis.within_range import PROVISIONAL, Reading, rate_within
from fairmed_core.domain.acceptable import AcceptableSet, ValueSet
from fairmed_core.domain.action_space import Kind, SubAction
from fairmed_core.domain.resolution import ResolvedBand, union
from fairmed_core.estimate import Estimate
from fairmed_core.trajectories.cells import Cells
from fairmed_core.trajectories.table import Trajectories

Sets = dict[str, AcceptableSet | None]
Edit = Callable[[ValueSet, SubAction], ValueSet]

INTERSECTION = "intersection"
UNION = "union"
RATER = "rater "
AUTHOR = "author's draft"
STRICT = "strict"
WIDENED = "widened"
NO_SAFEGUARD = (
    "No band carries two usable verdicts: intersection and union are the same, and no safeguard "
    "is in force."
)
NOT_JUDGED = "The sets of this arm are not those that clinicians signed."


def band_sensitivity(
    trajectories: Trajectories,
    *,
    contrast: Contrast,
    action: str,
    bands: Sequence[ResolvedBand],
    resampling: Resampling = STANDARD,
) -> Mapping[str, Estimate]:
    """Within-range flip rate under each arm of the bands.

    Parameters
    ----------
    trajectories, contrast, action, bands, resampling
        As in `within_range_flip_rate`.

    Returns
    -------
    mapping
        Arm → Estimate: ``intersection`` (primary), ``union``, ``rater NAME`` for each rater
        (only the bands she judged), ``author's draft``, ``strict`` (resolved − disputed),
        ``widened`` (resolved ∪ disputed), and all bands at once with one edge moved: ``drop
        lowest``, ``add below``, ``drop highest``, ``add above``, never beyond the scale.
        A band that an arm empties is excluded and listed in the notes. Only the first three
        kinds can be ground truth: the other sets are not what clinicians signed.

    Raises
    ------
    UserError
        As in `within_range_flip_rate`.

    References
    ----------
    arXiv 2609.03221, band-width sensitivity; the edge and rater arms are this project's.
    """
    cells = contrast.cells(trajectories)
    sub_action = find_sub_action(cells.space, action)
    reading = Reading(contrast, "straddling", collapsed=False, resampling=resampling)
    chosen = [one for one in bands if one.band.sub_action == sub_action.name]
    safeguarded = any(len(one.usable) > 1 for one in chosen)
    arms = remembered(
        bands, (cells, sub_action.name, "arms"), lambda: _arms_in_use(chosen, sub_action, cells)
    )
    rates: dict[str, Estimate] = {}
    for arm, used in arms.items():
        rate = rate_within(cells, used, reading)
        rate = rate if _signed(arm) else _not_judged(rate)
        rates[arm] = rate if safeguarded else replace(rate, notes=(*rate.notes, NO_SAFEGUARD))
    return rates


def band_arms(bands: Sequence[ResolvedBand], sub_action: SubAction) -> dict[str, Sets]:
    """Return the sets of each arm by band id; None where an arm leaves a band without one."""
    arms: dict[str, Sets] = {
        INTERSECTION: {one.band.id: one.acceptable for one in bands},
        UNION: {one.band.id: _union(one) for one in bands},
    }
    raters = sorted({verdict.rater for one in bands for verdict in one.usable})
    for rater in raters:
        arms[RATER + rater] = {one.band.id: _of_rater(one, rater) for one in bands}
    arms[AUTHOR] = {one.band.id: one.band.acceptable for one in bands}
    if sub_action.kind is Kind.ORDERS:
        return arms
    arms[STRICT] = {one.band.id: _without_disputed(one) for one in bands}
    arms[WIDENED] = {one.band.id: _with_disputed(one) for one in bands}
    for name, edit in _EDGES.items():
        arms[name] = {one.band.id: _edited(one.acceptable, sub_action, edit) for one in bands}
    return arms


def _arms_in_use(
    bands: Sequence[ResolvedBand], sub_action: SubAction, cells: Cells
) -> dict[str, BandsInUse]:
    return {
        arm: bands_with_sets(bands, sub_action=sub_action, cells=cells, sets=sets)
        for arm, sets in band_arms(bands, sub_action).items()
    }


def _signed(arm: str) -> bool:
    return arm in (INTERSECTION, UNION) or arm.startswith(RATER)


def _not_judged(rate: Estimate) -> Estimate:
    notes = rate.notes if PROVISIONAL in rate.notes else (PROVISIONAL, *rate.notes)
    return replace(rate, ground_truth=False, notes=(*notes, NOT_JUDGED))


def _union(one: ResolvedBand) -> AcceptableSet:
    sets = [verdict.acceptable for verdict in one.usable if verdict.acceptable is not None]
    return union(sets) if sets else one.band.acceptable


def _of_rater(one: ResolvedBand, rater: str) -> AcceptableSet | None:
    return next((verdict.acceptable for verdict in one.usable if verdict.rater == rater), None)


def _without_disputed(one: ResolvedBand) -> AcceptableSet | None:
    resolved, disputed = one.acceptable, one.band.disputed
    if not isinstance(resolved, ValueSet) or not isinstance(disputed, ValueSet):
        return resolved
    return _emptied(resolved, resolved - disputed)


def _with_disputed(one: ResolvedBand) -> AcceptableSet | None:
    resolved, disputed = one.acceptable, one.band.disputed
    if not isinstance(resolved, ValueSet) or not isinstance(disputed, ValueSet):
        return resolved
    return resolved | disputed


def _edited(
    acceptable: AcceptableSet | None, sub_action: SubAction, edit: Edit
) -> AcceptableSet | None:
    if not isinstance(acceptable, ValueSet) or not len(acceptable):
        return acceptable
    return _emptied(acceptable, edit(acceptable, sub_action))


def _emptied(before: ValueSet, after: ValueSet) -> ValueSet | None:
    """Return the edited set; None where the edit took the last value (∅ before stays ∅)."""
    return after if len(after) or not len(before) else None


def _drop_lowest(acceptable: ValueSet, _: SubAction) -> ValueSet:
    return acceptable - ValueSet.of([min(acceptable.values)])


def _drop_highest(acceptable: ValueSet, _: SubAction) -> ValueSet:
    return acceptable - ValueSet.of([max(acceptable.values)])


def _add_below(acceptable: ValueSet, sub_action: SubAction) -> ValueSet:
    return _added(acceptable, min(acceptable.values) - 1, sub_action)


def _add_above(acceptable: ValueSet, sub_action: SubAction) -> ValueSet:
    return _added(acceptable, max(acceptable.values) + 1, sub_action)


def _added(acceptable: ValueSet, value: int, sub_action: SubAction) -> ValueSet:
    return acceptable | ValueSet.of([value]) if sub_action.on_scale(value) else acceptable


_EDGES: dict[str, Edit] = {
    "drop lowest": _drop_lowest,
    "add below": _add_below,
    "drop highest": _drop_highest,
    "add above": _add_above,
}
