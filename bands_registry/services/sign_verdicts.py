"""Sign: every verdict that is ready, the attestation over all that stand, and its document."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from bands_registry.provenance.attestation import (
    AttestationDocument,
)
from bands_registry.provenance.attested_items import attested_items
from bands_registry.provenance.attested_parts import attested_parts
from bands_registry.provenance.attesting import attestation_document
from bands_registry.provenance.canonical import sha256
from bands_registry.provenance.chain import ChainHead, append, extend
from bands_registry.provenance.events import (
    AttestationIssued,
    AttestedVerdict,
    EventLine,
    VerdictSigned,
)
from bands_registry.provenance.keystore import unlock_keystore
from bands_registry.provenance.verdicts import current_verdicts
from bands_registry.services.recorded import body_to_sign
from bands_registry.services.session import Session, kept_pack
from bands_registry.services.standing import standings
from bands_registry.services.views import Independence, ItemStatus, SignedAttestation
from bands_registry.store.values import BlobKind, NewBlob
from fairmed_core.clock import Clock, FixedClock
from fairmed_core.errors import UserError

Render = Callable[[AttestationDocument], bytes]


def sign_verdicts(
    session: Session,
    *,
    passphrase: str,
    independence: Independence,
    render: Render,
    items: Sequence[str] | None = None,
    renderer: str = "1",
    clicked: datetime | None = None,
) -> SignedAttestation:
    """Sign what is ready (or only `items`) in one transaction.

    The document is sealed with the key that signs the verdicts, over the log it rests on.

    Parameters
    ----------
    passphrase
        Unlocks the keystore once more; the practice study, which has none, asks for nothing.
    render
        Makes the document's pages; `renderer` is its version.
    clicked
        When she asked for it, which is the time recorded; by default the present instant. The two
        differ where something before it in the queue took its time.

    Raises
    ------
    WrongPassphraseError
        Nothing is signed.
    UserError
        Nothing is ready, or one of `items` is not.
    HostError
        The store cannot be written: nothing is signed.
    """
    click = FixedClock(_instant(session, clicked))
    bodies = _bodies(session, items, independence)
    _demand_passphrase(session, passphrase)
    verdicts = extend(session.head, bodies, signer=session.identity.signer, clock=click)
    log = [*session.log, *verdicts]
    kept = attested_items(log, {pack: kept_pack(session.store, pack) for pack in _packs_named(log)})
    document = attestation_document(log, kept, language=session.language, renderer=renderer)
    pdf = _sealed(session, log, render(document), document=document, items=kept, click=click)
    issued = _issue(session, log, document, pdf=pdf, items=kept, click=click)
    session.keep([*verdicts, issued], files=[NewBlob(BlobKind.ATTESTATION, pdf)])
    return SignedAttestation(
        number=document.number,
        pdf=pdf,
        pdf_sha256=sha256(pdf),
        signed_at=click.instant,
        verdicts=len(document.items),
        head=issued.id,
        events=issued.event.seq,
    )


def _instant(session: Session, clicked: datetime | None) -> datetime:
    now, last = session.clock.now(), session.head.time
    if clicked is None or (last is not None and last > now):
        return now
    # What was recorded between the click and now stands before the signature in the log.
    return clicked if last is None else max(clicked, last)


def _bodies(
    session: Session, items: Sequence[str] | None, independence: Independence
) -> list[VerdictSigned]:
    ready = {s.item_id: s for s in standings(session) if s.status is ItemStatus.READY}
    wanted = list(ready) if items is None else list(dict.fromkeys(items))
    missing = [item for item in wanted if item not in ready]
    if missing:
        raise UserError(
            f"Not ready to sign: {', '.join(missing)}.",
            next_step="Complete the item and mark it ready first.",
        )
    if not wanted:
        raise UserError("Nothing is ready to sign yet.", next_step="Complete an item first.")
    bodies = []
    for item in wanted:
        verdict = ready[item].verdict
        bodies.append(
            body_to_sign(
                session,
                item,
                ready[item].judgement,
                independence=independence,
                supersedes=verdict.event_id if verdict else None,
            )
        )
    return bodies


def _demand_passphrase(session: Session, passphrase: str) -> None:
    if session.identity.keystore is None:
        return
    unlocked = unlock_keystore(session.identity.keystore, passphrase)
    if unlocked.key_id != session.identity.key_id:
        raise UserError(
            "The signing identity on this computer was exchanged since you unlocked it.",
            next_step="Close the study and unlock your identity again.",
            file=session.identity.keystore,
        )


def _packs_named(log: Sequence[EventLine]) -> list[str]:
    return sorted({body.pack for _, body in current_verdicts(log).values()})


def _sealed(
    session: Session,
    log: Sequence[EventLine],
    pages: bytes,
    *,
    document: AttestationDocument,
    items: bytes,
    click: Clock,
) -> bytes:
    # The PDF library takes half a second to load: the screens before signing do without it.
    from bands_registry.provenance.pdf_seal import seal_pdf

    parts = attested_parts(log, items, renderer=document.renderer, language=document.language)
    return seal_pdf(pages, parts, signer=session.identity.signer, moment=click.now())


def _issue(
    session: Session,
    log: Sequence[EventLine],
    document: AttestationDocument,
    *,
    pdf: bytes,
    items: bytes,
    click: Clock,
) -> EventLine:
    body = AttestationIssued(
        number=document.number,
        verdicts=tuple(
            AttestedVerdict(item=item.item_id, event=item.event_id) for item in document.items
        ),
        pdf=sha256(pdf),
        items=sha256(items),
        size=document.size,
        head=document.head,
        renderer=document.renderer,
        language=document.language,
    )
    head = ChainHead.after(log[-1])
    return append(head, body, signer=session.identity.signer, clock=click)
