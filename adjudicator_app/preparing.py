"""Screens made before they are asked for, piece by piece while nothing else happens.

To load a screen's module and to make its widgets takes a tenth of a second or two: too long once
she has pressed a button, unnoticed while she reads the first page.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

from PySide6.QtCore import QObject, QTimer

from adjudicator_app.making import Making
from adjudicator_app.tasks import TaskRunner
from adjudicator_app.translation import read_ahead
from adjudicator_app.widgets.main_window import MainWindow
from adjudicator_app.widgets.screen import Screen

# Time for the first window to be painted, and for what she does between two pieces.
FIRST_MS, PAUSE_MS = 400, 40
# As they are met, and of each first what takes long to load by itself.
MODULES: dict[Screen, tuple[str, ...]] = {
    Screen.SETUP: ("identity_page", "setup_screen"),
    Screen.ITEMS: ("queue_cards", "queue_screen"),
    Screen.REVIEW: ("review_rule", "band_editor", "review_screen"),
    Screen.SIGN: ("sign_screen",),
    Screen.SEND: ("send_screen",),
    Screen.FEEDBACK: ("feedback_screen",),
    Screen.OVERVIEW: ("overview_cards", "overview_screen"),
    Screen.RESULTS: ("results_screen",),
    Screen.WELCOME: (),
}


class Preparing(QObject):
    """Takes one piece after another, never while a service is at work."""

    def __init__(self, tasks: TaskRunner, window: MainWindow, making: Making) -> None:
        super().__init__(window)
        self._tasks, self._window, self._making = tasks, window, making
        self._pieces: Iterator[object] | None = None
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._take_one)

    @property
    def busy(self) -> bool:
        """Whether pieces are left."""
        return self._timer.isActive()

    def begin(self) -> None:
        """Make every screen that is not there; what was begun before is let go of."""
        self._pieces = self._all()
        self._timer.start(FIRST_MS)

    def stop(self) -> None:
        """Let go of what is half made; `begin_again` goes on."""
        if self._pieces is not None:
            self._pieces = iter(())
        self._timer.stop()

    def begin_again(self) -> None:
        """Make what is missing, if that had been begun."""
        if self._pieces is not None:
            self.begin()

    def _all(self) -> Iterator[object]:
        yield from read_ahead()
        for screen, modules in MODULES.items():
            for name in modules:
                yield import_module(f"adjudicator_app.widgets.{name}")
            if not self._window.has(screen):
                yield from self._prepared(screen)

    def _prepared(self, screen: Screen) -> Iterator[object]:
        for page in self._making.pieces(screen):
            yield page
        if self._window.has(screen):
            # She asked for it before the last piece, and has another.
            page.deleteLater()
        else:
            self._window.add(screen, page)

    def _take_one(self) -> None:
        self._timer.setInterval(PAUSE_MS)
        if self._tasks.closed:
            self.stop()
        elif not self._tasks.busy and next(self._pieces or iter(()), self) is self:
            self._timer.stop()
