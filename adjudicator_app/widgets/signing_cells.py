"""The cells of the signing table, painted from the words of a row."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QTableView

from adjudicator_app.presenters.signing_text import SigningText
from adjudicator_app.qt_models.signing_model import ROW, TEXT, Column
from adjudicator_app.widgets.colours import Tone
from adjudicator_app.widgets.icons import paint_icon
from adjudicator_app.widgets.painted_text import Paragraph, draw, height_of
from adjudicator_app.widgets.theme import Type, Weight, theme
from bands_registry.services.views import SigningRow
from fairmed_core.domain.verdict import VerdictKind

Index = QModelIndex | QPersistentModelIndex
PAD_X, PAD_Y, ICON = 8, 11, 16
NARROW = 700
VERDICT_ICONS = {
    VerdictKind.ACCEPT: "tick_circle",
    VerdictKind.AMEND: "pencil",
    VerdictKind.DECLINE: "slashed_circle",
}


class SigningCells(QStyledItemDelegate):
    """Paints a cell from the words of its row."""

    def __init__(self, view: QTableView) -> None:
        super().__init__(view)
        self._view = view

    @property
    def narrow(self) -> bool:
        """Whether everything stands in one column."""
        return self._view.viewport().width() < theme().px(NARROW)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the height the words take at the column's width."""
        width = self._view.columnWidth(index.column())
        return QSize(width, self._height(index, width))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw the cell and the line under its row."""
        row, text = _values(index)
        painter.save()
        rtl = self._view.layoutDirection() is Qt.LayoutDirection.RightToLeft
        painter.setLayoutDirection(self._view.layoutDirection())
        rect: QRect = option.rect
        last = index.row() == self._view.model().rowCount() - 1
        if not last:
            line = theme().colours.line
            painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, line)
        box = _inner(rect)
        column = Column(index.column())
        if self.narrow:
            top = draw(painter, _item_words(text), (box.left(), box.top()), box.width())
            below = QRect(box.left(), top + theme().px(8), box.width(), 0)
            top = self._verdict(painter, below, row, text, rtl=rtl)
            below.moveTop(top + theme().px(8))
            self._effect(painter, below, text, rtl=rtl)
        elif column is Column.POSITION:
            draw(painter, (_number(row),), (box.left(), box.top()), box.width())
        elif column is Column.ITEM:
            draw(painter, _item_words(text), (box.left(), box.top()), box.width())
        elif column is Column.VERDICT:
            self._verdict(painter, box, row, text, rtl=rtl)
        else:
            self._effect(painter, box, text, rtl=rtl)
        painter.restore()

    def edit_rect(self, rect: QRect, index: Index) -> QRect:
        """Return where "Edit" stands in a cell."""
        _, text = _values(index)
        box = _inner(rect)
        top = box.top()
        if self.narrow:
            top += height_of(_item_words(text), box.width()) + theme().px(8)
        rtl = self._view.layoutDirection() is Qt.LayoutDirection.RightToLeft
        at = QRect(box.left(), top, box.width(), box.height())
        return self._edit_at(at, text, rtl=rtl).adjusted(-6, -4, 6, 4)

    def _height(self, index: Index, width: int) -> int:
        _, text = _values(index)
        px, inner = theme().px, max(1, width - 2 * theme().px(PAD_X))
        item, verdict = height_of(_item_words(text), inner), self._verdict_height(text, inner)
        effect = theme().line_height(Type.BODY) + height_of(_why(text), inner - px(ICON + 6))
        heights = {Column.ITEM: item, Column.VERDICT: verdict, Column.EFFECT: effect}
        if self.narrow:
            return item + verdict + effect + px(16) + 2 * px(PAD_Y) + 1
        return heights.get(Column(index.column()), px(20)) + 2 * px(PAD_Y) + 1

    def _verdict_height(self, text: SigningText, width: int) -> int:
        return theme().line_height(Type.BODY) + height_of(_says(text), width)

    def _verdict(
        self, painter: QPainter, box: QRect, row: SigningRow, text: SigningText, *, rtl: bool
    ) -> int:
        colours, px = theme().colours, theme().px
        line, size = theme().line_height(Type.BODY), px(ICON)
        icon_left = box.right() - size if rtl else box.left()
        at = box.top() + (line - size) / 2
        paint_icon(painter, VERDICT_ICONS[row.kind], colours.text, icon_left, at, size)
        indent = px(ICON + 10)
        words = box.adjusted(0, 0, -indent, 0) if rtl else box.adjusted(indent, 0, 0, 0)
        word = Paragraph(text.verdict, Type.BODY, Weight.SEMIBOLD)
        draw(painter, (word,), (words.left(), box.top()), words.width())
        index_rect = self._edit_at(box, text, rtl=rtl)
        painter.setFont(theme().font(Type.SMALL, Weight.SEMIBOLD))
        painter.setPen(colours.accent)
        painter.drawText(index_rect, Qt.AlignmentFlag.AlignCenter, self.tr("Edit"))
        return draw(painter, _says(text), (box.left(), box.top() + line), box.width())

    def _edit_at(self, box: QRect, text: SigningText, *, rtl: bool) -> QRect:
        strong = QFontMetrics(theme().font(Type.BODY, Weight.SEMIBOLD))
        link = QFontMetrics(theme().font(Type.SMALL, Weight.SEMIBOLD))
        start = theme().px(ICON + 10) + strong.horizontalAdvance(text.verdict) + theme().px(16)
        width = link.horizontalAdvance(self.tr("Edit"))
        left = box.right() - start - width if rtl else box.left() + start
        return QRect(left, box.top(), width, theme().line_height(Type.BODY))

    def _effect(self, painter: QPainter, box: QRect, text: SigningText, *, rtl: bool) -> None:
        colours, px = theme().colours, theme().px
        line, size = theme().line_height(Type.BODY), px(ICON)
        icon_left = box.right() - size if rtl else box.left()
        name, colour = ("tick", colours.ok) if text.counts else ("info", colours.text2)
        if text.outside:
            name, colour = "signpost", colours.warn
        paint_icon(painter, name, colour, icon_left, box.top() + (line - size) / 2, size)
        indent = px(ICON + 6)
        words = box.adjusted(0, 0, -indent, 0) if rtl else box.adjusted(indent, 0, 0, 0)
        head = Paragraph(text.effect, Type.SMALL, Weight.SEMIBOLD)
        top = draw(painter, (head,), (words.left(), box.top()), words.width())
        draw(painter, _why(text), (words.left(), top), words.width())


def _values(index: Index) -> tuple[SigningRow, SigningText]:
    row, text = index.data(ROW), index.data(TEXT)
    assert isinstance(row, SigningRow)  # noqa: S101 (this delegate serves one model)
    assert isinstance(text, SigningText)  # noqa: S101 (as above)
    return row, text


def _inner(rect: QRect) -> QRect:
    return rect.adjusted(theme().px(PAD_X), theme().px(PAD_Y), -theme().px(PAD_X), 0)


def _number(row: SigningRow) -> Paragraph:
    return Paragraph(str(row.position), Type.BODY, Weight.SEMIBOLD, Tone.TEXT2)


def _item_words(text: SigningText) -> tuple[Paragraph, ...]:
    return (
        Paragraph(text.title, Type.BODY, Weight.SEMIBOLD),
        Paragraph(text.actions, Type.BODY, before=2),
        Paragraph(text.draft, Type.CAPTION, tone=Tone.TEXT2, before=4),
        Paragraph(text.answers, Type.CAPTION, tone=Tone.TEXT2, before=4),
    )


def _says(text: SigningText) -> tuple[Paragraph, ...]:
    return tuple(Paragraph(said, Type.SMALL, before=2) for said in text.says)


def _why(text: SigningText) -> tuple[Paragraph, ...]:
    return (Paragraph(text.why, Type.CAPTION, tone=Tone.TEXT2),) if text.why else ()
