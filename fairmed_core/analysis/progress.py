"""How an analysis tells how far it is, and how it is called off."""

from __future__ import annotations

from typing import Protocol


class Advance(Protocol):
    """Tells how far the work is; to call it off, raise: nothing is kept of what was begun."""

    def __call__(self, done: int, total: int, what: str) -> None:
        """Report `done` of `total` steps, now working on `what`."""
        ...


def silent(done: int, total: int, what: str) -> None:
    """Tell nobody."""
