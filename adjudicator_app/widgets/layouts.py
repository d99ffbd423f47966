"""Box layouts whose margins and gaps are given at 100 % and follow the text scale.

Use: ``column(parent, gap=8, margins=(16, 16, 16, 16))`` and ``row(...)``; ``parent`` may be None
for a nested layout. ``layout.add(a, b, STRETCH, c)`` adds widgets, layouts and stretches in order.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QBoxLayout, QFrame, QLayout, QScrollArea, QSizePolicy, QWidget

from adjudicator_app.widgets.scroll_bars import put_scroll_bars
from adjudicator_app.widgets.theme import theme

Margins = tuple[int, int, int, int]
STRETCH: Final = "stretch"
_DIRECT = Qt.FindChildOption.FindDirectChildrenOnly


class Box(QBoxLayout):
    """A row or column that keeps its unscaled measures."""

    def __init__(
        self,
        direction: QBoxLayout.Direction,
        parent: QWidget | None,
        *,
        gap: int,
        margins: Margins,
    ) -> None:
        super().__init__(direction)
        if parent is not None:
            parent.setLayout(self)
        self._gap, self._margins = gap, margins
        self.restyle()

    def restyle(self) -> None:
        """Scale margins and gap."""
        px = theme().px
        self.setSpacing(px(self._gap))
        self.setContentsMargins(*(px(side) for side in self._margins))

    def set_measures(self, *, gap: int | None = None, margins: Margins | None = None) -> None:
        """Change the unscaled gap or margins."""
        wanted = (
            self._gap if gap is None else gap,
            self._margins if margins is None else margins,
        )
        # The same once more would lay out everything inside anew.
        if wanted != (self._gap, self._margins):
            self._gap, self._margins = wanted
            self.restyle()

    def add(self, *items: QWidget | QLayout | str) -> Box:
        """Append items in order; `STRETCH` takes what room is left."""
        for item in items:
            if isinstance(item, QWidget):
                self.addWidget(item)
            elif isinstance(item, QLayout):
                self.addLayout(item)
            else:
                self.addStretch(1)
        return self

    def hold(self, *widgets: QWidget) -> None:
        """Hold exactly these widgets from the top; what follows them (a stretch) stays."""
        for old in set(self.widgets()) - set(widgets):
            # Not takeAt: an item that outlives its place keeps the widget's size hints stale.
            self.removeWidget(old)
        for place, widget in enumerate(widgets):
            # What stands in its place already stays: every move lays out the whole box anew.
            if self.indexOf(widget) != place:
                self.removeWidget(widget)
                self.insertWidget(place, widget)

    def widgets(self) -> list[QWidget]:
        """Return the widgets held, in order."""
        parent = self.parentWidget()
        there = parent.findChildren(QWidget, options=_DIRECT) if parent is not None else []
        # Not by way of the box's items: Qt frees them while Python still points to them.
        return sorted((part for part in there if self.indexOf(part) >= 0), key=self.indexOf)


def column(parent: QWidget | None = None, *, gap: int = 8, margins: Margins = (0, 0, 0, 0)) -> Box:
    """Return a column from top to bottom."""
    return Box(QBoxLayout.Direction.TopToBottom, parent, gap=gap, margins=margins)


def row(parent: QWidget | None = None, *, gap: int = 8, margins: Margins = (0, 0, 0, 0)) -> Box:
    """Return a row along the reading direction."""
    return Box(QBoxLayout.Direction.LeftToRight, parent, gap=gap, margins=margins)


@contextmanager
def laid_out_once(widget: QWidget) -> Iterator[None]:
    """Lay a widget out once for all the parts that come and go in it meanwhile."""
    layout = widget.layout()
    if layout is None or not layout.isEnabled():
        yield
        return
    # By itself a part that is shown has everything around it laid out there and then.
    layout.setEnabled(False)
    try:
        yield
    finally:
        layout.setEnabled(True)


def scrolled(content: QWidget) -> QScrollArea:
    """Return `content` in an area that scrolls down and never sideways."""
    area = QScrollArea()
    scroll_down(area, content)
    return area


def scroll_down(area: QScrollArea, content: QWidget) -> None:
    """Put `content` into an area so that it scrolls down and never sideways."""
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setFrameShape(QFrame.Shape.NoFrame)
    put_scroll_bars(area)
    content.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.MinimumExpanding)
    area.setWidget(content)
    # What is behind shows through; the area would have both painted over.
    area.viewport().setAutoFillBackground(False)
    content.setAutoFillBackground(False)


def beside_first_line(icon: QWidget, *, above: int = 2) -> Box:
    """Return an icon in a column of its own, level with the first line of the text beside it."""
    return column(gap=0, margins=(0, above, 0, 0)).add(icon, STRETCH)
