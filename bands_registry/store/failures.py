"""What SQLite reports, told as errors that say who must act."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.exc import DBAPIError

from bands_registry.store.in_use import who_holds
from fairmed_core.errors import BugError, FairMedError, HostError, UserError

NOTHING_LOST = "Nothing was written and nothing already saved is lost."


class InUseError(HostError):
    """Another program, or another part of this one, holds the study file."""


@contextmanager
def told_plainly(path: Path) -> Iterator[None]:
    """Turn whatever SQLite raises inside the block into an error fit for a dialog."""
    try:
        yield
    except DBAPIError as error:
        if not isinstance(error.orig, sqlite3.Error):
            raise
        raise translated(error.orig, path) from error
    except sqlite3.Error as error:
        raise translated(error, path) from error


def translated(error: sqlite3.Error, path: Path) -> FairMedError:
    """Return the error to raise instead of `error`."""
    # The low byte is the primary code; extended codes only add detail.
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return InUseError(
            f"The study file is in use by {who_holds(path)}.",
            next_step="Close it there, then try again.",
            file=path,
        )
    if code == sqlite3.SQLITE_NOTADB:
        return UserError(
            "This file is not a FairMed study file.",
            next_step="Choose a file ending in .fmdb that FairMed made.",
            file=path,
        )
    if code in _HOST:
        sentence, next_step = _HOST[code]
        return HostError(sentence, next_step=next_step, file=path)
    return BugError(f"The study file refused a change: {error}.", file=path)


_HOST: dict[int, tuple[str, str]] = {
    sqlite3.SQLITE_FULL: (
        f"The disk is full. {NOTHING_LOST}",
        "Free some space, then try again.",
    ),
    sqlite3.SQLITE_READONLY: (
        f"The study file or its folder cannot be written. {NOTHING_LOST}",
        "Move the file to a folder you may write to, or ask for permission.",
    ),
    sqlite3.SQLITE_CANTOPEN: (
        "The study file cannot be opened, or its folder cannot be written.",
        "Check that it exists and that you may read and write there.",
    ),
    sqlite3.SQLITE_PERM: (
        "You have no permission to use the study file.",
        "Ask whoever keeps this computer for permission.",
    ),
    sqlite3.SQLITE_IOERR: (
        f"The disk reported an error. {NOTHING_LOST}",
        "Check the disk or its connection, then try again.",
    ),
    sqlite3.SQLITE_CORRUPT: (
        "The study file is damaged.",
        "Keep it as it is, and restore a copy of it from a backup.",
    ),
}
