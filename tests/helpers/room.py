"""Whether what is shown has the room it needs."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QAbstractButton, QScrollArea, QWidget

from adjudicator_app.widgets.chips import ScopeBadge, StatusChip
from adjudicator_app.widgets.text import Text


def inner(widget: QWidget, top: QWidget) -> QRect:
    """Where a widget stands in another."""
    return QRect(widget.mapTo(top, QPoint(0, 0)), widget.size())


def clipped(top: QWidget) -> list[str]:
    """Visible widgets that get less room than their words need, or reach out of their page."""
    found = []
    for widget in top.findChildren(QWidget):
        if not widget.isVisible():
            continue
        if isinstance(widget, Text):
            needed = widget.text_rect()
            if needed.width() > widget.width() + 1 or needed.height() > widget.height() + 1:
                found.append(f"text {widget.text()!r} {needed} in {widget.size()}")
        if isinstance(widget, QAbstractButton | StatusChip | ScopeBadge):
            least = widget.minimumSizeHint()
            if least.width() > widget.width() or least.height() > widget.height() + 1:
                found.append(f"{type(widget).__name__} {widget.text()!r} {widget.size()}")
        parent = widget.parentWidget()
        if parent is not None and not isinstance(parent.parentWidget(), QScrollArea):
            box = QRect(widget.pos(), widget.size())
            sideways = box.left() < 0 or box.right() > parent.width()
            if sideways and type(widget).__name__ != "FocusRing":
                found.append(f"{type(widget).__name__} reaches out of {type(parent).__name__}")
    return found
