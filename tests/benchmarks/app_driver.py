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
        window.installEventFilter(self)

    def watch_for(self, shown: Callable[[], bool]) -> None:
        """Note the first painting that begins while `shown` holds."""
        self.shown, self.first = shown, None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Look at the clock once the painting that now begins is over."""
        if event.type() is QEvent.Type.UpdateRequest:
            QTimer.singleShot(0, self._over if self.first or not self.shown() else self._first)
        return False

    def _over(self) -> None:
        self.last = perf_counter()

    def _first(self) -> None:
        self.last = self.first = perf_counter()


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
        self._holds = lambda: holds() or perf_counter() - begun > PATIENCE_S
        if not self._holds():
            self._look.start()
            self._loop.exec()
            self._look.stop()
        if not holds():
            raise TimeoutError(f"the program did not get there: {self.told}")

    def idle(self) -> None:
        """Let the program run until nothing is asked of it and nothing more is painted."""
        # What was just asked for may not have been painted at all yet.
        self.paints.last = perf_counter()
        self.until(
            lambda: (
                not self.desktop.tasks.busy and perf_counter() - self.paints.last > QUIET_MS / 1000
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

    A second thread looks at it: when it skips a beat for long, the thread notes where the GUI
    thread is, so that the figure comes with its cause.
    """

    def __init__(self, *, over: float) -> None:
        self.longest, self.beats = 0.0, 0
        self.over: list[tuple[float, str, str]] = []
        self.doing = ""
        self._limit, self._beat, self._where = over, perf_counter(), ""
        self._timer = QTimer(interval=BEAT_MS, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._beats)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)

    @contextmanager
    def watching(self) -> Iterator[Watchdog]:
        """Watch while the body runs."""
        self._beat = perf_counter()
        self._timer.start()
        self._thread.start()
        yield self
        self._timer.stop()
        self._stop.set()
        self._thread.join()

    def _beats(self) -> None:
        now = perf_counter()
        self.beats += 1
        gap = now - self._beat - BEAT_MS / 1000
        self.longest = max(self.longest, gap)
        if gap > self._limit:
            self.over.append((gap, self.doing, self._where))
        self._beat, self._where = now, ""

    def _look(self) -> None:
        while not self._stop.wait(0.01):
            if perf_counter() - self._beat > self._limit * 0.7 and not self._where:
                self._where = _place_of_gui_thread()


def _place_of_gui_thread() -> str:
    # Written by the interpreter itself: holding another thread's frames keeps its painters alive.
    with TemporaryFile("w+") as file:
        faulthandler.dump_traceback(file=file)
        file.seek(0)
        main = file.read().split("\n\n")[-1]
    calls = re.findall(r'adjudicator_app/(?:\w+/)?(\w+\.py)", line (\d+)', main)
    return " < ".join(f"{name}:{line}" for name, line in calls[:4])
