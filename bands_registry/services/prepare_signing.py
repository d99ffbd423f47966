"""Lay out all that is about to be signed."""

from __future__ import annotations

from bands_registry.services.list_items import queue_item
from bands_registry.services.public_identity import public_identity
from bands_registry.services.recorded import as_recorded
from bands_registry.services.review_item import cited_clauses
from bands_registry.services.seal_identity import identity_sealed
from bands_registry.services.session import Session, closed
from bands_registry.services.standing import FINISHED, Standing, standings
from bands_registry.services.views import ItemStatus, SigningRow, SigningView
from fairmed_core.domain.showings import is_second
from fairmed_core.domain.verdict import chosen_set
from fairmed_core.errors import BugError
from fairmed_core.words.sentences import MEANING


def prepare_signing(session: Session) -> SigningView:
    """Return the verdicts that are ready, exactly as they will be signed, and what is not ready.

    Where nothing can be signed any more none is returned, ready or not.
    """
    found = standings(session)
    ready = () if session.read_only else found
    return SigningView(
        rows=tuple(_row(session, s) for s in ready if s.status is ItemStatus.READY),
        not_ready=tuple(
            queue_item(session, s)
            for s in found
            if s.status not in FINISHED and s.status is not ItemStatus.READY
        ),
        identity=public_identity(session.identity),
        identity_sealed=identity_sealed(session),
        meaning=session.say(MEANING),
        study_title=session.study.title,
        finished=closed(session.log),
        moved_at=session.store.moved_at,
    )


def _row(session: Session, found: Standing) -> SigningRow:
    judgement = as_recorded(session, found.item_id, found.judgement)
    if judgement.kind is None:
        raise BugError("An item was ready to sign without a verdict.")
    band = session.study.shown(found.item_id)
    return SigningRow(
        item_id=found.item_id,
        position=session.order.index(found.item_id) + 1,
        title=band.title,
        kind=judgement.kind,
        acceptable=chosen_set(judgement, band),
        band=band,
        sub_action=session.study.space[band.sub_action],
        judgement=judgement,
        clause=cited_clauses(session, band)[0],
        scope=session.scope(found.item_id),
        second=is_second(found.item_id),
    )
