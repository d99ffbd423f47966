"""One end of a range slider: a slider of its own to keyboard and screen reader."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRect, QRectF, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import QAbstractSlider, QWidget

from adjudicator_app.widgets.theme import theme

KNOB = 24


class Knob(QAbstractSlider):
    """One end of the range.

    Signals
    -------
    moved
        The value she moved it to.
    released
        She let go of it.
    """

    moved = Signal(int)
    released = Signal()

    def __init__(self, name: str, value_at: Callable[[int], int], parent: QWidget) -> None:
        super().__init__(parent)
        self._value_at = value_at
        self.setOrientation(Qt.Orientation.Horizontal)
        self.setAccessibleName(name)
        self.setPageStep(7)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.SizeHorCursor)
        self.actionTriggered.connect(lambda _action: self._told())

    def focus_rect(self) -> QRect:
        """Give the ring the whole knob."""
        return self.rect()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of the knob."""
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self.setSliderDown(True)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow the pointer."""
        if self.isSliderDown():
            x = self.mapToParent(event.position().toPoint()).x()
            self.setSliderPosition(self._value_at(x))
            self._told()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let go."""
        self.setSliderDown(False)
        self.released.emit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll the page, never change a value by turning the wheel over it."""
        event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the knob."""
        painter, colours = QPainter(self), theme().colours
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(colours.accent, 2))
        painter.setBrush(colours.surface)
        painter.drawEllipse(QRectF(self.rect()).adjusted(2, 2, -2, -2))

    def _told(self) -> None:
        self.moved.emit(self.sliderPosition())
