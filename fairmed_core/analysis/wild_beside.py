"""What of a wild cluster test stands beside a signed estimate."""

from __future__ import annotations

from dataclasses import replace

from fairmed_core.estimate import Estimate
from fairmed_core.stats.distributions import t_quantile

DRAWS = 9_999
_ROUNDING = 1e-9


def with_test(estimate: Estimate, test: Estimate) -> Estimate:
    """Return a signed estimate with the test of its vignettes, or with why there is none."""
    if test.p_value is None:
        reason = (test.reason or "").replace("_", " ")
        return replace(estimate, notes=(*estimate.notes, f"No test: {reason}."))
    exact = "p_sign_flip" in test.extra
    extra = {"p_wild": test.p_value}
    if exact:
        extra["p_sign_flip"] = test.extra["p_sign_flip"]
    extra |= _t_interval(estimate, test)
    return replace(
        estimate,
        p_value=test.extra["p_family"],
        statistic=test.statistic,
        p_method="sign flip, exact" if exact else test.p_method,
        counts={**estimate.counts, "nonzero_vignettes": test.counts["nonzero_clusters"]},
        extra={**estimate.extra, **extra},
    )


def _t_interval(estimate: Estimate, test: Estimate) -> dict[str, float]:
    """Return the t(G − 1) interval of a plain mean over vignettes; a weighted ratio has none."""
    value, mean, interval = estimate.value, test.value, estimate.interval
    if value is None or mean is None or interval is None:
        return {}
    error = test.extra["se"]
    if abs(mean - value) > _ROUNDING * (abs(value) + error):
        return {}
    half = t_quantile((1 + interval.level) / 2, test.counts["clusters"] - 1) * error
    return {"t_low": value - half, "t_high": value + half}
