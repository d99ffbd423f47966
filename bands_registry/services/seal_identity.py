"""Seal the private details to the study's coordinator."""

from __future__ import annotations

from bands_registry.provenance.events import IdentitySealed, bodies_of
from bands_registry.provenance.identity import IdentityDetails, seal
from bands_registry.services.session import Session
from bands_registry.store.values import BlobKind, NewBlob
from fairmed_core.errors import UserError


def seal_identity(session: Session, details: IdentityDetails) -> None:
    """Seal the details; sealing again replaces what was sealed before.

    Raises UserError when name, licence or licensing body is missing, and in the practice study.
    """
    if session.practice:
        raise UserError(
            "The practice study keeps nothing about you.",
            next_step="Give your details in a study of your coordinator's.",
        )
    sealed = seal(details, session.identity.signer, session.pack.recipient)
    session.record(
        IdentitySealed(
            commitment=sealed.commitment,
            ciphertext=sealed.sha256,
            recipient=session.pack.recipient,
        ),
        files=[NewBlob(BlobKind.IDENTITY, sealed.ciphertext)],
    )


def identity_sealed(session: Session) -> bool:
    """Whether private details were sealed in this study."""
    return bool(bodies_of(tuple(session.log), IdentitySealed))


def sealed_file(session: Session) -> bytes | None:
    """Return the sealed details she sends, or None when she left them out."""
    sealed = bodies_of(tuple(session.log), IdentitySealed)
    return session.store.blob(sealed[-1][1].ciphertext) if sealed else None
