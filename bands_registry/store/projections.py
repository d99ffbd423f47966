"""Projections: what the events say at present, in tables that can be thrown away and made anew."""

from __future__ import annotations

from sqlalchemy import delete
from sqlmodel import Session, col, select

from bands_registry.provenance.envelope import read_envelope
from bands_registry.provenance.events import (
    AttestationIssued,
    Event,
    ItemDisplayed,
    ItemHashes,
    PackOpened,
    VerdictSigned,
    event_of,
)
from bands_registry.store import settings
from bands_registry.store.tables import (
    PROJECTIONS,
    AttestationRow,
    EventRow,
    FirstShownRow,
    OpenedPackRow,
    VerdictRow,
)
from bands_registry.store.values import (
    CurrentVerdict,
    FirstShown,
    IssuedAttestation,
    OpenedPack,
)
from fairmed_core.clock import from_stamp, stamp
from fairmed_core.domain.verdict import VerdictKind

# Raised whenever the tables or what they hold changes: the next opening makes them anew.
VERSION = "1"


def project(session: Session, event: Event, *, chain: str, event_id: str) -> None:
    """Take one more event into the projections."""
    body, time = event.body, stamp(event.time)
    if isinstance(body, VerdictSigned):
        session.merge(
            VerdictRow(
                chain=chain,
                item_id=body.item,
                event_id=event_id,
                seq=event.seq,
                kind=body.verdict,
                vignette_hash=body.hashes.vignette,
                clause_hash=body.hashes.clause,
                band_hash=body.hashes.band,
                scale_hash=body.hashes.scale,
                time=time,
            )
        )
    elif isinstance(body, AttestationIssued):
        session.merge(
            AttestationRow(
                chain=chain,
                number=body.number,
                event_id=event_id,
                seq=event.seq,
                pdf_sha256=body.pdf,
                verdicts=len(body.verdicts),
                time=time,
            )
        )
    elif isinstance(body, PackOpened):
        session.merge(OpenedPackRow(chain=chain, seq=event.seq, sha256=body.pack))
    elif isinstance(body, ItemDisplayed) and not session.get(FirstShownRow, (chain, body.item)):
        session.add(FirstShownRow(chain=chain, item_id=body.item, time=time))


def rebuild(session: Session) -> None:
    """Throw every projection away and make it anew from the events."""
    for row in PROJECTIONS:
        session.exec(delete(row))
    kept = select(EventRow.chain, EventRow.id, EventRow.raw).order_by(col(EventRow.position))
    for chain, event_id, raw in session.exec(kept).all():
        event = event_of(read_envelope(raw).payload)
        project(session, event, chain=chain, event_id=event_id)
    settings.write(session, settings.PROJECTIONS_VERSION, VERSION)


def up_to_date(session: Session) -> bool:
    """Whether the projections were made by this version of the program."""
    return settings.read(session, settings.PROJECTIONS_VERSION) == VERSION


def verdicts(session: Session, chain: str) -> tuple[CurrentVerdict, ...]:
    """Return the latest verdict of a chain on each item, by item id."""
    statement = select(VerdictRow).where(VerdictRow.chain == chain)
    return tuple(
        CurrentVerdict(
            chain=row.chain,
            item_id=row.item_id,
            event_id=row.event_id,
            seq=row.seq,
            kind=VerdictKind(row.kind),
            signed=ItemHashes(
                vignette=row.vignette_hash,
                clause=row.clause_hash,
                band=row.band_hash,
                scale=row.scale_hash,
            ),
            time=from_stamp(row.time),
        )
        for row in session.exec(statement.order_by(col(VerdictRow.item_id)))
    )


def attestations(session: Session, chain: str) -> tuple[IssuedAttestation, ...]:
    """Return the attestations a chain issued, by number."""
    statement = select(AttestationRow).where(AttestationRow.chain == chain)
    return tuple(
        IssuedAttestation(
            chain=row.chain,
            number=row.number,
            event_id=row.event_id,
            seq=row.seq,
            pdf_sha256=row.pdf_sha256,
            verdicts=row.verdicts,
            time=from_stamp(row.time),
        )
        for row in session.exec(statement.order_by(col(AttestationRow.number)))
    )


def opened_packs(session: Session, chain: str) -> tuple[OpenedPack, ...]:
    """Return the packs a chain opened, the newest last."""
    statement = select(OpenedPackRow).where(OpenedPackRow.chain == chain)
    ordered = session.exec(statement.order_by(col(OpenedPackRow.seq)))
    return tuple(OpenedPack(chain=row.chain, seq=row.seq, sha256=row.sha256) for row in ordered)


def first_shown(session: Session, chain: str) -> tuple[FirstShown, ...]:
    """Return when each item was first shown to the chain's owner, earliest first."""
    statement = select(FirstShownRow).where(FirstShownRow.chain == chain)
    ordered = session.exec(statement.order_by(FirstShownRow.time, FirstShownRow.item_id))
    return tuple(FirstShown(row.item_id, from_stamp(row.time)) for row in ordered)
