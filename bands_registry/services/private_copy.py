"""The private copy of an attestation: its pages with the printed name, encrypted to one reader."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from bands_registry.provenance.attestation import AttestationDocument
from bands_registry.provenance.attested_parts import ITEMS
from bands_registry.provenance.attesting import attestation_document
from bands_registry.provenance.files import write_new
from bands_registry.provenance.identity import IdentityDetails, encrypt
from bands_registry.provenance.keystore import UnlockedIdentity
from bands_registry.provenance.seal_check import opened_document
from bands_registry.services.issue_attestation import chosen_attestation
from bands_registry.services.registry_store import kept_file, open_registry
from bands_registry.services.seal_for import opened_identity
from fairmed_core.clock import Clock

# Prints a document with who she is and the hash of the sealed document it goes with.
RenderPrivate = Callable[[AttestationDocument, IdentityDetails, str], bytes]


def write_private_copy(
    who: str,
    *,
    number: int | None = None,
    registry: Path,
    coordinator: UnlockedIdentity,
    recipient: str,
    out: Path,
    render: RenderPrivate,
    clock: Clock,
) -> int:
    """Write the private copy of an attestation, encrypted to `recipient` (age1…).

    Returns the number of the attestation; without `number` it is the last one. Nothing of it is
    ever written unencrypted.

    Raises UserError for an unknown log or attestation, a log without a sealed identity, or another
    file at `out`; a typed error when identity or document does not fit her log.
    """
    with open_registry(registry, clock=clock) as opened:
        log, found = opened_identity(who, opened=opened, coordinator=coordinator, file=registry)
        line, body = chosen_attestation(log, number, registry)
        pdf = kept_file(opened.store, body.pdf)
    sealed = opened_document(log, line, body, pdf)
    document = attestation_document(
        log.lines[: line.event.seq - 1],
        sealed.attachments[ITEMS],
        language=body.language,
        renderer=body.renderer,
    )
    pages = render(document, found.details, body.pdf)
    write_new(out, encrypt(pages, recipient), private=True)
    return body.number
