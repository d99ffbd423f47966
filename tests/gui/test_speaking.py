"""The screen that is shown is made in another language behind itself, while she goes on with it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from adjudicator_app.widgets.dialogs import SettingsDialog
from adjudicator_app.widgets.screen import Screen
from adjudicator_app.widgets.setup_screen import SetupScreen
from tests.helpers.desk import Desk
from tests.helpers.desk_walks import open_study, two_items


@pytest.fixture
def at_identity(desk: Desk) -> Iterator[Desk]:
    """The program where she makes her identity, in English again when all is done."""
    desk.start(pack=desk.pack())
    desk.until_screen(Screen.SETUP)
    yield desk
    desk.desktop.view_settings.set_language("en")


def loose() -> set[SetupScreen]:
    """The screens to set up that are in no window."""
    return {w for w in QApplication.topLevelWidgets() if isinstance(w, SetupScreen)}


def said(desk: Desk) -> str:
    """What the button says that goes on."""
    return desk.page.identity.primary.text()


def test_typing_goes_on_until_the_other_screen_is_there(at_identity: Desk) -> None:
    desk = at_identity
    before, english = desk.page, said(desk)
    desk.page.identity.jurisdiction.setFocus()
    QTest.keyClicks(desk.focused, "US")
    desk.desktop.view_settings.set_language("zh-Hans")
    assert desk.page is before
    QTest.keyClicks(desk.focused, "-CA")
    desk.idle()
    assert desk.page is not before
    assert said(desk) != english
    assert desk.page.identity.jurisdiction.text() == "US-CA"
    assert desk.focused is desk.page.identity.jurisdiction
    QTest.keyClicks(desk.focused, "!")
    assert desk.page.identity.jurisdiction.text() == "US-CA!"


def test_of_two_switches_the_last_one_counts(at_identity: Desk) -> None:
    desk = at_identity
    english, others = said(desk), loose()
    desk.desktop.view_settings.set_language("zh-Hans")
    desk.until(lambda: bool(loose() - others))
    desk.desktop.view_settings.set_language("en")
    desk.idle()
    assert said(desk) == english
    desk.until(lambda: desk.window.findChildren(SetupScreen) == [desk.page])
    desk.until(lambda: loose() <= others)


def test_a_screen_half_prepared_is_not_kept_in_the_language_before(desk: Desk) -> None:
    desk.start()
    others = loose()
    desk.desktop.preparing.begin()
    desk.until(lambda: bool(loose() - others))
    assert not desk.window.has(Screen.SETUP)
    desk.desktop.view_settings.set_language("zh-Hans")
    try:
        # Otherwise it might be finished, in English, before the screen that is shown.
        assert not desk.desktop.preparing.busy
        desk.idle()
        desk.until(lambda: not desk.desktop.preparing.busy)
        assert desk.window.page_of(Screen.SETUP).identity.primary.text() == "继续"
        desk.until(lambda: loose() <= others)
    finally:
        desk.desktop.view_settings.set_language("en")


def test_a_screen_she_goes_to_meanwhile_stays(desk: Desk) -> None:
    open_study(desk, two_items())
    try:
        desk.desktop.view_settings.set_language("zh-Hans")
        desk.desktop.to.items.open_next()
        assert desk.window.screen_shown is Screen.REVIEW
        review = desk.page
        desk.idle()
        assert desk.page is review
        assert desk.page.case.isVisible()
        QTest.keyClick(desk.window, Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
        desk.until_screen(Screen.ITEMS)
        assert any("\u4e00" <= letter <= "\u9fff" for letter in desk.page.progress.sign.text())
    finally:
        desk.desktop.view_settings.set_language("en")


def test_the_window_closes_before_all_is_turned_over(desk: Desk) -> None:
    open_study(desk, two_items())
    desk.desktop.view_settings.show_settings()
    desk.desktop.view_settings.set_language("zh-Hans")
    try:
        desk.desktop.leaving.end()
        desk.until(lambda: not desk.desktop.speaking.busy)
    finally:
        desk.desktop.view_settings.sheet.close()
        desk.desktop.view_settings.set_language("en")


def test_the_settings_come_again_in_the_other_language(desk: Desk) -> None:
    desk.start()
    view = desk.desktop.view_settings
    view.show_settings()
    before = view.sheet
    before.language.choose("zh-Hans")
    try:
        assert view.sheet is before
        desk.idle()
        assert view.sheet is not before
        assert view.sheet.isVisible()
        assert desk.window.findChildren(SettingsDialog) == [view.sheet]
        assert view.sheet.windowTitle() == "设置"
    finally:
        view.sheet.close()
        view.set_language("en")


def test_settings_opened_meanwhile_stay_open(desk: Desk) -> None:
    desk.start()
    view = desk.desktop.view_settings
    view.set_language("zh-Hans")
    try:
        view.show_settings()
        sheet = view.sheet
        desk.idle()
        assert view.sheet is sheet
        assert sheet.isVisible()
        assert sheet.windowTitle() == "设置"
    finally:
        view.sheet.close()
        view.set_language("en")
