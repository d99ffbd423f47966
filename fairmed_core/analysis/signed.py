"""Tests of signed estimands: one number per vignette against 0."""

from __future__ import annotations

from fairmed_core.analysis.batch import Batch, PendingInterval
from fairmed_core.analysis.settings import Resampling
from fairmed_core.analysis.wild_beside import DRAWS, with_test
from fairmed_core.estimate import Estimate
from fairmed_core.stats.wild_cluster import wild_cluster_test
from fairmed_core.trajectories.cells import Bools, Floats


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
        (``p_wild``, ``p_sign_flip``), and for a plain mean the t(G − 1) interval (``t_low``,
        ``t_high``), which holds its level with few vignettes; counts gain
        ``nonzero_vignettes`` (G⁺). Without a test (fewer than 3 vignettes, no variation)
        a note says why.

    References
    ----------
    Cameron, Gelbach & Miller (2008); MacKinnon & Webb (2017): Webb weights reject too often with
    few clusters away from the null value.
    """
    if estimate.value is None:
        return estimate
    values = per_vignette[carrying]
    if isinstance(resampling, Batch) and isinstance(estimate.interval, PendingInterval):
        resampling.defer_test(estimate.interval, values)
        return estimate
    test = wild_cluster_test(values, signed=True, resamples=DRAWS, seed=resampling.seed)
    return with_test(estimate, test)
