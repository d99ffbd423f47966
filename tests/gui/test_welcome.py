"""The first screen: packs in, practice, and going on with a study."""

from __future__ import annotations

import json
import multiprocessing
import os
import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest

from adjudicator_app.widgets.screen import Screen
from tests.helpers.desk import PASSPHRASE, Desk
from tests.helpers.desk_walks import begin_study, close_study


def test_the_first_start_offers_a_pack_and_practice(desk):
    desk.start()
    assert desk.window.screen_shown is Screen.WELCOME
    assert desk.page.open_card.isVisible()
    assert desk.page.practice_card.isVisible()
    assert not desk.page.continue_card.isVisible()
    assert desk.focused is desk.page.open_card.button


def test_a_pack_is_checked_and_leads_to_setting_up(desk):
    desk.start(pack=desk.pack())
    desk.until_screen(Screen.SETUP)
    assert desk.desktop.to.setup.summary.title == "Emergency department and discharge actions"


def test_a_dropped_pack_is_opened(desk):
    desk.start()
    drop(desk, desk.pack())
    desk.until_screen(Screen.SETUP)


def test_a_changed_pack_is_refused_with_what_is_safe(desk):
    pack = desk.pack()
    data = bytearray(pack.read_bytes())
    data[len(data) // 2] ^= 1
    pack.write_bytes(bytes(data))
    desk.start(pack=pack)
    assert desk.window.screen_shown is Screen.WELCOME
    assert desk.page.error.isVisible()
    assert desk.desktop.to.welcome.error.next_step in desk.page.error.text
    assert not list(desk.data.glob("studies/*"))


def test_what_is_no_pack_is_refused(desk, tmp_path):
    empty = tmp_path / "nothing.fmpack"
    empty.touch()
    desk.start(pack=empty)
    assert desk.page.error.isVisible()
    desk.desktop.to.welcome.open_file(tmp_path)
    desk.idle()
    assert desk.page.error.isVisible()
    desk.page.error.action.click()
    assert not desk.page.error.isVisible()


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
def test_a_button_with_the_focus_is_pressed_by_enter_as_by_space(desk, key):
    desk.start()
    desk.page.practice_card.button.setFocus()
    QTest.keyClick(desk.page.practice_card.button, key)
    desk.until_screen(Screen.ITEMS)


def test_a_study_is_gone_on_with(desk):
    begin_study(desk)
    close_study(desk)
    assert desk.page.continue_card.isVisible()
    assert desk.focused is desk.page.continue_card.passphrase.line
    QTest.keyClicks(desk.page.continue_card.passphrase.line, PASSPHRASE)
    QTest.keyClick(desk.page.continue_card.passphrase.line, Qt.Key.Key_Return)
    desk.until_screen(Screen.ITEMS)
    assert len(desk.desktop.to.items.items) == 4


def test_a_wrong_passphrase_is_told_under_the_field(desk):
    begin_study(desk)
    close_study(desk)
    card = desk.page.continue_card
    QTest.keyClicks(card.passphrase.line, "another passphrase")
    card.button.click()
    desk.idle()
    assert desk.window.screen_shown is Screen.WELCOME
    assert card.passphrase.note_text == "Not the passphrase of this identity."
    QTest.keyClick(card.passphrase.line, Qt.Key.Key_Backspace)
    assert card.passphrase.note_text == "It stays on this computer."


def test_nothing_typed_is_told_and_nothing_is_tried(desk):
    begin_study(desk)
    close_study(desk)
    desk.page.continue_card.button.click()
    assert desk.page.continue_card.passphrase.note_text == "Type your passphrase to continue."
    assert not desk.desktop.tasks.busy


def test_the_passphrase_is_forgotten_when_the_screen_is_left(desk):
    begin_study(desk)
    close_study(desk)
    card = desk.page.continue_card
    QTest.keyClicks(card.passphrase.line, PASSPHRASE)
    card.button.click()
    desk.until_screen(Screen.ITEMS)
    assert card.passphrase.text() == ""


def test_a_study_in_use_elsewhere_is_told_with_who_holds_it(desk):
    begin_study(desk)
    store = next(desk.data.glob("studies/*.fmdb"))
    close_study(desk)
    with held_by_another_process(store) as process:
        desk.desktop.to.welcome.load()
        desk.idle()
        assert f"process {process.pid}" in desk.page.continue_card.notice
        QTest.keyClicks(desk.page.continue_card.passphrase.line, PASSPHRASE)
        desk.page.continue_card.button.click()
        desk.idle()
        assert desk.window.screen_shown is Screen.WELCOME
        assert f"process {process.pid}" in desk.page.error.text


def drop(desk: Desk, path: Path) -> None:
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path))])
    event = QDropEvent(
        QPointF(40, 40),
        Qt.DropAction.CopyAction,
        mime,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    desk.window.dropEvent(event)
    assert event.isAccepted()


class held_by_another_process:  # noqa: N801 (reads as a statement)
    """Another process that has the store open."""

    def __init__(self, store: Path) -> None:
        spawn = multiprocessing.get_context("spawn")
        self._ours, theirs = spawn.Pipe()
        self.process = spawn.Process(target=_hold, args=(str(store), theirs))

    def __enter__(self) -> multiprocessing.Process:
        self.process.start()
        assert self._ours.recv() == "open"
        return self.process

    def __exit__(self, *_: object) -> None:
        self._ours.send("close")
        self.process.join()


def _hold(store: str, pipe) -> None:
    from bands_registry.store.study_store import open_study_store
    from fairmed_core.clock import SystemClock

    with open_study_store(Path(store), clock=SystemClock()):
        pipe.send("open")
        pipe.recv()


def test_the_note_of_who_holds_a_store_names_no_person(desk):
    begin_study(desk)
    note = next(desk.data.glob("studies/*.in-use"))
    told = json.loads(note.read_text())
    assert set(told) == {"process", "since"}
    assert told["process"] == os.getpid()


def held(desk, name: str) -> threading.Event:
    """Let a service wait, as on a slow disk, until the event is set."""
    free, service = threading.Event(), getattr(desk.desktop.services, name)

    def slow(*args):
        free.wait(30)
        return service(*args)

    setattr(desk.desktop.services, name, slow)
    return free


def test_a_long_check_shows_its_shape_then_how_long_it_takes_and_can_be_called_off(desk):
    desk.start()
    free = held(desk, "inspect_pack")
    try:
        desk.desktop.to.welcome.open_file(desk.pack())
        assert not desk.page.wait.isVisible()
        desk.until(desk.page.wait.isVisible)
        assert desk.page.wait.text == "Checking the study pack"
        assert not desk.page.wait.cancel.isVisible()
        desk.until(desk.page.wait.cancel.isVisible)
        assert desk.page.wait.text == "Checking the study pack, 2 s so far"
        desk.page.wait.cancel.click()
        assert not desk.page.wait.isVisible()
    finally:
        free.set()
    desk.idle()
    assert desk.window.screen_shown is Screen.WELCOME
    assert desk.desktop.to.welcome.error is None
    desk.desktop.to.welcome.open_file(desk.pack())
    desk.until_screen(Screen.SETUP)


def test_a_study_that_opens_after_all_is_closed_again(desk):
    desk.start()
    free = held(desk, "open_practice")
    desk.desktop.to.welcome.practise()
    desk.desktop.to.welcome.call_off()
    free.set()
    desk.idle()
    assert desk.window.screen_shown is Screen.WELCOME
    assert desk.desktop.go.session is None
    desk.desktop.to.welcome.practise()
    desk.until_screen(Screen.ITEMS)
