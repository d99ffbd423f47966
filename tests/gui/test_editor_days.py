"""The band editor for days."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QLocale, QPoint, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from adjudicator_app.presenters.day_axis import Axis
from adjudicator_app.widgets.editor_days import DaysEditor
from fairmed_core.domain.acceptable import ValueSet

AXIS = Axis(0, 60, (0, 7, 14, 21, 30, 45, 60))


class Days:
    """The editor with a presenter that takes whatever it asks for."""

    def __init__(self, qtbot, *, low=1, high=14):
        self.asked: list[tuple[int, int]] = []
        self.ended = 0
        self.editor = DaysEditor(
            AXIS,
            author=ValueSet.between(1, 14),
            disputed=ValueSet.between(15, 30),
            limits=(0, 90),
        )
        qtbot.addWidget(self.editor)
        self.editor.resize(480, self.editor.sizeHint().height())
        self.editor.show_range(low, high)
        self.editor.range_chosen.connect(self._take)
        self.editor.step_ended.connect(self._end)
        self.editor.show()
        self.editor.activateWindow()
        qtbot.waitUntil(self.editor.isActiveWindow)

    def _take(self, low: int, high: int) -> None:
        self.asked.append((low, high))
        self.editor.show_range(low, high)

    def _end(self) -> None:
        self.ended += 1

    @property
    def range(self) -> tuple[int, int]:
        return self.asked[-1] if self.asked else (1, 14)


@pytest.fixture
def days(qtbot):
    return Days(qtbot)


def press(box, letter: str) -> None:
    key = QKeyEvent(QEvent.Type.KeyPress, 0, Qt.KeyboardModifier.NoModifier, letter)
    QApplication.sendEvent(box, key)


def type_over(box, text: str) -> None:
    box.setFocus()
    box.selectAll()
    QTest.keyClicks(box, text)


def test_boxes_and_knobs_show_her_range(days):
    editor = days.editor
    assert (editor.from_box.text(), editor.to_box.text()) == ("1", "14")
    assert (editor.scale.low_knob.value(), editor.scale.high_knob.value()) == (1, 14)
    assert days.asked == []


def test_a_typed_number_counts_as_soon_as_it_makes_sense(days):
    type_over(days.editor.to_box, "30")
    assert days.range == (1, 30)
    assert days.editor.scale.high_knob.value() == 30


def test_a_number_on_its_way_does_not_drag_the_other_end_along(days):
    type_over(days.editor.from_box, "10")
    type_over(days.editor.to_box, "3")
    assert days.range == (10, 14)
    QTest.keyClicks(days.editor.to_box, "0")
    assert days.range == (10, 30)


def test_a_number_left_standing_below_the_other_end_takes_it_along(days):
    type_over(days.editor.from_box, "10")
    type_over(days.editor.to_box, "3")
    QTest.keyClick(days.editor.to_box, Qt.Key.Key_Return)
    assert days.range == (3, 3)


def test_an_emptied_box_shows_its_number_again(days):
    type_over(days.editor.to_box, "")
    QTest.keyClick(days.editor.to_box, Qt.Key.Key_Backspace)
    assert days.editor.to_box.text() == ""
    days.editor.from_box.setFocus()
    assert days.editor.to_box.text() == "14"
    assert days.asked == []


@pytest.mark.parametrize("locale", [QLocale.c(), QLocale("de_DE"), QLocale("ar_EG")])
@pytest.mark.parametrize(
    ("text", "left"),
    [("1,5", "1"), ("1.5", "1"), ("1.500", "1"), ("1e3", "1"), ("2 0", "2"), ("-3", ""), ("٧", "")],
)
def test_what_follows_something_else_than_a_digit_never_joins_the_number(days, locale, text, left):
    QLocale.setDefault(locale)
    box = days.editor.to_box
    box.setLocale(locale)
    box.setFocus()
    box.selectAll()
    for letter in text:
        press(box, letter)
    assert box.text() == (left or "14")
    assert days.editor.note == "Whole days only, in digits."
    assert {high for _, high in days.asked} <= {14, *([int(left)] if left else [])}


def test_after_deleting_she_goes_on(days):
    box = days.editor.to_box
    type_over(box, "1,5")
    QTest.keyClick(box, Qt.Key.Key_Backspace)
    QTest.keyClicks(box, "28")
    assert days.range == (1, 28)
    assert days.editor.note == ""


@pytest.mark.parametrize("text", ["1,5", "1.500", "abc", "-7", "٧"])
def test_pasting_anything_but_digits_is_refused_whole(days, qapp, text):
    box = days.editor.to_box
    box.setFocus()
    box.selectAll()
    qapp.clipboard().setText(text)
    QTest.keyClick(box, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert box.text() == "14"
    assert days.asked == []


def test_beyond_the_scale_is_kept_on_it(days):
    type_over(days.editor.to_box, "99")
    QTest.keyClick(days.editor.to_box, Qt.Key.Key_Return)
    assert days.range == (1, 90)


@pytest.mark.parametrize(
    ("key", "wanted"),
    [
        (Qt.Key.Key_Up, (1, 15)),
        (Qt.Key.Key_Down, (1, 13)),
        (Qt.Key.Key_PageUp, (1, 21)),
        (Qt.Key.Key_PageDown, (1, 7)),
    ],
)
def test_steps_in_the_box(days, key, wanted):
    days.editor.to_box.setFocus()
    QTest.keyClick(days.editor.to_box, key)
    assert days.range == wanted
    assert days.editor.to_box.text() == str(wanted[1])


@pytest.mark.parametrize(
    ("key", "wanted"),
    [
        (Qt.Key.Key_Right, (1, 15)),
        (Qt.Key.Key_Left, (1, 13)),
        (Qt.Key.Key_PageUp, (1, 21)),
        (Qt.Key.Key_PageDown, (1, 7)),
    ],
)
def test_steps_of_a_knob(days, key, wanted):
    knob = days.editor.scale.high_knob
    knob.setFocus()
    QTest.keyClick(knob, key)
    assert days.range == wanted


def test_a_knob_stops_at_the_other(days):
    knob = days.editor.scale.low_knob
    knob.setFocus()
    QTest.keyClick(knob, Qt.Key.Key_End)
    assert days.range == (14, 14)


def test_the_steppers_step(days):
    QTest.mouseClick(days.editor.from_box._more, Qt.MouseButton.LeftButton)
    assert days.range == (2, 14)
    QTest.mouseClick(days.editor.to_box._fewer, Qt.MouseButton.LeftButton)
    assert days.range == (2, 13)


def test_dragging_a_knob_follows_the_pointer(days):
    scale = days.editor.scale
    start = scale.high_knob.rect().center()
    aim = QPoint(scale._x(30), 0) - scale.high_knob.pos()
    QTest.mousePress(scale.high_knob, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(scale.high_knob, QPoint(aim.x(), start.y()))
    assert days.range == (1, 30)
    QTest.mouseRelease(scale.high_knob, Qt.MouseButton.LeftButton, pos=start)
    assert days.ended == 1


def test_a_press_on_the_track_moves_the_nearer_knob(days):
    scale = days.editor.scale
    y = scale.high_knob.geometry().center().y()
    QTest.mouseClick(scale, Qt.MouseButton.LeftButton, pos=QPoint(scale._x(45), y))
    assert days.range == (1, 45)
    assert days.ended == 1


def test_the_wheel_changes_nothing(days, qtbot):
    for widget in (days.editor.scale.high_knob, days.editor.to_box):
        centre = QPointF(widget.rect().center())
        event = QWheelEvent(
            centre, widget.mapToGlobal(centre), QPoint(), QPoint(0, 120),
            Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QApplication.sendEvent(widget, event)
    assert days.asked == []


def test_letters_are_refused_and_trigger_nothing(days):
    days.editor.to_box.setFocus()
    QTest.keyClicks(days.editor.to_box, "adynY")
    assert days.editor.to_box.text() == "14"
    assert days.asked == []


def test_what_a_screen_reader_is_told(days):
    scale = days.editor.scale
    assert scale.accessibleName() == "Author's draft: 1–14, 15–30 disputed"
    assert scale.low_knob.accessibleName() == "From day"
    assert scale.high_knob.accessibleName() == "To day"
    assert days.editor.from_box.accessibleName() == "From day"


def test_mirrored_under_right_to_left(days):
    scale = days.editor.scale
    before = scale.low_knob.x(), scale.high_knob.x()
    assert before[0] < before[1]
    days.editor.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    scale.restyle()
    assert scale.low_knob.x() > scale.high_knob.x()
    assert scale.value_at(scale.high_knob.geometry().center().x()) == 14
