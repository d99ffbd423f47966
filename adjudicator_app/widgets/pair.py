"""Two widgets side by side, or below each other where the first would get too little room.

Use: ``Pair(words, buttons, least=200)``: `buttons` keeps its natural width at the end, `words`
takes the rest, at least 200 of it. Heights and least widths are told truly to the layout around,
which a box layout that changes its direction cannot do.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from adjudicator_app.widgets.theme import theme

# A width, whether the second is hidden, and the natural sizes of both.
_Asked = tuple[int, bool, QSize, QSize]


class Pair(QWidget):
    """The two, centred on each other while side by side."""

    def __init__(
        self,
        first: QWidget,
        second: QWidget,
        *,
        least: int,
        gap: int = 8,
        indent: int = 0,
        stacked: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.first, self.second = first, second
        self._least, self._gap, self._indent, self._stacked = least, gap, indent, stacked
        self._known: dict[int, tuple[_Asked, int]] = {}
        first.setParent(self)
        second.setParent(self)
        first.show()
        second.show()
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def beside(self, width: int) -> bool:
        """Whether both stand on one line at a width."""
        if self._alone:
            return True
        if self._stacked:
            return False
        px = theme().px
        first = max(px(self._least), self.first.minimumSizeHint().width())
        return width >= self.second.sizeHint().width() + px(self._gap) + first

    @property
    def _alone(self) -> bool:
        """Whether the second is hidden or empty and takes no room."""
        return self.second.isHidden() or self.second.sizeHint().isEmpty()

    def restyle(self) -> None:
        """Take the sizes of the present scale."""
        self._known.clear()
        self.updateGeometry()
        self._place()

    def heightForWidth(self, width: int) -> int:
        """Return the height at a width."""
        if not self.isVisible():
            # Nothing tells of a change in what cannot be seen.
            return self._height_at(width)
        # A layout may ask before either of the two has told that its size is another now.
        asked = (width, self._alone, self.first.sizeHint(), self.second.sizeHint())
        if self._known.get(width, (None, 0))[0] != asked:
            self._known[width] = (asked, self._height_at(width))
        return self._known[width][1]

    def sizeHint(self) -> QSize:
        """Return the size on one line."""
        first, second = self.first.sizeHint(), self.second.sizeHint()
        width = first.width() + theme().px(self._gap) + second.width()
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        """Return the least width, and the height of one line."""
        first, second = self.first.minimumSizeHint(), self.second.minimumSizeHint()
        width = max(first.width(), second.width() + theme().px(self._indent))
        return QSize(width, max(first.height(), second.height()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place both."""
        super().resizeEvent(event)
        self._place()

    def showEvent(self, event: QShowEvent) -> None:
        """Place what changed while it could not be seen."""
        super().showEvent(event)
        self._known.clear()
        self._place()

    def event(self, event: QEvent) -> bool:
        """Follow either of the two when its size changes."""
        if event.type() is QEvent.Type.LayoutRequest:
            self._known.clear()
            self.updateGeometry()
            self._place()
        return super().event(event)

    def _height_at(self, width: int) -> int:
        first, second = self._boxes(width)
        return max(first.bottom(), second.bottom()) + 1

    def _boxes(self, width: int) -> tuple[QRect, QRect]:
        gap = theme().px(self._gap)
        natural = QSize(0, 0) if self._alone else self.second.sizeHint()
        if self.beside(width):
            room = width - (natural.width() + gap if natural.width() > 0 else 0)
            high, low = _height(self.first, room), natural.height()
            whole = max(high, low)
            return (
                QRect(0, (whole - high) // 2, room, high),
                QRect(width - natural.width(), (whole - low) // 2, natural.width(), low),
            )
        high, indent = _height(self.first, width), theme().px(self._indent)
        below = min(natural.width(), width - indent)
        return (
            QRect(0, 0, width, high),
            QRect(indent, high + gap, below, _height(self.second, below)),
        )

    def _place(self) -> None:
        for widget, box in zip((self.first, self.second), self._boxes(self.width()), strict=True):
            left = box.x()
            if self.layoutDirection() is Qt.LayoutDirection.RightToLeft:
                left = self.width() - box.x() - box.width()
            widget.setGeometry(left, box.y(), box.width(), box.height())


def _height(widget: QWidget, width: int) -> int:
    if widget.hasHeightForWidth():
        return widget.heightForWidth(max(1, width))
    return widget.sizeHint().height()
