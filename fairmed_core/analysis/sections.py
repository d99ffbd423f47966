"""The sections of a report in printed order."""

from __future__ import annotations

from collections.abc import Sequence

from fairmed_core.analysis.floor import READING_RULE
from fairmed_core.analysis.plan import Plan
from fairmed_core.analysis.planned import planned_contrasts
from fairmed_core.analysis.rows import Section, TransitionRow
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

NO_REFERENCE = "No reference condition was named, so no contrast was computed."


def report_sections(
    trajectories: Trajectories, *, bands: Sequence[ResolvedBand], plan: Plan
) -> tuple[Section, ...]:
    """Return the sections of a report; their ids are stable, their order is that of print."""
    t, contrasts = trajectories, planned_contrasts(trajectories, plan)
    notes = () if plan.reference else (NO_REFERENCE,)
    by_contrast = (
        ("flips", "Flips and signed disparities", (flip_rows(t, c, plan) for c in contrasts)),
        ("shifts", "Shifts and score differences", (shift_rows(t, c, plan) for c in contrasts)),
        ("within_range", "Within range", (within_rows(t, c, plan, bands) for c in contrasts)),
        (
            "sensitivity",
            "Band-width sensitivity",
            (sensitivity_rows(t, c, plan, bands) for c in contrasts),
        ),
    )
    return (
        Section("floor", "Instability floor", tuple(floor_rows(t, plan)), (READING_RULE,)),
        *(
            Section(name, title, tuple(row for rows in parts for row in rows), notes)
            for name, title, parts in by_contrast
        ),
        Section(
            "agreement",
            "Agreement between raters",
            tuple(agreement_rows(bands, space=t.space, plan=plan)),
        ),
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
