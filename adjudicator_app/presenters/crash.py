"""What is told of an unexpected error: where in the program, never what was on the screen."""

from __future__ import annotations

import platform
import sys
import traceback
from importlib.metadata import version
from pathlib import PurePath

from PySide6.QtCore import qVersion

_MARKERS = ("site-packages", "adjudicator_app", "bands_registry", "exports", "fairmed_core")


def crash_report(error: BaseException) -> str:
    """Return a report to copy: kinds of error and places in the program.

    Messages and values stay out, because they may hold words of a case or a name; of a file's
    place only the part inside the program is told, because folders bear people's names.
    """
    lines = [
        f"FairMed {version('fairmed')}",
        f"Python {platform.python_version()}, Qt {qVersion()}, {sys.platform}",
        "",
    ]
    for link in reversed(_causes(error)):
        lines.append(f"{type(link).__module__}.{type(link).__qualname__}")
        lines += [
            f"  {_inside(frame.filename)}:{frame.lineno} in {frame.name}"
            for frame in traceback.extract_tb(link.__traceback__)
        ]
    return "\n".join(lines)


def _causes(error: BaseException) -> list[BaseException]:
    chain: list[BaseException] = []
    link: BaseException | None = error
    while link is not None and link not in chain:
        chain.append(link)
        link = link.__cause__ or link.__context__
    return chain


def _inside(filename: str) -> str:
    parts = PurePath(filename).parts
    for marker in _MARKERS:
        if marker in parts:
            return "/".join(parts[parts.index(marker) :])
    return parts[-1] if parts else ""
