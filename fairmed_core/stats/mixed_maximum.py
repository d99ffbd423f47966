"""The maximum of the random-intercept likelihood and the covariance of its parameters."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy import optimize

from fairmed_core.stats.arrays import Floats
from fairmed_core.stats.quadrature import BinomialPanel

_LARGEST_DEVIATION = 15.0  # log-odds: beyond it practically every group is unanimous
_WIDE_DEVIATION = 3.0
_WIDE_NODES = 51
_STEP = 1e-3
_POLISHING_STEPS = 3
_SINGULAR = 1e-7


@dataclass(frozen=True)
class Maximum:
    """Coefficients followed by the deviation of the intercept, and their covariance."""

    parameters: Floats
    covariance: Floats

    def value_and_error(self, function: Callable[[Floats], float]) -> tuple[float, float]:
        """Return a function of the parameters with its delta-method standard error."""
        gradient = optimize.approx_fprime(self.parameters, function, 1e-6)
        return function(self.parameters), float(np.sqrt(gradient @ self.covariance @ gradient))


def maximise(panel: BinomialPanel, *, nodes: int) -> tuple[Maximum, int] | None:
    """Return the maximum of the likelihood and the nodes it took.

    None where unanimous groups push the deviation out of reach. A wide random intercept makes the
    integrand a step that few nodes misjudge, so it is then integrated with at least 51.
    """
    found = _maximum(panel, nodes)
    if found is None or (found.parameters[-1] > _WIDE_DEVIATION and nodes < _WIDE_NODES):
        nodes = max(nodes, _WIDE_NODES)
        found = _maximum(panel, nodes)
    return None if found is None else (found, nodes)


def _maximum(panel: BinomialPanel, nodes: int) -> Maximum | None:
    """Return the maximum at a number of nodes, None where it is out of reach."""

    def loss(parameters: Floats) -> tuple[float, Floats]:
        value, gradient = panel.log_likelihood(parameters, nodes=nodes)
        return -value, -gradient

    width = panel.design.shape[1]
    start = np.zeros(width + 1)
    rate = panel.successes.sum() / panel.trials.sum()
    start[0], start[-1] = np.log(rate / (1 - rate)), 0.5
    bounds = [(None, None)] * width + [(0.0, _LARGEST_DEVIATION)]
    found = optimize.minimize(loss, start, method="L-BFGS-B", jac=True, bounds=bounds)
    return _polished(lambda at: loss(at)[0], np.asarray(found.x, dtype=np.float64))


def _polished(loss: Callable[[Floats], float], best: Floats) -> Maximum | None:
    """Return the maximum after Newton steps on the quadrature itself; differences are central."""
    for _ in range(_POLISHING_STEPS):
        gradient, hessian = _differences(loss, best)
        # The likelihood is even in the deviation, so a deviation of 0 is left where it is.
        free = np.append(np.ones(len(best) - 1, dtype=bool), best[-1] > _STEP)
        values = np.linalg.eigvalsh(hessian)
        if best[-1] >= _LARGEST_DEVIATION or values[0] <= _SINGULAR * values[-1]:
            return None
        step = np.zeros_like(best)
        step[free] = np.linalg.solve(hessian[np.ix_(free, free)], gradient[free])
        if np.abs(step).max() < 1e-7:
            break
        best = best - np.clip(step, -1, 1)
    best[-1] = best[-1] if best[-1] > _STEP else 0.0
    _, hessian = _differences(loss, best)
    return Maximum(best, np.asarray(np.linalg.inv(hessian), dtype=np.float64))


def _differences(function: Callable[[Floats], float], at: Floats) -> tuple[Floats, Floats]:
    """Return gradient and second derivatives by central differences."""
    size = len(at)
    move = _STEP * np.eye(size)
    gradient, hessian = np.empty(size), np.empty((size, size))
    for i in range(size):
        gradient[i] = (function(at + move[i]) - function(at - move[i])) / (2 * _STEP)
        for j in range(i + 1):
            ahead = function(at + move[i] + move[j]) + function(at - move[i] - move[j])
            across = function(at + move[i] - move[j]) + function(at - move[i] + move[j])
            hessian[i, j] = hessian[j, i] = (ahead - across) / (4 * _STEP**2)
    return gradient, hessian
