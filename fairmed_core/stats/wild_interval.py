"""The confidence interval that inverts the restricted wild cluster bootstrap test."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf

import numpy as np
from numpy.typing import ArrayLike

from fairmed_core.estimate import Estimate, Interval
from fairmed_core.stats.arrays import Floats, checked_level
from fairmed_core.stats.distributions import t_quantile
from fairmed_core.stats.seeding import Seed
from fairmed_core.stats.wild_cluster import WILD, Clusters, prepare, tested
from fairmed_core.stats.wild_moments import Distribution, Resamples, WildDraws

_PRECISION = 1e-6  # of the standard error
_FINE = np.arange(1, 33) / 4  # steps out to 8 standard errors
_GROWTH = 1.5
_FLAT = 0.05  # a stretch of constant p this many standard errors long is a plateau


@dataclass(frozen=True)
class _Hull:
    """Ends of the hull of {μ0 : p > α} and what the p-value does there."""

    low: float
    high: float
    contiguous: bool
    plateau: bool


def wild_cluster_interval(
    clusters: Clusters,
    *,
    weights: ArrayLike | None = None,
    resamples: Resamples = 9_999,
    level: float = 0.95,
    distribution: Distribution = "webb",
    signed: bool = False,
    seed: Seed = 0,
    name: str = "mean over clusters",
    unit: str = "rate",
) -> Estimate:
    """Mean over clusters with the interval of null values the wild cluster test does not reject.

    Parameters
    ----------
    clusters, weights, resamples, distribution, signed, seed, name, unit
        As in `wild_cluster_test`.
    level
        Nominal coverage 1 − α.

    Returns
    -------
    Estimate
        The test against 0 as in `wild_cluster_test`, and as interval the hull of {μ0 : p > α},
        found with one set of draws for all μ0 to 1e-6 of the standard error; its ends are
        themselves not rejected. Infinite ends are possible. Extra: ``t_low``, ``t_high`` (the
        t(G − 1) interval), ``zero_inside`` (1 or 0, judged by p(0) and never by an end),
        ``contiguous``, ``plateau`` (the p-value is flat over 0.05 standard errors beside an end:
        few distinct draws, a coarse end). Undefined as in `wild_cluster_test`.

    Raises
    ------
    UserError
        As in `wild_cluster_test`, and for an impossible level.

    References
    ----------
    Cameron, Gelbach & Miller (2008); MacKinnon & Webb (2017), section on inverting the test.
    """
    level = checked_level(level)
    alpha = round(1 - level, 12)  # 1 − 0.9 is a little less than 0.1, and p = 0.1 must be rejected
    draws = prepare(
        clusters,
        weights=weights,
        resamples=resamples,
        distribution=distribution,
        signed=signed,
        seed=seed,
        name=name,
        unit=unit,
    )
    if isinstance(draws, Estimate):
        return draws
    estimate = tested(draws, 0.0, name=name, unit=unit, distribution=distribution, seed=seed)
    hull = _hull(draws, alpha)
    zero_inside = draws.p_value(0.0) > alpha
    scores = draws.scores
    half = t_quantile((1 + level) / 2, scores.clusters - 1) * scores.error
    beside = {
        "t_low": scores.mean - half,
        "t_high": scores.mean + half,
        "zero_inside": float(zero_inside),
        "contiguous": float(hull.contiguous),
        "plateau": float(hull.plateau),
    }
    return replace(
        estimate,
        interval=Interval(hull.low, hull.high, level, f"{WILD}, test inverted"),
        extra={**estimate.extra, **beside},
        notes=_notes(hull, zero_inside=zero_inside),
    )


def _hull(draws: WildDraws, alpha: float) -> _Hull:
    """Return the hull, searched outwards from the estimate on both sides."""
    if draws.p_far_away > alpha:
        return _Hull(-inf, inf, contiguous=True, plateau=False)
    low, low_whole, low_flat = _end(draws, alpha, -1.0)
    high, high_whole, high_flat = _end(draws, alpha, 1.0)
    return _Hull(low, high, low_whole and high_whole, low_flat or high_flat)


def _end(draws: WildDraws, alpha: float, side: float) -> tuple[float, bool, bool]:
    """Return one end, whether all values up to it are accepted, and whether p is flat there."""
    centre, error = draws.scores.mean, draws.scores.error

    def p_at(distances: Floats) -> Floats:
        return draws.p_values(centre + side * distances * error)

    grid = _distances(draws)
    accepted = p_at(grid) > alpha
    last = int(np.flatnonzero(accepted).max(initial=-1))
    inside = float(grid[last]) if last >= 0 else 0.0
    outside = float(grid[last + 1])
    while outside - inside > _PRECISION:
        # Bisection twice over in one pass through the draws.
        between = np.linspace(inside, outside, 5)
        held = int(np.flatnonzero(p_at(between[1:-1]) > alpha).max(initial=-1)) + 1
        inside, outside = float(between[held]), float(between[held + 1])
    at_end = p_at(np.array([outside, outside + _FLAT, inside, inside - _FLAT]))
    flat = at_end[0] == at_end[1] or (inside > _FLAT and at_end[2] == at_end[3])
    return centre + side * inside * error, bool(accepted[: last + 1].all()), bool(flat)


def _distances(draws: WildDraws) -> Floats:
    """Return distances from the estimate, in standard errors, beyond which nothing is accepted.

    Far away t grows without bound while t* of a draw that does not weigh all clusters alike
    approaches a limit, at most about 8 W / min w for these weights.
    """
    weights = draws.scores.weights
    limit = 20 * float(weights.sum() / weights.min())
    steps = int(np.ceil(np.log(limit / _FINE[-1]) / np.log(_GROWTH))) + 2
    return np.concatenate([_FINE, _FINE[-1] * _GROWTH ** np.arange(1, max(2, steps))])


def _notes(hull: _Hull, *, zero_inside: bool) -> tuple[str, ...]:
    """Return the sentences that must stand beside the interval."""
    notes = []
    if not hull.contiguous:
        notes.append("The accepted values are not one stretch; the interval is their hull.")
    if hull.plateau:
        notes.append("The p-value is flat at an end of the interval: few distinct draws.")
    if zero_inside != (hull.low <= 0 <= hull.high):
        notes.append("Whether 0 is inside is judged by the test at 0, not by the end.")
    return tuple(notes)
