"""Keep what was entered so far."""

from __future__ import annotations

from bands_registry.services.session import Session, demand_unfinished
from bands_registry.services.standing import Standing, standing
from bands_registry.services.views import SavedDraft
from bands_registry.store.values import Draft
from fairmed_core.domain.verdict import QUESTIONS, Judgement
from fairmed_core.errors import UserError


def save_draft(session: Session, item_id: str, judgement: Judgement) -> SavedDraft:
    """Keep a judgement, complete or not; one that is already kept is not written again.

    Raises UserError for an item that is not hers and once she finished the study, HostError when
    the store cannot be written.
    """
    session.demand_item(item_id)
    demand_questions(judgement)
    before = standing(session, item_id)
    if judgement != before.judgement:
        keep_draft(session, item_id, judgement, ready=False)
    return saved(session, item_id)


def demand_questions(judgement: Judgement) -> None:
    """Return nothing, or raise UserError when an answer or a note belongs to no question."""
    unknown = sorted((set(judgement.answers) | set(judgement.notes)) - set(QUESTIONS))
    if unknown:
        raise UserError(
            f"There is no question {unknown[0]}.",
            next_step=f"Answer the questions 1 to {len(QUESTIONS)}.",
        )


def keep_draft(session: Session, item_id: str, judgement: Judgement, *, ready: bool) -> None:
    """Write the draft of an item as she sees it now; UserError once she finished the study."""
    demand_unfinished(session.log, file=session.store.path)
    session.store.save_draft(
        Draft(
            item_id=item_id,
            judgement=judgement,
            seen=session.version_of(item_id),
            ready=ready,
            saved_at=session.clock.now(),
            after_seq=session.head.size,
        )
    )


def saved(session: Session, item_id: str) -> SavedDraft:
    """Return the store's answer about an item's draft."""
    found: Standing = standing(session, item_id)
    return SavedDraft(
        item_id=item_id,
        saved_at=found.draft.saved_at if found.draft else session.clock.now(),
        status=found.status,
        problems=found.problems,
    )
