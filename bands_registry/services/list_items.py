"""List a clinician's items with where each stands."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from bands_registry.services.changes import changed_items
from bands_registry.services.pace import minutes_left
from bands_registry.services.public_identity import public_identity
from bands_registry.services.session import Session, closed
from bands_registry.services.standing import Standing, standings
from bands_registry.services.views import QueueItem, QueueView
from fairmed_core.domain.showings import is_second


def list_items(session: Session) -> QueueView:
    """Return the queue in her own order."""
    found = standings(session)
    return QueueView(
        study_id=session.study.id,
        study_title=session.study.title,
        items=tuple(queue_item(session, s) for s in found),
        identity=public_identity(session.identity),
        practice=session.practice,
        minutes_left=minutes_left(session, found),
        notice=changed_items(
            sum(bool(s.changed) for s in found), session.pack.version, session.say
        ),
        study_language=session.study.language,
        restored_from=_restored_from(session, found),
        repeats=any(is_second(s.item_id) for s in found),
        finished=closed(session.log),
        moved_at=session.store.moved_at,
    )


def _restored_from(session: Session, found: Sequence[Standing]) -> datetime | None:
    """When the latest draft was kept, if a crash came after it and she has not gone on yet."""
    if not session.store.left_open or session.shown:
        return None
    return max((one.draft.saved_at for one in found if one.draft), default=None)


def queue_item(session: Session, found: Standing) -> QueueItem:
    """Return one line of the queue."""
    band = session.study.shown(found.item_id)
    return QueueItem(
        item_id=found.item_id,
        position=session.order.index(found.item_id) + 1,
        title=band.title,
        step=session.study.space[band.sub_action].step,
        headline=session.study.vignette(band.vignette_id).headline,
        status=found.status,
        left=found.left,
        scope=session.scope(found.item_id),
        changed=found.changed,
        action=session.study.space[band.sub_action].label,
        locators=tuple(session.study.clause(clause).locator for clause in band.clause_ids),
    )
