"""Drafts: what she entered, until a verdict covers it, and after."""

from __future__ import annotations

from sqlmodel import Session, select

from bands_registry.provenance.events import ItemHashes
from bands_registry.store.draft_json import decode_judgement, encode_judgement
from bands_registry.store.tables import DraftRow
from bands_registry.store.values import Draft
from fairmed_core.clock import from_stamp, stamp


def save(session: Session, draft: Draft) -> None:
    """Write the draft in place of the item's earlier one."""
    session.merge(
        DraftRow(
            item_id=draft.item_id,
            judgement=encode_judgement(draft.judgement),
            vignette_hash=draft.seen.vignette,
            clause_hash=draft.seen.clause,
            band_hash=draft.seen.band,
            scale_hash=draft.seen.scale,
            ready=int(draft.ready),
            saved_at=stamp(draft.saved_at),
            after_seq=draft.after_seq,
        )
    )


def get(session: Session, item_id: str) -> Draft | None:
    """Return the draft of an item, or None."""
    row = session.get(DraftRow, item_id)
    return None if row is None else _draft(row)


def everything(session: Session) -> tuple[Draft, ...]:
    """Return all drafts by item id."""
    return tuple(_draft(row) for row in session.exec(select(DraftRow).order_by(DraftRow.item_id)))


def _draft(row: DraftRow) -> Draft:
    return Draft(
        item_id=row.item_id,
        judgement=decode_judgement(row.judgement),
        seen=ItemHashes(
            vignette=row.vignette_hash,
            clause=row.clause_hash,
            band=row.band_hash,
            scale=row.scale_hash,
        ),
        ready=bool(row.ready),
        saved_at=from_stamp(row.saved_at),
        after_seq=row.after_seq,
    )
