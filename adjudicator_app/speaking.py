"""The language switched while the program runs: what is shown is made anew behind itself."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QObject, QTimer

from adjudicator_app.making import Making
from adjudicator_app.navigation import Navigation
from adjudicator_app.preparing import Preparing
from adjudicator_app.tasks import TaskRunner
from adjudicator_app.view_settings import ViewSettings
from adjudicator_app.widgets.carry_over import fill_again, filled
from adjudicator_app.widgets.main_window import MainWindow
from adjudicator_app.widgets.screen import Screen

# What is read again shares the processor with painting: the new screen is painted first.
PAUSE_MS, PAINTED_MS = 5, 40


class Speaking(QObject):
    """Turns everything over to the language that is on.

    The screen that is shown stays, and can be used, until another of its kind is made; that one
    takes its place with what was typed, and with the focus where it was. The window is free
    between two pieces of this work: all of it at once would hold it up for a tenth of a second.
    """

    def __init__(
        self,
        window: MainWindow,
        making: Making,
        *,
        tasks: TaskRunner,
        go: Navigation,
        view: ViewSettings,
        preparing: Preparing,
    ) -> None:
        super().__init__(window)
        self._window, self._making, self._tasks = window, making, tasks
        self._go, self._view, self._preparing = go, view, preparing
        self._pieces: Iterator[object] = iter(())
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._take_one)

    @property
    def busy(self) -> bool:
        """Whether something is still to be turned over."""
        return self._timer.isActive()

    def begin(self) -> None:
        """Begin to turn over; what is half made in another language is let go of."""
        self._preparing.stop()
        self._go.speak(self._view.language)
        self._window.forget_hidden_screens()
        self._pieces = self._all(self._window.screen_shown)
        self._timer.start(PAUSE_MS)

    def _take_one(self) -> None:
        if self._tasks.closed:
            # The program ends: what is left would ask for more.
            self._pieces = iter(())
        if next(self._pieces, self) is self:
            self._timer.stop()

    def _all(self, screen: Screen | None) -> Iterator[object]:
        if screen is not None:
            yield from self._made_anew(screen)
        self._timer.setInterval(PAINTED_MS)
        self._view.show_settings_again()
        yield "painted"
        self._go.read_again()
        self._preparing.begin_again()

    def _made_anew(self, screen: Screen) -> Iterator[object]:
        for page in self._making.pieces(screen):
            yield page
        # In the place of the one before, whether or not that is still shown.
        was = filled(self._window.page_of(screen))
        self._window.replace(screen, page)
        fill_again(page, was)
        yield page
