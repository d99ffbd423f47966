"""The within-range signed shift: inequity between two acceptable actions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from fairmed_core.analysis.actions import find_sub_action
from fairmed_core.analysis.bands import BandsInUse, bands_in_use
from fairmed_core.analysis.pairs import cross_sum, share
from fairmed_core.analysis.ratio import Described, ratio_of_sums
from fairmed_core.analysis.settings import STANDARD, Contrast, Resampling
from fairmed_core.analysis.shifts import UNITS
from fairmed_core.analysis.signed import with_wild_test
from fairmed_core.analysis.within_range import notes_of
from fairmed_core.domain.action_space import Kind
from fairmed_core.domain.resolution import ResolvedBand
from fairmed_core.errors import UserError
from fairmed_core.estimate import Estimate
from fairmed_core.trajectories.cells import Bools, Cells, Floats
from fairmed_core.trajectories.table import Trajectories


def within_range_shift(
    trajectories: Trajectories,
    *,
    contrast: Contrast,
    sub_action: str,
    bands: Sequence[ResolvedBand],
    resampling: Resampling = STANDARD,
) -> Estimate:
    """Signed shift between acceptable actions: what the flip rate cannot see.

    Parameters
    ----------
    trajectories, contrast, resampling
        As in `within_range_flip_rate`.
    sub_action
        A numeric sub-action, with or without a cut, or the yes/no action cut from it.
    bands
        The bands; all banded vignettes count, straddling or not.

    Returns
    -------
    Estimate
        Σ_v (Σ in-range (a(c) − a(c0)))/m_v ÷ Σ n_v/m_v, in levels, days or points, with the
        wild cluster test on the per-vignette numerators. Counts: ``vignettes``,
        ``pairs_in_range``, bands by level. Extra: ``straddling_only``, the same over straddling
        bands. Undefined with ``no_band``, ``no_valid_pair`` or ``no_pair_in_range``.

    Raises
    ------
    UserError
        As in `within_range_flip_rate`, and for a set of orders.
    """
    cells = contrast.cells(trajectories)
    found = find_sub_action(cells.space, sub_action)
    if found.kind is Kind.ORDERS:
        raise UserError(
            "Sets of orders have no signed shift.",
            next_step="Use out_of_range_flow for over- and under-ordering.",
        )
    used = bands_in_use(bands, sub_action=found, cells=cells)
    about = Described(
        name=f"within-range shift of {found.name}",
        unit=UNITS.get(found.kind, "levels"),
        method="ratio of Σ 1/m-weighted in-range shifts to in-range pairs",
        counts=used.counts(),
        notes=notes_of(used),
        ground_truth=used.ground_truth,
    )
    if not len(used.rows):
        return about.undefined("no_band")
    total, inside_pairs, valid = in_range_shifts(cells, used, contrast)
    above, below = share(total, valid), share(inside_pairs, valid)
    carrying = valid > 0
    if not carrying.any():
        return about.undefined("no_valid_pair")
    straddling = carrying & used.straddling
    counts = {"pairs_in_range": int(inside_pairs.sum()), **about.counts}
    about = replace(about, counts=counts, extra=_straddling_only(above, below, straddling))
    estimate = ratio_of_sums(
        above, below, carrying, about=about, resampling=resampling, reason="no_pair_in_range"
    )
    return with_wild_test(estimate, above, carrying, resampling=resampling)


def _straddling_only(above: Floats, below: Floats, straddling: Bools) -> dict[str, float]:
    pairs = float(below[straddling].sum())
    return {"straddling_only": float(above[straddling].sum()) / pairs} if pairs > 0 else {}


def in_range_shifts(
    cells: Cells, used: BandsInUse, contrast: Contrast
) -> tuple[Floats, Floats, Floats]:
    """Return per banded vignette Σ in-range a(c) − a(c0), in-range pairs n, valid pairs m."""
    name, shared = used.sub_action.name, contrast.shared_seeds
    reference = cells.draws(name, contrast.reference)[used.rows]
    condition = cells.draws(name, contrast.condition)[used.rows]
    in0, in1 = (used.held(cells, side) for side in (contrast.reference, contrast.condition))
    value0, value1 = np.where(in0, reference, 0.0), np.where(in1, condition, 0.0)
    total = cross_sum(in0, value1) - cross_sum(value0, in1)
    if shared:
        total = total - np.where(in0 & in1, value1 - value0, 0.0).sum(axis=-1)
    valid = cross_sum(~np.isnan(reference), ~np.isnan(condition), shared_seeds=shared)
    return total, cross_sum(in0, in1, shared_seeds=shared), valid
