"""Numbered discs that tell how far one is along a few steps."""

from __future__ import annotations

from enum import Enum

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from adjudicator_app.widgets.icons import paint_icon
from adjudicator_app.widgets.paint import draw_box
from adjudicator_app.widgets.theme import Type, Weight, theme


class Along(Enum):
    """Where a step stands."""

    DONE = "done"
    PRESENT = "present"
    LATER = "later"
    MARKED = "marked"
    SAVED = "saved"


class Disc(QWidget):
    """A number in a circle; a tick once the step is done.

    `MARKED` is a number in the selected colours, for lists of instructions; `SAVED` a tick in
    green, for a file that was written.
    """

    def __init__(
        self, number: int, along: Along, *, size: int = 24, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._number, self._along, self._size = number, along, size
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    @property
    def along(self) -> Along:
        """Where the step stands."""
        return self._along

    def show_along(self, along: Along) -> None:
        """Show where the step stands now."""
        self._along = along
        self.update()

    def show_number(self, number: int, along: Along) -> None:
        """Show another number, and where its step stands."""
        self._number = number
        self.show_along(along)

    def restyle(self) -> None:
        """Take the size of the present scale."""
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the circle's square."""
        return QSize(theme().px(self._size), theme().px(self._size))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw circle and number, or tick."""
        colours, painter = theme().colours, QPainter(self)
        fill, edge, text = {
            Along.DONE: (colours.selected, colours.accent, colours.selected_text),
            Along.PRESENT: (colours.accent, colours.accent, colours.on_accent),
            Along.LATER: (colours.surface, colours.strong, colours.text2),
            Along.MARKED: (colours.selected, colours.accent, colours.selected_text),
            Along.SAVED: (colours.ok_soft, colours.ok, colours.ok),
        }[self._along]
        width = 1 if self._along is Along.LATER else 1.5
        draw_box(painter, self.rect(), fill=fill, edge=edge, width=width, radius=self._size)
        if self._along in (Along.DONE, Along.SAVED):
            size = theme().px(16 if self._size >= 30 else 14)
            at = (self.width() - size) / 2
            paint_icon(painter, "tick", text, at, at, size)
            return
        kind = Type.BODY if self._size >= 30 else Type.CAPTION
        painter.setFont(theme().font(kind, Weight.SEMIBOLD))
        painter.setPen(text)
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, str(self._number))
