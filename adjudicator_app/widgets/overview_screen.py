"""The coordinator's overview: who has signed what, and what that comes to."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QScrollArea, QWidget

from adjudicator_app.presenters.enrolment import pending_keys
from adjudicator_app.presenters.overview import OverviewPresenter
from adjudicator_app.presenters.saying import say
from adjudicator_app.presenters.searching import SEARCHED_FROM
from adjudicator_app.qt_models.overview_model import OverviewModel
from adjudicator_app.widgets.buttons import Button, Look
from adjudicator_app.widgets.card import Card
from adjudicator_app.widgets.colours import Tone
from adjudicator_app.widgets.coverage_table import CoverageTable
from adjudicator_app.widgets.error_box import ErrorBox
from adjudicator_app.widgets.folding import Folding
from adjudicator_app.widgets.form import Entry
from adjudicator_app.widgets.key_bindings import CommandKeys
from adjudicator_app.widgets.layouts import (
    STRETCH,
    beside_first_line,
    column,
    row,
    scroll_down,
    scrolled,
)
from adjudicator_app.widgets.long_wait import LongWait
from adjudicator_app.widgets.notice import Kind, Notice
from adjudicator_app.widgets.overview_cards import AgreementCard, AttentionCard, ProvenanceCard
from adjudicator_app.widgets.pair import Pair
from adjudicator_app.widgets.pending_card import PendingCard
from adjudicator_app.widgets.picture import Picture
from adjudicator_app.widgets.registry_bar import RegistryBar, RegistryPage
from adjudicator_app.widgets.scroll_bars import show_bar_unless
from adjudicator_app.widgets.text import Text
from adjudicator_app.widgets.theme import Type, Weight
from fairmed_core.words.joining import paragraph

TWO_COLUMNS = 960


class OverviewScreen(QWidget):
    """Coverage grid, provenance, agreement and what needs attention.

    Signals
    -------
    merge_asked, export_asked
        The two buttons on top.
    receipt_asked
        The receipt of the response merged last is to be saved; the offered name.
    """

    merge_asked = Signal()
    export_asked = Signal()
    receipt_asked = Signal(str)

    def __init__(self, presenter: OverviewPresenter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._presenter = presenter
        self._model = OverviewModel(self)
        self.bar = RegistryBar(RegistryPage.OVERVIEW)
        self.table = CoverageTable(self._model)
        self.export = Button(self.tr("Export registry"), icon="download")
        self.merge = Button(self.tr("Merge a response file"), Look.PRIMARY, icon="merge")
        self.error = ErrorBox(self.tr("Dismiss"))
        self.told = Notice(Kind.INFO)
        self.receipt = Button(self.tr("Save receipt"), icon="download", compact=True)
        self.told.buttons.add(self.receipt)
        self.pending = PendingCard()
        self.wait = LongWait()
        self.provenance = ProvenanceCard()
        self.agreement = AgreementCard()
        self.attention = AttentionCard()
        self.search = Entry(self.tr("Search items"))
        self.search.setAccessibleName(self.tr("Search items"))
        self._found = Text("", Type.SMALL, tone=Tone.TEXT2, wrap=False)
        self._summary = Text("", tone=Tone.TEXT2)
        self._read_only = Text(
            self.tr("A published registry: read only."), Type.SMALL, tone=Tone.TEXT2
        )
        self._lay_out()
        self._connect()
        self._show()

    def _lay_out(self) -> None:
        left, right, words, held = QWidget(), QWidget(), QWidget(), QWidget()
        line = row(words, gap=16)
        line.add(Text(self.tr("Coverage"), Type.PAGE, Weight.SEMIBOLD, wrap=False))
        line.addLayout(beside_first_line(self._summary, above=8), 1)
        row(held, gap=12).add(self._read_only, self.export, self.merge)
        grid = Card(padding=3, gap=0)
        grid.body.add(self.table, STRETCH)
        # A short grid begins at the top, with the rest of its card empty below.
        grid.body.setStretchFactor(self.table, 1000)
        sought = row(gap=12)
        sought.addWidget(self.search, 1)
        sought.addWidget(self._found, 0)
        cover = column(left, gap=12)
        cover.addLayout(sought)
        cover.add(grid, _Legend(), STRETCH)
        cover.setStretchFactor(grid, 1000)
        cards = (self.pending, self.provenance, self.agreement, self.attention)
        column(right, gap=12).add(*cards, STRETCH)
        side = SideArea(right)
        self._body = Folding([(left, 1000), (side, 318)], under=TWO_COLUMNS, gap=16)
        self._body.fold_changed.connect(self.table.show_whole)
        self._body.fold_changed.connect(side.show_whole)
        page = QWidget()
        whole = column(page, gap=12, margins=(16, 14, 16, 14))
        whole.add(Pair(words, held, least=420, gap=16), self.wait, self.error, self.told)
        whole.addWidget(self._body, 1)
        whole.addStretch(0)
        frame = column(self, gap=0)
        frame.add(self.bar)
        frame.addWidget(scrolled(page), 1)

    def _connect(self) -> None:
        self.merge.clicked.connect(self.merge_asked)
        self.export.clicked.connect(self.export_asked)
        self.receipt.clicked.connect(self._ask_receipt)
        self.error.acted.connect(self._presenter.dismiss)
        self.wait.called_off.connect(self.bar.leave.click)
        self.search.textEdited.connect(self._presenter.look_for)
        CommandKeys("find", self, self._begin_search)
        whole = QShortcut(QKeySequence("Esc"), self)
        whole.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        whole.activated.connect(self._end_search)
        self._presenter.opened.connect(self._begin)
        self._presenter.changed.connect(self._show)

    def _begin(self, *_: object) -> None:
        """Put the focus where one begins once what belongs there has come."""
        self._show()
        if self.isVisible():
            self.focus_first()

    def focus_first(self) -> None:
        """Put the focus where one begins."""
        (self.merge if self._presenter.working else self.table).setFocus()

    def _ask_receipt(self) -> None:
        told = self._presenter.told
        if told is not None:
            self.receipt_asked.emit(told.receipt_name)

    def _begin_search(self) -> None:
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def _end_search(self) -> None:
        self.search.clear()
        self._presenter.look_for("")

    def _show(self) -> None:
        presenter, registry = self._presenter, self._presenter.registry
        self._summary.say((presenter.activity if registry else "") or presenter.summary)
        self.wait.show_activity("" if registry else presenter.activity)
        self.error.show_error(presenter.error)
        told = presenter.told
        self.told.setVisible(told is not None)
        self.receipt.setVisible(told is not None and told.receipt is not None)
        if told is not None:
            self.told.say(paragraph(told.more, say), lead=told.sentence)
        self.bar.show_registry(
            presenter.title,
            verified=presenter.verified,
            notices=len(presenter.contents.findings) if presenter.contents else 0,
        )
        self.export.setVisible(presenter.working)
        self.merge.setVisible(presenter.working)
        self._read_only.setVisible(registry is not None and not presenter.working)
        self._body.setVisible(registry is not None)
        if registry is None:
            self._model.show((), (), None)
            return
        seen, space = registry.overview, registry.contents.study.space
        self.search.setVisible(len(seen.rows) >= SEARCHED_FROM)
        if self.search.text() != presenter.sought:
            self.search.setText(presenter.sought)
        self._found.say(presenter.found)
        self._found.setVisible(bool(presenter.found))
        self._model.show(presenter.rows, seen.columns, space)
        self.pending.show_keys(pending_keys(presenter.contents))
        self.provenance.show_counts(seen.provenance)
        self.agreement.show_lines(presenter.headlines, presenter.agreement_words)
        self.attention.show_lines(
            [("info", sentence, Tone.WARN) for sentence in presenter.attention]
            + [("tick", sentence, Tone.OK) for sentence in presenter.calm]
        )


class SideArea(QScrollArea):
    """The cards beside the grid: scrolled by themselves, or whole where the page scrolls."""

    def __init__(self, cards: QWidget) -> None:
        super().__init__()
        self._cards, self._whole = cards, False
        scroll_down(self, cards)

    def show_whole(self, whole: bool) -> None:  # noqa: FBT001 (a slot)
        """Be as high as all cards, or not."""
        self._whole = whole
        show_bar_unless(self, whole=whole)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep all cards in sight where the page scrolls."""
        super().resizeEvent(event)
        self._fit()

    def event(self, event: QEvent) -> bool:
        """Follow the cards when their words change."""
        if event.type() is QEvent.Type.LayoutRequest:
            self._fit()
        return super().event(event)

    def _fit(self) -> None:
        layout = self._cards.layout()
        wanted = layout.totalHeightForWidth(self.width()) if self._whole and layout else 0
        if wanted != self.minimumHeight():
            self.setMinimumHeight(wanted)


class _Legend(QWidget):
    """What the marks of the grid mean."""

    def __init__(self) -> None:
        super().__init__()
        marks = (
            ("signpost", Tone.WARN, self.tr("Outside the setting: shown, never counted")),
            ("eye_off", Tone.TEXT2, self.tr("Hidden until all assigned to the item have signed")),
            ("slashed_circle", Tone.TEXT2, self.tr("A decline never counts as accept")),
        )
        line = row(self, gap=20)
        for icon, tone, words in marks:
            held = QWidget()
            text = Text(words, Type.CAPTION, tone=Tone.TEXT2)
            row(held, gap=8).add(Picture(icon, tone, size=16), text)
            line.addWidget(held)
        line.addStretch(1)
