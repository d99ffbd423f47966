"""Verdicts: six answers, a decision, and the rules that hold between them."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from fairmed_core.domain.acceptable import AcceptableSet, OrderSet, ValueSet
from fairmed_core.domain.band import Band


class Answer(StrEnum):
    """An answer to one of the six questions; question 5 has its own values."""

    YES = "yes"
    NO = "no"
    CANNOT_TELL = "cannot_tell"
    WITHOUT = "without"
    WITH = "with"
    NOT_NEEDED = "not_needed"


class VerdictKind(StrEnum):
    """What a clinician decides about a band."""

    ACCEPT = "ACCEPT"
    AMEND = "AMEND"
    DECLINE = "DECLINE"


class ErrorKind(StrEnum):
    """What was wrong with an amended draft; several may hold."""

    TOO_WIDE = "too_wide"
    TOO_NARROW = "too_narrow"
    WRONG_INFORMATION = "wrong_information"
    MISQUOTED = "clause_misquoted"
    GUIDELINE_GAP = "guideline_gap"


class DeclineReason(StrEnum):
    """Why she cannot judge."""

    OUTSIDE_SCOPE = "outside_my_scope"
    AMBIGUOUS = "source_ambiguous"
    UNREADABLE = "source_unreadable"
    INSUFFICIENT = "vignette_insufficient"
    OTHER = "other"


QUESTIONS = (1, 2, 3, 4, 5, 6)
DISPUTED_QUESTION = 5


def answers_allowed(question: int, band: Band) -> tuple[Answer, ...]:
    """Return the answers a question offers for this band."""
    if question != DISPUTED_QUESTION:
        return (Answer.YES, Answer.NO, Answer.CANNOT_TELL)
    if band.disputed is None:
        return (Answer.NOT_NEEDED,)
    return (Answer.WITHOUT, Answer.WITH, Answer.CANNOT_TELL)


@dataclass(frozen=True)
class Judgement:
    """What a clinician has entered for one band, complete or not.

    Attributes
    ----------
    answers, notes
        By question number.
    kind
        The verdict, or None while undecided.
    amended
        Her set; None means untouched (the author's).
    wording
        Her wording of the clause summary; None means untouched.
    error_kinds, reason
        On AMEND.
    decline_reason
        On DECLINE.
    scope_acknowledged
        Whether she ticked that the item lies outside her setting.
    """

    answers: dict[int, Answer] = field(default_factory=dict)
    notes: dict[int, str] = field(default_factory=dict)
    kind: VerdictKind | None = None
    amended: AcceptableSet | None = None
    wording: str | None = None
    error_kinds: frozenset[ErrorKind] = frozenset()
    reason: str = ""
    decline_reason: DeclineReason | None = None
    scope_acknowledged: bool = False

    @property
    def touched(self) -> bool:
        """Whether anything was entered."""
        return self != Judgement()


class ProblemCode(StrEnum):
    """What is missing or contradictory; its sentence stands in the words catalogue."""

    NO_VERDICT = "no_verdict"
    QUESTION_OPEN = "question_open"
    SCOPE_NOT_ACKNOWLEDGED = "scope_not_acknowledged"
    DECLINE_WITHOUT_REASON = "decline_without_reason"
    DECLINE_OTHER_WITHOUT_TEXT = "decline_other_without_text"
    AMEND_WITHOUT_KIND = "amend_without_kind"
    AMEND_WITHOUT_REASON = "amend_without_reason"
    AMEND_NOTHING_CHANGED = "amend_nothing_changed"
    ACCEPT_CHANGED_SET = "accept_changed_set"
    ACCEPT_CHANGED_WORDING = "accept_changed_wording"
    ACCEPT_WITH_DISPUTED = "accept_with_disputed"
    ACCEPT_AGAINST_ANSWER = "accept_against_answer"
    TOO_WIDE_NOTHING_REMOVED = "too_wide_nothing_removed"
    TOO_NARROW_NOTHING_ADDED = "too_narrow_nothing_added"
    MISQUOTED_WITHOUT_WORDING = "misquoted_without_wording"
    EMPTY_SET = "empty_set"


class Place(StrEnum):
    """The field a problem is told beside."""

    SCOPE = "scope"
    EDITOR = "editor"
    WORDING = "wording"
    QUESTION = "question"
    VERDICT = "verdict"
    KINDS = "kinds"
    REASON = "reason"
    DECLINE_REASON = "decline_reason"


@dataclass(frozen=True)
class Problem:
    """Something that stands between a judgement and a signature.

    `blocking` problems must be settled; the others are told and may stay.
    """

    code: ProblemCode
    place: Place
    question: int | None = None
    blocking: bool = True


def chosen_set(judgement: Judgement, band: Band) -> AcceptableSet:
    """Return the set the editor shows: hers where touched, else the author's."""
    return judgement.amended if judgement.amended is not None else band.acceptable


def set_changed(judgement: Judgement, band: Band) -> bool:
    """Whether her set differs from the author's."""
    return chosen_set(judgement, band) != band.acceptable


def wording_changed(judgement: Judgement, summary: str) -> bool:
    """Whether her wording differs from the clause summary."""
    return judgement.wording is not None and judgement.wording.strip() != summary.strip()


def problems(
    judgement: Judgement, band: Band, *, summary: str, inside_scope: bool
) -> tuple[Problem, ...]:
    """Return what is missing or contradictory, in the order of the fields on the screen.

    Rules
    -----
    - DECLINE needs only its reason, and text when that is "other"; no acknowledgement, no answers.
    - ACCEPT means the author's set without the disputed span: a changed set, a changed wording or
      "with" at question 5 requires AMEND.
    - AMEND needs a change of the set or of the wording, at least one error kind, and a reason.
    - "too wide: yes" needs something removed, "too narrow: yes" something added.
    - An answer that speaks against the draft (questions 1, 2, 3, 4, 6) beside ACCEPT is told but
      does not block: the clinician may have meant it.
    """
    if judgement.kind is VerdictKind.DECLINE:
        return _decline_problems(judgement)
    found: list[Problem] = []
    if not inside_scope and not judgement.scope_acknowledged:
        found.append(Problem(ProblemCode.SCOPE_NOT_ACKNOWLEDGED, Place.SCOPE))
    found += _editor_problems(judgement, band)
    found += [
        Problem(ProblemCode.QUESTION_OPEN, Place.QUESTION, question)
        for question in QUESTIONS
        if question not in judgement.answers and len(answers_allowed(question, band)) > 1
    ]
    if judgement.kind is None:
        found.append(Problem(ProblemCode.NO_VERDICT, Place.VERDICT))
    elif judgement.kind is VerdictKind.ACCEPT:
        found += _accept_problems(judgement, band, summary)
    else:
        found += _amend_problems(judgement, band, summary)
    return tuple(found)


def _decline_problems(judgement: Judgement) -> tuple[Problem, ...]:
    if judgement.decline_reason is None:
        return (Problem(ProblemCode.DECLINE_WITHOUT_REASON, Place.DECLINE_REASON),)
    if judgement.decline_reason is DeclineReason.OTHER and not judgement.reason.strip():
        return (Problem(ProblemCode.DECLINE_OTHER_WITHOUT_TEXT, Place.REASON),)
    return ()


def _editor_problems(judgement: Judgement, band: Band) -> list[Problem]:
    ours = chosen_set(judgement, band)
    empty = isinstance(ours, ValueSet) and not len(ours)
    if not empty:
        return []
    # An empty set is a legal amendment ("no listed action is acceptable"), so it is told only.
    return [Problem(ProblemCode.EMPTY_SET, Place.EDITOR, blocking=False)]


def _accept_problems(judgement: Judgement, band: Band, summary: str) -> list[Problem]:
    found: list[Problem] = []
    if set_changed(judgement, band):
        found.append(Problem(ProblemCode.ACCEPT_CHANGED_SET, Place.VERDICT))
    if wording_changed(judgement, summary):
        found.append(Problem(ProblemCode.ACCEPT_CHANGED_WORDING, Place.VERDICT))
    if judgement.answers.get(DISPUTED_QUESTION) is Answer.WITH:
        found.append(Problem(ProblemCode.ACCEPT_WITH_DISPUTED, Place.VERDICT, DISPUTED_QUESTION))
    against = {1: Answer.NO, 2: Answer.NO, 3: Answer.YES, 4: Answer.YES, 6: Answer.NO}
    found += [
        Problem(ProblemCode.ACCEPT_AGAINST_ANSWER, Place.QUESTION, question, blocking=False)
        for question, answer in against.items()
        if judgement.answers.get(question) is answer
    ]
    return found


def _amend_problems(judgement: Judgement, band: Band, summary: str) -> list[Problem]:
    found: list[Problem] = []
    removed, added = _removed_added(band.acceptable, chosen_set(judgement, band))
    if not set_changed(judgement, band) and not wording_changed(judgement, summary):
        found.append(Problem(ProblemCode.AMEND_NOTHING_CHANGED, Place.VERDICT))
    says_wide = judgement.answers.get(3) is Answer.YES or (
        ErrorKind.TOO_WIDE in judgement.error_kinds
    )
    says_narrow = judgement.answers.get(4) is Answer.YES or (
        ErrorKind.TOO_NARROW in judgement.error_kinds
    )
    if says_wide and not removed:
        found.append(Problem(ProblemCode.TOO_WIDE_NOTHING_REMOVED, Place.QUESTION, 3))
    if says_narrow and not added:
        found.append(Problem(ProblemCode.TOO_NARROW_NOTHING_ADDED, Place.QUESTION, 4))
    if ErrorKind.MISQUOTED in judgement.error_kinds and not wording_changed(judgement, summary):
        found.append(Problem(ProblemCode.MISQUOTED_WITHOUT_WORDING, Place.WORDING))
    if not judgement.error_kinds:
        found.append(Problem(ProblemCode.AMEND_WITHOUT_KIND, Place.KINDS))
    if not judgement.reason.strip():
        found.append(Problem(ProblemCode.AMEND_WITHOUT_REASON, Place.REASON))
    return found


def _removed_added(before: AcceptableSet, after: AcceptableSet) -> tuple[bool, bool]:
    if isinstance(before, ValueSet) and isinstance(after, ValueSet):
        return bool(before.values - after.values), bool(after.values - before.values)
    if isinstance(before, OrderSet) and isinstance(after, OrderSet):
        # A test made required narrows what is acceptable; one made optional or new widens it.
        narrower = before.allowed - after.allowed or after.required - before.required
        wider = after.allowed - before.allowed or before.required - after.required
        return bool(narrower), bool(wider)
    raise TypeError("the two sets are of different kinds")
