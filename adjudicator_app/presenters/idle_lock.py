"""The lock after a while without input: when it falls, and what opens it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, Signal

from adjudicator_app.presenters.saying import Anew
from adjudicator_app.presenters.told import told_whole
from adjudicator_app.tasks import TaskRunner
from fairmed_core.clock import Clock
from fairmed_core.errors import FairMedError

if TYPE_CHECKING:
    from bands_registry.provenance.keystore import UnlockedIdentity
    from bands_registry.services.session import Session

IDLE = timedelta(minutes=15)


class LockServices(Protocol):
    """What the lock asks of the registry; the call runs on the service thread."""

    def unlock(self, passphrase: str) -> UnlockedIdentity:
        """Return the identity; a wrong passphrase raises."""
        ...


class IdleLockPresenter(QObject):
    """Whether the open study is covered, and why it stays so.

    Parameters
    ----------
    clock
        Tells the time; a computer that slept was without input all the while.
    session
        Returns the open study, or None: without one there is nothing to cover.

    Signals
    -------
    changed
        Locked, opened, checking, or the passphrase was refused.
    """

    changed = Signal()
    problem = Anew("")

    def __init__(
        self,
        tasks: TaskRunner,
        services: LockServices,
        *,
        clock: Clock,
        session: Callable[[], Session | None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._tasks, self._services = tasks, services
        self._clock, self._session = clock, session
        self._last = clock.now()
        self.locked = False
        self.practice = False
        self.checking = False

    def notice(self) -> bool:
        """Note an input; True when it came too late and must not reach anything."""
        if self.locked:
            return False
        if self.look():
            return True
        self._last = self._clock.now()
        return False

    def look(self) -> bool:
        """Lock when there was no input for too long; return whether it is locked."""
        session = self._session()
        if session is None:
            if self.locked:
                self._open()
            self._last = self._clock.now()
        elif not self.locked and self._clock.now() - self._last >= IDLE:
            self.locked, self.practice, self.problem = True, session.practice, ""
            self.changed.emit()
        return self.locked

    def open(self, passphrase: str) -> None:
        """Open with her passphrase; the practice study has none."""
        if not self.locked or self.checking:
            return
        if self.practice:
            self._open()
        elif not passphrase:
            self._tell(lambda: self.tr("Type your passphrase to go on."))
        else:
            self.checking, self.problem = True, ""
            self.changed.emit()
            self._tasks.run(
                self._services.unlock,
                passphrase,
                done=lambda _: self._open(),
                failed=self._refuse,
            )

    def _open(self) -> None:
        self.locked, self.checking, self.problem = False, False, ""
        self._last = self._clock.now()
        self.changed.emit()

    def _refuse(self, error: FairMedError) -> None:
        from bands_registry.provenance.keystore import WrongPassphraseError

        self.checking = False
        if isinstance(error, WrongPassphraseError):
            self._tell(lambda: self.tr("Not the passphrase of this identity."))
        else:
            self._tell(lambda: told_whole(error))

    def _tell(self, problem: Callable[[], str]) -> None:
        self.problem = problem
        self.changed.emit()
