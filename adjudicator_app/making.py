"""Screens are made once they are needed or there is time, at once or piece by piece."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from adjudicator_app.widgets.main_window import MainWindow
from adjudicator_app.widgets.screen import InPieces, Screen


class Making:
    """Makes the screens of a window.

    Parameters
    ----------
    makers
        What makes a screen and joins it to the program.
    """

    def __init__(self, window: MainWindow, makers: Mapping[Screen, Callable[[], QWidget]]) -> None:
        self._window, self._makers = window, makers

    def have(self, screen: Screen) -> None:
        """Put a screen into the window unless it is there."""
        if not self._window.has(screen):
            *_, page = self.pieces(screen)
            self._window.add(screen, page)

    def pieces(self, screen: Screen) -> Iterator[QWidget]:
        """Make a screen piece by piece, in no window yet; yield it after each."""
        page = self._makers[screen]()
        try:
            yield page
            if isinstance(page, InPieces):
                for _ in page.fill():
                    yield page
        except GeneratorExit:
            # Begun in a language that is on no more, or as the program ends: nobody waits for it.
            if isValid(page):
                page.deleteLater()
            raise
