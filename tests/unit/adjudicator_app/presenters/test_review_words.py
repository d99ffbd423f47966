"""What the review says about a judgement."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator_app.presenters.review_words import (
    accept_words,
    answered_words,
    disputed_words,
    editor_words,
    label_of,
    left_words,
    listed,
)
from fairmed_core.domain.acceptable import OrderSet, ValueSet
from fairmed_core.domain.default_space import DEFAULT_SPACE
from fairmed_core.domain.verdict import Judgement, Place, Problem, ProblemCode, problems
from tests.helpers.study import ACUITY, FOLLOW_UP, ORDERS, PAIN, small_study

STUDY = small_study()
LABELS = {"blood_count": "Blood count", "ultrasound": "Ultrasound", "ct": "CT"}


def said(band_id: str, amended=None, **band_changes):
    band = replace(STUDY.band(band_id), **band_changes)
    judgement = Judgement(amended=amended)
    return editor_words(judgement, band, STUDY.space[band.sub_action], LABELS)


def test_both_sides_of_the_line_and_what_that_means():
    told = said(ACUITY)
    assert told.icon == "both_sides"
    assert told.text == (
        "Your set has actions on both sides of the line. "
        "A change from 2 to 3 is a change between two acceptable actions."
    )


def test_across_a_gap_nothing_is_claimed_about_neighbours():
    told = said(PAIN, ValueSet.of([1, 3]))
    assert told.icon == "both_sides"
    assert "It skips 2" in told.text
    assert "A change from" not in told.text


def test_one_side_names_it():
    told = said(PAIN, ValueSet.of([2, 3]))
    assert told.icon == "one_side"
    assert told.text == "Your set lies on one side of the line: any opioid."


def test_an_empty_set_is_told():
    assert said(PAIN, ValueSet.of([])).icon == "warning"


def test_days_have_no_line_and_say_what_became_of_the_disputed_part():
    assert "No line is drawn on this scale" in said(FOLLOW_UP).text
    assert "You left out the disputed days 15 to 30." in said(FOLLOW_UP).text
    kept = said(FOLLOW_UP, ValueSet.between(1, 30))
    assert "You kept the disputed days 15 to 30." in kept.text
    part = said(FOLLOW_UP, ValueSet.between(1, 20))
    assert "You kept a part of the disputed days 15 to 30." in part.text


def test_orders_are_counted_and_every_change_named():
    same = said(ORDERS)
    assert same.text == "Required 1 · Permitted 1 · Left out 0."
    changed = said(ORDERS, OrderSet.of(required=["ultrasound"], permitted=["ct"]))
    assert changed.text == (
        "Required 1 · Permitted 1 · Left out 1. "
        "You made ultrasound required, made CT permitted and left out blood count."
    )


def test_a_yes_no_decision_says_whether_both_answers_will_do():
    referral = DEFAULT_SPACE["referral"]
    band = replace(STUDY.band(PAIN), sub_action="referral", acceptable=ValueSet.of([1]))
    assert "One answer" in editor_words(Judgement(), band, referral, {}).text
    both = Judgement(amended=ValueSet.of([0, 1]))
    assert "Either answer" in editor_words(both, band, referral, {}).text


def test_what_is_left_is_named_in_the_order_of_the_screen():
    band = STUDY.band(PAIN)
    untouched = problems(Judgement(), band, summary="", inside_scope=False)
    assert left_words(untouched) == "Left: the notice, questions 1 to 4 and 6, verdict"
    assert left_words(untouched[-2:]) == "Left: question 6, verdict"
    assert left_words(()) == "Nothing left to do"


def test_several_problems_of_one_field_are_one_name():
    twice = (
        Problem(ProblemCode.ACCEPT_CHANGED_SET, Place.VERDICT),
        Problem(ProblemCode.ACCEPT_CHANGED_WORDING, Place.VERDICT),
    )
    assert left_words(twice) == "Left: verdict"


def test_open_questions_are_counted():
    assert answered_words(0) == "All answered"
    assert answered_words(3) == "3 left to answer"


def test_accept_says_what_it_records():
    acuity = STUDY.space["esi_acuity"]
    assert accept_words(STUDY.band(ACUITY), acuity) == (
        "Accept records the author's set, 2 and 3, exactly as written."
    )
    days = accept_words(STUDY.band(FOLLOW_UP), STUDY.space["followup_days"])
    assert "days 1 to 14" in days
    assert days.endswith("It leaves the disputed span out.")


def test_what_is_disputed_in_words():
    none = disputed_words(STUDY.band(PAIN), STUDY.space["analgesia_tier"], {})
    assert none == ("", "Nothing is disputed in this item.")
    span, _ = disputed_words(STUDY.band(FOLLOW_UP), STUDY.space["followup_days"], {})
    assert span == "Days 15 to 30."
    orders = replace(STUDY.band(ORDERS), disputed=OrderSet.of(required=["ultrasound"]))
    span, _ = disputed_words(orders, STUDY.space["orders"], LABELS)
    assert span == "Ultrasound as required."


@pytest.mark.parametrize(
    ("parts", "text"),
    [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (list("abc"), "a, b and c")],
)
def test_lists_read_as_people_say_them(parts, text):
    assert listed(parts) == text


def test_a_test_without_label_reads_as_words():
    assert label_of("oral_analgesic", {}) == "Oral analgesic"
    assert label_of("ct", LABELS) == "CT"
