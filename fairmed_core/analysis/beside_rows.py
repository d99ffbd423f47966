"""What stands beside the headline rates: excesses, shifts, flows, floors compared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from fairmed_core.analysis.actions import actions
from fairmed_core.analysis.aggregation import aggregation_curve
from fairmed_core.analysis.controls import CONTROLS, control_excess
from fairmed_core.analysis.excess import floor_excess
from fairmed_core.analysis.flips import POOLED
from fairmed_core.analysis.floor_comparisons import (
    floor_differences,
    model_floor_differences,
    profile_correlation,
)
from fairmed_core.analysis.orders import indicated_order_flips
from fairmed_core.analysis.out_of_range import out_of_range_flow
from fairmed_core.analysis.parametric import parametric_resampling
from fairmed_core.analysis.plan import Plan
from fairmed_core.analysis.planned import arms_of, planned_controls
from fairmed_core.analysis.rows import Row, contrast_row, floor_row
from fairmed_core.analysis.settings import Contrast, Setting
from fairmed_core.analysis.within_range_floor import within_range_excess, within_range_floor
from fairmed_core.analysis.within_range_shift import within_range_shift
from fairmed_core.domain.action_space import Kind, SubAction
from fairmed_core.domain.resolution import ResolvedBand
from fairmed_core.estimate import Estimate
from fairmed_core.trajectories.cells import Cells
from fairmed_core.trajectories.table import Trajectories


def excess_rows(
    trajectories: Trajectories, contrast: Contrast, plan: Plan, bands: Sequence[ResolvedBand]
) -> Iterator[Row]:
    """Yield what a contrast adds to identical draws, and to the largest control."""
    banded = {one.band.sub_action for one in bands}
    for action in actions(trajectories.space):
        found = floor_excess(
            trajectories, contrast=contrast, action=action.name, resampling=plan.resampling
        )
        yield contrast_row(found, contrast, action.name, "floor excess")
        if action.sub_action.name in banded:
            found = within_range_excess(
                trajectories,
                contrast=contrast,
                action=action.name,
                bands=bands,
                resampling=plan.resampling,
            )
            yield contrast_row(found, contrast, action.name, "within-range excess")
    if plan.controls and contrast.condition not in plan.controls:
        controls = planned_controls(trajectories, plan, contrast)
        found = (
            control_excess(
                trajectories, contrast=contrast, controls=controls, resampling=plan.resampling
            )
            if len(controls) == CONTROLS
            else Estimate.undefined("control excess of all actions", "not_all_three_controls")
        )
        yield contrast_row(found, contrast, POOLED, "control excess")


def flow_rows(
    trajectories: Trajectories, contrast: Contrast, plan: Plan, bands: Sequence[ResolvedBand]
) -> Iterator[Row]:
    """Yield within-range shifts, flows out of range and indicated orders of banded sub-actions."""
    for sub_action in _banded(trajectories, bands):
        name = sub_action.name
        flow = out_of_range_flow(
            trajectories,
            contrast=contrast,
            sub_action=name,
            bands=bands,
            resampling=plan.resampling,
        )
        yield contrast_row(flow, contrast, name, "net out-of-range flow")
        if sub_action.kind is Kind.ORDERS:
            indicated = indicated_order_flips(
                trajectories,
                contrast=contrast,
                bands=bands,
                sub_action=name,
                resampling=plan.resampling,
            )
            yield contrast_row(indicated, contrast, name, "indicated orders")
        else:
            shift = within_range_shift(
                trajectories,
                contrast=contrast,
                sub_action=name,
                bands=bands,
                resampling=plan.resampling,
            )
            yield contrast_row(shift, contrast, name, "within-range shift")


def floor_beside_rows(
    trajectories: Trajectories, plan: Plan, bands: Sequence[ResolvedBand]
) -> Iterator[Row]:
    """Yield floors within range, floors compared, and the aggregation curve with its null."""
    banded = [one.name for one in _banded(trajectories, bands)]
    for cells, condition in _floor_places(trajectories, plan):
        setting = Setting(condition, cells.model, cells.scaffold, cells.arm)
        for action in actions(trajectories.space):
            if action.sub_action.name in banded:
                floor = within_range_floor(
                    trajectories,
                    action=action.name,
                    bands=bands,
                    setting=setting,
                    resampling=plan.resampling,
                )
                yield _beside(floor_row(floor, cells, condition, action.name), "within-range floor")
        differences = floor_differences(trajectories, setting=setting, resampling=plan.resampling)
        for (first, second), found in differences.items():
            yield _beside(floor_row(found, cells, condition, first), f"minus {second}")
        curves = {
            **aggregation_curve(trajectories, setting=setting, resampling=plan.resampling),
            **parametric_resampling(trajectories, setting=setting, seed=plan.resampling.seed),
        }
        for name, found in curves.items():
            yield _beside(floor_row(found, cells, condition, POOLED), name)


def model_rows(trajectories: Trajectories, plan: Plan) -> Iterator[Row]:
    """Yield the floors of two models compared, for each pair with a place in common."""
    places = list(_floor_places(trajectories, plan))
    for (one, condition), (two, other) in combinations(places, 2):
        if (one.scaffold, one.arm, condition) != (two.scaffold, two.arm, other):
            continue
        first, second = (Setting(condition, c.model, c.scaffold, c.arm) for c in (one, two))
        against = f"minus {two.model}"
        compared = model_floor_differences(
            trajectories, first=first, second=second, resampling=plan.resampling
        )
        for action, found in compared.items():
            yield _beside(floor_row(found, one, condition, action), against)
        profile = profile_correlation(
            trajectories, first=first, second=second, seed=plan.resampling.seed
        )
        yield _beside(floor_row(profile, one, condition, POOLED), f"profile against {two.model}")


def _banded(trajectories: Trajectories, bands: Sequence[ResolvedBand]) -> list[SubAction]:
    named = {one.band.sub_action for one in bands}
    return [one for one in trajectories.space.sub_actions if one.name in named]


def _floor_places(trajectories: Trajectories, plan: Plan) -> Iterator[tuple[Cells, str]]:
    """Yield the arms with repeated draws and the condition their floor is compared in."""
    for cells in arms_of(trajectories):
        only = cells.conditions[0] if len(cells.conditions) == 1 else None
        condition = plan.reference if plan.reference in cells.conditions else only
        if condition is not None and len(cells.replicates) > 1:
            yield cells, condition


def _beside(row: Row, variant: str) -> Row:
    return replace(row, variant=variant)
