"""Half-filled form, left by every route there is: the last keystroke is in the store.

Each route is taken at once after a key, before the pause after which typing is saved by itself.
Power loss is in ``test_app_killed.py``.
"""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest

from adjudicator_app.services import ClinicianServices
from adjudicator_app.widgets.dialogs import UnsavedDialog
from adjudicator_app.widgets.screen import Screen
from fairmed_core.errors import HostError
from tests.helpers.desk import Desk
from tests.helpers.desk_walks import two_items
from tests.helpers.half_filled import (
    ALT,
    CTRL,
    REASON,
    SHIFT,
    begin_typing,
    held,
    kept,
    open_item,
    press,
    shown,
    type_something,
    wait_until_saved,
)
from tests.helpers.registry_walks import an_office
from tests.helpers.situations import continue_study


def by_menu(desk: Desk) -> None:
    """The menu that stands in for the bar's buttons where the window is narrow."""
    desk.window.resize(900, 700)
    desk.until(desk.page.bar.menu_button.isVisible)
    texts = {action.text(): action for action in desk.page.bar.menu().actions()}
    texts["Settings"].trigger()
    desk.until(lambda: desk.desktop.view_settings.sheet is not None)
    desk.desktop.view_settings.sheet.accept()
    desk.window.resize(1366, 768)


# Ways that stay in the study: what she does, and where it leads.
INSIDE: dict[str, tuple[Callable[[Desk], None], Screen]] = {
    "next item, key": (lambda desk: press(desk, Qt.Key.Key_Right, ALT), Screen.REVIEW),
    "next item, button": (lambda desk: desk.page.bar.following.click(), Screen.REVIEW),
    "item list, key": (lambda desk: press(desk, Qt.Key.Key_L, CTRL), Screen.ITEMS),
    "item list, button": (lambda desk: desk.page.bar.back.click(), Screen.ITEMS),
    "check and sign": (lambda desk: press(desk, Qt.Key.Key_S, CTRL | SHIFT), Screen.SIGN),
    "menu": (by_menu, Screen.REVIEW),
    "keys": (lambda desk: press(desk, Qt.Key.Key_F1), Screen.REVIEW),
}


def test_every_route_inside_the_study_keeps_the_last_keystroke(desk):
    item_id, typed = begin_typing(desk), ""
    for number, (route, leads_to) in enumerate(INSIDE.values()):
        open_item(desk, item_id)
        field = desk.page.judgement.verdict.reason.field
        field.setFocus()
        QTest.keyClick(field, Qt.Key(Qt.Key.Key_A.value + number))
        typed = field.toPlainText()
        assert len(typed) == number + 1
        route(desk)
        desk.until_screen(leads_to)
        sheet = desk.desktop.view_settings.sheet
        if sheet is not None:
            sheet.accept()
        if shown(desk) == item_id and leads_to is Screen.REVIEW:
            # Still before the same item: saved by itself within a second.
            wait_until_saved(desk)
        assert held(desk, item_id).reason == typed
    open_item(desk, item_id)
    desk.page.bar.following.click()
    desk.until(lambda: shown(desk) != item_id)
    open_item(desk, item_id)
    assert desk.page.judgement.verdict.reason.field.toPlainText() == typed


def by_close_box(desk: Desk) -> None:
    desk.window.close()
    desk.until(lambda: not desk.window.isVisible())
    desk.desktop.leaving.end()


def by_quit_key(desk: Desk) -> None:
    press(desk, Qt.Key.Key_Q, CTRL)
    desk.until(lambda: not desk.window.isVisible())
    desk.desktop.leaving.end()


def by_the_end_of_the_program(desk: Desk) -> None:
    desk.desktop.leaving.end()
    desk.desktop.leaving.end()
    assert "fairmed-services" not in {thread.name for thread in threading.enumerate()}


def back_to_welcome(desk: Desk) -> None:
    press(desk, Qt.Key.Key_L, CTRL)
    desk.until_screen(Screen.ITEMS)
    desk.page._who.leave.click()
    desk.until_screen(Screen.WELCOME)


def by_opening_another_pack(desk: Desk) -> None:
    desk.chosen = desk.pack(two_items())
    press(desk, Qt.Key.Key_O, CTRL)
    desk.until_screen(Screen.SETUP)
    assert desk.desktop.go.session is None


def by_dropping_a_pack(desk: Desk) -> None:
    drop(desk, desk.pack(two_items()))
    desk.until_screen(Screen.SETUP)


def by_dropping_a_registry(desk: Desk) -> None:
    drop(desk, an_office(desk.folder / "office").registry)
    desk.until_screen(Screen.OVERVIEW)
    assert desk.desktop.go.session is None


def drop(desk: Desk, path) -> None:
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path))])
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    desk.window.dropEvent(QDropEvent(QPointF(40, 40), Qt.DropAction.CopyAction, mime, left, none))


OUTSIDE = (
    by_close_box,
    by_quit_key,
    by_the_end_of_the_program,
    back_to_welcome,
    by_opening_another_pack,
    by_dropping_a_pack,
    by_dropping_a_registry,
)


@pytest.mark.parametrize("route", OUTSIDE, ids=lambda route: route.__name__)
def test_every_route_out_of_the_study_keeps_the_last_keystroke(desk, route):
    item_id = type_something(desk)
    assert desk.desktop.to.review.unsaved
    route(desk)
    assert kept(desk, item_id).reason == REASON


def test_logging_out_keeps_the_last_keystroke_and_she_may_still_stay(desk, qapp):
    item_id = type_something(desk)
    # Qt calls this when the desktop is about to log her out; it may yet be called off.
    assert qapp.receivers("2commitDataRequest(QSessionManager&)") >= 1
    desk.desktop.leaving.keep_everything()
    assert not desk.desktop.tasks.closed
    assert held(desk, item_id).reason == REASON
    press(desk, Qt.Key.Key_End, CTRL)
    QTest.keyClicks(desk.focused, " Yes.")
    desk.desktop.leaving.keep_everything()
    desk.desktop.leaving.end()
    assert kept(desk, item_id).reason == f"{REASON} Yes."


def test_a_window_left_over_after_the_end_can_be_closed(desk):
    desk.start()
    desk.desktop.leaving.end()
    desk.window.close()
    assert not desk.window.isVisible()


@pytest.mark.parametrize("stays", [True, False])
def test_what_cannot_be_saved_is_told_before_leaving(desk, monkeypatch, stays):
    disk_full = threading.Event()
    keep = ClinicianServices.save_draft

    def keep_unless_full(*draft: object) -> object:
        if disk_full.is_set():
            raise HostError("The disk is full.", next_step="Free some space, then try again.")
        return keep(*draft)

    monkeypatch.setattr(ClinicianServices, "save_draft", keep_unless_full)
    type_something(desk)
    desk.until(lambda: not desk.desktop.to.review.unsaved)
    disk_full.set()
    answers = {True: UnsavedDialog.DialogCode.Rejected, False: UnsavedDialog.DialogCode.Accepted}
    asked: list[UnsavedDialog] = []

    def answer(dialog: UnsavedDialog) -> UnsavedDialog.DialogCode:
        asked.append(dialog)
        return answers[stays]

    monkeypatch.setattr(UnsavedDialog, "exec", answer)
    desk.desktop.to.review.entry.set_reason("something else")
    desk.window.close()
    desk.until(lambda: bool(asked))
    if stays:
        assert desk.window.isVisible()
        assert desk.desktop.to.review.entry.judgement.reason == "something else"
    else:
        desk.until(lambda: not desk.window.isVisible())


def test_after_a_loss_of_power_the_list_says_what_was_restored(qtbot, qapp, desk, tmp_path):
    item_id = type_something(desk)
    wait_until_saved(desk)
    # What lies on the disk at this moment is all that a loss of power leaves.
    shutil.copytree(desk.data, tmp_path / "later" / "data")
    desk.end()
    again = Desk(qtbot, qapp, tmp_path / "later")
    again.start()
    continue_study(again)
    assert again.page.notice.isVisible()
    assert "Drafts restored from 12:00" in again.page.notice.text
    assert held(again, item_id).reason == REASON
    open_item(again, item_id)
    press(again, Qt.Key.Key_L, CTRL)
    again.until_screen(Screen.ITEMS)
    assert not again.page.notice.isVisible()
    again.end()
    # Closed as it should be, there is nothing to tell the next time.
    last = Desk(qtbot, qapp, tmp_path / "later")
    last.start()
    continue_study(last)
    assert not last.page.notice.isVisible()
    last.end()
