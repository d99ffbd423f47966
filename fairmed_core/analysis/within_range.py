"""The within-range flip rate: flips between two acceptable actions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from fairmed_core.analysis.actions import Action, action_of, find_sub_action
from fairmed_core.analysis.bands import BandsInUse, bands_in_use
from fairmed_core.analysis.collapse import any_draw, modal_values
from fairmed_core.analysis.pairs import cross_sum, share
from fairmed_core.analysis.ratio import Described, ratio_of_sums
from fairmed_core.analysis.settings import STANDARD, Contrast, Resampling
from fairmed_core.domain.action_space import Kind
from fairmed_core.domain.resolution import ResolvedBand
from fairmed_core.estimate import Estimate
from fairmed_core.trajectories.cells import Bools, Cells, Floats
from fairmed_core.trajectories.table import Trajectories

Denominator = Literal["straddling", "banded"]
CATEGORIES = ("in_range", "out_in_reference", "out_in_condition", "out_in_both", "missing")
PROVISIONAL = "Provisional: not every band used here is clinician-adjudicated."
MECHANICAL_ZERO = (
    "A one-value band on a yes/no action cannot flip in range: its zero is mechanical."
)


@dataclass(frozen=True)
class RangePairs:
    """Cross pairs of the banded vignettes, per vignette (B,).

    Attributes
    ----------
    valid
        m_v, valid pairs.
    in_range, flips
        n_v with both draws in band, f_v of those that flip.
    out_in_reference, out_in_condition, out_in_both
        Valid pairs with a draw outside: only the reference's, only the comparison's, both.
    missing
        Pairs of which a draw is missing.
    """

    valid: Floats
    in_range: Floats
    flips: Floats
    out_in_reference: Floats
    out_in_condition: Floats
    out_in_both: Floats
    missing: Floats


def within_range_flip_rate(
    trajectories: Trajectories,
    *,
    contrast: Contrast,
    action: str,
    bands: Sequence[ResolvedBand],
    denominator: Denominator = "straddling",
    collapsed: bool = False,
    resampling: Resampling = STANDARD,
) -> Estimate:
    """Within-range flip rate (WCFR), with everything that must stand beside it.

    Parameters
    ----------
    trajectories
        What the agent did.
    contrast
        Reference and comparison.
    action
        A yes/no action or its sub-action.
    bands
        The bands; an empty sequence is allowed and leaves the rate undefined.
    denominator
        "straddling": only bands with values on both sides of the cut (WCFR). "banded": every
        band (the all-in-range rate, Eq. 3).
    collapsed
        Compare the unique most frequent value of each cell instead of all pairs of draws.
    resampling
        Of the vignettes that carry the rate, for the percentile interval.

    Returns
    -------
    Estimate
        Σ f_v/m_v ÷ Σ n_v/m_v over vignettes with a valid pair. Counts: ``vignettes`` (G),
        ``pairs_in_range``, ``flips_in_range`` (raw), bands at each level, ``excluded_bands``.
        Extra: for ``straddling`` and ``banded`` bands apart, and each of ``in_range``,
        ``out_in_reference``, ``out_in_condition``, ``out_in_both``, ``missing``, the number of
        vignettes, of raw pairs and the Σ 1/m_v share (``straddling_in_range_pairs`` …), and
        ``all_in_range_rate`` / ``wcfr``, the other rate. ``ground_truth`` says whether every
        band of the sub-action that meets the trajectories is clinician-adjudicated. Undefined
        with ``no_threshold``, ``no_band``, ``no_straddling_band``, ``no_valid_pair`` or
        ``no_straddling_pair_in_range`` (``no_pair_in_range`` for "banded").

    Raises
    ------
    UserError
        Two bands for one vignette and sub-action; unknown action or condition.

    References
    ----------
    arXiv 2609.03221, within-range flip rate and Eq. 3.
    """
    cells = contrast.cells(trajectories)
    sub_action = find_sub_action(cells.space, action)
    used = bands_in_use(bands, sub_action=sub_action, cells=cells)
    reading = Reading(contrast, denominator, collapsed, resampling)
    return rate_within(cells, used, reading)


@dataclass(frozen=True)
class Reading:
    """How a within-range rate is taken; the fields are those of `within_range_flip_rate`."""

    contrast: Contrast
    denominator: Denominator
    collapsed: bool
    resampling: Resampling


def rate_within(cells: Cells, used: BandsInUse, reading: Reading) -> Estimate:
    """Return the within-range rate with the given bands; see `within_range_flip_rate`."""
    action = action_of(used.sub_action)
    name = used.sub_action.name if action is None else action.name
    if action is None or not len(used.rows):
        about = _about(name, used, reading.denominator)
        return about.undefined("no_threshold" if action is None else "no_band")
    pairs = range_pairs(cells, action, used, contrast=reading.contrast, collapsed=reading.collapsed)
    return _rate(name, used, pairs, reading)


def range_pairs(
    cells: Cells, action: Action, used: BandsInUse, *, contrast: Contrast, collapsed: bool = False
) -> RangePairs:
    """Return the cross pairs of the banded vignettes by where their draws lie."""
    name = action.sub_action.name
    reference = cells.draws(name, contrast.reference)[used.rows]
    condition = cells.draws(name, contrast.condition)[used.rows]
    present0 = cells.present[used.rows, cells.condition(contrast.reference), :]
    present1 = cells.present[used.rows, cells.condition(contrast.condition), :]
    shared = contrast.shared_seeds and not collapsed
    in0, in1 = (used.held(cells, side) for side in (contrast.reference, contrast.condition))
    if collapsed:
        (reference, in0), (condition, in1) = _modal(reference, in0), _modal(condition, in1)
        present0, present1 = any_draw(present0), any_draw(present1)

    def pairs(left: Bools, right: Bools) -> Floats:
        return cross_sum(left, right, shared_seeds=shared)

    valid0, valid1 = ~np.isnan(reference), ~np.isnan(condition)
    yes0, no0 = action.taken(reference)
    yes1, no1 = action.taken(condition)
    valid = pairs(valid0, valid1)
    return RangePairs(
        valid=valid,
        in_range=pairs(in0, in1),
        flips=pairs(in0 & yes0, in1 & no1) + pairs(in0 & no0, in1 & yes1),
        out_in_reference=pairs(valid0 & ~in0, in1),
        out_in_condition=pairs(in0, valid1 & ~in1),
        out_in_both=pairs(valid0 & ~in0, valid1 & ~in1),
        missing=pairs(present0, present1) - valid,
    )


def _modal(values: Floats, held: Bools) -> tuple[Floats, Bools]:
    """Return the most frequent value of each cell (B, 1), and whether it lies in the band."""
    modal = modal_values(values)
    return modal, any_draw(held & (values == modal))


def accounting(pairs: RangePairs, used: BandsInUse) -> dict[str, float]:
    """Return where the pairs went, by vignettes, raw pairs and Σ 1/m_v shares."""
    numbers: dict[str, float] = {}
    everything = np.ones(len(used.rows), dtype=np.bool_)
    for group, rows in (("straddling", used.straddling), ("banded", everything)):
        valid = pairs.valid[rows]
        numbers[f"{group}_vignettes"] = float(rows.sum())
        for category in CATEGORIES:
            count = getattr(pairs, category)[rows]
            missing = category == "missing"
            shares = (valid == 0).astype(np.float64) if missing else share(count, valid)
            numbers[f"{group}_{category}_vignettes"] = float((count > 0).sum())
            numbers[f"{group}_{category}_pairs"] = float(count.sum())
            numbers[f"{group}_{category}_share"] = float(shares.sum())
    return numbers


def _rate(name: str, used: BandsInUse, pairs: RangePairs, reading: Reading) -> Estimate:
    denominator = reading.denominator
    rows = {"straddling": used.straddling, "banded": np.ones(len(used.rows), dtype=np.bool_)}
    in_range, flips = share(pairs.in_range, pairs.valid), share(pairs.flips, pairs.valid)
    extra = accounting(pairs, used)
    for other, title in (("straddling", "wcfr"), ("banded", "all_in_range_rate")):
        below = float(in_range[rows[other]].sum())
        if other != denominator and below > 0:
            extra[title] = float(flips[rows[other]].sum()) / below
    carrying = rows[denominator] & (pairs.valid > 0)
    about = _about(
        name,
        used,
        denominator,
        counts={
            "pairs_in_range": int(pairs.in_range[carrying].sum()),
            "flips_in_range": int(pairs.flips[carrying].sum()),
        },
        extra=extra,
    )
    if denominator == "straddling" and not used.straddling.any():
        return about.undefined("no_straddling_band")
    if not carrying.any():
        return about.undefined("no_valid_pair")
    reason = "no_straddling_pair_in_range" if denominator == "straddling" else "no_pair_in_range"
    return ratio_of_sums(
        flips, in_range, carrying, about=about, resampling=reading.resampling, reason=reason
    )


def _about(
    action: str,
    used: BandsInUse,
    denominator: Denominator,
    *,
    counts: Mapping[str, int] | None = None,
    extra: Mapping[str, float] | None = None,
) -> Described:
    title = "within-range flip rate" if denominator == "straddling" else "all-in-range flip rate"
    return Described(
        name=f"{title} of {action}",
        method="ratio of Σ 1/m-weighted in-range flips to in-range pairs",
        rate=True,
        counts={**(counts or {}), **used.counts()},
        extra=extra or {},
        notes=notes_of(used),
        ground_truth=used.ground_truth,
    )


def notes_of(used: BandsInUse) -> tuple[str, ...]:
    """Return the sentences that must be printed beside a number these bands enter."""
    notes: tuple[str, ...] = () if used.ground_truth else (PROVISIONAL,)
    if used.excluded:
        notes += (f"Excluded, without a resolved set: {', '.join(used.excluded)}.",)
    if used.sub_action.kind is Kind.BINARY and not used.straddling.all():
        notes += (MECHANICAL_ZERO,)
    return notes
