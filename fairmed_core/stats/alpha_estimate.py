"""From a model of α to an Estimate: refusals, percent agreement, bootstrap and jackknife."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from fairmed_core.estimate import Estimate, Interval
from fairmed_core.stats.alpha_model import AlphaModel
from fairmed_core.stats.arrays import Floats, checked_count, checked_level
from fairmed_core.stats.bootstrap import FEW_CLUSTERS, percentile_interval
from fairmed_core.stats.distributions import t_quantile
from fairmed_core.stats.resampling import resampled_totals
from fairmed_core.stats.seeding import Seed, recorded_seed

UNIT_BOOTSTRAP = "percentile bootstrap over units, expected disagreement anew"
JACKKNIFE_T = "jackknife-t over units"
_FEWEST_UNITS = 3
_BLOCK_CELLS = 2_000_000


def agreement_estimate(
    model: AlphaModel,
    *,
    raters: int,
    resamples: int,
    confidence: float,
    seed: Seed,
    name: str,
    method: str,
) -> Estimate:
    """Return α with its counts, percent agreement, and the interval asked for."""
    confidence = checked_level(confidence)
    resamples = checked_count(resamples, "resamples", least=0)
    estimate = point_estimate(model, raters=raters, name=name, method=method)
    if estimate.value is None or resamples == 0:
        return estimate
    interval, undefined = _unit_bootstrap(model, resamples, confidence, seed)
    low, high, error = jackknife_t(model, confidence)
    beside = {"jackknife_low": low, "jackknife_high": high, "se_jackknife": error}
    return replace(
        estimate,
        interval=interval,
        counts={**estimate.counts, "resamples": resamples, "undefined_resamples": undefined},
        extra={**estimate.extra, **({} if np.isnan(error) else beside)},
        seed=recorded_seed(seed),
    )


def point_estimate(model: AlphaModel, *, raters: int, name: str, method: str) -> Estimate:
    """Return α without interval, or the reason why it is undefined."""
    counts = {"raters": raters, **model.table.tally}
    if not len(model.table.sizes):
        return Estimate.undefined(
            name, "no_pairable_unit", unit="agreement", counts=counts, method=method
        )
    extra = {"percent_agreement": _percent_agreement(model)}
    totals = model.totals
    alpha = float(model.alpha(totals))
    if np.isnan(alpha):
        return Estimate.undefined(
            name, "no_variation", unit="agreement", counts=counts, extra=extra, method=method
        )
    observed, expected = model.disagreement(totals)
    extra |= {"observed_disagreement": float(observed), "expected_disagreement": float(expected)}
    return Estimate(
        name=name, value=alpha, unit="agreement", counts=counts, extra=extra, method=method
    )


def jackknife_t(model: AlphaModel, confidence: float) -> tuple[float, float, float]:
    """Return low end, high end and standard error of α ± t(U − 1)·SE; NaN where undefined."""
    units = len(model.table.sizes)
    totals = model.totals
    rows = max(1, _BLOCK_CELLS // len(totals))
    left_out = []
    for start in range(0, units, rows):
        block = model.sums[start : start + rows]
        dense = block if isinstance(block, np.ndarray) else block.toarray()
        left_out.append(model.alpha(totals - dense))
    values: Floats = np.concatenate(left_out)
    if units < _FEWEST_UNITS or np.isnan(values).any():
        return (float("nan"),) * 3
    error = float(np.sqrt((units - 1) / units * ((values - values.mean()) ** 2).sum()))
    half = t_quantile((1 + confidence) / 2, units - 1) * error
    alpha = float(model.alpha(totals))
    # α cannot exceed 1, whatever the standard error says.
    return alpha - half, min(1.0, alpha + half), error


def _unit_bootstrap(
    model: AlphaModel, resamples: int, confidence: float, seed: Seed
) -> tuple[Interval, int]:
    """Return the percentile interval over units and the number of resamples without variation."""
    units = len(model.table.sizes)
    if units < _FEWEST_UNITS:
        refused = Interval.refused(
            "fewer_than_three_units", level=confidence, method=UNIT_BOOTSTRAP
        )
        return refused, 0
    replicates = model.alpha(resampled_totals(model.sums, resamples=resamples, seed=seed))
    interval = percentile_interval(
        replicates, level=confidence, approximate=units <= FEW_CLUSTERS, method=UNIT_BOOTSTRAP
    )
    return interval, int(np.count_nonzero(np.isnan(replicates)))


def _percent_agreement(model: AlphaModel) -> float:
    """Return the share of rating pairs of the same unit that agree."""
    counts, sizes = model.table.counts, model.table.sizes
    agreeing = float(counts.multiply(counts).sum() - counts.sum())
    return agreeing / float((sizes * (sizes - 1)).sum())
