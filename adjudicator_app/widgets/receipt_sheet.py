"""The dialog that says what a receipt confirms, where no screen tells it in place."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from adjudicator_app.widgets.buttons import Look
from adjudicator_app.widgets.colours import Tone
from adjudicator_app.widgets.layouts import STRETCH, column, row
from adjudicator_app.widgets.picture import Picture
from adjudicator_app.widgets.sheet import Sheet
from adjudicator_app.widgets.text import Text
from adjudicator_app.widgets.theme import Type


class ReceiptSheet(Sheet):
    """The study, when it was received, and what of later signing is not covered."""

    def __init__(self, study: str, words: str, parent: QWidget | None = None) -> None:
        super().__init__(QCoreApplication.translate("ReceiptSheet", "Receipt kept"), parent)
        self.words = Text(words)
        told = column(gap=4).add(Text(study, Type.SMALL, tone=Tone.TEXT2), self.words)
        line = row(gap=12).add(column().add(Picture("tick_circle", Tone.OK, size=20), STRETCH))
        line.addLayout(told, 1)
        self.body.addLayout(line)
        self.add_button(self.tr("Close"), Look.PRIMARY, self.accept).setFocus()
