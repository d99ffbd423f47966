"""Reading reliability matrices: raters in rows, units in columns, missing as None or NaN."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from math import isfinite, isnan
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from fairmed_core.errors import UserError
from fairmed_core.stats.coincidence import MISSING
from fairmed_core.stats.set_distances import ValueSet

Level = Literal["nominal", "ordinal", "interval", "ratio"]
LEVELS: tuple[Level, ...] = get_args(Level)

Ratings = Sequence[Sequence[object]] | NDArray[np.generic]
SetRatings = Sequence[Sequence[Collection[Hashable] | None]]
Codes = NDArray[np.int64]


def encode_labels(
    ratings: Ratings, *, level: Level, order: Sequence[Hashable] | None = None
) -> tuple[Codes, list[Hashable]]:
    """Return category codes (raters × units) and the categories in ascending order.

    Parameters
    ----------
    ratings
        Labels, raters in rows; None or NaN where a rater gave none.
    level
        Level of measurement; above nominal the labels must be numbers unless `order` ranks them.
    order
        All labels from lowest to highest, for ordinal data given as strings.

    Raises
    ------
    UserError
        For rows of unequal length, infinities, strings without order above nominal, labels
        outside `order`, and negative values at ratio level.
    """
    if level not in LEVELS:
        raise UserError(
            f"{level!r} is not a level of measurement.",
            next_step=f"Choose one of {', '.join(LEVELS)}.",
        )
    if order is not None and level != "ordinal":
        raise UserError(
            "An order of labels belongs to ordinal data alone.",
            next_step='Leave it out, or use level="ordinal".',
        )
    rows = [[_label(value) for value in row] for row in ratings]
    held = {value for row in rows for value in row if value is not None}
    categories: list[Hashable]
    if order is not None:
        categories = _ordered(held, order)
    elif level == "nominal":
        categories = sorted(held, key=lambda value: (type(value).__name__, value))
    else:
        categories = [*sorted(_numbers(held, level))]
    return _coded(rows, categories), categories


def encode_sets(ratings: Ratings | SetRatings) -> tuple[Codes, list[ValueSet]]:
    """Return codes of distinct sets (raters × units) and the sets; None where a rater gave none."""
    rows = [[_value_set(value) for value in row] for row in ratings]
    categories = sorted(
        {value for row in rows for value in row if value is not None},
        key=lambda held: (len(held), sorted(map(repr, held))),
    )
    return _coded(rows, categories), categories


def _coded(rows: Sequence[Sequence[Hashable]], categories: Sequence[Hashable]) -> Codes:
    """Return the matrix of category positions."""
    if len({len(row) for row in rows}) > 1:
        raise UserError(
            "The raters' rows differ in length.",
            next_step="Give every rater one entry per unit, None where there is no rating.",
        )
    code: dict[Hashable, int] = {value: position for position, value in enumerate(categories)}
    code[None] = MISSING
    units = len(rows[0]) if rows else 0
    flat = [code[value] for row in rows for value in row]
    return np.array(flat, dtype=np.int64).reshape(len(rows), units)


def _label(value: object) -> Hashable:
    """Return a label as a plain value, None where it is missing."""
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float):
        if isnan(value):
            return None
        if not isfinite(value):
            raise UserError("A rating is infinite.", next_step="Correct or remove it.")
    if not isinstance(value, Hashable):
        raise UserError(
            f"{value!r} is no label.", next_step="Use agreement on sets for set-valued ratings."
        )
    return value


def _value_set(value: object) -> ValueSet | None:
    """Return a rating as a frozenset, None where it is missing."""
    if value is None or (isinstance(value, float) and isnan(value)):
        return None
    if isinstance(value, str) or not isinstance(value, Collection):
        raise UserError(
            f"{value!r} is not a set of values.",
            next_step="Give each rating as a set, None where there is no rating.",
        )
    return frozenset(value)


def _ordered(held: set[Hashable], order: Sequence[Hashable]) -> list[Hashable]:
    """Return the labels in use, ranked by `order`."""
    unranked = held - set(order)
    if unranked or len(set(order)) != len(order):
        listed = ", ".join(sorted(map(str, unranked))) or "a label twice"
        raise UserError(
            f"The order of labels does not fit the ratings: {listed}.",
            next_step="List every label once, from lowest to highest.",
        )
    return [value for value in order if value in held]


def _numbers(held: set[Hashable], level: Level) -> list[int | float]:
    """Return labels that are numbers, refusing what has no place on the scale."""
    numbers = [value for value in held if isinstance(value, int | float)]
    if len(numbers) < len(held):
        raise UserError(
            f"The {level} α needs numbers, and some ratings are not.",
            next_step='Give numbers, or for ordinal labels their order ("order").',
        )
    if level == "ratio" and any(value < 0 for value in numbers):
        raise UserError(
            "A ratio scale has no negative values.",
            next_step="Use the interval level, or correct the ratings.",
        )
    return numbers
