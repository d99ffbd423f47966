"""What of a wild cluster test stands beside a signed estimate."""

from __future__ import annotations

from dataclasses import replace

from fairmed_core.estimate import Estimate

DRAWS = 9_999


def with_test(estimate: Estimate, test: Estimate) -> Estimate:
    """Return a signed estimate with the test of its vignettes, or with why there is none."""
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
