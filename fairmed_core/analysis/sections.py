"""The sections of a report: which estimates stand together, and where each belongs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fairmed_core.analysis.actions import actions
from fairmed_core.analysis.distances import score_difference, score_floor
from fairmed_core.analysis.flips import collapsed_mcnemar, flip_rates, signed_disparity
from fairmed_core.analysis.floor import READING_RULE, instability_floor
from fairmed_core.analysis.plan import Plan
from fairmed_core.analysis.settings import Contrast, Setting
from fairmed_core.analysis.shifts import TransitionTable, ordinal_shift, transition_table
from fairmed_core.analysis.within_range import within_range_flip_rate
from fairmed_core.domain.action_space import Kind
from fairmed_core.domain.resolution import ResolvedBand
from fairmed_core.estimate import Estimate
from fairmed_core.trajectories.cells import Cells
from fairmed_core.trajectories.table import Trajectories

REPLICATE = "replicate level"
COLLAPSED = "collapsed"
SHIFTED = (Kind.ORDINAL, Kind.DAYS)
SCORED = (Kind.CONTINUOUS, Kind.ORDERS)


@dataclass(frozen=True)
class Row:
    """An estimate and where it belongs.

    Attributes
    ----------
    estimate
        What was found.
    model, scaffold, arm
        The draws.
    condition, reference
        The contrast; a floor has no reference.
    action
        The yes/no action, or the sub-action where values are compared.
    variant
        What tells rows of one place apart: "replicate level" or "collapsed", the band arm.
    """

    estimate: Estimate
    model: str = ""
    scaffold: str = ""
    arm: str = ""
    condition: str = ""
    reference: str = ""
    action: str = ""
    variant: str = ""


@dataclass(frozen=True)
class Section:
    """Rows that stand together under a title, with sentences that must be printed."""

    id: str
    title: str
    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class TransitionRow:
    """A transition table and the draws it belongs to."""

    model: str
    scaffold: str
    arm: str
    table: TransitionTable


def report_sections(
    trajectories: Trajectories, *, bands: Sequence[ResolvedBand], plan: Plan
) -> tuple[Section, ...]:
    """Return the sections of a report in printed order."""
    contrasts = list(planned_contrasts(trajectories, plan))
    no_reference = () if plan.reference else ("No reference condition was named: no contrast.",)
    return (
        Section("floor", "Instability floor", tuple(_floors(trajectories, plan)), (READING_RULE,)),
        Section(
            "flips",
            "Flips and signed disparities",
            tuple(row for one in contrasts for row in _flips(trajectories, one, plan)),
            no_reference,
        ),
        Section(
            "shifts",
            "Shifts and score differences",
            tuple(row for one in contrasts for row in _shifts(trajectories, one, plan)),
            no_reference,
        ),
        Section(
            "within_range",
            "Within range",
            tuple(row for one in contrasts for row in _within(trajectories, one, plan, bands)),
            no_reference,
        ),
    )


def planned_contrasts(trajectories: Trajectories, plan: Plan) -> Iterator[Contrast]:
    """Yield the contrasts of every model, scaffold and arm that holds the reference."""
    if plan.reference is None:
        return
    for cells in arms_of(trajectories):
        if plan.reference not in cells.conditions:
            continue
        wanted = plan.conditions or cells.conditions
        for condition in wanted:
            if condition != plan.reference and condition in cells.conditions:
                yield Contrast(
                    condition,
                    plan.reference,
                    model=cells.model,
                    scaffold=cells.scaffold,
                    arm=cells.arm,
                    shared_seeds=plan.shared_seeds,
                )


def arms_of(trajectories: Trajectories) -> Iterator[Cells]:
    """Yield the free-running draws of every model, scaffold and arm."""
    for model in trajectories.names("model"):
        for scaffold in trajectories.names("scaffold", model=model):
            for arm in trajectories.names("arm", model=model, scaffold=scaffold):
                yield trajectories.cells(model=model, scaffold=scaffold, arm=arm)


def transition_rows(trajectories: Trajectories, *, plan: Plan) -> tuple[TransitionRow, ...]:
    """Return the transition table of every contrast and ordinal sub-action."""
    return tuple(
        TransitionRow(
            contrast.model or "",
            contrast.scaffold or "",
            contrast.arm or "",
            transition_table(trajectories, contrast=contrast, sub_action=sub_action.name),
        )
        for contrast in planned_contrasts(trajectories, plan)
        for sub_action in trajectories.space.sub_actions
        if sub_action.kind is Kind.ORDINAL
    )


def _floors(trajectories: Trajectories, plan: Plan) -> Iterator[Row]:
    for cells in arms_of(trajectories):
        for condition in cells.conditions:
            setting = Setting(condition, cells.model, cells.scaffold, cells.arm)
            floors = instability_floor(trajectories, setting=setting, resampling=plan.resampling)
            scored = {
                sub_action.name: score_floor(
                    trajectories,
                    setting=setting,
                    sub_action=sub_action.name,
                    resampling=plan.resampling,
                )
                for sub_action in cells.space.sub_actions
                if sub_action.kind in SCORED
            }
            for name, estimate in {**floors, **scored}.items():
                yield Row(
                    estimate,
                    model=cells.model,
                    scaffold=cells.scaffold,
                    arm=cells.arm,
                    condition=condition,
                    action=name,
                    variant=REPLICATE,
                )


def _flips(trajectories: Trajectories, contrast: Contrast, plan: Plan) -> Iterator[Row]:
    resampling = plan.resampling
    for variant in (REPLICATE, COLLAPSED):
        rates = flip_rates(
            trajectories,
            contrast=contrast,
            collapsed=variant == COLLAPSED,
            resampling=resampling,
        )
        for name, estimate in rates.items():
            yield _row(estimate, contrast, name, variant)
    for action in actions(trajectories.space):
        signed = signed_disparity(
            trajectories, contrast=contrast, action=action.name, resampling=resampling
        )
        yield _row(signed, contrast, action.name, REPLICATE)
        test = collapsed_mcnemar(trajectories, contrast=contrast, action=action.name)
        yield _row(test, contrast, action.name, COLLAPSED)


def _shifts(trajectories: Trajectories, contrast: Contrast, plan: Plan) -> Iterator[Row]:
    resampling = plan.resampling
    for sub_action in trajectories.space.sub_actions:
        name = sub_action.name
        if sub_action.kind in SHIFTED:
            for variant in (REPLICATE, COLLAPSED):
                shift = ordinal_shift(
                    trajectories,
                    contrast=contrast,
                    sub_action=name,
                    collapsed=variant == COLLAPSED,
                    resampling=resampling,
                )
                yield _row(shift, contrast, name, variant)
        elif sub_action.kind in SCORED:
            difference = score_difference(
                trajectories, contrast=contrast, sub_action=name, resampling=resampling
            )
            yield _row(difference, contrast, name, REPLICATE)


def _within(
    trajectories: Trajectories, contrast: Contrast, plan: Plan, bands: Sequence[ResolvedBand]
) -> Iterator[Row]:
    for action in actions(trajectories.space):
        for variant in (REPLICATE, COLLAPSED):
            for denominator in ("straddling", "banded"):
                rate = within_range_flip_rate(
                    trajectories,
                    contrast=contrast,
                    action=action.name,
                    bands=bands,
                    denominator="straddling" if denominator == "straddling" else "banded",
                    collapsed=variant == COLLAPSED,
                    resampling=plan.resampling,
                )
                yield _row(rate, contrast, action.name, f"{denominator}, {variant}")


def _row(estimate: Estimate, contrast: Contrast, action: str, variant: str) -> Row:
    return Row(
        estimate,
        model=contrast.model or "",
        scaffold=contrast.scaffold or "",
        arm=contrast.arm or "",
        condition=contrast.condition,
        reference=contrast.reference,
        action=action,
        variant=variant,
    )
