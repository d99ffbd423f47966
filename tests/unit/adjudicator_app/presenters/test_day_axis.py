"""The axis under the days."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator_app.presenters.day_axis import axis_for
from fairmed_core.domain.acceptable import ValueSet
from fairmed_core.domain.default_space import DEFAULT_SPACE

DAYS = DEFAULT_SPACE["followup_days"]


@pytest.mark.parametrize(
    ("low", "high", "last"), [(1, 7, 14), (1, 14, 30), (15, 30, 60), (1, 45, 90), (0, 1, 14)]
)
def test_as_much_room_beyond_the_draft_as_it_takes(low, high, last):
    draft = ValueSet.between(low, high)
    axis = axis_for(DAYS, draft, hers=draft)
    assert (axis.first, axis.last) == (0, last)
    assert axis.marks[0] == 0
    assert axis.marks[-1] == last
    assert list(axis.marks) == sorted(set(axis.marks))


def test_the_axis_reaches_hers():
    axis = axis_for(DAYS, ValueSet.between(1, 14), hers=ValueSet.between(1, 75))
    assert axis.last == 90


def test_it_ends_where_the_scale_ends():
    closed = replace(DAYS, maximum=45)
    axis = axis_for(closed, ValueSet.between(15, 30), hers=ValueSet.between(15, 30))
    assert axis.last == 45
    assert axis.marks[-1] == 45


def test_a_score_keeps_its_own_scale():
    score = DEFAULT_SPACE["urgency_score"]
    axis = axis_for(score, ValueSet.between(10, 20), hers=ValueSet.between(10, 20))
    assert (axis.first, axis.last, axis.marks) == (0, 100, (0, 25, 50, 75, 100))
