"""One background thread on which every service runs, in order; results come back to the GUI."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from queue import SimpleQueue
from typing import TypeVar, TypeVarTuple

from PySide6.QtCore import QObject, Qt, Signal, Slot

from fairmed_core.errors import BugError, FairMedError

Args = TypeVarTuple("Args")
R = TypeVar("R")

UNEXPECTED = "The program met something it did not expect."
UNEXPECTED_NEXT = "Your saved work is untouched. Close the program and start it again."


@dataclass(frozen=True)
class _Task:
    """Work waiting for the thread, and what to do with its outcome on the GUI thread."""

    work: Callable[[], Callable[[], None]]
    failed: Callable[[FairMedError], object] | None


class TaskRunner(QObject):
    """Runs functions one after another on a thread of its own.

    The store is bound to the thread that opened it, so everything that touches it goes through
    here. `done` and `failed` are called on the thread this object lives on, in the order in which
    the functions were handed in. The signal belongs to this object, never to the thread, and the
    thread ends in `close`, before this object goes away.

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
        self._tasks: SimpleQueue[_Task | None] = SimpleQueue()
        self._open = 0
        self._closed = False
        self._answered.connect(self._deliver, Qt.ConnectionType.QueuedConnection)
        # Not a daemon: a signature under way is finished before the process may end.
        self._thread = threading.Thread(target=self._work, name="fairmed-services")
        self._thread.start()

    @property
    def busy(self) -> bool:
        """Whether something runs or waits."""
        return self._open > 0

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

        def work() -> Callable[[], None]:
            result = function(*args)

            def tell() -> None:
                if done is not None:
                    done(result)

            return tell

        self._open += 1
        self._tasks.put(_Task(work, failed))
        if self._open == 1:
            self.busy_changed.emit(True)

    def wait(self) -> None:
        """Wait until everything handed in so far has run; outcomes are delivered later."""
        ran = threading.Event()
        self.run(ran.set)
        ran.wait()

    def close(self) -> None:
        """Finish what was handed in, then end the thread; later outcomes are dropped."""
        if self._closed:
            return
        self._closed = True
        self._tasks.put(None)
        self._thread.join()

    def _work(self) -> None:
        while (task := self._tasks.get()) is not None:
            self._answered.emit(self._outcome(task))

    def _outcome(self, task: _Task) -> Callable[[], None]:
        try:
            return task.work()
        except FairMedError as error:
            return self._failure(task, error, unexpected=None)
        except Exception as error:  # noqa: BLE001 (the thread must outlive whatever a service does)
            bug = BugError(UNEXPECTED, next_step=UNEXPECTED_NEXT)
            bug.__cause__ = error
            return self._failure(task, bug, unexpected=error)

    def _failure(
        self, task: _Task, error: FairMedError, *, unexpected: Exception | None
    ) -> Callable[[], None]:
        def tell() -> None:
            if unexpected is not None or task.failed is None:
                self.broke.emit(unexpected or error)
            if task.failed is not None:
                task.failed(error)

        return tell

    @Slot(object)
    def _deliver(self, outcome: Callable[[], None]) -> None:
        self._open -= 1
        try:
            if not self._closed:
                outcome()
        finally:
            if self._open == 0:
                self.busy_changed.emit(False)
