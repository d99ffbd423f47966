"""The within-range floor of one condition, and the excess of a contrast over two of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from fairmed_core.analysis.actions import Action, action_of, find_sub_action
from fairmed_core.analysis.bands import BandsInUse, bands_in_use
from fairmed_core.analysis.pairs import cross_sum, replicate_flips, share, unordered_pairs
from fairmed_core.analysis.ratio import Described, ratio_of_sums
from fairmed_core.analysis.settings import ONLY, STANDARD, Contrast, Resampling, Setting
from fairmed_core.analysis.within_range import notes_of
from fairmed_core.domain.resolution import ResolvedBand
from fairmed_core.estimate import Estimate
from fairmed_core.trajectories.cells import Bools, Cells, Floats
from fairmed_core.trajectories.table import Trajectories

TWO_IN_RANGE = "fewer_than_two_draws_in_range"


@dataclass(frozen=True)
class _InRange:
    """Draws (B, R) of one condition on the banded vignettes: in band with and without φ, valid."""

    yes: Bools
    no: Bools
    valid: Bools

    @property
    def flips(self) -> Floats:
        """Replicate pairs with both draws in band that differ, g_v."""
        return replicate_flips(self.yes, self.no)[0]

    @property
    def pairs(self) -> Floats:
        """Replicate pairs with both draws in band, h_v."""
        return replicate_flips(self.yes, self.no)[1]

    @property
    def valid_pairs(self) -> Floats:
        """Valid replicate pairs, M_v."""
        return unordered_pairs(self.valid.sum(axis=-1).astype(np.float64))


def within_range_floor(
    trajectories: Trajectories,
    *,
    action: str,
    bands: Sequence[ResolvedBand],
    setting: Setting = ONLY,
    resampling: Resampling = STANDARD,
) -> Estimate:
    """Within-range floor: how often identical draws flip between two acceptable actions.

    Parameters
    ----------
    trajectories
        What the agent did.
    action
        A yes/no action or its sub-action.
    bands
        The bands; straddling ones count.
    setting
        The condition in which the draws were repeated.
    resampling
        Of vignettes, for the percentile interval.

    Returns
    -------
    Estimate
        Σ g_v/M_v ÷ Σ h_v/M_v over straddling vignettes with two valid draws: h_v replicate pairs
        with both draws in band, g_v of those that flip. Counts: ``vignettes``,
        ``flips_in_range``, ``pairs_in_range``, ``pairs`` (raw), bands by level. Undefined with
        ``no_threshold``, ``no_band``, ``no_straddling_band``, ``fewer_than_two_draws`` or
        ``no_straddling_pair_in_range``.

    Raises
    ------
    UserError
        As in `within_range_flip_rate`.
    """
    cells, condition = setting.cells(trajectories)
    used = bands_in_use(bands, sub_action=find_sub_action(cells.space, action), cells=cells)
    found = action_of(used.sub_action)
    about = _about("within-range floor", found, used)
    why = _no_straddling(found, used)
    if found is None or why:
        return about.undefined(why)
    draws = _in_range(cells, found, used, condition)
    carrying = used.straddling & (draws.valid_pairs > 0)
    counts = {
        "flips_in_range": int(draws.flips[carrying].sum()),
        "pairs_in_range": int(draws.pairs[carrying].sum()),
        "pairs": int(draws.valid_pairs[carrying].sum()),
    }
    about = replace(
        about,
        rate=True,
        method="ratio of Σ 1/M-weighted in-range flips to in-range replicate pairs",
        counts={**counts, **about.counts},
    )
    if not carrying.any():
        return about.undefined("fewer_than_two_draws")
    return ratio_of_sums(
        share(draws.flips, draws.valid_pairs),
        share(draws.pairs, draws.valid_pairs),
        carrying,
        about=about,
        resampling=resampling,
        reason="no_straddling_pair_in_range",
    )


def within_range_excess(
    trajectories: Trajectories,
    *,
    contrast: Contrast,
    action: str,
    bands: Sequence[ResolvedBand],
    resampling: Resampling = STANDARD,
) -> Estimate:
    """Within-range excess: flips between acceptable actions beyond those of identical draws.

    Parameters
    ----------
    trajectories, contrast, action, bands, resampling
        As in `within_range_flip_rate`.

    Returns
    -------
    Estimate
        Σ w_v (d_v − ½[f_v(c0) + f_v(c)]) ÷ Σ w_v over straddling vignettes, d and f among draws
        in band, w_v = C(r0, 2)·C(r1, 2) ÷ [C(R0, 2)·C(R1, 2)] with r draws in band of R valid.
        May be negative. Counts: ``vignettes`` (G, those that carry weight),
        ``straddling_vignettes``, bands by level. Extra: ``between``, ``within``, the weighted d
        and ½[f + f], and the bootstrap-t interval. Undefined with ``no_threshold``, ``no_band``,
        ``no_straddling_band`` or ``fewer_than_two_draws_in_range``.

    Raises
    ------
    UserError
        As in `within_range_flip_rate`.

    Notes
    -----
    The weight n_v/m_v of the flip rate would bias the excess at few draws.
    """
    cells = contrast.cells(trajectories)
    used = bands_in_use(bands, sub_action=find_sub_action(cells.space, action), cells=cells)
    found = action_of(used.sub_action)
    about = _about("within-range excess", found, used)
    why = _no_straddling(found, used)
    if found is None or why:
        return about.undefined(why)
    draws0 = _in_range(cells, found, used, contrast.reference)
    draws1 = _in_range(cells, found, used, contrast.condition)
    between = _between(draws0, draws1, shared_seeds=contrast.shared_seeds)
    within = (share(draws0.flips, draws0.pairs) + share(draws1.flips, draws1.pairs)) / 2
    weight = share(draws0.pairs * draws1.pairs, draws0.valid_pairs * draws1.valid_pairs)
    carrying = used.straddling & (weight > 0)
    weight = np.where(carrying, weight, 0.0)
    about = replace(
        about,
        method="weighted mean over vignettes of d − ½[f(c0) + f(c)] among draws in band",
        counts={"straddling_vignettes": int(used.straddling.sum()), **about.counts},
        extra=_weighted(between=between, within=within, weight=weight),
    )
    return ratio_of_sums(
        weight * (between - within),
        weight,
        carrying,
        about=about,
        resampling=resampling,
        reason=TWO_IN_RANGE,
        excess=True,
    )


def _in_range(cells: Cells, action: Action, used: BandsInUse, condition: str) -> _InRange:
    values = cells.draws(action.sub_action.name, condition)[used.rows]
    held = used.held(cells, condition)
    yes, no = action.taken(values)
    return _InRange(yes & held, no & held, ~np.isnan(values))


def _between(draws0: _InRange, draws1: _InRange, *, shared_seeds: bool) -> Floats:
    """Return d_v: the share of cross pairs in band that flip."""
    flips = cross_sum(draws0.yes, draws1.no, shared_seeds=shared_seeds) + cross_sum(
        draws0.no, draws1.yes, shared_seeds=shared_seeds
    )
    pairs = cross_sum(draws0.yes | draws0.no, draws1.yes | draws1.no, shared_seeds=shared_seeds)
    return share(flips, pairs)


def _weighted(*, between: Floats, within: Floats, weight: Floats) -> dict[str, float]:
    total = float(weight.sum())
    if total == 0:
        return {}
    return {
        "between": float((weight * between).sum()) / total,
        "within": float((weight * within).sum()) / total,
    }


def _no_straddling(action: Action | None, used: BandsInUse) -> str:
    """Return why there is no straddling band, or ""."""
    if action is None:
        return "no_threshold"
    if not len(used.rows):
        return "no_band"
    return "" if used.straddling.any() else "no_straddling_band"


def _about(title: str, action: Action | None, used: BandsInUse) -> Described:
    name = used.sub_action.name if action is None else action.name
    return Described(
        name=f"{title} of {name}",
        counts=used.counts(),
        notes=notes_of(used),
        ground_truth=used.ground_truth,
    )
