"""One verdict on paper: the notice, what she chose and why, and what it replaces."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from reportlab.platypus import Flowable

from bands_registry.provenance.attestation import AttestedItem, Superseded
from exports.blocks import Block, Cell, Frame, Row
from exports.pages import heading
from exports.text_lines import after_label
from exports.theme import (
    BODY,
    CODE,
    CONTENT_WIDTH,
    HEADING,
    LABEL,
    QUIET,
    STRONG,
    VERDICT,
    WARN,
    WARN_HEAD,
    WARN_SOFT,
    TextStyle,
)
from fairmed_core.domain.acceptable import AcceptableSet, ValueSet
from fairmed_core.domain.action_space import Kind
from fairmed_core.domain.resolution import NotCounted
from fairmed_core.domain.verdict import (
    DISPUTED_QUESTION,
    QUESTIONS,
    Answer,
    VerdictKind,
    wording_changed,
)
from fairmed_core.words import sentences
from fairmed_core.words.catalogue import Catalogue
from fairmed_core.words.joining import apart, listed, paragraph
from fairmed_core.words.sets import describe_set

_VALUE_X = 108.0
_VALUE_WIDTH = CONTENT_WIDTH - _VALUE_X
_QUESTION_WIDTH = 250.0
_ANSWER_WIDTH = 70.0
_ANSWER = TextStyle(BODY.size, BODY.leading, face="bold", align="end")
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip


def printed_time(moment: datetime, say: Catalogue) -> str:
    """Return e.g. "14 June 2026, 12:21:40 UTC", whatever the computer's language."""
    return say("{day} {month} {year}, {time} UTC").format(
        day=moment.day,
        month=say(_MONTHS[moment.month - 1]),
        year=moment.year,
        time=f"{moment:%H:%M:%S}",
    )


def counts(item: AttestedItem) -> bool:
    """Whether the verdict may decide its item, as far as was known when it was signed."""
    declined = item.judgement.kind is VerdictKind.DECLINE
    return not item.not_counted and not declined and not item.second


def item_section(item: AttestedItem, *, document_pack: str, say: Catalogue) -> list[Flowable]:
    """Return the section that prints one verdict in full."""
    kind = item.judgement.kind or VerdictKind.DECLINE
    verdict = Cell(say(sentences.VERDICTS[kind]), VERDICT, x=CONTENT_WIDTH - 90, width=90)
    section = heading(f"{item.position}  {item.band.title}", HEADING, aside=verdict, need=150)
    section += _notices(item, say)
    section += [Block([row], after=1) for row in _rows(item, document_pack, say)]
    return section


def labelled(label: str, value: str, style: TextStyle = BODY) -> Row:
    """Return a row with its label at the left."""
    return Row(
        (Cell(label, LABEL, 0, _VALUE_X - 8), Cell(value, style, _VALUE_X, _VALUE_WIDTH)), below=2
    )


def _notices(item: AttestedItem, say: Catalogue) -> list[Flowable]:
    told: list[tuple[str, str]] = []
    if not item.scope.inside:
        told.append((say("Outside the signer's usual setting"), _scope_text(item, say)))
    if NotCounted.AUTHOR in item.not_counted:
        effect = say("The verdict is recorded; it does not decide the item.")
        told.append((say("The signer is an author of this study"), effect))
    if item.second:
        effect = say(
            "The item had been shown before. This verdict tells how steady the signer's judgement "
            "is; it does not decide the item."
        )
        told.append((say("Shown a second time"), effect))
    frame = Frame(WARN_SOFT, WARN)
    return [
        Block([Row((Cell(head, WARN_HEAD),)), Row((Cell(text),))], frame=frame, before=2, after=6)
        for head, text in told
    ]


def _scope_text(item: AttestedItem, say: Catalogue) -> str:
    shown = item.sentences.get("scope_notice", "")
    if not shown and item.scope.setting:
        shown = say("{setting} is ordinarily decided by {deciders}.").format(
            setting=item.scope.setting,
            deciders=listed((say(label).lower() for label in item.scope.decided_by), say),
        )
    acknowledged = (
        say("Notice shown and acknowledged.")
        if item.judgement.scope_acknowledged
        else say("Notice shown; a decline needs no acknowledgement.")
    )
    effect = say("The verdict is recorded; it does not decide the item.")
    return paragraph((shown, acknowledged, effect), say)


def _rows(item: AttestedItem, document_pack: str, say: Catalogue) -> Iterator[Row]:
    judgement = item.judgement
    yield labelled(say("Signed"), printed_time(item.time, say))
    yield labelled(say("Decision"), _decision(item, say))
    yield labelled(say("Acceptable actions"), _chosen(item, say), STRONG)
    yield labelled(say("Author's draft"), _draft(item, say))
    yield labelled(say("Line"), _line(item, say))
    yield from _clause_rows(item, say)
    yield from _answer_rows(item, say)
    if judgement.kind is VerdictKind.AMEND:
        kinds = [
            say(text)
            for kind, text in sentences.ERROR_KINDS.items()
            if kind in judgement.error_kinds
        ]
        yield labelled(say("What was wrong"), apart(kinds, say))
    if judgement.decline_reason is not None:
        yield labelled(
            say("Why declined"), say(sentences.DECLINE_REASONS[judgement.decline_reason])
        )
    yield labelled(say("Reason"), judgement.reason or say("None given"))
    yield labelled(say("Earlier versions"), _earlier(item, say))
    yield labelled(say("Signed event"), item.event_id, CODE)
    if item.pack_hash != document_pack:
        yield labelled(say("Signed on pack"), item.pack_hash, CODE)


def _decision(item: AttestedItem, say: Catalogue) -> str:
    step = say(sentences.STEPS[item.sub_action.step.value]).lower()
    return say("{action}, at the step {step}. Case: {case} ({vignette}). Item: {item}").format(
        action=item.sub_action.label,
        step=step,
        case=item.vignette.headline,
        vignette=item.vignette.id,
        item=item.item_id,
    )


def _chosen(item: AttestedItem, say: Catalogue) -> str:
    if item.acceptable is None:
        return say("No set")
    return describe_set(item.acceptable, item.sub_action, test_labels=item.tests, say=say)


def _draft(item: AttestedItem, say: Catalogue) -> str:
    def words(acceptable: AcceptableSet) -> str:
        return describe_set(acceptable, item.sub_action, test_labels=item.tests, say=say)

    text = words(item.band.acceptable)
    if item.band.disputed is not None:
        text += say("; the author could not settle: {disputed}").format(
            disputed=words(item.band.disputed)
        )
    return say("{set} ({level})").format(set=text, level=say(item.band.level.value))


def _line(item: AttestedItem, say: Catalogue) -> str:
    if item.sub_action.kind is Kind.BINARY:
        text = say("Between no and yes.")
    elif item.sub_action.threshold is None:
        return say("No line is set for this action.")
    else:
        threshold = item.sub_action.threshold
        pattern = (
            say("{yes}: {cut} or less.")
            if threshold.direction == "at_most"
            else say("{yes}: {cut} or more.")
        )
        text = pattern.format(yes=threshold.yes, cut=threshold.cut)
        text = text[:1].upper() + text[1:]
    if isinstance(item.acceptable, ValueSet) and len(item.acceptable):
        sides = (
            say("The set has actions on both sides of the line.")
            if item.straddles
            else say("The set lies on one side of the line.")
        )
        text = paragraph((text, sides), say)
    return text


def _clause_rows(item: AttestedItem, say: Catalogue) -> Iterator[Row]:
    shown = item.clauses[0][0].summary if item.clauses else ""
    changed = wording_changed(item.judgement, shown)
    for number, (clause, source) in enumerate(item.clauses, start=1):
        edition = f"{source.title}, {source.publisher}, {source.edition} ({source.year})"
        cited = f"{edition}, {clause.locator}."
        if number == len(item.clauses) and not changed:
            cited += " " + say("Wording unchanged.")
        yield labelled(say("Clause") if number == 1 else "", cited)
    if changed:
        yield labelled(say("Wording shown"), shown)
        yield labelled(say("New wording"), item.judgement.wording or "", STRONG)


def _answer_rows(item: AttestedItem, say: Catalogue) -> Iterator[Row]:
    text_x = _VALUE_X + 14
    for question in QUESTIONS:
        shown = item.sentences.get(f"question_{question}") or say(sentences.QUESTIONS[question])
        label = say("Six questions") if question == QUESTIONS[0] else ""
        answer = _answer(item, question, say)
        yield Row(
            (
                Cell(label, LABEL, 0, _VALUE_X - 8),
                Cell(str(question), BODY, _VALUE_X, 12),
                Cell(shown, BODY, text_x, _QUESTION_WIDTH),
                Cell(answer, _ANSWER, text_x + _QUESTION_WIDTH, _ANSWER_WIDTH),
            ),
            below=2 if question == QUESTIONS[-1] else 0,
        )
        note = item.judgement.notes.get(question, "")
        if note:
            text = say("Note: {note}").format(note=after_label(note))
            yield Row((Cell(text, QUIET, text_x, _VALUE_WIDTH - 14),), below=2)


def _answer(item: AttestedItem, question: int, say: Catalogue) -> str:
    answer = item.judgement.answers.get(question)
    if answer is None and question == DISPUTED_QUESTION and item.band.disputed is None:
        answer = Answer.NOT_NEEDED
    return say("Not answered") if answer is None else say(sentences.ANSWERS[answer])


def _earlier(item: AttestedItem, say: Catalogue) -> str:
    return "\n".join(_replaced(item, version, say) for version in item.superseded) or say("None")


def _replaced(item: AttestedItem, version: Superseded, say: Catalogue) -> str:
    text = f"{printed_time(version.time, say)}: {say(sentences.VERDICTS[version.kind])}"
    if version.amended is not None:
        changed = describe_set(version.amended, item.sub_action, test_labels=item.tests, say=say)
        text = listed((text, changed), say)
    return say("{version}. Event {event}").format(version=text, event=version.event_id)
