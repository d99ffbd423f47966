"""The item list: her items in her order, and what is left to do."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from adjudicator_app.presenters.counting import capitalised, counted
from adjudicator_app.presenters.queue import QueuePresenter, portion_done
from adjudicator_app.presenters.saying import say
from adjudicator_app.qt_models.queue_model import QueueModel
from adjudicator_app.widgets.buttons import Button, Look
from adjudicator_app.widgets.card import Card
from adjudicator_app.widgets.code_text import CodeText
from adjudicator_app.widgets.colours import Tone
from adjudicator_app.widgets.fields import NoteLine
from adjudicator_app.widgets.folding import Folding
from adjudicator_app.widgets.layouts import STRETCH, column, row, scrolled
from adjudicator_app.widgets.long_wait import LongWait
from adjudicator_app.widgets.notice import Kind, Notice
from adjudicator_app.widgets.picture import Picture
from adjudicator_app.widgets.progress import ProgressSegments
from adjudicator_app.widgets.queue_cards import QueueList
from adjudicator_app.widgets.queue_filters import QueueFilters
from adjudicator_app.widgets.saved_note import local_time
from adjudicator_app.widgets.study_bar import Stage, StudyBar
from adjudicator_app.widgets.text import Text
from adjudicator_app.widgets.theme import Type, Weight
from bands_registry.services.views import PublicIdentity
from fairmed_core.words.joining import paragraph
from fairmed_core.words.sentences import credential_line

TWO_COLUMNS = 900


class QueueScreen(QWidget):
    """Her items, her progress, and the way to signing.

    Signals
    -------
    send_asked
        She wants the page with the signed files.
    read_aloud_asked
        She wants her code again.
    close_asked
        She wants to close the study and go back to the welcome screen.
    settings_asked, help_asked
        The buttons on top.
    """

    send_asked = Signal()
    read_aloud_asked = Signal()
    close_asked = Signal()
    settings_asked = Signal()
    help_asked = Signal()

    def __init__(self, presenter: QueuePresenter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._presenter = presenter
        self._model = QueueModel(self)
        self.bar = StudyBar(Stage.JUDGE)
        self.items = QueueList(self._model)
        self.filters = QueueFilters(presenter, self)
        self.notice = Notice(Kind.INFO)
        self.wait = LongWait()
        self._introduction = Text("", tone=Tone.TEXT2)
        self._foot = NoteLine(kind=Type.SMALL)
        self.progress = ProgressCard()
        self._outside = OutsideCard()
        self._who = WhoCard()
        self._lay_out()
        self._connect()
        self._show()

    def _lay_out(self) -> None:
        left, right = QWidget(), QWidget()
        heading = column(gap=2).add(
            Text(self.tr("Your items"), Type.PAGE, Weight.SEMIBOLD), self._introduction
        )
        items = column(left, gap=16).add(
            heading, self.wait, self.notice, self.filters, self.items, self._foot, STRETCH
        )
        # The list takes the room it can use before anything is left empty below it.
        items.setStretchFactor(self.items, 1000)
        column(right, gap=16).add(self.progress, self._outside, self._who, STRETCH)
        self._body = Folding(
            [(left, 928), (right, 350)],
            under=TWO_COLUMNS,
            margins=(32, 24, 32, 16),
            last_on_top=True,
        )
        self._body.fold_changed.connect(self.items.show_whole)
        frame = column(self, gap=0)
        frame.add(self.bar)
        frame.addWidget(scrolled(self._body), 1)

    def _connect(self) -> None:
        self.filters.search.returnPressed.connect(self.items.begin)
        self.items.item_opened.connect(self._presenter.open_item)
        self.progress.primary.clicked.connect(self._go_on)
        self.progress.sign.clicked.connect(self._presenter.ask_signing)
        self.progress.files.clicked.connect(self.send_asked)
        self._who.code.clicked.connect(self.read_aloud_asked)
        self._who.leave.clicked.connect(self.close_asked)
        self.bar.settings_asked.connect(self.settings_asked)
        self.bar.help_asked.connect(self.help_asked)
        self.wait.called_off.connect(self.close_asked)
        self._presenter.changed.connect(self._show)

    def focus_first(self) -> None:
        """Put the focus on the button that goes on."""
        self.progress.primary.setFocus()

    def _go_on(self) -> None:
        if self._presenter.settled:
            self.send_asked.emit()
        else:
            self._presenter.open_next()

    def _show(self) -> None:
        presenter, view = self._presenter, self._presenter.view
        self._model.show(presenter.shown, next_item=presenter.next_item)
        self.filters.refresh()
        self._introduction.say(presenter.introduction)
        told = self._notice()
        self.notice.say(told)
        self.notice.setVisible(bool(told))
        self.wait.show_activity(presenter.activity)
        come = view is not None and self.progress.isHidden()
        self.progress.setVisible(view is not None)
        self.progress.show_progress(presenter)
        if come and self.isVisible():
            self.focus_first()
        self._outside.show_count(presenter.outside, len(presenter.items))
        self._foot.say(
            self.tr("Signed items stay in this list; you can read them at any time.")
            if presenter.items
            else "",
            icon="info",
        )
        if view is not None:
            self.bar.show_study(view.study_title, practice=view.practice)
            self._who.show_identity(view.identity)
            self._who.code.setVisible(not view.practice)

    def _notice(self) -> str:
        view = self._presenter.view
        if view is None or view.restored_from is None:
            return view.notice if view else ""
        restored = self.tr(
            "Drafts restored from {time}. The program was not closed the last time."
        ).format(time=local_time(view.restored_from))
        return paragraph((restored, view.notice), say) if view.notice else restored


class ProgressCard(Card):
    """How far she is, and the buttons that go on."""

    def __init__(self) -> None:
        super().__init__(padding=24, gap=12)
        self._heading = Text("", Type.COLUMN, Weight.SEMIBOLD)
        self._pieces = ProgressSegments()
        self._pace = NoteLine(kind=Type.SMALL)
        self.primary = Button("", Look.PRIMARY, after="chevron_right", tall=True)
        self.sign = Button(self.tr("Check and sign"))
        self.files = Button(self.tr("Signed files"))
        self._advice = Text("", Type.SMALL, tone=Tone.TEXT2)
        self.body.add(self._heading, self._pieces, self._pace)
        self.body.add(self.primary, self.sign, self.files, self._advice)

    def show_progress(self, presenter: QueuePresenter) -> None:
        """Show what the presenter knows."""
        self._heading.say(presenter.progress)
        shares = [portion_done(item) for item in presenter.items]
        self._pieces.show_progress(shares, presenter.progress)
        self._pace.say(presenter.pace, icon="clock")
        self._advice.say(presenter.advice)
        following = presenter.next_item
        if presenter.settled:
            seen, send = self.tr("See the document"), self.tr("Go to send")
            self.primary.setText(seen if presenter.practice else send)
        elif following is None:
            self.primary.setText(self.tr("Check and sign"))
        else:
            go_on = self.tr("Continue with item {number}")
            words = self.tr("Read item {number}") if presenter.read_only else go_on
            self.primary.setText(words.format(number=following.position))
        has_items = bool(presenter.items)
        self.primary.setVisible(has_items)
        signs = not presenter.settled and not presenter.read_only
        self.sign.setVisible(has_items and following is not None and signs)
        self.files.setVisible(presenter.signed > 0 and not presenter.settled)


class OutsideCard(Card):
    """What it means that items lie outside her setting."""

    def __init__(self) -> None:
        super().__init__(padding=24, gap=12)
        self._head = Text("", Type.BODY, Weight.SEMIBOLD)
        self._text = Text("", Type.SMALL, tone=Tone.TEXT2)
        self.body.add(row(gap=12).add(Picture("signpost", Tone.WARN), self._head), self._text)

    def show_count(self, outside: int, total: int) -> None:
        """Show how many items it concerns; hidden when none."""
        self.setVisible(outside > 0)
        one, many = self.tr("item outside your setting"), self.tr("items outside your setting")
        self._head.say(capitalised(counted(outside, one, many)))
        if outside == 1:
            self._text.say(
                self.tr(
                    "Others ordinarily decide it. Your verdict is recorded and printed, but does "
                    "not decide it. You may decline it."
                )
            )
        else:
            self._text.say(
                self.tr(
                    "Others ordinarily decide these. Your verdict is recorded and printed, but "
                    "does not decide them. You may decline them."
                )
            )


class WhoCard(Card):
    """Under which pseudonym she works."""

    def __init__(self) -> None:
        super().__init__(padding=24, gap=6)
        self._pseudonym = CodeText(size=14)
        self._credential = Text("", Type.SMALL, tone=Tone.TEXT2)
        self.code = Button(self.tr("Read-aloud code"), Look.LINK)
        self.leave = Button(self.tr("Close this study"), Look.LINK)
        words = column(gap=4).add(self._pseudonym, self._credential)
        words.add(row(gap=8).add(self.code, self.leave, STRETCH))
        icon = column().add(Picture("person", Tone.TEXT2), STRETCH)
        self.body.add(row(gap=10).add(icon, words))

    def show_identity(self, identity: PublicIdentity) -> None:
        """Show pseudonym and credential."""
        self._pseudonym.say(identity.pseudonym)
        if identity.credential is not None:
            self._credential.say(credential_line(identity.credential, say))
