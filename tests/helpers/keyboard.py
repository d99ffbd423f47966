"""A hand on the keyboard: every step is a key, sent to whatever has the focus."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from adjudicator_app.widgets.choice import ChoiceGroup
from adjudicator_app.widgets.form import Select
from fairmed_core.domain.verdict import Answer, DeclineReason, ErrorKind, Judgement, VerdictKind
from tests.helpers.desk import Desk

NONE = Qt.KeyboardModifier.NoModifier
CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
# More stops than any page has: who has not met it by then goes round in circles.
STOPS = 150
LETTERS = {Answer.YES: Qt.Key.Key_Y, Answer.NO: Qt.Key.Key_N, Answer.CANNOT_TELL: Qt.Key.Key_C}


class Keyboard:
    """Presses keys; reaches things only by Tab, arrows and shortcuts."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def press(self, key: Qt.Key, modifier: Qt.KeyboardModifier = NONE) -> None:
        """Press one key."""
        QTest.keyClick(self._desk.focused, key, modifier)

    def type(self, text: str) -> None:
        """Type, letter by letter."""
        for letter in text:
            QTest.keyClick(self._desk.focused, letter)

    def reach(self, wanted: QWidget, *, back: bool = False) -> None:
        """Press Tab until the wanted thing has the focus, and see that the eye can follow."""
        for _ in range(STOPS):
            here = self._desk.focused
            if here is wanted or (here is not None and wanted.isAncestorOf(here)):
                assert not here.visibleRegion().isEmpty(), "the focus stands where nobody sees it"
                return
            self.press(Qt.Key.Key_Backtab if back else Qt.Key.Key_Tab, SHIFT if back else NONE)
        raise AssertionError(f"no Tab leads to {wanted.accessibleName() or wanted}")

    def push(self, button: QWidget) -> None:
        """Reach a button and press it."""
        self.reach(button)
        self.press(Qt.Key.Key_Space)

    def pick(self, select: Select, code: str) -> None:
        """Reach a list and go down it to an entry."""
        self.reach(select)
        for _ in range(select.count()):
            if select.code == code:
                return
            self.press(Qt.Key.Key_Down)
        assert select.code == code

    def choose(self, group: ChoiceGroup, value: object) -> None:
        """Reach a group and take one of its options: by its letter, else by arrows and Space."""
        self.reach(group)
        if isinstance(value, Answer) and value in LETTERS:
            self.press(LETTERS[value])
            return
        for _ in range(8):
            if self._desk.focused is group.segment(value):
                break
            self.press(Qt.Key.Key_Right)
        self.press(Qt.Key.Key_Space)
        assert group.value == value


def judge_by_keys(desk: Desk, keys: Keyboard, judgement: Judgement) -> None:
    """Enter all but the set of a judgement, down the page as Tab goes."""
    page = desk.page
    if page.banner.isVisible():
        keys.reach(page.banner.read, back=True)
        keys.press(Qt.Key.Key_Space)
    for number, answer in judgement.answers.items():
        if answer is Answer.NOT_NEEDED:
            continue
        keys.choose(page.judgement.questions.rows[number].choice, answer)
    verdict = page.judgement.verdict
    keys.choose(verdict.choice, judgement.kind)
    for kind in ErrorKind:
        if kind in judgement.error_kinds:
            keys.push(verdict.kinds.box(kind))
    if judgement.kind is VerdictKind.DECLINE:
        wanted = verdict.decline.button(judgement.decline_reason)
        keys.reach(verdict.decline)
        for _ in DeclineReason:
            if desk.focused is wanted:
                break
            keys.press(Qt.Key.Key_Down)
        keys.press(Qt.Key.Key_Space)
        assert wanted.isChecked()
    if judgement.reason:
        keys.reach(verdict.reason.field)
        keys.type(judgement.reason)
