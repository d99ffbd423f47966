"""Errors that tell who must act: the user, the machine's keeper, or us.

Each error carries text fit for a dialog: what happened, what to do next, and,
where it applies, the file and the place in it.
"""

from __future__ import annotations

from pathlib import PurePath

EXIT_USER = 2
EXIT_ENVIRONMENT = 60
EXIT_BUG = 70


class FairMedError(Exception):
    """Base of every error a user may see.

    Parameters
    ----------
    sentence
        What happened, as one plain sentence.
    next_step
        What the reader can do about it.
    file, place
        The file concerned and the place in it ("line 12", "row 3, column admit").
    """

    exit_code = EXIT_BUG

    def __init__(
        self,
        sentence: str,
        *,
        next_step: str = "",
        file: PurePath | str | None = None,
        place: str | None = None,
    ) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.next_step = next_step
        self.file = str(file) if file is not None else None
        self.place = place

    def __str__(self) -> str:
        where = ", ".join(part for part in (self.file, self.place) if part)
        head = f"{where}: {self.sentence}" if where else self.sentence
        return f"{head} {self.next_step}".strip()


class UserError(FairMedError):
    """The input is wrong and the person who gave it can put it right."""

    exit_code = EXIT_USER


class HostError(FairMedError):
    """The machine refuses: disk full, no permission, locked, unreadable."""

    exit_code = EXIT_ENVIRONMENT


class BugError(FairMedError):
    """A state we promised could not occur."""

    exit_code = EXIT_BUG
