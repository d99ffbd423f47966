"""How rows are grouped, named and told apart in figures and tables."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from exports.canvas import Shape
from fairmed_core.analysis.report import Row
from fairmed_core.trajectories.keys import NOT_RECORDED
from fairmed_core.words.numbers import PROVISIONAL

CONTROL_ARM = "control"
_ACRONYMS = {"icu": "ICU", "esi": "ESI", "cs": "CS"}


def controls_last(rows: Sequence[Row]) -> list[Row]:
    """Return the rows with those of control arms behind the others."""
    return sorted(rows, key=lambda row: shape_of(row) == "control")


def grouped(
    rows: Sequence[Row], key: Callable[[Row], tuple[str, ...]]
) -> list[tuple[tuple[str, ...], list[Row]]]:
    """Return the rows by key, both in order of first appearance."""
    groups: dict[tuple[str, ...], list[Row]] = {}
    for row in rows:
        groups.setdefault(key(row), []).append(row)
    return list(groups.items())


def shape_of(row: Row) -> Shape:
    """Return the mark of a contrast: controls look different."""
    return "control" if CONTROL_ARM in row.arm else "rate"


def provisional(rows: Sequence[Row]) -> str:
    """Return ", provisional" where any number rests on bands nobody signed, else ""."""
    return f", {PROVISIONAL}" if any(row.estimate.ground_truth is False for row in rows) else ""


def in_words(name: str) -> str:
    """Return a field's name as a heading: "any_opioid" is "Any opioid"."""
    words = spelled(name)
    return words[:1].upper() + words[1:]


def spelled(name: str) -> str:
    """Return a field's name as it stands in a sentence: "escalate_icu" is "escalate ICU"."""
    return re.sub(r"[a-z]+", lambda word: _ACRONYMS.get(word[0], word[0]), name.replace("_", " "))


def draws_of(place: Sequence[str]) -> str:
    """Return model, scaffold, arm and condition as a sentence begins."""
    return ", ".join(part for part in place if part and part != NOT_RECORDED)


def slug(*parts: str) -> str:
    """Return the parts as a file's name."""
    named = "-".join(part for part in parts if part and part != NOT_RECORDED)
    return re.sub(r"[^a-z0-9]+", "-", named.lower()).strip("-")
