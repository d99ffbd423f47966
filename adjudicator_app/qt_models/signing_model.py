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
        self._sealed = True
        # A row is put into words when it is first seen or measured.
        self._texts: dict[int, SigningText] = {}

    def show(self, rows: tuple[SigningRow, ...], *, sealed: bool) -> None:
        """Show these rows."""
        if (rows, sealed) == (self._rows, self._sealed):
            return
        self.beginResetModel()
        self._rows, self._sealed = rows, sealed
        self._texts.clear()
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
        row = self._rows[index.row()]
        if role == ROW:
            return row
        if role == TEXT:
            return self._text(index.row())
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return _plain(row, self._text(index.row()), Column(index.column()))
        return None

    def _text(self, row: int) -> SigningText:
        if row not in self._texts:
            self._texts[row] = signing_text(self._rows[row], sealed=self._sealed)
        return self._texts[row]


def _plain(row: SigningRow, text: SigningText, column: Column) -> str:
    lines: dict[Column, tuple[str, ...]] = {
        Column.POSITION: (str(row.position),),
        Column.ITEM: (text.title, text.actions, text.draft, text.answers),
        Column.VERDICT: (text.verdict, *text.says),
        Column.EFFECT: (text.effect, text.why),
    }
    return "\n".join(line for line in lines[column] if line)
