"""Another process holds the study when the program starts, and a second window beside the first."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from adjudicator_app.widgets.screen import Screen
from tests.helpers.desk import PASSPHRASE, Desk
from tests.helpers.desk_walks import open_study, two_items
from tests.helpers.half_filled import REASON, held, type_something

REPOSITORY = Path(__file__).resolve().parents[2]
HOLD = (
    "import sys; from pathlib import Path;"
    "from bands_registry.store.study_store import open_study_store;"
    "from fairmed_core.clock import SystemClock;"
    "store = open_study_store(Path(sys.argv[1]), clock=SystemClock());"
    "print('open', flush=True); sys.stdin.read(); store.close()"
)


@contextmanager
def held_by_another_process(store: Path) -> Iterator[int]:
    """Another process that has the store open; yields its number."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(store)],
        cwd=REPOSITORY,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout.readline().strip() == "open"
        yield process.pid
    finally:
        process.communicate()


def continue_study(desk: Desk) -> None:
    card = desk.page.continue_card
    card.passphrase.line.clear()
    QTest.keyClicks(card.passphrase.line, PASSPHRASE)
    QTest.keyClick(card.passphrase.line, Qt.Key.Key_Return)


@pytest.fixture
def begun(qtbot, qapp, tmp_path) -> Path:
    """A folder with a study that was begun and closed."""
    first = Desk(qtbot, qapp, tmp_path)
    open_study(first, two_items())
    first.end()
    return next(first.data.glob("studies/*.fmdb"))


def test_at_start_it_says_who_holds_the_study_and_later_goes_on(desk, begun):
    with held_by_another_process(begun) as process:
        before = hashlib.sha256(begun.read_bytes()).hexdigest()
        desk.start()
        assert desk.window.screen_shown is Screen.WELCOME
        assert f"process {process}" in desk.page.continue_card.notice
        continue_study(desk)
        desk.idle()
        assert desk.window.screen_shown is Screen.WELCOME
        assert f"process {process}" in desk.page.error.text
        # Neither is anybody named who might be in the room, nor the machine.
        assert os.uname().nodename not in desk.page.error.text
        assert hashlib.sha256(begun.read_bytes()).hexdigest() == before
        # Practice needs no study of hers, so it is open meanwhile.
        desk.page.again_card.button.click()
        desk.until_screen(Screen.ITEMS)
        desk.page._who.leave.click()
        desk.until_screen(Screen.WELCOME)
    continue_study(desk)
    desk.until_screen(Screen.ITEMS)
    desk.until(lambda: desk.desktop.to.items.view is not None)
    assert not desk.page.findChildren(type(desk.window))


def test_the_pack_of_a_study_held_elsewhere_is_not_opened_a_second_time(desk, begun):
    with held_by_another_process(begun) as process:
        before = hashlib.sha256(begun.read_bytes()).hexdigest()
        desk.start(pack=next(desk.folder.glob("*.fmpack")))
        desk.until_screen(Screen.SETUP)
        seat = desk.page.seat
        QTest.keyClicks(seat.seat, "GERI")
        QTest.keyClicks(seat.passphrase.line, PASSPHRASE)
        seat.primary.click()
        desk.idle()
        assert f"process {process}" in seat.error.text
        assert desk.desktop.go.session is None
        assert hashlib.sha256(begun.read_bytes()).hexdigest() == before
    seat.primary.click()
    desk.until(lambda: desk.desktop.to.setup.session is not None)


def test_a_second_window_is_refused_and_the_first_goes_on(qtbot, qapp, desk, tmp_path):
    item_id = type_something(desk)
    second = Desk(qtbot, qapp, tmp_path)
    second.start()
    assert "another window of this program" in second.page.continue_card.notice
    continue_study(second)
    second.idle()
    assert second.window.screen_shown is Screen.WELCOME
    assert second.page.error.isVisible()
    second.end()
    desk.window.activateWindow()
    QTest.keyClicks(desk.page.judgement.verdict.reason.field, " Twice.")
    desk.until(lambda: not desk.desktop.to.review.unsaved)
    assert sorted(held(desk, item_id).reason.split()) == sorted(f"{REASON} Twice.".split())
