"""Acceptable sets: membership is set membership, and kinds do not mix."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairmed_core.domain.acceptable import OrderSet, ValueSet

TESTS = st.frozensets(st.sampled_from(["lactate", "ecg", "ct", "film"]))


def test_listed_levels_are_not_an_interval() -> None:
    assert 3 not in ValueSet.of([1, 5])
    assert 3 in ValueSet.between(1, 5)


def test_true_is_not_level_one() -> None:
    with pytest.raises(TypeError):
        _ = True in ValueSet.of([1, 2])
    with pytest.raises(TypeError):
        ValueSet.of([True])


def test_interval_with_ends_exchanged_is_refused() -> None:
    with pytest.raises(ValueError, match="low to high"):
        ValueSet.between(14, 1)


@given(st.frozensets(st.integers(-20, 60)))
def test_runs_cover_exactly_the_set_and_never_touch(values: frozenset[int]) -> None:
    runs = ValueSet(values).runs()
    covered = [value for low, high in runs for value in range(low, high + 1)]
    assert sorted(values) == covered
    assert all(left[1] + 1 < right[0] for left, right in pairwise(runs))


@given(TESTS, TESTS, TESTS)
def test_order_set_holds_between_required_and_allowed(
    required: frozenset[str], extra: frozenset[str], ordered: frozenset[str]
) -> None:
    band = OrderSet(required, extra - required)
    missing = any(test not in ordered for test in required)
    beyond = any(test not in required and test not in extra for test in ordered)
    assert (ordered in band) == (not missing and not beyond)


def test_a_test_cannot_be_required_and_permitted() -> None:
    with pytest.raises(ValueError, match="lactate"):
        OrderSet.of(required=["lactate"], permitted=["lactate", "ecg"])
