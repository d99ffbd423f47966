"""The analyst's results: the report's own figures and tables, part by part."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from adjudicator_app.presenters.results import Phase, ResultsPresenter
from adjudicator_app.presenters.saying import interface_language
from adjudicator_app.qt_models.report_model import SectionModel
from adjudicator_app.widgets.buttons import Button, Look
from adjudicator_app.widgets.colours import Tone
from adjudicator_app.widgets.error_box import ErrorBox
from adjudicator_app.widgets.folding import Folding
from adjudicator_app.widgets.form import FormField, Select
from adjudicator_app.widgets.layouts import STRETCH, column, row, scrolled
from adjudicator_app.widgets.notice import Kind, Notice
from adjudicator_app.widgets.pair import Pair
from adjudicator_app.widgets.registry_bar import RegistryBar, RegistryPage
from adjudicator_app.widgets.report_view import ReportView
from adjudicator_app.widgets.results_cards import ProgressCard, QuestionCard
from adjudicator_app.widgets.section_list import SectionList
from adjudicator_app.widgets.text import Text
from adjudicator_app.widgets.theme import Type, Weight
from fairmed_core.words.catalogue import ENGLISH

TWO_COLUMNS = 860


class ResultsScreen(QWidget):
    """What to analyse, then the report.

    Signals
    -------
    draws_asked, bands_asked, plan_asked, export_asked
        Files or a folder are to be chosen.
    """

    draws_asked = Signal()
    bands_asked = Signal()
    plan_asked = Signal()
    export_asked = Signal()

    def __init__(self, presenter: ResultsPresenter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._presenter = presenter
        self._phase = presenter.phase
        self._sections = SectionModel(self)
        self.bar = RegistryBar(RegistryPage.RESULTS)
        self.question = QuestionCard(presenter)
        self.progress = ProgressCard(presenter)
        self.parts = SectionList(self._sections)
        # Stands in for the list where there is no room beside the report.
        self.choice = Select((), "")
        self._choice_field = FormField(self.tr("Part of the report"), self.choice)
        self._choice_field.hide()
        self.report = ReportView(presenter)
        self.error = ErrorBox(self.tr("Dismiss"))
        self.banner = Notice(Kind.WARNING)
        self.by_plan = Text("", Type.SMALL, tone=Tone.TEXT2)
        self.told = Notice(Kind.INFO)
        self.again = Button(self.tr("Load trajectories"), icon="upload")
        self.export = Button(self.tr("Export report"), Look.PRIMARY, icon="download")
        self._lay_out()
        self._connect()
        self._show()

    def _lay_out(self) -> None:
        title, held, side = QWidget(), QWidget(), QWidget()
        heading = column(title, gap=0).add(Text(self.tr("Results"), Type.PAGE, Weight.SEMIBOLD))
        if interface_language() != ENGLISH:
            told = self.tr("The report is written in English; so are its parts shown here.")
            heading.add(Text(told, Type.SMALL, tone=Tone.TEXT2))
        heading.add(self.by_plan)
        row(held, gap=12).add(self.again, self.export)
        column(side, gap=0).add(self.parts, self._choice_field, STRETCH)
        self._shown = Folding([(side, 216), (self.report, 1102)], under=TWO_COLUMNS, gap=16)
        page, narrow = QWidget(), QWidget()
        column(narrow, gap=12).add(self.question, self.progress)
        self._narrow = row(gap=0).add(STRETCH, narrow, STRETCH)
        self._narrow.setStretch(1, 4)
        whole = column(page, gap=12, margins=(16, 14, 16, 14))
        whole.add(Pair(title, held, least=200, gap=16), self.error, self.told, self.banner)
        whole.add(self._narrow)
        whole.add(self._shown, STRETCH)
        frame = column(self, gap=0)
        frame.add(self.bar)
        frame.addWidget(scrolled(page), 1)

    def _connect(self) -> None:
        presenter = self._presenter
        self.question.draws_asked.connect(self.draws_asked)
        self.question.bands_asked.connect(self.bands_asked)
        self.question.plan_asked.connect(self.plan_asked)
        self.again.clicked.connect(presenter.ask_again)
        self.export.clicked.connect(self.export_asked)
        self.error.acted.connect(presenter.dismiss)
        self.parts.section_chosen.connect(presenter.open_section)
        self.choice.activated.connect(lambda _: presenter.open_section(self.choice.code))
        self._shown.fold_changed.connect(self._fold)
        presenter.changed.connect(self._show)

    def _fold(self, folded: bool) -> None:  # noqa: FBT001 (a slot)
        self.parts.setVisible(not folded)
        self._choice_field.setVisible(folded)

    def focus_first(self) -> None:
        """Put the focus where one begins."""
        if self._presenter.phase is Phase.SHOWN:
            (self.choice if self._shown.folded else self.parts).setFocus()
        elif self._presenter.phase is Phase.RUNNING:
            self.progress.cancel.setFocus()
        else:
            question, ready = self.question, self._presenter.fixed is not None
            chosen = question.analyse if ready else question.reference
            (chosen if self._presenter.draws else question.draws).setFocus()

    def _fill(self, sections: tuple[tuple[str, str], ...], section: str) -> None:
        if self.choice.count() != len(sections):
            self.choice.clear()
            for code, title in sections:
                self.choice.addItem(title, code)
        self.choice.choose(section)

    def _show(self) -> None:
        presenter, registry = self._presenter, self._presenter.registry
        phase = presenter.phase
        self.bar.show_registry(registry.contents.study.title if registry else "")
        self.error.show_error(presenter.error)
        self.told.setVisible(presenter.written is not None)
        if presenter.written is not None:
            place = str(presenter.written)
            self.told.say(place, lead=self.tr("The report was written to"))
        reading, shown = presenter.reading, phase is Phase.SHOWN
        banner = reading.banner if reading is not None and shown else ()
        self.by_plan.say(reading.by_plan if reading is not None and shown else "")
        self.by_plan.setVisible(bool(self.by_plan.text()))
        self.banner.setVisible(bool(banner))
        self.banner.say(" ".join(banner))
        writing = shown and bool(presenter.activity)
        self.question.setVisible(phase is Phase.ASKING)
        self.progress.setVisible(phase is Phase.RUNNING or writing)
        self._shown.setVisible(shown)
        self.again.setVisible(shown)
        self.export.setVisible(shown)
        self.question.show_state()
        self.progress.show_state()
        if reading is not None:
            self._sections.show(reading.sections)
            self.parts.show_section(reading.section)
            self._fill(reading.sections, reading.section)
        if phase is not self._phase:
            # What had the focus is hidden now.
            self._phase = phase
            if self.isVisible():
                self.focus_first()
