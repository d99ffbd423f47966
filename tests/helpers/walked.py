"""The whole program walked screen by screen, and every word a reader or a screen reader meets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path

from PySide6.QtCore import QAbstractItemModel, QModelIndex, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QLabel,
    QLineEdit,
    QTableView,
    QTextEdit,
    QWidget,
)

from adjudicator_app.demo_pack import make_demo, make_demo_registry
from adjudicator_app.screenshots import walk
from fairmed_core.clock import FixedClock
from tests.helpers.chains import noon
from tests.helpers.desk import Desk

MOST_ROWS = 50
_SAID = (
    Qt.ItemDataRole.DisplayRole,
    Qt.ItemDataRole.AccessibleTextRole,
    Qt.ItemDataRole.ToolTipRole,
)


def walked(desk: Desk, folder: Path) -> Iterator[str]:
    """Yield the name of each screen once it is shown and nothing is under way."""
    tasks = desk.desktop.tasks
    clock: FixedClock = noon()
    demo = make_demo(folder, clock=clock)
    registry = make_demo_registry(folder / "registry", clock=clock)
    for name in walk(desk.desktop, demo, registry):
        # An analysis is among the steps, and the machine may be busy.
        desk.qtbot.waitUntil(lambda: not tasks.busy, timeout=120_000)
        desk.qtbot.wait(50)
        if name:
            yield name


def words_shown(top: QWidget) -> Iterator[str]:
    """Yield the text, tooltip, accessible name and title of everything visible in a window."""
    for widget in (top, *top.findChildren(QWidget)):
        if not widget.isVisible():
            continue
        yield from (widget.windowTitle(), widget.toolTip())
        yield from (widget.accessibleName(), widget.accessibleDescription())
        if isinstance(widget, QLabel | QAbstractButton):
            yield widget.text()
        elif isinstance(widget, QLineEdit):
            yield from (widget.text(), widget.placeholderText())
        elif isinstance(widget, QTextEdit):
            yield from (widget.toPlainText(), widget.placeholderText())
        elif isinstance(widget, QComboBox):
            yield widget.placeholderText()
            yield from (widget.itemText(place) for place in range(widget.count()))
        elif isinstance(widget, QAbstractItemView) and widget.model() is not None:
            yield from _words_of(widget.model(), headed=isinstance(widget, QTableView))


def _words_of(model: QAbstractItemModel, *, headed: bool) -> Iterator[str]:
    none = QModelIndex()
    rows = model.rowCount(none)
    columns = model.columnCount(none) if headed else 1
    if headed:
        across = [(place, Qt.Orientation.Horizontal) for place in range(columns)]
        down = [(place, Qt.Orientation.Vertical) for place in range(rows)]
        for place, way in (*across, *down):
            yield from strings(model.headerData(place, way, Qt.ItemDataRole.DisplayRole))
    for row in range(min(rows, MOST_ROWS)):
        for column in range(columns):
            index = model.index(row, column)
            for role in _SAID:
                yield from strings(index.data(role))


def strings(value: object) -> Iterator[str]:
    """Yield every text in a value, however deep."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in (*value.keys(), *value.values()):
            yield from strings(part)
    elif isinstance(value, list | tuple | set | frozenset):
        for part in value:
            yield from strings(part)
    elif is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            yield from strings(getattr(value, field.name))
