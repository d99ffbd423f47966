"""What the checks of a study folder find, and the error that carries all of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fairmed_core.errors import UserError

Path = tuple[str | int, ...]


@dataclass(frozen=True)
class Problem:
    """A broken rule at a place inside a study.

    Attributes
    ----------
    path
        Keys and positions from the top of the study ("bands", 3, "uses_facts", 1).
    sentence, next_step
        What is wrong and was expected; what to do.
    """

    path: Path
    sentence: str
    next_step: str

    @property
    def place(self) -> str:
        """The path as a reader would say it: ``bands, item 4, uses_facts, item 2``."""
        return ", ".join(
            f"item {part + 1}" if isinstance(part, int) else part for part in self.path
        )


@dataclass(frozen=True)
class Finding:
    """A broken rule at a line of a file; line 0 means the file as a whole."""

    file: str
    line: int
    sentence: str
    next_step: str

    def __str__(self) -> str:
        where = f"{self.file}, line {self.line}" if self.line else self.file
        return f"{where}: {self.sentence} {self.next_step}".strip()


class StudyError(UserError):
    """A study folder, or a file beside it, breaks rules; every finding is carried."""

    def __init__(self, findings: Sequence[Finding], *, what: str) -> None:
        if not findings:
            raise ValueError("an error without a finding tells nothing")
        self.findings = tuple(sorted(findings, key=lambda found: (found.file, found.line)))
        count = "1 problem" if len(self.findings) == 1 else f"{len(self.findings)} problems"
        lines = "\n".join(str(found) for found in self.findings)
        super().__init__(
            f"{what} has {count}:\n{lines}",
            next_step="Put the lines named right and check again; nothing was written.",
        )

    def __str__(self) -> str:
        return f"{self.sentence}\n{self.next_step}"
