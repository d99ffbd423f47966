"""Show one item to the clinician."""

from __future__ import annotations

from bands_registry.provenance.events import ItemDisplayed
from bands_registry.services.list_items import queue_item
from bands_registry.services.session import Session, closed
from bands_registry.services.standing import standing
from bands_registry.services.views import CitedClause, ReviewView
from fairmed_core.domain.band import Band


def review_item(session: Session, item_id: str) -> ReviewView:
    """Return what the item shows; its first showing in this sitting is recorded.

    Raises UserError for an item that is not hers.
    """
    session.demand_item(item_id)
    if item_id not in session.shown and not session.read_only:
        session.record(
            ItemDisplayed(item=item_id, pack=session.pack.hash, hashes=session.version_of(item_id))
        )
        session.shown.add(item_id)
    found = standing(session, item_id)
    band = session.study.shown(item_id)
    sub_action = session.study.space[band.sub_action]
    vignette = session.study.vignette(band.vignette_id)
    return ReviewView(
        item=queue_item(session, found),
        total=len(session.order),
        band=band,
        sub_action=sub_action,
        facts=vignette.known_at(sub_action.step),
        not_known=vignette.not_known_at(sub_action.step),
        clauses=cited_clauses(session, band),
        judgement=found.judgement,
        saved_at=found.draft.saved_at if found.draft else None,
        signed=found.signed,
        practice=session.practice,
        tests=tuple((order.test, order.label) for order in session.study.orders),
        finished=closed(session.log),
        moved_at=session.store.moved_at,
    )


def cited_clauses(session: Session, band: Band) -> tuple[CitedClause, ...]:
    """Return the clauses a band rests on with their sources, the leading one first."""
    clauses = (session.study.clause(clause_id) for clause_id in band.clause_ids)
    return tuple(CitedClause(clause, session.study.source(clause.source_id)) for clause in clauses)
