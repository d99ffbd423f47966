"""Putting a study file that came from elsewhere in its place, at no moment without either."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from bands_registry.provenance.files import host_error, sync_folder
from bands_registry.store.engine import journal_of


def put_in_place(made: Path, path: Path, *, backup: Path | None = None) -> None:
    """Move a closed study file to `path`, keeping what it replaces as `backup`.

    Both lie on one disk. HostError when the disk refuses: what was there stays.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists():
            if backup is not None:
                _keep(path, backup)
        else:
            # A journal whose store was taken away would be rolled back into this one and ruin it.
            journal_of(path).unlink(missing_ok=True)
        made.replace(path)
        sync_folder(path.parent)
    except OSError as error:
        raise host_error(error, path) from error


def _keep(path: Path, backup: Path) -> None:
    try:
        os.link(path, backup)
    except FileExistsError:
        raise
    except OSError:
        shutil.copy2(path, backup)  # file systems without links
