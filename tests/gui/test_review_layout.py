"""The review at every size: columns or tabs, nothing clipped, nothing lost when it changes."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QScrollArea

from adjudicator_app.widgets.buttons import Button
from adjudicator_app.widgets.pair import Pair
from adjudicator_app.widgets.review_bar import ElidedTitle
from adjudicator_app.widgets.text import Text
from adjudicator_app.widgets.theme import Mode, theme
from fairmed_core.domain.verdict import VerdictKind
from tests.helpers.review import ReviewDesk
from tests.helpers.room import clipped, inner
from tests.helpers.study import ACUITY, FOLLOW_UP, ORDERS, PAIN

SIZES = [
    (1366, 768, 1.0), (1366, 768, 1.25), (1366, 768, 1.75), (1366, 768, 2.5), (1100, 700, 1.0),
    (1024, 700, 1.0), (800, 600, 1.0), (1920, 1080, 1.0), (1920, 1080, 2.5),
]  # fmt: skip


@pytest.fixture
def review(qtbot, tmp_path):
    desk = ReviewDesk(tmp_path)
    desk.show()
    yield desk
    theme().set_text_scale(1.0)
    theme().set_mode(Mode.SYSTEM)
    desk.close()


def resize(review: ReviewDesk, width: int, height: int, scale: float = 1.0) -> None:
    theme().set_text_scale(scale)
    review.window.resize(width, height)
    review.settle()


@pytest.mark.parametrize("item", [PAIN, ACUITY, FOLLOW_UP, ORDERS])
def test_nothing_is_clipped_at_any_size(review, item):
    review.open(item)
    review.entry.choose_verdict(VerdictKind.AMEND)
    review.entry.note(1, "a note")
    review.presenter.mark_ready_and_next()
    review.until(lambda: not review.presenter.unsaved)
    for width, height, scale in SIZES:
        resize(review, width, height, scale)
        assert review.window.size().width() == width
        for tab in (0, 1, 2):
            review.screen.show_tab(tab)
            review.settle()
            assert clipped(review.screen) == [], (item, width, height, scale, tab)
            areas = [
                area
                for area in review.screen.findChildren(QScrollArea)
                if area.isVisible()
                and area.widget().minimumSizeHint().width() > area.viewport().width()
            ]
            assert not areas, (item, width, height, scale, tab)


@pytest.mark.parametrize(
    ("width", "scale", "columns"),
    [(1366, 1.0, True), (1100, 1.0, True), (1099, 1.0, False), (1366, 1.25, False),
     (1920, 1.5, True), (1366, 2.5, False)],
)  # fmt: skip
def test_three_columns_from_1100_by_text_scale_else_tabs(review, width, scale, columns):
    review.open(PAIN)
    resize(review, width, 768, scale)
    parts = (review.screen.case, review.screen.rule, review.screen.judgement)
    assert all(part.isVisible() for part in parts) is columns
    assert review.screen.tabs.isVisible() is not columns


def test_on_tabs_one_is_shown_and_a_click_changes_it(review):
    review.open(PAIN)
    resize(review, 1024, 700)
    assert review.screen.judgement.isVisible()
    assert review.screen.brief.isVisible()
    assert "Heart rate 104 /min" in review.screen.brief.text
    QTest.mouseClick(review.screen.tabs._tabs[0], Qt.MouseButton.LeftButton)
    assert review.screen.case.isVisible()
    assert not review.screen.judgement.isVisible()
    assert not review.screen.brief.isVisible()
    QTest.keyClick(review.screen.tabs._tabs[0], Qt.Key.Key_Right)
    assert review.screen.rule.isVisible()


def test_on_tabs_an_early_press_brings_the_tab_with_what_is_left(review):
    review.open(PAIN)
    resize(review, 1024, 700)
    review.screen.show_tab(0)
    review.presenter.mark_ready_and_next()
    assert review.screen.judgement.isVisible()
    assert review.focused is review.screen.banner.read


def test_the_notice_is_above_the_columns_and_cannot_be_closed(review):
    review.open(PAIN)
    banner = review.screen.banner
    assert banner.isVisible()
    assert inner(banner, review.window).bottom() < inner(review.screen.case, review.window).top()
    review.open(FOLLOW_UP)
    assert not banner.isVisible()


def test_editor_and_primary_stay_while_the_questions_scroll(review):
    review.open(PAIN)
    review.entry.choose_verdict(VerdictKind.AMEND)
    review.settle()
    panel = review.screen.judgement
    before = inner(panel.editor, review.window), inner(panel.footer, review.window)
    row = inner(panel.questions.rows[1], review.window)
    panel.area.verticalScrollBar().setValue(panel.area.verticalScrollBar().maximum())
    review.settle()
    assert panel.area.verticalScrollBar().maximum() > 0
    assert (inner(panel.editor, review.window), inner(panel.footer, review.window)) == before
    assert inner(panel.questions.rows[1], review.window).top() < row.top()


def test_an_editor_higher_than_240_scrolls_with_the_questions(review):
    review.open(ORDERS)
    assert not review.screen.judgement.area.isAncestorOf(review.screen.judgement.editor)
    theme().set_text_scale(1.0)
    review.window.resize(1366, 500)
    review.settle()
    assert review.screen.judgement.area.isAncestorOf(review.screen.judgement.editor)


def test_changing_size_keeps_focus_and_text(review):
    review.open(PAIN)
    review.entry.choose_verdict(VerdictKind.AMEND)
    review.settle()
    field = review.screen.judgement.verdict.reason.field
    field.setFocus()
    QTest.keyClicks(field, "half a sent")
    for width, height, scale in SIZES:
        resize(review, width, height, scale)
        assert field.hasFocus(), (width, height, scale)
        assert field.toPlainText() == "half a sent"
    QTest.keyClicks(field, "ence")
    assert review.entry.judgement.reason == "half a sentence"


def test_the_theme_switched_live_keeps_focus_and_text(review):
    review.open(PAIN)
    resize(review, 1366, 768, 2.5)
    review.entry.choose_verdict(VerdictKind.AMEND)
    review.settle()
    field = review.screen.judgement.verdict.reason.field
    field.setFocus()
    QTest.keyClicks(field, "half a sent")
    pictures = []
    for mode in (Mode.LIGHT, Mode.DARK, Mode.CONTRAST):
        theme().set_mode(mode)
        review.settle()
        assert field.hasFocus()
        assert field.toPlainText() == "half a sent"
        corner = review.window.grab().toImage().pixelColor(2, 2)
        pictures.append(corner.name())
    assert pictures == ["#ffffff", "#1a2226", "#000000"]


def test_mirrored_under_right_to_left(review, qapp):
    review.open(PAIN)
    left = [inner(p, review.window).x() for p in (review.screen.case, review.screen.judgement)]
    assert left[0] < left[1]
    qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    try:
        review.settle()
        right = [inner(p, review.window).x() for p in (review.screen.case, review.screen.judgement)]
        assert right[0] > right[1]
        assert clipped(review.screen) == []
    finally:
        qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


def test_the_menu_holds_what_the_bar_has_no_room_for(review):
    review.open(PAIN)
    review.entry.toggle_level(3)
    resize(review, 1366, 768, 2.5)
    bar = review.screen.bar
    assert not bar.undo.isVisible()
    menu = bar.menu()
    actions = {action.text(): action for action in menu.actions() if action.text()}
    assert list(actions) == ["Undo", "Redo", "Settings", "Help"]
    assert actions["Undo"].isEnabled()
    assert not actions["Redo"].isEnabled()
    actions["Undo"].trigger()
    assert review.entry.judgement.amended is None


def test_what_became_known_later_stands_under_its_own_heading(review):
    review.open(PAIN)
    texts = [text.text() for text in review.screen.case.area.widget().findChildren(Text)]
    heading = texts.index("Known once results are back")
    assert texts[heading + 1] == "Known only if imaging was ordered"
    assert not [text for text in texts if text.startswith("Known") and "triage" in text]


def test_a_hidden_second_of_a_pair_takes_no_room(qtbot):
    first, second = Button("Attach guideline"), Button("Suggest other wording")
    pair = Pair(first, second, least=0)
    qtbot.addWidget(pair)
    narrow = first.sizeHint().width() + 10
    assert pair.heightForWidth(narrow) > first.sizeHint().height()
    second.hide()
    assert pair.heightForWidth(narrow) == first.sizeHint().height()


def test_a_title_that_gives_way_is_whole_in_its_tip(review):
    review.open(PAIN)
    resize(review, 1100, 700, 1.25)
    title = "Flank pain with fever and a stone seen before, coming back for the third time"
    shown = review.screen.bar.findChild(ElidedTitle)
    shown.show_title(title)
    review.settle()
    assert shown.isVisible()
    assert shown.width() < shown.sizeHint().width()
    assert shown.toolTip() == title
    shown.show_title("Flank pain")
    review.settle()
    # What can be read in full needs no tip.
    assert shown.toolTip() == ""
