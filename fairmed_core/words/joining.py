"""Parts joined to a list, and sentences to a paragraph, as each language does it."""

from __future__ import annotations

from collections.abc import Iterable

from fairmed_core.words.catalogue import Catalogue, english


def listed(parts: Iterable[str], say: Catalogue = english) -> str:
    """Return "a, b, c"."""
    return _joined(say("{first}, {second}"), parts)


def apart(parts: Iterable[str], say: Catalogue = english) -> str:
    """Return "a; b; c", for parts that have commas of their own."""
    return _joined(say("{first}; {second}"), parts)


def sentences(parts: Iterable[str], say: Catalogue = english) -> str:
    """Return "a. b. c", for a screen reader."""
    return _joined(say("{first}. {second}"), parts)


def paragraph(told: Iterable[str], say: Catalogue = english) -> str:
    """Return the sentences one after the other; empty ones are left out."""
    return _joined(say("{first} {second}"), (sentence for sentence in told if sentence))


def _joined(pattern: str, parts: Iterable[str]) -> str:
    between = pattern.removeprefix("{first}").removesuffix("{second}")
    return between.join(parts)
