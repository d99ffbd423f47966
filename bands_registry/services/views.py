"""What the clinician's services hand to a screen: frozen values, never rows of a table."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path

from fairmed_core.domain.acceptable import AcceptableSet
from fairmed_core.domain.action_space import Step, SubAction
from fairmed_core.domain.adjudicator import Credential
from fairmed_core.domain.band import Band
from fairmed_core.domain.scope import Scope
from fairmed_core.domain.sources import Clause, Source
from fairmed_core.domain.verdict import Judgement, Problem, VerdictKind
from fairmed_core.domain.vignette import Fact


class ItemStatus(StrEnum):
    """Where an item stands for this clinician."""

    NOT_STARTED = "not_started"
    DRAFT = "draft"
    READY = "ready"
    SIGNED = "signed"
    DECLINED = "declined"
    NEEDS_RESIGNING = "needs_resigning"


@dataclass(frozen=True)
class PublicIdentity:
    """What others may know of a signer."""

    pseudonym: str
    credential: Credential | None
    fingerprint: str
    key_id: str


@dataclass(frozen=True)
class KnownStudy:
    """A study kept on this computer, for "continue where I was".

    `notice` says why it cannot be continued now (in use elsewhere, damaged) and `next_step` what
    to do; both "" when it can. `moved_at` is when it was moved to another computer, so that it can
    only be read here.
    """

    study_id: str
    title: str
    store: str
    pseudonym: str
    total: int
    done: int
    practice: bool
    notice: str = ""
    next_step: str = ""
    moved_at: datetime | None = None


@dataclass(frozen=True)
class PackSummary:
    """What a pack is, after its signatures were checked and before it is opened."""

    study_id: str
    title: str
    version: int
    items: int
    coordinator_fingerprint: str
    practice: bool


@dataclass(frozen=True, kw_only=True)
class MayBeClosed:
    """A part of a study in which perhaps nothing can be entered any more, only read.

    Attributes
    ----------
    finished
        She closed her record.
    moved_at
        When her work was moved to another computer; None while this is the copy she works on.
    """

    finished: bool = False
    moved_at: datetime | None = None

    @property
    def read_only(self) -> bool:
        """Whether nothing can be entered."""
        return self.finished or self.moved_at is not None


@dataclass(frozen=True)
class QueueItem:
    """One line of the queue, in this clinician's own order.

    Attributes
    ----------
    position
        From 1.
    left
        How many things are still missing before it can be signed.
    changed
        What changed since it was signed, as a sentence; "" otherwise.
    action, locators
        The sub-action's label, and where each clause stands in its source.
    """

    item_id: str
    position: int
    title: str
    step: Step
    headline: str
    status: ItemStatus
    left: int
    scope: Scope
    changed: str = ""
    action: str = ""
    locators: tuple[str, ...] = ()


@dataclass(frozen=True)
class QueueView(MayBeClosed):
    """The queue with its totals; `minutes_left` is None until there is a pace to go by.

    `study_language` is the language the study's own texts are in. `restored_from` is when the
    latest draft was kept, where the sitting before ended without closing the study. `repeats`
    tells that some items come a second time, and never which.
    """

    study_id: str
    study_title: str
    items: tuple[QueueItem, ...]
    identity: PublicIdentity
    practice: bool
    minutes_left: int | None
    notice: str = ""
    study_language: str = "en"
    restored_from: datetime | None = None
    repeats: bool = False

    @property
    def ready(self) -> int:
        """How many items are ready to sign."""
        return sum(item.status is ItemStatus.READY for item in self.items)


@dataclass(frozen=True)
class CitedClause:
    """A clause with the source it stands in."""

    clause: Clause
    source: Source


class Match(StrEnum):
    """How an attached guideline file compares with the one the study names.

    `UNKNOWN`: the study names none. `CHANGED`: the copy is no longer what was attached.
    """

    SAME = "same"
    DIFFERENT = "different"
    UNKNOWN = "unknown"
    CHANGED = "changed"


@dataclass(frozen=True)
class Guideline:
    """A guideline's file as it is kept on this computer."""

    path: Path
    match: Match


@dataclass(frozen=True)
class ReviewView(MayBeClosed):
    """Everything the review screen shows of one item, and nothing that arrives later.

    Attributes
    ----------
    facts
        The facts known at the item's step, in reading order.
    not_known
        What the agent does not know yet, as a phrase.
    judgement
        The draft as last saved (empty when untouched).
    saved_at
        When that was, in UTC; None when never.
    signed
        Whether a signature on the present version stands.
    tests
        (name, label) of every test the study knows, in its order; empty where it orders none.
    """

    item: QueueItem
    total: int
    band: Band
    sub_action: SubAction
    facts: tuple[Fact, ...]
    not_known: str
    clauses: tuple[CitedClause, ...]
    judgement: Judgement
    saved_at: datetime | None
    signed: bool
    practice: bool
    tests: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class SavedDraft:
    """The store's answer to a saved draft."""

    item_id: str
    saved_at: datetime
    status: ItemStatus
    problems: tuple[Problem, ...]


@dataclass(frozen=True)
class SigningRow:
    """One verdict exactly as it will be printed; `second` when the item had been shown before."""

    item_id: str
    position: int
    title: str
    kind: VerdictKind
    acceptable: AcceptableSet
    band: Band
    sub_action: SubAction
    judgement: Judgement
    clause: CitedClause
    scope: Scope
    second: bool = False


@dataclass(frozen=True)
class SigningView(MayBeClosed):
    """All that is about to be signed, and what is not ready."""

    rows: tuple[SigningRow, ...]
    not_ready: tuple[QueueItem, ...]
    identity: PublicIdentity
    identity_sealed: bool
    meaning: str
    study_title: str


@dataclass(frozen=True)
class Independence:
    """What the signer states about herself: not an author, and her interests ("" for none)."""

    not_an_author: bool
    interests: str = ""


@dataclass(frozen=True)
class SignedAttestation:
    """What signing left: the document and where the chain stands."""

    number: int
    pdf: bytes
    pdf_sha256: str
    signed_at: datetime
    verdicts: int
    head: str
    events: int
