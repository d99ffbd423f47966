"""A figure of the report, as `exports` drew it, in the colours of the screen."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QSizePolicy, QWidget

from adjudicator_app.widgets.theme import theme
from exports import theme as paper

if TYPE_CHECKING:
    from exports.canvas import Figure

WIDEST = 900
# The roles a figure is drawn with on paper, and the screen's own for the same.
_ROLES = {
    paper.INK: "text",
    paper.INK_QUIET: "text2",
    paper.PAPER: "surface",
    paper.SUNKEN: "sunken",
    paper.LINE: "line",
    paper.EDGE: "strong",
    paper.ACCENT: "accent",
}

_BLANK = re.compile(rb'<path id="([^"]+)"(?: transform="[^"]*")?\s*/>')


class FigureView(QWidget):
    """One figure; its words go to screen readers."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._figure: Figure | None = None
        self._renderer = QSvgRenderer(self)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_figure(self, figure: Figure | None) -> None:
        """Show a figure, or none."""
        self._figure = figure
        self.setVisible(figure is not None)
        if figure is not None:
            self.setAccessibleName(figure.title)
            self.setAccessibleDescription(figure.alt)
        self.restyle()

    def restyle(self) -> None:
        """Take the colours and the size of the theme."""
        if self._figure is not None:
            self._renderer.load(QByteArray(recoloured(self._figure.svg)))
            self._renderer.setAspectRatioMode(Qt.AspectRatioMode.KeepAspectRatio)
        self.updateGeometry()
        self.update()

    def hasHeightForWidth(self) -> bool:
        """As high as its width makes it."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height at a width."""
        if self._figure is None:
            return 0
        return round(min(width, theme().px(WIDEST)) * self._figure.height / self._figure.width)

    def sizeHint(self) -> QSize:
        """Return the widest size."""
        wide = theme().px(WIDEST)
        return QSize(wide, self.heightForWidth(wide))

    def minimumSizeHint(self) -> QSize:
        """Return what can still be read."""
        return QSize(280, self.heightForWidth(280))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the figure at the beginning of the line."""
        if self._figure is None:
            return
        wide = min(self.width(), theme().px(WIDEST))
        rtl = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        box = QRectF(self.width() - wide if rtl else 0, 0, wide, self.heightForWidth(wide))
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._renderer.render(painter, box)


def recoloured(svg: bytes) -> bytes:
    """Return a drawing with paper's colours replaced by those of the screen."""
    colours = theme().colours
    # A blank is a letter without strokes; Qt complains about each one it is to place.
    for blank in _BLANK.findall(svg):
        svg = re.sub(rb'<use xlink:href="#%s"[^>]*/>' % re.escape(blank), b"", svg)
    svg = _BLANK.sub(b"", svg)
    # All at once: one screen colour may be another role's colour on paper.
    for place, on_paper in enumerate(_ROLES):
        svg = svg.replace(on_paper.lower().encode(), b"\0%d\0" % place)
    for place, role in enumerate(_ROLES.values()):
        svg = svg.replace(b"\0%d\0" % place, getattr(colours, role).name().encode())
    return svg
