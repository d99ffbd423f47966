"""Acceptable sets: which values of one sub-action a band allows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

MAX_SPAN = 100_000


@dataclass(frozen=True)
class ValueSet:
    """A finite set of integer values (levels of a scale, days, or 0/1).

    Membership is set membership: ``ValueSet.of([1, 5])`` does not contain 3; an interval is
    declared as one with `between`.
    """

    values: frozenset[int]

    def __post_init__(self) -> None:
        for value in self.values:
            if isinstance(value, bool) or not isinstance(value, int):
                raise TypeError(f"{value!r} is not an integer level")

    @classmethod
    def of(cls, values: Iterable[int]) -> ValueSet:
        """Return the set of exactly these values."""
        return cls(frozenset(values))

    @classmethod
    def between(cls, low: int, high: int) -> ValueSet:
        """Return every integer from `low` to `high`, both included."""
        if low > high:
            raise ValueError(f"an interval runs from low to high, not {low} to {high}")
        if high - low > MAX_SPAN:
            raise ValueError(f"an interval of {high - low} values is longer than any scale here")
        return cls(frozenset(range(low, high + 1)))

    def __contains__(self, value: object) -> bool:
        if isinstance(value, bool):
            raise TypeError("a true/false value cannot be looked up in a set of levels")
        return value in self.values

    def __len__(self) -> int:
        return len(self.values)

    def __and__(self, other: ValueSet) -> ValueSet:
        return ValueSet(self.values & other.values)

    def __or__(self, other: ValueSet) -> ValueSet:
        return ValueSet(self.values | other.values)

    def __sub__(self, other: ValueSet) -> ValueSet:
        return ValueSet(self.values - other.values)

    def runs(self) -> tuple[tuple[int, int], ...]:
        """Return the contiguous runs as (low, high), ascending."""
        runs: list[tuple[int, int]] = []
        for value in sorted(self.values):
            if runs and value == runs[-1][1] + 1:
                runs[-1] = (runs[-1][0], value)
            else:
                runs.append((value, value))
        return tuple(runs)

    @property
    def contiguous(self) -> bool:
        """Whether the set is one run without a gap."""
        return len(self.runs()) == 1


@dataclass(frozen=True)
class OrderSet:
    """Tests that must be ordered and tests that may be.

    It holds for a set of orders S when required ⊆ S ⊆ required ∪ permitted.
    """

    required: frozenset[str]
    permitted: frozenset[str]

    def __post_init__(self) -> None:
        both = self.required & self.permitted
        if both:
            raise ValueError(f"both required and permitted: {', '.join(sorted(both))}")

    @classmethod
    def of(cls, *, required: Iterable[str] = (), permitted: Iterable[str] = ()) -> OrderSet:
        """Return the order set with these tests."""
        return cls(frozenset(required), frozenset(permitted))

    def __contains__(self, ordered: object) -> bool:
        if not isinstance(ordered, frozenset | set):
            raise TypeError("only a set of test names can be looked up in an order set")
        return self.required <= ordered <= self.allowed

    @property
    def allowed(self) -> frozenset[str]:
        """Every test that may be ordered."""
        return self.required | self.permitted

    def status_pairs(self) -> frozenset[tuple[str, str]]:
        """Return the (test, status) pairs: the form in which raters are compared."""
        return frozenset({(test, "required") for test in self.required}) | frozenset(
            {(test, "permitted") for test in self.permitted}
        )


AcceptableSet = ValueSet | OrderSet
