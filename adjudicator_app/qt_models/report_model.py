"""A report's parts and tables as Qt reads them: item models over frozen values."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QAbstractListModel,
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

if TYPE_CHECKING:
    from exports.report_tables import ReportTable, TableRow

ROW = Qt.ItemDataRole.UserRole
SECTION = Qt.ItemDataRole.UserRole
Index = QModelIndex | QPersistentModelIndex
_NO_PARENT = QModelIndex()
_SAID = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole)


class Column(IntEnum):
    """The columns of a table of estimates."""

    LABEL = 0
    NUMBER = 1
    BESIDE = 2


class SectionModel(QAbstractListModel):
    """The report's parts; `SECTION` gives the id."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._sections: tuple[tuple[str, str], ...] = ()

    def show(self, sections: tuple[tuple[str, str], ...]) -> None:
        """Show these parts, each an id and a title."""
        if sections != self._sections:
            self.beginResetModel()
            self._sections = sections
            self.endResetModel()

    def rowCount(self, parent: Index = _NO_PARENT) -> int:
        """Return the number of parts."""
        return 0 if parent.isValid() else len(self._sections)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a part's title or id."""
        if not index.isValid():
            return None
        section, title = self._sections[index.row()]
        if role in (*_SAID, Qt.ItemDataRole.ToolTipRole):
            return title
        return section if role == SECTION else None

    def row_of(self, section: str) -> int:
        """Return the row of a part; -1 when there is none."""
        ids = [one for one, _ in self._sections]
        return ids.index(section) if section in ids else -1


class ReportTableModel(QAbstractTableModel):
    """The rows of one of the report's tables; `ROW` gives the `TableRow`."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[TableRow, ...] = ()

    def show(self, table: ReportTable | None) -> None:
        """Show a table, or none."""
        self.beginResetModel()
        self._rows = table.rows if table is not None else ()
        self.endResetModel()

    @property
    def has_beside(self) -> bool:
        """Whether anything stands beside the numbers."""
        return any(row.beside for row in self._rows)

    def rowCount(self, parent: Index = _NO_PARENT) -> int:
        """Return the number of estimates."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = _NO_PARENT) -> int:
        """Return the number of columns."""
        return 0 if parent.isValid() else len(Column)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """Return a column's heading."""
        if orientation is not Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        headings = {
            Column.LABEL: "",
            Column.NUMBER: self.tr("Value, interval, what it rests on"),
            Column.BESIDE: self.tr("Beside it"),
        }
        return headings[Column(section)]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a row, or the plain text of a cell."""
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role == ROW:
            return row
        if role not in _SAID:
            return None
        number = ", ".join(
            part for part in (row.value, row.provisional, row.interval, row.counts) if part
        )
        texts = {Column.LABEL: row.label, Column.NUMBER: number, Column.BESIDE: row.beside}
        return texts[Column(index.column())]
