"""Put a complete judgement with those that are ready to sign."""

from __future__ import annotations

from bands_registry.services.save_draft import demand_questions, keep_draft, saved
from bands_registry.services.session import Session
from bands_registry.services.standing import item_problems
from bands_registry.services.views import SavedDraft
from fairmed_core.domain.acceptable import OrderSet, ValueSet
from fairmed_core.domain.verdict import Judgement, VerdictKind, answers_allowed
from fairmed_core.errors import UserError
from fairmed_core.words.sentences import problem_sentence


def mark_ready(session: Session, item_id: str, judgement: Judgement) -> SavedDraft:
    """Keep a judgement and mark it ready to sign.

    While something is missing or contradictory it is kept as a draft and UserError names all of
    it; so it does for an answer, level, day or test the item does not offer.
    """
    session.demand_item(item_id)
    demand_questions(judgement)
    missing = [
        problem_sentence(problem, session.say)
        for problem in item_problems(session, item_id, judgement)
        if problem.blocking
    ] + _not_offered(session, item_id, judgement)
    keep_draft(session, item_id, judgement, ready=not missing)
    if missing:
        raise UserError(
            " ".join(missing),
            next_step="What you entered is kept as a draft.",
            place=f"item {item_id}",
        )
    return saved(session, item_id)


def _not_offered(session: Session, item_id: str, judgement: Judgement) -> list[str]:
    band = session.study.shown(item_id)
    found = [
        f"Question {number} has no such answer here."
        for number, answer in sorted(judgement.answers.items())
        if answer not in answers_allowed(number, band)
    ]
    amended = judgement.amended
    if judgement.kind is not VerdictKind.AMEND or amended is None:
        return found
    if type(amended) is not type(band.acceptable):
        found.append("The set is of another kind than the draft.")
    elif isinstance(amended, ValueSet):
        sub_action = session.study.space[band.sub_action]
        off = sorted(value for value in amended.values if not sub_action.on_scale(value))
        found += [f"{value} is not on the scale." for value in off]
    elif isinstance(amended, OrderSet):
        known = {order.test for order in session.study.orders}
        found += [f"The study has no test {test}." for test in sorted(amended.allowed - known)]
    return found
