"""Attach a guideline's PDF to a source, once."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from bands_registry.provenance.files import host_error, write_replacing
from bands_registry.services.find_guideline import (
    file_hash,
    find_guideline,
    index_key,
    index_path,
    kept_at,
    read_index,
)
from bands_registry.services.views import Guideline
from fairmed_core.domain.sources import Source
from fairmed_core.errors import BugError, UserError

LIMIT = 2**30
_HEADER = b"%PDF-"
# Readers take a PDF whose header stands behind a few bytes of something else.
_HEADER_WITHIN = 1024


def attach_guideline(
    path: Path, *, source: Source, study: str, folder: Path, opens: Callable[[Path], None]
) -> Guideline:
    """Copy a PDF into `folder` under its hash, note which source it belongs to, and return it.

    The reader's own file stays as it is and may go: a stick is pulled out, a download tidied away.

    Parameters
    ----------
    opens
        Raises UserError for a file that no reader can show: damaged, or under a password.

    Raises
    ------
    UserError
        No file, no PDF, too large, or what `opens` raises; nothing was kept.
    HostError
        It cannot be read, or the copy cannot be written.
    """
    _demand_pdf(path)
    opens(path)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        sha256 = _keep(path, folder)
    except OSError as error:
        raise host_error(error, path) from error
    index = read_index(folder)
    before = index.get(index_key(study, source))
    index[index_key(study, source)] = sha256
    write_replacing(index_path(folder), json.dumps(index, indent=1, sort_keys=True).encode())
    if before is not None and before not in index.values():
        with suppress(OSError):  # held open by a window on Windows: it goes next time
            kept_at(folder, before).unlink(missing_ok=True)
    guideline = find_guideline(source, study=study, folder=folder)
    if guideline is None:
        raise BugError("A guideline file was attached and is not there.")
    return guideline


def _demand_pdf(path: Path) -> None:
    try:
        size = path.stat().st_size
        with path.open("rb") as stream:
            head = stream.read(_HEADER_WITHIN)
    except FileNotFoundError as error:
        raise UserError(
            "There is no such file.", next_step="Check its name and folder.", file=path
        ) from error
    except OSError as error:
        raise host_error(error, path) from error
    if _HEADER not in head:
        raise UserError(
            "This file is not a PDF.",
            next_step="Choose the guideline as a PDF. Nothing was attached.",
            file=path,
        )
    if size > LIMIT:
        raise UserError(
            f"The file is larger than {LIMIT // 2**20} MB.",
            next_step="Choose the guideline's own PDF. Nothing was attached.",
            file=path,
        )


def _keep(path: Path, folder: Path) -> str:
    """Copy the file into the folder under the hash of the copy, whole or not at all."""
    with tempfile.NamedTemporaryFile(prefix=".", dir=folder, delete=False) as stream:
        made = Path(stream.name)
    try:
        shutil.copyfile(path, made)
        sha256 = file_hash(made)
        made.replace(kept_at(folder, sha256))
    finally:
        made.unlink(missing_ok=True)
    return sha256
