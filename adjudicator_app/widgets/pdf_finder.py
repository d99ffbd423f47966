"""Finding words in a document: near a page first, then everywhere, a little at a time."""

from __future__ import annotations

import time

from PySide6.QtCore import QModelIndex, QObject, QTimer, Signal
from PySide6.QtPdf import QPdfDocument, QPdfLink, QPdfSearchModel

# The window stays alive while a long file is searched.
SLICE_SECONDS = 0.012


class PdfFinder(QObject):
    """Looks for words, keeps where they stand, and which of the places is the present one.

    Signals
    -------
    moved
        Another place is the present one, or there is none.
    changed
        More places became known, or everything was searched.
    """

    moved = Signal()
    changed = Signal()

    def __init__(self, document: QPdfDocument, parent: QObject) -> None:
        super().__init__(parent)
        self._document = document
        self.model = QPdfSearchModel(self)
        self.model.setDocument(document)
        self._left: list[int] = []
        self._hits: list[QPdfLink] = []
        self._soon = QTimer(self, interval=0)
        self._soon.timeout.connect(self._go_on)
        self.at = 0

    def find(self, words: str, *, near: int) -> None:
        """Look for words, case and line breaks aside, beginning at a page (from 1)."""
        self.model.setSearchString(words)
        self._hits, self.at = [], 0
        pages = range(self._document.pageCount())
        self._left = sorted(pages, key=lambda page: (abs(page - (near - 1)), page))[::-1]
        if not words:
            self._left = []
        self._soon.start()
        self.moved.emit()

    @property
    def searching(self) -> bool:
        """Whether pages are left to be searched."""
        return bool(self._left)

    @property
    def count(self) -> int:
        """How many places were found."""
        return len(self._hits)

    @property
    def hit(self) -> QPdfLink | None:
        """The present place."""
        return self._hits[self.at] if self._hits else None

    @property
    def index(self) -> int:
        """The number of the present place in the model, -1 without one."""
        hit = self.hit
        if hit is None:
            return -1
        for row in range(self.model.rowCount(QModelIndex())):
            found = self.model.resultAtIndex(row)
            if found.page() == hit.page() and found.location() == hit.location():
                return row
        return -1

    def step(self, by: int) -> None:
        """Go to the next place, or the one before; after the last comes the first."""
        if self._hits:
            self.at = (self.at + by) % len(self._hits)
            self.moved.emit()

    def stop(self) -> None:
        """Stop looking."""
        self._left = []
        self._soon.stop()

    def _go_on(self) -> None:
        until = time.monotonic() + SLICE_SECONDS
        before = self.hit
        while self._left and time.monotonic() < until:
            self._take(self.model.resultsOnPage(self._left.pop()))
        if not self._left:
            self._soon.stop()
        if before is None and self._hits:
            self.moved.emit()
        self.changed.emit()

    def _take(self, links: list[QPdfLink]) -> None:
        if not links:
            return
        present = self.hit
        self._hits = sorted([*self._hits, *links], key=lambda link: link.page())
        if present is not None:
            self.at = next(at for at, link in enumerate(self._hits) if link is present)
