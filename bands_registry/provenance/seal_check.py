"""Whether the documents beside a log are sealed by its key, over the log as it stood then."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bands_registry.provenance.attested_parts import (
    CHECKPOINT,
    EVENTS,
    ITEMS,
    attested_parts,
)
from bands_registry.provenance.bodies import AttestationIssued
from bands_registry.provenance.canonical import sha256
from bands_registry.provenance.custody import pinned_keys
from bands_registry.provenance.errors import SealError, VerificationError
from bands_registry.provenance.events import EventLine
from bands_registry.provenance.logs import ClinicianLog
from bands_registry.provenance.pdf_opening import open_pdf
from bands_registry.provenance.sealed_pdf import SealedPdf


def seal_errors(log: ClinicianLog, documents: Mapping[str, bytes]) -> Iterator[SealError]:
    """Yield what is wrong with the seals of the documents at hand, which are by hash."""
    for line, body in log.attestations:
        if body.pdf in documents:
            try:
                opened_document(log, line, body, documents[body.pdf])
            except SealError as error:
                error.place = place_of(log, body)
                yield error


def place_of(log: ClinicianLog, body: AttestationIssued) -> str:
    """Return how a finding names an attestation."""
    return f"{log.genesis.pseudonym}, attestation {body.number}"


def opened_document(
    log: ClinicianLog, line: EventLine, body: AttestationIssued, pdf: bytes
) -> SealedPdf:
    """Return the document of one attestation of a verified log, taken apart.

    Raises SealError when its seal does not hold or it covers anything else than its event says.
    """
    try:
        sealed = open_pdf(pdf)
    except SealError:
        raise
    except VerificationError as error:
        raise SealError(error.sentence) from error
    prefix = log.lines[: line.event.seq - 1]
    demand_certificate(sealed, prefix)
    items = sealed.attachments.get(ITEMS, b"")
    parts = attested_parts(prefix, items, renderer=body.renderer, language=body.language)
    demand_names(sealed)
    if sealed.attachments[EVENTS] != parts[EVENTS] or sha256(items) != body.items:
        raise SealError("The attachments are not the log and the items that were attested.")
    if sealed.attachments[CHECKPOINT] != parts[CHECKPOINT]:
        raise SealError("The attached checkpoint is not the one that was attested.")
    if sealed.moment != line.event.time:
        raise SealError("The seal tells another time than the log.")
    return sealed


def demand_names(sealed: SealedPdf) -> None:
    """Return nothing, or raise SealError: log, items and checkpoint are attached, nothing else."""
    if set(sealed.attachments) != {EVENTS, ITEMS, CHECKPOINT}:
        raise SealError("The attachments are not those of an attestation.")


def demand_certificate(sealed: SealedPdf, prefix: Sequence[EventLine]) -> None:
    """Return nothing, or raise SealError: the log up to here pins the certificate that seals."""
    pinned = pinned_keys([line.event.body for line in prefix])[-1]
    if sealed.certificate_der != pinned.certificate:
        raise SealError("The document is sealed with another certificate than the log's.")
