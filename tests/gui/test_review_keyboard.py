"""The review by keyboard alone."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QWidget

from bands_registry.services.views import ItemStatus
from fairmed_core.domain.acceptable import ValueSet
from fairmed_core.domain.verdict import Answer, Judgement, Place, VerdictKind, chosen_set
from tests.helpers.registry import a_clinician, accepting, without_disputed
from tests.helpers.review import ReviewDesk
from tests.helpers.study import ACUITY, EMERGENCY_PHYSICIAN, FOLLOW_UP, PAIN

CTRL = Qt.KeyboardModifier.ControlModifier
ALT = Qt.KeyboardModifier.AltModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def review(qtbot, tmp_path):
    identity = a_clinician(tmp_path, credential=EMERGENCY_PHYSICIAN)
    desk = ReviewDesk(tmp_path, identity=identity)
    desk.show()
    yield desk
    desk.close()


def press(review: ReviewDesk, key: Qt.Key, modifier=Qt.KeyboardModifier.NoModifier) -> None:
    QTest.keyClick(review.focused, key, modifier)


def within(part: QWidget, review: ReviewDesk) -> bool:
    return review.focused is part or part.isAncestorOf(review.focused)


@pytest.mark.parametrize(("key", "part"), [
    (Qt.Key.Key_1, "case"), (Qt.Key.Key_2, "rule"), (Qt.Key.Key_3, "judgement"),
])  # fmt: skip
def test_ctrl_and_a_digit_goes_to_a_column_and_toggles_nothing(review, key, part):
    review.open(ACUITY)
    for start in ("case", "judgement"):
        review.screen.focus_part({"case": 0, "judgement": 2}[start])
        press(review, key, CTRL)
        assert within(getattr(review.screen, part), review)
    assert review.entry.judgement == Judgement()


def test_a_digit_toggles_only_while_the_levels_have_the_focus(review):
    review.open(ACUITY)
    assert within(review.screen.case, review)
    press(review, Qt.Key.Key_4)
    assert review.entry.judgement == Judgement()
    press(review, Qt.Key.Key_3, CTRL)
    press(review, Qt.Key.Key_4)
    assert chosen_set(review.entry.judgement, review.view.band) == ValueSet.of([2, 3, 4])


def test_y_n_c_answer_only_while_an_answer_has_the_focus(review):
    review.open(ACUITY)
    press(review, Qt.Key.Key_Y)
    assert review.entry.judgement == Judgement()
    review.screen.judgement.questions.rows[1].setFocus()
    for key, answer in (
        (Qt.Key.Key_Y, Answer.YES), (Qt.Key.Key_N, Answer.NO), (Qt.Key.Key_C, Answer.CANNOT_TELL),
    ):  # fmt: skip
        press(review, key)
        assert review.entry.judgement.answers == {1: answer}


def test_in_a_text_field_everything_is_text(review):
    review.open(ACUITY)
    review.entry.choose_verdict(VerdictKind.AMEND)
    review.settle()
    field = review.screen.judgement.verdict.reason.field
    field.setFocus()
    QTest.keyClicks(field, "ady?125 ync")
    QTest.keyClick(field, Qt.Key.Key_Return)
    review.settle()
    assert review.entry.judgement.reason == "ady?125 ync\n"
    assert review.entry.judgement.amended is None
    assert review.entry.judgement.answers == {}
    assert review.shown == ACUITY
    assert field.hasFocus()


def test_undo_and_redo_reach_the_item_from_inside_a_text_field(review):
    review.open(ACUITY)
    review.entry.toggle_level(1)
    review.entry.choose_verdict(VerdictKind.AMEND)
    review.settle()
    field = review.screen.judgement.verdict.reason.field
    field.setFocus()
    QTest.keyClicks(field, "too narrow")
    QTest.keyClick(field, Qt.Key.Key_Z, CTRL)
    assert field.toPlainText() == "too "
    QTest.keyClick(field, Qt.Key.Key_Z, CTRL | SHIFT)
    assert field.toPlainText() == "too narrow"
    for _ in range(3):
        QTest.keyClick(field, Qt.Key.Key_Z, CTRL)
    assert review.entry.judgement.kind is None
    press(review, Qt.Key.Key_Z, CTRL)
    assert review.entry.judgement == Judgement()


def test_undo_reaches_the_item_from_a_number_box(review):
    review.open(FOLLOW_UP)
    box = review.screen.judgement.editor.editor.to_box
    box.setFocus()
    box.selectAll()
    QTest.keyClicks(box, "30")
    QTest.keyClick(box, Qt.Key.Key_Z, CTRL)
    assert review.entry.judgement == Judgement()
    assert box.text() == "14"


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_ctrl_enter_marks_ready_and_goes_on_even_from_a_text_field(review, key):
    ready = without_disputed(accepting())
    review.ask(review.services.save_draft, review.session, ACUITY, ready)
    review.open(ACUITY)
    review.screen.judgement.questions.rows[1].note_button.click()
    QTest.keyClick(review.focused, key, CTRL)
    review.until(lambda: review.shown != ACUITY)
    queue = review.ask(review.services.list_items, review.session)
    assert {i.item_id: i.status for i in queue.items}[ACUITY] is ItemStatus.READY
    assert review.stored(ACUITY) == ready


def test_ctrl_enter_does_nothing_while_a_dialog_is_open(review):
    ready = without_disputed(accepting())
    review.ask(review.services.save_draft, review.session, ACUITY, ready)
    review.open(ACUITY)
    dialog = QDialog(review.window)
    dialog.open()
    review.until(dialog.isActiveWindow)
    QTest.keyClick(dialog, Qt.Key.Key_Return, CTRL)
    review.settle()
    assert review.shown == ACUITY
    assert review.presenter.status is ItemStatus.DRAFT
    dialog.close()


def test_alt_and_arrows_go_to_the_neighbours_and_stop_at_the_ends(review):
    first, second = (item.item_id for item in review.queue.items[:2])
    review.open(first)
    assert not review.screen.bar.previous.isEnabled()
    press(review, Qt.Key.Key_Left, ALT)
    review.settle()
    assert review.shown == first
    press(review, Qt.Key.Key_Right, ALT)
    review.until(lambda: review.shown == second)
    press(review, Qt.Key.Key_Left, ALT)
    review.until(lambda: review.shown == first)


def test_ctrl_l_goes_to_the_list(review, qtbot):
    review.open(ACUITY)
    with qtbot.waitSignal(review.presenter.left):
        press(review, Qt.Key.Key_L, CTRL)


def test_tab_goes_through_everything_in_the_order_of_the_page(review):
    review.open(PAIN)
    review.entry.choose_verdict(VerdictKind.AMEND)
    review.settle()
    parts = [
        review.screen.bar.back, review.screen.case, review.screen.rule,
        review.screen.judgement.editor,
        *(review.screen.judgement.questions.rows[n] for n in (1, 2, 3, 4, 6)),
        review.screen.judgement.verdict.choice, review.screen.judgement.verdict.kinds,
        review.screen.judgement.verdict.reason, review.screen.judgement.footer.primary,
    ]  # fmt: skip
    review.screen.bar.back.setFocus()
    met: list[int] = []
    for _ in range(60):
        here = next((i for i, part in enumerate(parts) if within(part, review)), None)
        if here is not None and met[-1:] != [here]:
            met.append(here)
        if here == len(parts) - 1:
            break
        press(review, Qt.Key.Key_Tab)
    assert met == list(range(len(parts)))


def test_the_whole_item_by_keyboard(review):
    review.open(ACUITY)
    press(review, Qt.Key.Key_3, CTRL)
    press(review, Qt.Key.Key_1)
    answers = {1: Qt.Key.Key_Y, 2: Qt.Key.Key_Y, 3: Qt.Key.Key_N, 4: Qt.Key.Key_Y, 6: Qt.Key.Key_N}
    for question, key in answers.items():
        while not within(review.screen.judgement.questions.rows[question].choice, review):
            press(review, Qt.Key.Key_Tab)
        press(review, key)
    while not within(review.screen.judgement.verdict.choice, review):
        press(review, Qt.Key.Key_Tab)
    press(review, Qt.Key.Key_Right)
    press(review, Qt.Key.Key_Space)
    press(review, Qt.Key.Key_Return, CTRL)
    # Pressed early: the first thing that is left takes the focus.
    assert within(review.screen.judgement.verdict.kinds, review)
    press(review, Qt.Key.Key_Tab)
    press(review, Qt.Key.Key_Space)
    press(review, Qt.Key.Key_Return, CTRL)
    assert within(review.screen.judgement.verdict.reason, review)
    QTest.keyClicks(review.focused, "Level 1 is supported as well.")
    press(review, Qt.Key.Key_Return, CTRL)
    review.until(lambda: review.shown != ACUITY)
    stored = review.stored(ACUITY)
    assert stored.kind is VerdictKind.AMEND
    assert stored.amended == ValueSet.of([1, 2, 3])
    assert stored.reason == "Level 1 is supported as well."


def test_a_single_key_never_signs_or_leaves(review):
    review.open(ACUITY)
    for part in (0, 1, 2):
        review.screen.focus_part(part)
        for code in range(Qt.Key.Key_A.value, Qt.Key.Key_Z.value + 1):
            press(review, Qt.Key(code))
    review.settle()
    assert review.shown == ACUITY
    assert review.entry.judgement == Judgement()
    assert review.entry.told_at(Place.VERDICT) == ""
