"""What each control does to a judgement."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator_app.presenters import edits
from adjudicator_app.presenters.edits import OrderStatus
from fairmed_core.domain.acceptable import OrderSet, ValueSet
from fairmed_core.domain.default_space import DEFAULT_SPACE
from fairmed_core.domain.verdict import Answer, ErrorKind, Judgement
from tests.helpers.study import FOLLOW_UP, ORDERS, PAIN, small_study

STUDY = small_study()
LEVELS, TESTS, DAYS = (STUDY.band(name) for name in (PAIN, ORDERS, FOLLOW_UP))
NOTHING = Judgement()


def test_a_level_toggled_twice_leaves_the_draft_untouched():
    once = edits.with_level_toggled(NOTHING, LEVELS, 3)
    assert once.amended == ValueSet.of([1, 2, 3])
    assert edits.with_level_toggled(once, LEVELS, 3) == NOTHING


def test_every_level_may_be_taken_out():
    judgement = NOTHING
    for level in (1, 2):
        judgement = edits.with_level_toggled(judgement, LEVELS, level)
    assert judgement.amended == ValueSet.of([])


@pytest.mark.parametrize(
    ("low", "high", "wanted"),
    [(1, 30, (1, 30)), (30, 1, (1, 30)), (-4, 20, (0, 20)), (3, 4000, (3, 999)), (5, 5, (5, 5))],
)
def test_days_stay_on_the_scale_and_in_order(low, high, wanted):
    open_ended = DEFAULT_SPACE["followup_days"]
    judgement = edits.with_days(NOTHING, DAYS, open_ended, low, high)
    assert judgement.amended == ValueSet.between(*wanted)


def test_days_end_where_the_scale_ends():
    closed = replace(DEFAULT_SPACE["followup_days"], maximum=90)
    assert edits.with_days(NOTHING, DAYS, closed, 1, 120).amended == ValueSet.between(1, 90)


def test_the_authors_days_count_as_untouched():
    wider = edits.with_days(NOTHING, DAYS, STUDY.space["followup_days"], 1, 30)
    back = edits.with_days(wider, DAYS, STUDY.space["followup_days"], 1, 14)
    assert back == NOTHING


def test_a_test_has_one_status_at_a_time():
    required = edits.with_order_status(NOTHING, TESTS, "ultrasound", OrderStatus.REQUIRED)
    assert required.amended == OrderSet.of(required=["blood_count", "ultrasound"])
    left_out = edits.with_order_status(required, TESTS, "ultrasound", OrderStatus.LEFT_OUT)
    assert left_out.amended == OrderSet.of(required=["blood_count"])
    back = edits.with_order_status(left_out, TESTS, "ultrasound", OrderStatus.PERMITTED)
    assert back == NOTHING


def test_a_test_the_author_did_not_list_can_be_added():
    judgement = edits.with_order_status(NOTHING, TESTS, "ct", OrderStatus.PERMITTED)
    assert judgement.amended == OrderSet.of(
        required=["blood_count"], permitted=["ultrasound", "ct"]
    )
    assert edits.order_status(judgement.amended, "ct") is OrderStatus.PERMITTED
    assert edits.order_status(judgement.amended, "mri") is OrderStatus.LEFT_OUT


def test_levels_cannot_be_toggled_in_an_order_set():
    with pytest.raises(TypeError):
        edits.with_level_toggled(NOTHING, TESTS, 1)
    with pytest.raises(TypeError):
        edits.with_order_status(NOTHING, LEVELS, "ct", OrderStatus.REQUIRED)


def test_an_answer_replaces_the_one_before():
    judgement = edits.with_answer(edits.with_answer(NOTHING, 3, Answer.YES), 3, Answer.NO)
    assert judgement.answers == {3: Answer.NO}


def test_an_emptied_note_is_no_note():
    noted = edits.with_note(NOTHING, 2, "uses the CT")
    assert noted.notes == {2: "uses the CT"}
    assert edits.with_note(noted, 2, "") == NOTHING


def test_kinds_of_error_are_several_at_once():
    judgement = NOTHING
    for kind in (ErrorKind.TOO_WIDE, ErrorKind.TOO_NARROW, ErrorKind.TOO_WIDE):
        judgement = edits.with_error_kind_toggled(judgement, kind)
    assert judgement.error_kinds == {ErrorKind.TOO_NARROW}


@pytest.mark.parametrize("text", [None, "", "  ", "What it says.", " What it says. \n"])
def test_the_summary_itself_or_nothing_is_no_other_wording(text):
    assert edits.with_wording(NOTHING, "What it says.", text) == NOTHING


def test_another_wording_is_kept_as_typed():
    judgement = edits.with_wording(NOTHING, "What it says.", "What it says, reconsidered. ")
    assert judgement.wording == "What it says, reconsidered. "
