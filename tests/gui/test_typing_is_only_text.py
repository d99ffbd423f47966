"""Letters, AltGr and Enter in a note are text; with a dialog open no command is heard."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QTextEdit

from adjudicator_app.widgets.screen import Screen
from bands_registry.services.views import ItemStatus
from fairmed_core.domain.verdict import Judgement, VerdictKind
from fairmed_core.errors import UserError
from tests.helpers.desk import geriatrician
from tests.helpers.desk_walks import open_study, ready_to_sign, two_items
from tests.helpers.half_filled import (
    ALT,
    CTRL,
    SHIFT,
    held,
    open_item,
    press,
    shown,
    wait_until_saved,
)

NONE = Qt.KeyboardModifier.NoModifier
# AltGr reaches a program as Ctrl+Alt on Windows, and as a shift of its own elsewhere.
ALTGR, SWITCH = CTRL | ALT, Qt.KeyboardModifier.GroupSwitchModifier
TYPED: tuple[tuple[str, Qt.KeyboardModifier], ...] = (
    ("a", NONE), ("d", NONE), ("y", NONE), ("ś", ALTGR), ("ß", SWITCH), ("?", SHIFT),
    ("1", NONE), ("n", NONE), ("c", NONE), ("@", ALTGR),
)  # fmt: skip
TEXT = "".join(letter for letter, _ in TYPED)


def type_all(field) -> None:
    for letter, modifier in TYPED:
        QTest.sendKeyEvent(QTest.KeyAction.Click, field, Qt.Key.Key_S, letter, modifier)


def test_in_every_text_field_of_an_item_everything_is_text(desk):
    open_study(desk, two_items())
    item_id = "draft_triage_01"
    open_item(desk, item_id)
    review = desk.desktop.to.review
    note = desk.page.judgement.questions.rows[2]
    note.note_button.click()
    assert note.note_field.hasFocus()
    type_all(note.note_field)
    QTest.keyClick(note.note_field, Qt.Key.Key_Return)
    assert review.entry.judgement == Judgement(notes={2: f"{TEXT}\n"})
    review.entry.choose_verdict(VerdictKind.DECLINE)
    reason = desk.page.judgement.verdict.reason.field
    reason.setFocus()
    type_all(reason)
    QTest.keyClick(reason, Qt.Key.Key_Enter)
    entered = Judgement(notes={2: f"{TEXT}\n"}, kind=VerdictKind.DECLINE, reason=f"{TEXT}\n")
    assert review.entry.judgement == entered
    desk.page.rule.wording.opener.click()
    wording = desk.page.rule.wording.field
    wording.setFocus()
    wording.selectAll()
    type_all(wording)
    QTest.keyClick(wording, Qt.Key.Key_Return)
    assert review.entry.judgement.wording == f"{TEXT}\n"
    assert (shown(desk), desk.window.screen_shown) == (item_id, Screen.REVIEW)
    assert desk.desktop.view_settings.sheet is None
    wait_until_saved(desk)
    assert held(desk, item_id) == review.entry.judgement


def test_on_the_signing_page_everything_is_text_too(desk):
    ready_to_sign(desk, two_items())
    signature = desk.page.signature
    signature.declare.click()
    fields: list[QTextEdit | QLineEdit] = [signature.interests, signature.passphrase.line]
    for field in fields:
        field.setFocus()
        type_all(field)
        QTest.keyClick(field, Qt.Key.Key_Return)
    assert signature.interests.toPlainText() == f"{TEXT}\n"
    assert signature.passphrase.text() == TEXT
    assert desk.window.screen_shown is Screen.SIGN
    assert not desk.desktop.to.sign.signing


COMMANDS = (
    (Qt.Key.Key_Return, CTRL), (Qt.Key.Key_Enter, CTRL), (Qt.Key.Key_Right, ALT),
    (Qt.Key.Key_L, CTRL), (Qt.Key.Key_S, CTRL | SHIFT), (Qt.Key.Key_O, CTRL),
    (Qt.Key.Key_Z, CTRL), (Qt.Key.Key_Q, CTRL), (Qt.Key.Key_3, CTRL),
)  # fmt: skip


def a_trouble(desk):
    desk.desktop.troubles.tell(UserError("Something is amiss.", next_step="Look again."))
    return desk.desktop.troubles.dialog


def keys(desk):
    press(desk, Qt.Key.Key_F1)
    return desk.desktop.view_settings.sheet


def settings(desk):
    desk.desktop.view_settings.show_settings()
    return desk.desktop.view_settings.sheet


@pytest.fixture
def ready_item(desk):
    """An item one Ctrl+Enter away from being ready."""
    open_study(desk, two_items())
    item_id = "draft_documentation_01"
    judgement = {v.item: v.judgement for v in geriatrician().verdicts}[item_id]
    desk.desktop.tasks.run(
        desk.desktop.services.save_draft, desk.desktop.go.session, item_id, judgement
    )
    open_item(desk, item_id)
    assert desk.desktop.to.review.entry.blocking == ()
    return item_id


def test_with_a_dialog_open_no_command_of_the_window_is_heard(desk, ready_item):
    before = held(desk, ready_item)
    desk.chosen = desk.pack(two_items())
    for opened in (a_trouble, keys, settings):
        dialog = opened(desk)
        desk.until(dialog.isActiveWindow)
        for key, modifier in COMMANDS:
            QTest.keyClick(dialog.focusWidget() or dialog, key, modifier)
            QTest.keyClick(desk.focused, key, modifier)
        desk.idle()
        assert dialog.isVisible()
        assert (shown(desk), desk.window.screen_shown) == (ready_item, Screen.REVIEW)
        assert desk.desktop.to.review.status is ItemStatus.DRAFT
        assert held(desk, ready_item) == before
        dialog.accept()
        desk.window.activateWindow()
        desk.until(desk.window.isActiveWindow)
    # The same key once nothing is in the way.
    press(desk, Qt.Key.Key_Return, CTRL)
    desk.until(lambda: shown(desk) != ready_item)
