"""What covers an open study while nobody is there: nothing of it, and the way back."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from adjudicator_app.presenters.idle_lock import IdleLockPresenter
from adjudicator_app.presenters.review import ReviewPresenter
from adjudicator_app.presenters.saying import say
from adjudicator_app.widgets.buttons import Button, Look
from adjudicator_app.widgets.card import Card
from adjudicator_app.widgets.colours import Tone
from adjudicator_app.widgets.fields import NoteLine
from adjudicator_app.widgets.layouts import STRETCH, column, row, scrolled
from adjudicator_app.widgets.passphrase import PassphraseField
from adjudicator_app.widgets.picture import Picture
from adjudicator_app.widgets.text import Text
from adjudicator_app.widgets.theme import Type, Weight, theme
from fairmed_core.words.joining import paragraph

WIDTH, LEAST = 460, 320
# What the smallest window leaves between the margins at the largest text.
SMALLEST_ROOM = 500


class LockScreen(QWidget):
    """A card in the middle of the window."""

    def __init__(
        self, lock: IdleLockPresenter, review: ReviewPresenter, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._lock, self._review = lock, review
        self.passphrase = PassphraseField(
            self.tr("Passphrase"), note=self.tr("It stays on this computer.")
        )
        if lock.practice:
            self.passphrase.hide()
        self.button = Button(self.tr("Continue"), Look.PRIMARY)
        self._saved, self._state = Text("", tone=Tone.TEXT2), NoteLine(kind=Type.SMALL)
        self._lay_out()
        self.passphrase.entered.connect(self._open)
        self.button.clicked.connect(self._open)
        lock.changed.connect(self._show)
        review.saving_changed.connect(self._show_saved)
        self._show_saved()

    def _lay_out(self) -> None:
        self._card = card = Card(padding=24, gap=16)
        head = row(gap=12).add(
            Picture("lock", Tone.TEXT2, size=20),
            Text(self.tr("Locked"), Type.PAGE, Weight.SEMIBOLD),
        )
        head.setStretch(1, 1)
        go = self.tr("Continue where you were.")
        if not self._lock.practice:
            go = self.tr("Type your passphrase to continue where you were.")
        idle = self.tr("Nothing was typed or clicked for 15 minutes.")
        why = Text(paragraph((idle, go), say))
        card.body.add(head, why, self._saved, self.passphrase, self._state)
        card.body.add(row().add(self.button, STRETCH))
        content = QWidget()
        middle = row(gap=0).add(STRETCH, card, STRETCH)
        whole = column(content, gap=0, margins=(24, 24, 24, 24)).add(STRETCH)
        whole.addLayout(middle)
        whole.add(STRETCH)
        column(self, gap=0).add(scrolled(content))
        self.restyle()

    def restyle(self) -> None:
        """Take the sizes of the present scale."""
        self._card.setMinimumWidth(min(theme().px(LEAST), SMALLEST_ROOM))
        self._card.setMaximumWidth(theme().px(WIDTH))

    def setFocus(self, reason: Qt.FocusReason = Qt.FocusReason.OtherFocusReason) -> None:
        """Begin where she types."""
        (self.button if self._lock.practice else self.passphrase).setFocus(reason)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the canvas."""
        QPainter(self).fillRect(self.rect(), theme().colours.canvas)

    @property
    def saved(self) -> str:
        """What it says about what was entered."""
        return self._saved.text()

    def _open(self) -> None:
        self._lock.open(self.passphrase.text())

    def _show(self) -> None:
        self._state.say(self.tr("Checking") if self._lock.checking else "", icon="clock")
        if self._lock.problem:
            self.passphrase.tell(self._lock.problem)
            self.passphrase.line.selectAll()
            self.passphrase.setFocus()

    def _show_saved(self, *_: object) -> None:
        self._saved.say(
            self.tr("Your last change is not saved yet; the program keeps trying.")
            if self._review.unsaved
            else self.tr("Everything you entered is saved.")
        )
