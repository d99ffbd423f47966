"""What is said when something is to be entered in a copy that was moved away."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from fairmed_core.clock import stamp
from fairmed_core.errors import UserError


class MovedError(UserError):
    """Her work goes on at another computer; in this copy it is only read."""


def moved_away(at: datetime, file: Path) -> MovedError:
    """Return what to raise where something is to be entered in a copy that was moved away."""
    return MovedError(
        f"This copy was moved to another computer on {stamp(at)[:10]} and can only be read here.",
        next_step="Go on at the other computer. If what you carried over was lost, the settings "
        "say how to use this copy again.",
        file=file,
    )
