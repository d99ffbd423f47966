"""The disagreement of identical draws in one cell."""

from __future__ import annotations

from math import comb

from fairmed_core.errors import UserError


def cell_floor(positives: int, draws: int) -> float | None:
    """Share of replicate pairs that disagree in one cell of repeated draws.

    Parameters
    ----------
    positives
        Number k of valid draws in which the action was taken.
    draws
        Number R of valid draws.

    Returns
    -------
    float or None
        k(R − k) / C(R, 2), unbiased for 2p(1 − p); None when R < 2, where no pair exists.

    Raises
    ------
    UserError
        When not 0 ≤ k ≤ R.

    References
    ----------
    arXiv 2609.03221, instability floor: the U-statistic of the pair disagreement.
    """
    if not 0 <= positives <= draws:
        raise UserError(
            f"{positives} positive draws out of {draws} is impossible.",
            next_step="Give counts with 0 ≤ positives ≤ draws.",
        )
    return None if draws < 2 else positives * (draws - positives) / comb(draws, 2)
