"""The real program driven step by step with nobody at it."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication

from adjudicator_app.app import Desktop
from adjudicator_app.presenters.review_entry import ReviewEntry
from adjudicator_app.widgets.screen import Screen
from adjudicator_app.widgets.sign_screen import SignScreen
from fairmed_core.domain.verdict import Answer, VerdictKind

LOOK_EVERY, PATIENCE = 40, 120_000


class Walker(QObject):
    """Takes one step of a walk after the other, each when the program has come to rest.

    Parameters
    ----------
    desktop
        The program; its event loop must be started by the caller and ends with the walk.
    walk
        Acts each time it is asked for its next value; the values say nothing here.
    settle
        Milliseconds between the last answer of the service thread and the next step.
    """

    def __init__(self, desktop: Desktop, walk: Iterator[object], *, settle: int) -> None:
        super().__init__(desktop)
        self._desktop, self._walk = desktop, walk
        self.stopped_by: Exception | None = None
        self._look = QTimer(self, interval=LOOK_EVERY)
        self._look.timeout.connect(self._settle_when_idle)
        self._settled = QTimer(self, interval=settle, singleShot=True)
        self._settled.timeout.connect(self._step_if_idle)
        self._stuck = QTimer(self, interval=PATIENCE, singleShot=True)
        self._stuck.timeout.connect(self._give_up)

    def start(self) -> None:
        """Take the first step once the event loop runs and the program is at rest."""
        self._settled.start()

    def _step(self) -> None:
        self._stuck.start()
        try:
            on_the_way = next(self._walk, None) is not None
        except Exception as error:  # noqa: BLE001 (whoever started the walk tells what stopped it)
            self._end(error)
            return
        if on_the_way:
            self._look.start()
        else:
            self._end(None)

    def _settle_when_idle(self) -> None:
        if not self._desktop.tasks.busy:
            self._look.stop()
            self._settled.start()

    def _step_if_idle(self) -> None:
        if self._desktop.tasks.busy:
            self._look.start()
        else:
            self._step()

    def _give_up(self) -> None:
        self._look.stop()
        self._end(TimeoutError("The program did not come to rest."))

    def _end(self, error: Exception | None) -> None:
        self._stuck.stop()
        self.stopped_by = error
        QApplication.exit(0 if error is None else 1)


def accept_draft(entry: ReviewEntry) -> None:
    """Accept as the draft stands, as one does who looks only quickly."""
    entry.acknowledge_scope(True)
    for question, answer in enumerate("yynn", start=1):
        entry.answer(question, Answer.YES if answer == "y" else Answer.NO)
    if entry.shown.band.disputed is not None:
        entry.answer(5, Answer.WITHOUT)
    entry.answer(6, Answer.YES)
    entry.choose_verdict(VerdictKind.ACCEPT)


def sign(desktop: Desktop, passphrase: str) -> None:
    """Fill in the signing screen and press its button; ValueError where nothing is ready."""
    page = desktop.window.page_of(Screen.SIGN)
    if not isinstance(page, SignScreen) or not desktop.to.sign.rows:
        raise ValueError("nothing was ready to sign")
    signature = page.signature
    signature.independence.setChecked(True)
    signature.none.setChecked(True)
    signature.passphrase.line.setText(passphrase)
    signature.button.click()
