"""The steps of the sending screen, and the folded details for whoever checks."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from adjudicator_app.widgets.buttons import Button, Look
from adjudicator_app.widgets.card import Card
from adjudicator_app.widgets.code_text import CodeText
from adjudicator_app.widgets.colours import Tone
from adjudicator_app.widgets.disc import Along, Disc
from adjudicator_app.widgets.folding import Folding
from adjudicator_app.widgets.layouts import STRETCH, column, row
from adjudicator_app.widgets.text import Text
from adjudicator_app.widgets.theme import Type, Weight


class FileCard(Card):
    """A numbered step with what it is about and, where there is one, its button.

    Signals
    -------
    act
        The button was pressed.
    """

    act = Signal()

    def __init__(self, number: int, title: str, button: Button | None) -> None:
        super().__init__(padding=20, gap=0)
        self._number = number
        self._disc = Disc(number, Along.LATER, size=30)
        self._text = Text("", tone=Tone.TEXT2)
        self.button = button
        disc, words, action = QWidget(), QWidget(), QWidget()
        column(disc).add(self._disc, STRETCH)
        column(words, gap=4).add(Text(title, Type.HEAD, Weight.SEMIBOLD), self._text, STRETCH)
        parts = [(words, 1)]
        if button is not None:
            column(action).add(STRETCH, button, STRETCH)
            action.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
            button.clicked.connect(self.act)
            parts.append((action, 0))
        line = row(gap=16).add(disc, Folding(parts, under=380, gap=16))
        line.setStretch(1, 1)
        self.body.add(line)

    @property
    def text(self) -> str:
        """What it says under its title."""
        return self._text.text()

    def show_file(self, text: str, *, button: str, saved: bool) -> None:
        """Show what the step is about, and whether its file was written."""
        self._text.say(text)
        waits = Along.MARKED if self.button is not None else Along.LATER
        self._disc.show_number(self._number, Along.SAVED if saved else waits)
        if self.button is not None:
            self.button.setText(button)

    def focus_button(self) -> None:
        """Put the focus on the button."""
        if self.button is not None:
            self.button.setFocus()


class DetailsFold(QWidget):
    """Fingerprint, hashes and the event number: for whoever checks, folded for everyone else."""

    def __init__(self) -> None:
        super().__init__()
        self.button = Button(self.tr("Details for checking"), Look.PLAIN, icon="chevron_right")
        self._hint = Text(
            self.tr("fingerprint, file hashes, event number"), Type.SMALL, tone=Tone.TEXT2
        )
        self._rows = QWidget()
        self._lines = column(self._rows, gap=8, margins=(0, 4, 0, 4))
        self._rows.hide()
        line = row(gap=8).add(self.button)
        line.addWidget(self._hint, 1, Qt.AlignmentFlag.AlignVCenter)
        column(self, gap=4).add(line, self._rows)
        self.button.clicked.connect(self.toggle)

    def toggle(self) -> None:
        """Unfold or fold."""
        unfolded = self._rows.isHidden()
        self._rows.setVisible(unfolded)
        self.button.set_icon("chevron_down" if unfolded else "chevron_right")

    def show_rows(self, rows: tuple[tuple[str, str], ...]) -> None:
        """Show these labels and values."""
        for widget in self._lines.widgets():
            self._lines.removeWidget(widget)
            widget.hide()
            widget.deleteLater()
        for label, value in rows:
            self._lines.add(Text(label, Type.CAPTION, Weight.SEMIBOLD, tone=Tone.TEXT2))
            self._lines.add(CodeText(value, size=12))
