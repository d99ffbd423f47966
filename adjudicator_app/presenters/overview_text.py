"""The words of the coverage grid: items, raters and cells."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from adjudicator_app.presenters.saying import say
from bands_registry.services.registry_views import (
    CellState,
    OverviewCell,
    OverviewColumn,
    OverviewRow,
)
from fairmed_core.domain.action_space import ActionSpace
from fairmed_core.domain.adjudicator import PROFESSIONS, SPECIALTIES
from fairmed_core.domain.band import ProvenanceLevel
from fairmed_core.domain.resolution import NotCounted
from fairmed_core.words.joining import apart, listed
from fairmed_core.words.sentences import DECLINE_REASONS, NOT_COUNTED
from fairmed_core.words.sets import describe_set_briefly

# These two have marks of their own in the grid.
_MARKED = (NotCounted.OUT_OF_SCOPE, NotCounted.NEEDS_RESIGNING)


class Ground(Enum):
    """What a cell stands on."""

    BARE = "bare"
    BOX = "box"
    HIDDEN = "hidden"
    WARN = "warn"


class Standing(Enum):
    """Where an item stands."""

    CLINICIAN = "clinician"
    GUIDELINE = "guideline"
    AUTHOR = "author"
    UNRESOLVED = "unresolved"


@dataclass(frozen=True)
class ItemText:
    """An item: its title, where it stands, the line under its title, and its id."""

    title: str
    standing: Standing
    word: str
    line: str
    item_id: str

    @property
    def spoken(self) -> str:
        """All of it as one sentence."""
        return f"{self.title}, {self.item_id}. {self.word}, {self.line}"


@dataclass(frozen=True)
class RaterText:
    """A rater or an open seat: what she is, and who."""

    head: str
    code: str

    @property
    def spoken(self) -> str:
        """All of it as one sentence."""
        return f"{self.head}, {self.code}"


@dataclass(frozen=True)
class CellText:
    """What a rater said about an item, or why that is not shown.

    Attributes
    ----------
    icon, word, detail
        State and, under it, the set or the reason; "" for none.
    ground
        What it stands on.
    outside
        Whether it was given from outside the setting.
    reasons
        Every reason why it does not count.
    """

    icon: str
    word: str
    detail: str = ""
    ground: Ground = Ground.BARE
    outside: bool = False
    reasons: tuple[str, ...] = ()

    @property
    def spoken(self) -> str:
        """All of it as one sentence."""
        told = listed((part for part in (self.word, self.detail) if part), say)
        if not self.reasons:
            return told
        return say("{told}. Not counted: {reasons}").format(
            told=told, reasons=apart(self.reasons, say)
        )


def named(row: OverviewRow) -> str:
    """Return the names by which an item is looked for."""
    return f"{row.resolved.band.title}\n{row.resolved.band.id}"


def item_text(row: OverviewRow, space: ActionSpace) -> ItemText:
    """Return an item's words."""
    resolved = row.resolved
    standing = Standing(resolved.level.name.lower())
    if resolved.unresolved:
        standing = Standing.UNRESOLVED
    words = {
        Standing.CLINICIAN: say("Adjudicated"),
        Standing.GUIDELINE: say("Guideline-derived"),
        Standing.AUTHOR: say("Author-derived"),
        Standing.UNRESOLVED: say("Sets do not meet"),
    }
    if row.opens_after:
        line = say("opens after {number} more").format(number=row.opens_after)
    else:
        drafted = describe_set_briefly(
            resolved.band.acceptable, space[resolved.band.sub_action], say
        )
        line = say("author: {set}").format(set=drafted)
    band = resolved.band
    return ItemText(band.title or band.id, standing, words[standing], line, band.id)


def rater_text(column: OverviewColumn) -> RaterText:
    """Return a column's heading."""
    if column.rater is None:
        head = column.role or column.seat
        open_seat = say("seat {seat}, open").format(seat=column.seat)
        # A role the catalogue knows is said in the reader's language, another as it was written.
        return RaterText(say(head[:1].upper() + head[1:]), open_seat)
    credential = column.rater.credential
    main = credential.specialties[0]
    head = say(PROFESSIONS[credential.profession] if main == "none" else SPECIALTIES[main])
    return RaterText(head, column.rater.pseudonym)


def cell_text(cell: OverviewCell, row: OverviewRow, space: ActionSpace) -> CellText:
    """Return a cell's words."""
    if cell.verdict is None:
        return _without_verdict(cell.state)
    verdict, band = cell.verdict, row.resolved.band
    reasons = tuple(say(NOT_COUNTED[reason]) for reason in verdict.not_counted)
    if cell.state is CellState.RESIGN:
        return replace(_needs_resigning(), reasons=reasons)
    icons = {
        CellState.ACCEPT: ("tick_circle", say("Accept")),
        CellState.AMEND: ("pencil", say("Amend")),
        CellState.DECLINE: ("slashed_circle", say("Decline")),
    }
    if verdict.acceptable is not None:
        detail = describe_set_briefly(verdict.acceptable, space[band.sub_action], say)
        if verdict.judgement.wording is not None:
            detail = say("{set}, wording").format(set=detail)
    else:
        reason = verdict.judgement.decline_reason
        detail = say(DECLINE_REASONS[reason]).lower() if reason is not None else ""
    left = [say(NOT_COUNTED[one]) for one in verdict.not_counted if one not in _MARKED]
    outside = cell.scope_warning
    return CellText(
        *icons[cell.state],
        left[0] if left else detail,
        Ground.WARN if outside or left else Ground.BOX,
        outside,
        reasons,
    )


def _without_verdict(state: CellState) -> CellText:
    if state is CellState.HIDDEN:
        return CellText("eye_off", say("Signed"), say("hidden"), Ground.HIDDEN)
    if state is CellState.RESIGN:
        return _needs_resigning()
    if state is CellState.WAITING:
        return CellText("dashed_circle", say("Waiting"))
    return CellText("", "–")


def _needs_resigning() -> CellText:
    return CellText("turning_arrow", say("Needs re-signing"), say("changed since"), Ground.WARN)


def level_word(level: ProvenanceLevel) -> str:
    """Return a level's word as it stands in a sentence."""
    words = {
        ProvenanceLevel.CLINICIAN: say("clinician-adjudicated"),
        ProvenanceLevel.GUIDELINE: say("guideline-derived"),
        ProvenanceLevel.AUTHOR: say("author-derived"),
    }
    return words[level]
