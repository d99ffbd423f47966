"""One background thread on which every service runs, in order; results come back to the GUI."""

from __future__ import annotations

import sys
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from queue import SimpleQueue
from typing import TypeVar, TypeVarTuple

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from adjudicator_app.sweeping import Sweeping
from fairmed_core.errors import BugError, FairMedError

Args = TypeVarTuple("Args")
R = TypeVar("R")

# What the window still does while a service computes waits this long at most, again and again.
TURN = 0.0001
UNEXPECTED = "The program met something it did not expect."
UNEXPECTED_NEXT = "Your saved work is untouched. Close the program and start it again."


@dataclass(frozen=True)
class _Listeners:
    """Who hears of a function's outcome; they stay on the GUI thread, whatever happens to them."""

    done: Callable[[object], object] | None
    failed: Callable[[FairMedError], object] | None


@dataclass(frozen=True)
class _Outcome:
    """What came of a function: a result or, where there is one, an error."""

    result: object = None
    error: Exception | None = None


class TaskRunner(QObject):
    """Runs functions one after another on a thread of its own.

    The store is bound to the thread that opened it, so everything that touches it goes through
    here. `done` and `failed` are called on the thread this object lives on, in the order in which
    the functions were handed in. The signal belongs to this object, never to the thread, and the
    thread ends in `close`, before this object goes away.

    Only one of the two threads can run Python at a time, and the one that paints would wait for
    the other at every widget. So a function begins when what the window was just told to show is
    laid out and painted, and the next one when the window has taken in what came of it.

    Signals
    -------
    busy_changed
        True when the first function is handed in, False when the last result was delivered.
    broke
        An exception that is no `FairMedError`; `failed` gets a `BugError` in its place.
    """

    busy_changed = Signal(bool)
    broke = Signal(object)
    _answered = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._later: deque[Callable[[], object]] = deque()
        self._begun: SimpleQueue[Callable[[], object] | None] = SimpleQueue()
        # One thread answers in the order in which it was asked.
        self._waiting: deque[_Listeners] = deque()
        # Without an interval it fires once nothing is left to lay out or paint.
        self._free = QTimer(self, singleShot=True, interval=0)
        self._free.timeout.connect(self._begin_next)
        self._closed = False
        self._answered.connect(self._deliver, Qt.ConnectionType.QueuedConnection)
        self._sweeping = Sweeping(self)
        self._turn_before = sys.getswitchinterval()
        sys.setswitchinterval(TURN)
        # Not a daemon: a signature under way is finished before the process may end.
        self._thread = threading.Thread(target=self._work, name="fairmed-services")
        self._thread.start()

    @property
    def busy(self) -> bool:
        """Whether something runs or waits."""
        return bool(self._waiting)

    @property
    def closed(self) -> bool:
        """Whether nothing can be handed in any more."""
        return self._closed

    def run(
        self,
        function: Callable[[*Args], R],
        *args: *Args,
        done: Callable[[R], object] | None = None,
        failed: Callable[[FairMedError], object] | None = None,
    ) -> None:
        """Queue `function(*args)`; one of `done` and `failed` is called with its outcome.

        Without `failed`, an error of any kind is told by `broke`.
        """
        if self._closed:
            raise BugError("A task was handed in after the program had begun to close.")

        # Listeners to results of every type wait in one line; each hears of its own function alone.
        self._waiting.append(_Listeners(done, failed))  # type: ignore[arg-type]
        self._later.append(partial(function, *args))
        if len(self._waiting) == 1:
            self._free.start()
            self.busy_changed.emit(True)

    def wait(self) -> None:
        """Wait until everything handed in so far has run; outcomes are delivered later."""
        ran = threading.Event()
        self.run(ran.set)
        self._begin_all()
        ran.wait()

    def close(self) -> None:
        """Finish what was handed in, then end the thread; later outcomes are dropped."""
        if self._closed:
            return
        self._closed = True
        self._begin_all()
        self._begun.put(None)
        self._thread.join()
        self._sweeping.end()
        sys.setswitchinterval(self._turn_before)

    def _begin_next(self) -> None:
        if self._later:
            self._begun.put(self._later.popleft())

    def _begin_all(self) -> None:
        while self._later:
            self._begin_next()

    def _work(self) -> None:
        while (function := self._begun.get()) is not None:
            self._answered.emit(_outcome(function))

    @Slot(object)
    def _deliver(self, outcome: _Outcome) -> None:
        listeners = self._waiting.popleft()
        try:
            if not self._closed:
                self._tell(listeners, outcome)
        finally:
            if self._later:
                self._free.start()
            if not self._waiting:
                self.busy_changed.emit(False)

    def _tell(self, listeners: _Listeners, outcome: _Outcome) -> None:
        error = outcome.error
        if error is None:
            if listeners.done is not None:
                listeners.done(outcome.result)
            return
        expected = isinstance(error, FairMedError)
        if not expected or listeners.failed is None:
            self.broke.emit(error)
        if listeners.failed is not None:
            listeners.failed(error if isinstance(error, FairMedError) else _unexpected(error))


def _outcome(function: Callable[[], object]) -> _Outcome:
    try:
        return _Outcome(function())
    except Exception as error:  # noqa: BLE001 (the thread must outlive whatever a service does)
        return _Outcome(error=error)


def _unexpected(error: Exception) -> BugError:
    bug = BugError(UNEXPECTED, next_step=UNEXPECTED_NEXT)
    bug.__cause__ = error
    return bug
