"""Acceptable sets as study files and packs write them."""

from __future__ import annotations

from typing import Annotated

from pydantic import PlainValidator, WithJsonSchema

from bands_registry.study.fields import first_twice, refusal, shown
from bands_registry.study.texts import MAX_INTEGER
from fairmed_core.domain.acceptable import MAX_SPAN, AcceptableSet, OrderSet, ValueSet


def parse_acceptable(value: object) -> AcceptableSet:
    """Return the set written as levels, as an interval of days, or as two lists of tests.

    Accepted are the forms of study files ([2, 3] · {from: 1, to: 14} · a list of such intervals ·
    {required: […], permitted: […]}) and the canonical ones of packs ({"levels": […]},
    {"spans": [[1, 14]]}, both lists of tests). Raises PydanticCustomError for all else.
    """
    if isinstance(value, AcceptableSet):
        return value
    if isinstance(value, list):
        return _from_list(value)
    if isinstance(value, dict):
        keys = set(value)
        if keys == {"from", "to"}:
            return _interval(value["from"], value["to"])
        if keys and keys <= {"required", "permitted"}:
            return _orders(value)
        if keys == {"levels"}:
            return _levels(value["levels"], may_be_empty=True)
        if keys == {"spans"}:
            return _spans(value["spans"])
    raise refusal(
        "This is no set of actions.",
        "Write levels as [2, 3], days as {from: 1, to: 14}, orders as "
        "{required: […], permitted: […]}.",
    )


def _from_list(value: list[object]) -> ValueSet:
    if value and all(isinstance(item, dict) and set(item) == {"from", "to"} for item in value):
        runs = [_interval(item["from"], item["to"]) for item in value if isinstance(item, dict)]
        return _disjoint_union(runs)
    return _levels(value, may_be_empty=False)


def _levels(value: object, *, may_be_empty: bool) -> ValueSet:
    if not isinstance(value, list):
        raise refusal("A list of levels was expected.", "Write the levels as a list, e.g. [2, 3].")
    if not value and not may_be_empty:
        raise refusal("The set is empty: no action would be acceptable.", "List the levels.")
    levels = [_whole(item) for item in value]
    twice = first_twice(levels)
    if twice is not None:
        raise refusal(f"The set lists {twice} twice.", "List each level once.")
    return ValueSet.of(levels)


def _whole(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise refusal(f"A whole number was expected, found {shown(value)}.", "Write digits only.")
    if abs(value) > MAX_INTEGER:
        raise refusal(f"{value} is beyond any scale here.", "Write a level of the scale.")
    return value


def _interval(low: object, high: object) -> ValueSet:
    first, last = _whole(low), _whole(high)
    if first > last:
        raise refusal(f"The interval runs backwards, from {first} to {last}.", "Swap the two ends.")
    if last - first > MAX_SPAN:
        raise refusal(f"An interval of {last - first} values is too long.", "Shorten it.")
    return ValueSet.between(first, last)


def _spans(value: object) -> ValueSet:
    if not isinstance(value, list):
        raise refusal("A list of [low, high] pairs was expected.", "Write e.g. [[1, 30]].")
    runs: list[ValueSet] = []
    for pair in value:
        if not isinstance(pair, list) or len(pair) != 2:
            raise refusal("A pair [low, high] was expected.", "Write e.g. [[1, 30]].")
        runs.append(_interval(pair[0], pair[1]))
    return _disjoint_union(runs)


def _disjoint_union(runs: list[ValueSet]) -> ValueSet:
    if sum(len(run) for run in runs) > MAX_SPAN:
        raise refusal("The intervals hold more values than any scale.", "Shorten them.")
    union: set[int] = set()
    for run in runs:
        if union & run.values:
            raise refusal("Two intervals overlap.", "Write intervals that do not overlap.")
        union |= run.values
    return ValueSet.of(union)


def _orders(value: dict[str, object]) -> OrderSet:
    required = _tests(value.get("required", []), "required")
    permitted = _tests(value.get("permitted", []), "permitted")
    both = sorted(set(required) & set(permitted))
    if both:
        raise refusal(f"{both[0]} is both required and permitted.", "Keep it in one list.")
    return OrderSet.of(required=required, permitted=permitted)


def _tests(value: object, key: str) -> list[str]:
    if not isinstance(value, list):
        raise refusal(f"A list of tests was expected at {key}.", "Write e.g. [lactate].")
    for test in value:
        if not isinstance(test, str):
            raise refusal(f"A test name was expected, found {shown(test)}.", "Write a test's id.")
    twice = first_twice(value)
    if twice is not None:
        raise refusal(f"{twice} is listed twice at {key}.", "List each test once.")
    return value


_INTERVAL_SCHEMA = {
    "type": "object",
    "properties": {"from": {"type": "integer"}, "to": {"type": "integer"}},
    "required": ["from", "to"],
    "additionalProperties": False,
}
_TESTS_SCHEMA = {"type": "array", "items": {"type": "string"}, "uniqueItems": True}
_SCHEMA = {
    "description": "levels [2, 3], days {from: 1, to: 14} or orders {required: [], permitted: []}",
    "oneOf": [
        {"type": "array", "items": {"type": "integer"}, "minItems": 1, "uniqueItems": True},
        _INTERVAL_SCHEMA,
        {"type": "array", "items": _INTERVAL_SCHEMA, "minItems": 1},
        {
            "type": "object",
            "properties": {"required": _TESTS_SCHEMA, "permitted": _TESTS_SCHEMA},
            "additionalProperties": False,
            "minProperties": 1,
        },
    ],
}

Acceptable = Annotated[AcceptableSet, PlainValidator(parse_acceptable), WithJsonSchema(_SCHEMA)]
