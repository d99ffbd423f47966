"""The practice study from the first click to the marked document, and nothing kept of it."""

from __future__ import annotations

from io import BytesIO

import pypdf

from adjudicator_app.widgets.practice_mark import PracticeMark
from adjudicator_app.widgets.screen import Screen
from fairmed_core.domain.acceptable import ValueSet
from fairmed_core.domain.verdict import Answer, DeclineReason, ErrorKind, Judgement, VerdictKind
from tests.helpers.desk import bundled_study
from tests.helpers.desk_walks import judge

ACCEPTED = Judgement(
    answers={n: Answer.YES if n in (1, 2, 6) else Answer.NO for n in (1, 2, 3, 4, 6)},
    kind=VerdictKind.ACCEPT,
)
AMENDED_TO_THREE = Judgement(
    answers={
        1: Answer.YES,
        2: Answer.NO,
        3: Answer.YES,
        4: Answer.YES,
        6: Answer.NO,
    },
    kind=VerdictKind.AMEND,
    amended=ValueSet.of([3]),
    error_kinds=frozenset({ErrorKind.WRONG_INFORMATION}),
    reason="The CT comes later than the decision.",
)


def enter_practice(desk) -> None:
    desk.start()
    desk.page.practice_card.button.click()
    desk.until_screen(Screen.ITEMS)
    desk.until(lambda: desk.desktop.to.items.view is not None)


def open_next(desk) -> str:
    desk.page.progress.primary.click()
    desk.until_screen(Screen.REVIEW)
    desk.until(lambda: desk.desktop.to.review.view is not None)
    return desk.desktop.to.review.view.item.item_id


def open_item(desk, item_id: str) -> None:
    desk.desktop.to.items.open_item(item_id)
    desk.until_screen(Screen.REVIEW)
    desk.until(lambda: desk.desktop.to.review.view is not None)


def mark_ready(desk) -> None:
    desk.page.judgement.footer.primary.click()
    desk.until_screen(Screen.FEEDBACK)


def decline(desk) -> None:
    desk.page.judgement.verdict.choice.segment(VerdictKind.DECLINE).click()
    desk.page.judgement.verdict.decline.button(DeclineReason.INSUFFICIENT).click()


def test_practice_is_entered_without_an_identity_and_marked(desk):
    enter_practice(desk)
    assert len(desk.desktop.to.items.items) == 3
    assert not (desk.data / "keystore.fmkey").exists()
    assert desk.page.findChild(PracticeMark).isVisible()
    assert not desk.page._who.code.isVisible()


def test_feedback_follows_each_item_and_says_what_the_item_teaches(desk):
    enter_practice(desk)
    open_item(desk, "P1")
    assert desk.page.findChild(PracticeMark).isVisible()
    judge(desk, ACCEPTED)
    mark_ready(desk)
    # Accepting overlooks that the reasoning uses a result from a later step.
    assert not desk.desktop.to.practice.feedback.passed
    band = bundled_study().band("P1")
    shown = " ".join(text.text() for text in desk.page.findChildren(type(desk.page._trap)))
    for taught in (band.feedback.trap, band.feedback.guideline_says, band.feedback.right_answer):
        assert taught in shown
    assert band.title in shown


def test_an_item_may_be_judged_again_after_the_feedback(desk):
    enter_practice(desk)
    item = open_next(desk)
    decline(desk)
    mark_ready(desk)
    desk.page.again.click()
    desk.until_screen(Screen.REVIEW)
    assert desk.desktop.to.review.view.item.item_id == item
    assert desk.desktop.to.review.entry.judgement.kind is VerdictKind.DECLINE
    mark_ready(desk)
    desk.page.following.click()
    desk.until_screen(Screen.REVIEW)
    desk.until(lambda: desk.desktop.to.review.view.item.item_id != item)


def test_the_right_reading_of_an_item_holds(desk):
    enter_practice(desk)
    open_item(desk, "P1")
    judge(desk, AMENDED_TO_THREE)
    mark_ready(desk)
    assert desk.desktop.to.practice.feedback.passed


def test_signing_in_practice_asks_for_no_passphrase_and_prints_practice(desk):
    enter_practice(desk)
    for position in range(3):
        if position == 0:
            open_next(desk)
        decline(desk)
        mark_ready(desk)
        desk.page.following.click()
        desk.until(lambda: desk.window.screen_shown is not Screen.FEEDBACK)
        desk.idle()
    desk.until_screen(Screen.SIGN)
    assert not desk.page.signature.passphrase.isVisible()
    assert desk.page.signature.practice.isVisible()
    desk.page.signature.independence.click()
    desk.page.signature.none.click()
    desk.page.signature.button.click()
    desk.until_screen(Screen.SEND)
    pdf = desk.desktop.to.sending.attestation.pdf
    assert "PRACTICE" in pypdf.PdfReader(BytesIO(pdf)).pages[0].extract_text()
    assert not desk.page.response.isVisible()
    assert not desk.page.sending.isVisible()
    assert desk.page.findChild(PracticeMark).isVisible()


def test_nothing_is_kept_of_practice(desk):
    enter_practice(desk)
    open_next(desk)
    decline(desk)
    desk.desktop.leaving.close_study(desk.desktop.go.show_welcome)
    desk.until_screen(Screen.WELCOME)
    assert not list(desk.data.rglob("*.fmdb"))
    assert not desk.page.continue_card.isVisible()
