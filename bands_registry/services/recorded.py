"""The judgement exactly as a signature records it, and the body that is signed."""

from __future__ import annotations

from dataclasses import replace

from bands_registry.provenance.events import IndependenceStated, VerdictSigned
from bands_registry.provenance.verdicts import judgement_of, verdict_body
from bands_registry.services.session import Session
from bands_registry.services.views import Independence
from fairmed_core.domain.verdict import Answer, Judgement, answers_allowed
from fairmed_core.words.sentences import MEANING, QUESTIONS, scope_notice

UNSTATED = Independence(not_an_author=True)


def body_to_sign(
    session: Session,
    item_id: str,
    judgement: Judgement,
    *,
    independence: Independence = UNSTATED,
    supersedes: str | None = None,
) -> VerdictSigned:
    """Return the body of a verdict with every sentence that was on the screen."""
    scope = session.scope(item_id)
    say = session.say
    sentences = {f"question_{number}": say(text) for number, text in QUESTIONS.items()}
    notice = scope_notice(scope, session.credential, say)
    if notice:
        sentences["scope_notice"] = notice
    return verdict_body(
        _with_the_only_answers(session, item_id, judgement),
        item=item_id,
        pack=session.pack,
        scope=scope,
        independence=IndependenceStated(
            not_an_author=independence.not_an_author, interests=independence.interests
        ),
        supersedes=supersedes,
        language=session.language,
        sentences=sentences,
        meaning=say(MEANING),
    )


def as_recorded(session: Session, item_id: str, judgement: Judgement) -> Judgement:
    """Return what a signature on this judgement would say; itself while no verdict is chosen."""
    if judgement.kind is None:
        return judgement
    return judgement_of(body_to_sign(session, item_id, judgement))


def _with_the_only_answers(session: Session, item_id: str, judgement: Judgement) -> Judgement:
    """Fill in the answers that leave no choice ("not needed" where no span is disputed)."""
    band = session.study.shown(item_id)
    forced: dict[int, Answer] = {}
    for number in QUESTIONS:
        allowed = answers_allowed(number, band)
        if len(allowed) == 1:
            forced[number] = allowed[0]
    return replace(judgement, answers={**judgement.answers, **forced})
