"""What every dialog is made of: a heading, a body that scrolls only when it must, and buttons."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QDialog, QWidget

from adjudicator_app.widgets.buttons import Button, Look
from adjudicator_app.widgets.layouts import STRETCH, Box, column, row, scrolled
from adjudicator_app.widgets.text import Text
from adjudicator_app.widgets.theme import Type, Weight, theme


class Sheet(QDialog):
    """A dialog of the program's own look: heading, body, buttons at the end."""

    def __init__(self, title: str, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self._content = QWidget()
        self.body: Box = column(self._content, gap=16, margins=(0, 4, 4, 4))
        self.buttons: Box = row(gap=12)
        self.buttons.add(STRETCH)
        self._area = scrolled(self._content)
        # Reachable by Tab, so that arrows and page keys scroll it.
        self._area.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._area.setAccessibleName(title)
        self._whole = column(self, gap=20, margins=(24, 24, 20, 20))
        self._whole.add(Text(title, Type.COLUMN, Weight.SEMIBOLD))
        self._whole.addWidget(self._area, 1)
        self._whole.add(self.buttons)
        if parent is not None:
            # At large text the body scrolls; the buttons stay within the window behind.
            self.setMaximumSize(parent.size())
        self._content.installEventFilter(self)
        self._taken = QSize()

    # Left to itself, a dialog is never higher than two thirds of the screen.

    def open(self) -> None:
        """Show it with the room its body needs."""
        self._take_room()
        super().open()

    def exec(self) -> int:
        """Show it with the room its body needs, and wait for the answer."""
        self._take_room()
        return super().exec()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Grow with the body: details unfolded, a sentence added, larger text."""
        if event.type() is QEvent.Type.LayoutRequest and self.isVisible():
            self._take_room()
        return super().eventFilter(watched, event)

    def _take_room(self) -> None:
        """Be as large as nothing needs to scroll, as far as the window behind allows it."""
        self.ensurePolished()
        self._area.updateGeometry()  # it says nothing of changes inside it
        self.setMinimumWidth(min(theme().px(440), self.maximumWidth()))
        # What shows itself for the first time may ask for far too much before it is laid out: only
        # a size that somebody else chose is kept.
        shown = self.size() if self.isVisible() else QSize(0, 0)
        held = QSize(0, 0) if shown == self._taken else shown
        width = max(shown.width(), self.minimumWidth(), self.sizeHint().width())
        width = min(width, self.maximumWidth())
        wanted = QSize(width, self._height_at(width)).expandedTo(held)
        self.resize(wanted.boundedTo(self.maximumSize()))
        self._taken = self.size()
        if wanted.height() <= self.maximumHeight() and self._area.verticalScrollBar().isVisible():
            # A bar that is there takes width, so that what fits without it seems too high for ever.
            self._area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
            self._area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)

    def _height_at(self, width: int) -> int:
        sides = self._whole.contentsMargins()
        inner = width - sides.left() - sides.right() - 2 * self._area.frameWidth()
        least = self._content.minimumSizeHint().height()
        body = max(least, self._content.heightForWidth(inner))
        return self._whole.totalHeightForWidth(width) - self._area.sizeHint().height() + body

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the surface."""
        QPainter(self).fillRect(self.rect(), theme().colours.surface)

    def add_button(self, text: str, look: Look, act: Callable[[], object]) -> Button:
        """Add a button at the end."""
        button = Button(text, look)
        button.clicked.connect(act)
        self.buttons.add(button)
        return button
