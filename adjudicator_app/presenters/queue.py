"""The list of her items, with what is left to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from adjudicator_app.presenters.counting import capitalised, counted
from adjudicator_app.presenters.moved import moved_words
from adjudicator_app.presenters.queue_filter import FilterCounts, QueueFilter, filter_counts
from adjudicator_app.presenters.saying import Anew, interface_language, say
from adjudicator_app.presenters.searching import SEARCHED_FROM, found_words
from adjudicator_app.services import ClinicianServices
from adjudicator_app.tasks import TaskRunner
from bands_registry.services.views import ItemStatus, QueueItem, QueueView
from fairmed_core.errors import FairMedError
from fairmed_core.words.catalogue import ENGLISH, LANGUAGES, language_for
from fairmed_core.words.joining import paragraph

if TYPE_CHECKING:
    from bands_registry.services.session import Session

DONE = (ItemStatus.READY, ItemStatus.SIGNED, ItemStatus.DECLINED)


def portion_done(item: QueueItem) -> float:
    """Return how far an item is, for its piece of the progress bar: 0, a half or 1."""
    if item.status in DONE:
        return 1.0
    return 0.5 if item.status is ItemStatus.DRAFT else 0.0


class QueuePresenter(QObject):
    """State and commands of the item list.

    Signals
    -------
    changed
        The list was read again.
    item_chosen
        Id of the item to open.
    signing_asked
        She wants to check and sign.
    failed
        A `FairMedError` that kept the list from being read.
    """

    changed = Signal()
    item_chosen = Signal(str)
    signing_asked = Signal()
    failed = Signal(object)
    activity = Anew("")

    def __init__(
        self, tasks: TaskRunner, services: ClinicianServices, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._tasks = tasks
        self._services = services
        self._session: Session | None = None
        self.view: QueueView | None = None
        self.asked = QueueFilter()

    def show_session(self, session: Session) -> None:
        """Show another study."""
        self._session, self.view, self.asked = session, None, QueueFilter()
        self.refresh()

    def forget(self) -> None:
        """Let go of a study that was closed."""
        self._session, self.view, self.asked = None, None, QueueFilter()
        self.activity = ""
        self.changed.emit()

    def refresh(self) -> None:
        """Read the list again."""
        if self._session is not None:
            if self.view is None:
                self.activity = lambda: self.tr("Reading your items")
                self.changed.emit()
            self._tasks.run(
                self._services.list_items, self._session, done=self._show, failed=self._fail
            )

    def ask_for(self, asked: QueueFilter) -> None:
        """Show only a part of the list; it stays so while she goes to an item and back."""
        if asked != self.asked:
            self.asked = asked
            self.changed.emit()

    def open_item(self, item_id: str) -> None:
        """Open an item."""
        self.item_chosen.emit(item_id)

    def open_next(self) -> None:
        """Open the item that comes next, or go to signing when none is left."""
        following = self.next_item
        if following is None:
            self.signing_asked.emit()
        else:
            self.item_chosen.emit(following.item_id)

    def ask_signing(self) -> None:
        """Go to signing."""
        self.signing_asked.emit()

    @property
    def practice(self) -> bool:
        """Whether nothing here counts."""
        return self.view is not None and self.view.practice

    @property
    def read_only(self) -> bool:
        """Whether everything is read and nothing entered: it is finished, or was moved away."""
        return self.view is not None and self.view.read_only

    @property
    def items(self) -> tuple[QueueItem, ...]:
        """The items in her order; empty while loading."""
        return self.view.items if self.view else ()

    @property
    def shown(self) -> tuple[QueueItem, ...]:
        """The items she asked for, in her order."""
        return tuple(item for item in self.items if self.asked.takes(item))

    @property
    def counts(self) -> FilterCounts:
        """How many items stand behind each choice of the filters."""
        return filter_counts(self.items, self.asked)

    @property
    def searchable(self) -> bool:
        """Whether the list is long enough to be searched."""
        return len(self.items) >= SEARCHED_FROM

    @property
    def found(self) -> str:
        """How much of the list is shown; "" for all of it."""
        if self.asked.empty:
            return ""
        return found_words(len(self.shown), len(self.items))

    @property
    def next_item(self) -> QueueItem | None:
        """The item to go on with: a draft first, else the first that is open, or is read."""
        drafts = (item for item in self.items if item.status is ItemStatus.DRAFT)
        still_open = (item for item in self.items if self.read_only or item.status not in DONE)
        return next(drafts, next(still_open, None))

    @property
    def settled(self) -> bool:
        """Whether there are items, and each is signed or declined."""
        final = (ItemStatus.SIGNED, ItemStatus.DECLINED)
        return bool(self.items) and all(item.status in final for item in self.items)

    @property
    def signed(self) -> int:
        """How many items are signed."""
        return sum(item.status is ItemStatus.SIGNED for item in self.items)

    @property
    def to_sign(self) -> int:
        """How many verdicts wait for the signature."""
        return self.view.ready if self.view else 0

    @property
    def introduction(self) -> str:
        """The sentence under the heading."""
        if self.view is None:
            return ""
        if not self.items:
            return self.tr("No items for you in this pack.")
        many = counted(len(self.items), self.tr("item"), self.tr("items"))
        told = self.tr("{many}, in an order drawn for you. Take them one by one or as you like.")
        return paragraph(
            (told.format(many=capitalised(many)), self._repeats, self._other_language), say
        )

    @property
    def _repeats(self) -> str:
        """What is said, and all that is said, of items that come twice."""
        if self.view is None or not self.view.repeats:
            return ""
        return self.tr(
            "Some come a second time, to see how steady judgements are; judge each as if new."
        )

    @property
    def _other_language(self) -> str:
        """What is said once of a study in another language than the program's."""
        study = language_for([self.view.study_language]) if self.view else ENGLISH
        if study == interface_language():
            return ""
        return self.tr("Cases and guideline passages are in {language}.").format(
            language=say(LANGUAGES[study])
        )

    @property
    def progress(self) -> str:
        """The heading of the progress card."""
        done = sum(item.status in DONE for item in self.items)
        if self.settled:
            return self.tr("Every item is signed")
        return self.tr("{done} of {total} ready to sign").format(done=done, total=len(self.items))

    @property
    def pace(self) -> str:
        """How long the rest may take; "" until there is a pace to go by."""
        if self.view is None or self.view.minutes_left is None or self.read_only:
            return ""
        minutes = self.view.minutes_left
        unit = self.tr("minute") if minutes == 1 else self.tr("minutes")
        return self.tr("About {minutes} {unit} left, at your pace so far").format(
            minutes=minutes, unit=unit
        )

    @property
    def advice(self) -> str:
        """What to do now, in a sentence."""
        if not self.items:
            return self.tr("Ask your coordinator whether the seat code is right.")
        if self.view is not None and self.read_only:
            ended = self.tr(
                "You finished this study. The response file can still be saved and sent."
            )
            return moved_words(self.view.moved_at) if self.view.moved_at else ended
        if self.settled:
            own = self.tr("Save the response file and send it to your coordinator.")
            practised = self.tr("That is all of it. Open your study pack when you have one.")
            return practised if self.practice else own
        if self.to_sign == 0:
            return self.tr("When an item is ready, you can check and sign it here.")
        ready = counted(self.to_sign, self.tr("item is"), self.tr("items are"))
        if self.next_item is None:
            return self.tr("All that is left is your signature.")
        them = self.tr("it") if self.to_sign == 1 else self.tr("them")
        return self.tr("{ready} ready. Sign {them} now, or wait and sign all together.").format(
            ready=capitalised(ready), them=them
        )

    @property
    def outside(self) -> int:
        """How many items lie outside her setting."""
        return sum(not item.scope.inside for item in self.items)

    def _show(self, view: QueueView) -> None:
        self.view, self.activity = view, ""
        self.changed.emit()

    def _fail(self, error: FairMedError) -> None:
        self.activity = ""
        self.changed.emit()
        self.failed.emit(error)
