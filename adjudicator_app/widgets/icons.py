"""Icons: our own outlines in one stroke style, tinted by colour role and sharp at any scale.

Use: ``icon_pixmap("tick_circle", Tone.OK, 16)``; the names are the files in
``resources/icons``. `paint_icon` draws one inside a ``paintEvent``.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from adjudicator_app.widgets.colours import Tone
from adjudicator_app.widgets.theme import theme

# These point along the reading direction and turn around with it.
MIRRORED = frozenset({"chevron_left", "chevron_right", "undo", "redo"})


@lru_cache(maxsize=256)
def _svg(name: str, colour: str) -> QByteArray:
    text = (files("adjudicator_app.resources") / "icons" / f"{name}.svg").read_text("utf-8")
    return QByteArray(text.replace("currentColor", colour).encode())


@lru_cache(maxsize=1024)
def _rendered(name: str, colour: str, pixels: int, mirrored: bool) -> QPixmap:  # noqa: FBT001
    pixmap = QPixmap(pixels, pixels)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    if mirrored:
        painter.translate(pixels, 0)
        painter.scale(-1, 1)
    QSvgRenderer(_svg(name, colour)).render(painter, QRectF(0, 0, pixels, pixels))
    painter.end()
    return pixmap


def tinted(
    name: str, colour: QColor, size: int, *, ratio: float = 1.0, rtl: bool = False
) -> QPixmap:
    """Return an icon in a colour; `size` in device-independent pixels, already scaled."""
    turned = rtl and name in MIRRORED
    pixmap = QPixmap(_rendered(name, colour.name(), max(1, round(size * ratio)), turned))
    pixmap.setDevicePixelRatio(ratio)
    return pixmap


def icon_pixmap(name: str, tone: Tone, size: int = 16, *, ratio: float = 1.0) -> QPixmap:
    """Return an icon in a colour role; `size` at 100 % text scale."""
    return tinted(name, tone.of(theme().colours), theme().px(size), ratio=ratio)


def paint_icon(  # noqa: PLR0917 (in the order of the painter's own calls)
    painter: QPainter, name: str, colour: QColor, x: float, y: float, size: int
) -> None:
    """Draw an icon with its top left corner at (x, y); `size` already scaled."""
    device = painter.device()
    ratio = device.devicePixelRatio() if device is not None else 1.0
    rtl = painter.layoutDirection() is Qt.LayoutDirection.RightToLeft
    painter.drawPixmap(round(x), round(y), tinted(name, colour, size, ratio=ratio, rtl=rtl))


def logo_pixmap(size: int = 28, *, ratio: float = 1.0) -> QPixmap:
    """Return the logo in the present accent; `size` at 100 % text scale."""
    colours = theme().colours
    text = (files("adjudicator_app.resources") / "logo.svg").read_text("utf-8")
    text = text.replace("#0E5A70", colours.accent.name()).replace(
        "#FFFFFF", colours.on_accent.name()
    )
    pixels = max(1, round(theme().px(size) * ratio))
    pixmap = QPixmap(pixels, pixels)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    QSvgRenderer(QByteArray(text.encode())).render(painter, QRectF(0, 0, pixels, pixels))
    painter.end()
    pixmap.setDevicePixelRatio(ratio)
    return pixmap


def window_icon() -> QIcon:
    """Return the program's icon in its own colours, for title bars and task switchers."""
    path = str(files("adjudicator_app.resources") / "logo.svg")
    icon = QIcon()
    icon.addFile(path, QSize(64, 64))
    return icon
