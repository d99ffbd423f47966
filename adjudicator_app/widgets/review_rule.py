"""The rule: source, located clause in summary, the author's reasoning, and what is disputed."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from adjudicator_app.presenters.guideline import GuidelinePresenter
from adjudicator_app.presenters.review_entry import ReviewEntry
from adjudicator_app.presenters.review_words import disputed_words
from adjudicator_app.widgets.buttons import Button, Look
from adjudicator_app.widgets.card import Divider
from adjudicator_app.widgets.colours import Tone
from adjudicator_app.widgets.fields import NoteLine, TextArea
from adjudicator_app.widgets.layouts import STRETCH, column, row
from adjudicator_app.widgets.page_link import PageLink
from adjudicator_app.widgets.panel import Panel
from adjudicator_app.widgets.text import Text
from adjudicator_app.widgets.theme import Type, Weight, theme
from bands_registry.services.views import CitedClause
from fairmed_core.domain.sources import Source
from fairmed_core.domain.verdict import Place


class RulePanel(Panel):
    """Each clause under its source, then the reasoning."""

    def __init__(
        self, entry: ReviewEntry, guideline: GuidelinePresenter, parent: QWidget | None = None
    ) -> None:
        super().__init__(self.tr("Rule"), gap=12, parent=parent)
        self._entry, self._guideline = entry, guideline
        # Kept from item to item, as all parts are: they take long to make.
        self._wording = WordingPart(entry)
        self._heading = Text(self.tr("Rule"), Type.COLUMN, Weight.SEMIBOLD)
        self._clauses: list[_ClauseBlock] = []
        self._links: list[PageLink] = []
        self._reasoning, self._disputed = Text("", Type.READING), Text("", Type.READING)
        self._after: tuple[QWidget, ...] = (
            Divider(),
            _headed(self.tr("How the author reasoned"), self._reasoning),
            _headed(self.tr("Disputed"), self._disputed),
        )
        self.links: list[PageLink] = []
        guideline.changed.connect(self._refresh_links)

    @property
    def wording(self) -> WordingPart | None:
        """Where she may word the first summary anew; None where nothing is summed up."""
        return self._wording if self._entry.view and self._entry.view.clauses else None

    def show_item(self) -> None:
        """Show another rule."""
        view = self._entry.shown
        self._show_clauses(view.clauses)
        span, told = disputed_words(view.band, view.sub_action, self._entry.test_labels)
        self._reasoning.say(view.band.reasoning)
        self._disputed.say(told, lead=span)
        self._disputed.set_tone(Tone.TEXT2 if view.band.disputed is None else Tone.TEXT)
        self.area.verticalScrollBar().setValue(0)
        if self.links:
            self._wording.show_item()
        else:
            self._wording.hide()

    def _show_clauses(self, clauses: Sequence[CitedClause]) -> None:
        made = len(self._clauses)
        for place in range(made, len(clauses)):
            # Another wording is suggested for the leading clause, the first of them.
            beside = self._wording.opener if place == 0 else None
            self._clauses.append(_ClauseBlock())
            self._links.append(PageLink(self._guideline, beside=beside))
        if made < len(clauses) or not self.body.widgets():
            self._hold_parts()
        self.links = self._links[: len(clauses)]
        for place, (block, link) in enumerate(zip(self._clauses, self._links, strict=True)):
            cited = clauses[place] if place < len(clauses) else None
            block.show_clause(cited)
            if cited is not None:
                link.show_clause(cited)
            block.setVisible(cited is not None)
            link.setVisible(cited is not None)

    def _hold_parts(self) -> None:
        pairs = [(block, link) for block, link in zip(self._clauses, self._links, strict=True)]
        cited = [part for pair in pairs for part in pair]
        self.show_blocks(self._heading, *cited[:2], self._wording, *cited[2:], *self._after)

    def refresh(self) -> None:
        """Show the present judgement's wording."""
        if self.wording is not None:
            self.wording.refresh()

    def _refresh_links(self) -> None:
        for link in self.links:
            link.refresh()


def _headed(heading: str, text: Text) -> QWidget:
    part = QWidget()
    column(part, gap=2).add(Text(heading, Type.BODY, Weight.SEMIBOLD), text)
    return part


class _ClauseBlock(QWidget):
    """A clause with its source."""

    def __init__(self) -> None:
        super().__init__()
        self._title = Text("", Type.READING, Weight.SEMIBOLD)
        self._edition = Text("", Type.SMALL, tone=Tone.TEXT2)
        self._locator = Text("", Type.SMALL, tone=Tone.TEXT2)
        self._summary = Summary()
        meta = column(gap=0).add(self._title, self._edition, self._locator)
        column(self, gap=12).add(meta, self._summary)

    def show_clause(self, cited: CitedClause | None) -> None:
        """Show another clause; None leaves no word of the one before."""
        self._title.say(cited.source.title if cited else "")
        self._edition.say(_edition_words(cited.source) if cited else "")
        self._locator.say(cited.clause.locator if cited else "")
        self._summary.say(cited.clause.summary if cited else "")


def _edition_words(source: Source) -> str:
    edition = source.edition
    if str(source.year) not in edition:
        edition = f"{edition}, {source.year}" if edition else str(source.year)
    return f"{edition} · {source.publisher}"


class Summary(QWidget):
    """What the passage says, beside a bar."""

    def __init__(self, text: str = "") -> None:
        super().__init__()
        self._words = Text(text, Type.READING)
        column(self, gap=0, margins=(16, 8, 12, 8)).add(self._words)

    def say(self, text: str) -> None:
        """Show another summary."""
        self._words.say(text)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw ground and bar."""
        painter, colours = QPainter(self), theme().colours
        painter.fillRect(self.rect(), colours.sunken)
        wide = theme().px(4)
        rtl = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        left = self.width() - wide if rtl else 0
        painter.fillRect(left, 0, wide, self.height(), colours.strong)


class WordingPart(QWidget):
    """Another wording for the summary above, where she thinks it says something else.

    `opener` stands with the other button of the clause; the rest is hidden until it is pressed.
    """

    def __init__(self, entry: ReviewEntry) -> None:
        super().__init__()
        self._entry = entry
        self.opener = Button(
            self.tr("Suggest other wording"), Look.LINK, icon="pencil", parent=self
        )
        self.closer = Button(self.tr("Keep the author's wording"), Look.LINK, icon="undo")
        label = Text(self.tr("Your wording"), Type.SMALL, Weight.SEMIBOLD, wrap=False)
        self.field = TextArea(lines=3, most=12)
        self.field.setAccessibleName(self.tr("Your wording of the summary"))
        label.setBuddy(self.field)
        self._problem = NoteLine(kind=Type.SMALL)
        column(self, gap=4).add(
            row(gap=8).add(label, STRETCH, self.closer), self.field, self._problem
        )
        self._open = False
        self.opener.clicked.connect(self._start)
        self.closer.clicked.connect(self._stop)
        self.field.typed.connect(entry.set_wording)

    def show_item(self) -> None:
        """Show the wording of another item, closed where she suggested none."""
        wording = self._entry.judgement.wording
        self._open = wording is not None
        self.field.show_text(self._entry.summary if wording is None else wording)
        for part in (self.opener, self.closer, self.field):
            part.setEnabled(not self._entry.read_only)
        self.refresh()

    def refresh(self) -> None:
        """Show her wording, or offer to suggest one."""
        wording, told = self._entry.judgement.wording, self._entry.told_at(Place.WORDING)
        self._open = self._open or wording is not None or bool(told)
        self.opener.setVisible(not self._open)
        self.setVisible(self._open)
        if self._open and not self._same_words():
            self.field.show_text(self._entry.summary if wording is None else wording)
        self._problem.say(told, tone=Tone.WARN, icon="warning")

    def setFocus(self, reason: Qt.FocusReason = Qt.FocusReason.OtherFocusReason) -> None:
        """Focus the field."""
        (self.field if self._open else self.opener).setFocus(reason)

    def _same_words(self) -> bool:
        typed = self.field.toPlainText()
        if self._entry.judgement.wording is not None:
            return typed == self._entry.judgement.wording
        # Nothing at all, or a space behind the untouched summary, is no change while she types.
        harmless = ("", self._entry.summary.strip())
        return self.field.hasFocus() and typed.strip() in harmless

    def _start(self) -> None:
        self._open = True
        self.refresh()
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _stop(self) -> None:
        self._open = False
        self.field.show_text(self._entry.summary)
        self._entry.set_wording(None)
        self.refresh()
        self.opener.setFocus(Qt.FocusReason.OtherFocusReason)
