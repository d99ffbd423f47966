"""Scroll bars in the colours of the theme."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractScrollArea, QScrollBar, QWidget

from adjudicator_app.widgets.stylesheet import Native, dress


class ScrollBar(QScrollBar):
    """A handle without arrows."""

    def __init__(self, along: Qt.Orientation, parent: QWidget | None = None) -> None:
        super().__init__(along, parent)
        self.restyle()

    def restyle(self) -> None:
        """Take the colours and sizes of the theme."""
        dress(self, Native.BAR)


def put_scroll_bars(area: QAbstractScrollArea) -> None:
    """Give an area our scroll bars."""
    area.setVerticalScrollBar(ScrollBar(Qt.Orientation.Vertical, area))
    area.setHorizontalScrollBar(ScrollBar(Qt.Orientation.Horizontal, area))


def show_bar_unless(area: QAbstractScrollArea, *, whole: bool) -> None:
    """Let an area scroll down by itself, unless it stands whole on a page that scrolls.

    A bar that came while its height was still another would make it narrower, so what is in it
    higher, and then be needed.
    """
    never, needed = Qt.ScrollBarPolicy.ScrollBarAlwaysOff, Qt.ScrollBarPolicy.ScrollBarAsNeeded
    area.setVerticalScrollBarPolicy(never if whole else needed)
