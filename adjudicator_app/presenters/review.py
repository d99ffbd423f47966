"""The review of one item after another: opening, keeping, marking ready, going on."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from adjudicator_app.presenters.guideline import GuidelinePresenter
from adjudicator_app.presenters.queue import DONE
from adjudicator_app.presenters.review_entry import ReviewEntry
from adjudicator_app.presenters.review_services import ReviewServices
from adjudicator_app.presenters.saving import DraftSaver, Saving
from adjudicator_app.tasks import TaskRunner
from bands_registry.services.views import ItemStatus, QueueView, ReviewView, SavedDraft
from fairmed_core.domain.verdict import Judgement
from fairmed_core.errors import FairMedError

if TYPE_CHECKING:
    from bands_registry.services.session import Session


class ReviewPresenter(QObject):
    """State and commands of the review screen.

    What is entered for an item is in `entry`, the files of its guidelines in `guideline`.

    Signals
    -------
    item_changed
        Another item is shown, or none.
    changed
        The judgement, its problems or its status changed.
    saving_changed
        A `Saving` and the instant of the last saving, or None.
    focus_wanted
        The `Problem` whose field should take the focus.
    feedback_ready
        A `PracticeFeedback` after a practice item was marked.
    all_done
        No item is left to judge.
    left
        She wants the list of items; everything entered was handed to the store before.
    failed
        A `FairMedError` that kept an item from being opened or marked.
    """

    item_changed = Signal()
    changed = Signal()
    saving_changed = Signal(object, object)
    focus_wanted = Signal(object)
    feedback_ready = Signal(object)
    all_done = Signal()
    left = Signal()
    failed = Signal(object)

    def __init__(
        self, tasks: TaskRunner, services: ReviewServices, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._tasks, self._services = tasks, services
        self._session: Session | None = None
        self._saver: DraftSaver | None = None
        self._order: tuple[str, ...] = ()
        self._statuses: dict[str, ItemStatus] = {}
        self._marking = False
        self._wanted = ""
        self.entry = ReviewEntry(self)
        self.entry.edited.connect(self._keep)
        self.guideline = GuidelinePresenter(tasks, services, self)

    @property
    def view(self) -> ReviewView | None:
        """The item shown."""
        return self.entry.view

    @property
    def status(self) -> ItemStatus:
        """Where the item shown stands."""
        if self.view is None:
            return ItemStatus.NOT_STARTED
        return self._statuses.get(self.view.item.item_id, self.view.item.status)

    @property
    def changed_since(self) -> str:
        """What changed under her in the item shown, until it is ready again; "" otherwise."""
        return self.view.item.changed if self.view and self.status not in DONE else ""

    @property
    def primary(self) -> str:
        """What the primary button says."""
        if not self.entry.read_only:
            return self.tr("Mark ready, next item")
        return self.tr("Next item") if self.has_next else self.tr("All items")

    @property
    def has_previous(self) -> bool:
        """Whether an item comes before the present one."""
        return self._place > 0

    @property
    def has_next(self) -> bool:
        """Whether an item comes after the present one."""
        return 0 <= self._place < len(self._order) - 1

    @property
    def unsaved(self) -> bool:
        """Whether something is not in the store yet."""
        return self._saver is not None and self._saver.unsaved

    @property
    def saving(self) -> Saving:
        """What the saved indicator says."""
        return self._saver.state if self._saver else Saving.NOTHING_YET

    @property
    def saved_at(self) -> datetime | None:
        """When something was last saved in this sitting."""
        return self._saver.saved_at if self._saver else None

    @property
    def save_trouble(self) -> FairMedError | None:
        """Why the last saving failed; None once it worked."""
        return self._saver.trouble if self._saver else None

    def begin(self, session: Session, queue: QueueView, item_id: str) -> None:
        """Open an item of a study; `queue` gives the order and where each item stands."""
        if session is not self._session:
            self._forget_session()
            self._session = session
            self.guideline.begin(session)
            self._saver = DraftSaver(self._tasks, partial(self._services.save_draft, session), self)
            self._saver.state_changed.connect(self.saving_changed)
            self._saver.saved.connect(self._draft_saved)
        self._order = tuple(item.item_id for item in queue.items)
        self._statuses = {item.item_id: item.status for item in queue.items}
        self.open_item(item_id)

    def open_item(self, item_id: str) -> None:
        """Open an item after handing the present one to the store."""
        self.flush()
        self._wanted = item_id
        review = partial(self._services.review_item, self._present_session)
        self._tasks.run(review, item_id, done=self._show, failed=self.failed.emit)

    def refresh(self) -> None:
        """Read the item shown again: what is said of it was said in another language."""
        if self.view is not None:
            review = partial(self._services.review_item, self._present_session)
            self._tasks.run(review, self.view.item.item_id, done=self._reword)

    def go_previous(self) -> None:
        """Open the item before this one."""
        if self.has_previous:
            self.open_item(self._order[self._place - 1])

    def go_next(self) -> None:
        """Open the item after this one."""
        if self.has_next:
            self.open_item(self._order[self._place + 1])

    def leave(self) -> None:
        """Go to the list of items."""
        self.flush()
        self.left.emit()

    def flush(self) -> None:
        """Hand everything entered to the store now."""
        if self._saver is not None:
            self._saver.flush()

    def forget(self) -> None:
        """Let go of a study that is being closed, after handing over what was entered."""
        self._forget_session()
        self.item_changed.emit()

    def undo(self) -> None:
        """Take the last change of this item back."""
        self.entry.undo()

    def redo(self) -> None:
        """Take the last undo back."""
        self.entry.redo()

    def mark_ready_and_next(self) -> None:
        """Mark the item ready and open the next; pressed early, name what is left instead."""
        if self.view is None or self._marking:
            return
        blocking = self.entry.ask_what_is_left()
        if blocking:
            self.changed.emit()
            self.focus_wanted.emit(blocking[0])
            return
        item_id, judgement = self.view.item.item_id, self.entry.judgement
        if self.entry.read_only or (self.view.signed and judgement == self.view.judgement):
            self.go_on()
            return
        self._marking = True
        self._present_saver.drop(item_id)
        self._tasks.run(
            partial(self._services.mark_ready, self._present_session),
            item_id,
            judgement,
            done=lambda saved: self._marked(saved, judgement),
            failed=lambda error: self._not_marked(error, item_id, judgement),
        )

    def go_on(self) -> None:
        """Open the next item that is not done; with none left, say so. What is finished is read."""
        if self.entry.read_only:
            (self.go_next if self.has_next else self.leave)()
            return
        after = self._order[self._place + 1 :] + self._order[: max(0, self._place)]
        target = next((item for item in after if self._statuses.get(item) not in DONE), None)
        if target is None:
            self.flush()
            self.all_done.emit()
        else:
            self.open_item(target)

    @property
    def _place(self) -> int:
        if self.view is None or self.view.item.item_id not in self._order:
            return -1
        return self._order.index(self.view.item.item_id)

    @property
    def _present_session(self) -> Session:
        if self._session is None:
            raise RuntimeError("no study is open")
        return self._session

    @property
    def _present_saver(self) -> DraftSaver:
        if self._saver is None:
            raise RuntimeError("no study is open")
        return self._saver

    def _show(self, view: ReviewView) -> None:
        item_id = view.item.item_id
        if item_id != self._wanted or self._saver is None:
            return
        self._statuses[item_id] = view.item.status
        self._saver.start_from(view.saved_at, read_only=view.read_only)
        self.entry.show(view, self._saver.waiting(item_id) or view.judgement)
        self.guideline.show_item(view.clauses)
        self.item_changed.emit()

    def _reword(self, view: ReviewView) -> None:
        if self.view is not None and self.view.item.item_id == view.item.item_id:
            self.entry.view = view
            self.changed.emit()

    def _keep(self, typing: bool) -> None:  # noqa: FBT001 (a slot)
        item_id = self.entry.shown.item.item_id
        self._present_saver.put(item_id, self.entry.judgement, typing=typing)
        self.changed.emit()

    def _draft_saved(self, saved: SavedDraft) -> None:
        self._statuses[saved.item_id] = saved.status
        self.changed.emit()

    def _marked(self, saved: SavedDraft, judgement: Judgement) -> None:
        self._marking = False
        if self._saver is None:
            return
        self._saver.confirm(saved)
        still_here = self.view is not None and self.view.item.item_id == saved.item_id
        if not still_here or self.entry.judgement != judgement:
            return
        if self.entry.shown.practice:
            self._tasks.run(
                partial(self._services.practice_feedback, self._present_session),
                saved.item_id,
                judgement,
                done=self.feedback_ready.emit,
                failed=self.failed.emit,
            )
        else:
            self.go_on()

    def _not_marked(self, error: FairMedError, item_id: str, judgement: Judgement) -> None:
        self._marking = False
        if self._saver is not None and self._saver.waiting(item_id) is None:
            self._saver.put(item_id, judgement)
        self.failed.emit(error)

    def _forget_session(self) -> None:
        if self._saver is not None:
            self._saver.close()
        self._session, self._saver, self._wanted = None, None, ""
        self._statuses = {}
        self.entry.forget()
        self.guideline.forget()
