"""One screen at a time; those that are not shown wait with new colours and sizes."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QStackedWidget, QWidget

from adjudicator_app.widgets.theme import restyle_tree

CLEARED_MS = 10


class ScreenStack(QStackedWidget):
    """Shows one screen; a hidden one takes the look of the theme when it is shown next."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._waiting: set[QWidget] = set()
        self._gone: list[QWidget] = []
        self._clearing = QTimer(self, interval=CLEARED_MS)
        self._clearing.timeout.connect(self._clear)

    def put_off(self) -> set[QWidget]:
        """Return the screens that are not restyled now, and remember them."""
        pages = (self.widget(place) for place in range(self.count()))
        shown = self.currentWidget()
        self._waiting = {page for page in pages if page is not None and page is not shown}
        return self._waiting

    def show_page(self, page: QWidget) -> None:
        """Show a screen as the theme now is."""
        if page in self._waiting:
            self._waiting.discard(page)
            restyle_tree(page)
        # What was measured before it had its width is not kept.
        for part in page.findChildren(QWidget):
            part.updateGeometry()
        self.setCurrentWidget(page)

    def let_go(self, pages: Iterable[QWidget]) -> None:
        """Take screens that are not shown out for good."""
        for page in pages:
            self.removeWidget(page)
            page.hide()
            self._waiting.discard(page)
            self._gone.append(page)
        # To take them apart takes a while too, and what is shown instead comes first.
        self._clearing.start()

    def _clear(self) -> None:
        if self._gone:
            self._gone.pop().deleteLater()
        else:
            self._clearing.stop()
