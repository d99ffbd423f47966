"""The signed document itself, page by page, as it will be saved."""

from __future__ import annotations

from PySide6.QtCore import QBuffer, QByteArray, QEvent, QIODevice, QObject, QPointF
from PySide6.QtGui import QPainter, QPaintEvent, QPalette
from PySide6.QtPdf import QPdfDocument
from PySide6.QtPdfWidgets import QPdfView
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from adjudicator_app.widgets.buttons import IconButton
from adjudicator_app.widgets.layouts import STRETCH, column, row
from adjudicator_app.widgets.paint import draw_box
from adjudicator_app.widgets.text import Text
from adjudicator_app.widgets.theme import Type, Weight, theme

STEPS = (0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1.0, 1.25, 1.5, 2.0, 3.0)
POINTS_PER_INCH = 72


class PdfPreview(QWidget):
    """One page at a time, fitted to the room until she zooms."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document = QPdfDocument(self)
        self._bytes = QBuffer(self)
        self.view = QPdfView(self)
        self.view.setFrameShape(QFrame.Shape.NoFrame)
        self.view.setPageMode(QPdfView.PageMode.SinglePage)
        self.view.setZoomMode(QPdfView.ZoomMode.Custom)
        self.view.setDocument(self.document)
        self.view.setAccessibleName(self.tr("The signed document"))
        self.view.viewport().installEventFilter(self)
        self.previous = IconButton("chevron_left", self.tr("Previous page"))
        self.following = IconButton("chevron_right", self.tr("Next page"))
        self.smaller = IconButton("minus", self.tr("Smaller"))
        self.larger = IconButton("plus", self.tr("Larger"))
        self._page = Text("", Type.BODY, Weight.SEMIBOLD, wrap=False)
        self._zoom = Text("", Type.BODY, wrap=False)
        self._fitted = True
        bar = row(gap=8, margins=(16, 8, 16, 8))
        bar.add(self.previous, self._page, self.following, STRETCH)
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
        self.document.close()
        self._bytes.close()
        self._bytes.setData(QByteArray(pdf))
        self._bytes.open(QIODevice.OpenModeFlag.ReadOnly)
        self.document.load(self._bytes)
        self._fitted = True
        self._fit()
        self._show()

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
        self.view.setMinimumHeight(theme().px(240))
        self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Fit the page again when the room changes."""
        if watched is self.view.viewport() and event.type() is QEvent.Type.Resize:
            self._fit()
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the frame."""
        colours = theme().colours
        draw_box(QPainter(self), self.rect(), fill=colours.surface, edge=colours.line, radius=8)

    def _turn(self, by: int) -> None:
        navigator = self.view.pageNavigator()
        wanted = min(max(0, navigator.currentPage() + by), self.pages - 1)
        navigator.jump(wanted, QPointF(), navigator.currentZoom())

    def _step(self, direction: int) -> None:
        now = self.view.zoomFactor()
        if direction > 0:
            wanted = next((step for step in STEPS if step > now + 0.005), STEPS[-1])
        else:
            wanted = next((step for step in reversed(STEPS) if step < now - 0.005), STEPS[0])
        self._fitted = False
        self.view.setZoomFactor(wanted)
        self._show()

    def _fit(self) -> None:
        if not self._fitted or self.pages == 0:
            return
        size = self.document.pagePointSize(self.view.pageNavigator().currentPage())
        room = self.view.viewport().size()
        margins = self.view.documentMargins()
        scale = self.view.logicalDpiX() / POINTS_PER_INCH
        wide = (room.width() - margins.left() - margins.right()) / (size.width() * scale)
        high = (room.height() - margins.top() - margins.bottom()) / (size.height() * scale)
        self.view.setZoomFactor(max(STEPS[0], min(wide, max(high, wide * 0.6))))
        self._show()

    def _show(self, *_: object) -> None:
        page = self.view.pageNavigator().currentPage()
        self._page.say(self.tr("Page {page} of {pages}").format(page=page + 1, pages=self.pages))
        percent = round(self.view.zoomFactor() * 100)
        self._zoom.say(f"{percent}\N{NO-BREAK SPACE}%")
        self.previous.setEnabled(page > 0)
        self.following.setEnabled(page + 1 < self.pages)
