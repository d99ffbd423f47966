"""One window: a file that is double-clicked later opens in it, and what was entered is kept."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QProcess, QProcessEnvironment

from adjudicator_app.one_window import OneWindow, Request, Turn
from adjudicator_app.widgets.screen import Screen
from tests.helpers.desk import PASSPHRASE
from tests.helpers.desk_walks import open_study, two_items
from tests.helpers.registry import a_pack
from tests.helpers.study import small_study

# The offscreen platform has no windows to put one before the other.
pytestmark = pytest.mark.qt_log_ignore("does not support raise")
REPOSITORY = Path(__file__).resolve().parents[2]
ITEM = "draft_triage_01"


@pytest.fixture
def first(desk):
    """The program in the first window of its data folder."""
    window = OneWindow(desk.data)
    assert window.take_turn(Request()) is Turn.SHOW
    window.asked.connect(desk.desktop.answer)
    yield desk
    window.end()


def start_again(desk, *arguments: str) -> QProcess:
    """The program, started once more as the desktop does, and ended by itself."""
    process, surroundings = QProcess(), QProcessEnvironment.systemEnvironment()
    surroundings.insert("FAIRMED_DATA", str(desk.data))
    process.setProcessEnvironment(surroundings)
    process.setWorkingDirectory(str(REPOSITORY))
    process.start(sys.executable, ["-m", "adjudicator_app", *arguments])
    desk.qtbot.waitUntil(
        lambda: process.state() is QProcess.ProcessState.NotRunning, timeout=60_000
    )
    return process


def a_draft(desk) -> None:
    """Type a reason that no timer has saved yet."""
    desk.desktop.to.items.open_item(ITEM)
    desk.until_screen(Screen.REVIEW)
    desk.until(lambda: desk.desktop.to.review.view is not None)
    desk.desktop.to.review.entry.set_reason("half a sent")


def kept(desk) -> str:
    """What the study file holds for the item."""
    services = desk.desktop.services
    (store,) = services.stores.glob("*.fmdb")
    with services.resume(str(store), PASSPHRASE) as session:
        return services.review_item(session, ITEM).judgement.reason


def test_a_second_start_opens_its_file_in_the_first_window(first, tmp_path):
    open_study(first, two_items())
    a_draft(first)
    (tmp_path / "Łąka i wózek").mkdir()
    other = a_pack(tmp_path / "Łąka i wózek", small_study())
    process = start_again(first, str(other))
    assert process.exitCode() == 0, bytes(process.readAllStandardError().data()).decode()
    first.until_screen(Screen.SETUP)
    assert first.desktop.to.setup.summary.study_id == small_study().id
    assert first.window.isVisible()
    first.desktop.tasks.wait()
    assert kept(first) == "half a sent"


def test_a_second_start_without_a_file_only_brings_the_window_forward(first):
    first.start()
    first.window.showMinimized()
    assert start_again(first).exitCode() == 0
    first.until(lambda: not first.window.isMinimized())
    assert first.window.screen_shown is Screen.WELCOME


def later(data: Path, what: str) -> subprocess.Popen[str]:
    """Another start that takes its turn."""
    return subprocess.Popen(
        [sys.executable, "-m", "tests.helpers.later_start", str(data), what],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=REPOSITORY,
    )


@pytest.mark.skipif(os.name != "posix", reason="SIGKILL is a POSIX signal")
def test_a_killed_window_leaves_nothing_in_the_way(tmp_path):
    killed = later(tmp_path, "die")
    assert killed.communicate(timeout=60)[0] == "show\n"
    after = later(tmp_path, "stay")
    assert after.stdout.readline() == "show\n"
    assert later(tmp_path, "stay").communicate(timeout=60)[0] == "end\n"
    after.communicate(timeout=60)


def test_two_starts_at_once_make_one_window(tmp_path):
    starts = [later(tmp_path, "stay") for _ in range(3)]
    turns = sorted(start.stdout.readline().strip() for start in starts)
    for start in starts:
        start.communicate(timeout=60)
    assert turns == ["end", "end", "show"]


@pytest.mark.parametrize("line", [b"", b"nothing of the kind\n", b"[]\n", b'{"file": 7}\n'])
def test_what_another_program_writes_there_asks_for_nothing(line):
    assert Request.from_line(line) == Request()


def test_a_request_comes_back_as_it_was(tmp_path):
    request = Request(tmp_path / "a b" / "Łąka.fmpack", practice=True)
    assert Request.from_line(request.to_line()) == request
