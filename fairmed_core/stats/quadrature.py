"""The likelihood of a random-intercept logistic model by adaptive Gauss-Hermite quadrature."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray
from scipy import special

from fairmed_core.stats.arrays import Floats

_NEWTON_STEPS = 50
_CONVERGED = 1e-10
_BLOCK_CELLS = 400_000

LARGEST_DEVIATION = 15.0  # log-odds: beyond it practically every group is unanimous
GRID_STEP = 0.4 / LARGEST_DEVIATION
GRID = np.arange(-8, 8 + GRID_STEP, GRID_STEP)


@dataclass(frozen=True)
class BinomialPanel:
    """Binomial counts sorted by group, with a design matrix; equal groups stand only once.

    Attributes
    ----------
    successes, trials
        Shape (rows,).
    design
        Shape (rows, coefficients).
    starts
        First row of each group, shape (groups,).
    often
        How many groups of the data each group stands for, shape (groups,).
    """

    successes: Floats
    trials: Floats
    design: Floats
    starts: NDArray[np.intp]
    often: Floats

    @cached_property
    def group(self) -> NDArray[np.intp]:
        """Group of each row."""
        lengths = np.diff(np.append(self.starts, len(self.trials)))
        return np.repeat(np.arange(len(self.starts)), lengths)

    def per_group(self, rows: Floats) -> Floats:
        """Return sums over the rows of each group, along the second axis."""
        return np.asarray(np.add.reduceat(rows, self.starts, axis=1))

    def log_likelihoods(
        self, points: Floats, *, nodes: int, near: Floats | None = None
    ) -> tuple[Floats, Floats, Floats]:
        """Return log likelihoods without binomial coefficients, their gradients, and the modes.

        Each point, shape (points, coefficients + 1), holds the coefficients followed by the
        deviation of the intercept. The nodes of each group are centred at the mode of its
        integrand and scaled by the curvature there (Liu & Pierce 1994); modes of a point close by
        may be given as `near`. The gradient is the mean of the complete-data gradient over the
        nodes: exact for the integral, and for its quadrature up to the quadrature's own error.
        """
        step = max(1, _BLOCK_CELLS // (len(self.trials) * nodes))
        start = np.zeros(len(self.starts)) if near is None else near
        blocks = [
            self._at_modes(points[first : first + step], nodes, start)
            for first in range(0, len(points), step)
        ]
        values, gradients, modes = (np.concatenate(part) for part in zip(*blocks, strict=True))
        return values, gradients, modes

    def log_likelihoods_on_grid(self, points: Floats) -> tuple[Floats, Floats]:
        """Return the same by the trapezoidal rule on one even grid for all groups.

        A wide random intercept makes the integrand a step, for which nodes scaled by the curvature
        at the mode are misplaced. The logistic function has its poles π/deviation away from the
        real line, so the rule's error falls with exp(−2π²/(step · deviation)).
        """
        step = max(1, _BLOCK_CELLS // (len(self.trials) * len(GRID)))
        blocks = [
            self._at_nodes(
                points[first : first + step],
                np.broadcast_to(GRID, (1, len(self.starts), len(GRID))),
                np.full((1, len(self.starts), 1), np.log(GRID_STEP)),
            )
            for first in range(0, len(points), step)
        ]
        values, gradients = (np.concatenate(part) for part in zip(*blocks, strict=True))
        return values, gradients

    def _at_modes(self, points: Floats, nodes: int, near: Floats) -> tuple[Floats, Floats, Floats]:
        """Return what `log_likelihoods` returns at a few points."""
        fixed, deviation = points[:, :-1] @ self.design.T, points[:, -1:]
        mode, curvature = self._modes(fixed, deviation, near)
        abscissa, weight = hermite_nodes(nodes)
        scale = np.sqrt(2 / curvature)[:, :, None]
        z = mode[:, :, None] + scale * abscissa
        values, gradients = self._at_nodes(points, z, np.log(scale) + abscissa**2 + np.log(weight))
        return values, gradients, mode

    def _at_nodes(self, points: Floats, z: Floats, log_weight: Floats) -> tuple[Floats, Floats]:
        """Return values and gradients from nodes z and log weights (points, groups, nodes)."""
        fixed, deviation = points[:, :-1] @ self.design.T, points[:, -1]
        z_of_row = z[:, self.group]
        eta = fixed[:, :, None] + deviation[:, None, None] * z_of_row
        softplus = np.logaddexp(0, eta)
        rows = self.successes[:, None] * eta - self.trials[:, None] * softplus
        integrand = self.per_group(rows) - z**2 / 2 + log_weight
        logs = special.logsumexp(integrand, axis=2)
        share = np.exp(integrand - logs[:, :, None]) * self.often[:, None]
        residual = share[:, self.group] * (
            self.successes[:, None] - self.trials[:, None] * np.exp(eta - softplus)
        )
        slopes = residual.sum(axis=2) @ self.design
        spread = (residual * z_of_row).sum(axis=(1, 2))
        values = (logs - np.log(2 * np.pi) / 2) @ self.often
        return values, np.column_stack([slopes, spread])

    def _modes(self, fixed: Floats, deviation: Floats, near: Floats) -> tuple[Floats, Floats]:
        """Return mode and curvature of each group's integrand over the standardised intercept."""
        mode = np.broadcast_to(near, (len(fixed), len(self.starts)))
        farthest = deviation * self.per_group(self.trials[None])
        low, high = -farthest, farthest
        for _ in range(_NEWTON_STEPS):
            slope, curvature = self._slope(fixed, deviation, mode)
            # The slope falls throughout: its sign says on which side of here the mode lies, and a
            # Newton step that leaves that side is replaced by halving it.
            low, high = np.where(slope > 0, mode, low), np.where(slope < 0, mode, high)
            target = mode + slope / curvature
            target = np.where((target < low) | (target > high), (low + high) / 2, target)
            moved = np.abs(target - mode).max()
            mode = target
            if moved < _CONVERGED:
                break
        return mode, self._slope(fixed, deviation, mode)[1]

    def _slope(self, fixed: Floats, deviation: Floats, at: Floats) -> tuple[Floats, Floats]:
        """Return first and minus second derivative of each group's log integrand."""
        chance = special.expit(fixed + deviation * at[:, self.group])
        expected = self.trials * chance
        slope = deviation * self.per_group(self.successes - expected) - at
        return slope, 1 + deviation**2 * self.per_group(expected * (1 - chance))


def mean_probability(eta: float, deviation: float, *, nodes: int = 51) -> float:
    """Return the probability averaged over the random intercept."""
    abscissa, weight = hermite_nodes(nodes)
    chance = special.expit(eta + deviation * np.sqrt(2) * abscissa)
    return float(weight @ chance / np.sqrt(np.pi))


@lru_cache(maxsize=8)
def hermite_nodes(nodes: int) -> tuple[Floats, Floats]:
    """Return abscissas and weights of Gauss-Hermite quadrature."""
    abscissa, weight = np.polynomial.hermite.hermgauss(nodes)
    return abscissa, weight
