"""Propagation as observed: descriptive strata, which identify no effect."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from fairmed_core.analysis.actions import Action, find_action
from fairmed_core.analysis.bands import bands_in_use
from fairmed_core.analysis.pairs import share
from fairmed_core.analysis.ratio import Described, ratio_of_sums
from fairmed_core.analysis.settings import STANDARD, Contrast, Resampling
from fairmed_core.analysis.within_range_shift import in_range_shifts
from fairmed_core.domain.action_space import Kind, Step
from fairmed_core.domain.resolution import ResolvedBand
from fairmed_core.estimate import Estimate
from fairmed_core.stats.pvalues import monte_carlo_p
from fairmed_core.trajectories.cells import Bools, Cells, Floats
from fairmed_core.trajectories.table import Trajectories

NOT_IDENTIFIED = "identified: false. The strata were not assigned; this is a description."
IDENTIFIED = "identified"
PERMUTATIONS = 10_000
_TIE = 1e-10


def observational_propagation(
    trajectories: Trajectories,
    *,
    contrast: Contrast,
    upstream: str,
    downstream: str,
    resampling: Resampling = STANDARD,
) -> Mapping[str, Estimate]:
    """Downstream flips by what the upstream action did; descriptive only.

    Parameters
    ----------
    trajectories
        Free-running runs.
    contrast
        Reference and comparison.
    upstream, downstream
        Two yes/no actions, the second at a later or the same step.
    resampling
        Of vignettes.

    Returns
    -------
    mapping
        ``upstream flipped`` and ``upstream held`` → Σ (downstream flips in the stratum)/m ÷
        Σ (pairs in the stratum)/m, with ``share``, the stratum's mean share of pairs. For a
        downstream step after the results also ``orders coincide`` and ``orders differ``, by
        whether both draws ordered the same set. ``identified`` is 0 in every one. Undefined with
        ``no_pair_in_stratum`` or ``no_valid_pair``.

    Raises
    ------
    UserError
        Unknown action or condition.

    References
    ----------
    arXiv 2609.03221, observational propagation.
    """
    cells = contrast.cells(trajectories)
    first, second = find_action(cells.space, upstream), find_action(cells.space, downstream)
    up_valid, up_flip = _pair_flips(cells, first, contrast)
    valid, flip = _pair_flips(cells, second, contrast)
    both = valid & up_valid
    strata = {"upstream flipped": (both, up_flip), "upstream held": (both, ~up_flip)}
    if second.sub_action.step.position > Step.RESULTS.position:
        known, same = _same_orders(cells, contrast)
        ordered = valid & known
        strata |= {"orders coincide": (ordered, same), "orders differ": (ordered, ~same)}
    return {
        name: _stratum(f"{downstream} flips, {name}", pairs, inside, flip, resampling)
        for name, (pairs, inside) in strata.items()
    }


def accumulation(
    trajectories: Trajectories,
    *,
    contrast: Contrast,
    bands: Sequence[ResolvedBand],
    orientation: Mapping[str, int] | None = None,
    resampling: Resampling = STANDARD,
) -> Mapping[str, Estimate]:
    """Whether small within-band shifts of several steps add up; descriptive only.

    Parameters
    ----------
    trajectories, contrast, bands
        As in `within_range_flip_rate`; every numeric sub-action with a band is a step.
    orientation
        −1 for sub-actions whose rising values count against the sum (acuity levels); others +1.
    resampling
        Its seed is used for the permutations.

    Returns
    -------
    mapping
        ``composite`` → mean over vignettes of |Σ_s z|, z the within-band shift of step s divided
        by its largest absolute value over vignettes, with the p of random signs within each
        vignette. ``concordance`` → over vignettes with two or more non-zero shifts, the mean
        share of step pairs of equal sign. ``identified`` is 0 in both. Undefined with
        ``no_vignette_with_two_shifts``.

    References
    ----------
    arXiv 2609.03221, accumulation composite.
    """
    cells = contrast.cells(trajectories)
    shifts = _scaled_shifts(cells, contrast, bands, orientation or {})
    moving = shifts[(shifts != 0).sum(axis=1) > 1]
    counts = {"vignettes": len(moving), "steps": shifts.shape[1]}
    reason = "" if len(moving) else "no_vignette_with_two_shifts"
    composite = _composite(moving, resampling.seed) if not reason else None
    concordance = _concordance(moving) if not reason else None
    named = {"composite": composite, "concordance": concordance}
    return {
        name: _described(
            replace(found, counts=counts)
            if found is not None
            else Estimate.undefined(f"accumulation, {name}", reason, counts=counts)
        )
        for name, found in named.items()
    }


def _pair_flips(cells: Cells, action: Action, contrast: Contrast) -> tuple[Bools, Bools]:
    """Return which cross pairs (V, R, R) are valid, and which of them flip."""
    yes0, no0 = action.taken(cells.draws(action.sub_action.name, contrast.reference))
    yes1, no1 = action.taken(cells.draws(action.sub_action.name, contrast.condition))
    valid = (yes0 | no0)[:, :, None] & (yes1 | no1)[:, None, :]
    if contrast.shared_seeds:
        valid &= ~np.eye(valid.shape[-1], dtype=np.bool_)
    flip = (yes0[:, :, None] & no1[:, None, :]) | (no0[:, :, None] & yes1[:, None, :])
    return valid, flip & valid


def _same_orders(cells: Cells, contrast: Contrast) -> tuple[Bools, Bools]:
    """Return for which cross pairs both order sets are known, and for which they coincide."""
    shape = (len(cells.vignettes), len(cells.replicates), len(cells.replicates))
    known, same = np.ones(shape, dtype=np.bool_), np.ones(shape, dtype=np.bool_)
    for sub_action in cells.space.sub_actions:
        if sub_action.kind is Kind.ORDERS:
            left = cells.ordered(sub_action.name, contrast.reference)[:, :, None]
            right = cells.ordered(sub_action.name, contrast.condition)[:, None, :]
            known &= (left >= 0) & (right >= 0)
            same &= left == right
    return known, same


def _stratum(
    name: str, valid: Bools, inside: Bools, flip: Bools, resampling: Resampling
) -> Estimate:
    pairs = valid.sum(axis=(1, 2)).astype(np.float64)
    chosen = (valid & inside).sum(axis=(1, 2)).astype(np.float64)
    flips = (valid & inside & flip).sum(axis=(1, 2)).astype(np.float64)
    carrying = pairs > 0
    about = Described(
        name,
        method="ratio of Σ 1/m-weighted flips to pairs of the stratum",
        rate=True,
        counts={"pairs": int(chosen.sum()), "flips": int(flips.sum())},
    )
    if not carrying.any():
        return _described(about.undefined("no_valid_pair"))
    shares = share(chosen, pairs)
    about = replace(about, extra={"share": float(shares[carrying].mean())})
    return _described(
        ratio_of_sums(
            share(flips, pairs),
            shares,
            carrying,
            about=about,
            resampling=resampling,
            reason="no_pair_in_stratum",
        )
    )


def _scaled_shifts(
    cells: Cells,
    contrast: Contrast,
    bands: Sequence[ResolvedBand],
    orientation: Mapping[str, int],
) -> Floats:
    """Return z (V, S): within-band shifts of each banded sub-action over its largest."""
    columns: list[Floats] = []
    for sub_action in cells.space.sub_actions:
        if sub_action.kind is Kind.ORDERS:
            continue
        used = bands_in_use(bands, sub_action=sub_action, cells=cells)
        if not len(used.rows):
            continue
        total, _, valid = in_range_shifts(cells, used, contrast)
        column = np.zeros(len(cells.vignettes))
        column[used.rows] = share(total, valid)
        largest = np.abs(column).max()
        scale = orientation.get(sub_action.name, 1) / (largest if largest > 0 else 1.0)
        columns.append(column * scale)
    return np.column_stack(columns) if columns else np.zeros((len(cells.vignettes), 0))


def _composite(shifts: Floats, seed: int) -> Estimate:
    value = float(np.abs(shifts.sum(axis=1)).mean())
    generator = np.random.default_rng(seed)
    extreme = 0
    # One row of signs per permutation and cell, in blocks that stay small in memory.
    block = max(1, 2_000_000 // shifts.size)
    for start in range(0, PERMUTATIONS, block):
        count = min(block, PERMUTATIONS - start)
        signs = generator.integers(0, 2, size=(count, *shifts.shape)) * 2 - 1
        permuted = np.abs((signs * shifts).sum(axis=2)).mean(axis=1)
        extreme += int((permuted >= value * (1 - _TIE)).sum())
    return Estimate(
        name="accumulation, composite",
        value=value,
        unit="scaled shift",
        p_value=monte_carlo_p(extreme, PERMUTATIONS),
        p_method=f"random signs within vignettes, {PERMUTATIONS} permutations",
        method="mean over vignettes of the absolute sum of scaled within-band shifts",
        seed=seed,
    )


def _concordance(shifts: Floats) -> Estimate:
    up = (shifts > 0).sum(axis=1).astype(np.float64)
    down = (shifts < 0).sum(axis=1).astype(np.float64)
    equal = up * (up - 1) / 2 + down * (down - 1) / 2
    pairs = (up + down) * (up + down - 1) / 2
    return Estimate(
        name="accumulation, concordance",
        value=float((equal / pairs).mean()),
        method="mean over vignettes of the share of step pairs of equal sign",
    )


def _described(estimate: Estimate) -> Estimate:
    """Return a descriptive estimate marked as identifying nothing."""
    return replace(
        estimate,
        extra={**estimate.extra, IDENTIFIED: 0.0},
        notes=(*estimate.notes, NOT_IDENTIFIED),
    )
