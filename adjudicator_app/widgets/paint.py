"""Shapes every painted control is made of."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from adjudicator_app.widgets.theme import theme


def draw_box(
    painter: QPainter,
    rect: QRect | QRectF,
    *,
    fill: QColor | None = None,
    edge: QColor | None = None,
    width: float = 1,
    radius: float = 6,
    dashes: Sequence[float] = (),
) -> None:
    """Draw a rounded box whose edge lies inside `rect`; width and radius are given at 100 %."""
    width *= theme().text_scale
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    half = width / 2 if edge is not None else 0
    inner = QRectF(rect).adjusted(half, half, -half, -half)
    if edge is None:
        painter.setPen(Qt.PenStyle.NoPen)
    else:
        pen = QPen(edge, width)
        if dashes:
            pen.setDashPattern(list(dashes))
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        painter.setPen(pen)
    painter.setBrush(fill if fill is not None else Qt.BrushStyle.NoBrush)
    rounded = min(theme().px(radius), inner.height() / 2)
    painter.drawRoundedRect(inner, rounded, rounded)
    painter.restore()
