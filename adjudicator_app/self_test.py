"""Check an installation: walk the practice study in the user's own folders and write its PDF.

For whoever looks after the computer. Everything a clinician's work rests on runs once: the data
folder, the store, the key, the signature, the document and its preview. Nothing is sent, and
nothing of it is kept but the two files.
"""

from __future__ import annotations

import platform
import sys
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

from PySide6.QtCore import qVersion
from PySide6.QtWidgets import QApplication

from adjudicator_app.app import Desktop
from adjudicator_app.unattended import Walker, accept_draft, sign
from adjudicator_app.widgets.screen import Screen
from fairmed_core.clock import Clock

DOCUMENT, PROTOCOL = "practice-attestation.pdf", "self-test.txt"
SETTLE = 50


class SelfTestError(Exception):
    """A step did not lead where it should."""


def run_self_test(qt: QApplication, folder: Path, *, data: Path, clock: Clock) -> int:
    """Write document and protocol into `folder`; return 0, or 1 when a step failed.

    Raises
    ------
    OSError
        `folder` cannot be made or written to.
    """
    folder.mkdir(parents=True, exist_ok=True)
    protocol = Protocol(folder / PROTOCOL)
    protocol.say(f"FairMed {qt.applicationVersion()}, {platform.platform()}, Qt {qVersion()}")
    protocol.say(f"data folder: {data}")
    desktop = Desktop(qt, data=data, clock=clock)
    for told in (desktop.tasks.broke, desktop.go.failed):
        told.connect(lambda error: protocol.say(f"the program met an error: {error!r}"))
    # What breaks off inside an answer to the event loop comes to light nowhere else.
    sys.excepthook = lambda kind, error, _: protocol.say(f"unexpected: {kind.__name__}: {error}")
    walker = Walker(desktop, _walk(desktop, folder / DOCUMENT, protocol), settle=SETTLE)
    walker.start()
    code = qt.exec()
    desktop.leaving.end()
    protocol.say("passed" if code == 0 else f"FAILED after the last line: {walker.stopped_by}")
    return code


class Protocol:
    """What was done, with the seconds since the start; on screen where there is a console."""

    def __init__(self, path: Path) -> None:
        self._path, self._begun = path, perf_counter()
        path.write_text("", encoding="utf-8")

    def say(self, line: str) -> None:
        """Add a line."""
        timed = f"{perf_counter() - self._begun:6.2f} s  {line}"
        with self._path.open("a", encoding="utf-8") as file:
            file.write(timed + "\n")
        print(timed, flush=True)  # noqa: T201 (this is what the command is for)


def _walk(desktop: Desktop, document: Path, protocol: Protocol) -> Iterator[str]:
    """Act, say what came of it, and yield to wait until all is at rest."""
    desktop.start()
    yield "window"
    protocol.say("first window shown")
    desktop.to.welcome.practise()
    yield "practice"
    _demand(desktop, Screen.ITEMS)
    items = desktop.to.items.items
    protocol.say(f"practice study opened, {len(items)} items")
    desktop.to.items.open_next()
    yield "item"
    for _ in items:
        _demand(desktop, Screen.REVIEW)
        accept_draft(desktop.to.review.entry)
        desktop.to.review.mark_ready_and_next()
        yield "judged"
        _demand(desktop, Screen.FEEDBACK)
        desktop.to.practice.go_on()
        yield "next"
    protocol.say("every item judged")
    _demand(desktop, Screen.SIGN)
    sign(desktop, "")
    yield "signed"
    _demand(desktop, Screen.SEND)
    protocol.say("signed with a throw-away key, document shown")
    desktop.to.sending.save_pdf(document)
    yield "saved"
    _demand(desktop, Screen.SEND)
    protocol.say(f"document written, {document.stat().st_size:,} bytes: {document}")
    desktop.leaving.close_study(desktop.go.show_welcome)
    yield "closed"
    _demand(desktop, Screen.WELCOME)


def _demand(desktop: Desktop, screen: Screen) -> None:
    """Raise what is amiss, or SelfTestError when another screen is shown than this one."""
    to = desktop.to
    for error in (to.welcome.error, to.sign.error, to.sending.error):
        if error is not None:
            raise error
    if desktop.window.screen_shown is not screen:
        raise SelfTestError(f"the screen is {desktop.window.screen_shown}, not {screen}")
