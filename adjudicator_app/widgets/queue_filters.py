"""The line above a long list: words to search for, and what to show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from PySide6.QtCore import QLocale, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QSizePolicy, QWidget

from adjudicator_app.presenters.keys import keys
from adjudicator_app.presenters.queue import QueuePresenter
from adjudicator_app.presenters.queue_filter import QueueFilter
from adjudicator_app.widgets.buttons import Button, Look
from adjudicator_app.widgets.colours import Tone
from adjudicator_app.widgets.form import Entry, Select
from adjudicator_app.widgets.key_bindings import CommandKeys
from adjudicator_app.widgets.layouts import column, row
from adjudicator_app.widgets.text import Text
from adjudicator_app.widgets.theme import Type
from bands_registry.services.views import ItemStatus
from fairmed_core.domain.action_space import Step
from fairmed_core.words.sentences import STATUSES, STEPS

ANY = ""
Value = TypeVar("Value")


class QueueFilters(QWidget):
    """Search and filters; Ctrl+F goes to the search, Esc shows everything again."""

    def __init__(self, presenter: QueuePresenter, page: QWidget) -> None:
        super().__init__(page)
        self._presenter = presenter
        self._page = page
        self.search = _Search(self.tr("Search your items"))
        self.search.setAccessibleName(self.tr("Search your items"))
        self.status = self._made(self.tr("Status"))
        self.setting = self._made(self.tr("Setting"))
        self.step = self._made(self.tr("Step"))
        self.clear = Button(self.tr("Clear"), Look.LINK, icon="undo")
        self.clear.setToolTip(self.tr("Show all items again. Esc"))
        self._found = Text("", Type.SMALL, tone=Tone.TEXT2, wrap=False)
        words, choices = row(gap=8), row(gap=8)
        words.addWidget(self.search, 1)
        words.add(self._found, self.clear)
        for choice in (self.status, self.setting, self.step):
            choices.addWidget(choice, 1)
        whole = column(self, gap=8)
        whole.addLayout(words)
        whole.addLayout(choices)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self._connect()

    def refresh(self) -> None:
        """Show what is asked for, with the number of items beside each choice."""
        presenter, asked, counts = self._presenter, self._presenter.asked, self._presenter.counts
        self.setVisible(presenter.searchable)
        if self.search.text() != asked.text:
            self.search.setText(asked.text)
        statuses = {one.value: (self.tr(STATUSES[one]), one) for one in ItemStatus}
        _offer(self.status, self.tr("Every status"), statuses, counts.statuses, asked.status)
        settings = {
            "inside": (self.tr("In your setting"), True),
            "outside": (self.tr("Outside your setting"), False),
        }
        _offer(self.setting, self.tr("Every setting"), settings, counts.settings, asked.inside)
        steps = {one.value: (self.tr(STEPS[one]), one) for one in Step}
        _offer(self.step, self.tr("Every step"), steps, counts.steps, asked.step)
        self._found.say(presenter.found)
        for part in (self._found, self.clear):
            part.setVisible(not asked.empty)

    def _made(self, name: str) -> Select:
        choice = Select([], name)
        choice.setAccessibleName(name)
        return choice

    def _connect(self) -> None:
        self.search.textEdited.connect(lambda text: self._ask(text=text))
        self.status.activated.connect(
            lambda _: self._ask(status=ItemStatus(code) if (code := self.status.code) else None)
        )
        self.setting.activated.connect(
            lambda _: self._ask(inside=code == "inside" if (code := self.setting.code) else None)
        )
        self.step.activated.connect(
            lambda _: self._ask(step=Step(code) if (code := self.step.code) else None)
        )
        self.clear.clicked.connect(self._clear)
        CommandKeys("find", self._page, self._begin)
        whole = QShortcut(QKeySequence("Esc"), self._page)
        whole.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        whole.activated.connect(self._clear)
        keys().changed.connect(self._tell_keys)
        self._tell_keys()

    def _tell_keys(self) -> None:
        told = self.tr("Title, action and place in the guideline. {keys}")
        self.search.setToolTip(told.format(keys=keys().shown("find")))

    def _ask(self, **changes: object) -> None:
        self._presenter.ask_for(replace(self._presenter.asked, **changes))  # type: ignore[arg-type]

    def _begin(self) -> None:
        if self._presenter.searchable:
            self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self.search.selectAll()

    def _clear(self) -> None:
        gone = self.clear.hasFocus()
        self._presenter.ask_for(QueueFilter())
        if gone:
            self.search.setFocus(Qt.FocusReason.OtherFocusReason)


class _Search(Entry):
    """The field of the words; Down or Enter goes on to the list."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave downwards."""
        if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.returnPressed.emit()
            return
        super().keyPressEvent(event)


def _offer(
    choice: Select,
    every: str,
    named: Mapping[str, tuple[str, Value]],
    counts: Mapping[Value | None, int],
    asked: Value | None,
) -> None:
    """Offer every choice that some item has, each with its number of items."""
    options = [(ANY, _with(every, counts[None]))]
    code = ANY
    for name, (words, value) in named.items():
        if value in counts or value == asked:
            options.append((name, _with(words, counts.get(value, 0))))
        if value == asked:
            code = name
    choice.offer(options)
    choice.choose(code)


def _with(words: str, number: int) -> str:
    return f"{words} · {QLocale().toString(number)}"
