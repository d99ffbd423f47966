"""Nothing that was entered is lost: drafts reach the store at once, again after a failure."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest
from PySide6.QtCore import QElapsedTimer, Qt
from PySide6.QtTest import QTest

from adjudicator_app.presenters.saving import Saving
from adjudicator_app.services import ClinicianServices
from bands_registry.services.views import ItemStatus
from fairmed_core.domain.verdict import Answer, Judgement, VerdictKind
from fairmed_core.errors import HostError
from tests.helpers.registry import accepting, session_on, without_disputed
from tests.helpers.review import ReviewDesk
from tests.helpers.study import ACUITY, ORDERS, PAIN

TEXT = "An NSAID alone, or with a strong opioid: 9/10. Ł. ≥ 5 µg/kg"


class Stumbling(ClinicianServices):
    """A store that fails for a while, or stands still until it is let go."""

    failures = 0
    saves: list[Judgement]
    gate: threading.Event

    def __init__(self, data, clock):
        super().__init__(data, clock)
        self.saves, self.gate = [], threading.Event()
        self.gate.set()

    def save_draft(self, session, item_id, judgement):
        self.gate.wait(20)
        if self.failures:
            self.failures -= 1
            raise HostError("The disk is full.", next_step="Make room.")
        self.saves.append(judgement)
        return super().save_draft(session, item_id, judgement)


@pytest.fixture
def review(qtbot, tmp_path):
    desk = ReviewDesk(tmp_path, services=Stumbling)
    desk.show()
    yield desk
    desk.services.gate.set()
    desk.close()


def amend_with(review: ReviewDesk, text: str) -> None:
    review.entry.choose_verdict(VerdictKind.AMEND)
    review.settle()
    field = review.screen.judgement.verdict.reason.field
    field.setFocus()
    QTest.keyClicks(field, text)


def test_each_key_is_in_the_store_within_a_second(review):
    review.open(PAIN)
    amend_with(review, "too wide")
    waited = QElapsedTimer()
    waited.start()
    review.until(lambda: not review.presenter.unsaved)
    assert waited.elapsed() < 1000
    assert review.stored(PAIN).reason == "too wide"
    assert review.screen.bar.saved.text.startswith("Saved ")


def test_while_she_types_on_it_is_saved_on_the_way(review):
    review.open(PAIN)
    amend_with(review, "")
    field = review.screen.judgement.verdict.reason.field
    for _ in range(40):
        QTest.keyClick(field, Qt.Key.Key_X)
        review.until(_after(20))
    # 40 keys over 0.8 s and more: a save that waited for a pause would not have come yet.
    assert len([one for one in review.services.saves if one.reason]) >= 2


def _after(milliseconds: int):
    clock = QElapsedTimer()
    clock.start()
    return lambda: clock.elapsed() >= milliseconds


def test_a_click_is_handed_over_at_once(review):
    review.open(PAIN)
    review.screen.judgement.questions.rows[1].choice.segment(Answer.YES).click()
    assert review.tasks.busy
    review.settle()
    assert review.stored(PAIN).answers == {1: Answer.YES}


def test_what_is_typed_is_kept_by_leaving_for_the_list(review, qtbot):
    review.open(PAIN)
    amend_with(review, TEXT.split("Ł", maxsplit=1)[0])
    with qtbot.waitSignal(review.presenter.left):
        review.screen.bar.back.click()
    review.settle()
    assert review.stored(PAIN).reason == TEXT.split("Ł", maxsplit=1)[0]


def test_what_is_typed_is_kept_by_going_to_the_next_item(review):
    review.open(review.queue.items[0].item_id)
    first = review.shown
    review.entry.note(2, TEXT)
    review.presenter.go_next()
    review.until(lambda: review.shown == review.queue.items[1].item_id)
    assert review.stored(first).notes == {2: TEXT}
    review.presenter.go_previous()
    review.until(lambda: review.shown == first)
    assert review.entry.judgement.notes == {2: TEXT}


def test_what_is_typed_is_kept_by_closing(review):
    review.open(PAIN)
    review.entry.choose_verdict(VerdictKind.AMEND)
    review.entry.set_reason(TEXT)
    review.presenter.forget()
    review.tasks.run(review.session.close)
    review.tasks.close()
    pack = next(review.folder.glob("*.fmpack"))
    with session_on(pack, review.folder) as again:
        assert review.services.review_item(again, PAIN).judgement.reason == TEXT


def test_undo_is_saved_too(review):
    review.open(PAIN)
    review.entry.toggle_level(3)
    review.settle()
    assert review.stored(PAIN).amended is not None
    review.presenter.undo()
    review.settle()
    assert review.stored(PAIN) == Judgement()


def test_a_failed_save_keeps_the_text_says_so_and_is_tried_again(review, qtbot):
    review.open(PAIN)
    review.services.failures = 1
    review.entry.choose_verdict(VerdictKind.AMEND)
    review.entry.set_reason(TEXT)
    review.until(lambda: review.presenter.saving is Saving.TRYING_AGAIN)
    assert review.screen.bar.saved.text == "Not saved yet, trying again"
    assert "The disk is full." in review.screen.bar.saved.toolTip()
    assert review.screen.judgement.verdict.reason.field.toPlainText() == TEXT
    assert review.presenter.unsaved
    review.until(lambda: not review.presenter.unsaved)
    assert review.stored(PAIN).reason == TEXT
    assert review.presenter.saving is Saving.SAVED
    assert review.screen.bar.saved.toolTip() == ""


def test_a_draft_that_failed_is_shown_when_she_comes_back_to_it(review):
    review.open(PAIN)
    review.services.failures = 1
    review.entry.note(1, TEXT)
    review.presenter.flush()
    review.until(lambda: review.presenter.saving is Saving.TRYING_AGAIN)
    review.services.failures = 100
    review.presenter.open_item(ACUITY)
    review.until(lambda: review.shown == ACUITY)
    review.presenter.open_item(PAIN)
    review.until(lambda: review.shown == PAIN)
    assert review.entry.judgement.notes == {1: TEXT}
    review.services.failures = 0
    review.until(lambda: not review.presenter.unsaved)
    assert review.stored(PAIN).notes == {1: TEXT}


def test_a_slow_store_is_told_and_does_not_stop_her(review):
    review.open(PAIN)
    review.services.gate.clear()
    review.entry.answer(1, Answer.YES)
    review.until(lambda: review.presenter.saving is Saving.SAVING)
    assert review.screen.bar.saved.text == "Saving"
    for question in (2, 3, 4, 6):
        review.entry.answer(question, Answer.NO)
    assert review.entry.open_questions == 0
    review.services.gate.set()
    review.until(lambda: not review.presenter.unsaved)
    # The changes made meanwhile reach the store as one.
    assert len(review.services.saves) == 2
    assert review.stored(PAIN).answers.keys() == {1, 2, 3, 4, 6}


def test_saved_says_when(review):
    review.open(PAIN)
    assert review.screen.bar.saved.text == ""
    review.entry.answer(1, Answer.YES)
    review.settle()
    assert review.presenter.saving is Saving.SAVED
    assert review.screen.bar.saved.text.startswith("Saved ")
    assert review.presenter.status is ItemStatus.DRAFT
    assert review.screen.bar.chip.text() == "Draft"


def test_marked_ready_it_is_ready_in_the_store_and_the_next_open_item_comes(review):
    review.open(PAIN)
    complete = without_disputed(accepting())
    for question, answer in complete.answers.items():
        review.entry.answer(question, answer)
    review.entry.choose_verdict(VerdictKind.ACCEPT)
    review.entry.acknowledge_scope(True)
    review.screen.judgement.footer.primary.click()
    review.until(lambda: review.shown != PAIN)
    queue = review.ask(review.services.list_items, review.session)
    assert {i.item_id: i.status for i in queue.items}[PAIN] is ItemStatus.READY
    assert review.stored(PAIN) == complete


def test_a_change_to_what_was_ready_makes_it_a_draft_again(review):
    review.open(PAIN)
    review.ask(review.services.mark_ready, review.session, PAIN, without_disputed(accepting()))
    review.open(PAIN)
    assert review.presenter.status is ItemStatus.READY
    review.entry.answer(6, Answer.NO)
    review.settle()
    assert review.presenter.status is ItemStatus.DRAFT


def test_pressed_twice_it_is_marked_once(review):
    review.open(ORDERS)
    ready = without_disputed(accepting())
    review.ask(review.services.save_draft, review.session, ORDERS, ready)
    review.open(ORDERS)
    marked: list[object] = []
    original = review.services.mark_ready
    review.services.mark_ready = lambda *args: marked.append(args) or original(*args)
    review.presenter.mark_ready_and_next()
    review.presenter.mark_ready_and_next()
    review.until(lambda: review.shown != ORDERS)
    review.settle()
    assert len(marked) == 1


def test_with_nothing_left_she_is_told_so(review, qtbot):
    ready = without_disputed(accepting())
    for item in review.queue.items:
        band = review.session.study.band(item.item_id)
        judgement = ready if band.disputed is None else accepting()
        review.ask(review.services.mark_ready, review.session, item.item_id, judgement)
    review.queue = review.ask(review.services.list_items, review.session)
    review.open(PAIN)
    review.entry.note(1, "seen")
    with qtbot.waitSignal(review.presenter.all_done, timeout=20_000):
        review.presenter.mark_ready_and_next()
    assert review.stored(PAIN) == replace(ready, notes={1: "seen"})
