"""The rules between answers, set, wording and verdict."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fairmed_core.domain.acceptable import ValueSet
from fairmed_core.domain.band import Band
from fairmed_core.domain.verdict import (
    Answer,
    DeclineReason,
    ErrorKind,
    Judgement,
    Problem,
    ProblemCode,
    VerdictKind,
    problems,
)

SUMMARY = "If heart rate is above 100, reconsider level 2."
BAND = Band("b", "Triage", "v", "esi_acuity", ValueSet.of([2, 3]), None, ("c",), "why", ())
DISPUTED = replace(BAND, acceptable=ValueSet.between(1, 14), disputed=ValueSet.between(15, 30))
YES_NO = {1: Answer.YES, 2: Answer.YES, 3: Answer.NO, 4: Answer.NO, 6: Answer.YES}
ACCEPT = Judgement(answers=YES_NO, kind=VerdictKind.ACCEPT)
AMEND = Judgement(
    answers=YES_NO | {3: Answer.YES, 6: Answer.NO},
    kind=VerdictKind.AMEND,
    amended=ValueSet.of([2]),
    error_kinds=frozenset({ErrorKind.TOO_WIDE}),
    reason="3 is not supported.",
)


def found(judgement: Judgement, band: Band = BAND, *, inside: bool = True) -> list[ProblemCode]:
    return [p.code for p in problems(judgement, band, summary=SUMMARY, inside_scope=inside)]


def test_complete_accept_and_amend_have_nothing_left() -> None:
    assert found(ACCEPT) == []
    assert found(AMEND) == []


def test_untouched_item_lists_five_questions_and_the_verdict() -> None:
    assert found(Judgement()) == [ProblemCode.QUESTION_OPEN] * 5 + [ProblemCode.NO_VERDICT]


def test_disputed_span_opens_question_five() -> None:
    open_questions = [
        p.question
        for p in problems(ACCEPT, DISPUTED, summary=SUMMARY, inside_scope=True)
        if p.code is ProblemCode.QUESTION_OPEN
    ]
    assert open_questions == [5]


def test_accept_with_the_disputed_span_needs_amend() -> None:
    with_span = replace(ACCEPT, answers=YES_NO | {5: Answer.WITH})
    assert found(with_span, DISPUTED) == [ProblemCode.ACCEPT_WITH_DISPUTED]
    without = replace(ACCEPT, answers=YES_NO | {5: Answer.WITHOUT})
    assert found(without, DISPUTED) == []


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"amended": ValueSet.of([2])}, ProblemCode.ACCEPT_CHANGED_SET),
        ({"wording": "Other words."}, ProblemCode.ACCEPT_CHANGED_WORDING),
    ],
)
def test_accept_with_something_changed_is_contradictory(
    change: dict[str, object], code: ProblemCode
) -> None:
    assert found(replace(ACCEPT, **change)) == [code]  # type: ignore[arg-type]


def test_set_changed_and_changed_back_counts_as_unchanged() -> None:
    assert found(replace(ACCEPT, amended=ValueSet.of([3, 2]), wording=SUMMARY)) == []


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"amended": None}, ProblemCode.AMEND_NOTHING_CHANGED),
        ({"amended": None, "wording": "New."}, ProblemCode.TOO_WIDE_NOTHING_REMOVED),
        ({"amended": ValueSet.of([2, 3, 4])}, ProblemCode.TOO_WIDE_NOTHING_REMOVED),
        ({"error_kinds": frozenset()}, ProblemCode.AMEND_WITHOUT_KIND),
        ({"reason": "  "}, ProblemCode.AMEND_WITHOUT_REASON),
        (
            {"error_kinds": frozenset({ErrorKind.MISQUOTED})},
            ProblemCode.MISQUOTED_WITHOUT_WORDING,
        ),
        (
            {"error_kinds": frozenset({ErrorKind.TOO_NARROW, ErrorKind.TOO_WIDE})},
            ProblemCode.TOO_NARROW_NOTHING_ADDED,
        ),
    ],
)
def test_amend_needs_a_change_that_fits_what_she_says(
    change: dict[str, object], code: ProblemCode
) -> None:
    assert code in found(replace(AMEND, **change))  # type: ignore[arg-type]


def test_wording_alone_is_an_amendment() -> None:
    judgement = replace(
        AMEND,
        answers=YES_NO | {1: Answer.NO},
        amended=None,
        wording="It asks for a second look only.",
        error_kinds=frozenset({ErrorKind.MISQUOTED}),
    )
    assert found(judgement) == []


def test_decline_needs_its_reason_only() -> None:
    decline = Judgement(kind=VerdictKind.DECLINE)
    assert found(decline, inside=False) == [ProblemCode.DECLINE_WITHOUT_REASON]
    assert found(replace(decline, decline_reason=DeclineReason.AMBIGUOUS), inside=False) == []
    other = replace(decline, decline_reason=DeclineReason.OTHER)
    assert found(other) == [ProblemCode.DECLINE_OTHER_WITHOUT_TEXT]
    assert found(replace(other, reason="The page is torn.")) == []


def test_outside_her_setting_the_notice_must_be_ticked() -> None:
    assert found(ACCEPT, inside=False) == [ProblemCode.SCOPE_NOT_ACKNOWLEDGED]
    assert found(replace(ACCEPT, scope_acknowledged=True), inside=False) == []


def test_an_answer_against_accept_is_told_but_does_not_block() -> None:
    judgement = replace(ACCEPT, answers=YES_NO | {2: Answer.NO})
    assert problems(judgement, BAND, summary=SUMMARY, inside_scope=True) == (
        Problem(ProblemCode.ACCEPT_AGAINST_ANSWER, "question", 2, blocking=False),  # type: ignore[arg-type]
    )
