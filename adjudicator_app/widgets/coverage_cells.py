"""What the coverage grid's cells and headings look like, painted."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTableView

from adjudicator_app.presenters.overview_text import (
    CellText,
    Ground,
    ItemText,
    RaterText,
    Standing,
)
from adjudicator_app.qt_models.overview_model import WORDS
from adjudicator_app.widgets.colours import Tone
from adjudicator_app.widgets.icons import paint_icon
from adjudicator_app.widgets.paint import draw_box
from adjudicator_app.widgets.theme import Type, Weight, theme

Index = QModelIndex | QPersistentModelIndex
STANDINGS = {
    Standing.CLINICIAN: ("rosette", Tone.OK),
    Standing.GUIDELINE: ("book", Tone.TEXT2),
    Standing.AUTHOR: ("pencil", Tone.TEXT2),
    Standing.UNRESOLVED: ("warning", Tone.WARN),
}


class Line:
    """A line of icons and words laid along the reading direction from one end of a box."""

    def __init__(self, painter: QPainter, box: QRect, *, rtl: bool) -> None:
        self._painter, self._box, self._rtl = painter, box, rtl
        self._used = 0

    def icon(self, name: str, colour: QColor, *, size: int = 16, gap: int = 6) -> None:
        """Draw an icon."""
        side = theme().px(size)
        box = self._take(side)
        top = box.top() + (box.height() - side) // 2
        paint_icon(self._painter, name, colour, box.left(), top, side)
        self._used += theme().px(gap)

    def words(self, text: str, colour: QColor, kind: Type, weight: Weight = Weight.REGULAR) -> None:
        """Draw words, shortened where there is no room for all of them."""
        font = theme().font(kind, weight)
        metrics = QFontMetrics(font)
        room = max(0, self._box.width() - self._used)
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
        box = self._take(min(room, metrics.horizontalAdvance(shown) + 1))
        self._painter.setFont(font)
        self._painter.setPen(colour)
        self._painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, shown)

    def _take(self, width: int) -> QRect:
        left = self._box.left() + self._used
        if self._rtl:
            left = self._box.right() + 1 - self._used - width
        self._used += width
        return QRect(left, self._box.top(), width, self._box.height())


class CoverageCells(QStyledItemDelegate):
    """Paints what a rater said about an item."""

    def __init__(self, view: QTableView) -> None:
        super().__init__(view)
        self._view = view

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw the cell."""
        words = index.data(WORDS)
        if not isinstance(words, CellText):
            return
        colours, px = theme().colours, theme().px
        rtl = self._view.layoutDirection() is Qt.LayoutDirection.RightToLeft
        painter.save()
        painter.fillRect(option.rect, colours.surface)
        bottom = option.rect.adjusted(0, option.rect.height() - 1, 0, 0)
        painter.fillRect(bottom, colours.line)
        box = option.rect.adjusted(px(4), px(7), -px(4), -px(8))
        self._ground(painter, box, words)
        if option.state & QStyle.StateFlag.State_HasFocus:
            draw_box(painter, box.adjusted(-2, -2, 2, 2), edge=colours.focus, width=2, radius=8)
        inside = box.adjusted(px(9), px(4), -px(9), -px(4))
        if words.ground is Ground.BARE:
            line = Line(painter, inside, rtl=rtl)
            if words.icon:
                line.icon(words.icon, colours.text2)
            line.words(words.word, colours.text2, Type.SMALL)
        else:
            self._said(painter, inside, words, rtl=rtl)
        painter.restore()

    def _ground(self, painter: QPainter, box: QRect, words: CellText) -> None:
        colours = theme().colours
        if words.ground is Ground.WARN:
            edge = colours.warn if theme().high_contrast else None
            draw_box(painter, box, fill=colours.warn_soft, edge=edge)
        elif words.ground is not Ground.BARE:
            hidden = words.ground is Ground.HIDDEN
            fill = colours.sunken if hidden else colours.surface
            draw_box(painter, box, fill=fill, edge=colours.line)

    def _said(self, painter: QPainter, inside: QRect, words: CellText, *, rtl: bool) -> None:
        colours, px = theme().colours, theme().px
        resign = words.icon == "turning_arrow"
        colour = colours.warn if resign else colours.text
        half = inside.height() // 2
        above = QRect(inside.left(), inside.top(), inside.width(), half)
        if words.outside:
            side = px(16)
            at = above.left() if rtl else above.right() + 1 - side
            top = above.top() + (half - side) // 2
            paint_icon(painter, "signpost", colours.warn, at, top, side)
            above.adjust(side if rtl else 0, 0, 0 if rtl else -side, 0)
        line = Line(painter, above, rtl=rtl)
        line.icon(words.icon, colours.text2 if words.ground is Ground.HIDDEN else colour)
        line.words(words.word, colour, Type.SMALL, Weight.SEMIBOLD)
        below = QRect(inside.left(), inside.top() + half, inside.width(), inside.height() - half)
        below.adjust(0 if rtl else px(22), 0, -px(22) if rtl else 0, 0)
        detail = colours.text2 if words.ground is Ground.HIDDEN else colours.text
        Line(painter, below, rtl=rtl).words(words.detail, detail, Type.CAPTION)


def paint_item(painter: QPainter, rect: QRect, item: ItemText, *, rtl: bool) -> None:
    """Draw the heading of a row: the item's title, and where it stands."""
    colours, px = theme().colours, theme().px
    painter.fillRect(rect, colours.surface)
    painter.fillRect(rect.adjusted(0, rect.height() - 1, 0, 0), colours.line)
    edge = rect.left() if rtl else rect.right()
    painter.fillRect(QRect(edge, rect.top(), 1, rect.height()), colours.line)
    inside = rect.adjusted(px(16), px(9), -px(12), -px(10))
    half = inside.height() // 2
    above = QRect(inside.left(), inside.top(), inside.width(), half)
    Line(painter, above, rtl=rtl).words(item.title, colours.text, Type.BODY, Weight.SEMIBOLD)
    below = QRect(inside.left(), inside.top() + half, inside.width(), inside.height() - half)
    icon, tone = STANDINGS[item.standing]
    line = Line(painter, below, rtl=rtl)
    line.icon(icon, tone.of(colours), size=14)
    line.words(item.word, tone.of(colours), Type.CAPTION, Weight.MEDIUM)
    line.words(f"  ·  {item.line}", colours.text2, Type.CAPTION)


def paint_rater(painter: QPainter, rect: QRect, rater: RaterText, *, rtl: bool) -> None:
    """Draw the heading of a column: what a rater is, and who."""
    colours, px = theme().colours, theme().px
    painter.fillRect(rect, colours.surface)
    painter.fillRect(rect.adjusted(0, rect.height() - 1, 0, 0), colours.line)
    inside = rect.adjusted(px(12), px(8), -px(6), -px(8))
    half = inside.height() // 2
    above = QRect(inside.left(), inside.top(), inside.width(), half)
    below = QRect(inside.left(), inside.top() + half, inside.width(), inside.height() - half)
    Line(painter, above, rtl=rtl).words(rater.head, colours.text, Type.CAPTION, Weight.SEMIBOLD)
    Line(painter, below, rtl=rtl).words(rater.code, colours.text2, Type.CAPTION)
