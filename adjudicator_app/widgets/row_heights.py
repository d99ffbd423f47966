"""Heights of a table's rows: measured at once where they are seen, the rest while nothing happens.

Use: ``heights = RowHeights(table, height)`` with ``height(row)``; ``heights.begin()`` whenever the
words, their size or the width are others. A thousand rows of words take seconds to measure; the
table has to answer meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QTableView

from adjudicator_app.widgets.theme import theme

AT_ONCE, LIKELY = 8, 110


class RowHeights(QObject):
    """Gives each row of a table its height; what is in sight always has its own.

    Signals
    -------
    grown
        More rows have their height.
    """

    grown = Signal()

    def __init__(self, table: QTableView, height: Callable[[int], int]) -> None:
        super().__init__(table)
        self._table, self._height = table, height
        self._measured: set[int] = set()
        self._next, self._likely, self._placing = 0, LIKELY, False
        self._rest = QTimer(self, interval=0)
        self._rest.timeout.connect(self._go_on)
        self._seen = QTimer(self, singleShot=True, interval=0)
        self._seen.timeout.connect(self._measure_seen)
        table.verticalScrollBar().valueChanged.connect(self._moved)

    @property
    def settled(self) -> bool:
        """Whether every row has its own height."""
        return not self._rest.isActive()

    def begin(self) -> None:
        """Measure anew; the row that stands on top stays there.

        Rows that are not measured yet stand in a height that is likely.
        """
        self._measured.clear()
        self._next = 0
        top = max(0, self._table.rowAt(0))
        self._table.verticalHeader().setDefaultSectionSize(theme().px(self._likely))
        # The first ones even before there is a window that shows them.
        self._give(range(min(AT_ONCE, self._rows)))
        self._show_from(top)
        self._rest.start()

    def see(self) -> None:
        """Look, at the next turn, that what is in sight has its own height."""
        if len(self._measured) < self._rows:
            self._seen.start()

    @property
    def _rows(self) -> int:
        return self._table.model().rowCount()

    def _go_on(self) -> None:
        """Measure a few more, and leave what is in sight where it is."""
        while self._next in self._measured:
            self._next += 1
        few = range(self._next, min(self._next + AT_ONCE, self._rows))
        top = self._table.rowAt(0)
        above = self._table.rowViewportPosition(top) if top >= 0 else 0
        self._give(few)
        if few:
            self._next = few.stop
        else:
            self._rest.stop()
        if 0 < few.start <= top:
            self._scroll_to(self._table.verticalHeader().sectionPosition(top) - above)
        self.grown.emit()

    def _measure_seen(self) -> None:
        seen = self._table.viewport().visibleRegion().boundingRect()
        top = self._table.rowAt(seen.top())
        if top >= 0:
            before = self._table.verticalHeader().length()
            self._give_down(top, seen.bottom() - self._table.rowViewportPosition(top))
            if self._table.verticalHeader().length() != before:
                self.grown.emit()

    def _moved(self, value: int) -> None:
        """Measure what has come into sight; who went to the end stays at the end."""
        if self._placing or len(self._measured) >= self._rows:
            return
        bar = self._table.verticalScrollBar()
        at_end = value == bar.maximum()
        self._show_from(max(0, self._table.rowAt(0)), keep=True)
        if at_end:
            self._show_end()

    def _show_from(self, top: int, *, keep: bool = False) -> None:
        """Measure from a row down to the lower edge; put it on top, or keep it where it is."""
        if top >= self._rows:
            return
        header = self._table.verticalHeader()
        within = self._table.rowViewportPosition(top) if keep else 0
        self._give_down(top, self._room - within)
        self._scroll_to(header.sectionPosition(top) - within)

    def _show_end(self) -> None:
        """Measure upwards from the last row, and show it whole."""
        left = self._room
        for row in range(self._rows - 1, -1, -1):
            self._give((row,))
            left -= self._table.verticalHeader().sectionSize(row)
            if left <= 0:
                break
        self._scroll_to(self._table.verticalHeader().length())

    @property
    def _room(self) -> int:
        """What can be seen at most; a table on a page that scrolls is higher than the window."""
        return min(self._table.viewport().height(), self._table.window().height())

    def _give_down(self, row: int, left: int) -> None:
        while row < self._rows and left > 0:
            self._give((row,))
            left -= self._table.verticalHeader().sectionSize(row)
            row += 1

    def _give(self, rows: Iterable[int]) -> None:
        header = self._table.verticalHeader()
        for row in rows:
            if row not in self._measured:
                self._measured.add(row)
                header.resizeSection(row, self._height(row))

    def _scroll_to(self, value: int) -> None:
        self._placing = True
        # The bar must know how high all is now, or it would not go there.
        self._table.updateGeometries()
        self._table.verticalScrollBar().setValue(value)
        self._placing = False
