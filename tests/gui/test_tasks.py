"""The background thread: order, threads, errors, and an orderly end."""

from __future__ import annotations

import gc
import sys
import threading

import pytest
from PySide6.QtCore import QThread, QTimer
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QWidget

from adjudicator_app.tasks import TaskRunner
from fairmed_core.errors import BugError, FairMedError, HostError, UserError


@pytest.fixture
def tasks(qtbot):
    runner = TaskRunner()
    yield runner
    runner.close()


def test_results_arrive_in_order_on_the_gui_thread(qtbot, tasks):
    got: list[tuple[int, bool]] = []
    gui = QThread.currentThread()
    for number in range(50):
        tasks.run(
            lambda n: n * n,
            number,
            done=lambda n: got.append((n, QThread.currentThread() is gui)),
        )
    qtbot.waitUntil(lambda: len(got) == 50)
    assert got == [(n * n, True) for n in range(50)]


def test_all_functions_share_one_thread_that_is_not_the_gui_thread(qtbot, tasks):
    threads: set[int] = set()
    for _ in range(10):
        tasks.run(threading.get_ident, done=threads.add)
    qtbot.waitUntil(lambda: not tasks.busy)
    assert len(threads) == 1
    assert threads != {threading.get_ident()}


def test_busy_is_told_once_for_a_whole_batch(qtbot, tasks):
    told: list[bool] = []
    tasks.busy_changed.connect(told.append)
    gate = threading.Event()
    for _ in range(3):
        tasks.run(gate.wait)
    assert tasks.busy
    assert told == [True]
    gate.set()
    qtbot.waitUntil(lambda: told == [True, False])
    assert not tasks.busy


@pytest.mark.parametrize("kind", [UserError, HostError])
def test_an_expected_error_goes_to_failed_and_to_nobody_else(qtbot, tasks, kind):
    errors: list[FairMedError] = []
    broke: list[object] = []
    tasks.broke.connect(broke.append)

    def fail() -> None:
        raise kind("The folder is read-only.", next_step="Choose another folder.")

    tasks.run(fail, failed=errors.append)
    qtbot.waitUntil(lambda: bool(errors))
    assert type(errors[0]) is kind
    assert errors[0].next_step == "Choose another folder."
    assert broke == []


def test_an_unexpected_error_is_told_as_a_bug_and_the_thread_goes_on(qtbot, tasks):
    errors: list[FairMedError] = []
    broke: list[object] = []
    tasks.broke.connect(broke.append)
    tasks.run(lambda: 1 // 0, failed=errors.append)
    later: list[int] = []
    tasks.run(lambda: 7, done=later.append)
    qtbot.waitUntil(lambda: bool(later))
    assert isinstance(errors[0], BugError)
    assert isinstance(broke[0], ZeroDivisionError)
    assert later == [7]


def test_an_error_nobody_listens_to_is_not_swallowed(qtbot, tasks):
    broke: list[object] = []
    tasks.broke.connect(broke.append)

    def fail() -> None:
        raise UserError("The file is empty.")

    tasks.run(fail)
    qtbot.waitUntil(lambda: bool(broke))
    assert isinstance(broke[0], UserError)


def test_close_finishes_what_was_handed_in(qtbot):
    runner = TaskRunner()
    ran: list[int] = []
    for number in range(20):
        runner.run(ran.append, number)
    runner.close()
    assert ran == list(range(20))
    assert "fairmed-services" not in {thread.name for thread in threading.enumerate()}


def test_after_close_nothing_is_taken_and_nothing_is_delivered(qtbot):
    runner = TaskRunner()
    delivered: list[int] = []
    runner.run(lambda: 1, done=delivered.append)
    runner.close()
    runner.close()
    qtbot.waitUntil(lambda: not runner.busy)
    assert delivered == []
    with pytest.raises(BugError):
        runner.run(lambda: 1)


def test_what_the_screens_let_go_of_dies_on_the_gui_thread(qtbot, tasks):
    """A timer in a circle of references, collected while the service thread makes objects."""
    died: list[int] = []

    class Ticking:
        def __init__(self) -> None:
            self.itself = self
            self.timer = QTimer()
            self.timer.start(60_000)

        def __del__(self) -> None:
            died.append(threading.get_ident())

    kept: list[list[int]] = []
    for _ in range(5):
        Ticking()
        tasks.run(lambda: kept.extend([number] for number in range(5_000)))
    qtbot.waitUntil(lambda: len(died) == 5)
    assert set(died) == {threading.get_ident()}


def test_the_listener_is_never_the_service_threads_to_drop(qtbot, tasks):
    """She leaves a screen while its service runs: nothing but the GUI thread holds the screen."""
    dropped: list[int] = []
    gate = threading.Event()

    class Listener:
        def hear(self, _: object) -> None:
            pass

        def __del__(self) -> None:
            dropped.append(threading.get_ident())

    for _ in range(20):
        tasks.run(gate.wait, done=Listener().hear)
    gate.set()
    qtbot.waitUntil(lambda: len(dropped) == 20)
    assert set(dropped) == {threading.get_ident()}


def test_collector_and_turns_of_the_threads_are_as_before_after_the_end(qtbot):
    before = sys.getswitchinterval()
    runner = TaskRunner()
    assert not gc.isenabled()
    assert sys.getswitchinterval() < before
    runner.close()
    assert gc.isenabled()
    assert sys.getswitchinterval() == pytest.approx(before)


class Painted(QWidget):
    """Notes what happens in which order, its own painting too."""

    def __init__(self, seen: list[str]) -> None:
        super().__init__()
        self.seen = seen

    def paintEvent(self, _: QPaintEvent) -> None:
        self.seen.append("painted")


def test_what_she_asked_for_is_painted_before_a_function_begins(qtbot, tasks):
    seen: list[str] = []
    window = Painted(seen)
    qtbot.addWidget(window)
    with qtbot.waitExposed(window):
        window.show()
    seen.clear()
    tasks.run(seen.append, "ran", done=lambda _: (seen.append("told"), window.update()))
    tasks.run(seen.append, "ran next")
    window.update()
    assert seen == []
    qtbot.waitUntil(lambda: not tasks.busy)
    assert seen == ["painted", "ran", "told", "painted", "ran next"]


def test_waiting_does_not_wait_for_the_window(qtbot, tasks):
    ran: list[int] = []
    told: list[int] = []
    for number in range(3):
        tasks.run(lambda n: ran.append(n) or n, number, done=told.append)
    tasks.wait()
    assert ran == [0, 1, 2]
    assert told == []
    qtbot.waitUntil(lambda: not tasks.busy)
    assert told == [0, 1, 2]


def test_the_gui_stays_free_while_a_function_stalls(qtbot, tasks):
    gate = threading.Event()
    tasks.run(gate.wait, 5)
    with qtbot.waitSignal(tasks.objectNameChanged, timeout=100):
        tasks.setObjectName("repainted meanwhile")
    gate.set()
    qtbot.waitUntil(lambda: not tasks.busy)
