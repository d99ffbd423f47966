"""A new laptop: her work goes there in one file, and the old copy is only read."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QScrollArea, QWidget

from adjudicator_app.widgets.move_section import MoveSection
from adjudicator_app.widgets.screen import Screen
from fairmed_core.domain.verdict import VerdictKind
from tests.helpers.desk import PASSPHRASE, Desk
from tests.helpers.desk_walks import mark_all_ready, open_study, sign, two_items
from tests.helpers.half_filled import REASON, begin_typing, open_item
from tests.helpers.registry_walks import words_of
from tests.helpers.room import clipped


@pytest.fixture
def desks(qtbot, qapp, tmp_path, desk):
    """The old computer's program, and how to start the one on the new computer."""
    others: list[Desk] = []

    def new() -> Desk:
        folder = tmp_path / f"new{len(others)}"
        folder.mkdir()
        others.append(Desk(qtbot, qapp, folder))
        return others[-1]

    yield desk, new
    for other in others:
        other.end()


def section(desk: Desk) -> MoveSection:
    """The part of the settings that moves, as it stands once everything is known."""
    view = desk.desktop.view_settings
    if view.sheet is None or not view.sheet.isVisible():
        view.show_settings()
    desk.idle()
    return view.sheet.findChild(MoveSection)


def click(button: QWidget) -> None:
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def move_out(desk: Desk, to: Path) -> MoveSection:
    desk.chosen = to
    part = section(desk)
    click(part.save)
    desk.until(lambda: not part.save.isVisible() or part.error.isVisible())
    desk.idle()
    return part


def go_on(desk: Desk) -> None:
    card = desk.page.continue_card
    QTest.keyClicks(card.passphrase.line, PASSPHRASE)
    QTest.keyClick(card.passphrase.line, Qt.Key.Key_Return)
    desk.until_screen(Screen.ITEMS)
    desk.until(lambda: desk.desktop.to.items.view is not None)


def test_a_half_filled_form_and_the_signatures_go_on_at_the_new_laptop(desks, tmp_path):
    old, start_new = desks
    # One item is signed, the other half filled in; the cursor still stands in the reason.
    open_study(old, two_items())
    mark_all_ready(old)
    old.desktop.go.check_and_sign()
    old.until_screen(Screen.SIGN)
    sign(old)
    old.desktop.go.list_items()
    old.until_screen(Screen.ITEMS)
    half = old.desktop.to.items.items[0].item_id
    open_item(old, half)
    old.desktop.to.review.entry.choose_verdict(VerdictKind.AMEND)
    old.page.judgement.verdict.reason.setFocus()
    old.page.judgement.verdict.reason.field.selectAll()
    QTest.keyClicks(old.focused, REASON)

    file = tmp_path / "work.fmmove"
    part = move_out(old, file)
    assert "Saved: work.fmmove." in part.next_steps.text
    assert "Carry it over" in part.next_steps.text
    assert old.window.screen_shown is Screen.WELCOME
    old.desktop.view_settings.sheet.accept()

    new = start_new()
    new.start(pack=file)
    new.until(lambda: new.desktop.moving.sheet is not None)
    sheet = new.desktop.moving.sheet
    assert "ADJ-" in words_of(sheet)
    assert old.desktop.to.welcome.studies[0].title in words_of(sheet)
    assert not (new.data / "keystore.fmkey").exists()
    click(sheet.take)
    new.until(sheet.close_button.isVisible)
    assert "Your work is on this computer now" in sheet.text
    assert sheet.focusWidget() is sheet.close_button
    assert "Type your passphrase" in sheet.close_button.accessibleDescription()
    click(sheet.close_button)
    new.idle()
    assert new.focused is new.page.continue_card.passphrase.line
    go_on(new)
    assert new.desktop.to.items.signed == 1
    open_item(new, half)
    assert new.desktop.to.review.entry.judgement.reason == REASON
    new.desktop.to.review.entry.choose_verdict(VerdictKind.DECLINE)
    new.until(lambda: not new.desktop.to.review.unsaved)

    assert "moved to another computer on 14 June 2026" in old.page.continue_card.notice
    go_on(old)
    assert old.page.bar.saved == "Read only"
    open_item(old, half)
    assert old.desktop.to.review.entry.judgement.reason == REASON
    assert old.page.bar.saved.text == "Read only"
    assert "can only be read here" in old.page.judgement.footer.text
    old.desktop.go.check_and_sign()
    old.until_screen(Screen.SIGN)
    old.until(old.page.empty.isVisible)
    assert "Sign on the other computer" in words_of(old.page.empty)
    assert not old.page.signature.isVisible()
    # What was signed before is still there to be saved.
    old.desktop.go.show_signed_files()
    old.until_screen(Screen.SEND)
    old.chosen = tmp_path / "r.fmresp"
    old.desktop.to.sending.save_response(old.chosen)
    old.until(old.chosen.exists)


def test_a_full_or_locked_place_is_told_and_she_goes_on_here(desk, tmp_path):
    begin_typing(desk)
    part = move_out(desk, tmp_path / "no such folder" / "work.fmmove")
    assert "folder does not exist" in part.error.text
    assert part.save.isVisible()
    desk.desktop.view_settings.sheet.accept()
    go_on(desk)
    assert desk.page.bar.saved != "Read only"


def test_a_lost_file_lets_her_use_the_copy_again_once_she_read_the_risk(desk, tmp_path):
    open_study(desk, two_items())
    part = move_out(desk, tmp_path / "lost.fmmove")
    assert part.again.isVisible()
    click(part.again)
    sheet = desk.desktop.moving.sheet
    assert "part your record in two" in words_of(sheet)
    assert sheet.focusWidget() is sheet.keep
    assert "part your record in two" in sheet.again.accessibleDescription()
    sheet.keep.click()
    desk.idle()
    assert part.again.isVisible()
    click(part.again)
    desk.desktop.moving.sheet.again.click()
    desk.until(part.save.isVisible)
    assert not part.next_steps.isVisible()
    desk.desktop.view_settings.sheet.accept()
    desk.idle()
    assert desk.page.continue_card.notice == ""
    go_on(desk)
    assert desk.page.bar.saved != "Read only"


def test_before_an_identity_there_is_nothing_to_move(desk):
    desk.start()
    assert not section(desk).isVisible()
    desk.desktop.view_settings.sheet.accept()


def test_a_moved_copy_says_so_in_the_settings_while_it_is_read(desk, tmp_path):
    open_study(desk, two_items())
    move_out(desk, tmp_path / "work.fmmove")
    desk.desktop.view_settings.sheet.accept()
    go_on(desk)
    part = section(desk)
    assert "moved to another computer on 14 June 2026" in part.text
    assert not part.save.isVisible()
    desk.desktop.view_settings.sheet.accept()


def test_a_file_of_another_kind_is_told_on_the_first_screen(desk, tmp_path):
    desk.start()
    file = tmp_path / "work.FMMOVE"
    file.write_bytes(b"not it")
    desk.window.file_dropped.emit(file)
    desk.until(desk.page.error.isVisible)
    assert "Nothing was changed" in desk.page.error.text
    assert desk.desktop.moving.sheet is None


def test_the_name_has_the_ending_and_is_still_free(desk, tmp_path):
    open_study(desk, two_items())
    out = desk.desktop.moving.out
    first = out.proposed(tmp_path)
    assert first.name == "fairmed-2026-06-14.fmmove"
    first.touch()
    assert out.proposed(tmp_path).name == "fairmed-2026-06-14-2.fmmove"
    move_out(desk, tmp_path / "typed without ending")
    assert (tmp_path / "typed without ending.fmmove").exists()
    desk.desktop.view_settings.sheet.accept()


def hidden_below(sheet) -> int:
    """How much of a sheet's body is reached only by scrolling."""
    return sheet.findChildren(QScrollArea)[0].verticalScrollBar().maximum()


@pytest.mark.parametrize("language", ["en", "zh-Hans"])
def test_the_settings_grow_with_what_is_told_and_no_further(desk, tmp_path, language):
    open_study(desk, two_items())
    desk.window.resize(1366, 768)
    view = desk.desktop.view_settings
    view.set_language(language)
    try:
        part = section(desk)
        desk.until(lambda: part.save.isVisible() and hidden_below(view.sheet) == 0)
        move_out(desk, tmp_path / "work.fmmove")
        told = part.next_steps
        desk.until(lambda: told.isVisible() and hidden_below(view.sheet) == 0)
        desk.until(lambda: told.height() == told.heightForWidth(told.width()))
        assert view.sheet.height() < 768
        view.sheet.accept()
    finally:
        view.set_language("en")


@pytest.mark.parametrize("scale", [100, 250])
def test_the_sheets_cut_nothing(desks, tmp_path, scale):
    desk, start_new = desks
    open_study(desk, two_items())
    desk.window.resize(1366, 768)
    desk.desktop.view_settings.set_scale(scale)
    part = move_out(desk, tmp_path / "work.fmmove")
    part.again.click()
    again = desk.desktop.moving.sheet
    desk.until(again.isVisible)
    assert clipped(desk.desktop.view_settings.sheet) == []
    assert clipped(again) == []
    again.keep.click()
    desk.desktop.view_settings.sheet.accept()
    # On the computer it was saved on it is told where to open it.
    desk.window.file_dropped.emit(tmp_path / "work.fmmove")
    desk.until(desk.page.error.isVisible)
    assert "saved on this computer, for another one" in desk.page.error.text
    new = start_new()
    new.window.resize(1366, 768)
    new.desktop.view_settings.set_scale(scale)
    new.start(pack=tmp_path / "work.fmmove")
    new.until(lambda: new.desktop.moving.sheet is not None)
    assert clipped(new.desktop.moving.sheet) == []
    new.desktop.moving.sheet.cancel.click()
    assert not (new.data / "keystore.fmkey").exists()


def test_all_of_it_goes_by_keyboard(desk, tmp_path):
    open_study(desk, two_items())
    desk.chosen = tmp_path / "work.fmmove"
    part = section(desk)
    sheet = desk.desktop.view_settings.sheet
    desk.until(part.save.isVisible)
    for _ in range(12):
        if sheet.focusWidget() is part.save:
            break
        QTest.keyClick(sheet.focusWidget(), Qt.Key.Key_Tab)
    assert sheet.focusWidget() is part.save
    assert "can only be read" in part.save.accessibleDescription()
    QTest.keyClick(part.save, Qt.Key.Key_Space)
    desk.until(part.again.isVisible)
    # A second press of the same key must not undo what the first one did.
    assert sheet.focusWidget() is not part.again
    QTest.keyClick(sheet, Qt.Key.Key_Escape)
    assert not sheet.isVisible()
