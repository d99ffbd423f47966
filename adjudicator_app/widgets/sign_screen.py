"""Check and sign: the table of all verdicts beside the signature."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QWidget

from adjudicator_app.presenters.sign import SignPresenter
from adjudicator_app.qt_models.signing_model import SigningModel
from adjudicator_app.widgets.buttons import Button, Look
from adjudicator_app.widgets.card import Card
from adjudicator_app.widgets.colours import Tone
from adjudicator_app.widgets.fields import NoteLine
from adjudicator_app.widgets.folding import Folding
from adjudicator_app.widgets.layouts import STRETCH, column, row, scrolled
from adjudicator_app.widgets.notice import Kind, Notice
from adjudicator_app.widgets.saved_note import local_offset, local_time
from adjudicator_app.widgets.signature_card import SignatureCard
from adjudicator_app.widgets.signing_table import SigningTable
from adjudicator_app.widgets.study_bar import Stage, StudyBar
from adjudicator_app.widgets.text import Text
from adjudicator_app.widgets.theme import Type, Weight
from fairmed_core.clock import Clock

TWO_COLUMNS = 900
CLOCK_EVERY = 20_000


class SignScreen(QWidget):
    """What she is about to sign, in full, and the signature.

    Signals
    -------
    list_asked
        Back to the items.
    seal_asked
        She wants to add her sealed details first.
    settings_asked, help_asked
        The buttons on top.
    """

    list_asked = Signal()
    seal_asked = Signal()
    settings_asked = Signal()
    help_asked = Signal()

    def __init__(
        self, presenter: SignPresenter, clock: Clock, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._presenter, self._clock = presenter, clock
        self._model = SigningModel(self)
        self.bar = StudyBar(Stage.SIGN)
        self.back = Button(self.tr("All items"), Look.LINK, icon="chevron_left")
        self.table = SigningTable(self._model)
        self._table_card = Card(padding=1, gap=0)
        self._table_card.body.add(self.table, STRETCH)
        # A short table begins at the top, with the rest of its card empty below.
        self._table_card.body.setStretchFactor(self.table, 1000)
        self.empty = Card(padding=32, gap=8)
        self._exactly = Text(
            self.tr("These words go into your attestation exactly as they stand here."),
            tone=Tone.TEXT2,
        )
        self._empty_head = Text("", Type.HEAD, Weight.SEMIBOLD)
        self._empty_text = Text("", tone=Tone.TEXT2)
        self.scope_warning = Notice(Kind.SETTING)
        self.unsealed = Notice(
            Kind.WARNING,
            self.tr("Your verdicts are recorded and printed, and do not count."),
            lead=self.tr("Your details are not sealed."),
        )
        self.seal = Button(self.tr("Add them"), compact=True)
        self.unsealed.buttons.add(self.seal)
        self.not_ready = NoteLine(kind=Type.SMALL)
        self.signature = SignatureCard(presenter)
        self._tick = QTimer(self, interval=CLOCK_EVERY)
        self._lay_out()
        self._connect()
        self._show()

    def _lay_out(self) -> None:
        self.empty.body.add(self._empty_head, self._empty_text)
        heading = column(gap=2).add(
            row().add(self.back, STRETCH),
            Text(self.tr("What you are about to sign"), Type.PAGE, Weight.SEMIBOLD),
            self._exactly,
        )
        left, right = QWidget(), QWidget()
        items = column(left, gap=16).add(heading, self._table_card, self.empty)
        items.add(self.scope_warning, self.unsealed, self.not_ready, STRETCH)
        # The table takes the room it can use before anything is left empty below it.
        items.setStretchFactor(self._table_card, 1000)
        column(right).add(self.signature, STRETCH)
        body = Folding([(left, 872), (right, 406)], under=TWO_COLUMNS, margins=(32, 20, 32, 24))
        body.fold_changed.connect(self.table.show_whole)
        frame = column(self, gap=0)
        frame.add(self.bar)
        frame.addWidget(scrolled(body), 1)

    def _connect(self) -> None:
        self.back.clicked.connect(self.list_asked)
        self.seal.clicked.connect(self.seal_asked)
        self.table.edit_asked.connect(self._presenter.edit)
        self.bar.settings_asked.connect(self.settings_asked)
        self.bar.help_asked.connect(self.help_asked)
        self._presenter.changed.connect(self._show)
        self._tick.timeout.connect(self._show)
        self._tick.start()

    def focus_first(self) -> None:
        """Put the focus on the first thing that is left to do."""
        if self.empty.isHidden():
            self.signature.focus_first()
        else:
            self.back.setFocus()

    def hideEvent(self, event: QHideEvent) -> None:
        """Forget the passphrase when the screen is left."""
        super().hideEvent(event)
        if not event.spontaneous():
            self.signature.clear()

    def _show(self) -> None:
        presenter, view = self._presenter, self._presenter.view
        sealed = view.identity_sealed if view else True
        self._model.show(presenter.rows, sealed=sealed or presenter.practice)
        self._table_card.setVisible(bool(presenter.rows))
        self._exactly.setVisible(bool(presenter.rows))
        empty = view is not None and not presenter.rows
        turns_out_empty = empty and self.empty.isHidden()
        self.empty.setVisible(empty)
        if turns_out_empty and self.isVisible():
            self.back.setFocus()
        self._tell_empty()
        lead, rest = presenter.scope_warning
        self.scope_warning.say(rest, lead=lead)
        self.scope_warning.setVisible(bool(lead))
        self.unsealed.setVisible(not sealed and not presenter.practice and bool(presenter.rows))
        complete = self.tr("No question is unanswered and no reason is missing.")
        told = presenter.not_ready or (complete if presenter.rows else "")
        self.not_ready.say(told, icon="dashed_circle" if presenter.not_ready else "tick")
        self.signature.setVisible(bool(presenter.rows))
        self.signature.show_state(self._time())
        if view is not None:
            self.bar.show_study(view.study_title, practice=presenter.practice)

    def _tell_empty(self) -> None:
        head, text = self._presenter.nothing_to_sign
        self._empty_head.say(head)
        self._empty_text.say(text)

    def _time(self) -> str:
        now = self._clock.now()
        return self.tr(
            "Time of signing: this computer's clock, {here} here ({offset}), {utc} UTC. Nothing is "
            "sent."
        ).format(here=local_time(now), offset=local_offset(now), utc=now.strftime("%H:%M"))
