"""Wild bootstrap draws reduced to seven sums each, from which t* follows for every null value.

With cluster scores s_g = w_g(ȳ_g − μ0) = a_g − m w_g, where a_g = w_g(ȳ_g − θ̂) and m = μ0 − θ̂, a
draw v gives d* = Σ v s / W and the cluster residuals v_g s_g − w_g d*. Their squares expand into
sums that do not contain m, so one set of draws serves a whole interval.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import sqrt
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from fairmed_core.errors import UserError
from fairmed_core.stats.arrays import Floats
from fairmed_core.stats.products import row_blocks, row_products, square_products
from fairmed_core.stats.pvalues import TIE_TOLERANCE, monte_carlo_p
from fairmed_core.stats.seeding import Seed, generator_of

Distribution = Literal["webb", "rademacher"]
Resamples = int | Literal["enumerate"]

# Positive half first: an enumeration needs only draws whose first weight is positive, because
# v and −v give the same |t*|.
POINTS: dict[str, tuple[float, ...]] = {
    "webb": (sqrt(1.5), 1.0, sqrt(0.5), -sqrt(1.5), -1.0, -sqrt(0.5)),
    "rademacher": (1.0, -1.0),
}
MOST_ENUMERATED = 2_000_000
_BLOCK_CELLS = 4_000_000
_BLOCK_TESTS = 80_000
_NOISE = 1e-12


@dataclass(frozen=True)
class Scores:
    """Clusters around their weighted mean: a_g = w_g(ȳ_g − θ̂), w_g, and θ̂."""

    centred: Floats
    weights: Floats
    mean: float

    @property
    def clusters(self) -> int:
        """Number of clusters G."""
        return len(self.weights)

    @property
    def factor(self) -> float:
        """Small-sample factor G/(G − 1)."""
        return self.clusters / (self.clusters - 1)

    @cached_property
    def error(self) -> float:
        """Cluster-robust standard error of the mean."""
        variance = self.factor * float((self.centred**2).sum())
        return sqrt(variance) / float(self.weights.sum())

    def t(self, mu0: float) -> float:
        """Return the t statistic against a null value; what is only rounding is 0."""
        t = (self.mean - mu0) / self.error
        return t if abs(t) > _NOISE else 0.0


@dataclass(frozen=True)
class WildDraws:
    """What each draw contributes, in columns; draws that weigh all clusters alike apart.

    With m = μ0 − θ̂: W d* = `linear[0]` − m `linear[1]`, and Σ residuals² = `squares[0]` +
    m `squares[1]` + m² `squares[2]`. A draw that weighs all clusters alike only rescales the
    data, so it ties with the data at every null value; such draws are counted in `alike`.
    """

    scores: Scores
    linear: Floats
    squares: Floats
    alike: int
    enumerated: bool
    draws: int

    @classmethod
    def from_sums(
        cls, scores: Scores, sums: Floats, alike: NDArray[np.bool_], *, enumerated: bool, draws: int
    ) -> WildDraws:
        """Return the draws from Σva, Σvw, Σvaw, Σvw², Σv²a², Σv²aw, Σv²w² (draws in columns)."""
        va, vw, vaw, vww, va2, v2aw, v2w2 = sums[:, ~alike]
        total = float(scores.weights.sum())
        spread = float((scores.weights**2).sum()) / total**2
        squares = [
            va2 + va * (va * spread - 2 / total * vaw),
            2 * ((va * vww + vw * vaw) / total - va * vw * spread - v2aw),
            v2w2 + vw * (vw * spread - 2 / total * vww),
        ]
        return cls(
            scores, np.stack([va, vw]), np.stack(squares), int(alike.sum()), enumerated, draws
        )

    def p_value(self, mu0: float) -> float:
        """Return the share of draws with |t*| ≥ |t| under the null value, ties counted."""
        return float(self.p_values(np.array([mu0]))[0])

    def p_values(self, mu0: Floats) -> Floats:
        """Return the p-value of each null value, shape (K,)."""
        m = mu0 - self.scores.mean
        t = np.array([self.scores.t(one) for one in mu0])
        bound = self.scores.factor * np.square(t * (1 - TIE_TOLERANCE))
        of_mean = np.column_stack([np.ones_like(m), -m])
        of_variance = bound[:, None] * np.column_stack([np.ones_like(m), m, m * m])
        extreme = np.zeros(len(m), dtype=np.int64)
        # An interval asks for more than a hundred null values: many at once, out of the cache.
        for rows in row_blocks(self.linear.shape[1], len(m), cells=_BLOCK_TESTS):
            mean = of_mean @ self.linear[:, rows]
            np.square(mean, out=mean)
            # V* = 0 with d* ≠ 0 is extreme: compared as d*² ≥ t² V*, never divided.
            beyond = mean >= of_variance @ self.squares[:, rows]
            extreme += np.count_nonzero(beyond, axis=1)
        return np.array([self._share(int(one) + self.alike) for one in extreme])

    @property
    def p_far_away(self) -> float:
        """Limit of the p-value for null values without bound."""
        return self._share(self.alike)

    def _share(self, extreme: int) -> float:
        """Return the p-value of a count of extreme draws."""
        kept = self.linear.shape[1] + self.alike
        return extreme / kept if self.enumerated else monte_carlo_p(extreme, kept)


def wild_draws(
    scores: Scores, *, distribution: Distribution, resamples: Resamples, seed: Seed
) -> WildDraws:
    """Return all draws where there are at most two million, else as many random ones as asked."""
    if distribution not in POINTS:
        raise UserError(
            f"{distribution!r} is no distribution of wild weights.",
            next_step="Choose webb or rademacher.",
        )
    points = np.array(POINTS[distribution])
    possible = len(points) ** scores.clusters
    if possible <= MOST_ENUMERATED:
        return _enumerated(scores, points, possible)
    if resamples == "enumerate":
        raise UserError(
            f"{scores.clusters} clusters have too many draws to enumerate.",
            next_step="Give a number of resamples.",
        )
    return _random(scores, distribution, resamples, seed)


def _products(scores: Scores) -> tuple[Floats, Floats]:
    """Return the factors of v, shape (G, 4), and of v², shape (G, 3)."""
    a, w = scores.centred, scores.weights
    return np.column_stack([a, w, a * w, w * w]), np.column_stack([a * a, a * w, w * w])


def _enumerated(scores: Scores, points: Floats, possible: int) -> WildDraws:
    """Return every draw with a positive first weight, built up cluster by cluster."""
    linear, square = _products(scores)
    per_cluster = np.concatenate(
        [linear.T[:, :, None] * points, square.T[:, :, None] * points**2]
    )  # sums × clusters × points
    half = len(points) // 2
    sums = per_cluster[:, 0, :half]
    position = np.arange(half)
    for cluster in range(1, scores.clusters):
        sums = (sums[:, :, None] + per_cluster[:, cluster, None, :]).reshape(len(sums), -1)
        position = position * len(points) + np.arange(half)
    alike = np.zeros(sums.shape[1], dtype=bool)
    alike[position] = True
    return WildDraws.from_sums(scores, sums, alike, enumerated=True, draws=possible)


def _random(scores: Scores, distribution: Distribution, resamples: int, seed: Seed) -> WildDraws:
    """Return random draws."""
    linear, square = _products(scores)
    sums, alike = [], []
    for drawn, same in weight_blocks(distribution, resamples, scores.clusters, seed):
        products = row_products(drawn, linear), square_products(drawn, square)
        sums.append(np.hstack(products).T)
        alike.append(same)
    return WildDraws.from_sums(
        scores,
        np.concatenate(sums, axis=1),
        np.concatenate(alike),
        enumerated=False,
        draws=resamples,
    )


def weight_blocks(
    distribution: Distribution, resamples: int, clusters: int, seed: Seed
) -> Iterator[tuple[Floats, NDArray[np.bool_]]]:
    """Yield blocks of draws (rows, clusters) and which rows weigh all clusters alike."""
    if resamples * clusters <= _BLOCK_CELLS and not isinstance(seed, np.random.Generator):
        yield _seeded_block(distribution, resamples, clusters, int(seed))
        return
    rng = generator_of(seed)
    rows = max(1, _BLOCK_CELLS // clusters)
    for start in range(0, resamples, rows):
        yield _block(distribution, min(rows, resamples - start), clusters, rng)


@lru_cache(maxsize=2)
def _seeded_block(
    distribution: Distribution, rows: int, clusters: int, seed: int
) -> tuple[Floats, NDArray[np.bool_]]:
    """Return the draws of a seed; many estimands of one study share them."""
    drawn, same = _block(distribution, rows, clusters, generator_of(seed))
    drawn.flags.writeable = False
    return drawn, same


def _block(
    distribution: Distribution, rows: int, clusters: int, rng: np.random.Generator
) -> tuple[Floats, NDArray[np.bool_]]:
    """Return one block of draws."""
    runs = _runs(distribution)
    length = runs.shape[1]
    picked = rng.integers(0, len(runs), size=(rows, -(-clusters // length)), dtype=np.uint16)
    drawn = runs.take(picked, axis=0).reshape(rows, -1)[:, :clusters]
    same = drawn[:, 0] == drawn[:, -1]
    same[same] = (drawn[same] == drawn[same, :1]).all(axis=1)
    return drawn, same


@lru_cache(maxsize=2)
def _runs(distribution: Distribution) -> Floats:
    """Return every run of a few weights, one a row: one random number then picks a whole run."""
    points = np.array(POINTS[distribution])
    length = 4 if len(points) > 2 else 8
    picked = np.indices((len(points),) * length).reshape(length, -1).T
    return points[picked]
