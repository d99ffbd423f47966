"""The seat code, and the passphrase where the identity was made earlier."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from adjudicator_app.presenters.identity import SetupPresenter
from adjudicator_app.widgets.card import Card
from adjudicator_app.widgets.colours import Tone
from adjudicator_app.widgets.folding import Folding
from adjudicator_app.widgets.form import Entry, FormField
from adjudicator_app.widgets.layouts import STRETCH, column
from adjudicator_app.widgets.passphrase import PassphraseField
from adjudicator_app.widgets.setup_page import SetupPage
from adjudicator_app.widgets.text import Text
from adjudicator_app.widgets.theme import Type, Weight


class SeatPage(SetupPage):
    """Which of the study's seats is hers."""

    def __init__(self, presenter: SetupPresenter) -> None:
        super().__init__(
            self.tr("Open the study"),
            self.tr(
                "The pack is the same for everyone; your seat code says which items are yours."
            ),
            self.tr("Open the study"),
        )
        self._presenter = presenter
        self._title = Text("", Type.COLUMN, Weight.SEMIBOLD)
        self._about = Text("", Type.SMALL, tone=Tone.TEXT2)
        self.seat = Entry(self.tr("for example G7K2"))
        self.seat.setMaxLength(32)
        self.seat_field = FormField(
            self.tr("Seat code"),
            self.seat,
            hint=self.tr("From your coordinator, with the pack. Small letters will do."),
        )
        self.passphrase = PassphraseField(
            self.tr("Passphrase"), note=self.tr("It stays on this computer.")
        )
        study = Card(padding=20, gap=4, sunken=True)
        study.body.add(
            Text(self.tr("Study"), Type.SMALL, Weight.SEMIBOLD, tone=Tone.TEXT2),
            self._title,
            self._about,
        )
        fields, room = QWidget(), QWidget()
        column(fields, gap=20).add(study, self.seat_field, self.passphrase, STRETCH)
        self.body.add(Folding([(fields, 3), (room, 2)], under=600, gap=0), STRETCH)
        self.seat.returnPressed.connect(self._go_on)
        self.seat.textChanged.connect(self._typed)
        self.passphrase.entered.connect(self._go_on)
        self.passphrase.typed.connect(self._typed)
        self.primary.clicked.connect(self._go_on)
        self.back.clicked.connect(presenter.go_back)
        self.show_state()

    def show_state(self) -> None:
        """Show what the presenter knows."""
        summary = self._presenter.summary
        if summary is not None:
            self._title.say(summary.title)
            items = self.tr("{count} items in all").format(count=summary.items)
            checked = self.tr("signed by its coordinator, unchanged")
            self._about.say(f"{items} · {checked}")
        self.passphrase.setVisible(self._presenter.asks_passphrase)
        if self._presenter.passphrase_error:
            self.passphrase.tell(self._presenter.passphrase_error)
            self.passphrase.line.setFocus()
        self.primary.setText(self._presenter.activity or self.tr("Open the study"))
        self.error.show_error(self._presenter.error)
        self._typed()

    def clear(self) -> None:
        """Forget seat and passphrase when the page is left: the next pack has its own."""
        self.seat.clear()
        self.passphrase.clear()

    @property
    def _lacks_passphrase(self) -> bool:
        return self._presenter.asks_passphrase and not self.passphrase.text()

    def _typed(self, *_: object) -> None:
        if not self.seat.text().strip():
            self.tell_left(self.tr("Left: your seat code"))
        elif self._lacks_passphrase:
            self.tell_left(self.tr("Left: your passphrase"))
        else:
            self.tell_left("")

    def _go_on(self) -> None:
        if not self.seat.text().strip():
            self.seat.setFocus()
        elif self._lacks_passphrase:
            self.passphrase.line.setFocus()
        else:
            self._presenter.open_study(self.seat.text(), self.passphrase.text())
