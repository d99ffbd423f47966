"""Guideline sources and the clauses that are located in them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Confidence(StrEnum):
    """How surely a clause's paraphrase was checked against the source's text."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


@dataclass(frozen=True)
class Source:
    """A named guideline edition; `sha256` is that of the file the deriver opened, if any."""

    id: str
    title: str
    publisher: str
    edition: str
    year: int
    url: str
    sha256: str | None = None


@dataclass(frozen=True)
class Clause:
    """A located passage of a source, in summary.

    Attributes
    ----------
    locator
        Section and page as a person would cite them.
    summary
        What the passage says, in the deriver's own words.
    facts
        The single statements the summary rests on.
    caveat
        How the passage is commonly misread.
    verified_how, confidence
        How the summary was checked against the source's text, and how surely.
    pdf_page, printed_page, anchor
        Where the passage is in the guideline's file; `anchor` holds at most 12 verbatim words.
    """

    id: str
    source_id: str
    locator: str
    summary: str
    facts: tuple[str, ...]
    caveat: str
    verified_how: str
    confidence: Confidence
    pdf_page: int | None = None
    printed_page: str | None = None
    anchor: str | None = None
