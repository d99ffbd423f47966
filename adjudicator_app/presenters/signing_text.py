"""A verdict in words, as the signing table shows it: everything that will be signed, in full."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from bands_registry.services.views import SigningRow
from fairmed_core.domain.action_space import SubAction
from fairmed_core.domain.band import Band
from fairmed_core.domain.verdict import (
    DISPUTED_QUESTION,
    QUESTIONS,
    Answer,
    VerdictKind,
    set_changed,
    wording_changed,
)
from fairmed_core.words.sentences import ANSWERS, DECLINE_REASONS, ERROR_KINDS, VERDICTS
from fairmed_core.words.sets import describe_set, describe_set_briefly

UNANSWERED = "–"


@dataclass(frozen=True)
class SigningText:
    """One row of the signing table.

    Attributes
    ----------
    title, actions, draft, answers
        The item, her acceptable actions, how they stand to the author's draft, the six answers.
    verdict, says
        The verdict's word and the paragraphs under it: kinds and reason, new wording, notes.
    effect, why
        Whether it counts, and why not.
    counts
        Whether it counts.
    """

    title: str
    actions: str
    draft: str
    answers: str
    verdict: str
    says: tuple[str, ...]
    effect: str
    why: str
    counts: bool


def signing_text(row: SigningRow, *, sealed: bool) -> SigningText:
    """Return a row in words; `sealed` tells whether her private details were sealed."""
    declined = row.kind is VerdictKind.DECLINE
    effect, why = _effect(row, sealed=sealed)
    return SigningText(
        title=row.title,
        actions=_tr("No set") if declined else describe_set(row.acceptable, row.sub_action),
        draft=_draft(row, declined=declined),
        answers=_answers(row),
        verdict=_tr(VERDICTS[row.kind]),
        says=tuple(_says(row)),
        effect=effect,
        why=why,
        counts=not why,
    )


def _draft(row: SigningRow, *, declined: bool) -> str:
    same_set = not set_changed(row.judgement, row.band)
    if not declined and same_set and row.kind is VerdictKind.AMEND:
        return _tr("Set as drafted · clause wording changed")
    drafted = _author(row.band, row.sub_action)
    if declined or row.sub_action.threshold is None:
        return drafted
    both = row.sub_action.straddles(row.acceptable)
    side = _tr("both sides of the line") if both else _tr("one side of the line")
    return f"{drafted} · {side}"


def _author(band: Band, sub_action: SubAction) -> str:
    drafted = describe_set_briefly(band.acceptable, sub_action)
    text = _tr("Author: {drafted}").format(drafted=drafted)
    if band.disputed is None:
        return text
    disputed = describe_set_briefly(band.disputed, sub_action)
    return text + _tr(", with {disputed} disputed").format(disputed=disputed)


def _answers(row: SigningRow) -> str:
    given = [_answer(row, question) for question in QUESTIONS]
    return _tr("Answers 1 to 6: {answers}").format(answers=", ".join(given))


def _answer(row: SigningRow, question: int) -> str:
    if question == DISPUTED_QUESTION and row.band.disputed is None:
        return UNANSWERED
    answer = row.judgement.answers.get(question)
    if answer is None or answer is Answer.NOT_NEEDED:
        return UNANSWERED
    return _tr(ANSWERS[answer]).lower()


def _says(row: SigningRow) -> list[str]:
    judgement = row.judgement
    said: list[str] = []
    if row.kind is VerdictKind.ACCEPT:
        said.append(_tr("As written."))
    if row.kind is VerdictKind.AMEND:
        kinds = [_tr(ERROR_KINDS[kind]) for kind in ERROR_KINDS if kind in judgement.error_kinds]
        said.append(_sentence(", ".join(kinds).capitalize(), judgement.reason))
    if row.kind is VerdictKind.DECLINE and judgement.decline_reason is not None:
        said.append(_sentence(_tr(DECLINE_REASONS[judgement.decline_reason]), judgement.reason))
    if row.kind is VerdictKind.ACCEPT and judgement.reason.strip():
        said.append(judgement.reason.strip())
    if wording_changed(judgement, row.clause.clause.summary):
        wording = (judgement.wording or "").strip()
        said.append(_tr("New wording: “{wording}”").format(wording=wording))
    said += [
        _tr("Note on {question}: {note}").format(question=question, note=note.strip())
        for question, note in sorted(judgement.notes.items())
        if note.strip()
    ]
    return said


def _sentence(head: str, rest: str) -> str:
    return f"{head}. {rest.strip()}".strip()


def _effect(row: SigningRow, *, sealed: bool) -> tuple[str, str]:
    if row.kind is VerdictKind.DECLINE:
        return _tr("Recorded only"), _tr("a decline decides nothing")
    if not row.scope.inside:
        return _tr("Recorded only"), _tr("outside your setting")
    if not sealed:
        return _tr("Recorded only"), _tr("no sealed details")
    return _tr("Counts"), ""


def _tr(text: str) -> str:
    return QCoreApplication.translate("signing", text)
