"""Write an attestation document again, out of the study file that keeps it since the signing."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from bands_registry.provenance.bodies import AttestationIssued
from bands_registry.provenance.events import EventLine
from bands_registry.provenance.files import write_once
from bands_registry.provenance.logs import ClinicianLog, read_clinician_log
from bands_registry.store.study_store import open_study_store
from fairmed_core.clock import Clock
from fairmed_core.errors import FairMedError, HostError, UserError


@dataclass(frozen=True)
class WrittenAttestation:
    """The document that was written, and which one of whose it is."""

    path: Path
    sha256: str
    pseudonym: str
    number: int
    verdicts: int
    signed_at: str


def issue_attestation(
    store: Path, *, out: Path, number: int | None = None, clock: Clock
) -> WrittenAttestation:
    """Write attestation `number`, or the last one, of a clinician's study file.

    Raises
    ------
    UserError
        No such file, a coordinator's, no such attestation, or another file is already at `out`.
    VerificationError
        The log in the study file does not verify.
    HostError
        The study file has lost the document or is in use; the document cannot be written.
    """
    with open_study_store(store, clock=clock) as opened:
        try:
            log = read_clinician_log(opened.lines())
        except FairMedError as error:
            error.file = str(store)
            raise
        line, body = chosen_attestation(log, number, store)
        pdf = opened.blob(body.pdf)
    if pdf is None:
        raise HostError(
            f"The study file has lost the document of attestation {body.number}.",
            next_step="Keep it as it is, and restore a copy of it from a backup.",
            file=store,
        )
    write_once(out, pdf)
    return WrittenAttestation(
        path=out,
        sha256=body.pdf,
        pseudonym=log.genesis.pseudonym,
        number=body.number,
        verdicts=len(body.verdicts),
        signed_at=line.event.time.isoformat(),
    )


def chosen_attestation(
    log: ClinicianLog, number: int | None, file: Path
) -> tuple[EventLine, AttestationIssued]:
    """Return the event of attestation `number`, or of the last; UserError when there is none."""
    issued = {body.number: (line, body) for line, body in log.attestations}
    if not issued:
        raise UserError("Nothing is signed yet.", next_step="Sign first.", file=file)
    wanted = max(issued) if number is None else number
    if wanted not in issued:
        raise UserError(
            f"There is no attestation {wanted}.",
            next_step=f"Choose a number from 1 to {max(issued)}.",
            file=file,
        )
    return issued[wanted]
