"""The cards before there are results: what to analyse, and how far the analysis is."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from adjudicator_app.presenters.results import ResultsPresenter
from adjudicator_app.presenters.saying import say
from adjudicator_app.widgets.buttons import Button, Look
from adjudicator_app.widgets.card import Card
from adjudicator_app.widgets.colours import Tone
from adjudicator_app.widgets.fields import NoteLine
from adjudicator_app.widgets.form import Entry, FormField, Select
from adjudicator_app.widgets.layouts import STRETCH, column, row
from adjudicator_app.widgets.pair import Pair
from adjudicator_app.widgets.progress import ProgressSegments
from adjudicator_app.widgets.text import Text
from adjudicator_app.widgets.theme import Type, Weight
from fairmed_core.words.joining import listed

NONE = "none"


class QuestionCard(Card):
    """Draws, bands, plan, reference.

    Signals
    -------
    draws_asked, bands_asked, plan_asked
        Files are to be chosen.
    """

    draws_asked = Signal()
    bands_asked = Signal()
    plan_asked = Signal()

    def __init__(self, presenter: ResultsPresenter) -> None:
        super().__init__(padding=24, gap=16)
        self._presenter = presenter
        self.draws = Button(self.tr("Load trajectories"), icon="upload")
        self.bands = Button(self.tr("Choose unsigned bands"), icon="file")
        self.signed = Button(self.tr("Use the registry's bands"), Look.LINK)
        self.plan = Button(self.tr("Load a plan"), icon="file")
        self.unplanned = Button(self.tr("Leave the plan out"), Look.LINK)
        self._draws, self._bands, self._plan = Text(""), Text(""), Text("")
        self.decoding = Entry(self.tr("not recorded"))
        self.reference = Select((), self.tr("Choose a condition"))
        self._missing = NoteLine(kind=Type.SMALL)
        self.analyse = Button(self.tr("Analyse"), Look.PRIMARY, after="chevron_right")
        self._shown: tuple[str, ...] | None = None
        self._lay_out()
        self.draws.clicked.connect(self.draws_asked)
        self.bands.clicked.connect(self.bands_asked)
        self.signed.clicked.connect(lambda: presenter.take_bands(None))
        self.plan.clicked.connect(self.plan_asked)
        self.unplanned.clicked.connect(lambda: presenter.take_plan(None))
        self.analyse.clicked.connect(self._analyse)
        self.reference.activated.connect(self._choose)

    def _lay_out(self) -> None:
        self.body.add(Text(self.tr("What to analyse"), Type.COLUMN, Weight.SEMIBOLD))
        self.body.add(self._part(self.tr("Trajectories"), self._draws, self.draws))
        self.body.add(self._part(self.tr("Bands"), self._bands, self.bands, self.signed))
        self.body.add(self._part(self.tr("Plan"), self._plan, self.plan, self.unplanned))
        self._free = QWidget()
        column(self._free, gap=16).add(
            FormField(
                self.tr("Reference condition"),
                self.reference,
                hint=self.tr("Every other condition is compared with it, under a letter at first."),
            ),
            FormField(
                self.tr("Decoding of the draws"),
                self.decoding,
                optional=True,
                hint=self.tr("Model settings such as temperature; printed beside every floor."),
            ),
        )
        self.body.add(
            self._free,
            self._missing,
            row(gap=12).add(STRETCH, self.analyse),
        )

    def _part(self, name: str, text: Text, *buttons: Button) -> QWidget:
        words, held = QWidget(), QWidget()
        column(words, gap=2).add(Text(name, Type.SMALL, Weight.SEMIBOLD), text)
        row(held, gap=8).add(*reversed(buttons))
        return Pair(words, held, least=220, gap=16)

    def show_state(self) -> None:
        """Show what the presenter knows."""
        presenter = self._presenter
        names = listed((path.name for path in presenter.draws), say)
        self._draws.say(presenter.activity or names or self.tr("none loaded yet"))
        self._bands.say(self._bands_words())
        self.signed.setVisible(presenter.bands is not None and presenter.registry is not None)
        self._plan.say(self._plan_words())
        self.unplanned.setVisible(presenter.fixed is not None)
        # What the plan fixes is not asked.
        self._free.setVisible(presenter.fixed is None)
        self._missing.say(presenter.missing, icon="info")
        self._show_conditions(presenter.conditions)

    def _plan_words(self) -> str:
        fixed = self._presenter.fixed
        if fixed is None:
            return self.tr("none: the report is exploratory")
        reference = fixed.plan.reference
        if reference is None:
            told = self.tr("{name}: fixed in advance, no contrast")
        else:
            told = self.tr("{name}: fixed in advance, reference {reference}")
        return told.format(name=fixed.file.name, reference=reference)

    def _bands_words(self) -> str:
        presenter = self._presenter
        if presenter.bands is not None:
            name = presenter.bands.name
            return self.tr("{name}: unsigned, every rate is provisional").format(name=name)
        if presenter.registry is not None:
            seen = presenter.registry.contents
            told = self.tr("{title}: {some} of {all} clinician-adjudicated")
            return told.format(title=seen.study.title, some=seen.adjudicated, all=len(seen.bands))
        return self.tr("none: floors and flips only, no within-range rate")

    def _show_conditions(self, conditions: tuple[str, ...]) -> None:
        if conditions == self._shown:
            return
        self._shown = conditions
        self.reference.clear()
        for name in conditions:
            self.reference.addItem(name, name)
        if conditions:
            self.reference.addItem(self.tr("None: floors only, no contrast"), NONE)
        self.reference.setCurrentIndex(-1)
        self.reference.setEnabled(bool(conditions))
        if self._presenter.reference is not None:
            self.reference.choose(self._presenter.reference)

    def _choose(self) -> None:
        code = self.reference.code
        self._presenter.choose_reference(None if code == NONE else code)

    def _analyse(self) -> None:
        self._presenter.set_decoding(self.decoding.text())
        self._presenter.analyse()
        if self._presenter.missing:
            (self.reference if self._presenter.draws else self.draws).setFocus()


class ProgressCard(Card):
    """How far the work is, and the way to call it off."""

    def __init__(self, presenter: ResultsPresenter) -> None:
        super().__init__(padding=24, gap=12)
        self._presenter = presenter
        self._title = Text("", Type.COLUMN, Weight.SEMIBOLD)
        self.bar = ProgressSegments()
        self.words = Text("", Type.SMALL, tone=Tone.TEXT2)
        self.cancel = Button(self.tr("Cancel"))
        self.body.add(self._title, self.bar, self.words, row().add(STRETCH, self.cancel))
        self.cancel.clicked.connect(presenter.cancel)
        presenter.advanced.connect(self._advance)

    def show_state(self) -> None:
        """Show what is under way."""
        if self._title.text() != self._presenter.activity:
            self._title.say(self._presenter.activity)
            self.words.say(self.tr("Reading"))
            self.bar.show_progress((0.0,), self.words.text())

    def _advance(self, done: int, total: int, what: str) -> None:
        said = self.tr("{what}, {done} of {total}").format(what=what, done=done, total=total)
        self.words.say(said)
        self.bar.show_progress((done / total,), said)
