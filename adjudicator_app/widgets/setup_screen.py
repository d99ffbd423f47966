"""Setting up, once: the pages, and the rail that tells where one is."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TypeVar

from PySide6.QtCore import Signal
from PySide6.QtGui import QHideEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QStackedWidget, QWidget

from adjudicator_app.presenters.identity import Page, SetupPresenter
from adjudicator_app.widgets.card import Card
from adjudicator_app.widgets.colours import Tone
from adjudicator_app.widgets.disc import Along, Disc
from adjudicator_app.widgets.identity_page import IdentityPage
from adjudicator_app.widgets.layouts import STRETCH, column, row
from adjudicator_app.widgets.paint import draw_box
from adjudicator_app.widgets.read_aloud_page import ReadAloudPage
from adjudicator_app.widgets.sealed_page import SealedPage
from adjudicator_app.widgets.seat_page import SeatPage
from adjudicator_app.widgets.study_bar import StudyBar
from adjudicator_app.widgets.text import Text
from adjudicator_app.widgets.theme import Type, Weight, theme

SetupPages = IdentityPage | SeatPage | SealedPage | ReadAloudPage
P = TypeVar("P", IdentityPage, SeatPage, SealedPage, ReadAloudPage)

RAIL_FROM = 1000


class SetupScreen(QWidget):
    """Signing identity, seat, sealed details, read-aloud check.

    Signals
    -------
    settings_asked, help_asked
        The buttons on top.
    """

    settings_asked = Signal()
    help_asked = Signal()

    def __init__(self, presenter: SetupPresenter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._presenter = presenter
        self._pages: list[SetupPages] = []
        self.bar = StudyBar()
        self._stack = QStackedWidget()
        self._rail = Rail()
        card = Card(padding=0, gap=0)
        card.body.add(self._stack)
        body = row(gap=16, margins=(16, 16, 16, 16)).add(self._rail, card)
        body.setStretch(1, 1)
        column(self, gap=0).add(self.bar, body)
        self.bar.settings_asked.connect(self.settings_asked)
        self.bar.help_asked.connect(self.help_asked)
        presenter.changed.connect(self._show)
        self._show()

    def fill(self) -> Iterator[None]:
        """Make the pages that are still to be made, one at a time."""
        for page in Page:
            self._page(page)
            yield

    @cached_property
    def identity(self) -> IdentityPage:
        """Where she makes her signing identity."""
        return self._added(IdentityPage(self._presenter))

    @cached_property
    def seat(self) -> SeatPage:
        """Where she types the code of her seat."""
        return self._added(SeatPage(self._presenter))

    @cached_property
    def sealed(self) -> SealedPage:
        """Where she types what only the coordinator can open."""
        return self._added(SealedPage(self._presenter))

    @cached_property
    def read_aloud(self) -> ReadAloudPage:
        """Where she reads her key aloud."""
        return self._added(ReadAloudPage(self._presenter))

    def _page(self, page: Page) -> SetupPages:
        match page:
            case Page.IDENTITY:
                return self.identity
            case Page.SEAT:
                return self.seat
            case Page.SEALED:
                return self.sealed
            case Page.READ_ALOUD:
                return self.read_aloud

    def _added(self, page: P) -> P:
        self._pages.append(page)
        self._stack.addWidget(page)
        return page

    def _show(self) -> None:
        page = self._page(self._presenter.page)
        self._rail.show_pages(self._presenter.pages, self._presenter.page)
        first = Page.IDENTITY in self._presenter.pages
        self.bar.show_study(self.tr("First use") if first else self.tr("New study"))
        page.show_state()
        if self._stack.currentWidget() is not page:
            self._stack.setCurrentWidget(page)
            for other in self._pages:
                if other is not page:
                    other.clear()
            if self.isVisible():
                self.focus_first()

    def focus_first(self) -> None:
        """Put the focus on the first field of the page."""
        first: dict[Page, QWidget] = {
            Page.IDENTITY: self.identity.profession,
            Page.SEAT: self.seat.seat,
            Page.SEALED: self.sealed.name,
            Page.READ_ALOUD: self.read_aloud.primary,
        }
        first[self._presenter.page].setFocus()

    def hideEvent(self, event: QHideEvent) -> None:
        """Forget what was typed when the screen is left."""
        super().hideEvent(event)
        if not event.spontaneous():
            for page in self._pages:
                page.clear()

    def restyle(self) -> None:
        """Leave the rail out where there is no room for it."""
        self._rail.setVisible(self.width() >= theme().px(RAIL_FROM))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the rail out where there is no room for it."""
        super().resizeEvent(event)
        self.restyle()


class Rail(QWidget):
    """The pages in order: done, present, later."""

    def __init__(self) -> None:
        super().__init__()
        self._steps = {
            Page.IDENTITY: _Step(self.tr("Signing identity"), self.tr("2 minutes")),
            Page.SEAT: _Step(self.tr("Seat code"), self.tr("from your coordinator")),
            Page.SEALED: _Step(self.tr("Sealed details"), self.tr("1 minute")),
            Page.READ_ALOUD: _Step(self.tr("Read-aloud check"), self.tr("a short phone call")),
        }
        heading = Text(self.tr("Set up, once"), Type.SMALL, Weight.SEMIBOLD, tone=Tone.TEXT2)
        body = column(self, gap=8)
        body.add(row(margins=(16, 16, 0, 4)).add(heading), *self._steps.values(), STRETCH)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        self.restyle()

    def restyle(self) -> None:
        """Take the width of the present scale."""
        self.setFixedWidth(theme().px(256))

    def show_pages(self, pages: tuple[Page, ...], present: Page) -> None:
        """Show which pages there are and which is present."""
        at = pages.index(present) if present in pages else 0
        for page, step in self._steps.items():
            step.setVisible(page in pages)
            if page in pages:
                place = pages.index(page)
                along = Along.PRESENT if place == at else Along.DONE if place < at else Along.LATER
                step.show_step(place + 1, along)


class _Step(QWidget):
    """One page in the rail."""

    def __init__(self, title: str, effort: str) -> None:
        super().__init__()
        self._disc = Disc(1, Along.LATER)
        self._title = Text(title, Type.BODY, Weight.MEDIUM)
        words = column(gap=2).add(self._title, Text(effort, Type.CAPTION, tone=Tone.TEXT2))
        row(self, gap=16, margins=(16, 8, 16, 8)).add(self._disc, words)

    def show_step(self, number: int, along: Along) -> None:
        """Show its number and where it stands."""
        self._disc.show_number(number, along)
        self._title.set_weight(Weight.SEMIBOLD if along is Along.PRESENT else Weight.REGULAR)
        self._title.set_tone(Tone.SELECTED if along is Along.PRESENT else Tone.TEXT)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Mark the present page."""
        if self._disc.along is Along.PRESENT:
            draw_box(QPainter(self), self.rect(), fill=theme().colours.selected)
