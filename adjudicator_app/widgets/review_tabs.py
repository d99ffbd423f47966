"""Tabs for case, rule and judgement where they do not fit side by side."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from adjudicator_app.widgets.chips import ScopeBadge
from adjudicator_app.widgets.group_button import GroupButton, arrow_step
from adjudicator_app.widgets.layouts import row
from adjudicator_app.widgets.paint import draw_box
from adjudicator_app.widgets.theme import Type, Weight, theme


class _Tab(GroupButton):
    """One tab."""

    def __init__(self, text: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.low = False
        self.setText(text)
        self.setCheckable(True)
        self.setAutoExclusive(True)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)

    def restyle(self) -> None:
        """Take the sizes of the present scale."""
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size with the stronger weight, so that choosing moves nothing."""
        strong = theme().font(Type.BODY, Weight.SEMIBOLD)
        width = QFontMetrics(strong).horizontalAdvance(self.text())
        return QSize(width + theme().px(24), theme().px(36 if self.low else 48))

    def minimumSizeHint(self) -> QSize:
        """Tabs never cut their word."""
        return self.sizeHint()

    def focus_rect(self) -> QRect:
        """Keep the ring inside the row."""
        return self.rect().adjusted(4, 6, -4, -6)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the word, and the bar below the present tab."""
        painter, colours, px = QPainter(self), theme().colours, theme().px
        here = self.isChecked()
        weight = Weight.SEMIBOLD if here else Weight.MEDIUM
        painter.setFont(theme().font(Type.BODY, weight))
        painter.setPen(colours.text if here else colours.text2)
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.text())
        if here:
            bar = QRect(0, self.height() - px(3), self.width(), px(3))
            draw_box(painter, bar, fill=colours.accent, radius=1.5)


class ReviewTabs(QWidget):
    """Case, rule, judgement; and at the end whether the item lies in her setting.

    Signals
    -------
    chosen
        The number of the tab, from 0.
    """

    chosen = Signal(int)

    def __init__(self, names: tuple[str, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.badge = ScopeBadge(True)
        self._row = layout = row(self, gap=8, margins=(24, 0, 24, 1))
        self._tabs = [_Tab(name, self) for name in names]
        for place, tab in enumerate(self._tabs):
            layout.add(tab)
            tab.clicked.connect(lambda _checked=False, n=place: self.chosen.emit(n))
        layout.addStretch(1)
        layout.add(self.badge)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def show_tab(self, number: int) -> None:
        """Light a tab."""
        self._tabs[number].setChecked(True)
        for place, tab in enumerate(self._tabs):
            here = place == number
            tab.setFocusPolicy(Qt.FocusPolicy.StrongFocus if here else Qt.FocusPolicy.ClickFocus)
            tab.update()

    def set_low(self, low: bool) -> None:  # noqa: FBT001 (a setter of one switch)
        """Take less room."""
        side = 4 if low else 24
        self._row.set_measures(margins=(side, 0, 16 if low else 24, 1))
        for tab in self._tabs:
            tab.low = low
            tab.updateGeometry()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move by arrows."""
        step = arrow_step(event, self.layoutDirection())
        if not step:
            super().keyPressEvent(event)
            return
        here = next((i for i, tab in enumerate(self._tabs) if tab.isChecked()), 0)
        target = (here + step) % len(self._tabs)
        self.chosen.emit(target)
        self._tabs[target].setFocus(Qt.FocusReason.OtherFocusReason)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw surface and line."""
        painter, colours = QPainter(self), theme().colours
        painter.fillRect(self.rect(), colours.surface)
        painter.fillRect(0, self.height() - 1, self.width(), 1, colours.line)
