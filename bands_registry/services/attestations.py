"""The attestations issued so far, from the documents kept when they were signed."""

from __future__ import annotations

from pathlib import Path

from bands_registry.provenance.files import write_replacing
from bands_registry.services.session import Session
from bands_registry.services.views import SignedAttestation
from bands_registry.store.values import IssuedAttestation
from fairmed_core.errors import HostError, UserError


def list_attestations(session: Session) -> tuple[SignedAttestation, ...]:
    """Return every attestation with its document, by number."""
    return tuple(_signed(session, issued) for issued in session.store.attestations(session.chain))


def save_attestation(session: Session, number: int, path: Path) -> None:
    """Write a document to a file, whole or not at all."""
    for attestation in list_attestations(session):
        if attestation.number == number:
            write_replacing(path, attestation.pdf)
            return
    raise UserError(
        f"There is no attestation {number}.", next_step="Sign first, or choose another number."
    )


def _signed(session: Session, issued: IssuedAttestation) -> SignedAttestation:
    pdf = session.store.blob(issued.pdf_sha256)
    if pdf is None:
        raise HostError(
            f"The study file has lost the document of attestation {issued.number}.",
            next_step="Keep it as it is, and restore a copy of it from a backup.",
            file=session.store.path,
        )
    return SignedAttestation(
        number=issued.number,
        pdf=pdf,
        pdf_sha256=issued.pdf_sha256,
        signed_at=issued.time,
        verdicts=issued.verdicts,
        head=issued.event_id,
        events=issued.seq,
    )
