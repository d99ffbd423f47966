"""Cards and dividers.

Use: ``card = Card(padding=24)``; ``card.body.add(Text("Start here", Type.COLUMN), ...)``.
"""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from adjudicator_app.widgets.layouts import column
from adjudicator_app.widgets.paint import draw_box
from adjudicator_app.widgets.theme import theme


class Card(QWidget):
    """A surface with an edge and rounded corners; `sunken` ones lie inside another card."""

    def __init__(
        self,
        *,
        padding: int = 16,
        gap: int = 8,
        sunken: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._sunken = sunken
        self.body = column(self, gap=gap, margins=(padding, padding, padding, padding))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the surface."""
        colours = theme().colours
        draw_box(
            QPainter(self),
            self.rect(),
            fill=colours.sunken if self._sunken else colours.surface,
            edge=colours.line,
            radius=8,
        )


class Divider(QWidget):
    """A thin line between parts of a card; vertical ones stand between columns."""

    def __init__(
        self, *, vertical: bool = False, inset: int = 0, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._inset = inset
        self.set_vertical(vertical)

    def set_vertical(self, vertical: bool) -> None:  # noqa: FBT001 (a setter of one switch)
        """Stand between columns, or lie between rows."""
        self._vertical = vertical
        fixed, free = QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding
        self.setSizePolicy(fixed if vertical else free, free if vertical else fixed)

    def sizeHint(self) -> QSize:
        """One pixel thick."""
        return QSize(1, theme().px(16)) if self._vertical else QSize(theme().px(16), 1)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the line."""
        side = theme().px(self._inset)
        QPainter(self).fillRect(self.rect().adjusted(side, 0, -side, 0), theme().colours.line)
