"""Chips: where an item stands and whether it lies in the reader's setting; icon, word, colour last.

Use: ``StatusChip(ItemStatus.DRAFT)``, ``chip.show_status(...)``; ``ScopeBadge(scope.inside)``.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from adjudicator_app.widgets.colours import Colours
from adjudicator_app.widgets.icons import paint_icon
from adjudicator_app.widgets.paint import draw_box
from adjudicator_app.widgets.theme import Type, Weight, theme
from bands_registry.services.views import ItemStatus
from fairmed_core.words.sentences import STATUSES


@dataclass(frozen=True)
class _Look:
    icon: str
    text: str
    ground: str
    edge: str = ""


_STATUS_LOOKS = {
    ItemStatus.NOT_STARTED: _Look("dashed_circle", "text2", "sunken", "line"),
    ItemStatus.DRAFT: _Look("pencil", "text", "sunken", "line"),
    ItemStatus.READY: _Look("tick_circle", "selected_text", "selected"),
    ItemStatus.SIGNED: _Look("rosette", "ok", "ok_soft"),
    ItemStatus.DECLINED: _Look("slashed_circle", "text", "sunken", "line"),
    ItemStatus.NEEDS_RESIGNING: _Look("turning_arrow", "warn", "warn_soft"),
}
_OUTSIDE = _Look("signpost", "warn", "warn_soft")
_INSIDE = _Look("pin", "text2", "")


class _Chip(QLabel):
    """An icon and a word on a rounded ground."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = _INSIDE
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.restyle()

    def show_look(self, look: _Look, text: str) -> None:
        """Show another state."""
        self._look = look
        self.setText(text)
        self.updateGeometry()
        self.update()

    def restyle(self) -> None:
        """Take the font of the present scale."""
        self.setFont(theme().font(Type.CAPTION, Weight.MEDIUM))
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Return the size of icon, word and padding."""
        px = theme().px
        side = 8 if self._look.ground else 0
        width = px(14 + 6 + 2 * side + (2 if side else 0))
        return QSize(width + self.fontMetrics().horizontalAdvance(self.text()) + 1, px(24))

    def minimumSizeHint(self) -> QSize:
        """Chips never cut their word."""
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw ground, icon and word."""
        painter, colours, px = QPainter(self), theme().colours, theme().px
        look = self._look
        colour = _colour(colours, look.text)
        if look.ground:
            # On high-contrast grounds the chip is told from the page by its edge alone.
            edge = _colour(colours, look.edge) if look.edge else None
            edge = colour if theme().high_contrast else edge
            draw_box(painter, self.rect(), fill=_colour(colours, look.ground), edge=edge, radius=12)
        x, icon = px(8 if look.ground else 0), px(14)
        rtl = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        left = self.width() - x - icon if rtl else x
        paint_icon(painter, look.icon, colour, left, (self.height() - icon) // 2, icon)
        x += icon + px(6)
        painter.setPen(colour)
        width = self.fontMetrics().horizontalAdvance(self.text())
        start = self.width() - x - width if rtl else x
        box = QRect(start, 0, width + 1, self.height())
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, self.text())


class StatusChip(_Chip):
    """Where an item stands."""

    def __init__(self, status: ItemStatus, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.show_status(status)

    def show_status(self, status: ItemStatus) -> None:
        """Show another status."""
        self.show_look(_STATUS_LOOKS[status], self.tr(STATUSES[status.value]))


class ScopeBadge(_Chip):
    """Whether an item lies in the reader's setting."""

    def __init__(self, inside: bool, parent: QWidget | None = None) -> None:  # noqa: FBT001
        super().__init__(parent)
        self.show_scope(inside)

    def show_scope(self, inside: bool) -> None:  # noqa: FBT001 (the one thing it shows)
        """Show inside or outside."""
        text = self.tr("In your setting") if inside else self.tr("Outside your setting")
        self.show_look(_INSIDE if inside else _OUTSIDE, text)


def _colour(colours: Colours, role: str) -> QColor:
    colour: QColor = getattr(colours, role)
    return colour
