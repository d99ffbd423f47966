"""The program's icon in every size and container the systems ask for, drawn from its SVG.

python packaging/icons.py FOLDER
"""

import os
import struct
import sys
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

LOGO = Path(__file__).resolve().parent.parent / "adjudicator_app" / "resources" / "logo.svg"
SIZES = (16, 24, 32, 48, 64, 128, 256, 512)
ICO_SIZES = (16, 24, 32, 48, 64, 256)
# Types of an .icns file that hold a PNG, with the pixels of their side.
ICNS = (("icp4", 16), ("icp5", 32), ("icp6", 64), ("ic07", 128), ("ic08", 256), ("ic09", 512))


def png(side: int) -> bytes:
    """Return the logo as PNG, `side` pixels wide and high."""
    image = QImage(side, side, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    QSvgRenderer(str(LOGO)).render(painter)
    painter.end()
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")
    return data.data()


def ico() -> bytes:
    """Return a Windows icon: a directory of PNGs; a side of 256 is written as 0."""
    pictures = [(side, png(side)) for side in ICO_SIZES]
    place = 6 + 16 * len(pictures)
    head = struct.pack("<3H", 0, 1, len(pictures))
    for side, data in pictures:
        head += struct.pack("<4B2H2L", side % 256, side % 256, 0, 0, 1, 32, len(data), place)
        place += len(data)
    return head + b"".join(data for _, data in pictures)


def icns() -> bytes:
    """Return a macOS icon: PNGs, each behind its type and length."""
    parts = b""
    for kind, side in ICNS:
        data = png(side)
        parts += kind.encode() + struct.pack(">L", len(data) + 8) + data
    return b"icns" + struct.pack(">L", len(parts) + 8) + parts


def write_icons(folder: Path) -> None:
    """Write fairmed.ico, fairmed.icns and PNGs in a theme's folders into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    application = QGuiApplication.instance() or QGuiApplication([])
    for side in SIZES:
        place = folder / "hicolor" / f"{side}x{side}" / "apps"
        place.mkdir(parents=True, exist_ok=True)
        (place / "fairmed-adjudicator.png").write_bytes(png(side))
    (folder / "fairmed.ico").write_bytes(ico())
    (folder / "fairmed.icns").write_bytes(icns())
    del application


if __name__ == "__main__":
    write_icons(Path(sys.argv[1]))
