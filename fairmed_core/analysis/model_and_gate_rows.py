"""Rows of the random-intercept model, of tipping points and of gates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from fairmed_core.analysis.actions import actions
from fairmed_core.analysis.gates import GateEntry, gate_entry
from fairmed_core.analysis.logit import logit_contrast
from fairmed_core.analysis.plan import Plan
from fairmed_core.analysis.planned import arms_of, planned_contrasts
from fairmed_core.analysis.remembered import remembered
from fairmed_core.analysis.rows import Row, contrast_row
from fairmed_core.analysis.settings import Contrast
from fairmed_core.analysis.tipping import SIGN, TippingPoint, tipping_point
from fairmed_core.domain.resolution import ResolvedBand
from fairmed_core.estimate import Estimate
from fairmed_core.trajectories.table import Trajectories

ODDS_RATIO = "conditional odds ratio"
MARGINAL = "marginal effect"
NOT_SEARCHED = "not_searched"
# Bands of one sub-action, and bands times contrasts, up to which a report searches.
MOST_BANDS, MOST_READINGS = 300, 6_000
_SHOWN_SETS = 3


def logit_rows(
    trajectories: Trajectories, contrast: Contrast, plan: Plan, _: Sequence[ResolvedBand]
) -> Iterator[Row]:
    """Yield odds ratio and marginal effect of a contrast on every yes/no action."""
    if contrast.condition in plan.controls:
        return
    for action in actions(trajectories.space):
        fit = logit_contrast(
            trajectories, contrast=contrast, action=action.name, level=plan.resampling.level
        )
        for name, found in ((ODDS_RATIO, fit.odds_ratios), (MARGINAL, fit.marginal_effects)):
            estimate = replace(found[contrast.condition], name=f"{name} of {action.name}")
            yield contrast_row(estimate, contrast, action.name, name)


def tipping_rows(
    trajectories: Trajectories, contrast: Contrast, plan: Plan, bands: Sequence[ResolvedBand]
) -> Iterator[Row]:
    """Yield the tipping points of a contrast, or that they were not searched."""
    if contrast.condition in plan.controls:
        return
    count = remembered(
        bands, "planned contrasts", lambda: len(planned_contrasts(trajectories, plan))
    )
    for sub_action in trajectories.space.sub_actions:
        held = sum(one.band.sub_action == sub_action.name for one in bands)
        if not held or not sub_action.numeric:
            continue
        if held > MOST_BANDS or held * count > MOST_READINGS:
            undefined = Estimate.undefined(
                "tipping point", NOT_SEARCHED, unit="edits", counts={"bands": held}
            )
            yield contrast_row(undefined, contrast, sub_action.name, SIGN)
            continue
        points = tipping_point(
            trajectories,
            contrast=contrast,
            action=sub_action.name,
            bands=bands,
            threshold=plan.tipping_rate,
        )
        for criterion, point in points.items():
            yield contrast_row(_with_sets(point), contrast, sub_action.name, criterion)


def _with_sets(point: TippingPoint) -> Estimate:
    """Return the estimate with the first of its smallest sets of edits in words."""
    sets = ["; ".join(str(edit) for edit in one) for one in point.sets[:_SHOWN_SETS]]
    if not sets:
        return point.estimate
    more = len(point.sets) - len(sets)
    also = f" (and {more} more)" if more else ""
    told = f"{point.estimate.name}: {' | '.join(sets)}{also}."
    return replace(point.estimate, notes=(*point.estimate.notes, told))


def gate_rows(
    trajectories: Trajectories, plan: Plan, bands: Sequence[ResolvedBand]
) -> Iterator[Row]:
    """Yield what every model reaches at the gates of the plan, and why it is withheld."""
    if plan.gates is None:
        return
    for cells in arms_of(trajectories):
        entries = {
            action.name: gate_entry(cells, bands, plan.gates, action.name)
            for action in actions(cells.space)
        }
        place = Row(
            Estimate.undefined("gates", "no_threshold"),
            model=cells.model,
            scaffold=cells.scaffold,
            arm=cells.arm,
        )
        for entry in list(entries.values())[:1]:
            yield replace(place, estimate=entry.capability, variant="capability")
            yield replace(place, estimate=entry.entropy, variant="entropy")
        for name, entry in entries.items():
            told = (*entry.straddling.notes, _verdict(entry, name))
            found = replace(entry.straddling, notes=told)
            yield replace(place, estimate=found, action=name, variant="straddling")


def _verdict(entry: GateEntry, action: str) -> str:
    if entry.ranked:
        return f"{entry.model}, {action}: passes every gate."
    return f"{entry.model}, {action}: withheld, {'; '.join(entry.withheld)}."
