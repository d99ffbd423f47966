"""Tick boxes and radio buttons with their words.

Use: ``CheckBox("I have read this")`` and ``RadioButton("None")``; both emit ``clicked`` and hold
``isChecked()``. Radio buttons of one parent exclude each other.
"""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from adjudicator_app.widgets.icons import paint_icon
from adjudicator_app.widgets.paint import draw_box
from adjudicator_app.widgets.text import longest_word
from adjudicator_app.widgets.theme import Type, Weight, theme

_ONE_LINE = QRect(0, 0, 100_000, 1_000)
BOX = 18


class _Mark(QAbstractButton):
    """A mark followed by words that wrap."""

    def __init__(self, text: str, kind: Type, parent: QWidget | None) -> None:
        super().__init__(parent)
        self._kind = kind
        self.setText(text)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.restyle()

    def restyle(self) -> None:
        """Take the font of the present scale."""
        self.setFont(theme().font(self._kind, Weight.REGULAR))
        self.updateGeometry()
        self.update()

    def hasHeightForWidth(self) -> bool:
        """Long words wrap."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of the wrapped words, at least a target's."""
        return max(theme().px(32), self._words(width).height() + theme().px(8))

    def sizeHint(self) -> QSize:
        """Return the size on one line."""
        width = self._lead() + self.fontMetrics().horizontalAdvance(self.text()) + 2
        return QSize(width, theme().px(32))

    def minimumSizeHint(self) -> QSize:
        """Never narrower than the longest word."""
        longest = longest_word(self.text(), self.fontMetrics())
        return QSize(self._lead() + longest + 2, theme().px(32))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the mark beside the first line, and the words."""
        painter, px = QPainter(self), theme().px
        rtl = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        words = self._words(self.width()).height()
        # Of a line of this text: signs of another font are higher than the font's own.
        first = self.fontMetrics().boundingRect(_ONE_LINE, 0, self.text()).height()
        # Beside one line the mark is centred; beside several it stands with the first.
        top = (self.height() - words + min(words, first) - px(BOX)) // 2
        size = px(BOX)
        self._paint_mark(painter, QRect(self.width() - size if rtl else 0, top, size, size))
        colours = theme().colours
        painter.setPen(colours.text if self.isEnabled() else colours.text2)
        box = self.rect().adjusted(0 if rtl else self._lead(), 0, -self._lead() if rtl else 0, 0)
        flags = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignVCenter)
        painter.drawText(box, flags, self.text())

    def _words(self, width: int) -> QRect:
        room = QRect(0, 0, max(1, width - self._lead()), 10_000)
        return self.fontMetrics().boundingRect(room, Qt.TextFlag.TextWordWrap, self.text())

    def _lead(self) -> int:
        return theme().px(BOX + 10)

    def _paint_mark(self, painter: QPainter, box: QRect) -> None:
        raise NotImplementedError


class CheckBox(_Mark):
    """A tick box."""

    def __init__(
        self, text: str, *, kind: Type = Type.SMALL, parent: QWidget | None = None
    ) -> None:
        super().__init__(text, kind, parent)

    def _paint_mark(self, painter: QPainter, box: QRect) -> None:
        colours = theme().colours
        if self.isChecked():
            draw_box(painter, box, fill=colours.accent, radius=4)
            size = theme().px(14)
            inset = (box.width() - size) / 2
            colour = colours.on_accent
            paint_icon(painter, "tick", colour, box.x() + inset, box.y() + inset, size)
        else:
            draw_box(painter, box, fill=colours.surface, edge=colours.strong, width=1.5, radius=4)


class RadioButton(_Mark):
    """One of several that exclude each other."""

    def __init__(
        self, text: str, *, kind: Type = Type.SMALL, parent: QWidget | None = None
    ) -> None:
        super().__init__(text, kind, parent)
        self.setAutoExclusive(True)

    def _paint_mark(self, painter: QPainter, box: QRect) -> None:
        colours = theme().colours
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        chosen = self.isChecked()
        painter.setPen(QPen(colours.accent if chosen else colours.strong, 1.5))
        painter.setBrush(colours.surface)
        painter.drawEllipse(QRectF(box).adjusted(0.75, 0.75, -0.75, -0.75))
        if chosen:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colours.accent)
            inset = box.width() * 0.25
            painter.drawEllipse(QRectF(box).adjusted(inset, inset, -inset, -inset))
        painter.restore()
