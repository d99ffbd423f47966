"""Notices inside a page: something to know, a warning, or an error with what is safe and what next.

Use: ``Notice(Kind.DANGER, "It was not opened.", lead="This study pack was changed.")``;
``notice.buttons.add(Button(...))`` puts buttons after the words, or below with ``below=True``.
"""

from __future__ import annotations

from enum import Enum

from PySide6.QtGui import QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from adjudicator_app.widgets.colours import Tone
from adjudicator_app.widgets.layouts import beside_first_line, row
from adjudicator_app.widgets.paint import draw_box
from adjudicator_app.widgets.pair import Pair
from adjudicator_app.widgets.picture import Picture
from adjudicator_app.widgets.text import Text
from adjudicator_app.widgets.theme import Type, theme

LEAST_WORDS = 360


class Kind(Enum):
    """How grave it is: icon, tone of the icon and edge, ground."""

    INFO = ("info", Tone.TEXT2, "sunken")
    SETTING = ("signpost", Tone.WARN, "warn_soft")
    WARNING = ("warning", Tone.WARN, "warn_soft")
    DANGER = ("warning", Tone.DANGER, "danger_soft")


class Notice(QWidget):
    """An icon, words with a strong beginning, and what can be done."""

    def __init__(
        self,
        kind: Kind,
        text: str = "",
        *,
        lead: str = "",
        below: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._kind = kind
        name, tone, _ = kind.value
        icon = Picture(name, tone, size=20)
        self._text = Text(text, Type.SMALL, lead=lead)
        held = QWidget()
        self.buttons = row(held, gap=16)
        layout = row(self, gap=16, margins=(16, 8, 8, 8))
        layout.addLayout(beside_first_line(icon), 0)
        layout.addWidget(Pair(self._text, held, least=LEAST_WORDS, gap=12, stacked=below), 1)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    @property
    def text(self) -> str:
        """What it says."""
        return self._text.text()

    def say(self, text: str, *, lead: str = "") -> None:
        """Say something else."""
        self._text.say(text, lead=lead)

    def showEvent(self, event: QShowEvent) -> None:
        """Be measured anew: while hidden, the words may have been broken for another width."""
        super().showEvent(event)
        self.updateGeometry()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw ground and edge."""
        _, tone, ground = self._kind.value
        colours = theme().colours
        edge = colours.line if self._kind is Kind.INFO else tone.of(colours)
        draw_box(QPainter(self), self.rect(), fill=getattr(colours, ground), edge=edge, radius=8)
