"""The band editor for order sets: Required, Permitted or Leave out for each test, rows never move.

The tests stand under what the author made of them; where she differs, the author's choice keeps a
dashed outline and the name turns strong. A test of the study that the author did not list can be
added; anything not listed is left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, Signal, SignalInstance
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
    """One test and what becomes of it.

    Signals
    -------
    chosen
        (test, `OrderStatus`).
    """

    chosen = Signal(str, object)

    def __init__(self) -> None:
        super().__init__()
        self.test = ""
        self._name = Text("", Type.BODY)
        self._note = Text("", Type.CAPTION, tone=Tone.TEXT2)
        options = [
            Option(OrderStatus.REQUIRED, self.tr("Required")),
            Option(OrderStatus.PERMITTED, self.tr("Permitted")),
            Option(OrderStatus.LEFT_OUT, self.tr("Leave out")),
        ]
        self.choice = ChoiceGroup("", options)
        names = QWidget()
        column(names, gap=0).add(self._name, self._note)
        column(self, gap=0).add(Pair(names, self.choice, least=LEAST_NAME))
        self.choice.chosen.connect(lambda status: self.chosen.emit(self.test, status))

    def show_test(self, test: str, label: str, note: str) -> None:
        """Show another test."""
        self.test = test
        self._name.say(label)
        self._note.say(note)
        self._note.setVisible(bool(note))
        self.choice.rename(label)

    def show_status(self, status: OrderStatus, author: OrderStatus) -> None:
        """Show her choice, and the author's where it differs."""
        self.choice.choose(status)
        differs = status is not author
        self.choice.outline(author if differs else None)
        self._name.set_weight(Weight.SEMIBOLD if differs else Weight.REGULAR)


class _Group:
    """Tests under a heading; hidden without tests. Rows are kept: they take long to make."""

    def __init__(self, place: Box, heading: str, meaning: str) -> None:
        self.shown: list[_TestRow] = []
        self._made: list[_TestRow] = []
        self._heading = [Text(heading, Type.CAPTION, Weight.SEMIBOLD, wrap=False)]
        line = row(gap=8, margins=(0, 4, 0, 0)).add(*self._heading)
        if meaning:
            self._heading.append(Text(meaning, Type.CAPTION, tone=Tone.TEXT2))
            line.addWidget(self._heading[-1], 1)
        else:
            line.add(STRETCH)
        place.addLayout(line)
        self._rows = column(gap=4)
        place.addLayout(self._rows)

    def clear(self) -> None:
        """Show nothing."""
        self.shown = []
        for part in (*self._heading, *self._made):
            part.hide()

    def add(self, chosen: SignalInstance) -> _TestRow:
        """Show one row more and return it; what is chosen there is told by `chosen`."""
        place = len(self.shown)
        if place == len(self._made):
            line = _TestRow()
            line.chosen.connect(chosen)
            self._made.append(line)
            self._rows.addWidget(line)
        self.shown.append(self._made[place])
        return self.shown[-1]

    def reveal(self) -> None:
        """Show heading and rows once they say what they should."""
        for part in (*self._heading, *self.shown) if self.shown else ():
            part.show()


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
        self.setAccessibleName(self.tr("Acceptable actions"))
        self._author, self._disputed, self._labels = author, disputed or OrderSet.of(), labels
        self._rows: dict[str, _TestRow] = {}
        whole = column(self, gap=4, margins=(5, 0, 5, 0))
        self._required = _Group(
            whole, self.tr("Author: required"), self.tr("care falls short without these")
        )
        self._permitted = _Group(
            whole, self.tr("Author: permitted"), self.tr("may be ordered, need not be")
        )
        self._unsettled = _Group(whole, self.tr("Author: not settled"), "")
        self._added = _Group(whole, self.tr("Added by you"), "")
        self._groups = (self._required, self._permitted, self._unsettled, self._added)
        self._adder = Select([], self.tr("Add a test"))
        self._adding = self._made_adding()
        whole.add(self._adding)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self.show_item(author=author, disputed=disputed, chosen=chosen, tests=tests, labels=labels)

    def show_item(
        self,
        *,
        author: OrderSet,
        disputed: OrderSet | None,
        chosen: OrderSet,
        tests: Sequence[str],
        labels: Mapping[str, str],
    ) -> None:
        """Show the tests of another item."""
        self._author, self._disputed, self._labels = author, disputed or OrderSet.of(), labels
        self._rows = {}
        known = [*tests, *sorted((chosen.allowed | author.allowed) - set(tests))]
        unsettled = self._disputed.allowed - author.allowed
        for group in self._groups:
            group.clear()
        for group, listed in (
            (self._required, author.required),
            (self._permitted, author.permitted),
            (self._unsettled, unsettled),
        ):
            for test in known:
                if test in listed:
                    self._show_row(group, test)
            group.reveal()
        spare = [test for test in known if test not in author.allowed | unsettled]
        self._adder.offer([(test, label_of(test, labels)) for test in spare])
        self._adding.setVisible(bool(spare))
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

    def _show_row(self, group: _Group, test: str) -> None:
        note = ""
        if test in self._author.allowed and test in self._disputed.allowed:
            note = self.tr("the author did not settle this")
        line = group.add(self.status_chosen)
        line.show_test(test, label_of(test, self._labels), note)
        self._rows[test] = line

    def _add_row(self, test: str) -> None:
        self._show_row(self._added, test)
        self._added.reveal()
        self._adder.removeItem(self._adder.findData(test))
        self._adder.setCurrentIndex(-1)

    def _made_adding(self) -> QWidget:
        self._adder.setAccessibleName(self.tr("Add a test"))
        self._adder.activated.connect(self._add_chosen)
        told = Text(self.tr("Anything not listed is left out."), Type.CAPTION, tone=Tone.TEXT2)
        adding = QWidget()
        adding.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        line = row(adding, gap=8, margins=(0, 4, 0, 0))
        line.addWidget(self._adder, 1)
        line.addWidget(told, 1, Qt.AlignmentFlag.AlignVCenter)
        return adding

    def _add_chosen(self, index: int) -> None:
        self.status_chosen.emit(self._adder.itemData(index), OrderStatus.PERMITTED)
