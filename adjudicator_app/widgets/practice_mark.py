"""The mark of everything that is only practice."""

from __future__ import annotations

from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from adjudicator_app.widgets.colours import Tone
from adjudicator_app.widgets.layouts import row
from adjudicator_app.widgets.paint import draw_box
from adjudicator_app.widgets.text import Text
from adjudicator_app.widgets.theme import Type, Weight, theme


class PracticeMark(QWidget):
    """The word on its own ground."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        word = self.tr("PRACTICE")
        text = Text(word, Type.CAPTION, Weight.SEMIBOLD, tone=Tone.WARN, wrap=False)
        row(self, margins=(10, 4, 10, 4)).add(text)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(word)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the ground; in high contrast its edge tells it from the page."""
        colours = theme().colours
        edge = colours.warn if theme().high_contrast else None
        draw_box(QPainter(self), self.rect(), fill=colours.warn_soft, edge=edge, radius=12)
