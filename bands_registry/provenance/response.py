"""Response bundles: what a clinician sends back, signed as a whole by the key of her log."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bands_registry.provenance.bodies import IdentitySealed
from bands_registry.provenance.canonical import sha256
from bands_registry.provenance.chain import join_lines, split_lines
from bands_registry.provenance.container import STANDARD
from bands_registry.provenance.enclosed import taken_away
from bands_registry.provenance.errors import (
    ChainBrokenError,
    ContentAlteredError,
    KeyMismatchError,
    MalformedError,
    SealError,
    VerificationError,
    deciding,
)
from bands_registry.provenance.events import bodies_of
from bands_registry.provenance.files import read_file
from bands_registry.provenance.findings import Step
from bands_registry.provenance.keys import Signer
from bands_registry.provenance.logs import (
    ClinicianLog,
    checkpoint_text,
    inspect_clinician_log,
    read_checkpoint,
    read_clinician_log,
)
from bands_registry.provenance.manifest import Sealed, open_files, seal_files
from bands_registry.provenance.seal_check import seal_errors
from fairmed_core.errors import UserError

EVENTS = "events.jsonl"
CHECKPOINT = "checkpoint.txt"
IDENTITY = "identity.age"
_DOCUMENT = re.compile(r"^attestation-([1-9][0-9]{0,3})\.pdf$")


@dataclass(frozen=True)
class Response:
    """A verified response bundle.

    Attributes
    ----------
    log
        Her log.
    documents
        The attestation PDFs by number.
    identity
        Her sealed identity, or None when she left it out.
    sha256
        Hash of the file.
    """

    log: ClinicianLog
    documents: Mapping[int, bytes] = field(repr=False)
    identity: bytes | None = field(repr=False)
    sha256: str

    @property
    def study(self) -> str:
        """Id of the study."""
        return self.log.genesis.study


def build_response(
    lines: Sequence[bytes],
    *,
    signer: Signer,
    documents: Mapping[int, bytes],
    identity: bytes | None = None,
) -> bytes:
    """Return the response file over a whole log, its attestation PDFs and the sealed identity.

    Raises the typed error a reader would meet when the parts do not belong together.
    """
    log = read_clinician_log(lines)
    files = {EVENTS: join_lines(lines), CHECKPOINT: checkpoint_text(log.position)}
    files |= {f"attestation-{number}.pdf": pdf for number, pdf in documents.items()}
    if identity is not None:
        files[IDENTITY] = identity
    data = seal_files("response", files, study=log.genesis.study, facts={}, signer=signer)
    read_response(data)
    return data


def read_response(source: Path | bytes) -> Response:
    """Return the response after container, manifest, log and documents were checked.

    The meaning of its verdicts needs the packs and is checked by `verify`.
    """
    data = source if isinstance(source, bytes) else read_file(source, limit=STANDARD.size)
    try:
        response, errors = examine_response(open_files(data, "response"))
        if response is None or errors:
            raise deciding([error for _, error in errors])
    except UserError as error:
        error.file = None if isinstance(source, bytes) else str(source)
        raise
    return response


def examine_response(
    sealed: Sealed,
) -> tuple[Response | None, tuple[tuple[Step, VerificationError], ...]]:
    """Return the response, None when its log does not verify, and all errors with their step."""
    try:
        _check_names(sealed.files)
        lines = split_lines(sealed.files[EVENTS])
    except MalformedError as error:
        return None, ((Step.CONTAINER, error),)
    log, errors = inspect_clinician_log(lines)
    if log is None:
        return None, tuple((Step.LOG, error) for error in errors)
    documents = _documents(sealed.files)
    response = Response(log, documents, sealed.files.get(IDENTITY), sealed.sha256)
    return response, (
        *((Step.LOG, error) for error in _contradictions(sealed, log)),
        *((Step.DOCUMENTS, error) for error in document_errors(log, documents)),
    )


def _check_names(files: Mapping[str, bytes]) -> None:
    for name in (EVENTS, CHECKPOINT):
        if name not in files:
            raise MalformedError("A part of the response is missing.", place=name)
    for name in sorted(files):
        if name not in (EVENTS, CHECKPOINT, IDENTITY) and not _DOCUMENT.fullmatch(name):
            raise MalformedError("A part does not belong in a response.", place=name)


def document_errors(log: ClinicianLog, documents: Mapping[int, bytes]) -> list[VerificationError]:
    """Return what is wrong with the PDFs beside a log: altered, missing, unnamed, ill sealed."""
    errors: list[VerificationError] = []
    issued = {body.number: body.pdf for _, body in log.attestations}
    errors += [
        SealError(f"Attestation {number} is missing.") for number in taken_away(log, documents)
    ]
    for number, digest in sorted(issued.items()):
        if number in documents and sha256(documents[number]) != digest:
            errors.append(SealError(f"Attestation {number} is not the document the log names."))
    errors.extend(
        ContentAlteredError(f"Attestation {number} is not in the log.")
        for number in sorted(set(documents) - set(issued))
    )
    return errors + list(seal_errors(log, {sha256(pdf): pdf for pdf in documents.values()}))


def _contradictions(sealed: Sealed, log: ClinicianLog) -> list[VerificationError]:
    errors: list[VerificationError] = []
    if sealed.key != log.keys[-1].key:
        errors.append(KeyMismatchError("The file is signed by another key than its log."))
    if sealed.manifest.study != log.genesis.study:
        errors.append(ContentAlteredError("The manifest names another study than the log."))
    try:
        if read_checkpoint(sealed.files[CHECKPOINT]) != log.position:
            errors.append(ChainBrokenError("The checkpoint beside the log is not its end."))
    except MalformedError as error:
        errors.append(error)
    return errors + _identity_errors(sealed, log)


def _identity_errors(sealed: Sealed, log: ClinicianLog) -> list[VerificationError]:
    identity = sealed.files.get(IDENTITY)
    if identity is None:
        return []
    committed = bodies_of(log.lines, IdentitySealed)
    if committed and sha256(identity) == committed[-1][1].ciphertext:
        return []
    return [
        ContentAlteredError("The sealed identity is not the one the log names.", place=IDENTITY)
    ]


def _documents(files: Mapping[str, bytes]) -> dict[int, bytes]:
    found = ((_DOCUMENT.fullmatch(name), data) for name, data in files.items())
    return {int(match.group(1)): data for match, data in found if match}
