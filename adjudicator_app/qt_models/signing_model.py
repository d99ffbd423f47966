"""The signing table as Qt reads it: frozen rows of what is about to be signed."""

from __future__ import annotations

from enum import IntEnum

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from adjudicator_app.presenters.signing_text import SigningText, signing_text
from bands_registry.services.views import SigningRow

ROW = Qt.ItemDataRole.UserRole
TEXT = Qt.ItemDataRole.UserRole + 1
Index = QModelIndex | QPersistentModelIndex
_NO_PARENT = QModelIndex()


class Column(IntEnum):
    """The columns of the table."""

    POSITION = 0
    ITEM = 1
    VERDICT = 2
    EFFECT = 3


class SigningModel(QAbstractTableModel):
    """The verdicts to be signed; `ROW` gives the `SigningRow`, `TEXT` its `SigningText`."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[SigningRow, ...] = ()
        self._texts: tuple[SigningText, ...] = ()

    def show(self, rows: tuple[SigningRow, ...], *, sealed: bool) -> None:
        """Show these rows."""
        texts = tuple(signing_text(row, sealed=sealed) for row in rows)
        if (rows, texts) == (self._rows, self._texts):
            return
        self.beginResetModel()
        self._rows, self._texts = rows, texts
        self.endResetModel()

    def rowCount(self, parent: Index = _NO_PARENT) -> int:
        """Return the number of verdicts."""
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
            Column.POSITION: "",
            Column.ITEM: self.tr("Item and acceptable actions"),
            Column.VERDICT: self.tr("Verdict and reason"),
            Column.EFFECT: self.tr("Effect"),
        }
        return headings[Column(section)]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a row, its words, or the plain text of a cell."""
        if not index.isValid():
            return None
        row, text = self._rows[index.row()], self._texts[index.row()]
        if role == ROW:
            return row
        if role == TEXT:
            return text
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return _plain(row, text, Column(index.column()))
        return None


def _plain(row: SigningRow, text: SigningText, column: Column) -> str:
    lines: dict[Column, tuple[str, ...]] = {
        Column.POSITION: (str(row.position),),
        Column.ITEM: (text.title, text.actions, text.draft, text.answers),
        Column.VERDICT: (text.verdict, *text.says),
        Column.EFFECT: (text.effect, text.why),
    }
    return "\n".join(line for line in lines[column] if line)
