"""The guideline's own page beside the judgement: located, marked, searched.

Use: ``GuidelineViewer(presenter)``; it shows the clause the presenter has open. Page keys turn the
page, Ctrl+F finds, F3 goes on, Esc closes.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from adjudicator_app.presenters.guideline import GuidelinePresenter
from adjudicator_app.presenters.guideline_words import (
    file_words,
    hits_words,
    printed_words,
    where_words,
)
from adjudicator_app.widgets.buttons import Button, IconButton, Look
from adjudicator_app.widgets.colours import Tone
from adjudicator_app.widgets.fields import NoteLine
from adjudicator_app.widgets.form import Entry
from adjudicator_app.widgets.key_bindings import CommandKeys
from adjudicator_app.widgets.layouts import column, row
from adjudicator_app.widgets.notice import Kind, Notice
from adjudicator_app.widgets.page_link import TONES
from adjudicator_app.widgets.paint import draw_box
from adjudicator_app.widgets.pdf_finder import PdfFinder
from adjudicator_app.widgets.pdf_preview import PdfPreview
from adjudicator_app.widgets.review_bar import ElidedTitle
from adjudicator_app.widgets.review_rule import Summary
from adjudicator_app.widgets.text import Text
from adjudicator_app.widgets.theme import Type, theme

# Up to this many places the present one is framed while the search goes on.
FEW = 200


class _FindField(Entry):
    """Words to find; Enter goes on, with Shift back."""

    def __init__(self, finder: PdfFinder) -> None:
        super().__init__()
        self.setPlaceholderText(self.tr("Find in this file"))
        self.setAccessibleName(self.tr("Find in this file"))
        self.setProperty("compact", True)
        self._finder = finder

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take Enter for itself."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self._finder.step(-1 if back else 1)
            return
        super().keyPressEvent(event)


class GuidelineViewer(QWidget):
    """Header, summary, what is to be said of file and place, and the page itself."""

    def __init__(self, guideline: GuidelinePresenter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._guideline = guideline
        self._loaded: Path | None = None
        self._readable, self._low = False, False
        self.title, self.close_button = (
            ElidedTitle(),
            IconButton("close", self.tr("Close the page")),
        )
        self.replace = Button(self.tr("Attach another file"), Look.LINK)
        self._locator = Text("", Type.SMALL, tone=Tone.TEXT2)
        self._summary = column()
        self.differs, self.broken = Notice(Kind.WARNING), Notice(Kind.DANGER)
        self.place, self._printed = NoteLine(kind=Type.SMALL), Text("", Type.SMALL, wrap=False)
        self.pages = PdfPreview(self.tr("Guideline page"), wide=True)
        self.finder = PdfFinder(self.pages.document, self)
        self.pages.view.setSearchModel(self.finder.model)
        self.field, self.hits = _FindField(self.finder), Text("", Type.SMALL, wrap=False)
        self.before = IconButton("chevron_up", self.tr("Place before"))
        self.after = IconButton("chevron_down", self.tr("Next place"))
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        head = row(gap=8)
        head.addWidget(self.title, 1)
        head.add(self.replace, self.close_button)
        where = row(gap=16).add(self.place, self._printed)
        where.setStretch(0, 1)
        top = column(gap=8, margins=(15, 11, 15, 0)).add(head, self._locator)
        top.addLayout(self._summary)
        top.add(self.differs, self.broken, where)
        self.pages.tools.add(self.field, self.hits, self.before, self.after)
        whole = column(self, gap=8).add(top)
        whole.addWidget(self.pages, 1)

    def _connect(self) -> None:
        guideline, finder = self._guideline, self.finder
        self.close_button.clicked.connect(guideline.close)
        self.replace.clicked.connect(self._replace)
        self.pages.zoomed.connect(guideline.remember_zoom)
        self.field.textEdited.connect(self._look_for)
        self.before.clicked.connect(lambda: finder.step(-1))
        self.after.clicked.connect(lambda: finder.step(1))
        finder.moved.connect(self._go_to_hit)
        finder.changed.connect(self._tell)
        guideline.page_wanted.connect(self.show_page)
        guideline.changed.connect(self._let_go)
        CommandKeys("find", self, self._focus_field)
        CommandKeys("find_next", self, lambda: finder.step(1), repeat=True)
        CommandKeys("find_previous", self, lambda: finder.step(-1), repeat=True)

    def show_page(self) -> None:
        """Show the clause that is open at its place."""
        cited = self._guideline.cited
        file = self._guideline.file_of(cited.source) if cited else None
        if cited is None or file is None:
            return
        if file.path != self._loaded or not self._readable:
            self._readable = self.pages.show_file(file.path)
            self._loaded = file.path
        self.pages.set_zoom(self._guideline.zoom)
        clause = cited.clause
        self.title.show_title(cited.source.title)
        self._locator.say(clause.locator)
        self._show_summary(clause.summary)
        told = file_words(file)
        self.differs.say(told.text)
        self.differs.setVisible(told.icon == "warning")
        self.broken.say(
            self.tr("Attach it again. The summary and where the passage stands are above."),
            lead=self.tr("The guideline's file can no longer be read."),
        )
        self.broken.setVisible(not self._readable)
        self.pages.setVisible(self._readable)
        self._printed.say(printed_words(clause))
        self.field.clear()
        self.pages.go_to(self._named_page())
        self.finder.find(clause.anchor or "", near=self._named_page())
        self._tell()

    def setFocus(self, reason: Qt.FocusReason = Qt.FocusReason.OtherFocusReason) -> None:
        """Begin on the page: page keys and arrows move it."""
        (self.pages.view if self._readable else self.close_button).setFocus(reason)

    def set_low(self, low: bool) -> None:  # noqa: FBT001 (a setter of one switch)
        """Leave the summary out where there is little room."""
        self._low = low
        for part in (*self._summary.widgets(), self._locator):
            part.setVisible(not low)

    def minimumSizeHint(self) -> QSize:
        """Take what room there is."""
        return QSize(theme().px(240), theme().px(160))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the card."""
        colours = theme().colours
        draw_box(QPainter(self), self.rect(), fill=colours.surface, edge=colours.line, radius=8)

    def _show_summary(self, text: str) -> None:
        for old in self._summary.widgets():
            old.hide()
            old.deleteLater()
        summary = Summary(text)
        self._summary.hold(summary)
        summary.setVisible(not self._low)

    def _named_page(self) -> int:
        cited = self._guideline.cited
        page = cited.clause.pdf_page if cited else None
        return page if page is not None and page <= self.pages.pages else 1

    def _look_for(self, words: str) -> None:
        cited = self._guideline.cited
        anchor = cited.clause.anchor if cited else None
        self.finder.find(words.strip() or anchor or "", near=self.pages.page)

    def _go_to_hit(self) -> None:
        hit = self.finder.hit
        if hit is not None:
            self.pages.go_to(hit.page() + 1, y=hit.location().y())
        self._tell()

    def _tell(self) -> None:
        cited, finder = self._guideline.cited, self.finder
        if cited is None or not self._readable:
            self.place.say("")
            return
        if not finder.searching or finder.count < FEW:
            self.pages.view.setCurrentSearchResultIndex(finder.index)
        typed = bool(self.field.text().strip())
        told = hits_words(finder.at + 1, finder.count, searching=finder.searching)
        self.hits.say(told if typed or finder.count > 1 else "")
        for button in (self.before, self.after):
            button.setEnabled(finder.count > 1)
        if not typed:
            hit = finder.hit
            found = hit.page() + 1 if hit else None if finder.searching else 0
            where = where_words(cited.clause, found, pages=self.pages.pages)
            self.place.say(where.text, tone=TONES.get(where.icon, Tone.TEXT2), icon=where.icon)

    def _let_go(self) -> None:
        """Let go of the file while nothing is open: it may be replaced or moved meanwhile."""
        if not self._guideline.is_open and self._loaded is not None:
            self.finder.stop()
            self.pages.clear()
            self._loaded, self._readable = None, False

    def _replace(self) -> None:
        if self._guideline.cited is not None:
            self._guideline.ask_for_file(self._guideline.cited)

    def _focus_field(self) -> None:
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()
