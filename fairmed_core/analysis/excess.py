"""Floor excess: what a contrast adds to the disagreement of identical draws."""

from __future__ import annotations

from fairmed_core.analysis.actions import find_action
from fairmed_core.analysis.flips import flip_pairs
from fairmed_core.analysis.floor import READING_RULE
from fairmed_core.analysis.pairs import replicate_flips, share
from fairmed_core.analysis.ratio import Described, mean_over_vignettes
from fairmed_core.analysis.settings import STANDARD, Contrast, Resampling
from fairmed_core.estimate import Estimate
from fairmed_core.trajectories.cells import Floats
from fairmed_core.trajectories.table import Trajectories


def floor_excess(
    trajectories: Trajectories,
    *,
    contrast: Contrast,
    action: str,
    resampling: Resampling = STANDARD,
) -> Estimate:
    """Floor excess: mean squared difference in action probability between two conditions.

    Parameters
    ----------
    trajectories
        What the agent did.
    contrast
        Reference and comparison.
    action
        A yes/no action or its sub-action.
    resampling
        Of vignettes.

    Returns
    -------
    Estimate
        Mean over vignettes with two valid draws in both conditions of
        d_v − ½[f_v(c0) + f_v(c)]; may be negative and is never clipped. Extra: its own
        ``between`` (d) and ``within`` (½[f(c0) + f(c)]) over those vignettes, and the
        bootstrap-t interval. Counts: ``vignettes`` (G), ``few_draws_in_reference``,
        ``few_draws_in_condition``, ``few_draws_in_both`` (the vignettes left out, by side).
        Undefined with ``fewer_than_two_draws`` when no vignette qualifies.

    Raises
    ------
    UserError
        Unknown action or condition.

    References
    ----------
    arXiv 2609.03221, Eq. 2: P(φ differs) = ½[f(c0) + f(c)] + δ². Unbiased for mean δ².
    """
    cells = contrast.cells(trajectories)
    found = find_action(cells.space, action)
    name = found.sub_action.name
    pairs = flip_pairs(cells, found, contrast)
    flips0, pairs0 = replicate_flips(*found.taken(cells.draws(name, contrast.reference)))
    flips1, pairs1 = replicate_flips(*found.taken(cells.draws(name, contrast.condition)))
    between = share(pairs.flipped, pairs.valid)
    within = (share(flips0, pairs0) + share(flips1, pairs1)) / 2
    few0, few1 = pairs0 == 0, pairs1 == 0
    carrying = ~few0 & ~few1
    about = Described(
        name=f"floor excess of {found.name}",
        method="mean over vignettes of d − ½[f(c0) + f(c)]",
        counts={
            "few_draws_in_reference": int((few0 & ~few1).sum()),
            "few_draws_in_condition": int((few1 & ~few0).sum()),
            "few_draws_in_both": int((few0 & few1).sum()),
        },
        extra=_parts(between[carrying], within[carrying]),
        notes=(READING_RULE,),
    )
    return mean_over_vignettes(
        between - within,
        carrying,
        about=about,
        resampling=resampling,
        reason="fewer_than_two_draws",
        excess=True,
    )


def _parts(between: Floats, within: Floats) -> dict[str, float]:
    if not len(between):
        return {}
    return {"between": float(between.mean()), "within": float(within.mean())}
