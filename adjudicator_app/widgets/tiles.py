"""Measured values as tiles, up to three in a row; a number and its unit never part."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFont, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from adjudicator_app.widgets.paint import draw_box
from adjudicator_app.widgets.theme import Type, Weight, theme
from fairmed_core.domain.vignette import Vital

MOST_COLUMNS = 3
HEIGHT, GAP, PAD = 56, 8, 9
VALUE, SMALL = (Type.HEAD, Weight.SEMIBOLD), (Type.CAPTION, Weight.REGULAR)


class Tile(QWidget):
    """One value under its name."""

    def __init__(self, vital: Vital, parent: QWidget) -> None:
        super().__init__(parent)
        self.show_vital(vital)

    def show_vital(self, vital: Vital) -> None:
        """Show another value."""
        self.vital = vital
        self.setAccessibleName(f"{vital.name}: {vital.value} {vital.unit}".strip())
        self.update()

    def needed_width(self) -> int:
        """Return the width that cuts nothing."""
        px = theme().px
        advance = theme().advance
        numbers = advance(self.vital.value, *VALUE)
        if self.vital.unit:
            numbers += px(4) + advance(self.vital.unit, *SMALL)
        return max(numbers, advance(self.vital.name, *SMALL)) + 2 * px(PAD) + 2

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw name, number and unit on a ground."""
        painter, colours, px = QPainter(self), theme().colours, theme().px
        draw_box(painter, self.rect(), fill=colours.sunken, edge=colours.line)
        middle = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignAbsolute
        rtl = self.layoutDirection() is Qt.LayoutDirection.RightToLeft

        def at(x: int, y: int, width: int) -> QRect:
            left = self.width() - x - width if rtl else x
            return QRect(left, px(y), width, px(20))

        painter.setPen(colours.text2)
        painter.setFont(self._small_font())
        name = painter.fontMetrics().horizontalAdvance(self.vital.name) + 1
        painter.drawText(at(px(PAD), 6, name), middle, self.vital.name)
        painter.setPen(colours.text)
        painter.setFont(self._value_font())
        value = painter.fontMetrics().horizontalAdvance(self.vital.value) + 1
        painter.drawText(at(px(PAD), 28, value), middle, self.vital.value)
        painter.setPen(colours.text2)
        painter.setFont(self._small_font())
        unit = painter.fontMetrics().horizontalAdvance(self.vital.unit) + 1
        painter.drawText(at(px(PAD + 4) + value, 29, unit), middle, self.vital.unit)

    @staticmethod
    def _value_font() -> QFont:
        return theme().font(*VALUE)

    @staticmethod
    def _small_font() -> QFont:
        return theme().font(*SMALL)


class Tiles(QWidget):
    """Tiles in as many columns as fit."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tiles: list[Tile] = []
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_vitals(self, vitals: tuple[Vital, ...]) -> None:
        """Show other values."""
        for tile in self.tiles[len(vitals) :]:
            tile.setParent(None)
            tile.deleteLater()
        del self.tiles[len(vitals) :]
        for tile, vital in zip(self.tiles, vitals, strict=False):
            tile.show_vital(vital)
        for vital in vitals[len(self.tiles) :]:
            self.tiles.append(Tile(vital, self))
            self.tiles[-1].show()
        self.restyle()

    def restyle(self) -> None:
        """Take the sizes of the present scale."""
        self.updateGeometry()
        self._place()

    def hasHeightForWidth(self) -> bool:
        """Fewer columns make more rows."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height at a width."""
        rows = -(-len(self.tiles) // self._columns(width))
        return rows * theme().px(HEIGHT) + (rows - 1) * theme().px(GAP)

    def sizeHint(self) -> QSize:
        """Return the size in full columns."""
        width = theme().px(384)
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        """Never narrower than the widest tile."""
        return QSize(self._widest(), theme().px(HEIGHT))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place the tiles."""
        super().resizeEvent(event)
        self._place()

    def _widest(self) -> int:
        return max((tile.needed_width() for tile in self.tiles), default=0)

    def _columns(self, width: int) -> int:
        widest, gap = self._widest(), theme().px(GAP)
        return max(1, min(MOST_COLUMNS, (width + gap) // (widest + gap)))

    def _place(self) -> None:
        columns, gap = self._columns(self.width()), theme().px(GAP)
        wide = (self.width() - gap * (columns - 1)) // columns
        high = theme().px(HEIGHT)
        for place, tile in enumerate(self.tiles):
            line, at = divmod(place, columns)
            if self.layoutDirection() is Qt.LayoutDirection.RightToLeft:
                at = columns - 1 - at
            tile.setGeometry(at * (wide + gap), line * (high + gap), wide, high)
