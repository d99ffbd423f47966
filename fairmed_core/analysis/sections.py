"""The sections of a report in printed order."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from fairmed_core.analysis.batch import Batch
from fairmed_core.analysis.beside_rows import (
    excess_rows,
    floor_beside_rows,
    flow_rows,
    model_rows,
)
from fairmed_core.analysis.family_rows import family_rows
from fairmed_core.analysis.floor import READING_RULE
from fairmed_core.analysis.model_and_gate_rows import gate_rows, logit_rows, tipping_rows
from fairmed_core.analysis.plan import Plan
from fairmed_core.analysis.planned import planned_contrasts
from fairmed_core.analysis.progress import Advance, silent
from fairmed_core.analysis.propagation_rows import (
    has_interventions,
    propagation_notes,
    propagation_rows,
)
from fairmed_core.analysis.remembered import RememberedBands
from fairmed_core.analysis.rows import Row, Section, TransitionRow
from fairmed_core.analysis.section_rows import (
    agreement_rows,
    flip_rows,
    floor_rows,
    sensitivity_rows,
    shift_rows,
    within_rows,
)
from fairmed_core.analysis.settings import Contrast
from fairmed_core.analysis.shifts import transition_table
from fairmed_core.domain.action_space import Kind
from fairmed_core.domain.resolution import ResolvedBand
from fairmed_core.trajectories.table import Trajectories

AGREEMENT = "Agreement between raters"
INTERVALS = "Resamples"
NO_REFERENCE = "No reference condition was named, so no contrast was computed."
NO_GATES = "No plan fixes what a model must reach, so no model's rates may be ranked."


@dataclass(frozen=True)
class _Work:
    """What sections are computed from; `drawn` has the plan's resampling put off."""

    trajectories: Trajectories
    contrasts: tuple[Contrast, ...]
    plan: Plan
    drawn: Plan
    bands: Sequence[ResolvedBand]


@dataclass(frozen=True)
class _Part:
    """A section: its steps, each a lazy run of rows; its sentences; when a report holds it."""

    id: str
    title: str
    steps: Callable[[_Work], Sequence[Iterator[Row]]]
    notes: Callable[[_Work], tuple[str, ...]] = lambda _: ()
    ordinary: Callable[[_Work], bool] = lambda _: True


_OfContrast = Callable[[Trajectories, Contrast, Plan, Sequence[ResolvedBand]], Iterator[Row]]


def _no_reference(work: _Work) -> tuple[str, ...]:
    return () if work.plan.reference else (NO_REFERENCE,)


def _by_contrast(
    section_id: str,
    title: str,
    rows: _OfContrast,
    ordinary: Callable[[_Work], bool] = lambda _: True,
) -> _Part:
    def steps(work: _Work) -> Sequence[Iterator[Row]]:
        return [rows(work.trajectories, one, work.drawn, work.bands) for one in work.contrasts]

    return _Part(section_id, title, steps, _no_reference, ordinary)


def _floor(work: _Work) -> Sequence[Iterator[Row]]:
    return [floor_rows(work.trajectories, work.drawn)]


def _beside(work: _Work) -> Sequence[Iterator[Row]]:
    within = floor_beside_rows(work.trajectories, work.drawn, work.bands)
    return [chain(within, model_rows(work.trajectories, work.drawn))]


def _family(work: _Work) -> Sequence[Iterator[Row]]:
    return [family_rows(work.trajectories, work.contrasts, work.plan)]


def _gates(work: _Work) -> Sequence[Iterator[Row]]:
    return [gate_rows(work.trajectories, work.plan, work.bands)]


def _propagation(work: _Work) -> Sequence[Iterator[Row]]:
    return [propagation_rows(work.trajectories, work.contrasts, work.drawn, work.bands)]


def _agreement(work: _Work) -> Sequence[Iterator[Row]]:
    return [agreement_rows(work.bands, space=work.trajectories.space, plan=work.plan)]


_PARTS = (
    _Part("floor", "Instability floor", _floor, lambda _: (READING_RULE,)),
    _Part("floor_beside", "Floors compared and aggregated", _beside),
    _by_contrast("flips", "Flips and signed disparities", flip_rows),
    _by_contrast("shifts", "Shifts and score differences", shift_rows),
    _by_contrast("within_range", "Within range", within_rows),
    _by_contrast("out_of_range", "Out of range, and shifts within range", flow_rows),
    _by_contrast("excess", "Excess over floors and controls", excess_rows),
    _by_contrast(
        "logit",
        "Random-intercept logistic model",
        logit_rows,
        # Half a second each on 300 vignettes: for what was planned, or asked for by name.
        ordinary=lambda work: not work.plan.exploratory,
    ),
    _by_contrast("sensitivity", "Band-width sensitivity", sensitivity_rows),
    _by_contrast("tipping", "Tipping points", tipping_rows),
    _Part("family", "Confirmatory family", _family, _no_reference),
    _Part(
        "gates",
        "Gates before ranking",
        _gates,
        lambda work: () if work.plan.gates else (NO_GATES,),
        lambda work: work.plan.gates is not None,
    ),
    _Part(
        "propagation",
        "Propagation",
        _propagation,
        lambda work: (
            *_no_reference(work),
            *propagation_notes(work.trajectories, work.plan),
        ),
        lambda work: has_interventions(work.trajectories),
    ),
    _Part("agreement", AGREEMENT, _agreement),
)


def report_sections(
    trajectories: Trajectories,
    *,
    bands: Sequence[ResolvedBand],
    plan: Plan,
    wanted: Collection[str] | None = None,
    advance: Advance = silent,
) -> tuple[Section, ...]:
    """Return the sections of a report; their ids are stable, their order is that of print.

    `wanted` names them; None stands for those that the draws and the plan give a reason for.
    """
    batch = Batch.of(plan.resampling)
    work = _Work(
        trajectories,
        planned_contrasts(trajectories, plan),
        plan,
        replace(plan, resampling=batch),
        RememberedBands(bands),
    )
    parts = [
        part for part in _PARTS if (part.ordinary(work) if wanted is None else part.id in wanted)
    ]
    steps = {part.id: part.steps(work) for part in parts}
    total = sum(len(of_part) for of_part in steps.values()) + 1
    done = 0
    sections: list[Section] = []
    for part in parts:
        rows: list[Row] = []
        for step in steps[part.id]:
            advance(done, total, part.title)
            rows += step
            done += 1
        sections.append(Section(part.id, part.title, tuple(rows), part.notes(work)))
    advance(done, total, INTERVALS)
    return _settled(sections, batch)


def _settled(sections: Sequence[Section], batch: Batch) -> tuple[Section, ...]:
    """Return the sections with every interval drawn, all in one go."""
    drawn = batch.settle(row.estimate for section in sections for row in section.rows)
    return tuple(
        replace(section, rows=tuple(replace(row, estimate=next(drawn)) for row in section.rows))
        for section in sections
    )


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
