"""Strict reading of one raw value: a number is a number, never a guess.

What cannot be read is missing and counted; nothing is shifted, rounded or coerced.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from enum import StrEnum

from fairmed_core.domain.action_space import Kind, SubAction

Raw = object
_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?", re.ASCII)
_TRUE = frozenset({"true", "True", "TRUE"})
_FALSE = frozenset({"false", "False", "FALSE"})
MISSING = math.nan


class Problem(StrEnum):
    """Why a value did not come through as it stands."""

    NONE = "none"
    MISSING = "missing"
    UNPARSEABLE = "unparseable"
    OFF_SCALE = "off its scale"
    UNMAPPED = "order without a mapping"


Parsed = tuple[float, Problem]
_ABSENT: Parsed = (MISSING, Problem.MISSING)
_UNPARSEABLE: Parsed = (MISSING, Problem.UNPARSEABLE)


def parser_of(sub_action: SubAction) -> Callable[[Raw], Parsed]:
    """Return the function that reads a raw value of this sub-action.

    An off-scale value is returned as it stands, marked `OFF_SCALE`; the caller decides.
    """
    if sub_action.kind is Kind.BINARY:
        return parse_truth
    if sub_action.kind is Kind.PHRASES:
        return parse_phrases

    def parse(raw: Raw) -> Parsed:
        value, problem = parse_number(raw)
        if problem is not Problem.NONE:
            return value, problem
        whole = sub_action.kind is Kind.CONTINUOUS or value.is_integer()
        return (value, Problem.NONE if whole and sub_action.on_scale(value) else Problem.OFF_SCALE)

    return parse


def parse_number(raw: Raw) -> Parsed:
    """Return a JSON number or ASCII digits ("2", "2.0") as float."""
    if raw is None or raw == "":
        return _ABSENT
    if isinstance(raw, bool):
        return _UNPARSEABLE
    if isinstance(raw, str):
        if not _NUMBER.fullmatch(raw):
            return _UNPARSEABLE
    elif not isinstance(raw, int | float):
        return _UNPARSEABLE
    try:
        value = float(raw)
    except OverflowError:
        return _UNPARSEABLE
    return (value, Problem.NONE) if math.isfinite(value) else _UNPARSEABLE


def parse_truth(raw: Raw) -> Parsed:
    """Return true / false (or the levels 1 / 0) as 1.0 / 0.0."""
    if isinstance(raw, bool):
        return float(raw), Problem.NONE
    if isinstance(raw, str) and raw in _TRUE:
        return 1.0, Problem.NONE
    if isinstance(raw, str) and raw in _FALSE:
        return 0.0, Problem.NONE
    value, problem = parse_number(raw)
    if problem is Problem.NONE and value not in (0.0, 1.0):
        return _UNPARSEABLE
    return value, problem


def parse_phrases(raw: Raw) -> Parsed:
    """Return how many phrases a list holds, or the count that stands in its place."""
    if isinstance(raw, list | tuple):
        return (
            (float(len(raw)), Problem.NONE)
            if all(isinstance(phrase, str) for phrase in raw)
            else _UNPARSEABLE
        )
    value, problem = parse_number(raw)
    if problem is Problem.NONE and (value < 0 or not value.is_integer()):
        return value, Problem.OFF_SCALE
    return value, problem


def parse_orders(raw: Raw) -> tuple[frozenset[str] | None, Problem]:
    """Return the set of order names, lower case; an empty text or list is "nothing ordered"."""
    if raw is None:
        return None, Problem.MISSING
    if isinstance(raw, str):
        parts: list[str] = raw.split(";") if raw.strip() else []
    elif isinstance(raw, list | tuple) and all(isinstance(name, str) for name in raw):
        parts = list(raw)
    else:
        return None, Problem.UNPARSEABLE
    names = [part.strip().lower() for part in parts]
    if not all(names):
        return None, Problem.UNPARSEABLE
    return frozenset(names), Problem.NONE
