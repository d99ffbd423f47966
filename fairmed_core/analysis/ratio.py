"""Ratios of sums over vignettes: the common form of the estimands, with cluster intervals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from fairmed_core.analysis.batch import UNDEFINED, Batch
from fairmed_core.analysis.settings import Resampling
from fairmed_core.estimate import Estimate
from fairmed_core.stats.bootstrap import FEW_CLUSTERS, before_resampling, cluster_bootstrap
from fairmed_core.trajectories.cells import Bools, Floats

FEW_FOR_EXCESS = 49


@dataclass(frozen=True)
class Described:
    """What stands beside a ratio's value.

    Attributes
    ----------
    name, unit, method
        As in `Estimate`.
    rate
        Whether it lies in [0, 1] and counts flips (one-sided limit where none occurred).
    counts, extra, notes, ground_truth
        As in `Estimate`.
    """

    name: str
    unit: str = "rate"
    method: str = ""
    rate: bool = False
    counts: Mapping[str, int] = field(default_factory=dict)
    extra: Mapping[str, float] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    ground_truth: bool | None = None

    def undefined(self, reason: str) -> Estimate:
        """Return the estimate that has no value, and why."""
        return Estimate.undefined(
            self.name,
            reason,
            unit=self.unit,
            counts=self.counts,
            extra=self.extra,
            method=self.method,
            ground_truth=self.ground_truth,
            notes=self.notes,
        )


def ratio_of_sums(
    numerator: Floats,
    denominator: Floats,
    carrying: Bools,
    *,
    about: Described,
    resampling: Resampling,
    reason: str = "no_valid_pair",
    excess: bool = False,
) -> Estimate:
    """Return Σ numerator ÷ Σ denominator over the carrying vignettes, with its interval.

    Parameters
    ----------
    numerator, denominator
        One number per vignette, shape (V,).
    carrying
        Which vignettes the estimator rests on (the clusters that are resampled), shape (V,).
    about
        Name, counts and notes.
    resampling
        Of whole vignettes.
    reason
        Why the ratio is undefined where the denominator is 0.
    excess
        The ratio is an excess over a floor: its percentile interval covers too rarely, so it
        stays approximate below 50 vignettes and the bootstrap-t interval stands in `extra`.

    Returns
    -------
    Estimate
        With ``vignettes`` (G) first among its counts.

    References
    ----------
    Cameron, Gelbach & Miller (2008), section 2: clusters are drawn whole, with replacement.
    """
    counts = {"vignettes": int(carrying.sum()), **about.counts}
    about = replace(about, counts=counts)
    if denominator[carrying].sum() == 0:
        return about.undefined(reason)
    sums = np.column_stack([numerator[carrying], denominator[carrying]])
    found = _with_interval(sums, about=about, resampling=resampling, excess=excess)
    undefined = found.counts.get(UNDEFINED, 0)
    return replace(
        found,
        counts={**counts, UNDEFINED: undefined} if undefined else counts,
        extra={**about.extra, **found.extra},
        method=about.method,
        notes=about.notes,
        ground_truth=about.ground_truth,
    )


def _with_interval(
    sums: Floats, *, about: Described, resampling: Resampling, excess: bool
) -> Estimate:
    """Return the ratio of sums (G, 2) with its interval, or with one that a batch will draw."""
    few = FEW_FOR_EXCESS if excess else FEW_CLUSTERS
    if isinstance(resampling, Batch) and not excess:
        found = before_resampling(
            sums,
            level=resampling.level,
            seed=resampling.seed,
            rate=about.rate,
            name=about.name,
            unit=about.unit,
        )
        approximate = found.counts["clusters"] <= few
        found = replace(found, counts={})
        if found.value is None or found.interval is not None:
            return found
        return resampling.defer(found, sums, approximate=approximate)
    return cluster_bootstrap(
        sums,
        resamples=resampling.resamples,
        level=resampling.level,
        seed=resampling.seed,
        rate=about.rate,
        bootstrap_t=excess,
        approximate_up_to=few,
        name=about.name,
        unit=about.unit,
    )


def mean_over_vignettes(
    values: Floats,
    carrying: Bools,
    *,
    about: Described,
    resampling: Resampling,
    reason: str = "no_valid_pair",
    excess: bool = False,
) -> Estimate:
    """Return the mean over the carrying vignettes, each with equal weight; see `ratio_of_sums`."""
    return ratio_of_sums(
        np.where(carrying, values, 0.0),
        carrying.astype(np.float64),
        carrying,
        about=about,
        resampling=resampling,
        reason=reason,
        excess=excess,
    )
