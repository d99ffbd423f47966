"""Several raters: intersection, unresolved bands, and which verdicts adjudicate."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairmed_core.domain.acceptable import AcceptableSet, OrderSet, ValueSet
from fairmed_core.domain.band import Band, ProvenanceLevel
from fairmed_core.domain.resolution import (
    NotCounted,
    RaterVerdict,
    intersection,
    resolve,
    union,
)
from fairmed_core.domain.verdict import VerdictKind

BAND = Band("b", "Triage", "v", "esi_acuity", ValueSet.of([2, 3]), None, ("c",), "why", ())
TESTS = ("ct", "ecg", "film")
STATUSES = ("required", "permitted", "left out")


def amend(rater: str, acceptable: AcceptableSet, *reasons: NotCounted) -> RaterVerdict:
    return RaterVerdict(rater, VerdictKind.AMEND, acceptable, reasons)


def decline(rater: str) -> RaterVerdict:
    return RaterVerdict(rater, VerdictKind.DECLINE, None)


def test_without_usable_verdict_the_draft_stands_at_its_own_level() -> None:
    outside = amend("A", ValueSet.of([4]), NotCounted.OUT_OF_SCOPE)
    resolved = resolve(BAND, [outside, decline("B")])
    assert resolved.acceptable == BAND.acceptable
    assert resolved.level is ProvenanceLevel.AUTHOR
    assert [v.rater for v in resolved.declined] == ["B"]


def test_a_decline_beside_an_accept_does_not_demote() -> None:
    accept = RaterVerdict("A", VerdictKind.ACCEPT, BAND.acceptable)
    assert resolve(BAND, [accept, decline("B")]).level is ProvenanceLevel.CLINICIAN


def test_raters_who_do_not_meet_leave_the_band_unresolved() -> None:
    resolved = resolve(BAND, [amend("A", ValueSet.of([2])), amend("B", ValueSet.of([3]))])
    assert resolved.unresolved


def test_all_empty_is_an_answer_one_empty_is_a_conflict() -> None:
    empty = ValueSet.of([])
    assert resolve(BAND, [amend("A", empty), amend("B", empty)]).acceptable == empty
    assert resolve(BAND, [amend("A", empty), amend("B", ValueSet.of([2]))]).unresolved


def test_two_current_verdicts_of_one_rater_are_an_error() -> None:
    with pytest.raises(ValueError, match="more than one"):
        resolve(BAND, [decline("A"), decline("A")])


def order_sets() -> list[OrderSet]:
    sets = []
    for statuses in product(STATUSES, repeat=len(TESTS)):
        named = dict(zip(TESTS, statuses, strict=True))
        sets.append(
            OrderSet.of(
                required=[t for t in TESTS if named[t] == "required"],
                permitted=[t for t in TESTS if named[t] == "permitted"],
            )
        )
    return sets


def all_orders() -> list[frozenset[str]]:
    return [
        frozenset(t for t, ordered in zip(TESTS, bits, strict=True) if ordered)
        for bits in product([False, True], repeat=len(TESTS))
    ]


@given(st.lists(st.sampled_from(order_sets()), min_size=1, max_size=3))
def test_resolved_orders_hold_exactly_where_every_rater_holds(sets: list[OrderSet]) -> None:
    common = intersection(sets)
    for ordered in all_orders():
        everyone = all(ordered in rater for rater in sets)
        assert everyone == (common is not None and ordered in common)


@given(st.lists(st.frozensets(st.integers(1, 5)), min_size=1, max_size=4))
def test_intersection_within_each_rater_within_union(raw: list[frozenset[int]]) -> None:
    sets = [ValueSet(values) for values in raw]
    common, widest = intersection(sets), union(sets)
    assert isinstance(widest, ValueSet)
    for rater in sets:
        assert rater.values <= widest.values
        if common is not None:
            assert isinstance(common, ValueSet)
            assert common.values <= rater.values
