"""The edge of the program: every way to fail becomes a sentence and an exit code."""

from __future__ import annotations

import errno
import os
import platform
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from tempfile import gettempdir
from uuid import uuid4

from fairmed_core.errors import EXIT_BUG, EXIT_ENVIRONMENT, EXIT_USER, FairMedError

_INTERRUPTED = 130

_HOST_SENTENCES = {
    errno.ENOSPC: ("The disk is full", "Free some space and run the command again."),
    errno.EDQUOT: ("The disk quota is used up", "Free some space and run the command again."),
    errno.EROFS: ("This place cannot be written to", "Choose a folder on another disk."),
    errno.EACCES: ("Permission is denied", "Choose a place you may write to, or ask for access."),
    errno.EPERM: ("Permission is denied", "Choose a place you may write to, or ask for access."),
}
_USER_SENTENCES = {
    errno.ENOENT: ("There is no such file or folder", "Check the spelling of the path."),
    errno.EISDIR: ("This is a folder, a file was expected", "Name the file in it."),
    errno.ENOTDIR: ("This is a file, a folder was expected", "Name the folder."),
    errno.EEXIST: ("It exists already", "Choose another name."),
}


def run_guarded(command: Callable[[], object]) -> int:
    """Run `command` and return its exit code; no traceback reaches the user."""
    try:
        command()
    except FairMedError as error:
        return _say(str(error), error.exit_code)
    except KeyboardInterrupt:
        return _say("Stopped; nothing further was written.", _INTERRUPTED)
    except OSError as error:
        return _say_host(error)
    except Exception as error:  # noqa: BLE001 - the last net: a bug becomes a report, not a trace
        return _report_bug(error)
    return 0


def _say(sentence: str, code: int) -> int:
    print(f"fairmed: {sentence}", file=sys.stderr)  # noqa: T201 - the boundary is where we speak
    return code


def _say_host(error: OSError) -> int:
    if isinstance(error, BrokenPipeError):
        # Whoever read our output went away; nothing of ours failed.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    place = f"{error.filename}: " if error.filename else ""
    known = _USER_SENTENCES.get(error.errno or 0)
    if known:
        return _say(f"{place}{known[0]}. {known[1]}", EXIT_USER)
    sentence, step = _HOST_SENTENCES.get(
        error.errno or 0, (error.strerror or "The machine refused", "Put this right and try again.")
    )
    return _say(f"{place}{sentence}. {step}", EXIT_ENVIRONMENT)


def _report_bug(error: BaseException) -> int:
    """Write what a maintainer needs to a file: frames and versions, no case text, no argument."""
    report = Path(gettempdir()) / f"fairmed-report-{uuid4().hex[:8]}.txt"
    frames = traceback.extract_tb(error.__traceback__)
    lines = [f"{Path(f.filename).name}:{f.lineno} {f.name}" for f in frames]
    text = "\n".join([platform.platform(), sys.version, type(error).__name__, *lines, ""])
    try:
        report.write_text(text, encoding="utf-8")
        where = f"A report without case text is in {report}; send it to the maintainers."
    except OSError:
        where = f"Tell the maintainers: {type(error).__name__} at {lines[-1] if lines else '?'}."
    return _say(f"This is a mistake of the program, not yours. {where}", EXIT_BUG)
