"""A page that covers all screens of the window."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QShortcut
from PySide6.QtWidgets import QMainWindow, QWidget


class Cover:
    """Takes the screens out of the window, and puts them back as they were.

    Parameters
    ----------
    screens
        The window's central widget.
    commands
        The shortcuts that reach the screens; they rest while these are covered.
    """

    def __init__(
        self, window: QMainWindow, screens: QWidget, commands: Sequence[QShortcut]
    ) -> None:
        self._window, self._screens, self._commands = window, screens, commands
        self._focus: QWidget | None = None
        self._page: QWidget | None = None
        self._aside = QWidget()

    @property
    def page(self) -> QWidget | None:
        """What covers the screens, None while nothing does."""
        return self._page

    def lay(self, page: QWidget) -> None:
        """Cover every screen.

        They leave the window: what is only hidden in it can still be read by a screen reader.
        """
        self._focus, self._page = self._screens.focusWidget(), page
        self._screens.setParent(self._aside)
        self._window.setCentralWidget(page)
        page.show()
        for shortcut in self._commands:
            shortcut.setEnabled(False)
        page.setFocus()

    def lift(self) -> None:
        """Put the screens back; the focus is where it was."""
        if self._page is None:
            return
        # The page goes away, with what was typed in it.
        self._window.setCentralWidget(self._screens)
        self._screens.show()
        for shortcut in self._commands:
            shortcut.setEnabled(True)
        if self._focus is not None:
            self._focus.setFocus()
        self._page, self._focus = None, None
