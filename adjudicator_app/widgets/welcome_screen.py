"""Welcome: what this is, and the ways in."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QHideEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from adjudicator_app.presenters.welcome import WelcomePresenter
from adjudicator_app.widgets.about_panel import AboutPanel
from adjudicator_app.widgets.buttons import Button, Look
from adjudicator_app.widgets.colours import Tone
from adjudicator_app.widgets.error_box import ErrorBox
from adjudicator_app.widgets.folding import Folding
from adjudicator_app.widgets.language_button import LanguageButton
from adjudicator_app.widgets.layouts import STRETCH, column, row, scrolled
from adjudicator_app.widgets.long_wait import LongWait
from adjudicator_app.widgets.text import Text
from adjudicator_app.widgets.theme import Type, Weight, theme
from adjudicator_app.widgets.way_cards import ContinueCard, OpenPackCard, WayCard

SIDE_BY_SIDE = 1000
OTHERS_BESIDE = 400


class WelcomeScreen(QWidget):
    """The first screen.

    Signals
    -------
    file_asked
        She wants to choose a study pack.
    registry_asked, results_asked
        A coordinator or an analyst wants to open a registry, or to see results.
    settings_asked, help_asked
        The buttons on top.
    """

    file_asked = Signal()
    registry_asked = Signal()
    results_asked = Signal()
    settings_asked = Signal()
    help_asked = Signal()

    def __init__(
        self, presenter: WelcomePresenter, version: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._presenter = presenter
        self.about = AboutPanel(version)
        self.error = ErrorBox(self.tr("Choose another file"))
        self.language = LanguageButton()
        self.settings = Button(self.tr("Settings"), Look.PLAIN, icon="sliders")
        self.help = Button(self.tr("Help"), Look.PLAIN, icon="help")
        self.open_card = OpenPackCard()
        self.practice_card = WayCard(
            self.tr("Practise first"),
            self.tr("Three invented items, about ten minutes. Nothing is sent."),
            self.tr("Start practice"),
        )
        self.continue_card = ContinueCard(presenter)
        self.another_card = WayCard(
            self.tr("Another study pack"), self.tr("A file ending in .fmpack."), self.tr("Open")
        )
        self.again_card = WayCard(
            self.tr("Practice study"), self.tr("Three items, ten minutes."), self.tr("Start")
        )
        self.registry = Button(self.tr("Open a registry"), Look.LINK)
        self.results = Button(self.tr("Results"), Look.LINK)
        self._heading = Text("", Type.PAGE, Weight.SEMIBOLD)
        self.wait = LongWait()
        self._first, self._returning = QWidget(), QWidget()
        self._lay_out()
        self._connect()
        self._show()

    def _lay_out(self) -> None:
        column(self._first, gap=16).add(self.open_card, self.practice_card)
        pair = row(gap=16).add(self.another_card, self.again_card)
        pair.setStretch(0, 1)
        pair.setStretch(1, 1)
        column(self._returning, gap=16).add(self.continue_card, pair)
        ways = QWidget()
        body = column(ways, gap=0, margins=(64, 28, 64, 24))
        body.add(row(gap=12).add(STRETCH, self.language, self.settings, self.help))
        body.addStretch(2)
        body.add(self._heading)
        body.addSpacing(theme().px(24))
        ways_in = column(gap=16).add(self.error, self._first, self._returning, self.wait)
        body.add(ways_in)
        body.addStretch(3)
        others, held = QWidget(), QWidget()
        named = self.tr("Coordinators and analysts:")
        row(others).add(Text(named, Type.SMALL, tone=Tone.TEXT2, wrap=False))
        row(held, gap=8).add(self.registry, self.results, STRETCH)
        body.add(Folding([(others, 0), (held, 1)], under=OTHERS_BESIDE, gap=8))
        self._about_side = scrolled(self.about)
        sides = row(self, gap=0).add(self._about_side, scrolled(ways))
        sides.setStretch(0, 41)
        sides.setStretch(1, 59)

    def _connect(self) -> None:
        self.settings.clicked.connect(self.settings_asked)
        self.help.clicked.connect(self.help_asked)
        self.registry.clicked.connect(self.registry_asked)
        self.results.clicked.connect(self.results_asked)
        self.error.acted.connect(self._choose_another)
        for card in (self.open_card, self.another_card):
            card.button.clicked.connect(self.file_asked)
        for card in (self.practice_card, self.again_card):
            card.button.clicked.connect(self._presenter.practise)
        self.wait.called_off.connect(self._presenter.call_off)
        self._presenter.changed.connect(self._show)

    def _choose_another(self) -> None:
        self._presenter.dismiss_error()
        self.file_asked.emit()

    def _show(self) -> None:
        returning = bool(self._presenter.studies)
        turned = returning is self._returning.isHidden()
        self._heading.say(self.tr("Welcome back") if returning else self.tr("Start here"))
        self.error.show_error(self._presenter.error)
        self._first.setVisible(not returning)
        self._returning.setVisible(returning)
        self.wait.show_activity(self._presenter.activity)
        if returning:
            self.continue_card.show_state()
        if turned and self.isVisible():
            self.focus_first()

    def focus_first(self) -> None:
        """Put the focus where one begins."""
        if self._presenter.studies:
            self.continue_card.passphrase.setFocus()
        else:
            self.open_card.button.setFocus()

    def restyle(self) -> None:
        """Leave out what only explains where there is no room for it at this text scale."""
        self._about_side.setVisible(self.width() >= theme().px(SIDE_BY_SIDE))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave out what only explains where there is no room for it."""
        super().resizeEvent(event)
        self.restyle()

    def hideEvent(self, event: QHideEvent) -> None:
        """Forget the passphrase when the screen is left."""
        super().hideEvent(event)
        if not event.spontaneous():
            self.continue_card.passphrase.clear()
