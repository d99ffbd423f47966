"""The lock joined to the program: what counts as input, what is covered, what waits."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtGui import QWindow
from PySide6.QtWidgets import QApplication, QDialog

from adjudicator_app.presenters.idle_lock import IdleLockPresenter
from adjudicator_app.presenters.review import ReviewPresenter
from adjudicator_app.widgets.main_window import MainWindow

LOOK_MS = 10_000
# As it reaches a window; keys that are a shortcut come as no more than the first of these.
INPUT = frozenset(
    {
        QEvent.Type.ShortcutOverride,
        QEvent.Type.KeyPress,
        QEvent.Type.InputMethod,
        QEvent.Type.MouseButtonPress,
        QEvent.Type.MouseMove,
        QEvent.Type.Wheel,
        QEvent.Type.TouchBegin,
        QEvent.Type.TabletPress,
    }
)


class Locking(QObject):
    """Covers the window, and takes the cover off."""

    def __init__(
        self, qt: QApplication, window: MainWindow, lock: IdleLockPresenter, review: ReviewPresenter
    ) -> None:
        super().__init__(window)
        self._window, self._lock, self._review = window, lock, review
        self._waiting: Callable[[], object] | None = None
        self._look = QTimer(self, interval=LOOK_MS)
        self._look.timeout.connect(lock.look)
        self._look.start()
        lock.changed.connect(self._follow)
        self._late = False
        # Windows, not the application: a filter there would see all that widgets tell each other.
        qt.focusWindowChanged.connect(self._listen)

    def when_open(self, then: Callable[[], object]) -> None:
        """Do something now, or once she has opened the lock; of several things the last."""
        if self._lock.locked:
            self._waiting = then
        else:
            then()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Listen for input; the first after a long sleep locks and goes no further."""
        kind = event.type()
        if kind not in INPUT:
            return False
        if self._late and kind is QEvent.Type.KeyPress:
            self._late = False
            return True
        locked = self._lock.notice()
        # The key itself follows the question whether it is a shortcut.
        self._late = locked and kind is QEvent.Type.ShortcutOverride
        return locked

    def _listen(self, window: QWindow | None) -> None:
        if window is not None:
            window.installEventFilter(self)

    def _follow(self) -> None:
        covered = self._window.cover.page is not None
        if self._lock.locked and not covered:
            self._cover()
        elif covered and not self._lock.locked:
            self._window.cover.lift()
            self._window.refresh_commands()
            then, self._waiting = self._waiting, None
            if then is not None:
                then()

    def _cover(self) -> None:
        from adjudicator_app.widgets.lock_screen import LockScreen

        self._review.flush()
        while (popup := QApplication.activePopupWidget()) is not None and popup.close():
            pass
        for dialog in QApplication.topLevelWidgets():
            if isinstance(dialog, QDialog) and dialog.isVisible():
                dialog.reject()
        self._window.cover.lay(LockScreen(self._lock, self._review))
