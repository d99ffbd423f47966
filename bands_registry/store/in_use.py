"""The note beside an open store that tells another process who holds it.

The lock itself is SQLite's; the note only names its holder, and holds no host or user name.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path

from fairmed_core.clock import Clock, stamp

_SUFFIX = ".in-use"


def note_path(store: Path) -> Path:
    """Return where the note about `store` lies."""
    return store.with_name(store.name + _SUFFIX)


def leave_note(store: Path, clock: Clock) -> None:
    """Write the note; without it a second process is still kept out, only told less."""
    text = json.dumps({"process": os.getpid(), "since": stamp(clock.now())})
    with suppress(OSError):
        note_path(store).write_text(text, encoding="ascii")


def remove_note(store: Path) -> None:
    """Remove the note."""
    with suppress(OSError):
        note_path(store).unlink(missing_ok=True)


def who_holds(store: Path) -> str:
    """Return the holder in words, as far as the note tells."""
    try:
        note = json.loads(note_path(store).read_text(encoding="ascii"))
        process, since = int(note["process"]), str(note["since"])
    except (OSError, ValueError, KeyError, TypeError):
        return "another program"
    if process == os.getpid():
        return "another window of this program"
    return f"another program (process {process}, since {since})"
