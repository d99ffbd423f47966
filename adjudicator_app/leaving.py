"""Every way out keeps what was typed."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from adjudicator_app.presenters.review import ReviewPresenter
from adjudicator_app.presenters.told import told
from adjudicator_app.tasks import TaskRunner
from adjudicator_app.widgets.dialogs import UnsavedDialog
from adjudicator_app.widgets.main_window import MainWindow

CloseSession = Callable[[Callable[[], object]], None]


class Leaving(QObject):
    """Closes the study or the program once everything entered is in the store."""

    def __init__(
        self,
        window: MainWindow,
        tasks: TaskRunner,
        review: ReviewPresenter,
        close_session: CloseSession,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._window = window
        self._tasks = tasks
        self._review = review
        self._close_session = close_session
        self._under_way = False

    def leave(self) -> None:
        """Close the window when nothing can be lost by it."""
        if self._tasks.closed:
            self._window.let_go()
        else:
            self.close_study(self._window.let_go)

    def close_study(self, then: Callable[[], object]) -> None:
        """Close the open study, if any, when nothing can be lost by it, and go on."""
        if self._under_way or self._tasks.closed:
            return
        self._under_way = True
        self._review.flush()
        # Comes after the saving in the one queue there is.
        self._tasks.run(_nothing, done=lambda _: self._when_saved(then))

    def keep_everything(self, *_: object) -> None:
        """Wait until everything entered is in the store: the computer is about to go down."""
        if not self._tasks.closed:
            self._review.flush()
            self._tasks.wait()

    def end(self) -> None:
        """Close the store and end the thread, whatever way out was taken."""
        if self._tasks.closed:
            return
        self._review.flush()
        self._close_session(_nothing)
        self._tasks.close()

    def _when_saved(self, then: Callable[[], object]) -> None:
        trouble = self._review.save_trouble
        stays = False
        if self._review.unsaved:
            unsaved = self.tr("Your last change is not saved yet.")
            why = told(trouble.sentence) if trouble else unsaved
            stays = UnsavedDialog(why, self._window).exec() == UnsavedDialog.DialogCode.Rejected
        # Only now: a file handed over while she is asked must not ask her a second time.
        self._under_way = False
        if not stays:
            self._close_session(then)


def _nothing() -> None:
    """Wait for one's turn."""
