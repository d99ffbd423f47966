"""One level of a scale as a toggle: number, word, a tick when it is in her set."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QWidget

from adjudicator_app.presenters.saying import say
from adjudicator_app.widgets.group_button import GroupButton
from adjudicator_app.widgets.icons import paint_icon
from adjudicator_app.widgets.paint import draw_box
from adjudicator_app.widgets.theme import Type, Weight, theme
from fairmed_core.domain.action_space import Level
from fairmed_core.words.joining import listed


class LevelChip(GroupButton):
    """A toggle; what it does is up to the editor around it."""

    def __init__(self, level: Level, *, in_draft: bool, disputed: bool, parent: QWidget) -> None:
        super().__init__(parent)
        self.level = level
        self._in_draft, self._disputed = in_draft, disputed
        self._stacked, self._words = False, Type.SMALL
        self.setText(f"{level.value} {level.label}")
        self.setCheckable(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.show_chosen(False)

    def show_draft(self, *, in_draft: bool, disputed: bool) -> None:
        """Show what the author made of the level; `show_chosen` follows."""
        self._in_draft, self._disputed = in_draft, disputed

    def show_chosen(self, chosen: bool) -> None:  # noqa: FBT001 (the one thing it shows)
        """Show whether the level is in her set, to the eye and to a screen reader."""
        self.setChecked(chosen)
        label = self.level.label
        word = label if len(label) > 1 and label.isupper() else label.lower()
        parts = [f"{self.level.value} {word}"]
        parts.append(self.tr("in your set") if chosen else self.tr("not in your set"))
        if self._in_draft:
            parts.append(self.tr("in the author's draft"))
        if self._disputed:
            parts.append(self.tr("disputed by the author"))
        self.setAccessibleName(listed(parts, say))
        self.update()

    def set_shape(self, *, stacked: bool, words: Type) -> None:
        """Stand as a row of a list, or as a tile beside others with words of this size."""
        self._stacked, self._words = stacked, words
        self.update()

    def nextCheckState(self) -> None:
        """Leave the state to the set that is shown."""

    def words_width(self, kind: Type = Type.SMALL) -> int:
        """Return the width of the word at its strongest."""
        return theme().advance(self.level.label, kind, Weight.SEMIBOLD) + 1

    def stacked_width(self) -> int:
        """Return the width of number, word and tick in one row."""
        px = theme().px
        number = theme().advance(str(self.level.value), Type.HEAD, Weight.SEMIBOLD)
        return number + self.words_width() + px(12 + 8 + 14 + 2 * 12)

    def sizeHint(self) -> QSize:
        """Return the size of a tile."""
        return QSize(self.words_width() + theme().px(16), theme().px(64))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the tile or row."""
        painter, colours = QPainter(self), theme().colours
        chosen = self.isChecked()
        fill = colours.accent if chosen else colours.surface
        if not chosen and self.underMouse():
            fill = colours.sunken
        edge = None if chosen else colours.strong
        draw_box(painter, self.rect(), fill=fill, edge=edge)
        if self._disputed:
            self._paint_hatch(painter, colours.on_accent if chosen else colours.strong)
        painter.setPen(colours.on_accent if chosen else colours.text)
        if self._stacked:
            self._paint_row(painter)
        else:
            self._paint_tile(painter)

    def _paint_tile(self, painter: QPainter) -> None:
        px, colours, chosen = theme().px, theme().colours, self.isChecked()
        painter.setFont(theme().font(Type.LEVEL, Weight.SEMIBOLD))
        centre = Qt.AlignmentFlag.AlignCenter
        painter.drawText(QRect(0, px(10), self.width(), px(24)), centre, str(self.level.value))
        if not chosen:
            painter.setPen(colours.text2)
        painter.setFont(theme().font(self._words, Weight.SEMIBOLD if chosen else Weight.REGULAR))
        painter.drawText(QRect(0, px(36), self.width(), px(20)), centre, self.level.label)
        if chosen:
            size = px(14)
            rtl = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
            x = px(8) if rtl else self.width() - px(8) - size
            paint_icon(painter, "tick", colours.on_accent, x, px(8), size)

    def _paint_row(self, painter: QPainter) -> None:
        px, colours, chosen = theme().px, theme().colours, self.isChecked()
        rtl = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        number = str(self.level.value)
        painter.setFont(theme().font(Type.HEAD, Weight.SEMIBOLD))
        wide = theme().advance(number, Type.HEAD, Weight.SEMIBOLD) + 1
        middle = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignAbsolute

        def at(x: int, width: int) -> QRect:
            return QRect(self.width() - x - width if rtl else x, 0, width, self.height())

        painter.drawText(at(px(12), wide), middle, number)
        painter.setFont(theme().font(Type.SMALL, Weight.SEMIBOLD if chosen else Weight.REGULAR))
        painter.drawText(at(px(24) + wide, self.words_width()), middle, self.level.label)
        if chosen:
            size = px(14)
            box = at(self.width() - px(12) - size, size)
            y = (self.height() - size) / 2
            paint_icon(painter, "tick", colours.on_accent, box.x(), y, size)

    def _paint_hatch(self, painter: QPainter, colour: QColor) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setOpacity(0.35)
        inside = QPainterPath()
        radius = theme().px(6)
        inside.addRoundedRect(self.rect().toRectF().adjusted(1, 1, -1, -1), radius, radius)
        painter.fillPath(inside, QBrush(colour, Qt.BrushStyle.BDiagPattern))
        painter.restore()
