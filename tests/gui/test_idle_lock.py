"""After 15 minutes without input the study is covered; drafts stay safe, and she comes back."""

from __future__ import annotations

from datetime import timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from adjudicator_app.presenters.idle_lock import IDLE
from adjudicator_app.widgets.keys_dialog import KeysDialog
from adjudicator_app.widgets.screen import Screen
from bands_registry.services.views import ItemStatus
from fairmed_core.domain.verdict import Place
from tests.helpers.desk import PASSPHRASE
from tests.helpers.desk_walks import open_study, two_items
from tests.helpers.registry import a_pack
from tests.helpers.study import small_study

ITEM = "draft_triage_01"
REASON = "Both sources accept a visit within a month."


@pytest.fixture
def judging(desk):
    """She is in the middle of a sentence."""
    open_study(desk, two_items())
    desk.desktop.to.items.open_item(ITEM)
    desk.until_screen(Screen.REVIEW)
    desk.until(lambda: desk.desktop.to.review.view is not None)
    desk.page.judgement.questions.rows[1].note_button.click()
    QTest.keyClicks(field(desk), REASON)
    return desk


def field(desk):
    return desk.page.judgement.questions.rows[1].note_field


def wait(desk, time: timedelta) -> None:
    """Let time pass, and let the program look at the clock."""
    desk.clock.instant += time
    desk.desktop.lock.look()


def cover(desk):
    return desk.window.cover.page


def readable(interface) -> list[str]:
    """Every text a screen reader can reach."""
    texts = [interface.text(kind) for kind in QAccessible.Text if kind is not kind.UserText]
    for place in range(interface.childCount()):
        child = interface.child(place)
        if child is not None and child.isValid():
            texts += readable(child)
    return texts


def all_readable(desk) -> str:
    windows = [window.accessibleRoot() for window in QGuiApplication.topLevelWindows()]
    own = QAccessible.queryAccessibleInterface(desk.window)
    return "\n".join(text for root in [own, *windows] if root for text in readable(root))


def test_a_quarter_of_an_hour_covers_the_study(judging):
    words = judging.desktop.to.review.view.item.headline
    assert words in all_readable(judging)
    wait(judging, IDLE - timedelta(seconds=1))
    assert cover(judging) is None
    wait(judging, timedelta(seconds=1))
    assert cover(judging).isVisible()
    assert judging.window.isActiveWindow()
    told = all_readable(judging)
    assert "Locked" in told
    view = judging.desktop.to.review.view
    case = [view.item.headline, view.item.title, view.band.reasoning, REASON]
    case += [fact.text for fact in view.facts] + [cited.clause.summary for cited in view.clauses]
    assert [text for text in case if text and text in told] == []
    assert judging.window.windowTitle() == "FairMed"


def test_any_input_puts_the_lock_off(judging):
    judging.clock.instant += IDLE - timedelta(seconds=1)
    QTest.keyClick(judging.window.windowHandle(), Qt.Key.Key_Y)
    wait(judging, IDLE - timedelta(seconds=1))
    assert cover(judging) is None
    assert judging.desktop.to.review.entry.judgement.notes == {1: f"{REASON}y"}


def test_a_shortcut_is_input_too(judging):
    judging.clock.instant += IDLE - timedelta(seconds=1)
    control = Qt.KeyboardModifier.ControlModifier
    QTest.keyClick(judging.window.windowHandle(), Qt.Key.Key_2, control)
    assert judging.focused is judging.page.rule.area
    wait(judging, IDLE - timedelta(seconds=1))
    assert cover(judging) is None


def test_what_was_typed_before_is_in_the_store(judging):
    wait(judging, IDLE)
    judging.idle()
    assert not judging.desktop.to.review.unsaved
    assert cover(judging).saved == "Everything you entered is saved."
    services, session = judging.desktop.services, judging.desktop.go.session
    stored = []
    judging.desktop.tasks.run(services.review_item, session, ITEM, done=stored.append)
    judging.idle()
    assert stored[0].judgement.notes == {1: REASON}
    assert stored[0].item.status is ItemStatus.DRAFT


def test_the_first_key_after_a_sleep_locks_and_is_not_typed(judging):
    judging.clock.instant += timedelta(hours=9)
    QTest.keyClick(judging.window.windowHandle(), Qt.Key.Key_X)
    page = cover(judging)
    assert page.isVisible()
    assert judging.desktop.to.review.entry.judgement.notes == {1: REASON}
    assert page.passphrase.text() == ""
    QTest.keyClick(judging.window.windowHandle(), Qt.Key.Key_X)
    assert page.passphrase.text() == "x"


def test_a_click_after_a_sleep_locks_and_presses_nothing(judging):
    judging.clock.instant += timedelta(hours=9)
    primary = judging.page.judgement.footer.primary
    place = primary.mapTo(judging.window, primary.rect().center())
    QTest.mouseClick(judging.window.windowHandle(), Qt.MouseButton.LeftButton, pos=place)
    assert cover(judging).isVisible()
    assert judging.desktop.to.review.entry.told_at(Place.VERDICT) == ""


def test_the_wrong_passphrase_is_told_and_the_right_one_brings_her_back(judging):
    wait(judging, IDLE)
    page = cover(judging)
    assert judging.focused is page.passphrase.line
    page.button.click()
    assert page.passphrase.note_text == "Type your passphrase to go on."
    QTest.keyClicks(page.passphrase.line, "not hers at all")
    QTest.keyClick(page.passphrase.line, Qt.Key.Key_Return)
    judging.idle()
    assert page.passphrase.note_text == "Not the passphrase of this identity."
    assert cover(judging) is page
    page.passphrase.line.selectAll()
    QTest.keyClicks(page.passphrase.line, PASSPHRASE)
    page.button.click()
    judging.until(lambda: cover(judging) is None)
    assert judging.window.screen_shown is Screen.REVIEW
    assert judging.page.isVisible()
    assert judging.focused is field(judging)
    QTest.keyClicks(judging.focused, " Or later.")
    assert judging.desktop.to.review.entry.judgement.notes == {1: f"{REASON} Or later."}
    wait(judging, IDLE - timedelta(seconds=1))
    assert cover(judging) is None


def test_keys_of_the_program_do_nothing_under_the_cover(judging):
    wait(judging, IDLE)
    control, shift = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
    for key, held in ((Qt.Key.Key_L, control), (Qt.Key.Key_S, control | shift)):
        QTest.keyClick(judging.focused, key, held)
    QTest.keyClick(judging.focused, Qt.Key.Key_F1)
    judging.idle()
    assert judging.window.screen_shown is Screen.REVIEW
    assert QApplication.activeModalWidget() is None
    judging.desktop.lock.open(PASSPHRASE)
    judging.until(lambda: cover(judging) is None)
    QTest.keyClick(judging.focused, Qt.Key.Key_L, control)
    judging.until_screen(Screen.ITEMS)


def test_an_open_sheet_is_closed_by_the_lock(judging):
    judging.desktop.view_settings.show_keys()
    sheet = judging.desktop.view_settings.sheet
    assert isinstance(sheet, KeysDialog)
    wait(judging, IDLE)
    assert not sheet.isVisible()
    assert cover(judging).isVisible()


def test_a_file_that_comes_meanwhile_waits_for_her(judging, tmp_path):
    wait(judging, IDLE)
    judging.window.file_dropped.emit(a_pack(tmp_path, small_study()))
    judging.idle()
    assert cover(judging).isVisible()
    assert judging.window.screen_shown is Screen.REVIEW
    judging.desktop.lock.open(PASSPHRASE)
    judging.until(lambda: cover(judging) is None)
    judging.until_screen(Screen.SETUP)
    assert judging.desktop.to.setup.summary.study_id == small_study().id


def test_the_window_can_be_closed_while_it_is_locked(judging):
    wait(judging, IDLE)
    judging.window.close()
    judging.until(lambda: not judging.window.isVisible())


def test_the_practice_study_only_asks_to_go_on(desk):
    desk.start(practice=True)
    desk.until_screen(Screen.ITEMS)
    wait(desk, IDLE)
    page = cover(desk)
    assert not page.passphrase.isVisible()
    assert desk.focused is page.button
    page.button.click()
    assert cover(desk) is None
    assert desk.window.screen_shown is Screen.ITEMS


def test_without_a_study_there_is_nothing_to_lock(desk):
    desk.start()
    wait(desk, timedelta(days=2))
    assert cover(desk) is None
