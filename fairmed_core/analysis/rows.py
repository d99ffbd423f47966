"""Rows of a report: an estimate and where it belongs."""

from __future__ import annotations

from dataclasses import dataclass

from fairmed_core.analysis.settings import Contrast
from fairmed_core.analysis.shifts import TransitionTable
from fairmed_core.estimate import Estimate
from fairmed_core.trajectories.cells import Cells

REPLICATE = "replicate level"
COLLAPSED = "collapsed"


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


def contrast_row(estimate: Estimate, contrast: Contrast, action: str, variant: str) -> Row:
    """Return the row of a contrast's estimate."""
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


def floor_row(estimate: Estimate, cells: Cells, condition: str, action: str) -> Row:
    """Return the row of an estimate within one condition."""
    return Row(
        estimate,
        model=cells.model,
        scaffold=cells.scaffold,
        arm=cells.arm,
        condition=condition,
        action=action,
        variant=REPLICATE,
    )
