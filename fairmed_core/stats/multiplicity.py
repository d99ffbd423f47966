"""Adjusted p-values that control the false discovery rate."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan
from typing import Literal

import numpy as np

from fairmed_core.errors import UserError

FdrMethod = Literal["by", "bh"]


def adjust_pvalues(
    p: Sequence[float | None], *, method: FdrMethod = "by"
) -> tuple[float | None, ...]:
    """Adjust p-values for the false discovery rate.

    Parameters
    ----------
    p
        p-values of one family; None or NaN where there is none. A missing p stays missing and is
        not counted in the size of the family.
    method
        ``by`` Benjamini-Yekutieli (any dependence), ``bh`` Benjamini-Hochberg.

    Returns
    -------
    tuple of float or None
        Adjusted p-values in the order given; reject at rate q where adjusted ≤ q.

    Raises
    ------
    UserError
        For a p outside [0, 1] or an unknown method.

    References
    ----------
    Benjamini & Hochberg (1995); Benjamini & Yekutieli (2001), theorem 1.3.
    """
    if method not in ("by", "bh"):
        raise UserError(f"{method!r} is no adjustment.", next_step="Choose by or bh.")
    present = [i for i, value in enumerate(p) if value is not None and not isnan(value)]
    values = np.array([p[i] for i in present], dtype=np.float64)
    if np.any((values < 0) | (values > 1)):
        raise UserError("A p-value lies outside [0, 1].", next_step="Correct the list.")
    size = len(values)
    harmonic = float((1 / np.arange(1, size + 1)).sum()) if method == "by" else 1.0
    order = np.argsort(values, kind="stable")
    scaled = values[order] * harmonic * size / np.arange(1, size + 1)
    monotone = np.minimum.accumulate(scaled[::-1])[::-1]
    adjusted: list[float | None] = [None] * len(p)
    for position, value in zip(order, np.minimum(monotone, 1.0), strict=True):
        adjusted[present[position]] = float(value)
    return tuple(adjusted)
