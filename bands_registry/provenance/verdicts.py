"""Verdicts between the domain and the log: what is signed, and what a signed one says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from bands_registry.provenance.bodies import (
    AnswerCode,
    IndependenceStated,
    Question,
    ScopeShown,
    VerdictSigned,
    decoded_set,
)
from bands_registry.provenance.canonical import clean_text
from bands_registry.provenance.errors import MalformedError
from bands_registry.provenance.events import EventLine, bodies_of
from bands_registry.provenance.pack import Pack
from bands_registry.study.encode import acceptable_json
from fairmed_core.domain.acceptable import AcceptableSet
from fairmed_core.domain.band import Band
from fairmed_core.domain.resolution import NotCounted
from fairmed_core.domain.scope import Scope
from fairmed_core.domain.study import Study
from fairmed_core.domain.verdict import (
    Answer,
    DeclineReason,
    ErrorKind,
    Judgement,
    VerdictKind,
    chosen_set,
    set_changed,
)


def verdict_body(
    judgement: Judgement,
    *,
    item: str,
    pack: Pack,
    scope: Scope,
    independence: IndependenceStated,
    supersedes: str | None,
    language: str,
    sentences: Mapping[str, str],
    meaning: str,
) -> VerdictSigned:
    """Return the body to sign for a complete judgement; texts are brought to their one form.

    `sentences` are the exact sentences that were on the screen, by name ("question_1",
    "scope_notice"); ValueError when no verdict was chosen.
    """
    if judgement.kind is None:
        raise ValueError("a judgement without a verdict cannot be signed")
    band = pack.study.shown(item)
    amends = judgement.kind is VerdictKind.AMEND
    amended = chosen_set(judgement, band) if amends and set_changed(judgement, band) else None
    declined = judgement.decline_reason if judgement.kind is VerdictKind.DECLINE else None
    return VerdictSigned(
        item=item,
        pack=pack.hash,
        hashes=pack.item_hashes(item),
        answers={_question(n): _answer(answer) for n, answer in judgement.answers.items()},
        notes={_question(n): clean_text(t) for n, t in judgement.notes.items() if t.strip()},
        verdict=judgement.kind.value,
        amended=None if amended is None else acceptable_json(amended),
        wording=clean_text(judgement.wording) if amends and judgement.wording else None,
        error_kinds=tuple(sorted(kind.value for kind in judgement.error_kinds)) if amends else (),
        reason=clean_text(judgement.reason),
        decline_reason=None if declined is None else declined.value,
        scope=ScopeShown(
            inside=scope.inside,
            setting=scope.setting,
            decided_by=scope.decided_by,
            acknowledged=judgement.scope_acknowledged,
        ),
        independence=IndependenceStated(
            not_an_author=independence.not_an_author,
            interests=clean_text(independence.interests),
        ),
        supersedes=supersedes,
        language=language,
        sentences=dict(sentences),
        meaning=meaning,
    )


def judgement_of(body: VerdictSigned) -> Judgement:
    """Return the judgement a signed verdict records; MalformedError for an unknown code."""
    try:
        return Judgement(
            answers={int(n): Answer(answer) for n, answer in body.answers.items()},
            notes={int(n): text for n, text in body.notes.items()},
            kind=VerdictKind(body.verdict),
            amended=None if body.amended is None else decoded_set(body.amended),
            wording=body.wording,
            error_kinds=frozenset(ErrorKind(kind) for kind in body.error_kinds),
            reason=body.reason,
            decline_reason=(
                None if body.decline_reason is None else DeclineReason(body.decline_reason)
            ),
            scope_acknowledged=body.scope.acknowledged,
        )
    except ValueError as error:
        raise MalformedError(f"A verdict holds an unknown code: {error}.") from error


def stands_for(body: VerdictSigned, band: Band) -> AcceptableSet | None:
    """Return the set a verdict stands for: the draft's, her amended one, or None on DECLINE."""
    judgement = judgement_of(body)
    return None if judgement.kind is VerdictKind.DECLINE else chosen_set(judgement, band)


def current_verdicts(
    lines: Sequence[EventLine],
) -> dict[str, tuple[EventLine, VerdictSigned]]:
    """Return the latest verdict on each item, in the order in which these were signed."""
    latest: dict[str, tuple[EventLine, VerdictSigned]] = {}
    for line, body in bodies_of(tuple(lines), VerdictSigned):
        latest.pop(body.item, None)
        latest[body.item] = (line, body)
    return latest


def is_author(body: VerdictSigned, *, pseudonym: str, study: Study) -> bool:
    """Whether the signer wrote bands of the study, by her own word or by the study's list."""
    return not body.independence.not_an_author or pseudonym in study.authors


def not_counted_when_signed(
    body: VerdictSigned, *, pseudonym: str, study: Study, sealed: bool
) -> tuple[NotCounted, ...]:
    """Return why a verdict does not adjudicate, as far as that is known when it is signed."""
    reasons = (
        (NotCounted.OUT_OF_SCOPE, not body.scope.inside),
        (NotCounted.AUTHOR, is_author(body, pseudonym=pseudonym, study=study)),
        (NotCounted.NO_SEALED_IDENTITY, not sealed),
    )
    return tuple(reason for reason, holds in reasons if holds)


def _question(number: int) -> Question:
    if not 1 <= number <= 6:
        raise ValueError(f"there is no question {number}")
    return cast(Question, str(number))


def _answer(answer: Answer) -> AnswerCode:
    return answer.value
