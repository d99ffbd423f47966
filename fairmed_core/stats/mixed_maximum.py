"""The maximum of the random-intercept likelihood and the covariance of its parameters."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from fairmed_core.stats.arrays import Floats
from fairmed_core.stats.quadrature import GRID, LARGEST_DEVIATION, BinomialPanel

# Beyond these deviations more nodes take over, and then a grid.
_WIDE, _WIDE_NODES, _WIDEST = 1.5, 25, 3.0
_STEP = 1e-3
_DELTA = 1e-5
_POLISHING_STEPS = 10
_POLISHED = 1e-7
_SINGULAR = 1e-7


@dataclass(frozen=True)
class Maximum:
    """Coefficients followed by the deviation of the intercept, and their covariance."""

    parameters: Floats
    covariance: Floats

    def value_and_error(self, function: Callable[[Floats], float]) -> tuple[float, float]:
        """Return a function of the parameters with its delta-method standard error."""
        moves = _DELTA * np.eye(len(self.parameters))
        gradient = np.array(
            [function(self.parameters + move) - function(self.parameters - move) for move in moves]
        ) / (2 * _DELTA)
        return function(self.parameters), float(np.sqrt(gradient @ self.covariance @ gradient))


def maximise(panel: BinomialPanel, *, nodes: int) -> tuple[Maximum, int] | None:
    """Return the maximum of the likelihood and the nodes it took.

    None where unanimous groups push the deviation out of reach. The wider the random intercept,
    the more the integrand is a step that few nodes misjudge: beyond 1.5 log-odds it is integrated
    with at least 25 nodes, beyond 3 on an even grid.
    """
    found = _maximum(panel, nodes)
    if _wider(found, _WIDE) and nodes < _WIDE_NODES:
        nodes = _WIDE_NODES
        found = _maximum(panel, nodes)
    if _wider(found, _WIDEST):
        nodes = len(GRID)
        found = _maximum(panel, None)
    return None if found is None else (found, nodes)


def _wider(found: Maximum | None, deviation: float) -> bool:
    """Whether the maximum lies beyond a deviation, or was not found."""
    return found is None or found.parameters[-1] > deviation


def _maximum(panel: BinomialPanel, nodes: int | None) -> Maximum | None:
    """Return the maximum at a number of nodes or on the grid, None where it is out of reach."""
    # Imported here: only those who fit this model wait for it to load.
    from scipy import optimize

    likelihood = _Likelihood(panel, nodes)
    width = panel.design.shape[1]
    start = np.zeros(width + 1)
    often = panel.often[panel.group]
    rate = float(panel.successes @ often / (panel.trials @ often))
    start[0], start[-1] = np.log(rate / (1 - rate)), 0.5 if nodes else _WIDEST
    bounds = [(None, None)] * width + [(0.0, LARGEST_DEVIATION)]
    # Of scipy's methods with bounds the one whose own arithmetic never waits for other threads.
    found = optimize.minimize(
        likelihood.loss_and_gradient,
        start,
        method="SLSQP",
        jac=True,
        bounds=bounds,
        options={"ftol": 1e-8},
    )
    return _polished(likelihood, np.asarray(found.x, dtype=np.float64))


class _Likelihood:
    """Minus the log likelihood; each search for modes starts from the modes found last."""

    def __init__(self, panel: BinomialPanel, nodes: int | None) -> None:
        self._panel, self._nodes = panel, nodes
        self._modes: Floats | None = None

    def loss_and_gradient(self, parameters: Floats) -> tuple[float, Floats]:
        """Return minus the log likelihood and its gradient at one point."""
        values, gradients, modes = self._at(parameters[None])
        self._modes = None if modes is None else modes[0]
        return -float(values[0]), -gradients[0]

    def derivatives(self, at: Floats) -> tuple[Floats, Floats]:
        """Return gradient and second derivatives of minus the log likelihood."""
        if self._nodes is not None:
            # The gradient of the integral is not quite that of its quadrature, which is what
            # lme4 maximises: both derivatives are differences of the quadrature itself.
            return _differences(lambda points: -self._at(points)[0], at)
        move = _STEP * np.eye(len(at))
        _, slopes, _ = self._at(np.concatenate([at + move, at - move, at[None]]))
        ahead, behind = slopes[: len(at)], slopes[len(at) : -1]
        curved = -(ahead - behind) / (2 * _STEP)
        return -slopes[-1], (curved + curved.T) / 2

    def _at(self, points: Floats) -> tuple[Floats, Floats, Floats | None]:
        if self._nodes is None:
            return (*self._panel.log_likelihoods_on_grid(points), None)
        return self._panel.log_likelihoods(points, nodes=self._nodes, near=self._modes)


def _polished(likelihood: _Likelihood, best: Floats) -> Maximum | None:
    """Return the maximum after Newton steps."""
    for _ in range(_POLISHING_STEPS):
        gradient, hessian = likelihood.derivatives(best)
        # The likelihood is even in the deviation, so a deviation of 0 is left where it is.
        free = np.append(np.ones(len(best) - 1, dtype=bool), best[-1] > _STEP)
        values = np.linalg.eigvalsh(hessian)
        if best[-1] >= LARGEST_DEVIATION or values[0] <= _SINGULAR * values[-1]:
            return None
        step = np.zeros_like(best)
        step[free] = np.linalg.solve(hessian[np.ix_(free, free)], gradient[free])
        if np.abs(step).max() < _POLISHED:
            break
        best = best - np.clip(step, -1, 1)
    best[-1] = best[-1] if best[-1] > _STEP else 0.0
    _, hessian = likelihood.derivatives(best)
    return Maximum(best, np.asarray(np.linalg.inv(hessian), dtype=np.float64))


def _differences(losses: Callable[[Floats], Floats], at: Floats) -> tuple[Floats, Floats]:
    """Return gradient and second derivatives by central differences."""
    size = len(at)
    move = _STEP * np.eye(size)
    first, second = np.tril_indices(size)
    both, across = move[first] + move[second], move[first] - move[second]
    # All points at once: one step along each axis, then along and across each pair of axes.
    steps = np.concatenate([move, -move, both, -both, across, -across])
    found = losses(at + steps)
    ahead, behind, *corners = np.split(found, np.cumsum([size, size, *[len(first)] * 3]).tolist())
    hessian = np.empty((size, size))
    curved = (corners[0] + corners[1] - corners[2] - corners[3]) / (4 * _STEP**2)
    hessian[first, second] = hessian[second, first] = curved
    return (ahead - behind) / (2 * _STEP), hessian
