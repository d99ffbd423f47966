"""What a check found: each finding with its place among the steps and the exit code it asks for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from bands_registry.provenance.errors import (
    EXIT_ORDER,
    VERIFIED,
    VERIFIED_WITH_WARNINGS,
    VerificationError,
)


class Step(StrEnum):
    """The steps of a verification, in their order."""

    CONTAINER = "container"
    LOG = "signatures and chain"
    MEANING = "content against the pack"
    KEYS = "keys"
    ANCHORS = "anchors"
    DOCUMENTS = "attestation documents"
    SEATS = "seats"


@dataclass(frozen=True)
class Finding:
    """One thing a reader must know.

    Attributes
    ----------
    step
        The step that found it.
    exit_code
        The code it asks for; 3 for a warning.
    sentence, place
        What was found and where.
    blocks
        Whether the content may not be read and counted because of it.
    """

    step: Step
    exit_code: int
    sentence: str
    place: str | None = None
    blocks: bool = False

    @property
    def warning(self) -> bool:
        """Whether it only asks for attention."""
        return self.exit_code == VERIFIED_WITH_WARNINGS

    @classmethod
    def of(cls, step: Step, error: VerificationError, *, where: str | None = None) -> Finding:
        """Return the finding an error stands for; `where` goes before the error's own place."""
        place = ", ".join(part for part in (where, error.place) if part) or None
        return cls(step, error.exit_code, error.sentence, place, error.blocks_reading)

    @classmethod
    def attention(cls, step: Step, sentence: str, *, place: str | None = None) -> Finding:
        """Return a warning."""
        return cls(step, VERIFIED_WITH_WARNINGS, sentence, place)

    def __str__(self) -> str:
        return f"{self.place}: {self.sentence}" if self.place else self.sentence


def exit_code(findings: Iterable[Finding]) -> int:
    """Return the code of the finding that comes first in the order of codes; 0 without any."""
    codes = {finding.exit_code for finding in findings}
    order = (*EXIT_ORDER, VERIFIED_WITH_WARNINGS)
    return next((code for code in order if code in codes), VERIFIED)
