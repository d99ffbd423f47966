"""The ways in from the welcome screen: a study pack, practice, the study begun earlier."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from adjudicator_app.presenters.moved import moved_words
from adjudicator_app.presenters.saying import say
from adjudicator_app.presenters.told import told
from adjudicator_app.presenters.welcome import WelcomePresenter
from adjudicator_app.widgets.buttons import Button, Look
from adjudicator_app.widgets.card import Card
from adjudicator_app.widgets.colours import Tone
from adjudicator_app.widgets.fields import NoteLine
from adjudicator_app.widgets.form import FormField, Select
from adjudicator_app.widgets.layouts import STRETCH, column, row
from adjudicator_app.widgets.paint import draw_box
from adjudicator_app.widgets.passphrase import PassphraseField
from adjudicator_app.widgets.progress import ProgressSegments
from adjudicator_app.widgets.text import Text
from adjudicator_app.widgets.theme import Type, Weight, theme
from bands_registry.services.views import KnownStudy
from fairmed_core.words.joining import paragraph


class WayCard(Card):
    """A title, a line about it, and a button."""

    def __init__(self, title: str, hint: str, button: str) -> None:
        super().__init__(padding=24, gap=0)
        self.button = Button(button)
        words = column(gap=4).add(
            Text(title, Type.HEAD, Weight.SEMIBOLD), Text(hint, Type.BODY, tone=Tone.TEXT2)
        )
        line = row(gap=16).add(words, column().add(STRETCH, self.button, STRETCH))
        line.setStretch(0, 1)
        self.body.add(line)
        self.button.setAccessibleDescription(f"{title}. {hint}")


class OpenPackCard(Card):
    """The large way in: the button, and where a file may be dropped."""

    def __init__(self) -> None:
        super().__init__(padding=24, gap=6)
        self.button = Button(self.tr("Open study pack"), Look.PRIMARY, icon="folder")
        drop = self.tr("or drop the file anywhere in this window")
        below = Text(drop, Type.SMALL, tone=Tone.TEXT2, wrap=False, centred=True)
        self.body.add(
            Text(self.tr("Open your study pack"), Type.COLUMN, Weight.SEMIBOLD),
            Text(
                self.tr("The file your study coordinator sent you. Its name ends in .fmpack."),
                tone=Tone.TEXT2,
            ),
        )
        self.body.addSpacing(theme().px(12))
        self.body.add(_DropArea(self.button, below))


class _DropArea(QWidget):
    """The dashed box that shows where a file may be dropped."""

    def __init__(self, button: Button, below: Text) -> None:
        super().__init__()
        inside = column(self, gap=12, margins=(16, 27, 16, 27))
        inside.add(row().add(STRETCH, button, STRETCH), row().add(STRETCH, below, STRETCH))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the dashes."""
        colours = theme().colours
        draw_box(
            QPainter(self), self.rect(), fill=colours.sunken, edge=colours.strong, dashes=(5, 4)
        )


class ContinueCard(Card):
    """The study begun earlier: how far it is, and the passphrase that opens it.

    Signals
    -------
    forgotten_asked
        She has forgotten the passphrase.
    """

    forgotten_asked = Signal()

    def __init__(self, presenter: WelcomePresenter) -> None:
        super().__init__(padding=24, gap=6)
        self._presenter = presenter
        self._title = Text("", Type.COLUMN, Weight.SEMIBOLD)
        self._progress = Text("", tone=Tone.TEXT2)
        self._notice = NoteLine(kind=Type.SMALL)
        self._pieces = ProgressSegments()
        self.choice = Select((), self.tr("Choose a study"))
        self._choice_field = FormField(self.tr("Study"), self.choice)
        self.passphrase = PassphraseField(
            self.tr("Passphrase"), note=self.tr("It stays on this computer.")
        )
        self.button = Button(self.tr("Continue"), Look.PRIMARY, after="chevron_right")
        self.forgotten = Button(self.tr("Forgotten?"), Look.LINK)
        self._lay_out()
        self.passphrase.entered.connect(self._continue)
        self.button.clicked.connect(self._continue)
        self.forgotten.clicked.connect(self.forgotten_asked)
        self.choice.currentIndexChanged.connect(self._show_chosen)

    def _lay_out(self) -> None:
        self.body.add(self._title, self._notice, self._progress)
        self.body.addSpacing(theme().px(6))
        self.body.add(self._pieces)
        self.body.addSpacing(theme().px(16))
        self.body.add(self._choice_field)
        ends = column(gap=0).add(_Gap(24), row(gap=12).add(self.button, self.forgotten), STRETCH)
        line = row(gap=16).add(self.passphrase, ends)
        line.setStretch(0, 1)
        self.body.add(line)

    def show_state(self) -> None:
        """Show what the presenter knows."""
        studies = self._presenter.studies
        kept = self.choice.code
        self.choice.blockSignals(True)
        self.choice.clear()
        for study in studies:
            self.choice.addItem(study.title, study.store)
        self.choice.setCurrentIndex(max(0, self.choice.findData(kept)))
        self.choice.blockSignals(False)
        self._choice_field.setVisible(len(studies) > 1)
        self._show_chosen()
        if self._presenter.passphrase_error:
            self.passphrase.tell(self._presenter.passphrase_error)
            self.passphrase.setFocus()

    @property
    def study(self) -> KnownStudy | None:
        """The study that would be continued."""
        return next((s for s in self._presenter.studies if s.store == self.choice.code), None)

    @property
    def notice(self) -> str:
        """Why the study cannot be continued now; "" when it can."""
        return self._notice.text

    def _show_chosen(self) -> None:
        study = self.study
        if study is None:
            return
        self._title.say(study.title)
        notice = paragraph((told(study.notice), told(study.next_step)), say)
        self._notice.say(notice, tone=Tone.WARN, icon="warning")
        if study.moved_at is not None:
            self._notice.say(moved_words(study.moved_at), icon="lock")
        to_read, go_on = self.tr("Open to read"), self.tr("Continue")
        self.button.setText(to_read if study.moved_at is not None else go_on)
        # A study that cannot be read now has no progress to tell; trying it says why again.
        for part in (self._progress, self._pieces):
            part.setVisible(not study.notice)
        self._progress.say(
            self.tr("{done} of {total} items done · {pseudonym}").format(
                done=study.done, total=study.total, pseudonym=study.pseudonym
            )
        )
        portions = (1.0,) * study.done + (0.0,) * (study.total - study.done)
        self._pieces.show_progress(portions, self._progress.text())

    def _continue(self) -> None:
        study = self.study
        if study is not None:
            self._presenter.continue_study(study, self.passphrase.text())


class _Gap(QWidget):
    """Room as high as a field's label, so that a button stands level with the field."""

    def __init__(self, height: int) -> None:
        super().__init__()
        self._height = height
        self.restyle()

    def restyle(self) -> None:
        """Take the size of the present scale."""
        self.setFixedHeight(theme().px(self._height))
