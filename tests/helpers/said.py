"""Everything a widget and all in it can say: shown, as a tip, to a screen reader, in any row."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QTextEdit,
    QWidget,
)

# A model may answer under any role; ours begin behind Qt's own.
EVERY_ROLE = range(int(Qt.ItemDataRole.UserRole) + 16)


def said(top: QWidget) -> list[str]:
    """Every text of a widget and of all in it, whether or not it is shown at the moment."""
    found: list[str] = []
    for widget in (top, *top.findChildren(QWidget)):
        found += [widget.toolTip(), widget.accessibleName(), widget.accessibleDescription()]
        found += [widget.windowTitle(), widget.statusTip(), widget.whatsThis()]
        found += [action.text() for action in widget.actions()]
        found += _content(widget)
    return [text for text in found if text]


def said_by_program() -> list[str]:
    """Every text of every window of the program, and what it calls itself."""
    qt = QApplication.instance()
    assert isinstance(qt, QApplication)
    found = [qt.applicationName(), qt.applicationDisplayName()]
    for window in qt.topLevelWidgets():
        found += said(window)
    found += [window.title() for window in qt.topLevelWindows()]
    return [text for text in found if text]


def _content(widget: QWidget) -> list[str]:
    if isinstance(widget, QLabel | QAbstractButton):
        return [widget.text()]
    if isinstance(widget, QLineEdit):
        return [widget.text(), widget.placeholderText()]
    if isinstance(widget, QTextEdit):
        return [widget.toPlainText(), widget.placeholderText()]
    if isinstance(widget, QComboBox):
        return [widget.itemText(row) for row in range(widget.count())]
    if isinstance(widget, QAbstractItemView) and widget.model() is not None:
        return list(_in_rows(widget.model()))
    return []


def _in_rows(model: QAbstractItemModel) -> Iterator[str]:
    top = QModelIndex()
    columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(top)
    for row in range(model.rowCount(top)):
        for column in range(columns):
            index: QModelIndex = model.index(row, column)
            for role in EVERY_ROLE:
                value = index.data(role)
                if value is not None:
                    # Records under a role of our own are read whole, by whoever paints the row.
                    yield value if isinstance(value, str) else repr(value)
