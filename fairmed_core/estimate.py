"""The one result type: a value with denominator, interval and method, or a reason for none."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Status = Literal["ok", "undefined"]


@dataclass(frozen=True)
class Interval:
    """An interval, or the reason why none is given.

    Attributes
    ----------
    low, high
        The ends in the unit of the estimate; infinite ends are allowed; None when refused.
    level
        Nominal coverage, e.g. 0.95.
    method
        Name of the method ("percentile cluster bootstrap").
    reason
        Why the interval is refused; None when it is given.
    approximate
        True where coverage is known to fall short of `level` (few clusters).
    """

    low: float | None
    high: float | None
    level: float
    method: str
    reason: str | None = None
    approximate: bool = False

    def __post_init__(self) -> None:
        given = self.low is not None and self.high is not None
        if given == (self.reason is not None):
            raise ValueError("an interval has two ends or a reason, never both or neither")
        if given and not (self.low <= self.high):  # type: ignore[operator]
            raise ValueError(f"interval ends out of order: {self.low}, {self.high}")

    @classmethod
    def refused(cls, reason: str, *, level: float = 0.95, method: str) -> Interval:
        """Return an interval that says why it is not given."""
        return cls(None, None, level, method, reason)


@dataclass(frozen=True)
class Estimate:
    """What an estimator found.

    Attributes
    ----------
    name
        What is estimated, in the field's own term.
    value
        The effect (never a p-value); None exactly when `status` is "undefined".
    status, reason
        "ok", or "undefined" with the reason's code.
    unit
        Unit of the value ("rate", "levels", "points", "days", "correlation").
    interval
        The interval, a refusal with its reason, or None where none was asked for.
    counts
        What the value rests on, by name: ``vignettes`` (G), ``pairs``, ``missing`` …
    p_value, statistic, p_method
        Where the estimate comes with a test.
    extra
        Further named numbers.
    method, seed
        How it was computed and from which seed.
    ground_truth
        None where no band enters; else whether every band used is clinician-adjudicated.
    notes
        Sentences that must be printed beside the value.
    """

    name: str
    value: float | None
    status: Status = "ok"
    reason: str | None = None
    unit: str = "rate"
    interval: Interval | None = None
    counts: Mapping[str, int] = field(default_factory=dict)
    p_value: float | None = None
    statistic: float | None = None
    p_method: str | None = None
    extra: Mapping[str, float] = field(default_factory=dict)
    method: str = ""
    seed: int | None = None
    ground_truth: bool | None = None
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if (self.status == "undefined") != (self.value is None):
            raise ValueError(
                f"{self.name}: a value is missing exactly when the status is undefined"
            )
        if (self.status == "undefined") != (self.reason is not None):
            raise ValueError(
                f"{self.name}: an undefined estimate needs a reason, a defined one none"
            )
        if self.value is not None and not math.isfinite(self.value):
            raise ValueError(f"{self.name}: {self.value} is not a finite number")
        if self.p_value is not None and not 0 < self.p_value <= 1:
            raise ValueError(f"{self.name}: p = {self.p_value} lies outside (0, 1]")

    @classmethod
    def undefined(
        cls,
        name: str,
        reason: str,
        *,
        unit: str = "rate",
        counts: Mapping[str, int] | None = None,
        extra: Mapping[str, float] | None = None,
        method: str = "",
        ground_truth: bool | None = None,
        notes: tuple[str, ...] = (),
    ) -> Estimate:
        """Return an estimate without a value, and why."""
        return cls(
            name=name,
            value=None,
            status="undefined",
            reason=reason,
            unit=unit,
            counts=counts or {},
            extra=extra or {},
            method=method,
            ground_truth=ground_truth,
            notes=notes,
        )
