"""A PDF page by page: the signed document as it will be saved, or a guideline's file."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QEvent, QIODevice, QObject, QPointF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtPdf import QPdfDocument
from PySide6.QtPdfWidgets import QPdfView
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from adjudicator_app.widgets.buttons import IconButton
from adjudicator_app.widgets.layouts import STRETCH, column, row
from adjudicator_app.widgets.paint import draw_box
from adjudicator_app.widgets.scroll_bars import put_scroll_bars
from adjudicator_app.widgets.text import Text
from adjudicator_app.widgets.theme import Type, Weight, theme

STEPS = (0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1.0, 1.25, 1.5, 2.0, 3.0)
POINTS_PER_INCH = 72


class PdfPreview(QWidget):
    """One page at a time, fitted to the room until she zooms.

    Standing by itself it has a frame and shows most of a page; `wide`, within a card, it fits the
    page's width.

    Signals
    -------
    zoomed
        The magnification she chose, in percent.
    """

    zoomed = Signal(int)

    def __init__(self, name: str, *, wide: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._wide = wide
        self.document = QPdfDocument(self)
        self._bytes = QBuffer(self)
        self.view = QPdfView(self)
        self.view.setFrameShape(QFrame.Shape.NoFrame)
        put_scroll_bars(self.view)
        self.view.setPageMode(QPdfView.PageMode.SinglePage)
        self.view.setZoomMode(QPdfView.ZoomMode.Custom)
        self.view.setDocument(self.document)
        self.view.setAccessibleName(name)
        self.view.installEventFilter(self)
        self.view.viewport().installEventFilter(self)
        self.previous = IconButton("chevron_left", self.tr("Previous page"))
        self.following = IconButton("chevron_right", self.tr("Next page"))
        self.smaller = IconButton("minus", self.tr("Smaller"))
        self.larger = IconButton("plus", self.tr("Larger"))
        self._page = Text("", Type.BODY, Weight.SEMIBOLD, wrap=False)
        self._zoom = Text("", Type.BODY, wrap=False)
        self._fitted = True
        self.tools = row(gap=8)
        bar = row(gap=8, margins=(16, 8, 16, 8))
        bar.add(self.previous, self._page, self.following, STRETCH, self.tools, STRETCH)
        bar.add(self.smaller, self._zoom, self.larger)
        column(self, gap=0, margins=(1, 0, 1, 1)).add(bar, self.view)
        self.previous.clicked.connect(lambda: self._turn(-1))
        self.following.clicked.connect(lambda: self._turn(1))
        self.smaller.clicked.connect(lambda: self._step(-1))
        self.larger.clicked.connect(lambda: self._step(1))
        self.view.pageNavigator().currentPageChanged.connect(self._show)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.restyle()

    def show_document(self, pdf: bytes) -> None:
        """Show a document from its bytes."""
        self.clear()
        self._bytes.setData(QByteArray(pdf))
        self._bytes.open(QIODevice.OpenModeFlag.ReadOnly)
        self.document.load(self._bytes)
        self.set_zoom(0)
        self._show()

    def show_file(self, path: Path) -> bool:
        """Show a document from its file; False when it cannot be."""
        self.clear()
        found = self.document.load(str(path))
        self._fit()
        self._show()
        return found is QPdfDocument.Error.None_ and self.pages > 0

    def clear(self) -> None:
        """Let go of the document and its file."""
        self.document.close()
        self._bytes.close()

    def go_to(self, page: int, *, y: float = 0) -> None:
        """Show a page, from 1, with the line `y` points below its top in the upper third."""
        navigator = self.view.pageNavigator()
        navigator.jump(min(max(1, page), max(1, self.pages)) - 1, QPointF(), 0)
        bar = self.view.verticalScrollBar()
        line = y * self.view.zoomFactor() * self.view.logicalDpiY() / POINTS_PER_INCH
        bar.setValue(round(line + self.view.documentMargins().top() - bar.pageStep() / 3))

    def set_zoom(self, percent: int) -> None:
        """Show the page in this size; 0 fits it to the room."""
        self._fitted = percent == 0
        if percent:
            self.view.setZoomFactor(min(max(percent / 100, STEPS[0]), STEPS[-1]))
        self._fit()

    @property
    def page(self) -> int:
        """Which page is shown, from 1."""
        return self.view.pageNavigator().currentPage() + 1

    @property
    def pages(self) -> int:
        """How many pages there are."""
        return self.document.pageCount()

    @property
    def page_text(self) -> str:
        """Which page is shown."""
        return self._page.text()

    def restyle(self) -> None:
        """Lay the page on the colour between surface and text."""
        palette = self.view.palette()
        palette.setColor(QPalette.ColorRole.Dark, theme().colours.line)
        self.view.setPalette(palette)
        self.view.setMinimumHeight(theme().px(96 if self._wide else 240))
        self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Fit the page again when the room changes; page keys go on to the next page."""
        if watched is self.view.viewport() and event.type() is QEvent.Type.Resize:
            self._fit()
        if watched is self.view and isinstance(event, QKeyEvent):
            return event.type() is QEvent.Type.KeyPress and self._turned_by(event)
        return False

    def _turned_by(self, event: QKeyEvent) -> bool:
        bar, key = self.view.verticalScrollBar(), event.key()
        if key == Qt.Key.Key_Home:
            self.go_to(1)
        elif key == Qt.Key.Key_End:
            self.go_to(self.pages)
        elif key == Qt.Key.Key_PageDown and bar.value() >= bar.maximum():
            self._turn(1)
        elif key == Qt.Key.Key_PageUp and bar.value() <= bar.minimum() and self.page > 1:
            self._turn(-1)
            bar.setValue(bar.maximum())
        else:
            return False
        return True

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the frame; within a card, only the line above the tools."""
        colours = theme().colours
        if self._wide:
            QPainter(self).fillRect(0, 0, self.width(), 1, colours.line)
            return
        draw_box(QPainter(self), self.rect(), fill=colours.surface, edge=colours.line, radius=8)

    def _turn(self, by: int) -> None:
        if 1 <= self.page + by <= self.pages:
            self.go_to(self.page + by)

    def _step(self, direction: int) -> None:
        now = self.view.zoomFactor()
        if direction > 0:
            wanted = next((step for step in STEPS if step > now + 0.005), STEPS[-1])
        else:
            wanted = next((step for step in reversed(STEPS) if step < now - 0.005), STEPS[0])
        self._fitted = False
        self.view.setZoomFactor(wanted)
        self._show()
        self.zoomed.emit(round(wanted * 100))

    def _fit(self) -> None:
        if not self._fitted or self.pages == 0:
            return
        size = self.document.pagePointSize(self.view.pageNavigator().currentPage())
        room = self.view.viewport().size()
        margins = self.view.documentMargins()
        scale = self.view.logicalDpiX() / POINTS_PER_INCH
        wide = (room.width() - margins.left() - margins.right()) / (size.width() * scale)
        high = (room.height() - margins.top() - margins.bottom()) / (size.height() * scale)
        whole = wide if self._wide else min(wide, max(high, wide * 0.6))
        self.view.setZoomFactor(max(STEPS[0], whole))
        self._show()

    def _show(self, *_: object) -> None:
        page = self.view.pageNavigator().currentPage()
        self._page.say(self.tr("Page {page} of {pages}").format(page=page + 1, pages=self.pages))
        percent = round(self.view.zoomFactor() * 100)
        self._zoom.say(f"{percent}\N{NO-BREAK SPACE}%")
        self.previous.setEnabled(page > 0)
        self.following.setEnabled(page + 1 < self.pages)
