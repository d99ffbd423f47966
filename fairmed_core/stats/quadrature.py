"""The likelihood of a random-intercept logistic model by adaptive Gauss-Hermite quadrature."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy import special

from fairmed_core.stats.arrays import Floats

_NEWTON_STEPS = 50
_CONVERGED = 1e-10


@dataclass(frozen=True)
class BinomialPanel:
    """Binomial counts sorted by group, with a design matrix.

    Attributes
    ----------
    successes, trials
        Shape (rows,).
    design
        Shape (rows, coefficients).
    starts
        First row of each group, shape (groups,).
    """

    successes: Floats
    trials: Floats
    design: Floats
    starts: NDArray[np.intp]

    @cached_property
    def group(self) -> NDArray[np.intp]:
        """Group of each row."""
        lengths = np.diff(np.append(self.starts, len(self.trials)))
        return np.repeat(np.arange(len(self.starts)), lengths)

    def per_group(self, rows: Floats) -> Floats:
        """Return sums over the rows of each group, along the first axis."""
        return np.asarray(np.add.reduceat(rows, self.starts, axis=0))

    def log_likelihood(self, parameters: Floats, *, nodes: int) -> tuple[float, Floats]:
        """Return the log likelihood without the binomial coefficients, and its gradient.

        The parameters are the coefficients followed by the deviation of the intercept. The nodes
        of each group are centred at the mode of its integrand and scaled by the curvature there
        (Liu & Pierce 1994). The gradient is the mean of the complete-data gradient over the
        nodes: exact for the integral, and for its quadrature up to the quadrature's own error.
        """
        fixed, deviation = self.design @ parameters[:-1], float(parameters[-1])
        mode, curvature = self._modes(fixed, deviation)
        abscissa, weight = np.polynomial.hermite.hermgauss(nodes)
        scale = np.sqrt(2 / curvature)
        z = mode[:, None] + scale[:, None] * abscissa
        eta = fixed[:, None] + deviation * z[self.group]
        rows = self.successes[:, None] * eta - self.trials[:, None] * np.logaddexp(0, eta)
        integrand = self.per_group(rows) - z**2 / 2 + abscissa**2 + np.log(weight)
        logs = special.logsumexp(integrand, axis=1)
        share = np.exp(integrand - logs[:, None])[self.group]
        residual = share * (self.successes[:, None] - self.trials[:, None] * special.expit(eta))
        gradient = np.append(self.design.T @ residual.sum(axis=1), (residual * z[self.group]).sum())
        return float((logs + np.log(scale) - np.log(2 * np.pi) / 2).sum()), gradient

    def _modes(self, fixed: Floats, deviation: float) -> tuple[Floats, Floats]:
        """Return mode and curvature of each group's integrand over the standardised intercept."""
        mode = np.zeros(len(self.starts))
        for _ in range(_NEWTON_STEPS):
            chance = special.expit(fixed + deviation * mode[self.group])
            slope = deviation * self.per_group(self.successes - self.trials * chance) - mode
            curvature = 1 + deviation**2 * self.per_group(self.trials * chance * (1 - chance))
            # The integrand is log-concave; a capped step cannot overshoot into a flat region.
            step = np.clip(slope / curvature, -2, 2)
            mode = mode + step
            if np.abs(step).max() < _CONVERGED:
                break
        chance = special.expit(fixed + deviation * mode[self.group])
        return mode, 1 + deviation**2 * self.per_group(self.trials * chance * (1 - chance))


def mean_probability(eta: float, deviation: float, *, nodes: int = 51) -> float:
    """Return the probability averaged over the random intercept."""
    abscissa, weight = np.polynomial.hermite.hermgauss(nodes)
    chance = special.expit(eta + deviation * np.sqrt(2) * abscissa)
    return float(weight @ chance / np.sqrt(np.pi))
