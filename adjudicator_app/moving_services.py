"""Moving to another computer and from one, bound to this computer's folder and clock.

Every method runs on the service thread. Imports stand inside the methods: the first window must
not wait for a database or for cryptography.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from fairmed_core.clock import Clock, stamp

if TYPE_CHECKING:
    from bands_registry.services.move_in import Arriving
    from bands_registry.services.move_out import MovedOut
    from bands_registry.services.session import Session


@dataclass(frozen=True)
class MoveState:
    """Whether there is work to move, and when this copy of it was moved away, if it was."""

    movable: bool
    moved_at: datetime | None


class MovingServices:
    """What the settings and the welcome screen ask for.

    Parameters
    ----------
    keystore, stores
        The signing identity and the folder of the studies.
    clock
        Tells the time that is recorded.
    """

    def __init__(self, keystore: Path, stores: Path, clock: Clock) -> None:
        self._keystore, self._stores, self._clock = keystore, stores, clock

    def today(self) -> str:
        """Return today's date for a file name; the one thing here that may be asked anywhere."""
        return stamp(self._clock.now())[:10]

    def state(self, session: Session | None) -> MoveState:
        """Return what can be done here; `session` is the study that is open."""
        from bands_registry.services.resume_study import known_studies

        if not self._keystore.exists():
            return MoveState(movable=False, moved_at=None)
        moved = [study.moved_at for study in known_studies(self._stores)]
        # The study that is open does not open a second time.
        if session is not None and not session.practice:
            moved.append(session.store.moved_at)
        dates = [at for at in moved if at is not None]
        return MoveState(movable=bool(moved), moved_at=max(dates, default=None))

    def move_out(self, path: Path) -> MovedOut:
        """Write key and studies to a file, then let this copy be only read."""
        from bands_registry.services.move_out import move_out

        return move_out(path, keystore=self._keystore, stores=self._stores, clock=self._clock)

    def use_again(self) -> None:
        """Let this copy be written again."""
        from bands_registry.services.move_out import use_again

        use_again(self._stores, clock=self._clock)

    def inspect(self, path: Path) -> Arriving:
        """Check a file from another computer and say what it brings."""
        from bands_registry.services.move_in import inspect_move

        return inspect_move(path, keystore=self._keystore, stores=self._stores, clock=self._clock)

    def move_in(self, path: Path) -> Arriving:
        """Take over what a file brings."""
        from bands_registry.services.move_in import move_in

        return move_in(path, keystore=self._keystore, stores=self._stores, clock=self._clock)
