"""Sets, notices and numbers in words."""

from __future__ import annotations

import pytest

from fairmed_core.domain.acceptable import OrderSet, ValueSet
from fairmed_core.domain.adjudicator import Credential
from fairmed_core.domain.default_space import DEFAULT_SPACE
from fairmed_core.domain.scope import scope_of
from fairmed_core.domain.verdict import Place, Problem, ProblemCode
from fairmed_core.estimate import Estimate, Interval
from fairmed_core.words.numbers import estimate_record, format_estimate
from fairmed_core.words.sentences import problem_sentence, scope_notice
from fairmed_core.words.sets import describe_set, describe_sides

TIER = DEFAULT_SPACE["analgesia_tier"]


def test_sets_read_as_a_clinician_would_say_them() -> None:
    assert describe_set(ValueSet.of([3, 1]), TIER) == "1 NSAID, 3 strong opioid"
    days = DEFAULT_SPACE["followup_days"]
    assert describe_set(ValueSet.between(1, 30), days) == "days 1 to 30"
    orders = OrderSet.of(required=["lactate"], permitted=["blood_gas"])
    assert (
        describe_set(orders, DEFAULT_SPACE["orders"]) == "required: lactate; permitted: blood gas"
    )


def test_sides_of_the_line_and_gaps_are_said() -> None:
    both = describe_sides(ValueSet.of([1, 3]), TIER)
    assert "both sides" in both
    assert "skips 2" in both
    assert "one side" in describe_sides(ValueSet.of([0, 1]), TIER)
    assert "empty" in describe_sides(ValueSet.of([]), TIER)


def test_scope_notice_names_setting_deciders_and_reader() -> None:
    reader = Credential("physician", ("geriatric_medicine",), "DE", "11-20")
    notice = scope_notice(scope_of(DEFAULT_SPACE, "analgesia_tier", reader), reader)
    assert "Acute pain in the emergency department" in notice
    assert "geriatric medicine" in notice
    assert "emergency medicine" in notice
    assert scope_notice(scope_of(DEFAULT_SPACE, "followup_days", reader), reader) == ""


@pytest.mark.parametrize("code", list(ProblemCode))
def test_every_problem_has_a_sentence(code: ProblemCode) -> None:
    sentence = problem_sentence(Problem(code, Place.QUESTION, 3))
    assert sentence.endswith(".")
    assert "{" not in sentence


def test_a_missing_value_reads_na_with_its_reason_never_zero() -> None:
    made = format_estimate(Estimate.undefined("WCFR", "no_straddling_band", counts={"bands": 2}))
    assert made.value == "NA"
    assert "both sides of the cut" in made.line()
    assert "2 bands" in made.line()


def test_provisional_stands_beside_the_value_everywhere() -> None:
    estimate = Estimate("WCFR", 0.5, ground_truth=False, counts={"vignettes": 2})
    assert "provisional" in format_estimate(estimate).line()
    assert "provisional" in str(estimate_record(estimate)["printed"])
    assert "provisional" not in format_estimate(Estimate("WCFR", 0.5, ground_truth=True)).line()


def test_interval_names_level_and_method_or_the_refusal() -> None:
    given = Interval(-0.25, 0.5, 0.95, "percentile cluster bootstrap", approximate=True)
    line = format_estimate(Estimate("shift", 0.1, interval=given, unit="levels")).line()
    assert "95 %" in line
    assert "−0.25 to 0.50" in line
    assert "approximate" in line
    refused = Interval.refused("fewer_than_three_clusters", method="percentile cluster bootstrap")
    assert "no interval" in format_estimate(Estimate("x", 0.1, interval=refused)).line()


def test_small_negative_value_is_not_printed_as_minus_zero() -> None:
    assert format_estimate(Estimate("x", -0.0001)).value == "0.000"


@pytest.mark.parametrize("p", [0.0, float("nan"), 1.2])
def test_an_impossible_p_value_is_refused(p: float) -> None:
    with pytest.raises(ValueError, match="p ="):
        Estimate("x", 0.1, p_value=p)


def test_one_is_singular_whatever_stands_around_it() -> None:
    counts = {"vignettes": 1, "pairs_in_range": 1, "excluded_bands": 2, "ties": 1}
    line = format_estimate(Estimate("x", 0.1, counts=counts)).counts
    assert line == "1 vignette, 1 pair in range, 2 excluded bands, 1 tie"
