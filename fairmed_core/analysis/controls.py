"""Control excess: a contrast beside arms in which nothing that matters changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from fairmed_core.analysis.actions import actions, find_action
from fairmed_core.analysis.flips import flip_pairs
from fairmed_core.analysis.pairs import share
from fairmed_core.analysis.settings import STANDARD, Contrast, Resampling
from fairmed_core.errors import UserError
from fairmed_core.estimate import Estimate
from fairmed_core.stats.bootstrap import cluster_bootstrap
from fairmed_core.trajectories.cells import Floats
from fairmed_core.trajectories.table import Trajectories

CONTROLS = 3
NEGATIVE_ON_AVERAGE = (
    "Without an effect this is negative on average, because the largest of three controls is "
    "taken; it is credible only when its interval lies above 0."
)


def control_excess(
    trajectories: Trajectories,
    *,
    contrast: Contrast,
    controls: Sequence[Contrast],
    action: str | None = None,
    resampling: Resampling = STANDARD,
) -> Estimate:
    """Flip rate of a contrast minus that of the largest control.

    Parameters
    ----------
    trajectories
        What the agent did.
    contrast
        Reference and comparison.
    controls
        The three control arms (re-render, sham attribute, rare token), each a contrast with the
        reference of its own arm.
    action
        One yes/no action; None pools all of them.
    resampling
        Of vignettes, the same draw in all four arms; the maximum is taken anew each time.

    Returns
    -------
    Estimate
        Extra: ``contrast``, each control's rate under its condition's name, and ``credible`` (1
        when the interval lies above 0, else 0). Counts: ``vignettes`` with a valid pair in any
        of the four. Undefined with ``no_valid_pair`` when one of the four has none.

    Raises
    ------
    UserError
        When there are not three controls.

    References
    ----------
    arXiv 2609.03221, control arms; the maximum over controls is the conservative reading.
    """
    if len(controls) != CONTROLS:
        raise UserError(
            f"{len(controls)} control arms are named.",
            next_step="Name all three: re-render, sham attribute, rare token.",
        )
    arms = (contrast, *controls)
    vignettes = sorted({name for arm in arms for name in arm.cells(trajectories).vignettes})
    sums = np.column_stack([_rate_sums(trajectories, arm, action, vignettes) for arm in arms])
    title = f"control excess of {action or 'all actions'}"
    counts = {"vignettes": int((sums[:, 1::2] > 0).any(axis=1).sum())}
    totals = sums.sum(axis=0)
    if (totals[1::2] == 0).any():
        notes = (NEGATIVE_ON_AVERAGE,)
        return Estimate.undefined(title, "no_valid_pair", counts=counts, notes=notes)
    found = cluster_bootstrap(
        sums,
        statistic=_excess,
        resamples=resampling.resamples,
        level=resampling.level,
        seed=resampling.seed,
        name=title,
    )
    names = ("contrast", *(control.condition for control in controls))
    low = found.interval.low if found.interval is not None else None
    return replace(
        found,
        counts=counts,
        extra={
            **dict(zip(names, _rates(totals).tolist(), strict=True)),
            "credible": float(low is not None and low > 0),
        },
        method="flip rate of the contrast minus the largest of three controls",
        notes=(NEGATIVE_ON_AVERAGE,),
    )


def _rate_sums(
    trajectories: Trajectories, contrast: Contrast, action: str | None, vignettes: Sequence[str]
) -> Floats:
    """Return per vignette (V, 2) the summed flip shares of an arm and how many cells gave one."""
    cells = contrast.cells(trajectories)
    chosen = actions(cells.space) if action is None else (find_action(cells.space, action),)
    rows = [vignettes.index(name) for name in cells.vignettes]
    sums = np.zeros((len(vignettes), 2))
    for one in chosen:
        pairs = flip_pairs(cells, one, contrast)
        sums[rows, 0] += share(pairs.flipped, pairs.valid)
        sums[rows, 1] += pairs.carrying
    return sums


def _rates(totals: Floats) -> Floats:
    """Return the flip rate of each arm, NaN where a resample holds none of its vignettes."""
    counted = totals[..., 1::2]
    rates: Floats = np.where(counted > 0, share(totals[..., 0::2], counted), np.nan)
    return rates


def _excess(totals: Floats) -> Floats:
    rates = _rates(totals)
    excess: Floats = rates[..., 0] - rates[..., 1:].max(axis=-1)
    return excess
