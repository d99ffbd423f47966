"""Value maps: how the values of a model that used another scale read on the study's."""

from __future__ import annotations

from collections.abc import Mapping

from fairmed_core.trajectories.values import MISSING, Parsed, Problem, Raw, parse_number

ValueMaps = Mapping[str, Mapping[str, Mapping[str, int]]]
"""Model → sub-action → value as the model wrote it → value on the study's scale."""

NO_MAPS: ValueMaps = {}


def mapped_value(raw: Raw, mapped: Mapping[str, int]) -> Parsed:
    """Return the value that a map, by `spelling`, gives; what it leaves out lies off the scale."""
    if raw is None or raw == "":
        return MISSING, Problem.MISSING
    found = mapped.get(spelling(raw))
    return (MISSING, Problem.OFF_SCALE) if found is None else (float(found), Problem.NONE)


def spelling(raw: Raw) -> str:
    """Return the one spelling of a value in a map: 2, "2" and 2.0 are the same."""
    number, problem = parse_number(raw)
    return f"{number:.15g}" if problem is Problem.NONE else str(raw).strip().lower()
