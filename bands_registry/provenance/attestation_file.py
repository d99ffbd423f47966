"""An attestation PDF on its own, taken apart: its seal, the log inside, and what it prints."""

from __future__ import annotations

from dataclasses import dataclass

from bands_registry.provenance.attested_parts import (
    CHECKPOINT,
    EVENTS,
    read_attested_checkpoint,
)
from bands_registry.provenance.canonical import sha256
from bands_registry.provenance.chain import split_lines
from bands_registry.provenance.container import STANDARD, check_limits
from bands_registry.provenance.errors import MalformedError, SealError, VerificationError
from bands_registry.provenance.findings import Finding, Step
from bands_registry.provenance.logs import ClinicianLog, inspect_clinician_log
from bands_registry.provenance.pdf_opening import open_pdf
from bands_registry.provenance.seal_check import demand_certificate, demand_names
from bands_registry.provenance.sealed_pdf import SealedPdf


@dataclass(frozen=True)
class AttestationFile:
    """A sealed document with the log inside it, which ends where the document was issued."""

    pdf: bytes
    sealed: SealedPdf
    log: ClinicianLog

    @property
    def sha256(self) -> str:
        """Hash of the file, which the log's next event names."""
        return sha256(self.pdf)

    @property
    def number(self) -> int:
        """Which attestation of this signer, from 1."""
        return len(self.log.attestations) + 1


def inspect_attestation(pdf: bytes) -> tuple[AttestationFile | None, tuple[Finding, ...]]:
    """Return the document, None when its seal or its log does not verify, and what is wrong."""
    try:
        check_limits(pdf, 0, STANDARD)
        sealed = open_pdf(pdf)
        demand_names(sealed)
        lines = split_lines(sealed.attachments[EVENTS])
    except SealError as error:
        return None, (Finding.of(Step.DOCUMENTS, error),)
    except MalformedError as error:
        return None, (Finding.of(Step.CONTAINER, error),)
    log, errors = inspect_clinician_log(lines)
    if log is None:
        return None, tuple(Finding.of(Step.LOG, error) for error in errors)
    file = AttestationFile(pdf, sealed, log)
    return file, tuple(Finding.of(Step.DOCUMENTS, error) for error in _contradictions(file))


def _contradictions(file: AttestationFile) -> list[VerificationError]:
    errors: list[VerificationError] = []
    try:
        demand_certificate(file.sealed, file.log.lines)
    except VerificationError as error:
        errors.append(error)
    try:
        position = read_attested_checkpoint(file.sealed.attachments[CHECKPOINT]).position
        if position != file.log.position:
            errors.append(SealError("The attached checkpoint is not the end of the attached log."))
    except MalformedError as error:
        errors.append(SealError(error.sentence))
    return errors
