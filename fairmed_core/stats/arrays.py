"""Checked conversion of what a caller hands in; a wrong number must never get through."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fairmed_core.errors import UserError

Floats = NDArray[np.float64]


def finite_array(values: ArrayLike, name: str, *, dimensions: tuple[int, ...] = (1,)) -> Floats:
    """Return `values` as float64 with an allowed number of dimensions and only finite entries."""
    try:
        array = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise UserError(
            f"{name} must hold numbers in rows of equal length.",
            next_step="Take missing entries out before the call.",
        ) from error
    if array.ndim not in dimensions:
        wanted = " or ".join(str(n) for n in dimensions)
        raise UserError(
            f"{name} has {array.ndim} dimensions; {wanted} expected.",
            next_step="Give one row per cluster.",
        )
    if not np.isfinite(array).all():
        raise UserError(
            f"{name} contains NaN or an infinity.",
            next_step="Take missing entries out before the call.",
        )
    return array


def checked_level(level: float) -> float:
    """Return a confidence level strictly between 0 and 1."""
    if not 0 < level < 1:
        raise UserError(
            f"A confidence level of {level} is impossible.",
            next_step="Give a number between 0 and 1, such as 0.95.",
        )
    return float(level)


def checked_count(count: int, name: str, *, least: int = 1) -> int:
    """Return a whole number of at least `least`."""
    whole = isinstance(count, int | float | np.number) and float(count).is_integer()
    if isinstance(count, bool) or not whole or count < least:
        raise UserError(
            f"{name} must be a whole number of at least {least}, not {count!r}.",
            next_step="Correct the argument.",
        )
    return int(count)
