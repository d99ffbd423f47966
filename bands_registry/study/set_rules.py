"""Whether a set of actions fits the scale of its sub-action."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from fairmed_core.domain.acceptable import AcceptableSet, OrderSet
from fairmed_core.domain.action_space import Kind, SubAction

Refusal = tuple[str, str]

JUDGED_KINDS = (Kind.ORDINAL, Kind.BINARY, Kind.DAYS, Kind.ORDERS)


def set_refusals(
    acceptable: AcceptableSet, sub_action: SubAction, *, tests: AbstractSet[str] | None
) -> list[Refusal]:
    """Return (sentence, next step) for each way in which the set does not fit.

    `tests` are the ids of the tests the study knows, None when they could not be read.
    """
    if isinstance(acceptable, OrderSet):
        if sub_action.kind is not Kind.ORDERS:
            return [_wrong_kind(sub_action)]
        unknown = [] if tests is None else sorted(acceptable.allowed - tests)
        return [
            (
                f'The test "{test}" is not among the orders of the study.',
                "Correct it, or map it under orders in study.yaml.",
            )
            for test in unknown
        ]
    if sub_action.kind is Kind.ORDERS:
        return [_wrong_kind(sub_action)]
    off = sorted(value for value in acceptable.values if not sub_action.on_scale(value))
    if not off:
        return []
    listed = ", ".join(map(str, off[:5])) + (" …" if len(off) > 5 else "")
    return [(f"{listed} is off the scale of {sub_action.name}.", f"Use {scale(sub_action)}.")]


def form_refusals(written: object, sub_action: SubAction) -> list[Refusal]:
    """Return what is wrong with the form in which a study file wrote a set.

    A list is for levels, an interval for days: ``[1, 14]`` would hold 1 and 14 and nothing between.
    """
    numbers = (
        isinstance(written, list)
        and bool(written)
        and all(isinstance(item, int) for item in written)
    )
    interval = isinstance(written, dict) and set(written) == {"from", "to"}
    intervals = isinstance(written, list) and any(isinstance(item, dict) for item in written)
    if sub_action.kind is Kind.DAYS and numbers and isinstance(written, list):
        low, high = min(written), max(written)
        return [
            (
                f"Days are written as an interval; the list {written} holds only what it lists.",
                f"Write {{from: {low}, to: {high}}}.",
            )
        ]
    if sub_action.kind in (Kind.ORDINAL, Kind.BINARY) and (interval or intervals):
        return [
            (
                f"The levels of {sub_action.name} are written one by one, not as an interval.",
                "Write e.g. [2, 3].",
            )
        ]
    return []


def scale(sub_action: SubAction) -> str:
    """Return the values of a scale in words."""
    if sub_action.levels:
        return ", ".join(f"{level.value} ({level.label})" for level in sub_action.levels)
    low = "no lower end" if sub_action.minimum is None else f"from {sub_action.minimum}"
    return low if sub_action.maximum is None else f"{low} to {sub_action.maximum}"


def _wrong_kind(sub_action: SubAction) -> Refusal:
    if sub_action.kind is Kind.ORDERS:
        form = "{required: […], permitted: […]}"
    elif sub_action.kind is Kind.DAYS:
        form = "{from: 1, to: 14}"
    else:
        form = "[2, 3]"
    return f"This form of set does not belong to {sub_action.name}.", f"Write e.g. {form}."
