"""Progress in segments: one per item while they fit, else one bar.

Use: ``ProgressSegments()``; ``bar.show_progress([1.0, 0.5, 0, 0], "1 of 4 ready to sign")``.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from adjudicator_app.widgets.paint import draw_box
from adjudicator_app.widgets.theme import theme

MOST_SEGMENTS = 24


class ProgressSegments(QWidget):
    """A row of small bars, each filled by its share."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shares: tuple[float, ...] = (0.0,)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_progress(self, shares: Sequence[float], words: str) -> None:
        """Show shares of 0 to 1; `words` says the same to a screen reader."""
        shares = tuple(shares) or (0.0,)
        if len(shares) > MOST_SEGMENTS:
            shares = (sum(shares) / len(shares),)
        self._shares = tuple(shares)
        self.setAccessibleName(words)
        self.update()

    def restyle(self) -> None:
        """Take the size of the present scale."""
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Return a thin bar that takes what width there is."""
        return QSize(theme().px(120), theme().px(8))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the bars in reading order."""
        painter, colours = QPainter(self), theme().colours
        rtl = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        count, gap = len(self._shares), theme().px(8 if len(self._shares) <= 8 else 4)
        wide = (self.width() - gap * (count - 1)) / count
        for place, share in enumerate(self._shares):
            at = count - 1 - place if rtl else place
            box = QRectF(at * (wide + gap), 0, wide, self.height())
            draw_box(painter, box, fill=colours.sunken, edge=colours.strong, radius=4)
            if share <= 0:
                continue
            painter.save()
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            whole, part = QPainterPath(), QPainterPath()
            whole.addRoundedRect(box, box.height() / 2, box.height() / 2)
            left = box.right() - wide * share if rtl else box.left()
            part.addRect(QRectF(left, 0, wide * share, box.height()))
            painter.fillPath(whole.intersected(part), colours.accent)
            painter.restore()
