"""What the program is for, beside the ways in."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from adjudicator_app.widgets.colours import Tone
from adjudicator_app.widgets.layouts import STRETCH, Box, column, row
from adjudicator_app.widgets.paint import draw_box
from adjudicator_app.widgets.picture import Picture
from adjudicator_app.widgets.text import Text
from adjudicator_app.widgets.theme import Type, Weight, theme


class AboutPanel(QWidget):
    """Name, purpose and three promises."""

    def __init__(self, version: str) -> None:
        super().__init__()
        name = row(gap=16).add(
            Picture("logo", size=40),
            Text("FairMed", Type.PAGE, Weight.SEMIBOLD, wrap=False),
            STRETCH,
        )
        body = column(self, gap=0, margins=(64, 64, 64, 40))
        body.add(name)
        body.addSpacing(theme().px(48))
        body.add(
            Text(
                self.tr("Which actions would a careful clinician accept?"),
                Type.WELCOME,
                Weight.SEMIBOLD,
            )
        )
        body.addSpacing(theme().px(16))
        body.add(
            Text(
                self.tr(
                    "You read a short clinical case beside the guideline passage it rests on, and "
                    "say which actions are acceptable. Your signed answers become the measure a "
                    "clinical assistant is held to."
                ),
                Type.HEAD,
                tone=Tone.TEXT2,
            )
        )
        body.addSpacing(theme().px(30))
        body.add(self._promises(), STRETCH)
        about = self.tr(
            "Version {version} · free software, GPL 3 or later · Qt under LGPL 3 · fonts under "
            "OFL 1.1 and Apache 2.0"
        ).format(version=version)
        body.add(Text(about, Type.CAPTION, tone=Tone.TEXT2))

    def _promises(self) -> Box:
        promises = (
            (
                "network_off",
                self.tr("Works without a network"),
                self.tr("Nothing leaves this computer until you save a file and send it yourself."),
            ),
            (
                "tick_circle",
                self.tr("Keeps every word"),
                self.tr("Each change is saved within a second, even if the battery dies."),
            ),
            (
                "eye_off",
                self.tr("Blind by design"),
                self.tr("You see no one else's answers, and the other clinicians never see yours."),
            ),
        )
        rows = column(gap=12)
        for icon, head, rest in promises:
            words = column(gap=2).add(
                Text(head, Type.BODY, Weight.SEMIBOLD), Text(rest, Type.SMALL, tone=Tone.TEXT2)
            )
            rows.add(row(gap=16).add(column().add(_Tile(icon), STRETCH), words))
        return rows

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the surface and the line beside it."""
        painter, colours = QPainter(self), theme().colours
        painter.fillRect(self.rect(), colours.surface)
        rtl = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        painter.fillRect(0 if rtl else self.width() - 1, 0, 1, self.height(), colours.line)


class _Tile(Picture):
    """An icon on a soft square."""

    def restyle(self) -> None:
        """Keep the square round the icon."""
        self._tone, self._side = Tone.SELECTED, 20
        super().restyle()
        self.setFixedSize(theme().px(40), theme().px(40))
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the square under the icon."""
        draw_box(QPainter(self), self.rect(), fill=theme().colours.selected)
        super().paintEvent(event)
