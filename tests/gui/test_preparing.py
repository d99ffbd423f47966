"""Screens made behind the one that is shown: nobody notices, and each stands ready."""

from __future__ import annotations

import subprocess
import sys

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from adjudicator_app.widgets.screen import Screen
from tests.helpers.desk import Desk
from tests.helpers.desk_walks import open_study, two_items
from tests.helpers.half_filled import CTRL, press

HEAVY = ("scipy", "pandas", "matplotlib", "pyhanko", "reportlab")
_PREPARE = """
import sys
from pathlib import Path
from PySide6.QtWidgets import QApplication
from adjudicator_app.app import Desktop
from fairmed_core.clock import SystemClock
qt = QApplication(["prepare"])
desktop = Desktop(qt, data=Path(sys.argv[1]), clock=SystemClock())
desktop.start()
desktop.preparing.begin()
desktop.preparing._timer.timeout.connect(lambda: desktop.preparing.busy or qt.exit(0))
qt.exec()
desktop.leaving.end()
print(*(name for name in sys.argv[2:] if name in sys.modules))
"""


def prepared(desk: Desk) -> None:
    """Wait until every screen is there."""
    desk.until(lambda: not desk.desktop.preparing.busy)


def test_all_screens_are_there_and_the_first_is_still_shown(desk: Desk) -> None:
    desk.start()
    assert not desk.window.has(Screen.REVIEW)
    focused = desk.focused
    desk.desktop.preparing.begin()
    prepared(desk)
    assert all(desk.window.has(screen) for screen in Screen)
    assert desk.window.screen_shown is Screen.WELCOME
    assert desk.focused is focused


def test_typing_goes_on_while_screens_are_made_in_another_language(desk: Desk) -> None:
    open_study(desk, two_items())
    desk.desktop.preparing.begin()
    prepared(desk)
    desk.desktop.to.items.open_next()
    desk.until_screen(Screen.REVIEW)
    desk.until(lambda: desk.desktop.to.review.view is not None)
    press(desk, Qt.Key.Key_L, CTRL)
    desk.until_screen(Screen.ITEMS)
    try:
        desk.desktop.view_settings.set_language("zh-Hans")
        assert not desk.window.has(Screen.REVIEW)
        desk.idle()
        button = desk.page.progress.sign
        button.setFocus()
        prepared(desk)
        desk.idle()
        assert all(desk.window.has(screen) for screen in Screen)
        assert desk.window.screen_shown is Screen.ITEMS
        # What is read again is shown on screens out of sight too.
        desk.desktop.go.read_again()
        desk.idle()
        assert desk.focused is button
        desk.desktop.to.items.open_next()
        desk.until_screen(Screen.REVIEW)
        assert desk.page.judgement.footer.primary.text() == desk.desktop.to.review.primary
        assert any("\u4e00" <= letter <= "\u9fff" for letter in desk.desktop.to.review.primary)
    finally:
        desk.desktop.view_settings.set_language("en")


def test_the_window_closes_while_screens_are_left_to_make(desk: Desk) -> None:
    desk.start()
    desk.desktop.preparing.begin()
    desk.until(lambda: desk.window.has(Screen.SETUP))
    assert not desk.window.has(Screen.RESULTS)
    desk.window.close()
    desk.until(lambda: not desk.window.isVisible())
    desk.desktop.leaving.end()
    prepared(desk)
    assert not desk.window.has(Screen.RESULTS)


def test_a_screen_asked_for_meanwhile_comes_at_once(desk: Desk) -> None:
    desk.start()
    desk.desktop.preparing.begin()
    desk.desktop.registry.show_results()
    assert desk.window.screen_shown is Screen.RESULTS
    page = desk.page
    prepared(desk)
    assert desk.page is page
    QTest.keyClick(desk.window, Qt.Key.Key_F1)
    assert desk.desktop.view_settings.sheet is not None


def test_nothing_heavy_is_loaded_by_it(tmp_path) -> None:
    command = [sys.executable, "-c", _PREPARE, str(tmp_path), *HEAVY]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    assert done.stdout.strip() == ""
