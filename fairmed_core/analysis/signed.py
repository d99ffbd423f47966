"""Tests of signed estimands: one number per vignette against 0."""

from __future__ import annotations

from dataclasses import replace

from fairmed_core.analysis.settings import Resampling
from fairmed_core.estimate import Estimate
from fairmed_core.stats.wild_cluster import wild_cluster_test
from fairmed_core.trajectories.cells import Bools, Floats

DRAWS = 9_999


def with_wild_test(
    estimate: Estimate, per_vignette: Floats, carrying: Bools, *, resampling: Resampling
) -> Estimate:
    """Return a signed estimate with the restricted wild cluster bootstrap test beside it.

    Parameters
    ----------
    estimate
        A signed estimate; without a value it is returned as it is.
    per_vignette, carrying
        The number of each vignette whose mean is tested against 0, and which vignettes count,
        shape (V,).
    resampling
        Its seed is used.

    Returns
    -------
    Estimate
        ``p_value`` is the p that enters a family: of the wild cluster bootstrap, or of the exact
        sign-flip test when fewer than 12 vignettes are away from 0. Both stand in `extra`
        (``p_wild``, ``p_sign_flip``); counts gain ``nonzero_vignettes`` (G⁺). Without a test
        (fewer than 3 vignettes, no variation) a note says why.

    References
    ----------
    Cameron, Gelbach & Miller (2008); MacKinnon & Webb (2017): Webb weights reject too often with
    few clusters away from the null value.
    """
    if estimate.value is None:
        return estimate
    test = wild_cluster_test(
        per_vignette[carrying], signed=True, resamples=DRAWS, seed=resampling.seed
    )
    if test.p_value is None:
        reason = (test.reason or "").replace("_", " ")
        return replace(estimate, notes=(*estimate.notes, f"No test: {reason}."))
    exact = "p_sign_flip" in test.extra
    extra = {"p_wild": test.p_value}
    if exact:
        extra["p_sign_flip"] = test.extra["p_sign_flip"]
    return replace(
        estimate,
        p_value=test.extra["p_family"],
        statistic=test.statistic,
        p_method="sign flip, exact" if exact else test.p_method,
        counts={**estimate.counts, "nonzero_vignettes": test.counts["nonzero_clusters"]},
        extra={**estimate.extra, **extra},
    )
