"""A finished study is read: nothing in it is entered, saved or signed, and the screens say so."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from adjudicator_app.widgets.screen import Screen
from bands_registry.services.finish_study import finish_study
from tests.helpers.desk_walks import ready_to_sign, sign, two_items
from tests.helpers.registry_walks import words_of


@pytest.fixture
def finished(desk):
    """Both items are signed, and the study is finished."""
    ready_to_sign(desk, two_items())
    sign(desk)
    desk.desktop.tasks.run(finish_study, desk.desktop.go.session)
    desk.idle()
    desk.desktop.go.list_items()
    desk.until_screen(Screen.ITEMS)
    return desk


def open_first(desk):
    desk.desktop.to.items.open_item(desk.desktop.to.items.items[0].item_id)
    desk.until_screen(Screen.REVIEW)
    desk.until(lambda: desk.desktop.to.review.view is not None)
    return desk.page


def test_read_only_stands_where_saved_stood(finished):
    assert finished.page.bar.saved == "Read only"
    assert open_first(finished).bar.saved.text == "Read only"


def test_nothing_can_be_entered_by_mouse_or_keys(finished):
    page, review = open_first(finished), finished.desktop.to.review
    before = review.entry.judgement
    verdict = page.judgement.verdict
    for segment in verdict.choice.findChildren(type(verdict.choice.segment(before.kind))):
        QTest.mouseClick(segment, Qt.MouseButton.LeftButton)
    page.judgement.editor.setFocus()
    for digit in "12345":
        QTest.keyClick(finished.focused or page, digit)
    QTest.keyClick(page, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    page.rule.wording.opener.click()
    finished.idle()
    assert review.entry.judgement == before
    assert not page.judgement.questions.rows[1].choice.isEnabled()
    assert page.bar.saved.text == "Read only"


def test_the_primary_says_what_is_possible_and_does_it(finished):
    page, review = open_first(finished), finished.desktop.to.review
    footer = page.judgement.footer
    assert footer.text == "You finished this study. Nothing in it changes."
    assert footer.primary.text() == "Next item"
    first = review.view.item.item_id
    footer.primary.click()
    finished.until(lambda: review.view.item.item_id != first)
    assert footer.primary.text() == "All items"
    footer.primary.click()
    finished.until_screen(Screen.ITEMS)


def test_the_sign_screen_says_why_nothing_can_be_signed(finished):
    finished.desktop.go.check_and_sign()
    finished.until_screen(Screen.SIGN)
    finished.until(finished.page.empty.isVisible)
    told = words_of(finished.page.empty)
    assert "You finished this study" in told
    assert "nothing more can be signed" in told
    assert not finished.page.signature.isVisible()
