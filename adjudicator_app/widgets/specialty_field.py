"""Specialties: the main one first, others added below it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from adjudicator_app.presenters.saying import said
from adjudicator_app.widgets.buttons import Button, IconButton, Look
from adjudicator_app.widgets.form import FormField, Select
from adjudicator_app.widgets.layouts import Box, column, row
from fairmed_core.domain.adjudicator import SPECIALTIES

MOST = 4


class SpecialtyField(QWidget):
    """One choice, and more on request; the page places the button `add` where it has room.

    Signals
    -------
    changed
        Another specialty was chosen, added or taken out.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._selects: list[Select] = []
        self.add = Button(self.tr("Add another specialty"), Look.LINK, icon="plus")
        self.first = self._select()
        field = FormField(self.tr("Specialty"), self.first)
        self._more: Box = column(gap=8)
        column(self, gap=8).add(field, self._more)
        self.add.clicked.connect(self._add)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self._show()

    @property
    def codes(self) -> tuple[str, ...]:
        """The chosen specialties, the main one first, each once."""
        chosen = [select.code for select in self._selects if select.code]
        return tuple(dict.fromkeys(chosen))

    @property
    def selects(self) -> tuple[Select, ...]:
        """The choices on the page."""
        return tuple(self._selects)

    def _select(self) -> Select:
        select = Select(said(SPECIALTIES), self.tr("Choose one"))
        select.currentIndexChanged.connect(self._chosen)
        self._selects.append(select)
        return select

    def _add(self) -> None:
        before = self._selects[-1]
        select = self._select()
        select.setAccessibleName(self.tr("Specialty {number}").format(number=len(self._selects)))
        remove = IconButton("close", self.tr("Take this specialty out"))
        line = QWidget()
        row(line, gap=4).add(select, remove)
        remove.clicked.connect(lambda: self._remove(select, line))
        self._more.add(line)
        for one, other in ((before, select), (select, remove)):
            QWidget.setTabOrder(one, other)
        select.setFocus()
        self._show()

    def _remove(self, select: Select, line: QWidget) -> None:
        self._selects.remove(select)
        self._more.removeWidget(line)
        line.hide()
        line.deleteLater()
        self.first.setFocus()
        self._chosen()

    def _chosen(self) -> None:
        self._show()
        self.changed.emit()

    def _show(self) -> None:
        self.add.setVisible(bool(self.first.code) and len(self._selects) < MOST)
