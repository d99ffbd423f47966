"""The table of what is about to be signed: every word that will be printed, none cut."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QSizePolicy,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from adjudicator_app.qt_models.signing_model import ROW, Column, SigningModel
from adjudicator_app.widgets.row_heights import RowHeights
from adjudicator_app.widgets.scroll_bars import put_scroll_bars, show_bar_unless
from adjudicator_app.widgets.signing_cells import PAD_X, SigningCells
from adjudicator_app.widgets.theme import Type, Weight, theme
from bands_registry.services.views import SigningRow

Index = QModelIndex | QPersistentModelIndex
HEADING = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeading | Qt.TextFlag.TextWordWrap
POSITION_WIDTH, EFFECT_WIDTH, ITEM_SHARE = 40, 144, 0.42


class SigningTable(QTableView):
    """Rows as high as their words; "Edit" or Enter goes back to an item.

    Signals
    -------
    edit_asked
        Id of the item.
    """

    edit_asked = Signal(str)

    def __init__(self, model: SigningModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setModel(model)
        self._delegate = SigningCells(self)
        self.setItemDelegate(self._delegate)
        self.setFrameShape(QFrame.Shape.NoFrame)
        put_scroll_bars(self)
        self.setShowGrid(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        self.setWordWrap(True)
        self.verticalHeader().hide()
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().setSectionsClickable(False)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self.setMouseTracking(True)
        self.setAccessibleName(self.tr("What you are about to sign"))
        self._whole = False
        self.heights = RowHeights(self, self._height_of)
        self.heights.grown.connect(self._take_height)
        self._measured_for: tuple[object, ...] = ()
        model.modelReset.connect(self._measure)
        self.restyle()

    @property
    def narrow(self) -> bool:
        """Whether everything stands in one column."""
        return self._delegate.narrow

    def show_whole(self, whole: bool) -> None:  # noqa: FBT001 (a slot)
        """Be as high as all rows, where the page scrolls instead of the table."""
        self._whole = whole
        show_bar_unless(self, whole=whole)
        self._take_height()

    def sizeHint(self) -> QSize:
        """Return a height of a few rows: the table takes what room there is."""
        return QSize(theme().px(320), theme().px(320))

    def restyle(self) -> None:
        """Take sizes and colours of the theme."""
        colours, px = theme().colours, theme().px
        header = self.horizontalHeader()
        font = theme().font(Type.SMALL, Weight.SEMIBOLD)
        header.setFont(font)
        header.setDefaultAlignment(HEADING)
        self.setStyleSheet(
            "QTableView { background: transparent; outline: none; }"
            f"QHeaderView {{ background: transparent; color: {colours.text2.name()}; }}"
            "QHeaderView::section { background: transparent; border: none;"
            f" border-bottom: 1px solid {colours.line.name()}; padding: 0 {px(PAD_X)}px;"
            f" color: {colours.text2.name()};"
            f" font-size: {font.pixelSize()}px; font-weight: {font.weight().value}; }}"
        )
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay the columns out for the present width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the rows, and see that each is as high as its words."""
        super().paintEvent(event)
        self.heights.see()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go back to the present item with Enter."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._edit(self.currentIndex())
            event.accept()
            return
        super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Go back to an item when its "Edit" is clicked."""
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if index.isValid() and self.edit_rect(index.row()).contains(event.position().toPoint()):
            self._edit(index)

    def viewportEvent(self, event: QEvent) -> bool:
        """Show that "Edit" can be clicked."""
        if isinstance(event, QMouseEvent) and event.type() is QEvent.Type.MouseMove:
            index = self.indexAt(event.position().toPoint())
            over = index.isValid() and self.edit_rect(index.row()).contains(
                event.position().toPoint()
            )
            shape = Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor
            self.viewport().setCursor(shape)
        return super().viewportEvent(event)

    def edit_rect(self, row: int) -> QRect:
        """Return where "Edit" stands in a row, in the viewport's coordinates."""
        column = Column.ITEM if self.narrow else Column.VERDICT
        index = self.model().index(row, column)
        return self._delegate.edit_rect(self.visualRect(index), index)

    def _edit(self, index: Index) -> None:
        row = index.data(ROW)
        if isinstance(row, SigningRow):
            self.edit_asked.emit(row.item_id)

    def _fit(self) -> None:
        width, px = self.viewport().width(), theme().px
        for column in (Column.POSITION, Column.VERDICT, Column.EFFECT):
            self.setColumnHidden(column, self.narrow)
        if self.narrow:
            self.setColumnWidth(Column.ITEM, width)
        else:
            rest = width - px(POSITION_WIDTH) - px(EFFECT_WIDTH)
            self.setColumnWidth(Column.POSITION, px(POSITION_WIDTH))
            self.setColumnWidth(Column.ITEM, round(rest * ITEM_SHARE))
            self.setColumnWidth(Column.VERDICT, rest - round(rest * ITEM_SHARE))
            self.setColumnWidth(Column.EFFECT, px(EFFECT_WIDTH))
        self._fit_headings()
        wanted = (width, theme().text_scale, theme().families, self.layoutDirection())
        if wanted != self._measured_for:
            self._measured_for = wanted
            self.heights.begin()
        self._take_height()

    def _measure(self) -> None:
        """Measure anew: other rows are shown."""
        self._measured_for = ()
        self._fit()

    def _take_height(self) -> None:
        """Be as high as all rows at most, and at least where the page scrolls."""
        height = self.horizontalHeader().height() + self.verticalHeader().length()
        if height != self.maximumHeight():
            self.setMaximumHeight(max(1, height))
        self.setMinimumHeight(height if self._whole else min(height, theme().px(160)))

    def _height_of(self, row: int) -> int:
        option, model = QStyleOptionViewItem(), self.model()
        shown = (column for column in Column if not self.isColumnHidden(column))
        return max(
            self._delegate.sizeHint(option, model.index(row, column)).height() for column in shown
        )

    def _fit_headings(self) -> None:
        """Be as high as the longest heading, which takes two lines in some languages."""
        px, header = theme().px, self.horizontalHeader()
        metrics = QFontMetrics(theme().font(Type.SMALL, Weight.SEMIBOLD))
        lines = [px(40)]
        for column in Column:
            words = self.model().headerData(column, Qt.Orientation.Horizontal)
            room = QRect(0, 0, self.columnWidth(column) - 2 * px(PAD_X), 0)
            if room.width() > 0 and not self.isColumnHidden(column):
                lines.append(metrics.boundingRect(room, HEADING, str(words)).height() + px(20))
        header.setFixedHeight(max(lines))
