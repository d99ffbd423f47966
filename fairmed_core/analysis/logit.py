"""The random-intercept logistic model of one contrast, on single draws."""

from __future__ import annotations

import numpy as np

from fairmed_core.analysis.actions import find_action
from fairmed_core.analysis.settings import Contrast
from fairmed_core.stats.mixed_logit import RandomInterceptFit, random_intercept_logit
from fairmed_core.trajectories.table import Trajectories


def logit_contrast(
    trajectories: Trajectories, *, contrast: Contrast, action: str, level: float = 0.95
) -> RandomInterceptFit:
    """Conditional odds ratio and marginal effect of a condition on a yes/no action.

    Parameters
    ----------
    trajectories
        What the agent did.
    contrast
        Reference and comparison.
    action
        A yes/no action or its sub-action.
    level
        Nominal coverage of the intervals.

    Returns
    -------
    RandomInterceptFit
        Of `random_intercept_logit` with the vignette as group and every valid draw of either
        condition as a trial; both effects are named after the condition.

    Raises
    ------
    UserError
        Unknown action or condition.

    References
    ----------
    arXiv 2609.03221 names this model as its primary analysis and leaves it unwritten.
    """
    cells = contrast.cells(trajectories)
    found = find_action(cells.space, action)
    conditions = (contrast.reference, contrast.condition)
    taken = [found.taken(cells.draws(found.sub_action.name, name)) for name in conditions]
    yes = np.concatenate([yes.sum(axis=-1) for yes, _ in taken])
    valid = np.concatenate([(yes | no).sum(axis=-1) for yes, no in taken])
    count = len(cells.vignettes)
    return random_intercept_logit(
        yes,
        valid,
        groups=list(cells.vignettes) * 2,
        condition=[name for name in conditions for _ in range(count)],
        reference=contrast.reference,
        level=level,
    )
