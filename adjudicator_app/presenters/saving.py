"""Drafts on their way into the store: soon, in order, again after a failure, never dropped."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from enum import Enum

from PySide6.QtCore import QObject, QTimer, Signal

from adjudicator_app.tasks import TaskRunner
from bands_registry.services.views import SavedDraft
from fairmed_core.domain.verdict import Judgement
from fairmed_core.errors import FairMedError

TYPING_PAUSE_MS = 300
SLOW_MS = 400
RETRY_MS = 2000


class Saving(Enum):
    """What the saved indicator says."""

    NOTHING_YET = "nothing_yet"
    SAVED = "saved"
    SAVING = "saving"
    TRYING_AGAIN = "trying_again"
    READ_ONLY = "read_only"
    SIGNED = "signed"


class DraftSaver(QObject):
    """Hands the latest draft of each item to the store.

    What is typed goes at most `TYPING_PAUSE_MS` after its first key, everything else at once. Of
    several changes made while the store is busy only the last is written. A draft that could not
    be written is kept and tried again.

    Signals
    -------
    state_changed
        A `Saving` and the instant of the last saving, or None.
    saved
        The `SavedDraft` of each success.
    """

    state_changed = Signal(object, object)
    saved = Signal(object)

    def __init__(
        self,
        tasks: TaskRunner,
        save: Callable[[str, Judgement], SavedDraft],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._tasks, self._save = tasks, save
        self._unsaved: dict[str, Judgement] = {}
        self._handed: dict[str, Judgement] = {}
        self._under_way, self._closed = 0, False
        self._soon = self._timer(TYPING_PAUSE_MS, self._send)
        self._slow = self._timer(SLOW_MS, self._tell_slow)
        self._again = self._timer(RETRY_MS, self._send)
        self.state, self.saved_at = Saving.NOTHING_YET, None
        self.trouble: FairMedError | None = None

    state: Saving
    saved_at: datetime | None

    @property
    def unsaved(self) -> bool:
        """Whether something is not in the store yet."""
        return bool(self._unsaved)

    def waiting(self, item_id: str) -> Judgement | None:
        """Return the draft of an item that is not in the store yet."""
        return self._unsaved.get(item_id)

    def start_from(self, saved_at: datetime | None, *, read_only: bool = False) -> None:
        """Say when the item now shown was last saved, or that nothing in it is ever saved."""
        if read_only:
            self._tell(Saving.READ_ONLY, None)
        elif not self._unsaved:
            self._tell(Saving.NOTHING_YET if saved_at is None else Saving.SAVED, saved_at)

    def put(self, item_id: str, judgement: Judgement, *, typing: bool = False) -> None:
        """Take over a draft; `typing` lets more keys come before it is written."""
        self._unsaved[item_id] = judgement
        if not self._slow.isActive():
            self._slow.start()
        if typing:
            if not self._soon.isActive():
                self._soon.start()
        elif not self._under_way:
            self._send()

    def drop(self, item_id: str) -> None:
        """Let go of an item's draft: something else carries it into the store."""
        self._unsaved.pop(item_id, None)

    def flush(self) -> None:
        """Hand everything to the store now, whatever is under way."""
        self._send()

    def close(self) -> None:
        """Hand over what is left, then fall silent: the study is being closed."""
        self._send()
        self._closed = True
        for timer in (self._soon, self._slow, self._again):
            timer.stop()
        self.blockSignals(True)

    def confirm(self, saved: SavedDraft) -> None:
        """Tell that the store took a draft."""
        self.trouble = None
        self.saved.emit(saved)
        if not self._unsaved:
            self._slow.stop()
            self._tell(Saving.SAVED, saved.saved_at)

    def _send(self) -> None:
        self._soon.stop()
        self._again.stop()
        if self._tasks.closed or self._closed:
            return
        for item_id, judgement in self._unsaved.items():
            if self._handed.get(item_id) is not judgement:
                self._hand(item_id, judgement)

    def _hand(self, item_id: str, judgement: Judgement) -> None:
        self._handed[item_id] = judgement
        self._under_way += 1
        self._tasks.run(
            self._save,
            item_id,
            judgement,
            done=lambda saved: self._written(saved, judgement),
            failed=lambda error: self._refused(error, item_id),
        )

    def _written(self, saved: SavedDraft, sent: Judgement) -> None:
        self._under_way -= 1
        if self._unsaved.get(saved.item_id) is sent:
            del self._unsaved[saved.item_id]
        if self._closed:
            return
        self.confirm(saved)
        if self._unsaved and not self._under_way and not self._soon.isActive():
            self._send()

    def _refused(self, error: FairMedError, item_id: str) -> None:
        self._under_way -= 1
        self._handed.pop(item_id, None)
        if self._closed:
            return
        self._slow.stop()
        self.trouble = error
        self._tell(Saving.TRYING_AGAIN, self.saved_at)
        self._again.start()

    def _tell_slow(self) -> None:
        if self._unsaved:
            self._tell(Saving.SAVING, self.saved_at)

    def _tell(self, state: Saving, at: datetime | None) -> None:
        self.state, self.saved_at = state, at
        self.state_changed.emit(state, at)

    def _timer(self, interval: int, then: Callable[[], None]) -> QTimer:
        timer = QTimer(self, singleShot=True, interval=interval)
        timer.timeout.connect(then)
        return timer
