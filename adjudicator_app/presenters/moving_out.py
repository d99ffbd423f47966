"""Moving to another computer: what can be done here, and what came of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from adjudicator_app.moving_services import MoveState, MovingServices
from adjudicator_app.presenters.saying import Anew
from adjudicator_app.tasks import TaskRunner
from fairmed_core.errors import FairMedError

if TYPE_CHECKING:
    from bands_registry.services.move_out import MovedOut
    from bands_registry.services.session import Session

MOVE_SUFFIX = ".fmmove"


class MoveOutPresenter(QObject):
    """State and commands of the section in the settings.

    Signals
    -------
    changed
        Anything the section shows.
    moved
        This copy is only read from now on, or may be written again.
    """

    changed = Signal()
    moved = Signal()
    activity = Anew("")

    def __init__(
        self, tasks: TaskRunner, services: MovingServices, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._tasks, self._services = tasks, services
        self.state: MoveState | None = None
        self.saved: MovedOut | None = None
        self.error: FairMedError | None = None

    def look(self, session: Session | None) -> None:
        """See what can be done here; `session` is the study that is open."""
        self.error = None
        self._tasks.run(self._services.state, session, done=self._show, failed=self._fail)

    def proposed(self, folder: Path) -> Path:
        """Return a name for the file that is still free in a folder."""
        named = f"fairmed-{self._services.today()}"
        number, path = 1, folder / f"{named}{MOVE_SUFFIX}"
        while path.exists():
            number += 1
            path = folder / f"{named}-{number}{MOVE_SUFFIX}"
        return path

    def move_out(self, path: Path) -> None:
        """Save the file and let this copy be only read; no study is open."""
        if self.activity:
            return
        if path.suffix.lower() != MOVE_SUFFIX:
            path = path.with_name(f"{path.name}{MOVE_SUFFIX}")
        self._begin(lambda: self.tr("Saving the file"))
        self._tasks.run(self._services.move_out, path, done=self._saved, failed=self._fail)

    def use_again(self) -> None:
        """Let this copy be written again; no study is open."""
        if self.activity:
            return
        self._begin(lambda: self.tr("Opening this copy"))
        self._tasks.run(self._services.use_again, done=lambda _: self._free(), failed=self._fail)

    def _begin(self, activity: Callable[[], str]) -> None:
        self.activity, self.error = activity, None
        self.changed.emit()

    def _saved(self, saved: MovedOut) -> None:
        self.saved = saved
        self._settle(MoveState(movable=True, moved_at=saved.at))

    def _free(self) -> None:
        self.saved = None
        self._settle(MoveState(movable=True, moved_at=None))

    def _settle(self, state: MoveState) -> None:
        self.activity, self.state = "", state
        self.changed.emit()
        self.moved.emit()

    def _show(self, state: MoveState) -> None:
        self.state = state
        self.changed.emit()

    def _fail(self, error: FairMedError) -> None:
        self.activity, self.error = "", error
        self.changed.emit()
