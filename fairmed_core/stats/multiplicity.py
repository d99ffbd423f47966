"""Adjusted p-values that control the false discovery rate."""

from __future__ import annotations

from collections.abc import Sequence
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
    listed = np.array(p, dtype=np.float64)  # None becomes NaN
    present = ~np.isnan(listed)
    complete = bool(present.all())
    values = listed if complete else listed[present]
    order = values.argsort()
    ordered = values[order]
    if len(values) and (ordered[0] < 0 or ordered[-1] > 1):
        raise UserError("A p-value lies outside [0, 1].", next_step="Correct the list.")
    rank = np.arange(1.0, len(values) + 1)
    harmonic = (1 / rank).sum() if method == "by" else 1.0
    ordered *= harmonic * len(values) / rank
    # A smaller p is never adjusted to more than a larger one, and none to more than 1.
    falling = ordered[::-1]
    np.minimum.accumulate(falling, out=falling)
    adjusted = np.empty_like(values)
    adjusted[order] = np.minimum(ordered, 1.0, out=ordered)
    found = adjusted.tolist()
    if complete:
        return tuple(found)
    known = iter(found)
    return tuple(next(known) if one else None for one in present.tolist())
