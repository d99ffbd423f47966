"""The desktop program under a stop watch: driven, and asked when it had painted."""

from __future__ import annotations

import faulthandler
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from time import perf_counter, process_time
from typing import Self

from PySide6.QtCore import QEvent, QEventLoop, QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication

from adjudicator_app.app import Desktop
from fairmed_core.clock import SystemClock

SIZE = (1366, 768)
BEAT_MS, LOOK_MS, QUIET_MS, PATIENCE_S = 4, 5, 40, 300
# After this share of what is allowed it is noted where the threads are.
LOOKS = 0.5
OURS = "adjudicator_app|bands_registry|fairmed_core|exports"


@dataclass(frozen=True)
class Taken:
    """Seconds that passed, and seconds for which the program kept processors busy."""

    seconds: float
    busy: float


class Paints(QObject):
    """Notes when the window has painted what it was asked to."""

    def __init__(self, window: QObject) -> None:
        super().__init__(window)
        self.last = perf_counter()
        self.shown: Callable[[], bool] = lambda: False
        self.first: float | None = None
        self._shows = False
        self._painted = QTimer(self, singleShot=True, interval=0)
        self._painted.timeout.connect(self._over)
        window.installEventFilter(self)

    def watch_for(self, shown: Callable[[], bool]) -> None:
        """Note the first painting that begins while `shown` holds."""
        self.shown, self.first, self._shows = shown, None, False

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Look at the clock once the painting that now begins is over."""
        if event.type() is QEvent.Type.UpdateRequest:
            self._shows = self._shows or self.shown()
            self._painted.start()
        return False

    def _over(self) -> None:
        self.last = perf_counter()
        if self.first is None and self._shows:
            self.first = self.last


class Driven:
    """The program on a folder, with an event loop that runs until something holds."""

    def __init__(self, folder: Path) -> None:
        app = QApplication.instance()
        self.qt = app if isinstance(app, QApplication) else QApplication(["benchmark"])
        self.desktop = Desktop(self.qt, data=folder / "data", clock=SystemClock())
        self.window = self.desktop.window
        self.window.resize(*SIZE)
        self.paints = Paints(self.window)
        # One timer for all waiting: a forgotten one might be swept up by the service thread.
        self._loop, self._look = QEventLoop(), QTimer(interval=LOOK_MS)
        self._look.timeout.connect(self._see)
        self._holds: Callable[[], bool] = lambda: True
        self.told: object = None
        self.desktop.tasks.broke.connect(self._tell)
        self.desktop.go.failed.connect(self._tell)

    def _see(self) -> None:
        if self._holds():
            self._loop.quit()

    def _tell(self, error: object) -> None:
        self.told = error

    def until(self, holds: Callable[[], bool]) -> None:
        """Let the program run until something holds."""
        begun = perf_counter()
        late = False

        def over() -> bool:
            nonlocal late
            late = perf_counter() - begun > PATIENCE_S
            return late or holds()

        self._holds = over
        if not holds():
            self._look.start()
            self._loop.exec()
            self._look.stop()
        # Not asked again: it may go on with something before the loop has ended.
        if late:
            raise TimeoutError(f"the program did not get there: {self.told}")

    def idle(self) -> None:
        """Let the program run until nothing is left to do and nothing more is painted."""
        # What was just asked for may not have been painted at all yet.
        self.paints.last = perf_counter()
        self.until(
            lambda: (
                not self.desktop.tasks.busy
                and not self.desktop.speaking.busy
                and not self.desktop.preparing.busy
                and perf_counter() - self.paints.last > QUIET_MS / 1000
            )
        )

    def painted(self, act: Callable[[], object], shown: Callable[[], bool]) -> Taken:
        """Act; return the time until what then holds as `shown` has been painted."""
        self.paints.watch_for(shown)
        start, worked = perf_counter(), process_time()
        act()
        self.until(lambda: self.paints.first is not None)
        return Taken((self.paints.first or start) - start, process_time() - worked)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """End the program's thread."""
        self.desktop.leaving.end()
        self.window.let_go()


class Watchdog:
    """A heart that should beat every few milliseconds on the GUI thread.

    A second thread looks at it: when it skips a beat for long, the thread notes where the other
    threads are, so that the figure comes with its cause.
    """

    def __init__(self, *, over: float) -> None:
        self.longest, self.beats = 0.0, 0
        self.doing = "start"
        self._worst: dict[str, tuple[float, str]] = {}
        self._limit, self._beat, self._where = over, perf_counter(), ""
        self._timer = QTimer(interval=BEAT_MS, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._beats)
        self._stop = threading.Event()

    def actions(self) -> list[tuple[float, str, str]]:
        """Return the longest stall of each action, where the GUI thread was then; longest first."""
        found = ((gap, doing, where) for doing, (gap, where) in self._worst.items())
        return sorted(found, reverse=True)

    @contextmanager
    def watching(self) -> Iterator[Watchdog]:
        """Watch while the body runs."""
        self._stop.clear()
        thread = threading.Thread(target=self._look, daemon=True)
        self._beat = perf_counter()
        self._timer.start()
        thread.start()
        yield self
        self._timer.stop()
        self._stop.set()
        thread.join()

    def _beats(self) -> None:
        now = perf_counter()
        self.beats += 1
        gap = now - self._beat - BEAT_MS / 1000
        self.longest = max(self.longest, gap)
        self._worst[self.doing] = max(self._worst.get(self.doing, (0.0, "")), (gap, self._where))
        self._beat, self._where = perf_counter(), ""

    def _look(self) -> None:
        while not self._stop.wait(0.01):
            if perf_counter() - self._beat > self._limit * LOOKS and not self._where:
                self._where = _places_of_threads()


def _places_of_threads() -> str:
    # Written by the interpreter itself: holding another thread's frames keeps its painters alive.
    with TemporaryFile("w+") as file:
        faulthandler.dump_traceback(file=file)
        file.seek(0)
        return _places(file.read())


def _places(seen: str) -> str:
    """Return where the GUI thread was, and where another thread of the program was."""
    threads = [_place(thread) for thread in seen.strip().split("\n\n")]
    return " beside ".join(place for place in reversed(threads) if place)


def _place(thread: str) -> str:
    calls = re.findall(rf"({OURS})/(?:\w+/)?(\w+\.py)\", line (\d+)", thread)
    here = [f"{name}:{line}" for _, name, line in calls if name != "tasks.py"]
    return " < ".join(here[:4])
