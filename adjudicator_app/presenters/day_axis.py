"""The axis on which days are drawn: far enough for what is at stake, with readable marks."""

from __future__ import annotations

from dataclasses import dataclass

from fairmed_core.domain.acceptable import ValueSet
from fairmed_core.domain.action_space import Kind, SubAction

_MARKS: dict[int, tuple[int, ...]] = {
    14: (0, 3, 7, 10, 14),
    30: (0, 7, 14, 21, 30),
    60: (0, 7, 14, 21, 30, 45, 60),
    90: (0, 14, 30, 45, 60, 90),
    180: (0, 30, 60, 90, 120, 180),
    365: (0, 30, 90, 180, 270, 365),
    999: (0, 180, 365, 730, 999),
}


@dataclass(frozen=True)
class Axis:
    """From `first` to `last`, with the values that are written below it."""

    first: int
    last: int
    marks: tuple[int, ...]


def axis_for(sub_action: SubAction, *sets: ValueSet, hers: ValueSet) -> Axis:
    """Return the shortest axis with as much room beyond the sets as they take, and for hers."""
    if sub_action.kind is not Kind.DAYS and sub_action.maximum is not None:
        first = sub_action.minimum or 0
        span = sub_action.maximum - first
        return Axis(first, sub_action.maximum, tuple(first + span * n // 4 for n in range(5)))
    furthest = max((max(one.values) for one in sets if len(one)), default=0)
    needed = max(2 * furthest, max(hers.values, default=0))
    last = next((last for last in _MARKS if last >= needed), max(_MARKS))
    if sub_action.maximum is not None:
        last = min(last, sub_action.maximum)
    marks = next(marks for end, marks in _MARKS.items() if end >= last)
    kept = tuple(mark for mark in marks if mark < last - last // 12)
    return Axis(0, last, (*kept, last))
