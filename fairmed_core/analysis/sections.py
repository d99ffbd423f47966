"""The sections of a report in printed order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain

from fairmed_core.analysis.batch import Batch
from fairmed_core.analysis.beside_rows import (
    excess_rows,
    family_rows,
    floor_beside_rows,
    flow_rows,
    model_rows,
)
from fairmed_core.analysis.floor import READING_RULE
from fairmed_core.analysis.plan import Plan
from fairmed_core.analysis.planned import planned_contrasts
from fairmed_core.analysis.progress import Advance, silent
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
from fairmed_core.analysis.shifts import transition_table
from fairmed_core.domain.action_space import Kind
from fairmed_core.domain.resolution import ResolvedBand
from fairmed_core.trajectories.table import Trajectories

FLOOR = "Instability floor"
BESIDE = "Floors compared and aggregated"
FAMILY = "Confirmatory family"
AGREEMENT = "Agreement between raters"
INTERVALS = "Resamples"
# What is computed for each contrast.
_BY_CONTRAST = (
    ("flips", "Flips and signed disparities", flip_rows),
    ("shifts", "Shifts and score differences", shift_rows),
    ("within_range", "Within range", within_rows),
    ("out_of_range", "Out of range, and shifts within range", flow_rows),
    ("excess", "Excess over floors and controls", excess_rows),
    ("sensitivity", "Band-width sensitivity", sensitivity_rows),
)
# What is computed once: floors, what stands beside them, family, agreement, resamples.
_ONCE = 5

NO_REFERENCE = "No reference condition was named, so no contrast was computed."


def report_sections(
    trajectories: Trajectories,
    *,
    bands: Sequence[ResolvedBand],
    plan: Plan,
    advance: Advance = silent,
) -> tuple[Section, ...]:
    """Return the sections of a report; their ids are stable, their order is that of print."""
    contrasts = planned_contrasts(trajectories, plan)
    batch = Batch.of(plan.resampling)
    put_off = replace(plan, resampling=batch)
    kept = RememberedBands(bands)
    notes = () if plan.reference else (NO_REFERENCE,)
    steps = _Steps(advance, total=len(_BY_CONTRAST) * len(contrasts) + _ONCE)
    beside = chain(
        floor_beside_rows(trajectories, put_off, kept), model_rows(trajectories, put_off)
    )
    sections = (
        Section(
            "floor",
            FLOOR,
            steps.take(FLOOR, floor_rows(trajectories, put_off)),
            (READING_RULE,),
        ),
        Section("floor_beside", BESIDE, steps.take(BESIDE, beside)),
        *(
            Section(
                name,
                title,
                tuple(
                    row
                    for one in contrasts
                    for row in steps.take(title, rows(trajectories, one, put_off, kept))
                ),
                notes,
            )
            for name, title, rows in _BY_CONTRAST
        ),
        Section(
            "family", FAMILY, steps.take(FAMILY, family_rows(trajectories, contrasts, plan)), notes
        ),
        Section(
            "agreement",
            AGREEMENT,
            steps.take(AGREEMENT, agreement_rows(bands, space=trajectories.space, plan=plan)),
        ),
    )
    steps.begin(INTERVALS)
    return _settled(sections, batch)


class _Steps:
    """Tells how many of the steps are done before each is begun."""

    def __init__(self, advance: Advance, *, total: int) -> None:
        self._advance, self._total, self._done = advance, total, 0

    def begin(self, what: str) -> None:
        """Begin a step."""
        self._advance(self._done, self._total, what)
        self._done += 1

    def take(self, what: str, rows: Iterable[Row]) -> tuple[Row, ...]:
        """Begin a step and return its rows."""
        self.begin(what)
        return tuple(rows)


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
