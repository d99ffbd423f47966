"""Practice items: marked as such, with feedback after each."""

from __future__ import annotations

import pytest

from fairmed_core.domain.verdict import VerdictKind
from tests.helpers.registry import accepting, without_disputed
from tests.helpers.review import ReviewDesk


@pytest.fixture
def review(qtbot, tmp_path):
    desk = ReviewDesk(tmp_path, practice=True)
    desk.show()
    yield desk
    desk.close()


def test_practice_is_said_on_the_bar(review):
    first = review.queue.items[0]
    review.open(first.item_id)
    total = len(review.queue.items)
    assert review.screen.bar._position.text() == f"Practice, 1 of {total}"


def test_feedback_comes_after_the_item_was_marked_and_before_the_next(review, qtbot):
    first = review.queue.items[0].item_id
    review.open(first)
    judgement = without_disputed(accepting())
    for question, answer in judgement.answers.items():
        review.entry.answer(question, answer)
    review.entry.acknowledge_scope(True)
    review.entry.choose_verdict(VerdictKind.ACCEPT)
    with qtbot.waitSignal(review.presenter.feedback_ready, timeout=20_000) as heard:
        review.presenter.mark_ready_and_next()
    feedback = heard.args[0]
    assert feedback.feedback.right_answer
    assert review.shown == first
    review.presenter.go_on()
    review.until(lambda: review.shown != first)
