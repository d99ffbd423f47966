"""The band editor for order sets: Required, Permitted or Leave out for each test, rows never move.

The tests stand under what the author made of them; where she differs, the author's choice keeps a
dashed outline and the name turns strong. A test of the study that the author did not list can be
added; anything not listed is left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from adjudicator_app.presenters.edits import OrderStatus, order_status
from adjudicator_app.presenters.review_words import label_of
from adjudicator_app.widgets.choice import ChoiceGroup, Option
from adjudicator_app.widgets.colours import Tone
from adjudicator_app.widgets.form import Select
from adjudicator_app.widgets.layouts import STRETCH, Box, column, row
from adjudicator_app.widgets.pair import Pair
from adjudicator_app.widgets.text import Text
from adjudicator_app.widgets.theme import Type, Weight
from fairmed_core.domain.acceptable import OrderSet

LEAST_NAME = 150


class _TestRow(QWidget):
    """One test and what becomes of it."""

    def __init__(self, test: str, label: str, note: str) -> None:
        super().__init__()
        self.test = test
        self._name = Text(label, Type.BODY)
        options = [
            Option(OrderStatus.REQUIRED, self.tr("Required")),
            Option(OrderStatus.PERMITTED, self.tr("Permitted")),
            Option(OrderStatus.LEFT_OUT, self.tr("Leave out")),
        ]
        self.choice = ChoiceGroup(label, options)
        names = QWidget()
        lines = column(names, gap=0).add(self._name)
        if note:
            lines.add(Text(note, Type.CAPTION, tone=Tone.TEXT2))
        column(self, gap=0).add(Pair(names, self.choice, least=LEAST_NAME))

    def show_status(self, status: OrderStatus, author: OrderStatus) -> None:
        """Show her choice, and the author's where it differs."""
        self.choice.choose(status)
        differs = status is not author
        self.choice.outline(author if differs else None)
        self._name.set_weight(Weight.SEMIBOLD if differs else Weight.REGULAR)


class OrdersEditor(QWidget):
    """A control per test.

    Signals
    -------
    status_chosen
        (test, `OrderStatus`).
    """

    status_chosen = Signal(str, object)

    def __init__(
        self,
        *,
        author: OrderSet,
        disputed: OrderSet | None,
        chosen: OrderSet,
        tests: Sequence[str],
        labels: Mapping[str, str],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._author, self._labels = author, labels
        self.setAccessibleName(self.tr("Acceptable actions"))
        self._rows: dict[str, _TestRow] = {}
        self._column = column(self, gap=4, margins=(5, 0, 5, 0))
        known = [*tests, *sorted((chosen.allowed | author.allowed) - set(tests))]
        disputed = disputed or OrderSet.of()
        self._disputed = disputed
        listed = author.allowed | disputed.allowed
        self._group(
            self.tr("Author: required"),
            self.tr("care falls short without these"),
            [test for test in known if test in author.required],
        )
        self._group(
            self.tr("Author: permitted"),
            self.tr("may be ordered, need not be"),
            [test for test in known if test in author.permitted],
        )
        self._group(
            self.tr("Author: not settled"),
            "",
            [test for test in known if test in disputed.allowed - author.allowed],
        )
        self._added = column(gap=4)
        self._column.addLayout(self._added)
        self._spare = [test for test in known if test not in listed]
        self._adder: Select | None = None
        if self._spare:
            self._column.addLayout(self._adding())
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self.show_set(chosen)

    def show_set(self, chosen: OrderSet) -> None:
        """Show her lists."""
        for test in sorted(chosen.allowed - set(self._rows)):
            self._add_row(test)
        for test, line in self._rows.items():
            line.show_status(order_status(chosen, test), order_status(self._author, test))

    def choice(self, test: str) -> ChoiceGroup:
        """Return the control of one test."""
        return self._rows[test].choice

    def setFocus(self, reason: Qt.FocusReason = Qt.FocusReason.OtherFocusReason) -> None:
        """Focus the first control."""
        for line in self._rows.values():
            line.choice.setFocus(reason)
            return

    def _group(self, heading: str, meaning: str, tests: Sequence[str]) -> None:
        if not tests:
            return
        self._column.addLayout(_heading(heading, meaning))
        for test in tests:
            self._column.addWidget(self._made_row(test))

    def _made_row(self, test: str) -> _TestRow:
        note = ""
        if test in self._author.allowed and test in self._disputed.allowed:
            note = self.tr("the author did not settle this")
        line = _TestRow(test, label_of(test, self._labels), note)
        line.choice.chosen.connect(lambda status: self.status_chosen.emit(test, status))
        self._rows[test] = line
        return line

    def _add_row(self, test: str) -> None:
        if not self._added.count():
            self._added.addLayout(_heading(self.tr("Added by you"), ""))
        self._added.addWidget(self._made_row(test))
        if self._adder is not None:
            self._adder.removeItem(self._adder.findData(test))
            self._adder.setCurrentIndex(-1)

    def _adding(self) -> Box:
        entries = [(test, label_of(test, self._labels)) for test in self._spare]
        self._adder = Select(entries, self.tr("Add a test"))
        self._adder.setAccessibleName(self.tr("Add a test"))
        self._adder.activated.connect(self._add_chosen)
        told = Text(self.tr("Anything not listed is left out."), Type.CAPTION, tone=Tone.TEXT2)
        line = row(gap=8, margins=(0, 4, 0, 0))
        line.addWidget(self._adder, 1)
        line.addWidget(told, 1, Qt.AlignmentFlag.AlignVCenter)
        return line

    def _add_chosen(self, index: int) -> None:
        if self._adder is None:
            return
        test = self._adder.itemData(index)
        self.status_chosen.emit(test, OrderStatus.PERMITTED)


def _heading(text: str, meaning: str) -> Box:
    line = row(gap=8, margins=(0, 4, 0, 0))
    line.add(Text(text, Type.CAPTION, Weight.SEMIBOLD, wrap=False))
    if meaning:
        line.addWidget(Text(meaning, Type.CAPTION, tone=Tone.TEXT2), 1)
    else:
        line.add(STRETCH)
    return line
