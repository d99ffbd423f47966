"""Write the response file for the coordinator."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from bands_registry.provenance.canonical import sha256
from bands_registry.provenance.enclosed import newest
from bands_registry.provenance.events import ExportMade
from bands_registry.provenance.files import write_replacing
from bands_registry.provenance.response import build_response
from bands_registry.services.attestations import list_attestations
from bands_registry.services.seal_identity import sealed_file
from bands_registry.services.session import Session
from fairmed_core.errors import UserError

MAIL_LIMIT = 20 * 1024 * 1024


@dataclass(frozen=True)
class ExportedResponse:
    """The file that was written; `warning` is a sentence to show, or ""."""

    path: Path
    sha256: str
    size: int
    warning: str


def export_response(session: Session, path: Path) -> ExportedResponse:
    """Write log, documents and sealed details to one file, whole or not at all.

    Of many documents the newest go in; the log names the others.

    Raises UserError in the practice study and before anything was signed; HostError when the file
    cannot be written.
    """
    if session.practice:
        raise UserError(
            "The practice study has no response file.",
            next_step="Open the study pack your coordinator sent.",
        )
    documents = newest({issued.number: issued.pdf for issued in list_attestations(session)})
    if not documents:
        raise UserError(
            "Nothing is signed yet, so there is nothing to send.", next_step="Sign first."
        )
    data = build_response(
        session.store.lines(session.chain),
        signer=session.identity.signer,
        documents=documents,
        identity=sealed_file(session),
    )
    write_replacing(path, data)
    if not session.read_only:
        session.record(ExportMade(attestations=len(documents)))
    return ExportedResponse(path, sha256(data), len(data), _warning(len(data)))


def _warning(size: int) -> str:
    if size <= MAIL_LIMIT:
        return ""
    return (
        f"The file has {size // 1024**2} MB. Many mail servers take no more than 20 MB: hand it "
        "over on a stick or through a file exchange."
    )
