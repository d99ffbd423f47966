"""Time, injected: nothing below the program's edge reads the system clock itself."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Protocol

_STAMP = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")


class Clock(Protocol):
    """Tells the present instant in UTC."""

    def now(self) -> datetime:
        """Return an aware datetime in UTC."""
        ...


class SystemClock:
    """The computer's own clock."""

    def now(self) -> datetime:
        """Return the computer's time in UTC, whole seconds."""
        return datetime.now(UTC).replace(microsecond=0)  # noqa: TID251 (the one place allowed)


@dataclass
class FixedClock:
    """A clock that stands still until it is set; for tests, demos and repeatable output."""

    instant: datetime

    def now(self) -> datetime:
        """Return the set instant."""
        return self.instant


def stamp(instant: datetime) -> str:
    """Return `instant` as UTC seconds, e.g. ``2026-06-14T12:21:40Z``; naive times raise."""
    if instant.tzinfo is None:
        raise ValueError("a time without offset cannot be recorded")
    utc = instant.astimezone(UTC).replace(tzinfo=None, microsecond=0)
    return f"{utc.isoformat()}Z"


def from_stamp(text: str) -> datetime:
    """Return the instant written by `stamp`; ValueError for any other spelling."""
    instant = datetime.fromisoformat(text)
    if _STAMP.fullmatch(text) is None:
        raise ValueError(f"{text[:40]!r} is not a time like 2026-06-14T12:21:40Z")
    return instant
