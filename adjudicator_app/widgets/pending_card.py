"""The card beside the coverage grid that names the keys nobody confirmed yet."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from adjudicator_app.presenters.enrolment import Pending
from adjudicator_app.widgets.buttons import Button
from adjudicator_app.widgets.card import Card
from adjudicator_app.widgets.colours import Tone
from adjudicator_app.widgets.layouts import STRETCH, beside_first_line, column, row
from adjudicator_app.widgets.picture import Picture
from adjudicator_app.widgets.text import Text
from adjudicator_app.widgets.theme import Type, Weight


class PendingCard(Card):
    """A line and a button for each; hidden while there is none.

    Signals
    -------
    confirm_asked
        The key id to be confirmed.
    """

    confirm_asked = Signal(str)

    def __init__(self) -> None:
        super().__init__(padding=20, gap=12)
        self._lines = column(gap=16)
        self.buttons: tuple[Button, ...] = ()
        self.body.add(Text(self.tr("Keys to confirm"), Type.HEAD, Weight.SEMIBOLD))
        self.body.addLayout(self._lines)
        self._shown: tuple[Pending, ...] = ()
        self.hide()

    @property
    def texts(self) -> list[str]:
        """What it says, line by line."""
        return [f"{one.seat} · {one.pseudonym} · {one.state}" for one in self._shown]

    def show_keys(self, keys: Sequence[Pending]) -> None:
        """Show whose keys wait."""
        self.setVisible(bool(keys))
        if tuple(keys) == self._shown:
            return
        self._shown = tuple(keys)
        for widget in self._lines.widgets():
            self._lines.removeWidget(widget)
            widget.deleteLater()
        lines = [_Waiting(one) for one in keys]
        for line in lines:
            line.button.clicked.connect(lambda _=False, one=line: self._ask(one))
            self._lines.add(line)
        self.buttons = tuple(line.button for line in lines)

    def _ask(self, line: _Waiting) -> None:
        self.confirm_asked.emit(line.key_id)


class _Waiting(QWidget):
    """Whose key waits, and the button that leads to the call."""

    def __init__(self, pending: Pending) -> None:
        super().__init__()
        self.key_id = pending.key_id
        self.button = Button(self.tr("Confirm key"), compact=True)
        name = self.tr("Confirm the key of {pseudonym}")
        self.button.setAccessibleName(name.format(pseudonym=pending.pseudonym))
        words = column(gap=2).add(
            Text(f"{pending.seat} · {pending.pseudonym}", Type.SMALL, Weight.SEMIBOLD),
            Text(pending.state, Type.SMALL, tone=Tone.WARN),
        )
        words.addSpacing(4)
        words.add(row().add(self.button, STRETCH))
        line = row(self, gap=10)
        line.addLayout(beside_first_line(Picture("clock", Tone.WARN, size=16)))
        line.addLayout(words, 1)
