"""What kind of file a file is, by its manifest or its header."""

from __future__ import annotations

from pathlib import Path

from bands_registry.provenance.container import REGISTRY
from bands_registry.provenance.errors import MalformedError, VerificationError
from bands_registry.provenance.files import read_file
from bands_registry.provenance.manifest import open_files
from bands_registry.provenance.sealed_pdf import is_pdf
from bands_registry.store.engine import is_store
from fairmed_core.errors import FairMedError


def demand_kind(path: Path, kind: str) -> None:
    """Return nothing, or raise MalformedError when the file is of another kind.

    A file that does not open is left to the verifier, which says what is wrong with it.
    """
    try:
        found = _kind_of(path)
    except VerificationError:
        return
    if found != kind:
        raise MalformedError(
            f"This file is {_named(found)}; {_named(kind)} was expected.",
            next_step="Use `fairmed verify`, which takes every kind of file.",
            file=path,
        )


def is_receipt(path: Path) -> bool:
    """Whether a file is a receipt, whatever it is called; one that does not open is none."""
    try:
        return _kind_of(path) == "receipt"
    except FairMedError:
        return False


def _kind_of(path: Path) -> str:
    if is_store(path):
        return "registry"
    data = read_file(path, limit=REGISTRY.size)
    return "attestation" if is_pdf(data) else open_files(data).manifest.kind


def _named(kind: str) -> str:
    return f"an {kind}" if kind.startswith("a") else f"a {kind}"
