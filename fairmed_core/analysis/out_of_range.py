"""Out-of-range flow: decisions that leave the acceptable set, the case flip rates are blind to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from fairmed_core.analysis.actions import action_of, find_sub_action
from fairmed_core.analysis.bands import BandsInUse, bands_in_use
from fairmed_core.analysis.pairs import cross_sum, share
from fairmed_core.analysis.ratio import Described, mean_over_vignettes
from fairmed_core.analysis.settings import STANDARD, Contrast, Resampling
from fairmed_core.analysis.signed import with_wild_test
from fairmed_core.analysis.within_range import notes_of, range_pairs
from fairmed_core.domain.acceptable import OrderSet, ValueSet
from fairmed_core.domain.action_space import Kind
from fairmed_core.domain.resolution import ResolvedBand
from fairmed_core.estimate import Estimate
from fairmed_core.trajectories.cells import Bools, Cells, Codes, Floats, Orders
from fairmed_core.trajectories.table import Trajectories

Sides = Mapping[str, Bools]
VALUE_SIDES = ("below", "above", "gap")
ORDER_SIDES = ("under_ordered", "over_ordered", "under_and_over_ordered")


@dataclass(frozen=True)
class _Placed:
    """Draws (B, R) of one condition: valid, in band, and out of it by side."""

    valid: Bools
    inside: Bools
    sides: Sides


def out_of_range_flow(
    trajectories: Trajectories,
    *,
    contrast: Contrast,
    sub_action: str,
    bands: Sequence[ResolvedBand],
    resampling: Resampling = STANDARD,
) -> Estimate:
    """Net flow out of the acceptable set when the condition changes.

    Parameters
    ----------
    trajectories, contrast, bands, resampling
        As in `within_range_flip_rate`; every banded vignette counts.
    sub_action
        Any sub-action with bands, orders included, or the yes/no action cut from it.

    Returns
    -------
    Estimate
        Mean over banded vignettes with a valid pair of the share of pairs that leave the band
        only in the comparison minus only in the reference; signed, with the wild cluster test.
        Extra: ``reference_only``, ``condition_only``, ``both`` (mean shares of pairs); the first
        two by side (``condition_only_below``, ``_above``, ``_gap`` between acceptable values;
        for orders ``_under_ordered``, ``_over_ordered``, ``_under_and_over_ordered``); and where
        bands straddle the cut the identity ``straddling_flip_rate`` =
        ``straddling_flips_in_range`` + ``straddling_flips_out_of_range``. Counts: ``vignettes``,
        raw ``pairs_reference_only``, ``pairs_condition_only``, ``pairs_both``, bands by level.
        Undefined with ``no_band`` or ``no_valid_pair``.

    Raises
    ------
    UserError
        As in `within_range_flip_rate`.
    """
    cells = contrast.cells(trajectories)
    used = bands_in_use(bands, sub_action=find_sub_action(cells.space, sub_action), cells=cells)
    about = Described(
        name=f"net out-of-range flow of {used.sub_action.name}",
        method="mean over vignettes of pairs out of band only in c minus only in c0",
        counts=used.counts(),
        notes=notes_of(used),
        ground_truth=used.ground_truth,
    )
    if not len(used.rows):
        return about.undefined("no_band")
    reference = _placed(cells, used, contrast.reference)
    condition = _placed(cells, used, contrast.condition)
    shared = contrast.shared_seeds
    valid = cross_sum(reference.valid, condition.valid, shared_seeds=shared)
    carrying = valid > 0
    if not carrying.any():
        return about.undefined("no_valid_pair")
    flows = _flows(reference, condition, shared_seeds=shared)
    shares = {name: share(pairs, valid) for name, pairs in flows.items()}
    extra = {name: float(values[carrying].mean()) for name, values in shares.items()}
    raw = {
        f"pairs_{name}": int(flows[name].sum())
        for name in ("reference_only", "condition_only", "both")
    }
    about = replace(
        about, counts={**raw, **about.counts}, extra={**extra, **_identity(cells, used, contrast)}
    )
    net = shares["condition_only"] - shares["reference_only"]
    estimate = mean_over_vignettes(net, carrying, about=about, resampling=resampling)
    return with_wild_test(estimate, net, carrying, resampling=resampling)


def _flows(reference: _Placed, condition: _Placed, *, shared_seeds: bool) -> dict[str, Floats]:
    """Return per vignette the pairs that leave the band, by condition and side."""

    def pairs(left: Bools, right: Bools) -> Floats:
        return cross_sum(left, right, shared_seeds=shared_seeds)

    out0, out1 = reference.valid & ~reference.inside, condition.valid & ~condition.inside
    flows = {
        "reference_only": pairs(out0, condition.inside),
        "condition_only": pairs(reference.inside, out1),
        "both": pairs(out0, out1),
    }
    for side, where in reference.sides.items():
        flows[f"reference_only_{side}"] = pairs(where, condition.inside)
    for side, where in condition.sides.items():
        flows[f"condition_only_{side}"] = pairs(reference.inside, where)
    return flows


def _identity(cells: Cells, used: BandsInUse, contrast: Contrast) -> dict[str, float]:
    """Return the flip rate on straddling vignettes and its two parts."""
    action = action_of(used.sub_action)
    if action is None:
        return {}
    pairs = range_pairs(cells, action, used, contrast=contrast)
    rows = used.straddling & (pairs.valid > 0)
    if not rows.any():
        return {}
    name = used.sub_action.name
    yes0, no0 = action.taken(cells.draws(name, contrast.reference)[used.rows])
    yes1, no1 = action.taken(cells.draws(name, contrast.condition)[used.rows])
    shared = contrast.shared_seeds
    flips = cross_sum(yes0, no1, shared_seeds=shared) + cross_sum(no0, yes1, shared_seeds=shared)
    rate = share(flips, pairs.valid)[rows].mean()
    in_range = share(pairs.flips, pairs.valid)[rows].mean()
    return {
        "straddling_flip_rate": float(rate),
        "straddling_flips_in_range": float(in_range),
        "straddling_flips_out_of_range": float(rate - in_range),
    }


def _placed(cells: Cells, used: BandsInUse, condition: str) -> _Placed:
    name = used.sub_action.name
    if used.sub_action.kind is Kind.ORDERS:
        codes = cells.ordered(name, condition)[used.rows]
        sets = cells.order_sets[name]
        held = used.held(cells, condition)
        return _Placed(codes >= 0, held, _order_sides(used, codes, sets))
    values = cells.draws(name, condition)[used.rows]
    held = used.held(cells, condition)
    return _Placed(~np.isnan(values), held, _value_sides(used, values, held))


def _value_sides(used: BandsInUse, values: Floats, held: Bools) -> Sides:
    """Return which draws lie below, above or in a gap of their band; an empty band has no sides."""
    bounds = [
        (min(one.values), max(one.values)) if isinstance(one, ValueSet) and len(one) else None
        for one in used.sets
    ]
    low = np.array([np.nan if b is None else b[0] for b in bounds])[:, None]
    high = np.array([np.nan if b is None else b[1] for b in bounds])[:, None]
    below, above = values < low, values > high
    gap = (values > low) & (values < high) & ~held
    return dict(zip(VALUE_SIDES, (below, above, gap), strict=True))


def _order_sides(used: BandsInUse, codes: Codes, sets: tuple[Orders, ...]) -> Sides:
    """Return which order sets lack a required test, hold one not allowed, or both."""
    under, over = np.zeros(codes.shape, dtype=np.bool_), np.zeros(codes.shape, dtype=np.bool_)
    for row, band in enumerate(used.sets):
        if not isinstance(band, OrderSet):
            continue
        for code in np.unique(codes[row]).tolist():
            if code >= 0:
                here = codes[row] == code
                under[row, here] = not band.required <= sets[code]
                over[row, here] = not sets[code] <= band.allowed
    return dict(zip(ORDER_SIDES, (under & ~over, over & ~under, under & over), strict=True))
