"""A menu in the colours of the theme."""

from __future__ import annotations

from PySide6.QtWidgets import QMenu, QWidget

from adjudicator_app.widgets.stylesheet import Native, dress


class Menu(QMenu):
    """A menu."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.restyle()

    def restyle(self) -> None:
        """Take the colours and sizes of the theme."""
        dress(self, Native.MENU)
