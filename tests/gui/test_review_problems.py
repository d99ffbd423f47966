"""What does not fit together is told beside its field; what is missing, when she asks to go on."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from bands_registry.services.views import ItemStatus
from fairmed_core.domain.acceptable import ValueSet
from fairmed_core.domain.verdict import Answer, DeclineReason, ErrorKind, Place, VerdictKind
from tests.helpers.registry import accepting, without_disputed
from tests.helpers.review import ReviewDesk
from tests.helpers.study import FOLLOW_UP, PAIN


@pytest.fixture
def review(qtbot, tmp_path):
    desk = ReviewDesk(tmp_path)
    desk.show()
    yield desk
    desk.close()


def shown_at(review: ReviewDesk, place: Place, question: int | None = None) -> str:
    """What stands beside a field on the screen, read off its note line."""
    page = review.screen
    notes = {
        Place.SCOPE: page.banner._problem,
        Place.EDITOR: page.judgement.editor._problem,
        Place.VERDICT: page.judgement.verdict._problem,
        Place.KINDS: page.judgement.verdict.kinds._problem,
        Place.REASON: page.judgement.verdict.reason._problem,
        Place.DECLINE_REASON: page.judgement.verdict.decline._problem,
        Place.WORDING: page.rule.wording._problem,
    }
    note = page.judgement.questions.rows[question]._problem if question else notes[place]
    return note.text if note.isVisibleTo(note.parentWidget()) else ""


def test_a_fresh_item_nags_about_nothing(review):
    review.open(PAIN)
    assert [shown_at(review, place) for place in Place if place is not Place.QUESTION] == [""] * 7
    assert [shown_at(review, Place.QUESTION, n) for n in range(1, 7)] == [""] * 6
    assert review.screen.judgement.footer.text == (
        "Left: the notice, questions 1 to 4 and 6, verdict"
    )


def test_pressed_early_the_primary_names_what_is_left_and_goes_there(review):
    review.open(PAIN)
    review.entry.acknowledge_scope(True)
    for question in (1, 2, 3, 4):
        review.entry.answer(question, Answer.YES)
    assert review.screen.judgement.footer.primary.isEnabled()
    review.screen.judgement.footer.primary.click()
    review.settle()
    assert review.shown == PAIN
    assert review.presenter.status is ItemStatus.DRAFT
    assert shown_at(review, Place.QUESTION, 6) == "Question 6 is open."
    assert shown_at(review, Place.VERDICT) == "Choose accept, amend or decline."
    row = review.screen.judgement.questions.rows[6]
    assert row.isAncestorOf(review.focused)
    assert review.screen.judgement.footer.text == "Left: question 6, verdict"


def test_what_is_told_goes_away_once_it_is_settled(review):
    review.open(PAIN)
    review.presenter.mark_ready_and_next()
    review.entry.answer(6, Answer.YES)
    assert shown_at(review, Place.QUESTION, 6) == ""


def test_the_notice_about_her_setting_must_be_ticked(review):
    review.open(PAIN)
    for question, answer in without_disputed(accepting()).answers.items():
        review.entry.answer(question, answer)
    review.entry.choose_verdict(VerdictKind.ACCEPT)
    review.presenter.mark_ready_and_next()
    assert shown_at(review, Place.SCOPE) == (
        "Tick that you have read the notice about your setting."
    )
    assert review.focused is review.screen.banner.read
    QTest.keyClick(review.focused, Qt.Key.Key_Space)
    assert review.entry.judgement.scope_acknowledged
    assert review.screen.judgement.footer.text == "Nothing left to do"


def test_accept_with_a_changed_set_is_told_at_once_and_blocks_no_typing(review):
    review.open(PAIN)
    review.entry.choose_verdict(VerdictKind.ACCEPT)
    review.entry.toggle_level(3)
    assert shown_at(review, Place.VERDICT).startswith("You chose accept, but your set differs")
    review.entry.note(1, "still typing")
    assert review.entry.judgement.notes == {1: "still typing"}
    review.presenter.undo()
    review.presenter.undo()
    assert shown_at(review, Place.VERDICT) == ""


def test_amend_with_nothing_changed_is_told(review):
    review.open(PAIN)
    review.entry.choose_verdict(VerdictKind.AMEND)
    assert "neither the set nor the wording differs" in shown_at(review, Place.VERDICT)
    review.entry.toggle_level(3)
    assert shown_at(review, Place.VERDICT) == ""


def test_too_wide_with_nothing_removed_is_told_under_its_question(review):
    review.open(PAIN)
    review.entry.choose_verdict(VerdictKind.AMEND)
    review.entry.answer(3, Answer.YES)
    assert "you removed none" in shown_at(review, Place.QUESTION, 3)
    review.entry.toggle_level(2)
    assert shown_at(review, Place.QUESTION, 3) == ""


def test_an_answer_against_the_draft_beside_accept_is_told_and_may_stay(review):
    review.open(PAIN)
    for question, answer in without_disputed(accepting()).answers.items():
        review.entry.answer(question, answer)
    review.entry.acknowledge_scope(True)
    review.entry.choose_verdict(VerdictKind.ACCEPT)
    review.entry.answer(2, Answer.NO)
    assert shown_at(review, Place.QUESTION, 2) == (
        "Your answer to question 2 speaks against accept."
    )
    review.presenter.mark_ready_and_next()
    review.until(lambda: review.shown != PAIN)


def test_misquoted_asks_for_the_wording_and_opens_the_field(review):
    review.open(PAIN)
    review.entry.choose_verdict(VerdictKind.AMEND)
    review.entry.toggle_error_kind(ErrorKind.MISQUOTED)
    wording = review.screen.rule.wording
    assert "Suggest the wording" in shown_at(review, Place.WORDING)
    assert wording.field.isVisible()
    assert wording.field.toPlainText() == review.entry.summary
    wording.field.setFocus()
    QTest.keyClicks(wording.field, "Only: ")
    assert shown_at(review, Place.WORDING) == ""
    assert review.entry.judgement.wording == "Only: " + review.entry.summary
    wording.closer.click()
    assert review.entry.judgement.wording is None
    assert wording.field.toPlainText() == review.entry.summary


def test_decline_needs_only_its_reason(review):
    review.open(PAIN)
    review.screen.judgement.verdict.choice.segment(VerdictKind.DECLINE).click()
    assert review.screen.judgement.footer.text == "Left: why you decline"
    review.screen.judgement.verdict.decline.button(DeclineReason.OTHER).click()
    assert review.screen.judgement.footer.text == "Left: reason"
    QTest.keyClicks(review.screen.judgement.verdict.reason.field, "I wrote the guideline.")
    assert review.screen.judgement.footer.text == "Nothing left to do"
    review.presenter.mark_ready_and_next()
    review.until(lambda: review.shown != PAIN)
    stored = review.stored(PAIN)
    assert (stored.kind, stored.decline_reason) == (VerdictKind.DECLINE, DeclineReason.OTHER)


def test_decline_instead_of_reading_on(review):
    review.open(PAIN)
    review.screen.banner.decline.click()
    assert review.entry.judgement.decline_reason is DeclineReason.OUTSIDE_SCOPE
    assert review.screen.judgement.verdict.decline.button(DeclineReason.OUTSIDE_SCOPE).isChecked()
    assert review.screen.judgement.footer.text == "Nothing left to do"
    review.presenter.undo()
    assert not any(
        review.screen.judgement.verdict.decline.button(reason).isChecked()
        for reason in DeclineReason
    )


def test_accept_leaves_the_disputed_span_out(review):
    review.open(FOLLOW_UP)
    review.entry.answer(5, Answer.WITH)
    review.entry.choose_verdict(VerdictKind.ACCEPT)
    assert "Choose amend to count it in" in shown_at(review, Place.VERDICT)
    review.entry.set_days(1, 30)
    review.entry.choose_verdict(VerdictKind.AMEND)
    assert shown_at(review, Place.VERDICT) == ""
    assert review.entry.judgement.amended == ValueSet.between(1, 30)


def test_question_5_offers_its_own_answers_where_something_is_disputed(review):
    review.open(FOLLOW_UP)
    row = review.screen.judgement.questions.rows[5]
    assert row.choice.isVisible()
    row.choice.segment(Answer.WITH).click()
    assert review.entry.judgement.answers == {5: Answer.WITH}
    review.open(PAIN)
    assert not row.choice.isVisible()
    assert row._idle.text() == "Not needed: nothing is disputed"


def test_an_empty_set_is_told_and_legal(review):
    review.open(PAIN)
    for level in (1, 2):
        review.entry.toggle_level(level)
    assert "no action would be acceptable" in review.screen.judgement.editor.sentence


def test_switching_the_verdict_loses_nothing(review):
    review.open(PAIN)
    review.entry.choose_verdict(VerdictKind.AMEND)
    review.entry.toggle_error_kind(ErrorKind.TOO_WIDE)
    review.entry.set_reason("a weak opioid adds nausea")
    review.entry.choose_verdict(VerdictKind.ACCEPT)
    assert not review.screen.judgement.verdict.reason.isVisible()
    review.entry.choose_verdict(VerdictKind.AMEND)
    verdict = review.screen.judgement.verdict
    assert verdict.reason.field.toPlainText() == "a weak opioid adds nausea"
    assert verdict.kinds.box(ErrorKind.TOO_WIDE).isChecked()
