"""Heights of the cards of a list: measured where they are seen, the rest while nothing happens.

Use: ``heights = CardHeights(view, height)`` with ``height(row)``; ``heights.begin()`` whenever
words, their size or the width are others; the delegate's size hint gives ``heights.of(row)``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QObject, QPoint, QTimer, Signal
from PySide6.QtWidgets import QAbstractItemView, QListView

from adjudicator_app.widgets.theme import theme

AT_ONCE, TOGETHER, LIKELY = 20, 200, 105


class CardHeights(QObject):
    """Knows how high each card is; what is in sight always has its own height.

    Signals
    -------
    grown
        All cards together are of another height.
    """

    grown = Signal()

    def __init__(self, view: QListView, height: Callable[[int], int]) -> None:
        super().__init__(view)
        self._view, self._height = view, height
        self._known: dict[int, int] = {}
        self._measured: set[int] = set()
        self._next, self._placing, self._stale = 0, False, False
        self._rest = QTimer(self, interval=0)
        self._rest.timeout.connect(self._go_on)
        self._seen = QTimer(self, singleShot=True, interval=0)
        self._seen.timeout.connect(self._measure_seen)
        view.verticalScrollBar().valueChanged.connect(self._moved)

    @property
    def settled(self) -> bool:
        """Whether every card has its own height."""
        return not self._rest.isActive()

    @property
    def whole(self) -> int:
        """The height of all cards, those not measured yet as high as is likely."""
        return sum(self._known.values()) + (self._rows - len(self._known)) * theme().px(LIKELY)

    def of(self, row: int) -> int:
        """Return the height of a card, a likely one until it is measured."""
        return self._known.get(row, theme().px(LIKELY))

    def forget(self) -> None:
        """Know nothing: other cards are shown."""
        self._known.clear()
        self._measured.clear()

    def begin(self) -> None:
        """Measure anew, first what is in sight; the card on top stays there."""
        top = max(0, self._top)
        self._measured.clear()
        self._next = 0
        self._give(range(min(AT_ONCE, self._rows)))
        self._give_down(top, self._room)
        if self._view.isVisible():
            self._rest.start()

    def see(self) -> None:
        """Look, at the next turn, that what is in sight has its own height, and go on with all."""
        if len(self._measured) < self._rows:
            self._seen.start()
            self._rest.start()

    @property
    def _rows(self) -> int:
        return self._view.model().rowCount()

    @property
    def _top(self) -> int:
        return self._at(0)

    @property
    def _room(self) -> int:
        """What can be seen at most; a list on a page that scrolls is higher than the window."""
        return min(self._view.viewport().height(), self._view.window().height())

    def _at(self, y: int) -> int:
        return self._view.indexAt(QPoint(self._view.viewport().width() // 2, y)).row()

    def _go_on(self) -> None:
        """Measure a few more, and lay all out now and then: the view asks for every card again."""
        few = range(self._next, min(self._next + AT_ONCE, self._rows))
        self._next = few.stop
        self._stale |= self._give(few)
        done = self._next >= self._rows
        if done:
            self._rest.stop()
        if self._stale and (done or self._next % TOGETHER == 0):
            self._lay_out()

    def _measure_seen(self) -> None:
        seen = self._view.viewport().visibleRegion().boundingRect()
        top = self._at(seen.top())
        if top >= 0 and self._give_down(top, seen.height() + self.of(top)):
            self._lay_out()

    def _moved(self, value: int) -> None:
        """Measure what has come into sight."""
        if self._placing or len(self._measured) >= self._rows:
            return
        at_end = value == self._view.verticalScrollBar().maximum()
        if at_end:
            changed = self._give_up()
        else:
            changed = self._give_down(max(0, self._top), self._room + theme().px(LIKELY))
        if changed:
            self._lay_out(at_end=at_end)

    def _give_down(self, row: int, left: int) -> bool:
        changed = False
        while row < self._rows and left > 0:
            changed |= self._give((row,))
            left -= self.of(row)
            row += 1
        return changed

    def _give_up(self) -> bool:
        changed, left = False, self._room
        for row in range(self._rows - 1, -1, -1):
            changed |= self._give((row,))
            left -= self.of(row)
            if left <= 0:
                break
        return changed

    def _give(self, rows: Iterable[int]) -> bool:
        """Measure these; return whether one is not as high as it was taken for."""
        changed = False
        for row in rows:
            if row not in self._measured:
                self._measured.add(row)
                before, self._known[row] = self.of(row), self._height(row)
                changed |= self._known[row] != before
        return changed

    def _lay_out(self, *, at_end: bool = False) -> None:
        """Lay the cards out anew; who is at the end stays there, and else what is on top does."""
        bar, model, top = self._view.verticalScrollBar(), self._view.model(), self._top
        at_end = at_end or 0 < bar.value() == bar.maximum()
        before = self._view.visualRect(model.index(top, 0)).top() if top >= 0 else 0
        self._placing, self._stale = True, False
        self._view.doItemsLayout()
        self.grown.emit()
        if at_end:
            self._view.scrollTo(
                model.index(self._rows - 1, 0), QAbstractItemView.ScrollHint.PositionAtBottom
            )
        elif top > 0:
            after = self._view.visualRect(model.index(top, 0)).top()
            bar.setValue(bar.value() + after - before)
        self._placing = False
