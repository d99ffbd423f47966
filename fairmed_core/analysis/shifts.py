"""Signed shifts of an ordinal action between two conditions, and where its values went."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from fairmed_core.analysis.actions import find_sub_action
from fairmed_core.analysis.collapse import COLLAPSED_NOTE, mean_agreement, modal_values
from fairmed_core.analysis.pairs import cross_sum, share
from fairmed_core.analysis.ratio import Described, mean_over_vignettes
from fairmed_core.analysis.settings import STANDARD, Contrast, Resampling
from fairmed_core.domain.action_space import Kind, SubAction
from fairmed_core.errors import UserError
from fairmed_core.estimate import Estimate
from fairmed_core.stats.wilcoxon import wilcoxon_signed_rank
from fairmed_core.trajectories.cells import Cells, Floats
from fairmed_core.trajectories.table import Trajectories

UNITS = {Kind.DAYS: "days", Kind.CONTINUOUS: "points", Kind.BINARY: "rate", Kind.PHRASES: "phrases"}


@dataclass(frozen=True)
class TransitionTable:
    """Cross pairs by value in the reference (rows) and in the comparison (columns).

    Attributes
    ----------
    sub_action, reference, condition
        What is tabled.
    levels
        The values of rows and columns, ascending.
    pairs
        Raw pair counts, shape (L, L).
    weights
        The same with each vignette's pairs weighted 1/m_v: the table sums to G.
    vignettes
        G, vignettes with a valid cross pair.
    """

    sub_action: str
    reference: str
    condition: str
    levels: tuple[float, ...]
    pairs: npt.NDArray[np.int64]
    weights: Floats
    vignettes: int


def ordinal_shift(
    trajectories: Trajectories,
    *,
    contrast: Contrast,
    sub_action: str,
    collapsed: bool = False,
    resampling: Resampling = STANDARD,
) -> Estimate:
    """Signed shift of an ordinal sub-action, with the exact Wilcoxon signed-rank test.

    Parameters
    ----------
    trajectories
        What the agent did.
    contrast
        Reference and comparison.
    sub_action
        A numeric sub-action ("esi_acuity"), or the yes/no action cut from it.
    collapsed
        Compare the unique most frequent value of each cell (not for continuous values).
    resampling
        Of vignettes, for the percentile interval.

    Returns
    -------
    Estimate
        Mean over vignettes of the mean cross-pair difference a(c) − a(c0), in levels, days or
        points. The test is on the per-vignette means as exact fractions, zeros dropped
        (`wilcox`); ``extra["p_pratt"]`` keeps them. Collapsed, `extra` holds the cells' agreement:
        the mean share of draws equal to the most frequent value, by condition.
        Counts: ``vignettes`` (G), ``pairs``, ``higher``, ``lower``, ``unchanged`` vignettes.

    Raises
    ------
    UserError
        Unknown sub-action or condition, a set of orders, or a continuous value to collapse.

    References
    ----------
    arXiv 2609.03221, signed ordinal shift; Pratt (1959) for the zeros.
    """
    cells = contrast.cells(trajectories)
    found = find_sub_action(cells.space, sub_action)
    reference, condition = compared_draws(cells, found, contrast)
    agreement = _agreement(reference, condition) if collapsed else {}
    if collapsed:
        _refuse_continuous(found)
        reference, condition = modal_values(reference), modal_values(condition)
    shared = contrast.shared_seeds and not collapsed
    total, valid = shift_sums(reference, condition, shared_seeds=shared)
    carrying = valid > 0
    about = Described(
        name=f"signed shift of {found.name}",
        unit=UNITS.get(found.kind, "levels"),
        method="mean over vignettes of the mean cross-pair a(c) − a(c0), "
        + ("unique most frequent value per cell" if collapsed else "replicate level"),
        counts={
            "pairs": int(valid.sum()),
            "higher": int((total > 0).sum()),
            "lower": int((total < 0).sum()),
            "unchanged": int(((total == 0) & carrying).sum()),
        },
        extra=agreement,
        notes=(COLLAPSED_NOTE,) if collapsed else (),
    )
    estimate = mean_over_vignettes(
        share(total, valid), carrying, about=about, resampling=resampling
    )
    return _with_test(estimate, total[carrying], valid[carrying])


def transition_table(
    trajectories: Trajectories, *, contrast: Contrast, sub_action: str
) -> TransitionTable:
    """Return how the values of a sub-action moved between the conditions.

    Parameters
    ----------
    trajectories, contrast, sub_action
        As in `ordinal_shift`.

    Returns
    -------
    TransitionTable
        Over the sub-action's levels, or over the values seen where it has none.

    Raises
    ------
    UserError
        As in `ordinal_shift`.
    """
    cells = contrast.cells(trajectories)
    found = find_sub_action(cells.space, sub_action)
    reference, condition = compared_draws(cells, found, contrast)
    seen = np.unique(np.concatenate([reference.ravel(), condition.ravel()]))
    declared = [float(level.value) for level in found.levels]
    levels = np.unique(np.concatenate([seen[~np.isnan(seen)], declared]))
    shared = contrast.shared_seeds
    from_level = reference == levels[:, None, None]
    to_level = condition == levels[:, None, None]
    by_vignette = cross_sum(from_level[:, None], to_level[None], shared_seeds=shared)
    valid = cross_sum(~np.isnan(reference), ~np.isnan(condition), shared_seeds=shared)
    return TransitionTable(
        sub_action=found.name,
        reference=contrast.reference,
        condition=contrast.condition,
        levels=tuple(float(level) for level in levels),
        pairs=by_vignette.sum(axis=-1).astype(np.int64),
        weights=share(by_vignette, np.broadcast_to(valid, by_vignette.shape)).sum(axis=-1),
        vignettes=int((valid > 0).sum()),
    )


def compared_draws(
    cells: Cells, sub_action: SubAction, contrast: Contrast
) -> tuple[Floats, Floats]:
    """Return the draws (V, R) of reference and comparison."""
    return (
        cells.draws(sub_action.name, contrast.reference),
        cells.draws(sub_action.name, contrast.condition),
    )


def _refuse_continuous(sub_action: SubAction) -> None:
    if sub_action.kind is Kind.CONTINUOUS:
        raise UserError(
            f"{sub_action.name} is continuous: its draws have no most frequent value.",
            next_step="Read it at replicate level.",
        )


def _agreement(reference: Floats, condition: Floats) -> dict[str, float]:
    """Return how far the draws of a cell agree with its most frequent value."""
    found = {
        "agreement_reference": mean_agreement(reference),
        "agreement_condition": mean_agreement(condition),
    }
    return {name: value for name, value in found.items() if value is not None}


def shift_sums(
    reference: Floats, condition: Floats, *, shared_seeds: bool
) -> tuple[Floats, Floats]:
    """Return per vignette Σ a(c) − a(c0) over valid cross pairs, and their number."""
    valid0, valid1 = ~np.isnan(reference), ~np.isnan(condition)
    value0, value1 = np.nan_to_num(reference), np.nan_to_num(condition)
    total = cross_sum(valid0, value1, shared_seeds=False) - cross_sum(value0, valid1)
    if shared_seeds:
        both = valid0 & valid1
        total = total - np.where(both, value1 - value0, 0.0).sum(axis=-1)
    return total, cross_sum(valid0, valid1, shared_seeds=shared_seeds)


def _quotient(total: float, count: int) -> Fraction:
    above, below = total.as_integer_ratio()
    return Fraction(above, below * count)


def _with_test(estimate: Estimate, total: Floats, valid: Floats) -> Estimate:
    """Return the shift with its test on the per-vignette means as exact fractions."""
    if estimate.value is None:
        return estimate
    means = [_quotient(t, int(m)) for t, m in zip(total.tolist(), valid.tolist(), strict=True)]
    test = wilcoxon_signed_rank(means, zeros="wilcox")
    pratt = wilcoxon_signed_rank(means, zeros="pratt")
    extra = {} if pratt.p_value is None else {"p_pratt": pratt.p_value}
    return replace(
        estimate,
        p_value=test.p_value,
        statistic=test.statistic,
        p_method=test.p_method,
        extra={**estimate.extra, **extra},
    )
