"""The cards of the item list, painted: rows exist only while they are seen."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from adjudicator_app.presenters.saying import say
from adjudicator_app.qt_models.queue_model import IS_NEXT, ITEM, NOTE, QueueModel
from adjudicator_app.widgets.buttons import Button
from adjudicator_app.widgets.card_heights import CardHeights
from adjudicator_app.widgets.chips import ScopeBadge, StatusChip
from adjudicator_app.widgets.colours import Tone
from adjudicator_app.widgets.paint import draw_box
from adjudicator_app.widgets.painted_text import Paragraph, draw, height_of
from adjudicator_app.widgets.scroll_bars import put_scroll_bars, show_bar_unless
from adjudicator_app.widgets.theme import Type, Weight, theme
from bands_registry.services.views import ItemStatus, QueueItem
from fairmed_core.words.sentences import STEPS

Index = QModelIndex | QPersistentModelIndex
GAP, PADDING, NUMBER, STATUS_FROM = 8, 16, 40, 0.52
NARROW = 680


class QueueList(QListView):
    """The list of cards; a click, Enter or Space opens an item.

    Signals
    -------
    item_opened
        Id of the item.
    """

    item_opened = Signal(str)

    def __init__(self, model: QueueModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        put_scroll_bars(self)
        self._delegate = _CardDelegate(self)
        self.heights = self._delegate.heights
        # Before the view hears of it: it lays out at once what it is told.
        model.modelReset.connect(self.heights.forget)
        self.setModel(model)
        self.setItemDelegate(self._delegate)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.setStyleSheet("QListView { background: transparent; outline: none; }")
        self.setAccessibleName(self.tr("Your items"))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self.clicked.connect(self._open)
        self._whole = False
        self.heights.grown.connect(self._fit)
        model.modelReset.connect(self._measure)
        model.dataChanged.connect(self._measure)

    def show_whole(self, whole: bool) -> None:  # noqa: FBT001 (a slot)
        """Be as high as all cards, where the page scrolls instead of the list."""
        self._whole = whole
        show_bar_unless(self, whole=whole)
        self._fit()

    def sizeHint(self) -> QSize:
        """Return a height of a few cards: the list takes what room there is."""
        return QSize(theme().px(320), theme().px(320))

    def _measure(self) -> None:
        """Lay the cards out anew once what is in sight is measured."""
        self.heights.begin()
        self.scheduleDelayedItemsLayout()
        self._fit()

    def _fit(self) -> None:
        height = self.heights.whole
        if height != self.maximumHeight():
            self.setMaximumHeight(max(1, height))
        self.setMinimumHeight(height if self._whole else min(height, theme().px(200)))

    def restyle(self) -> None:
        """Lay the cards out for the present text scale."""
        self._delegate.forget_sizes()
        self._measure()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the cards, and see that each is as high as its words."""
        super().paintEvent(event)
        self.heights.see()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay the cards out for the present width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._delegate.forget_sizes()
            self._measure()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Begin at the card to go on with."""
        if not self.currentIndex().isValid() and self.model().rowCount():
            rows = range(self.model().rowCount())
            indexes = [self.model().index(row, 0) for row in rows]
            self.setCurrentIndex(next((i for i in indexes if i.data(IS_NEXT)), indexes[0]))
        super().focusInEvent(event)

    def begin(self) -> None:
        """Go to the first card."""
        if self.model().rowCount():
            self.setCurrentIndex(self.model().index(0, 0))
            self.setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open the present item with Enter or Space."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._open(self.currentIndex())
            return
        super().keyPressEvent(event)

    def focus_rect(self) -> QRect:
        """Return where the focus ring belongs: round the present card."""
        index = self.currentIndex()
        return card_rect(self.visualRect(index)) if index.isValid() else self.viewport().rect()

    def _open(self, index: Index) -> None:
        item = index.data(ITEM)
        if isinstance(item, QueueItem):
            self.item_opened.emit(item.item_id)


def card_rect(row: QRect) -> QRect:
    """Return the card within its row, without the gap below it."""
    return row.adjusted(1, 1, -1, -theme().px(GAP))


class _CardDelegate(QStyledItemDelegate):
    """Paints a card and says how high it is."""

    def __init__(self, view: QListView) -> None:
        super().__init__(view)
        self._view, self.heights = view, CardHeights(view, self._height_of)
        self._heights: dict[tuple[str, str, int], int] = {}
        # Painted through, never shown: the cards look like the same controls elsewhere.
        self._open = Button(self.tr("Open"), least_width=112, parent=view)
        self._continue = Button(self.tr("Continue"), least_width=112, parent=view)
        self._status = {status: StatusChip(status, view) for status in ItemStatus}
        self._scope = {inside: ScopeBadge(inside, view) for inside in (True, False)}
        for stamp in (self._open, self._continue, *self._status.values(), *self._scope.values()):
            stamp.hide()
            stamp.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def forget_sizes(self) -> None:
        """Measure afresh: width or text scale changed."""
        self._heights.clear()
        self.heights.forget()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the height of the card with the gap below it."""
        # The view asks for all rows again and again, whenever anything about its style changes.
        return QSize(self._view.viewport().width(), self.heights.of(index.row()))

    def _height_of(self, row: int) -> int:
        index, width = self._view.model().index(row, 0), self._view.viewport().width()
        item, note = _item(index), str(index.data(NOTE))
        key = (item.title + item.headline, note, width)
        if key not in self._heights:
            self._heights[key] = self._height(item, note, width)
        return self._heights[key]

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw the card."""
        item, note = _item(index), str(index.data(NOTE))
        is_next, colours, px = bool(index.data(IS_NEXT)), theme().colours, theme().px
        painter.save()
        painter.setLayoutDirection(self._view.layoutDirection())
        rect = card_rect(option.rect)
        over = bool(option.state & QStyle.StateFlag.State_MouseOver)
        draw_box(
            painter,
            rect,
            fill=colours.surface,
            edge=colours.accent if is_next else colours.strong if over else colours.line,
            width=2 if is_next else 1,
            radius=8,
        )
        place = self._places(rect)
        number = (Paragraph(str(item.position), Type.COLUMN, Weight.SEMIBOLD, Tone.TEXT2),)
        draw(painter, number, place.at(place.number, px(PADDING + 2)), place.number.width())
        below = draw(painter, _words(item), place.at(place.words, px(PADDING)), place.words.width())
        scope = self._scope[item.scope.inside]
        self._stamp(painter, scope, place, place.words, below + px(6) - rect.top())
        if place.narrow:
            top = below + px(36) - rect.top()
            status = self._status[item.status]
            self._stamp(painter, status, place, place.words, top)
            at = place.at(place.words, top + px(28))
            draw(painter, _note(note), at, place.words.width())
        else:
            self._stamp(painter, self._status[item.status], place, place.status, px(PADDING + 1))
            at = place.at(place.status, px(PADDING + 30))
            draw(painter, _note(note), at, place.status.width())
            button = self._continue if item.status is ItemStatus.DRAFT else self._open
            middle = (rect.height() - button.sizeHint().height()) // 2
            self._stamp(painter, button, place, place.button, middle)
        painter.restore()

    def _places(self, rect: QRect) -> _Places:
        # As wide as the largest number: a part of the list keeps the numbers of the whole.
        rows = self._view.model().rowCount()
        last = self._view.model().index(rows - 1, 0).data(ITEM) if rows else None
        digits = len(str(last.position)) if isinstance(last, QueueItem) else 1
        rtl = self._view.layoutDirection() is Qt.LayoutDirection.RightToLeft
        return _Places(rect, number=max(NUMBER, 14 + 13 * digits), rtl=rtl)

    def _stamp(
        self, painter: QPainter, widget: QWidget, place: _Places, column: QRect, top: int
    ) -> None:
        widget.setLayoutDirection(self._view.layoutDirection())
        widget.resize(widget.sizeHint())
        left = column.right() + 1 - widget.width() if place.rtl else column.left()
        painter.save()
        painter.translate(left, place.rect.top() + top)
        widget.render(painter, QPoint(), renderFlags=QWidget.RenderFlag.DrawChildren)
        painter.restore()

    def _height(self, item: QueueItem, note: str, width: int) -> int:
        px = theme().px
        place = self._places(card_rect(QRect(0, 0, width, 100)))
        words = px(PADDING) + height_of(_words(item), place.words.width()) + px(6 + 24 + 12)
        if place.narrow:
            words += px(36) + height_of(_note(note), place.words.width())
        else:
            status = px(PADDING + 30) + height_of(_note(note), place.status.width()) + px(12)
            words = max(words, status)
        return max(words, px(96)) + px(GAP) + 1


class _Places:
    """The columns of a card, mirrored under right-to-left."""

    def __init__(self, rect: QRect, *, number: int, rtl: bool) -> None:
        px = theme().px
        self.rect, self.rtl = rect, rtl
        self.narrow = rect.width() < px(NARROW)
        start, end = px(24), rect.width() - px(24)
        button = end - px(112)
        status = round(rect.width() * STATUS_FROM)
        words_end = end if self.narrow else status - px(16)
        self.number = self._column(start, start + px(number))
        self.words = self._column(start + px(number), words_end)
        self.status = self._column(status, button - px(16))
        self.button = self._column(button, end)

    def at(self, column: QRect, top: int) -> tuple[int, int]:
        """Return the top left corner of text in a column."""
        return column.left(), self.rect.top() + top

    def _column(self, start: int, end: int) -> QRect:
        left = self.rect.left() + (self.rect.width() - end if self.rtl else start)
        return QRect(left, self.rect.top(), max(1, end - start), self.rect.height())


def _item(index: Index) -> QueueItem:
    item = index.data(ITEM)
    assert isinstance(item, QueueItem)  # noqa: S101 (this delegate serves one model)
    return item


def _words(item: QueueItem) -> tuple[Paragraph, ...]:
    headline = item.headline[:1].lower() + item.headline[1:]
    return (
        Paragraph(item.title, Type.HEAD, Weight.SEMIBOLD),
        Paragraph(
            say("{step} step · {headline}").format(step=say(STEPS[item.step]), headline=headline),
            Type.SMALL,
            tone=Tone.TEXT2,
        ),
    )


def _note(note: str) -> tuple[Paragraph, ...]:
    return (Paragraph(note, Type.SMALL, tone=Tone.TEXT2),) if note else ()
