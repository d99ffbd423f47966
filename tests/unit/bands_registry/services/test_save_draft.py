"""Drafts: every change is kept at once, and keeping the same again changes nothing."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

import pytest

from bands_registry.services.finish_study import finish_study
from bands_registry.services.mark_ready import mark_ready
from bands_registry.services.review_item import review_item
from bands_registry.services.save_draft import save_draft
from bands_registry.services.views import ItemStatus
from fairmed_core.clock import FixedClock
from fairmed_core.domain.acceptable import OrderSet, ValueSet
from fairmed_core.domain.verdict import Answer, ErrorKind, Judgement, ProblemCode, VerdictKind
from fairmed_core.errors import BugError, HostError, UserError
from tests.helpers.chains import NOON
from tests.helpers.registry import (
    a_session,
    accepting,
    amending,
    declining,
    signed_session,
    without_disputed,
)
from tests.helpers.study import FOLLOW_UP, ORDERS, PAIN


def test_the_answer_says_when_and_what_is_missing(tmp_path: Path) -> None:
    with a_session(tmp_path) as session:
        kept = save_draft(session, PAIN, Judgement(kind=VerdictKind.DECLINE))
    assert (kept.item_id, kept.saved_at, kept.status) == (PAIN, NOON, ItemStatus.DRAFT)
    assert [problem.code for problem in kept.problems] == [ProblemCode.DECLINE_WITHOUT_REASON]


def test_half_of_an_amendment_comes_back_after_reopening(tmp_path: Path) -> None:
    half = Judgement(
        notes={3: "why?\n\nsee above"},
        kind=VerdictKind.AMEND,
        amended=ValueSet.of([1, 3]),
        wording="",
        error_kinds=frozenset({ErrorKind.TOO_WIDE}),
    )
    with a_session(tmp_path) as session:
        save_draft(session, PAIN, half)
    with a_session(tmp_path) as session:
        assert review_item(session, PAIN).judgement == half


def test_the_same_again_writes_nothing(tmp_path: Path) -> None:
    clock = FixedClock(NOON)
    with a_session(tmp_path, clock=clock) as session:
        save_draft(session, PAIN, Judgement(reason="x"))
        clock.instant += timedelta(minutes=5)
        assert save_draft(session, PAIN, Judgement(reason="x")).saved_at == NOON
        assert save_draft(session, PAIN, Judgement(reason="xy")).saved_at == clock.instant


def test_leaving_a_ready_item_does_not_make_it_a_draft(tmp_path: Path) -> None:
    with a_session(tmp_path) as session:
        mark_ready(session, FOLLOW_UP, accepting())
        assert save_draft(session, FOLLOW_UP, accepting()).status is ItemStatus.READY
        changed = accepting(notes={1: "a note"})
        assert save_draft(session, FOLLOW_UP, changed).status is ItemStatus.DRAFT


def test_an_item_that_is_not_hers_is_refused(tmp_path: Path) -> None:
    with a_session(tmp_path) as session, pytest.raises(UserError, match="not among yours"):
        save_draft(session, "no such item", Judgement(reason="x"))


@pytest.mark.parametrize(
    "judgement", [Judgement(answers={7: Answer.YES}), Judgement(notes={0: "note"})]
)
def test_an_answer_to_no_question_is_refused(tmp_path: Path, judgement: Judgement) -> None:
    with a_session(tmp_path) as session:
        for service in (save_draft, mark_ready):
            with pytest.raises(UserError, match="There is no question"):
                service(session, PAIN, judgement)
        assert session.store.drafts() == ()


def test_a_full_disk_is_told_and_the_draft_before_it_stays(tmp_path: Path) -> None:
    with a_session(tmp_path) as session:
        review_item(session, PAIN)
        save_draft(session, PAIN, Judgement(reason="kept"))
        with session.store._engine.connect() as connection:
            pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
            connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(HostError, match="disk is full"):
            save_draft(session, PAIN, Judgement(reason="x" * 200_000))
        assert review_item(session, PAIN).judgement.reason == "kept"


@pytest.mark.parametrize(
    ("item", "judgement"),
    [
        (FOLLOW_UP, accepting()),
        (FOLLOW_UP, amending(ValueSet.between(1, 30))),
        (PAIN, without_disputed(amending(ValueSet.of([1, 3])))),
        (PAIN, without_disputed(amending(ValueSet.of([])))),
        (ORDERS, without_disputed(amending(OrderSet.of(required=["blood_count", "ct"])))),
        (PAIN, declining()),
    ],
)
def test_a_complete_judgement_becomes_ready(
    tmp_path: Path, item: str, judgement: Judgement
) -> None:
    with a_session(tmp_path) as session:
        assert mark_ready(session, item, judgement).status is ItemStatus.READY


@pytest.mark.parametrize(
    ("item", "judgement", "told"),
    [
        (FOLLOW_UP, Judgement(), "Question 5 is open"),
        (FOLLOW_UP, accepting(amended=ValueSet.of([2])), "your set differs"),
        (PAIN, without_disputed(accepting(scope_acknowledged=False)), "notice about your setting"),
        (PAIN, accepting(), "Question 5 has no such answer here"),
        (PAIN, without_disputed(amending(ValueSet.of([1, 9]))), "9 is not on the scale"),
        (FOLLOW_UP, amending(ValueSet.between(1, 91)), "91 is not on the scale"),
        (
            ORDERS,
            without_disputed(amending(OrderSet.of(required=["blood_count", "xray"]))),
            "no test xray",
        ),
        (FOLLOW_UP, Judgement(kind=VerdictKind.DECLINE), "Choose why you decline"),
    ],
)
def test_what_is_missing_is_told_and_kept_as_a_draft(
    tmp_path: Path, item: str, judgement: Judgement, told: str
) -> None:
    with a_session(tmp_path) as session:
        with pytest.raises(UserError, match=told) as caught:
            mark_ready(session, item, judgement)
        assert "kept as a draft" in caught.value.next_step
        view = review_item(session, item)
        assert view.judgement == judgement
        assert view.item.status is not ItemStatus.READY


def test_another_thread_is_refused_and_nothing_is_lost(tmp_path: Path) -> None:
    with a_session(tmp_path) as session:
        with ThreadPoolExecutor(1) as pool, pytest.raises(BugError, match="thread"):
            pool.submit(save_draft, session, PAIN, Judgement(reason="x")).result()
        save_draft(session, PAIN, Judgement(reason="x"))


def test_once_the_study_is_finished_nothing_is_kept_any_more(tmp_path: Path) -> None:
    with signed_session(tmp_path) as session:
        before = session.store.draft(PAIN)
        finish_study(session)
        assert review_item(session, PAIN).finished
        for keep in (save_draft, mark_ready):
            with pytest.raises(UserError, match="You finished this study"):
                keep(session, PAIN, declining())
        assert session.store.draft(PAIN) == before
