"""Find the guideline file that was attached to a source."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from bands_registry.provenance.files import host_error
from bands_registry.services.views import Guideline, Match
from fairmed_core.domain.sources import Source

SUFFIX = ".pdf"
_INDEX = "attached.json"


def find_guideline(source: Source, *, study: str, folder: Path) -> Guideline | None:
    """Return the file attached to a source of a study, read and compared; None without one.

    A file that is the very one the study names is found whichever study it was attached in.
    Raises HostError when it cannot be read.
    """
    attached = read_index(folder).get(index_key(study, source))
    for sha256 in (source.sha256, attached):
        if sha256 is not None and (path := kept_at(folder, sha256)).is_file():
            return Guideline(path, _match(source, kept=sha256, found=file_hash(path)))
    return None


def kept_at(folder: Path, sha256: str) -> Path:
    """Return where the file of this hash is kept."""
    return folder / f"{sha256}{SUFFIX}"


def index_path(folder: Path) -> Path:
    """Return where it is written which file belongs to which source."""
    return folder / _INDEX


def index_key(study: str, source: Source) -> str:
    """Return the name of a source in the index."""
    return f"{study}/{source.id}"


def read_index(folder: Path) -> dict[str, str]:
    """Return the hashes of attached files by source; one that cannot be read is empty.

    Nothing is lost by that: the file is attached once more.
    """
    try:
        stored = json.loads(index_path(folder).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    if not isinstance(stored, dict):
        return {}
    return {key: value for key, value in stored.items() if isinstance(value, str)}


def file_hash(path: Path) -> str:
    """Return the SHA-256 of a file; HostError when it cannot be read."""
    try:
        with path.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError as error:
        raise host_error(error, path) from error


def _match(source: Source, *, kept: str, found: str) -> Match:
    if found != kept:
        return Match.CHANGED
    if source.sha256 is None:
        return Match.UNKNOWN
    return Match.SAME if found == source.sha256 else Match.DIFFERENT
