"""Choice groups, text areas and the Caps Lock notice: the parts the review is made of."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QMimeData, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget

from adjudicator_app.widgets.choice import ChoiceGroup, Option
from adjudicator_app.widgets.fields import TextArea
from adjudicator_app.widgets.passphrase import PassphraseField


@pytest.fixture
def group(qtbot):
    group = ChoiceGroup(
        "Is it so?", [Option("y", "Yes", key="Y"), Option("n", "No", key="N"), Option("c", "Maybe")]
    )
    qtbot.addWidget(group)
    group.show()
    group.activateWindow()
    qtbot.waitUntil(group.isActiveWindow)
    group.setFocus()
    return group


@pytest.fixture
def taken(group):
    values: list[object] = []
    group.chosen.connect(values.append)
    return values


def test_nothing_is_chosen_at_first(group):
    assert group.value is None


@pytest.mark.parametrize(("key", "value"), [(Qt.Key.Key_Y, "y"), (Qt.Key.Key_N, "n")])
def test_a_letter_answers(group, taken, key, value):
    QTest.keyClick(group.segment("c"), key)
    QTest.keyClick(group.segment("c"), key, Qt.KeyboardModifier.ShiftModifier)
    assert taken == [value, value]
    assert group.value == value


def test_letters_with_ctrl_alt_or_altgr_do_not_answer(group, taken):
    for modifier in (
        Qt.KeyboardModifier.ControlModifier,
        Qt.KeyboardModifier.AltModifier,
        Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier,
        Qt.KeyboardModifier.GroupSwitchModifier,
    ):
        QTest.keyClick(group.segment("y"), Qt.Key.Key_N, modifier)
    assert taken == []


def test_arrows_move_without_choosing_and_space_takes(group, taken):
    QTest.keyClick(group.segment("y"), Qt.Key.Key_Right)
    assert group.segment("n").hasFocus()
    assert taken == []
    QTest.keyClick(group.segment("n"), Qt.Key.Key_Space)
    assert taken == ["n"]


def test_an_answer_can_be_taken_back_by_the_program(group, taken):
    group.choose("y")
    group.choose(None)
    assert group.value is None
    assert taken == []


def test_choosing_moves_nothing(group):
    before = [group.segment(v).geometry() for v in "ync"]
    group.choose("n")
    group.layout().activate()
    assert [group.segment(v).geometry() for v in "ync"] == before


def test_tab_enters_at_the_chosen_option(group):
    group.choose("n")
    stops = [v for v in "ync" if group.segment(v).focusPolicy() & Qt.FocusPolicy.TabFocus]
    assert stops == ["n"]


@pytest.fixture
def area(qtbot):
    area = TextArea(placeholder="Why")
    area.resize(300, 60)
    qtbot.addWidget(area)
    area.show()
    area.activateWindow()
    qtbot.waitUntil(area.isActiveWindow)
    area.setFocus()
    return area


def test_typing_is_told_and_showing_is_not(area):
    told: list[str] = []
    area.typed.connect(told.append)
    area.show_text("from the store")
    assert told == []
    QTest.keyClicks(area, "a")
    assert len(told) == 1


def test_letters_digits_and_enter_are_only_text(area):
    QTest.keyClicks(area, "adyn125?")
    QTest.keyClick(area, Qt.Key.Key_Return)
    press(area, "ß", Qt.KeyboardModifier.GroupSwitchModifier)
    assert area.toPlainText() == "adyn125?\nß"


def test_pasted_markup_stays_text(area):
    area.insertFromMimeData(_html("<b>bold</b> words"))
    assert area.toPlainText() == "bold words"
    assert not area.textCursor().charFormat().font().bold()


def _html(markup: str):
    data = QMimeData()
    data.setHtml(markup)
    data.setText("bold words")
    return data


def test_it_grows_with_its_text_up_to_a_limit(area, qtbot):
    few = area.sizeHint().height()
    area.show_text("\n".join("line" for _ in range(5)))
    qtbot.waitUntil(lambda: area.sizeHint().height() > few)
    five = area.sizeHint().height()
    area.show_text("\n".join("line" for _ in range(40)))
    qtbot.waitUntil(lambda: area.sizeHint().height() > five)
    assert area.sizeHint().height() < 4 * five


def test_tab_leaves_the_field(qtbot):
    page, first, second = QWidget(), TextArea(), TextArea()
    layout = QVBoxLayout(page)
    layout.addWidget(first)
    layout.addWidget(second)
    qtbot.addWidget(page)
    page.show()
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    first.setFocus()
    QTest.keyClick(first, Qt.Key.Key_Tab)
    assert second.hasFocus()
    assert first.toPlainText() == ""


@pytest.fixture
def secret(qtbot):
    field = PassphraseField("Passphrase", note="It stays on this computer.")
    qtbot.addWidget(field)
    field.show()
    return field


def press(line: QWidget, text: str, modifier=Qt.KeyboardModifier.NoModifier) -> None:
    key = ord(text[0].upper()[:1])
    QApplication.sendEvent(line, QKeyEvent(QEvent.Type.KeyPress, key, modifier, text))


def test_caps_lock_is_told_while_it_shows(secret):
    press(secret.line, "a")
    assert not secret.caps_lock_told
    press(secret.line, "A")
    assert secret.caps_lock_told
    press(secret.line, "A", Qt.KeyboardModifier.ShiftModifier)
    assert not secret.caps_lock_told
    press(secret.line, "1")
    assert not secret.caps_lock_told


def test_the_eye_shows_and_hides(secret):
    assert secret.line.echoMode() is QLineEdit.EchoMode.Password
    QTest.mouseClick(secret.line.eye, Qt.MouseButton.LeftButton)
    assert secret.line.echoMode() is QLineEdit.EchoMode.Normal
    assert secret.line.eye.accessibleName() == "Hide the passphrase"
    secret.clear()
    assert secret.line.echoMode() is QLineEdit.EchoMode.Password
    assert secret.text() == ""


def test_enter_does_nothing(secret, qtbot):
    QTest.keyClicks(secret.line, "four words")
    with qtbot.assertNotEmitted(secret.line.returnPressed):
        QTest.keyClick(secret.line, Qt.Key.Key_Return)
        QTest.keyClick(secret.line, Qt.Key.Key_Enter)


def test_a_problem_is_told_until_the_next_key(secret):
    secret.tell("Not the passphrase of this identity.")
    assert secret.note_text == "Not the passphrase of this identity."
    assert secret.line.accessibleDescription() == "Not the passphrase of this identity."
    QTest.keyClicks(secret.line, "x")
    assert secret.note_text == "It stays on this computer."


def test_paste_is_allowed(secret, qapp):
    qapp.clipboard().setText("four unrelated words")
    QTest.keyClick(secret.line, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert secret.text() == "four unrelated words"
