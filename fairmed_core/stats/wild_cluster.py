"""The restricted wild cluster bootstrap test of a signed mean over clusters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from fairmed_core.errors import UserError
from fairmed_core.estimate import Estimate
from fairmed_core.stats.arrays import Floats, checked_count, finite_array
from fairmed_core.stats.permutation import sign_flip_test
from fairmed_core.stats.pvalues import bounded_p
from fairmed_core.stats.seeding import Seed, recorded_seed
from fairmed_core.stats.wild_moments import (
    Distribution,
    Resamples,
    Scores,
    WildDraws,
    wild_draws,
)

Clusters = Sequence[float] | Sequence[Sequence[float]] | Floats

WILD = "restricted wild cluster bootstrap"
_FEWEST = 3
_FEW_NONZERO = 12
_NOISE = 1e-12


def wild_cluster_test(
    clusters: Clusters,
    *,
    mu0: float = 0.0,
    weights: ArrayLike | None = None,
    resamples: Resamples = 9_999,
    distribution: Distribution = "webb",
    signed: bool = False,
    seed: Seed = 0,
    name: str = "mean over clusters",
    unit: str = "rate",
) -> Estimate:
    """Restricted wild cluster bootstrap test of a mean over clusters (intercept only).

    Parameters
    ----------
    clusters
        One number per cluster, shape (G,), each weighing the same; or the observations of each
        cluster (rows may differ in length), which then weighs by their number.
    mu0
        Value of the mean under the null, which is imposed on the draws.
    weights
        Weights of the clusters, shape (G,), in place of those above.
    resamples
        Draws when not all can be enumerated; up to 2·10⁶ possible draws all are used.
        ``"enumerate"`` insists on all.
    distribution
        ``webb`` six-point or ``rademacher`` weights.
    signed
        Must be True: declares that the estimand has a sign. A rate that cannot be negative has no
        null value the draws could be symmetric about.
    seed
        Seed or Generator; unused when all draws are enumerated.
    name, unit
        Name and unit of the mean.

    Returns
    -------
    Estimate
        Value: the mean; statistic: t with factor G/(G − 1). Counts: ``clusters`` (G),
        ``nonzero_clusters`` (G⁺, clusters away from `mu0`), ``draws``. Extra: ``se``, ``mu0``,
        ``p_family`` (the p that enters a family) and, when G⁺ < 12, ``p_sign_flip``, which then is
        that p because Webb weights reject too often there. Undefined with
        ``fewer_than_three_clusters`` or ``no_variation``.

    Raises
    ------
    UserError
        When `signed` is not declared, for weights that are not positive, NaN or infinities.

    References
    ----------
    Cameron, Gelbach & Miller (2008), section 4; MacKinnon & Webb (2017); Webb (2023), six-point
    weights. Ties: |t*| ≥ |t|(1 − 1e-10).
    """
    prepared = prepare(
        clusters,
        weights=weights,
        resamples=resamples,
        distribution=distribution,
        signed=signed,
        seed=seed,
        name=name,
        unit=unit,
    )
    if isinstance(prepared, Estimate):
        return prepared
    return tested(prepared, mu0, name=name, unit=unit, distribution=distribution, seed=seed)


def prepare(
    clusters: Clusters,
    *,
    weights: ArrayLike | None,
    resamples: Resamples,
    distribution: Distribution,
    signed: bool,
    seed: Seed,
    name: str,
    unit: str,
) -> WildDraws | Estimate:
    """Return the draws of a test, or the undefined estimate that says why there are none."""
    demand_signed(name, signed=signed)
    if resamples != "enumerate":
        resamples = checked_count(resamples, "resamples")
    means, weight = _means_and_weights(clusters, weights)
    scores = scores_of(means, weight, name=name, unit=unit)
    if isinstance(scores, Estimate):
        return scores
    return wild_draws(scores, distribution=distribution, resamples=resamples, seed=seed)


def demand_signed(name: str, *, signed: bool) -> None:
    """Refuse an estimand that nobody declared to have a sign."""
    if not signed:
        raise UserError(
            f"The wild cluster test does not apply to {name}: it is not declared signed.",
            next_step="Declare signed=True for a signed estimand; use the cluster bootstrap else.",
        )


def scores_of(means: Floats, weight: Floats, *, name: str, unit: str) -> Scores | Estimate:
    """Return the clusters around their mean, or the undefined estimate of too few or equal ones."""
    counts = {"clusters": len(means)}
    if len(means) < _FEWEST:
        return Estimate.undefined(
            name, "fewer_than_three_clusters", unit=unit, counts=counts, method=WILD
        )
    mean = float(weight @ means / weight.sum())
    centred = weight * (means - mean)
    if np.abs(centred).max() <= _NOISE * np.abs(weight * means).max():
        return Estimate.undefined(name, "no_variation", unit=unit, counts=counts, method=WILD)
    return Scores(centred, weight, mean)


def tested(
    draws: WildDraws,
    mu0: float,
    *,
    name: str,
    unit: str,
    distribution: Distribution,
    seed: Seed,
) -> Estimate:
    """Return the estimate with its test against a null value."""
    how = f"all {draws.draws} draws" if draws.enumerated else f"{draws.draws} draws"
    return estimate_of_test(
        draws.scores,
        mu0,
        draws.p_value(mu0),
        name=name,
        unit=unit,
        draws=draws.draws,
        p_method=f"{WILD}, {distribution}, {how}",
        seed=None if draws.enumerated else recorded_seed(seed),
    )


def estimate_of_test(
    scores: Scores,
    mu0: float,
    p_value: float,
    *,
    name: str,
    unit: str,
    draws: int,
    p_method: str,
    seed: int | None,
) -> Estimate:
    """Return the estimate with a p-value found; the exact sign-flip p beside it where G⁺ < 12."""
    shifted = scores.centred - (mu0 - scores.mean) * scores.weights
    scale = np.abs(scores.centred).max() + abs(mu0 - scores.mean) * scores.weights.max()
    shifted = np.where(np.abs(shifted) <= _NOISE * scale, 0.0, shifted)
    nonzero = int(np.count_nonzero(shifted))
    p = bounded_p(p_value)
    estimate = Estimate(
        name=name,
        value=scores.mean,
        unit=unit,
        counts={"clusters": scores.clusters, "nonzero_clusters": nonzero, "draws": draws},
        p_value=p,
        statistic=scores.t(mu0),
        p_method=p_method,
        extra={"se": scores.error, "mu0": mu0, "p_family": p},
        method="weighted mean over clusters",
        seed=seed,
    )
    if nonzero >= _FEW_NONZERO:
        return estimate
    exact = sign_flip_test(shifted).p_value or 1.0
    return replace(estimate, extra={**estimate.extra, "p_sign_flip": exact, "p_family": exact})


def _means_and_weights(clusters: Clusters, weights: ArrayLike | None) -> tuple[Floats, Floats]:
    """Return mean and weight of each cluster."""
    rows = clusters if isinstance(clusters, np.ndarray) and clusters.ndim == 1 else list(clusters)
    if isinstance(rows, np.ndarray) or all(np.ndim(row) == 0 for row in rows):
        means = finite_array(rows, "clusters")
        weight = np.ones_like(means)
    else:
        members = [finite_array(row, "each cluster") for row in rows]
        if not all(len(member) for member in members):
            raise UserError("A cluster is empty.", next_step="Leave out clusters without data.")
        means = np.array([member.mean() for member in members])
        weight = np.array([len(member) for member in members], dtype=np.float64)
    if weights is not None:
        weight = finite_array(weights, "weights")
    if weight.shape != means.shape or not np.all(weight > 0):
        raise UserError(
            "The weights do not fit the clusters.",
            next_step="Give one positive weight per cluster.",
        )
    return means, weight
