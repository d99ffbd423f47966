"""The sheet on which a coordinator confirms a clinician's key during a call."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QSize, Signal
from PySide6.QtWidgets import QApplication, QWidget

from adjudicator_app.presenters.enrolment import EnrolmentPresenter, Lacking, Place, way_options
from adjudicator_app.widgets.buttons import Button, Look
from adjudicator_app.widgets.card import Card
from adjudicator_app.widgets.colours import Tone
from adjudicator_app.widgets.fields import NoteLine
from adjudicator_app.widgets.folding import Folding
from adjudicator_app.widgets.form import Entry, FormField, Select
from adjudicator_app.widgets.heard_groups import HeardGroups
from adjudicator_app.widgets.layouts import STRETCH, column, row
from adjudicator_app.widgets.notice import Kind, Notice
from adjudicator_app.widgets.passphrase import PassphraseField
from adjudicator_app.widgets.read_aloud_page import CodeGroups
from adjudicator_app.widgets.sheet import Sheet
from adjudicator_app.widgets.steps import Steps
from adjudicator_app.widgets.text import Text
from adjudicator_app.widgets.theme import Type, Weight, theme

WIDTH = 920


class EnrolSheet(Sheet):
    """Asks for the groups as they are heard, how she was recognised, and the passphrase.

    Signals
    -------
    file_asked
        The coordinator wants to choose another key file.
    """

    file_asked = Signal()

    def __init__(self, presenter: EnrolmentPresenter, parent: QWidget | None = None) -> None:
        waiting = presenter.waiting
        title = QCoreApplication.translate("EnrolSheet", "Confirm the key of {pseudonym}")
        super().__init__(title.format(pseudonym=waiting.pseudonym if waiting else ""), parent)
        self._presenter = presenter
        self.groups = HeardGroups()
        self.difference = Notice(Kind.DANGER)
        self.own = CodeGroups(size=15, gap=4, narrow=320)
        self.own.show_code(waiting.coordinator if waiting else "")
        self.way = Select(way_options(), self.tr("Choose"))
        self.words = Entry()
        self._way = FormField(self.tr("How you checked who she is"), self.way)
        self._words = FormField(
            self.tr("How you knew that it is she"),
            self.words,
            hint=self.tr("A few words, published with the registry: name nobody."),
        )
        self._key = Text("", Type.SMALL, tone=Tone.TEXT2)
        self.choose = Button(self.tr("Choose key file"), compact=True)
        self.passphrase = PassphraseField(
            self.tr("Coordinator's passphrase"),
            note=self.tr("Seat, pseudonym and key are bound together with your signature."),
        )
        self._state = NoteLine(kind=Type.SMALL)
        self._lay_out(waiting.seat if waiting else "")
        self._connect()
        self._show()
        self.groups.focus_group(1)

    @property
    def told(self) -> str:
        """What stands above the buttons."""
        return self._state.text

    @property
    def recorded(self) -> str:
        """What is going to be published about the check, as it says."""
        return self._words.told

    def _lay_out(self, seat: str) -> None:
        about = self.tr(
            "Seat {seat}. One call ties this pseudonym to the person you know; nothing she signed "
            "counts before it."
        )
        hers, own = Card(padding=16, gap=12, sunken=True), Card(padding=16, gap=8, sunken=True)
        hers.body.add(
            Text(self.tr("Her code, as you hear it"), Type.SMALL, Weight.SEMIBOLD),
            self.groups,
            self.difference,
        )
        read = Text(
            self.tr("Your own code, to read to her"), Type.SMALL, Weight.SEMIBOLD, tone=Tone.TEXT2
        )
        own.body.add(Folding([(read, 1), (self.own, 2)], under=560, gap=8))
        way, file = QWidget(), QWidget()
        column(way).add(self._way, STRETCH)
        column(file, gap=8).add(self._key, row().add(self.choose, STRETCH), STRETCH)
        known = Folding([(way, 1), (self._words, 1)], under=560, gap=16)
        key = Folding([(self.passphrase, 1), (file, 1)], under=560, gap=16)
        self.body.add(Text(about.format(seat=seat), tone=Tone.TEXT2), Steps(self._steps()))
        self.body.add(hers, own, known, key)
        # Beside the buttons: what is told there is seen however far the body is scrolled.
        self.buttons.insertWidget(0, self._state, 1000)
        self.add_button(self.tr("Cancel"), Look.SECONDARY, self.reject)
        self.go = self.add_button(self.tr("Confirm key"), Look.PRIMARY, self._give)

    def _steps(self) -> tuple[tuple[str, str], ...]:
        return (
            (
                self.tr("Call"),
                self.tr("Ring a number you had before, not one that came with the response file."),
            ),
            (
                self.tr("Listen"),
                self.tr("She opens Read-aloud code in her program and reads the eight groups."),
            ),
            (
                self.tr("Type"),
                self.tr(
                    "Type what you hear. The groups are not shown here: they come from her alone."
                ),
            ),
        )

    def _connect(self) -> None:
        presenter = self._presenter
        self.groups.typed.connect(presenter.type_group)
        self.way.currentIndexChanged.connect(lambda _: presenter.choose_way(self.way.code))
        self.words.textEdited.connect(presenter.say_more)
        self.choose.clicked.connect(self.file_asked)
        self.passphrase.entered.connect(self._give)
        presenter.changed.connect(self._show)
        presenter.passphrase_refused.connect(self._refuse)
        presenter.enrolled.connect(self.accept)
        presenter.failed.connect(self.reject)
        qt = QApplication.instance()
        if isinstance(qt, QApplication):
            qt.focusChanged.connect(self._keep_in_sight)
        self.finished.connect(self._let_go)

    def _let_go(self) -> None:
        self.passphrase.clear()
        # The next call has a sheet of its own.
        self._presenter.changed.disconnect(self._show)
        self._presenter.passphrase_refused.disconnect(self._refuse)
        self._presenter.enrolled.disconnect(self.accept)
        self._presenter.failed.disconnect(self.reject)

    def _keep_in_sight(self, _: QWidget | None, now: QWidget | None) -> None:
        """Scroll to what has the focus, also where no Tab led to it."""
        if now is not None and self._content.isAncestorOf(now):
            self._area.ensureWidgetVisible(now, theme().px(16), theme().px(48))

    def sizeHint(self) -> QSize:
        """Be wide enough for the steps and four groups beside each other."""
        return super().sizeHint().expandedTo(QSize(theme().px(WIDTH), 0))

    def show_key(self, file: Path) -> None:
        """Take another key file."""
        self._presenter.choose_key(file)

    def _show(self) -> None:
        presenter = self._presenter
        self.groups.show_groups(
            presenter.groups, fits=presenter.fits, differing=presenter.differing
        )
        lead, means = presenter.difference
        self.difference.setVisible(bool(lead))
        self.difference.say(means, lead=lead)
        self._way.tell()
        recorded = self.tr("Recorded and published: “{words}”").format(words=presenter.how)
        self._words.tell(recorded if presenter.how else "")
        self._key.say(
            self.tr("Key file: {name}").format(name=presenter.key.name)
            if presenter.key is not None
            else self.tr("No key file was found beside the registry.")
        )
        working = presenter.working
        self._state.say(self.tr("Working") if working else "", icon="clock" if working else "")

    def _give(self) -> None:
        lacking = self._presenter.enrol(self.passphrase.text())
        if lacking is not None:
            self._point_to(lacking)

    def _point_to(self, lacking: Lacking) -> None:
        if lacking.place is Place.UNLOCKING:
            self.passphrase.tell(lacking.told)
        elif lacking.place in (Place.WAY, Place.WORDS):
            field = self._way if lacking.place is Place.WAY else self._words
            field.tell(lacking.told, wrong=True)
        else:
            self._state.say(lacking.told, icon="info")
        if lacking.place is Place.GROUPS:
            self.groups.focus_group(lacking.number)
        else:
            wanted: dict[Place, QWidget] = {
                Place.WAY: self.way,
                Place.WORDS: self.words,
                Place.KEY: self.choose,
                Place.UNLOCKING: self.passphrase,
            }
            wanted[lacking.place].setFocus()

    def _refuse(self, problem: str) -> None:
        self.passphrase.tell(problem)
        self.passphrase.setFocus()
