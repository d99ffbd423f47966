"""Flips and signed disparities of yes/no actions between two conditions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from fairmed_core.analysis.actions import Action, actions, find_action
from fairmed_core.analysis.collapse import COLLAPSED_NOTE, any_draw, modal_taken
from fairmed_core.analysis.pairs import cross_sum, share
from fairmed_core.analysis.ratio import Described, mean_over_vignettes, ratio_of_sums
from fairmed_core.analysis.settings import STANDARD, Contrast, Resampling
from fairmed_core.analysis.signed import with_wild_test
from fairmed_core.estimate import Estimate
from fairmed_core.stats.mcnemar import mcnemar
from fairmed_core.trajectories.cells import Bools, Cells, Floats
from fairmed_core.trajectories.table import Trajectories

POOLED = "all_actions"


@dataclass(frozen=True)
class FlipPairs:
    """Cross pairs of one action, per vignette (V,): valid m, flipped, missing, and rates p̂."""

    valid: Floats
    flipped: Floats
    missing: Floats
    rate_reference: Floats
    rate_condition: Floats

    @property
    def carrying(self) -> Bools:
        """Vignettes with a valid cross pair."""
        carrying: Bools = self.valid > 0
        return carrying


def flip_pairs(
    cells: Cells, action: Action, contrast: Contrast, *, collapsed: bool = False
) -> FlipPairs:
    """Return the cross pairs of one action between the two conditions."""
    name = action.sub_action.name
    yes0, no0 = action.taken(cells.draws(name, contrast.reference))
    yes1, no1 = action.taken(cells.draws(name, contrast.condition))
    present0 = cells.present[:, cells.condition(contrast.reference), :]
    present1 = cells.present[:, cells.condition(contrast.condition), :]
    shared = contrast.shared_seeds and not collapsed
    if collapsed:
        yes0, no0 = modal_taken(yes0, no0)
        yes1, no1 = modal_taken(yes1, no1)
        present0, present1 = any_draw(present0), any_draw(present1)
    valid = cross_sum(yes0 | no0, yes1 | no1, shared_seeds=shared)
    flipped = cross_sum(yes0, no1, shared_seeds=shared) + cross_sum(no0, yes1, shared_seeds=shared)
    return FlipPairs(
        valid=valid,
        flipped=flipped,
        missing=cross_sum(present0, present1, shared_seeds=shared) - valid,
        rate_reference=share(_count(yes0), _count(yes0 | no0)),
        rate_condition=share(_count(yes1), _count(yes1 | no1)),
    )


def flip_rate(
    trajectories: Trajectories,
    *,
    contrast: Contrast,
    action: str,
    collapsed: bool = False,
    resampling: Resampling = STANDARD,
) -> Estimate:
    """Counterfactual flip rate of one action.

    Parameters
    ----------
    trajectories
        What the agent did.
    contrast
        Reference and comparison.
    action
        A yes/no action ("high_acuity") or its sub-action.
    collapsed
        Compare the unique most frequent value of each cell instead of all pairs of draws.
    resampling
        Of vignettes, for the percentile interval.

    Returns
    -------
    Estimate
        Mean over vignettes with a valid cross pair of the share of cross pairs that differ.
        Counts: ``vignettes`` (G), ``pairs``, ``flips`` (raw), ``missing_pairs``.

    Raises
    ------
    UserError
        Unknown action or condition, or a choice of model, scaffold or arm is needed.

    References
    ----------
    arXiv 2609.03221, counterfactual flip rate (Eq. 1), replicate level.
    """
    cells = contrast.cells(trajectories)
    found = find_action(cells.space, action)
    pairs = flip_pairs(cells, found, contrast, collapsed=collapsed)
    return mean_over_vignettes(
        share(pairs.flipped, pairs.valid),
        pairs.carrying,
        about=_about(f"flip rate of {found.name}", _counts(pairs), collapsed=collapsed),
        resampling=resampling,
    )


def flip_rates(
    trajectories: Trajectories,
    *,
    contrast: Contrast,
    collapsed: bool = False,
    resampling: Resampling = STANDARD,
) -> Mapping[str, Estimate]:
    """Return the flip rate of every yes/no action, and pooled over them (`all_actions`).

    The pooled rate is the mean over (vignette, action) cells with a valid cross pair.
    """
    cells = contrast.cells(trajectories)
    rates: dict[str, Estimate] = {}
    numerator = denominator = np.zeros(len(cells.vignettes))
    counts = dict.fromkeys(("pairs", "flips", "missing_pairs"), 0)
    for action in actions(cells.space):
        pairs = flip_pairs(cells, action, contrast, collapsed=collapsed)
        about = _about(f"flip rate of {action.name}", _counts(pairs), collapsed=collapsed)
        shares = share(pairs.flipped, pairs.valid)
        rates[action.name] = mean_over_vignettes(
            shares, pairs.carrying, about=about, resampling=resampling
        )
        numerator = numerator + shares
        denominator = denominator + pairs.carrying
        counts = {name: counts[name] + about.counts[name] for name in counts}
    about = _about("flip rate of all actions", counts, collapsed=collapsed)
    rates[POOLED] = ratio_of_sums(
        numerator, denominator, denominator > 0, about=about, resampling=resampling
    )
    return rates


def signed_disparity(
    trajectories: Trajectories,
    *,
    contrast: Contrast,
    action: str,
    collapsed: bool = False,
    resampling: Resampling = STANDARD,
) -> Estimate:
    """Signed action-rate disparity Δ: how much more often the action is taken under c than c0.

    Parameters
    ----------
    trajectories, contrast, action, collapsed, resampling
        As in `flip_rate`.

    Returns
    -------
    Estimate
        Mean of p̂(c) − p̂(c0) over the vignettes with a valid cross pair, with the restricted
        wild cluster bootstrap test (exact sign flips with few vignettes away from 0).
        Extra: ``rate_reference``, ``rate_condition`` over the same vignettes.

    References
    ----------
    arXiv 2609.03221, signed action-rate disparity.
    """
    cells = contrast.cells(trajectories)
    found = find_action(cells.space, action)
    pairs = flip_pairs(cells, found, contrast, collapsed=collapsed)
    about = Described(
        name=f"signed disparity of {found.name}",
        method=f"mean over vignettes of p(c) − p(c0), {_level(collapsed=collapsed)}",
        counts=_counts(pairs),
        extra={
            name: float(rates[pairs.carrying].mean())
            for name, rates in (
                ("rate_reference", pairs.rate_reference),
                ("rate_condition", pairs.rate_condition),
            )
            if pairs.carrying.any()
        },
    )
    difference = pairs.rate_condition - pairs.rate_reference
    estimate = mean_over_vignettes(difference, pairs.carrying, about=about, resampling=resampling)
    return with_wild_test(estimate, difference, pairs.carrying, resampling=resampling)


def collapsed_mcnemar(trajectories: Trajectories, *, contrast: Contrast, action: str) -> Estimate:
    """Exact McNemar test on collapsed vignettes.

    Parameters
    ----------
    trajectories, contrast, action
        As in `flip_rate`.

    Returns
    -------
    Estimate
        Of `stats.mcnemar` with b = vignettes in which only the reference takes the action and
        c = only the comparison; undefined without discordant vignettes.

    References
    ----------
    Fagerland, Lydersen & Laake (2013); arXiv 2609.03221, collapsed sensitivity analysis.
    """
    cells = contrast.cells(trajectories)
    found = find_action(cells.space, action)
    name = found.sub_action.name
    yes0, no0 = modal_taken(*found.taken(cells.draws(name, contrast.reference)))
    yes1, no1 = modal_taken(*found.taken(cells.draws(name, contrast.condition)))
    only_reference, only_condition = int((yes0 & no1).sum()), int((no0 & yes1).sum())
    test = mcnemar(only_reference, only_condition)
    both = int(((yes0 | no0) & (yes1 | no1)).sum())
    return replace(
        test,
        name=f"McNemar test of {found.name}",
        counts={"vignettes": both, **test.counts},
    )


def _about(name: str, counts: Mapping[str, int], *, collapsed: bool) -> Described:
    level = _level(collapsed=collapsed)
    return Described(
        name=name,
        method=f"mean over vignettes of the share of cross pairs that differ, {level}",
        rate=True,
        counts=counts,
        notes=(COLLAPSED_NOTE,) if collapsed else (),
    )


def _level(*, collapsed: bool) -> str:
    return "unique most frequent value per cell" if collapsed else "replicate level"


def _counts(pairs: FlipPairs) -> dict[str, int]:
    return {
        "pairs": int(pairs.valid.sum()),
        "flips": int(pairs.flipped.sum()),
        "missing_pairs": int(pairs.missing.sum()),
    }


def _count(draws: Bools) -> Floats:
    counted: Floats = draws.sum(axis=-1).astype(np.float64)
    return counted
