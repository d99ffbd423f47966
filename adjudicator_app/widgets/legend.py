"""What outline, fill and hatching mean, beside the heading of the band editor."""

from __future__ import annotations

from enum import Enum

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QBrush, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from adjudicator_app.widgets.colours import Tone
from adjudicator_app.widgets.layouts import row
from adjudicator_app.widgets.paint import draw_box
from adjudicator_app.widgets.text import Text
from adjudicator_app.widgets.theme import Type, theme


class Sign(Enum):
    """The three signs of the editor."""

    AUTHOR = "author"
    HERS = "hers"
    DISPUTED = "disputed"


class _Swatch(QWidget):
    """One sign in small."""

    def __init__(self, sign: Sign) -> None:
        super().__init__()
        self._sign = sign
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def restyle(self) -> None:
        """Take the size of the present scale."""
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Return the swatch's size."""
        return QSize(theme().px(18), theme().px(16))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw outline, fill or hatching."""
        painter, colours = QPainter(self), theme().colours
        box = self.rect().adjusted(0, 1, 0, -1)
        if self._sign is Sign.HERS:
            draw_box(painter, box, fill=colours.accent, radius=3)
        elif self._sign is Sign.AUTHOR:
            draw_box(painter, box, edge=colours.text, width=2, radius=4, dashes=(2.6, 1.6))
        else:
            draw_box(painter, box, edge=colours.strong, radius=3)
            inside = QPainterPath()
            inside.addRect(box.toRectF().adjusted(1, 1, -1, -1))
            painter.fillPath(inside, QBrush(colours.strong, Qt.BrushStyle.BDiagPattern))


class Legend(QWidget):
    """The signs that occur in the present editor."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        words = {
            Sign.AUTHOR: self.tr("Author's draft"),
            Sign.HERS: self.tr("Your set"),
            Sign.DISPUTED: self.tr("Disputed"),
        }
        layout = row(self, gap=16)
        self._parts: dict[Sign, QWidget] = {}
        for sign, word in words.items():
            part = QWidget()
            row(part, gap=8).add(_Swatch(sign), Text(word, Type.CAPTION, tone=Tone.TEXT2))
            layout.add(part)
            self._parts[sign] = part
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def show_signs(self, *signs: Sign) -> None:
        """Show these signs; none hides the legend."""
        for sign, part in self._parts.items():
            part.setVisible(sign in signs)
        self.setVisible(bool(signs))
