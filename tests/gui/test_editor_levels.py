"""The band editor for levels."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from adjudicator_app.widgets.editor_levels import LevelsEditor
from adjudicator_app.widgets.focus_ring import FocusRing
from adjudicator_app.widgets.theme import theme
from fairmed_core.domain.acceptable import ValueSet
from fairmed_core.domain.default_space import DEFAULT_SPACE

ACUITY = DEFAULT_SPACE["esi_acuity"]


@pytest.fixture
def make(qtbot):
    def build(*, author=(2, 3), disputed=None, chosen=None, width=640, sub_action=ACUITY):
        editor = LevelsEditor(
            sub_action.levels,
            author=ValueSet.of(author),
            disputed=None if disputed is None else ValueSet.of(disputed),
            threshold=sub_action.threshold,
        )
        qtbot.addWidget(editor)
        editor.resize(width, editor.heightForWidth(width))
        editor.show_set(ValueSet.of(author if chosen is None else chosen))
        editor.show()
        editor.activateWindow()
        qtbot.waitUntil(editor.isActiveWindow)
        return editor

    return build


@pytest.fixture
def toggled(make, request):
    values: list[int] = []
    editor = make()
    editor.toggled.connect(values.append)
    return editor, values


def test_a_chip_says_all_that_its_looks_say(make):
    editor = make(author=(2, 3), disputed=(4,), chosen=(2, 4))
    assert editor.chip(2).accessibleName() == "2 emergent, in your set, in the author's draft"
    assert editor.chip(3).accessibleName() == "3 urgent, not in your set, in the author's draft"
    assert editor.chip(4).accessibleName() == ("4 less urgent, in your set, disputed by the author")
    assert editor.chip(1).accessibleName() == "1 immediate, not in your set"
    assert [editor.chip(v).isChecked() for v in range(1, 6)] == [False, True, False, True, False]


def test_an_acronym_is_not_lowered(make):
    editor = make(sub_action=DEFAULT_SPACE["analgesia_tier"], author=(1,))
    assert editor.chip(1).accessibleName().startswith("1 NSAID,")


def test_a_click_asks_for_the_level_and_leaves_the_set_to_the_presenter(toggled, qtbot):
    editor, values = toggled
    QTest.mouseClick(editor.chip(4), Qt.MouseButton.LeftButton)
    assert values == [4]
    assert not editor.chip(4).isChecked()


def test_a_printed_digit_toggles_its_level_wherever_the_focus_is_in_the_group(toggled):
    editor, values = toggled
    editor.chip(1).setFocus()
    QTest.keyClick(editor.chip(1), Qt.Key.Key_5)
    assert values == [5]
    assert editor.chip(5).hasFocus()
    QTest.keyClick(editor.chip(5), Qt.Key.Key_2, Qt.KeyboardModifier.KeypadModifier)
    assert values == [5, 2]


@pytest.mark.parametrize(
    "modifier",
    [
        Qt.KeyboardModifier.ControlModifier,
        Qt.KeyboardModifier.AltModifier,
        Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier,
    ],
)
def test_digits_with_a_modifier_are_commands_of_the_screen(toggled, modifier):
    editor, values = toggled
    editor.chip(1).setFocus()
    QTest.keyClick(editor.chip(1), Qt.Key.Key_2, modifier)
    assert values == []


def test_letters_and_digits_off_the_scale_do_nothing(toggled):
    editor, values = toggled
    editor.chip(1).setFocus()
    for key in (Qt.Key.Key_9, Qt.Key.Key_0, Qt.Key.Key_A, Qt.Key.Key_Y):
        QTest.keyClick(editor.chip(1), key)
    assert values == []


def test_arrows_move_around_and_space_toggles(toggled):
    editor, values = toggled
    editor.chip(1).setFocus()
    QTest.keyClick(editor.chip(1), Qt.Key.Key_Right)
    assert editor.chip(2).hasFocus()
    QTest.keyClick(editor.chip(2), Qt.Key.Key_Space)
    QTest.keyClick(editor.chip(2), Qt.Key.Key_Left)
    QTest.keyClick(editor.chip(1), Qt.Key.Key_Left)
    assert editor.chip(5).hasFocus()
    assert values == [2]


def test_arrows_follow_the_reading_direction(toggled):
    editor, _ = toggled
    editor.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    editor.chip(1).setFocus()
    QTest.keyClick(editor.chip(1), Qt.Key.Key_Left)
    assert editor.chip(2).hasFocus()


def test_tab_stops_once_in_the_group(make):
    editor = make()
    stops = [
        value for value in range(1, 6) if editor.chip(value).focusPolicy() & Qt.FocusPolicy.TabFocus
    ]
    assert len(stops) == 1


def test_chips_stand_side_by_side_with_the_line_between(make):
    editor = make()
    chips = [editor.chip(value).geometry() for value in range(1, 6)]
    assert len({chip.y() for chip in chips}) == 1
    gaps = [b.left() - a.right() - 1 for a, b in pairwise(chips)]
    # The study's cut is at most 2: room for its line lies between 2 and 3, and nowhere else.
    assert gaps[1] > 2 * max(gaps[0], gaps[2], gaps[3])
    assert all(chip.width() >= editor.chip(4).words_width() for chip in chips[:1])


def test_too_narrow_for_the_words_they_stand_below_each_other(make):
    editor = make(width=280)
    chips = [editor.chip(value).geometry() for value in range(1, 6)]
    assert len({chip.x() for chip in chips}) == 1
    tops = [chip.y() for chip in chips]
    assert tops == sorted(tops)
    assert chips[-1].bottom() < editor.height()
    gaps = [b.top() - a.bottom() for a, b in pairwise(chips)]
    assert gaps[1] > 2 * gaps[0]


def test_words_are_never_wider_than_their_chip(make):
    for width in range(240, 700, 20):
        editor = make(width=width)
        stacked = editor.chip(1).x() == editor.chip(2).x()
        for value in range(1, 6):
            chip = editor.chip(value)
            needed = chip.stacked_width() if stacked else chip.words_width(chip._words)
            assert needed <= chip.width(), (width, value)


def test_mirrored_under_right_to_left(make, qtbot):
    editor = make(width=480)
    left_to_right = [editor.chip(value).x() for value in range(1, 6)]
    editor.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    editor.restyle()
    assert [editor.chip(value).x() for value in range(1, 6)] == [
        480 - x - editor.chip(i + 1).width() for i, x in enumerate(left_to_right)
    ]


def outline_pixels(editor: LevelsEditor) -> set[tuple[int, int]]:
    """Where the rows just above the chips are drawn in the text colour."""
    for ring in editor.findChildren(FocusRing):
        ring.hide()
    picture = editor.grab().toImage()
    text = theme().colours.text
    y = editor.chip(1).y() - 4
    return {
        (x, y) for x in range(picture.width()) if picture.pixelColor(x, y).name() == text.name()
    }


def spans(editor: LevelsEditor) -> list[int]:
    """The chips above which the author's outline runs."""
    drawn = {x for x, _ in outline_pixels(editor)}
    return [
        value
        for value in range(1, 6)
        if any(
            editor.chip(value).x() + 12 <= x <= editor.chip(value).geometry().right() - 12
            for x in drawn
        )
    ]


@pytest.mark.parametrize("author", [(2, 3), (1, 5), (1,), (2, 3, 5), (1, 2, 3, 4, 5)])
def test_the_authors_outline_runs_around_each_run(make, author):
    editor = make(author=author, chosen=())
    assert spans(editor) == list(author)


def test_between_two_runs_there_is_no_outline(make):
    joined, apart = make(author=(4, 5), chosen=()), make(author=(3, 5), chosen=())
    middle = range(joined.chip(4).geometry().right() - 2, joined.chip(5).x() + 3)
    assert {x for x, _ in outline_pixels(joined)} & set(middle)
    four = apart.chip(4).geometry()
    inside = range(four.left() + 8, four.right() - 8)
    assert not {x for x, _ in outline_pixels(apart)} & set(inside)


def test_without_a_cut_there_is_no_line_and_no_room_for_one(make):
    editor = make(sub_action=DEFAULT_SPACE["referral"], author=(1,))
    no, yes = editor.chip(0).geometry(), editor.chip(1).geometry()
    assert yes.left() - no.right() - 1 <= theme().px(8)
