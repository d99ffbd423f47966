"""The parts of the report, one below the other."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from adjudicator_app.qt_models.report_model import SECTION, SectionModel
from adjudicator_app.widgets.colours import Tone
from adjudicator_app.widgets.paint import draw_box
from adjudicator_app.widgets.painted_text import Paragraph, draw, height_of
from adjudicator_app.widgets.theme import Type, Weight, theme

Index = QModelIndex | QPersistentModelIndex
PAD_X, PAD_Y = 14, 7


class _Cells(QStyledItemDelegate):
    """Paints a part's title, wrapped, on its own ground while it is the present one."""

    def __init__(self, view: QListView) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the height the title takes."""
        width = self._view.viewport().width()
        words = _words(index, present=index.row() == self._view.currentIndex().row())
        inner = width - 2 * theme().px(PAD_X)
        return QSize(width, height_of(words, inner) + 2 * theme().px(PAD_Y))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw ground and title."""
        colours, px = theme().colours, theme().px
        present = bool(option.state & QStyle.StateFlag.State_Selected)
        over = bool(option.state & QStyle.StateFlag.State_MouseOver)
        painter.save()
        painter.setLayoutDirection(self._view.layoutDirection())
        rect = option.rect
        if present:
            edge = colours.accent if theme().high_contrast else None
            draw_box(painter, rect, fill=colours.selected, edge=edge)
        elif over:
            draw_box(painter, rect, fill=colours.sunken)
        at = (rect.left() + px(PAD_X), rect.top() + px(PAD_Y))
        draw(painter, _words(index, present=present), at, rect.width() - 2 * px(PAD_X))
        painter.restore()


class SectionList(QListView):
    """The report's parts; arrows and clicks open one.

    Signals
    -------
    section_chosen
        Id of the part.
    """

    section_chosen = Signal(str)

    def __init__(self, model: SectionModel) -> None:
        super().__init__()
        self._sections = model
        self.setModel(model)
        self.setItemDelegate(_Cells(self))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setStyleSheet("QListView { background: transparent; outline: none; }")
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Parts of the report"))

    def restyle(self) -> None:
        """Take the sizes of the present scale."""
        self.scheduleDelayedItemsLayout()
        self._fit()

    def show_section(self, section: str) -> None:
        """Show a part as the present one."""
        there = self._sections.row_of(section)
        if there >= 0 and there != self.currentIndex().row():
            self.setCurrentIndex(self._sections.index(there))
        self._fit()

    def currentChanged(self, current: Index, previous: Index) -> None:
        """Tell which part is wanted."""
        super().currentChanged(current, previous)
        # The present title is bolder and may take a line more.
        self.scheduleDelayedItemsLayout()
        self._fit()
        section = current.data(SECTION)
        if isinstance(section, str):
            self.section_chosen.emit(section)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Be as high as all parts are at this width."""
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()
        self._fit()

    def _fit(self) -> None:
        rows = range(self._sections.rowCount())
        height = max(1, sum(self.sizeHintForRow(one) for one in rows))
        if height != self.maximumHeight():
            self.setFixedHeight(height)
            self.scrollToTop()


def _words(index: Index, *, present: bool) -> tuple[Paragraph, ...]:
    title = str(index.data(Qt.ItemDataRole.DisplayRole))
    if present:
        return (Paragraph(title, Type.SMALL, Weight.SEMIBOLD, Tone.SELECTED),)
    return (Paragraph(title, Type.SMALL),)
