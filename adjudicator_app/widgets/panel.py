"""A column of the review: a card whose content scrolls, and a place the Tab key stops at."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QScrollArea, QWidget

from adjudicator_app.widgets.layouts import Box, column, scroll_down
from adjudicator_app.widgets.paint import draw_box
from adjudicator_app.widgets.theme import theme

READING_WIDTH = 620


_BY_KEY = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
)


class _Area(QScrollArea):
    """The scrolled part: ringed when she goes there by key, not when the program puts her there."""

    def __init__(self, content: QWidget, name: str) -> None:
        super().__init__()
        scroll_down(self, content)
        self._ringed = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(name)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Remember how she came here."""
        self._ringed = event.reason() in _BY_KEY
        super().focusInEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to the beginning or the end of a long text; a scroll area alone does not."""
        bar = self.verticalScrollBar()
        ends = {Qt.Key.Key_Home: bar.minimum(), Qt.Key.Key_End: bar.maximum()}
        key = Qt.Key(event.key())
        if key in ends:
            bar.setValue(ends[key])
        else:
            super().keyPressEvent(event)

    def focus_rect(self) -> QRect:
        """Keep the ring inside the card."""
        return self.rect().adjusted(3, 3, -3, -3) if self._ringed else QRect()


class Panel(QWidget):
    """A card with scrolled content; arrow and page keys scroll it while it has the focus."""

    def __init__(self, name: str, *, gap: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._flat = False
        self._inner = QWidget()
        self.body: Box = column(self._inner, gap=gap, margins=(15, 15, 15, 15))
        self.body.addStretch(1)
        self.area: QScrollArea = _Area(self._inner, name)
        column(self, gap=0, margins=(1, 1, 1, 1)).add(self.area)
        self.setFocusProxy(self.area)

    def set_flat(self, flat: bool) -> None:  # noqa: FBT001 (a setter of one switch)
        """Fill the whole room without a card's edge, where room is short."""
        self._flat = flat
        self.restyle()

    def restyle(self) -> None:
        """Keep lines short enough to read."""
        self._inner.setMaximumWidth(theme().px(READING_WIDTH))
        self.update()

    def show_blocks(self, *blocks: QWidget) -> None:
        """Show other content from the top; what is not among it any more goes."""
        for old in set(self.body.widgets()) - set(blocks):
            self.body.removeWidget(old)
            old.hide()
            old.deleteLater()
        self.body.hold(*blocks)
        self.area.verticalScrollBar().setValue(0)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the card."""
        painter, colours = QPainter(self), theme().colours
        if self._flat:
            painter.fillRect(self.rect(), colours.surface)
        else:
            draw_box(painter, self.rect(), fill=colours.surface, edge=colours.line, radius=8)
