"""Errors that no screen tells in place, and what nobody expected."""

from __future__ import annotations

import sys
import threading
from types import TracebackType

from PySide6.QtCore import QObject, Signal

from adjudicator_app.presenters.crash import crash_report
from adjudicator_app.presenters.told import told
from adjudicator_app.tasks import UNEXPECTED, UNEXPECTED_NEXT, TaskRunner
from adjudicator_app.widgets.dialogs import TroubleDialog
from adjudicator_app.widgets.main_window import MainWindow
from fairmed_core.errors import BugError, FairMedError


class Troubles(QObject):
    """Tells errors in a dialog, one at a time."""

    _elsewhere = Signal(object)

    def __init__(self, window: MainWindow, tasks: TaskRunner) -> None:
        super().__init__(window)
        self._window = window
        self.dialog: TroubleDialog | None = None
        tasks.broke.connect(self.tell)
        self._elsewhere.connect(self.tell)

    def watch(self) -> None:
        """Take over whatever exception nobody catches, on any thread."""
        sys.excepthook = self._hook
        threading.excepthook = lambda args: self._elsewhere.emit(args.exc_value)

    def tell(self, error: BaseException) -> None:
        """Tell an error: one of ours as it says itself, any other with a report to copy."""
        # A cause says nothing: a full disk has one too. Only what nobody foresaw is a bug with one.
        unforeseen = isinstance(error, BugError) and error.__cause__ is not None
        if isinstance(error, FairMedError) and not unforeseen:
            details = "\n".join(part for part in (error.file, error.place) if part)
            self._show(error.sentence, error.next_step, details)
        else:
            self._show(UNEXPECTED, UNEXPECTED_NEXT, crash_report(error))

    def tell_forgotten(self) -> None:
        """Tell what a forgotten passphrase means."""
        self._show(
            self.tr("A forgotten passphrase cannot be recovered"),
            self.tr(
                "Nobody keeps it but you. What you signed stays valid. To go on, move the file "
                "keystore.fmkey out of the folder named under Settings, start the program again, "
                "create a new signing identity, and tell your coordinator."
            ),
            "",
        )

    def _hook(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        self._elsewhere.emit(error)

    def _show(self, sentence: str, next_step: str, details: str) -> None:
        if self.dialog is not None and self.dialog.isVisible():
            return
        self.dialog = TroubleDialog(told(sentence), told(next_step), details, self._window)
        self.dialog.open()
