"""A verdict in words, as the signing table shows it: everything that will be signed, in full."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator_app.presenters.saying import say
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
from fairmed_core.words.joining import listed
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
    outside
        Whether it does not because the item lies outside her setting.
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
    outside: bool


def signing_text(row: SigningRow, *, sealed: bool) -> SigningText:
    """Return a row in words; `sealed` tells whether her private details were sealed."""
    declined = row.kind is VerdictKind.DECLINE
    effect, why = _effect(row, sealed=sealed)
    return SigningText(
        title=row.title,
        actions=say("No set")
        if declined
        else describe_set(row.acceptable, row.sub_action, say=say),
        draft=_draft(row, declined=declined),
        answers=_answers(row),
        verdict=say(VERDICTS[row.kind]),
        says=tuple(_says(row)),
        effect=effect,
        why=why,
        counts=not why,
        outside=not declined and not row.scope.inside,
    )


def _draft(row: SigningRow, *, declined: bool) -> str:
    same_set = not set_changed(row.judgement, row.band)
    if not declined and same_set and row.kind is VerdictKind.AMEND:
        return say("Set as drafted · clause wording changed")
    drafted = _author(row.band, row.sub_action)
    if declined or row.sub_action.threshold is None:
        return drafted
    both = row.sub_action.straddles(row.acceptable)
    side = say("both sides of the line") if both else say("one side of the line")
    return f"{drafted} · {side}"


def _author(band: Band, sub_action: SubAction) -> str:
    drafted = describe_set_briefly(band.acceptable, sub_action, say)
    text = say("Author: {drafted}").format(drafted=drafted)
    if band.disputed is None:
        return text
    disputed = describe_set_briefly(band.disputed, sub_action, say)
    return text + say(", with {disputed} disputed").format(disputed=disputed)


def _answers(row: SigningRow) -> str:
    given = [_answer(row, question) for question in QUESTIONS]
    return say("Answers 1 to 6: {answers}").format(answers=listed(given, say))


def _answer(row: SigningRow, question: int) -> str:
    if question == DISPUTED_QUESTION and row.band.disputed is None:
        return UNANSWERED
    answer = row.judgement.answers.get(question)
    if answer is None or answer is Answer.NOT_NEEDED:
        return UNANSWERED
    return say(ANSWERS[answer]).lower()


def _says(row: SigningRow) -> list[str]:
    judgement = row.judgement
    said: list[str] = []
    if row.kind is VerdictKind.ACCEPT:
        said.append(say("As written."))
    if row.kind is VerdictKind.AMEND:
        kinds = [say(ERROR_KINDS[kind]) for kind in ERROR_KINDS if kind in judgement.error_kinds]
        said.append(_sentence(listed(kinds, say).capitalize(), judgement.reason))
    if row.kind is VerdictKind.DECLINE and judgement.decline_reason is not None:
        said.append(_sentence(say(DECLINE_REASONS[judgement.decline_reason]), judgement.reason))
    if row.kind is VerdictKind.ACCEPT and judgement.reason.strip():
        said.append(judgement.reason.strip())
    if wording_changed(judgement, row.clause.clause.summary):
        wording = (judgement.wording or "").strip()
        said.append(say("New wording: “{wording}”").format(wording=wording))
    said += [
        say("Note on {question}: {note}").format(question=question, note=note.strip())
        for question, note in sorted(judgement.notes.items())
        if note.strip()
    ]
    return said


def _sentence(head: str, rest: str) -> str:
    return say("{head}. {rest}").format(head=head, rest=rest.strip()).strip()


def _effect(row: SigningRow, *, sealed: bool) -> tuple[str, str]:
    if row.kind is VerdictKind.DECLINE:
        return say("Recorded only"), say("a decline decides nothing")
    if not row.scope.inside:
        return say("Recorded only"), say("outside your setting")
    if row.second:
        return say("Recorded only"), say("shown a second time, to see how steady judgements are")
    if not sealed:
        return say("Recorded only"), say("no sealed details")
    return say("Counts"), ""
