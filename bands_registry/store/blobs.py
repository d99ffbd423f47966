"""Kept files: packs, documents, receipts, each under the hash of its bytes."""

from __future__ import annotations

import hashlib

from sqlmodel import Session, col, select

from bands_registry.store.tables import BlobRow
from bands_registry.store.values import BlobKind, NewBlob
from fairmed_core.errors import HostError


def put(session: Session, blob: NewBlob, *, added: str) -> str:
    """Keep the bytes and return their hash; the same bytes are kept once."""
    sha256 = hashlib.sha256(blob.data).hexdigest()
    if session.get(BlobRow, sha256) is None:
        session.add(BlobRow(sha256=sha256, kind=blob.kind, added=added, data=blob.data))
        session.flush()
    return sha256


def get(session: Session, sha256: str) -> bytes | None:
    """Return the bytes kept under this hash, or None; HostError when they no longer match it."""
    data = session.exec(select(BlobRow.data).where(BlobRow.sha256 == sha256)).first()
    if data is not None and hashlib.sha256(data).hexdigest() != sha256:
        raise HostError(
            "A file kept in the study file no longer matches its hash.",
            next_step="Keep the study file as it is, and restore a copy of it from a backup.",
            place=f"kept file {sha256[:12]}",
        )
    return data


def remove(session: Session, sha256: str) -> None:
    """Remove a kept file; its pages are overwritten (secure_delete)."""
    row = session.get(BlobRow, sha256)
    if row is not None:
        session.delete(row)
        session.flush()


def hashes(session: Session, kind: BlobKind) -> tuple[str, ...]:
    """Return the hashes of all kept files of a kind, in the order in which they came."""
    statement = select(BlobRow.sha256).where(BlobRow.kind == kind)
    return tuple(session.exec(statement.order_by(col(BlobRow.added), col(BlobRow.sha256))))
