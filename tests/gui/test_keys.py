"""Commands get other keys: recorded, refused, kept, shown everywhere; text stays text."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from adjudicator_app.app import Desktop
from adjudicator_app.presenters.key_rules import refusal
from adjudicator_app.presenters.keys import DEFAULTS, command_words, keys
from adjudicator_app.settings import load_settings
from adjudicator_app.widgets.keys_dialog import ChangeKeysDialog, KeysDialog
from adjudicator_app.widgets.screen import Screen
from fairmed_core.domain.verdict import VerdictKind
from tests.helpers.desk import Desk
from tests.helpers.desk_walks import open_study, two_items
from tests.helpers.room import clipped

NONE, CTRL, ALT, SHIFT = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.ShiftModifier,
)


@pytest.fixture
def sheet(desk: Desk) -> Iterator[ChangeKeysDialog]:
    """The page on which keys are changed, over an item."""
    open_study(desk, two_items())
    desk.page.progress.primary.click()
    desk.until_screen(Screen.REVIEW)
    yield changing(desk)
    keys().reset_all()


def changing(desk: Desk) -> ChangeKeysDialog:
    """Open the page by the settings."""
    settings = desk.desktop.view_settings
    settings.show_settings()
    settings.sheet.keys.click()
    assert isinstance(settings.sheet, ChangeKeysDialog)
    return settings.sheet


def give(sheet: ChangeKeysDialog, command: str, key: Qt.Key, held=NONE) -> str:
    """Press the keys of a command and then others; what is said of it."""
    line = sheet.lines[command]
    line.recorder.click()
    assert line.recorder.text() == "Press the new keys"
    QTest.keyClick(line.recorder, key, held)
    return line.problem.text


def close(desk: Desk, sheet: ChangeKeysDialog) -> None:
    """Close the page; shortcuts reach the active window alone."""
    sheet.accept()
    desk.window.activateWindow()
    desk.until(desk.window.isActiveWindow)


def test_new_keys_call_the_command_and_the_old_ones_no_longer(desk, sheet):
    assert give(sheet, "items", Qt.Key.Key_I, CTRL) == ""
    assert sheet.lines["items"].recorder.text() == "Ctrl+I"
    close(desk, sheet)
    QTest.keyClick(desk.page, Qt.Key.Key_L, CTRL)
    desk.idle()
    assert desk.window.screen_shown is Screen.REVIEW
    QTest.keyClick(desk.page, Qt.Key.Key_I, CTRL)
    desk.until_screen(Screen.ITEMS)


def test_the_sheet_of_keys_and_the_button_show_the_new_ones(desk, sheet):
    give(sheet, "ready", Qt.Key.Key_N, ALT)
    close(desk, sheet)
    assert desk.page.judgement.footer.primary._hint == "Alt + N"
    QTest.keyClick(desk.window, Qt.Key.Key_F1)
    shown = desk.desktop.view_settings.sheet
    assert isinstance(shown, KeysDialog)
    words = [label.text() for label in shown.findChildren(QLabel)]
    assert "Alt+N" in words
    assert "Ctrl+Enter" not in words
    assert clipped(shown) == []
    shown.accept()


def test_keys_of_another_command_are_refused_with_its_name(sheet):
    told = give(sheet, "items", Qt.Key.Key_G, CTRL)
    assert told == "Ctrl+G is already for: guideline page. Give that other keys first."
    assert sheet.lines["items"].recorder.text() == "Ctrl+L"
    # Both keys that say Enter are one.
    assert "mark ready" in give(sheet, "items", Qt.Key.Key_Enter, CTRL)
    # Freed, they can be taken.
    assert give(sheet, "guideline", Qt.Key.Key_F7) == ""
    assert give(sheet, "items", Qt.Key.Key_G, CTRL) == ""
    assert sheet.lines["items"].problem.text == ""


@pytest.mark.parametrize(
    ("key", "held", "told"),
    [
        (Qt.Key.Key_K, NONE, "letters alone are text"),
        (Qt.Key.Key_K, SHIFT, "letters alone are text"),
        (Qt.Key.Key_5, NONE, "letters alone are text"),
        (Qt.Key.Key_Q, CTRL | ALT, "write letters on some keyboards"),
        (Qt.Key.Key_C, CTRL, "already do something everywhere"),
        (Qt.Key.Key_Right, CTRL, "already do something everywhere"),
        (Qt.Key.Key_Tab, CTRL, "already do something everywhere"),
        (Qt.Key.Key_F4, ALT, "already do something everywhere"),
    ],
)
def test_keys_that_write_or_move_are_refused(sheet, key, held, told):
    assert told in give(sheet, "open", key, held)
    assert keys().own == {}


def test_no_key_it_comes_with_would_be_refused():
    for command, given in DEFAULTS.items():
        assert command_words(command)
        for text in given:
            assert refusal(QKeySequence(text)) == "", command


def test_escape_leaves_keys_and_page_as_they_are(sheet):
    assert give(sheet, "open", Qt.Key.Key_Escape) == ""
    assert sheet.isVisible()
    assert sheet.lines["open"].recorder.text() == "Ctrl+O"
    # It listens no longer: the next key is what it always was.
    QTest.keyClick(sheet.lines["open"].recorder, Qt.Key.Key_F9)
    assert keys().own == {}


def test_one_or_all_are_reset(sheet):
    give(sheet, "open", Qt.Key.Key_F8)
    give(sheet, "items", Qt.Key.Key_F9)
    line = sheet.lines["open"]
    assert line.reset.isVisible()
    assert not sheet.lines["sign"].reset.isVisible()
    line.reset.click()
    assert (line.recorder.text(), line.reset.isVisible()) == ("Ctrl+O", False)
    assert keys().own == {"items": "F9"}
    # The old keys went to another command meanwhile.
    give(sheet, "open", Qt.Key.Key_L, CTRL)
    sheet.lines["items"].reset.click()
    assert "Ctrl+L is already for: open a study pack" in sheet.lines["items"].problem.text
    sheet.reset_all.click()
    assert keys().own == {}
    assert sheet.lines["items"].recorder.text() == "Ctrl+L"


def test_the_keys_are_kept_for_the_next_start(desk, qapp, sheet):
    give(sheet, "items", Qt.Key.Key_F9)
    assert load_settings(desk.data).keys == {"items": "F9"}
    sheet.accept()
    keys().blockSignals(True)
    keys().reset_all()
    keys().blockSignals(False)
    second = Desktop(qapp, data=desk.data, clock=desk.clock)
    assert keys().shown("items") == "F9"
    second.leaving.end()
    second.window.let_go()


def test_what_cannot_be_used_is_as_it_comes(desk):
    desk.data.mkdir(parents=True, exist_ok=True)
    stored = {
        "items": "F9",
        "open": "K",
        "sign": "Ctrl+C",
        "juggle": "F8",
        "undo": "no keys",
        "redo": 7,
        "find": "Ctrl+G",
    }
    (desk.data / "settings.json").write_text(json.dumps({"keys": stored}))
    keys().take(load_settings(desk.data).keys)
    assert keys().own == {"items": "F9"}
    keys().reset_all()


def test_two_commands_may_have_changed_places(desk):
    keys().take({"items": "Ctrl+O", "open": "Ctrl+L"})
    assert (keys().shown("items"), keys().shown("open")) == ("Ctrl+O", "Ctrl+L")
    keys().reset_all()


def test_in_a_text_field_letters_stay_text_whatever_the_keys(desk, sheet):
    give(sheet, "undo", Qt.Key.Key_U, CTRL)
    give(sheet, "items", Qt.Key.Key_K, ALT)
    give(sheet, "sign", Qt.Key.Key_F6)
    close(desk, sheet)
    entry = desk.desktop.to.review.entry
    entry.choose_verdict(VerdictKind.AMEND)
    field = desk.page.judgement.verdict.reason.field
    field.setFocus()
    everything = "uk UK f6 1 2 3 yn @ [ ] ? ,."
    QTest.keyClicks(field, everything)
    assert field.toPlainText() == everything
    assert desk.window.screen_shown is Screen.REVIEW
    QTest.keyClick(field, Qt.Key.Key_U, CTRL)
    assert field.toPlainText() != everything
    QTest.keyClick(field, Qt.Key.Key_K, ALT)
    desk.until_screen(Screen.ITEMS)


def test_everything_on_the_page_has_a_name_and_is_whole_at_the_largest_text(desk, sheet):
    recorder = sheet.lines["items"].recorder
    assert recorder.accessibleName() == "all items: Ctrl+L"
    sheet.accept()
    desk.desktop.view_settings.set_scale(250)
    assert clipped(changing(desk)) == []
