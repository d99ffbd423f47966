"""The item list as Qt reads it: a list model over the frozen items of a queue."""

from __future__ import annotations

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from adjudicator_app.presenters.saying import say
from bands_registry.services.views import ItemStatus, QueueItem
from fairmed_core.words.joining import listed, paragraph, sentences
from fairmed_core.words.sentences import STATUSES, STEPS

ITEM = Qt.ItemDataRole.UserRole
IS_NEXT = Qt.ItemDataRole.UserRole + 1
NOTE = Qt.ItemDataRole.UserRole + 2
Index = QModelIndex | QPersistentModelIndex
_NO_PARENT = QModelIndex()


class QueueModel(QAbstractListModel):
    """Her items in her order.

    `ITEM` gives the `QueueItem`, `IS_NEXT` whether to go on with it, `NOTE` the line under its
    status.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._items: tuple[QueueItem, ...] = ()
        self._next = ""

    def show(self, items: tuple[QueueItem, ...], *, next_item: QueueItem | None) -> None:
        """Show these items; rows that stay in place keep selection and scroll position."""
        same = [item.item_id for item in items] == [item.item_id for item in self._items]
        following = next_item.item_id if next_item else ""
        if same:
            self._items, self._next = items, following
            if items:
                self.dataChanged.emit(self.index(0), self.index(len(items) - 1))
        else:
            self.beginResetModel()
            self._items, self._next = items, following
            self.endResetModel()

    def rowCount(self, parent: Index = _NO_PARENT) -> int:
        """Return the number of items."""
        return 0 if parent.isValid() else len(self._items)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return an item, its title, or the sentence a screen reader speaks."""
        if not index.isValid():
            return None
        item = self._items[index.row()]
        # Asked for thousands of times: nothing is put into words that was not asked for.
        if role == ITEM:
            return item
        if role == NOTE:
            return self._note(item)
        if role == IS_NEXT:
            return item.item_id == self._next
        if role == Qt.ItemDataRole.DisplayRole:
            return item.title
        return self._spoken(item) if role == Qt.ItemDataRole.AccessibleTextRole else None

    def row_of(self, item_id: str) -> int:
        """Return the row of an item; -1 when it is not in the list."""
        ids = [item.item_id for item in self._items]
        return ids.index(item_id) if item_id in ids else -1

    def _spoken(self, item: QueueItem) -> str:
        where = self.tr("In your setting") if item.scope.inside else self.tr("Outside your setting")
        parts = [
            listed((str(item.position), item.title), say),
            self.tr("{step} step, {headline}").format(
                step=self.tr(STEPS[item.step]), headline=item.headline
            ),
            self.tr(STATUSES[item.status]),
            self._note(item),
            where,
        ]
        return sentences((part.rstrip(".。") for part in parts if part), say)

    def _note(self, item: QueueItem) -> str:
        if item.status is ItemStatus.NEEDS_RESIGNING:
            return item.changed
        if item.status is ItemStatus.DRAFT:
            return paragraph((item.changed, self._left(item)), say)
        return self.tr("All answered") if item.status is ItemStatus.READY else ""

    def _left(self, item: QueueItem) -> str:
        if item.left == 0:
            return self.tr("All answered")
        if item.left == 1:
            return self.tr("1 thing left")
        return self.tr("{left} things left").format(left=item.left)
