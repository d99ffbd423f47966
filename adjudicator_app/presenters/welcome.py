"""The welcome screen: open a pack, continue a study, or practise."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from adjudicator_app.presenters.moving_out import MOVE_SUFFIX
from adjudicator_app.presenters.saying import Anew
from adjudicator_app.services import ClinicianServices, Returning
from adjudicator_app.tasks import TaskRunner
from fairmed_core.errors import FairMedError

if TYPE_CHECKING:
    from bands_registry.services.move_in import Arriving
    from bands_registry.services.session import Session
    from bands_registry.services.views import KnownStudy, PackSummary, PublicIdentity


PACK_SUFFIX = ".fmpack"


class WelcomePresenter(QObject):
    """State and commands of the welcome screen.

    Signals
    -------
    changed
        Anything the screen shows.
    pack_accepted
        Path, summary and the identity known here (or None), once the signatures were checked.
    move_accepted
        Path and what it brings, once a file from another computer was checked.
    opened
        The session of a study that was continued, or of the practice study.
    """

    changed = Signal()
    pack_accepted = Signal(object, object, object)
    move_accepted = Signal(object, object)
    opened = Signal(object)
    activity = Anew("")
    passphrase_error = Anew("")

    def __init__(
        self, tasks: TaskRunner, services: ClinicianServices, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._tasks = tasks
        self._services = services
        self._returning: Returning | None = None
        self.error: FairMedError | None = None
        self._awaited = 0

    @property
    def loaded(self) -> bool:
        """Whether it is known what there is to continue."""
        return self._returning is not None

    @property
    def identity(self) -> PublicIdentity | None:
        """Who has signed on this computer before."""
        return self._returning.identity if self._returning else None

    @property
    def studies(self) -> tuple[KnownStudy, ...]:
        """The studies that can be continued."""
        if self._returning is None or self._returning.identity is None:
            return ()
        return tuple(study for study in self._returning.studies if not study.practice)

    def load(self) -> None:
        """Look what there is to continue."""
        self._tasks.run(self._services.returning, done=self._show, failed=self._fail)

    def open_file(self, path: Path) -> None:
        """Check a study pack, or what was moved from another computer, and hand it on."""
        if self.activity:
            return
        if path.suffix.lower() == MOVE_SUFFIX:
            self._check_move(path)
            return
        wait = self._begin(lambda: self.tr("Checking the study pack"))
        self._tasks.run(
            self._services.inspect_pack,
            path,
            done=lambda summary: self._accept(wait, path, summary),
            failed=lambda error: self._not_opened(wait, error),
        )

    def _check_move(self, path: Path) -> None:
        wait = self._begin(lambda: self.tr("Checking what comes from the other computer"))
        self._tasks.run(
            self._services.moving.inspect,
            path,
            done=lambda arriving: self._accept_move(wait, path, arriving),
            failed=lambda error: self._not_opened(wait, error),
        )

    def continue_study(self, study: KnownStudy, passphrase: str) -> None:
        """Unlock the identity and open a study kept here."""
        if self.activity:
            return
        if not passphrase:
            self.passphrase_error = lambda: self.tr("Type your passphrase to continue.")
            self.changed.emit()
            return
        wait = self._begin(lambda: self.tr("Opening your study"))
        self._tasks.run(
            self._services.resume,
            study.store,
            passphrase,
            done=lambda session: self._open(wait, session),
            failed=lambda error: self._not_opened(wait, error),
        )

    def practise(self) -> None:
        """Open the practice study."""
        if self.activity:
            return
        wait = self._begin(lambda: self.tr("Opening the practice study"))
        self._tasks.run(
            self._services.open_practice,
            done=lambda session: self._open(wait, session),
            failed=lambda error: self._not_opened(wait, error),
        )

    def call_off(self) -> None:
        """Wait no longer; what still comes of it is put away."""
        if self.activity:
            self._awaited += 1
            self.activity = ""
            self.changed.emit()

    def dismiss_error(self) -> None:
        """Take the error off the screen."""
        self.error = None
        self.changed.emit()

    def _begin(self, activity: Callable[[], str]) -> int:
        """Say what is going on, and return the number of this wait."""
        self.activity, self.error, self.passphrase_error = activity, None, ""
        self._awaited += 1
        self.changed.emit()
        return self._awaited

    def _show(self, returning: Returning) -> None:
        self._returning = returning
        self.changed.emit()

    def _accept(self, wait: int, path: Path, summary: PackSummary) -> None:
        if wait != self._awaited:
            return
        self.activity = ""
        self.changed.emit()
        self.pack_accepted.emit(path, summary, self.identity)

    def _accept_move(self, wait: int, path: Path, arriving: Arriving) -> None:
        if wait == self._awaited:
            self.activity = ""
            self.changed.emit()
            self.move_accepted.emit(path, arriving)

    def _open(self, wait: int, session: Session) -> None:
        if wait != self._awaited:
            self._tasks.run(self._services.close, session)
            return
        self.activity = ""
        self.changed.emit()
        self.opened.emit(session)

    def _not_opened(self, wait: int, error: FairMedError) -> None:
        if wait == self._awaited:
            self._refuse(error)

    def _refuse(self, error: FairMedError) -> None:
        from bands_registry.provenance.keystore import WrongPassphraseError

        if isinstance(error, WrongPassphraseError):
            self.activity = ""
            self.passphrase_error = lambda: self.tr("Not the passphrase of this identity.")
            self.changed.emit()
        else:
            self._fail(error)

    def _fail(self, error: FairMedError) -> None:
        self.activity, self.error = "", error
        self.changed.emit()
