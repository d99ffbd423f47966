"""The coverage grid as Qt reads it: a table model over the frozen rows of an overview."""

from __future__ import annotations

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from adjudicator_app.presenters.overview_text import cell_text, item_text, rater_text
from bands_registry.services.registry_views import OverviewColumn, OverviewRow
from fairmed_core.domain.action_space import ActionSpace

WORDS = Qt.ItemDataRole.UserRole
Index = QModelIndex | QPersistentModelIndex
_NO_PARENT = QModelIndex()
_SPOKEN = (
    Qt.ItemDataRole.AccessibleTextRole,
    Qt.ItemDataRole.ToolTipRole,
)


class OverviewModel(QAbstractTableModel):
    """Items by raters; `WORDS` gives `CellText`, and of the headings `ItemText` and `RaterText`.

    Words are made when asked for: only what is seen is asked for.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[OverviewRow, ...] = ()
        self._columns: tuple[OverviewColumn, ...] = ()
        self._space: ActionSpace | None = None

    def show(
        self,
        rows: tuple[OverviewRow, ...],
        columns: tuple[OverviewColumn, ...],
        space: ActionSpace | None,
    ) -> None:
        """Show these items and raters."""
        if (rows, columns) == (self._rows, self._columns):
            return
        self.beginResetModel()
        self._rows, self._columns, self._space = rows, columns, space
        self.endResetModel()

    def rowCount(self, parent: Index = _NO_PARENT) -> int:
        """Return the number of items."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = _NO_PARENT) -> int:
        """Return the number of raters and open seats."""
        return 0 if parent.isValid() else len(self._columns)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """Return what an item or a rater is called."""
        asked = role in (WORDS, Qt.ItemDataRole.DisplayRole, *_SPOKEN)
        if self._space is None or not asked:
            return None
        across = orientation is Qt.Orientation.Horizontal
        words = (
            rater_text(self._columns[section])
            if across
            else item_text(self._rows[section], self._space)
        )
        return words if role == WORDS else words.spoken

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a cell's words, or the sentence a screen reader speaks."""
        asked = role in (WORDS, Qt.ItemDataRole.DisplayRole, *_SPOKEN)
        if not index.isValid() or self._space is None or not asked:
            return None
        row = self._rows[index.row()]
        words = cell_text(row.cells[index.column()], row, self._space)
        if role == WORDS:
            return words
        if role == Qt.ItemDataRole.DisplayRole:
            return words.word
        item = item_text(row, self._space)
        return f"{item.title}. {rater_text(self._columns[index.column()]).spoken}. {words.spoken}"
