"""A table of the report: each number with its interval, what it rests on under it."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from adjudicator_app.qt_models.report_model import ROW, Column, ReportTableModel
from adjudicator_app.widgets.colours import Tone
from adjudicator_app.widgets.paint import draw_box
from adjudicator_app.widgets.painted_text import Paragraph, draw, height_of
from adjudicator_app.widgets.theme import Type, Weight, theme

Index = QModelIndex | QPersistentModelIndex
NARROW = 620
SHARES = {Column.LABEL: 0.28, Column.NUMBER: 0.36}
PAD_X, PAD_Y = 12, 8


class _Cells(QStyledItemDelegate):
    """Paints label, number and what stands beside it; all in one cell where it is narrow."""

    def __init__(self, view: ReportTable) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the height the words take."""
        width = self._view.columnWidth(index.column())
        inner = width - 2 * theme().px(PAD_X)
        height = height_of(self._words(index), inner) + 2 * theme().px(PAD_Y)
        return QSize(width, height)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw the words and the line under them."""
        colours, px = theme().colours, theme().px
        painter.save()
        painter.setLayoutDirection(self._view.layoutDirection())
        rect: QRect = option.rect
        painter.fillRect(rect.adjusted(0, rect.height() - 1, 0, 0), colours.line)
        if option.state & QStyle.StateFlag.State_HasFocus:
            draw_box(painter, rect.adjusted(1, 1, -1, -2), edge=colours.focus, width=2)
        at = (rect.left() + px(PAD_X), rect.top() + px(PAD_Y))
        draw(painter, self._words(index), at, rect.width() - 2 * px(PAD_X))
        painter.restore()

    def _words(self, index: Index) -> tuple[Paragraph, ...]:
        row = index.data(ROW)
        value = f"{row.value}  {row.interval}" if row.value != "NA" else row.value
        number = [Paragraph(value, Type.SMALL, Weight.SEMIBOLD)]
        if row.value == "NA":
            number.append(Paragraph(row.interval, Type.CAPTION))
        if row.provisional:
            number.append(Paragraph(row.provisional, Type.CAPTION, Weight.MEDIUM, Tone.WARN))
        number.append(Paragraph(row.counts, Type.CAPTION, tone=Tone.TEXT2))
        label = Paragraph(row.label, Type.SMALL, Weight.SEMIBOLD)
        beside = Paragraph(row.beside, Type.CAPTION, tone=Tone.TEXT2)
        if self._view.narrow:
            whole = (label, *number, beside)
        else:
            parts = {Column.LABEL: (label,), Column.NUMBER: tuple(number)}
            whole = parts.get(Column(index.column()), (beside,))
        return tuple(paragraph for paragraph in whole if paragraph.text)


class ReportTable(QTableView):
    """As high as its rows: the page scrolls, not the table."""

    def __init__(self, model: ReportTableModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._table = model
        self.setModel(model)
        self.setItemDelegate(_Cells(self))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().setSectionsClickable(False)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        model.modelReset.connect(self._fit)
        self.restyle()

    @property
    def narrow(self) -> bool:
        """Whether everything stands in one column."""
        return self.width() < theme().px(NARROW)

    def focus_rect(self) -> QRect:
        """No ring round the whole: the present cell draws its own."""
        return QRect()

    def restyle(self) -> None:
        """Take sizes and colours of the theme."""
        colours, px = theme().colours, theme().px
        header = self.horizontalHeader()
        header.setFont(theme().font(Type.CAPTION, Weight.SEMIBOLD))
        header.setFixedHeight(px(32))
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeading)
        self.setStyleSheet(
            "QTableView { background: transparent; outline: none; border: none; }"
            "QHeaderView { background: transparent; }"
            "QHeaderView::section { background: transparent; border: none;"
            f" border-bottom: 1px solid {colours.strong.name()}; padding: 0 {px(PAD_X)}px;"
            f" color: {colours.text2.name()}; }}"
        )
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay the columns out for the present width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    def sizeHint(self) -> QSize:
        """Return the height of all rows."""
        return QSize(theme().px(480), self.minimumHeight())

    def _fit(self) -> None:
        width = self.viewport().width()
        self.setColumnHidden(Column.NUMBER, self.narrow)
        self.setColumnHidden(Column.BESIDE, self.narrow or not self._table.has_beside)
        self.horizontalHeader().setVisible(not self.narrow)
        if self.narrow:
            self.setColumnWidth(Column.LABEL, width)
        else:
            label = round(width * SHARES[Column.LABEL])
            rest = width - label
            number = round(width * SHARES[Column.NUMBER]) if self._table.has_beside else rest
            self.setColumnWidth(Column.LABEL, label)
            self.setColumnWidth(Column.NUMBER, number)
            self.setColumnWidth(Column.BESIDE, rest - number)
        self.resizeRowsToContents()
        head = 0 if self.narrow else self.horizontalHeader().height()
        height = head + self.verticalHeader().length() + 1
        if height != self.minimumHeight():
            self.setFixedHeight(height)
