"""One part of the report: what it may be used for, its figures, its tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from adjudicator_app.presenters.results import ResultsPresenter
from adjudicator_app.qt_models.report_model import ReportTableModel
from adjudicator_app.widgets.buttons import Button, Look
from adjudicator_app.widgets.card import Card
from adjudicator_app.widgets.colours import Tone
from adjudicator_app.widgets.form import FormField, Select
from adjudicator_app.widgets.layouts import STRETCH, column, row
from adjudicator_app.widgets.pair import Pair
from adjudicator_app.widgets.report_figure import FigureView
from adjudicator_app.widgets.report_table import ReportTable as TableView
from adjudicator_app.widgets.text import Text
from adjudicator_app.widgets.theme import Type, Weight

if TYPE_CHECKING:
    from exports.canvas import Figure
    from exports.report_parts import ReportPart
    from exports.report_tables import ReportTable


class ReportView(QWidget):
    """Shows the presenter's part; which figure and which table is the reader's choice."""

    def __init__(self, presenter: ResultsPresenter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._presenter = presenter
        self._part: ReportPart | None = None
        self._table_model = ReportTableModel(self)
        self._title = Text("", Type.COLUMN, Weight.SEMIBOLD)
        self.reveal = Button("", Look.LINK, icon="eye")
        self._may, self._may_not = Text("", Type.SMALL), Text("", Type.SMALL)
        self._notes = Text("", Type.SMALL, tone=Tone.TEXT2)
        self._waiting = Text(self.tr("Drawing the figures"), tone=Tone.TEXT2)
        self.figures, self.tables = Select((), ""), Select((), "")
        self._figure_choice = FormField(self.tr("Figure"), self.figures)
        self._table_choice = FormField(self.tr("Table"), self.tables)
        self.figure = FigureView()
        self.table = TableView(self._table_model)
        self._table_title = Text("", Type.HEAD, Weight.SEMIBOLD)
        self._foot = Text("", Type.CAPTION, tone=Tone.TEXT2)
        self._figure_card, self._table_card = Card(padding=20, gap=12), Card(padding=20, gap=12)
        self._lay_out()
        presenter.changed.connect(self._show)
        self.reveal.clicked.connect(presenter.reveal)
        self.figures.currentIndexChanged.connect(self._show_figure)
        self.tables.currentIndexChanged.connect(self._show_table)

    def _lay_out(self) -> None:
        head = Card(padding=20, gap=8)
        held = QWidget()
        row(held).add(self.reveal)
        head.body.add(Pair(self._title, held, least=280, gap=16))
        head.body.add(self._may, self._may_not, self._notes, self._waiting)
        self._figure_card.body.add(self._figure_choice, self.figure)
        self._table_card.body.add(self._table_choice, self._table_title, self.table, self._foot)
        column(self, gap=12).add(head, self._figure_card, self._table_card, STRETCH)

    def _show(self) -> None:
        reading = self._presenter.reading
        part = reading.part if reading is not None else None
        if reading is not None:
            self._title.say(reading.heading)
            self.reveal.setText(reading.reveal_words)
            self.reveal.set_icon("eye_off" if reading.revealed else "eye")
            self.reveal.setVisible(bool(reading.letters))
        self._waiting.setVisible(part is None)
        if part is self._part:
            return
        kept = (self._part.id if self._part else "", self.figures.code, self.tables.code)
        self._part = part
        for widget in (self._may, self._may_not, self._notes):
            widget.setVisible(part is not None)
        self._figure_card.setVisible(part is not None and bool(part.figures))
        self._table_card.setVisible(part is not None and bool(part.tables))
        if part is None:
            return
        self._may.say(part.use.may, lead=self.tr("May be used for:"))
        self._may_not.say(part.use.may_not, lead=self.tr("May not be used for:"))
        self._notes.say("\n".join(part.notes))
        self._notes.setVisible(bool(part.notes))
        same = kept[0] == part.id
        figures = [(str(n), figure.title) for n, figure in enumerate(part.figures)]
        self._fill(self.figures, figures, kept[1] if same else "")
        self._figure_choice.setVisible(len(figures) > 1)
        tables = [(str(n), _named(table)) for n, table in _primary_first(part)]
        self._fill(self.tables, tables, kept[2] if same else "")
        self._table_choice.setVisible(len(tables) > 1)
        self._show_figure()
        self._show_table()

    def _fill(self, select: Select, options: list[tuple[str, str]], kept: str) -> None:
        select.blockSignals(True)
        select.clear()
        for code, label in options:
            select.addItem(label, code)
        select.setCurrentIndex(max(0, select.findData(kept)) if options else -1)
        select.blockSignals(False)

    def _show_figure(self) -> None:
        code = self.figures.code
        shown: Figure | None = self._part.figures[int(code)] if self._part and code else None
        self.figure.show_figure(shown)

    def _show_table(self) -> None:
        code = self.tables.code
        table = self._part.tables[int(code)] if self._part and code else None
        self._table_model.show(table)
        self._table_title.say(_named(table) if table else "")
        self.table.setAccessibleName(_named(table) if table else "")
        self._foot.say(" ".join(table.foot) if table else "")


def _named(table: ReportTable) -> str:
    return f"{table.title} · {table.draws}" if table.draws else table.title


def _primary_first(part: ReportPart) -> list[tuple[int, ReportTable]]:
    return sorted(enumerate(part.tables), key=lambda one: not one[1].primary)
