"""The coverage grid: items by raters, item names and headings always in sight."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import QFocusEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QSizePolicy,
    QTableView,
    QWidget,
)

from adjudicator_app.presenters.overview_text import ItemText, RaterText
from adjudicator_app.qt_models.overview_model import WORDS, OverviewModel
from adjudicator_app.widgets.coverage_cells import CoverageCells, Line, paint_item, paint_rater
from adjudicator_app.widgets.scroll_bars import put_scroll_bars
from adjudicator_app.widgets.theme import Type, Weight, theme

ROW, HEADING, NAMES = 64, 56, 312
LEAST_COLUMN, MOST_COLUMN = 136, 300
# Item names take no more than this share of a narrow table.
MOST_NAMES = 0.5


class _Heading(QHeaderView):
    """Raters across, or items down; only what is seen is painted."""

    def __init__(self, orientation: Qt.Orientation, parent: QWidget) -> None:
        super().__init__(orientation, parent)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setSectionsClickable(False)
        self.setHighlightSections(False)
        self.setMinimumSectionSize(1)

    def sizeHint(self) -> QSize:
        """Return the size the table gives anyway: measuring the words of all rows takes long."""
        return QSize(theme().px(NAMES), theme().px(HEADING))

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        """Draw one heading."""
        words = self.model().headerData(section, self.orientation(), WORDS)
        rtl = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        painter.save()
        if isinstance(words, ItemText):
            paint_item(painter, rect, words, rtl=rtl)
        elif isinstance(words, RaterText):
            paint_rater(painter, rect, words, rtl=rtl)
        painter.restore()


class _Corner(QWidget):
    """What the first column is, above it."""

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the words and the lines beside and under them."""
        painter, colours, px = QPainter(self), theme().colours, theme().px
        painter.fillRect(self.rect(), colours.surface)
        painter.fillRect(0, self.height() - 1, self.width(), 1, colours.line)
        rtl = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        painter.fillRect(0 if rtl else self.width() - 1, 0, 1, self.height(), colours.line)
        inside = self.rect().adjusted(px(16), 0, -px(12), 0)
        line = Line(painter, inside, rtl=rtl)
        line.words(self.accessibleName(), colours.text2, Type.SMALL, Weight.SEMIBOLD)


class CoverageTable(QTableView):
    """The grid; arrows move, every cell says all of itself to a screen reader."""

    def __init__(self, model: OverviewModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setModel(model)
        self.setItemDelegate(CoverageCells(self))
        self._across = _Heading(Qt.Orientation.Horizontal, self)
        self._down = _Heading(Qt.Orientation.Vertical, self)
        self.setHorizontalHeader(self._across)
        self.setVerticalHeader(self._down)
        self._corner = _Corner(self)
        self._corner.setAccessibleName(self.tr("Item and its standing"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        put_scroll_bars(self)
        self.setShowGrid(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTabKeyNavigation(False)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(self.tr("Coverage, items by clinicians"))
        self._whole = False
        model.modelReset.connect(self._fit)
        self.restyle()

    def show_whole(self, whole: bool) -> None:  # noqa: FBT001 (a slot)
        """Be as high as a few rows, where the page scrolls and not only the table."""
        self._whole = whole
        self._fit()

    def sizeHint(self) -> QSize:
        """Return a height of a few rows: the table takes what room there is."""
        return QSize(theme().px(480), theme().px(320))

    def focus_rect(self) -> QRect:
        """No ring round the whole: the present cell draws its own."""
        return QRect()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Begin at the first cell."""
        if not self.currentIndex().isValid() and self.model().rowCount():
            self.setCurrentIndex(self.model().index(0, 0))
        super().focusInEvent(event)

    def restyle(self) -> None:
        """Take sizes and colours of the theme."""
        colours = theme().colours
        self.setStyleSheet(
            "QTableView { background: transparent; outline: none; border: none; }"
            f"QHeaderView {{ background: {colours.surface.name()}; border: none; }}"
        )
        self._fit()

    def event(self, event: QEvent) -> bool:
        """Lay the columns out for the present width.

        The table's own, which `resizeEvent` does not tell where a scroll bar makes up for it.
        """
        done = super().event(event)
        if event.type() is QEvent.Type.Resize:
            self._fit()
        return done

    def _fit(self) -> None:
        px, count = theme().px, self.model().columnCount()
        names = min(px(NAMES), round(self.width() * MOST_NAMES))
        if self._down.width() != names or self._down.maximumWidth() != names:
            self._down.setFixedWidth(names)
        self._across.setFixedHeight(px(HEADING))
        self._down.setDefaultSectionSize(px(ROW))
        room = (self.width() - names - px(12)) // max(1, count)
        self._across.setDefaultSectionSize(max(px(LEAST_COLUMN), min(px(MOST_COLUMN), room)))
        rtl = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        left = self.width() - names if rtl else 0
        self._corner.setGeometry(left, 0, names, px(HEADING))
        self._corner.raise_()
        height = px(HEADING) + self.model().rowCount() * px(ROW) + 1
        self.setMaximumHeight(max(px(HEADING + ROW), height + px(10)))
        self.setMinimumHeight(min(height, px(HEADING + (6 if self._whole else 2) * ROW)))
        # Bars that were needed beside the old columns go at once.
        self.updateGeometries()
