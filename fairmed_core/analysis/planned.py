"""What a plan means on the trajectories at hand: its arms and its contrasts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from fairmed_core.analysis.plan import Pair, Plan
from fairmed_core.analysis.settings import Contrast
from fairmed_core.errors import UserError
from fairmed_core.trajectories.cells import Cells
from fairmed_core.trajectories.table import Trajectories


def arms_of(trajectories: Trajectories) -> Iterator[Cells]:
    """Yield the free-running draws of every model, scaffold and arm."""
    for model in trajectories.names("model"):
        for scaffold in trajectories.names("scaffold", model=model):
            for arm in trajectories.names("arm", model=model, scaffold=scaffold):
                yield trajectories.cells(model=model, scaffold=scaffold, arm=arm)


def planned_contrasts(trajectories: Trajectories, plan: Plan) -> tuple[Contrast, ...]:
    """Return the contrasts of every model, scaffold and arm that holds the reference.

    A reference or condition that is nowhere among the draws is a UserError.
    """
    if plan.reference is None:
        return ()
    arms = tuple(arms_of(trajectories))
    present = sorted({condition for cells in arms for condition in cells.conditions})
    paired = (name for pair in plan.pairs for name in (pair.reference, pair.condition))
    wanted = (plan.reference, *plan.conditions, *plan.controls, *paired)
    absent = [name for name in wanted if name not in present]
    if absent:
        raise UserError(
            f"There is no condition {absent[0]!r} among the trajectories.",
            next_step=f"Present: {', '.join(present)}.",
        )
    return tuple(
        Contrast(
            pair.condition,
            pair.reference,
            model=cells.model,
            scaffold=cells.scaffold,
            arm=cells.arm,
            shared_seeds=plan.shared_seeds,
        )
        for cells in arms
        for pair in _pairs_of(cells, plan, plan.reference)
        if {pair.condition, pair.reference} <= set(cells.conditions)
    )


def _pairs_of(cells: Cells, plan: Plan, reference: str) -> Iterator[Pair]:
    """Yield the planned comparisons in printed order; without conditions, with every other.

    Controls are contrasts too: a rate is read beside theirs.
    """
    named = plan.conditions and (*plan.conditions, *plan.controls)
    for condition in named or cells.conditions:
        if condition != reference:
            yield Pair(condition, reference)
    yield from plan.pairs


def planned_controls(
    trajectories: Trajectories, plan: Plan, contrast: Contrast
) -> tuple[Contrast, ...]:
    """Return the control contrasts that stand beside a contrast of the same model and scaffold.

    Each is taken in the arm that holds it, against the reference of that arm; a model without
    one of them gets fewer.
    """
    return tuple(
        replace(contrast, condition=name, arm=cells.arm)
        for name in plan.controls
        for cells in arms_of(trajectories)
        if (cells.model, cells.scaffold) == (contrast.model, contrast.scaffold)
        and {name, contrast.reference} <= set(cells.conditions)
    )
