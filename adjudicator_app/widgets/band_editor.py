"""The band editor of an item: its heading, the control for its kind of scale, and what it means."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSizePolicy, QWidget

from adjudicator_app.presenters.day_axis import axis_for
from adjudicator_app.presenters.edits import day_limits
from adjudicator_app.presenters.review_entry import ReviewEntry
from adjudicator_app.widgets.colours import Tone
from adjudicator_app.widgets.editor_days import DaysEditor
from adjudicator_app.widgets.editor_levels import LevelsEditor
from adjudicator_app.widgets.editor_orders import OrdersEditor
from adjudicator_app.widgets.fields import NoteLine
from adjudicator_app.widgets.layouts import beside_first_line, column, row
from adjudicator_app.widgets.legend import Legend, Sign
from adjudicator_app.widgets.pair import Pair
from adjudicator_app.widgets.picture import Picture
from adjudicator_app.widgets.text import Text
from adjudicator_app.widgets.theme import Type, Weight
from fairmed_core.domain.acceptable import OrderSet, ValueSet
from fairmed_core.domain.action_space import Level, Threshold
from fairmed_core.domain.verdict import Place, chosen_set

Editor = LevelsEditor | DaysEditor | OrdersEditor
Scale = tuple[tuple[Level, ...], Threshold | None]
LEAST_HEADING = 150
# The author's outline reaches this far beyond the first and the last level.
INSET = (5, 0, 5, 0)


class BandEditor(QWidget):
    """Heading, legend, editor and sentence."""

    def __init__(self, entry: ReviewEntry, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._entry = entry
        self.editor: Editor | None = None
        # Kept from item to item: rows and toggles take long to make.
        self._orders_editor: OrdersEditor | None = None
        self._days_editor: DaysEditor | None = None
        self._levels_editors: dict[Scale, LevelsEditor] = {}
        self._heading = Text("", Type.COLUMN, Weight.SEMIBOLD)
        self._legend = Legend()
        head = row(gap=0, margins=INSET).add(Pair(self._heading, self._legend, least=LEAST_HEADING))
        self._holder = column(gap=0)
        self._icon = Picture("info", Tone.TEXT2, size=16)
        self._sentence = Text("", Type.SMALL)
        said = row(gap=12, margins=(7, 0, 5, 0))
        said.addLayout(beside_first_line(self._icon))
        said.addWidget(self._sentence, 1)
        self._problem = NoteLine(kind=Type.SMALL)
        column(self, gap=6).add(head, self._holder, said, self._problem)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)

    @property
    def sentence(self) -> str:
        """What stands below the editor."""
        return self._sentence.text()

    def set_heading(self, text: str) -> None:
        """Say what this part is."""
        self._heading.say(text)

    def show_item(self) -> None:
        """Show the editor for the item shown."""
        before, self.editor = self.editor, self._built()
        if before is not None and before is not self.editor:
            before.hide()
        if before is not self.editor:
            if self._holder.indexOf(self.editor) < 0:
                self._holder.addWidget(self.editor)
            self.editor.show()
        self.refresh()

    def refresh(self) -> None:
        """Show the present judgement."""
        view = self._entry.shown
        chosen = chosen_set(self._entry.judgement, view.band)
        if isinstance(chosen, OrderSet):
            if isinstance(self.editor, OrdersEditor):
                self.editor.show_set(chosen)
        elif isinstance(self.editor, LevelsEditor):
            self.editor.show_set(chosen)
        elif isinstance(self.editor, DaysEditor) and len(chosen):
            self.editor.show_range(min(chosen.values), max(chosen.values))
        told = self._entry.editor_sentence
        self._icon.show_icon(told.icon, Tone.WARN if told.icon == "warning" else Tone.TEXT2)
        self._sentence.say(told.text)
        problem = self._entry.told_at(Place.EDITOR)
        self._problem.say("" if problem == told.text else problem, tone=Tone.WARN, icon="warning")

    def setFocus(self, reason: Qt.FocusReason = Qt.FocusReason.OtherFocusReason) -> None:
        """Focus the editor."""
        if self.editor is not None:
            self.editor.setFocus(reason)

    def _built(self) -> Editor:
        view = self._entry.shown
        author, disputed = view.band.acceptable, view.band.disputed
        if isinstance(author, OrderSet):
            self._legend.show_signs(Sign.AUTHOR, Sign.HERS)
            return self._orders(author, disputed if isinstance(disputed, OrderSet) else None)
        span = disputed if isinstance(disputed, ValueSet) else None
        if not view.sub_action.levels:
            self._legend.show_signs()
            return self._days(author, span)
        signs = (Sign.AUTHOR, Sign.HERS) + ((Sign.DISPUTED,) if span is not None else ())
        self._legend.show_signs(*signs)
        return self._levels(author, span)

    def _levels(self, author: ValueSet, disputed: ValueSet | None) -> LevelsEditor:
        sub_action = self._entry.shown.sub_action
        levels, threshold = sub_action.levels, sub_action.threshold
        kept = self._levels_editors.get((levels, threshold))
        if kept is not None:
            kept.show_item(author=author, disputed=disputed)
            return kept
        made = LevelsEditor(levels, author=author, disputed=disputed, threshold=threshold)
        made.toggled.connect(self._entry.toggle_level)
        self._levels_editors[levels, threshold] = made
        return made

    def _days(self, author: ValueSet, disputed: ValueSet | None) -> DaysEditor:
        view = self._entry.shown
        chosen = chosen_set(self._entry.judgement, view.band)
        hers = chosen if isinstance(chosen, ValueSet) else author
        axis = axis_for(view.sub_action, author, disputed or ValueSet.of(()), hers=hers)
        limits = day_limits(view.sub_action)
        kept = self._days_editor
        if kept is not None:
            kept.show_item(axis, author=author, disputed=disputed, limits=limits)
            return kept
        days = DaysEditor(axis, author=author, disputed=disputed, limits=limits)
        self._days_editor = days
        days.range_chosen.connect(self._entry.set_days)
        days.step_ended.connect(self._entry.end_step)
        return days

    def _orders(self, author: OrderSet, disputed: OrderSet | None) -> OrdersEditor:
        view = self._entry.shown
        chosen = chosen_set(self._entry.judgement, view.band)
        content = _OrdersShown(
            author=author,
            disputed=disputed,
            chosen=chosen if isinstance(chosen, OrderSet) else author,
            tests=[test for test, _ in view.tests],
            labels=self._entry.test_labels,
        )
        if self._orders_editor is None:
            self._orders_editor = OrdersEditor(**content)
            self._orders_editor.status_chosen.connect(self._entry.set_order_status)
        else:
            self._orders_editor.show_item(**content)
        return self._orders_editor


class _OrdersShown(TypedDict):
    author: OrderSet
    disputed: OrderSet | None
    chosen: OrderSet
    tests: list[str]
    labels: Mapping[str, str]
