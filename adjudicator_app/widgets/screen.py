"""The screens there are, and what the program may ask of one."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import Protocol, runtime_checkable


class Screen(Enum):
    """The screens."""

    WELCOME = "welcome"
    SETUP = "setup"
    ITEMS = "items"
    REVIEW = "review"
    FEEDBACK = "feedback"
    SIGN = "sign"
    SEND = "send"
    OVERVIEW = "overview"
    RESULTS = "results"


@runtime_checkable
class Focusable(Protocol):
    """A screen that knows where one begins."""

    def focus_first(self) -> None:
        """Put the focus where one begins."""
        ...


@runtime_checkable
class InPieces(Protocol):
    """A screen that takes long to make: the window is free between its pieces."""

    def fill(self) -> Iterator[None]:
        """Make what is left to make and show what there is to show, a piece at a time."""
        ...
