"""The review: case, rule and judgement side by side, or on tabs where the window is narrow.

Use: ``ReviewScreen(presenter)``; ``screen.set_credential(credential)`` once the identity is known.
It emits ``settings`` and ``help``; everything else goes through the presenter. A guideline's page
opens over case and rule, beside the judgement it is read for.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from adjudicator_app.presenters.queue import QueuePresenter
from adjudicator_app.presenters.review import ReviewPresenter
from adjudicator_app.widgets.key_bindings import CommandKeys
from adjudicator_app.widgets.layouts import column, laid_out_once, row
from adjudicator_app.widgets.long_wait import LongWait
from adjudicator_app.widgets.review_bar import ReviewBar, Room
from adjudicator_app.widgets.review_case import CaseInBrief, CasePanel
from adjudicator_app.widgets.review_judgement import JudgementPanel
from adjudicator_app.widgets.review_keys import add_review_keys
from adjudicator_app.widgets.review_rule import RulePanel
from adjudicator_app.widgets.review_tabs import ReviewTabs
from adjudicator_app.widgets.scope_banner import ScopeBanner
from adjudicator_app.widgets.theme import theme
from fairmed_core.domain.adjudicator import Credential
from fairmed_core.domain.verdict import Place, Problem

if TYPE_CHECKING:
    from adjudicator_app.widgets.guideline_viewer import GuidelineViewer
    from bands_registry.services.views import ReviewView

WIDE, TWO = 1100, 760
LOW = 560
CASE, RULE, JUDGEMENT = range(3)
CASE_WIDTH, RULE_WIDTH, JUDGEMENT_LEAST, JUDGEMENT_MOST = 416, 384, 490, 640


class ReviewScreen(QWidget):
    """One item.

    Signals
    -------
    settings, help
        She asked for them.
    """

    settings = Signal()
    help = Signal()

    def __init__(self, review: ReviewPresenter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.review = review
        self._credential: Credential | None = None
        self._items: QueuePresenter | None = None
        self._room, self._tab = Room.WIDE, JUDGEMENT
        self._ordered = False
        self.bar = ReviewBar(review)
        names = (self.tr("Case"), self.tr("Rule"), self.tr("Your judgement"))
        self.tabs = ReviewTabs(names)
        self.banner = ScopeBanner(review.entry)
        self.banner.setVisible(False)
        self.brief = CaseInBrief()
        self.case = CasePanel()
        self.rule = RulePanel(review.entry, review.guideline)
        # Made when a page is first opened: what shows PDF files takes its time to load.
        self.page: GuidelineViewer | None = None
        self.judgement = JudgementPanel(review, self.banner)
        self.wait = LongWait()
        self._columns = row(gap=16)
        self._columns.add(self.case, self.rule)
        self._columns.addWidget(self.judgement, 1)
        self._page = column(gap=16, margins=(16, 16, 16, 16))
        self._page.add(self.banner, self.brief, self.wait)
        self._page.addLayout(self._columns, 1)
        whole = column(self, gap=0).add(self.bar, self.tabs)
        whole.addLayout(self._page, 1)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._connect()
        add_review_keys(self, review)
        for command, part in (("case", CASE), ("rule", RULE), ("judgement", JUDGEMENT)):
            CommandKeys(command, self, partial(self.focus_part, part))
        self._fit()

    def fill(self) -> Iterator[None]:
        """Show the item that is open, then the guideline's page if it is open too."""
        self._show_item()
        yield
        if self.review.guideline.is_open:
            self._open_page()
            yield

    def set_credential(self, credential: Credential) -> None:
        """Say who reads, for the notice about her setting."""
        self._credential = credential
        if self.review.view is not None:
            self.banner.show_item(credential)

    def follow(self, items: QueuePresenter) -> None:
        """Keep saying who reads, as far as the list of items knows it."""
        self._items = items
        items.changed.connect(self._tell_who_reads)
        self._tell_who_reads()

    def _tell_who_reads(self) -> None:
        view = self._items.view if self._items else None
        if view is not None and view.identity.credential is not None:
            self.set_credential(view.identity.credential)

    def focus_first(self) -> None:
        """Begin with reading: arrow and page keys scroll the case at once."""
        if self.review.view is None:
            self.wait.show_activity(self.tr("Opening the item"))
        part = self.case if self._room is Room.WIDE else self.judgement.editor
        part.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_tab(self, number: int) -> None:
        """Show, and where all are shown only focus, case, rule or judgement."""
        self._tab = number
        self.tabs.show_tab(number)
        self._fit()

    def focus_part(self, number: int) -> None:
        """Go to case, rule or judgement."""
        if number == CASE:
            self.review.guideline.close()
        self.show_tab(number)
        rule = self.page if self.page is not None and self.review.guideline.is_open else self.rule
        parts: tuple[QWidget, ...] = (self.case, rule, self.judgement.editor)
        parts[number].setFocus(Qt.FocusReason.ShortcutFocusReason)

    def focus_problem(self, problem: Problem) -> None:
        """Go to the field a problem concerns."""
        verdict = self.judgement.verdict
        targets: dict[Place, QWidget | None] = {
            Place.SCOPE: self.banner,
            Place.EDITOR: self.judgement.editor,
            Place.WORDING: self.rule.wording,
            Place.VERDICT: verdict.choice,
            Place.KINDS: verdict.kinds,
            Place.REASON: verdict.reason,
            Place.DECLINE_REASON: verdict.decline,
        }
        target = targets.get(problem.place)
        if problem.place is Place.QUESTION and problem.question is not None:
            target = self.judgement.questions.rows[problem.question]
        if target is None:
            return
        self.show_tab(RULE if problem.place is Place.WORDING else JUDGEMENT)
        if problem.place is Place.WORDING:
            self.review.guideline.close()
        target.setFocus(Qt.FocusReason.OtherFocusReason)
        self.judgement.reveal(target)
        self.judgement.footer.announce()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take as many columns as fit."""
        super().resizeEvent(event)
        self._fit()

    def restyle(self) -> None:
        """Take the sizes of the present scale."""
        self._fit()

    def minimumSizeHint(self) -> QSize:
        """Never ask for more than the smallest window there is at the largest text."""
        return QSize(320, 240)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the canvas."""
        QPainter(self).fillRect(self.rect(), theme().colours.canvas)

    def _connect(self) -> None:
        self.review.item_changed.connect(self._show_item)
        self.review.failed.connect(lambda _: self.wait.show_activity(""))
        self.wait.called_off.connect(self.review.leave)
        self.review.changed.connect(self._refresh)
        self.review.focus_wanted.connect(self.focus_problem)
        self.review.guideline.page_wanted.connect(self._open_page)
        self.review.guideline.changed.connect(self._close_page)
        self.tabs.chosen.connect(self.show_tab)
        self.bar.settings.connect(self.settings)
        self.bar.help.connect(self.help)

    def _show_item(self) -> None:
        if self.review.view is not None:
            with laid_out_once(self), laid_out_once(self.judgement):
                self._show_parts(self.review.view)
            if self.isVisible():
                self.focus_first()

    def _show_parts(self, view: ReviewView) -> None:
        self.wait.show_activity("")
        self.bar.show_item()
        self.tabs.badge.show_scope(view.item.scope.inside)
        self.case.show_item(view)
        self.brief.show_item(view)
        self.rule.show_item()
        if self._credential is not None:
            self.banner.show_item(self._credential)
        self.judgement.show_item()
        self._order_stops()
        self._fit()

    def _open_page(self) -> None:
        if self.page is None:
            from adjudicator_app.widgets.guideline_viewer import GuidelineViewer

            self.page = GuidelineViewer(self.review.guideline)
            self._columns.insertWidget(JUDGEMENT, self.page, 2)
            self._order_stops()
        self.show_tab(RULE)
        self.page.show_page()
        self.page.setFocus()

    def _close_page(self) -> None:
        if self.page is None or self.page.isHidden() or self.review.guideline.is_open:
            return
        was_there = self.page.isAncestorOf(self.window().focusWidget() or self)
        self._fit()
        if was_there:
            self.rule.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _order_stops(self) -> None:
        """Let Tab go down the page: an editor that was made later would else come last."""
        judgement = self.judgement
        parts: tuple[QWidget, ...] = (self.rule, *([self.page] if self.page else []))
        parts = (*parts, judgement.editor, judgement.questions)
        if not self._ordered:
            parts = (self.bar, self.tabs, self.banner, self.case, *parts)
            parts = (*parts, judgement.verdict, judgement.footer)
            self._ordered = True
        stops = [
            widget
            for part in parts
            for widget in part.findChildren(QWidget)
            if widget.focusPolicy() & Qt.FocusPolicy.ClickFocus and widget.window() is self.window()
        ]
        for before, after in pairwise(stops):
            QWidget.setTabOrder(before, after)

    def _refresh(self) -> None:
        if self.review.view is None:
            return
        self.bar.refresh()
        self.banner.refresh()
        self.rule.refresh()
        self.judgement.refresh()

    def _fit(self) -> None:
        with laid_out_once(self):
            self._fit_parts()

    def _fit_parts(self) -> None:
        scale = theme().text_scale
        wide, high = self.width() / scale, self.height() / scale
        room = Room.WIDE if wide >= WIDE else Room.TWO if wide >= TWO else Room.ONE
        low = high < LOW
        tabbed = room is not Room.WIDE
        self._room = room
        self.bar.set_room(room, low=low)
        # Before the first item has come there is nothing to judge.
        there = self.review.view is not None
        self.tabs.setVisible(there and tabbed)
        self.tabs.set_low(low)
        for part, tab in ((self.case, CASE), (self.rule, RULE), (self.judgement, JUDGEMENT)):
            part.setVisible(there and (not tabbed or self._tab == tab))
        if self.page is not None:
            opened = self.review.guideline.is_open
            self.page.setVisible(opened and not self.rule.isHidden())
            self.page.set_low(low)
            for part in (self.case, self.rule) if opened else ():
                part.hide()
        self.brief.setVisible(there and tabbed and not low and self._tab == JUDGEMENT)
        if not low and self._page.indexOf(self.banner) < 0:
            self._page.insertWidget(0, self.banner)
        for panel in (self.case, self.rule):
            panel.set_flat(low)
        self.judgement.set_room(room, low=low)
        side = 0 if low else 16 if room is Room.WIDE else 24
        self._page.set_measures(margins=(side, 0 if low else 16, side, 0 if low else 16))
        self._share_width(room)
        self.tabs.show_tab(self._tab)

    def _share_width(self, room: Room) -> None:
        if room is not Room.WIDE:
            for panel in (self.case, self.rule, *([self.page] if self.page else [])):
                panel.setMinimumWidth(0)
                panel.setMaximumWidth(16_777_215)
            return
        px = theme().px
        across = self.width() - px(4 * 16)
        judgement = across - px(CASE_WIDTH + RULE_WIDTH)
        judgement = min(max(judgement, px(JUDGEMENT_LEAST)), px(JUDGEMENT_MOST))
        rest = across - judgement
        case = rest * CASE_WIDTH // (CASE_WIDTH + RULE_WIDTH)
        self.case.setFixedWidth(case)
        self.rule.setFixedWidth(rest - case)
        if self.page is not None:
            self.page.setFixedWidth(rest + px(16))
