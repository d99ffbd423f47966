"""Least squares with cluster-robust standard errors."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fairmed_core.errors import UserError
from fairmed_core.estimate import Estimate, Interval
from fairmed_core.stats.arrays import checked_level, finite_array
from fairmed_core.stats.distributions import t_quantile, t_tail
from fairmed_core.stats.pvalues import bounded_p

INTERCEPT = "(intercept)"


def cluster_robust_ols(
    y: ArrayLike,
    columns: Mapping[str, ArrayLike],
    *,
    clusters: Sequence[Hashable] | NDArray[np.generic],
    level: float = 0.95,
) -> Mapping[str, Estimate]:
    """Ordinary least squares with an intercept and cluster-robust standard errors.

    Parameters
    ----------
    y
        Outcome, shape (N,).
    columns
        Regressors by name, each of shape (N,); empty for the mean alone.
    clusters
        Cluster label of each row.
    level
        Nominal coverage of the t(G − 1) intervals.

    Returns
    -------
    Mapping of str to Estimate
        Coefficients by name, ``(intercept)`` first; ``extra["se"]``, statistic t, p from t(G − 1).
        Variance factor G/(G − 1)·(N − 1)/(N − k). Undefined with ``fewer_than_two_clusters``.

    Raises
    ------
    UserError
        On unequal lengths, NaN, infinities, or regressors that determine each other.

    References
    ----------
    Cameron, Gelbach & Miller (2008), equation 4; Petersen (2009).
    """
    outcome = finite_array(y, "y")
    names = [INTERCEPT, *columns]
    listed = [finite_array(values, name) for name, values in columns.items()]
    _, code = np.unique(np.asarray(clusters), return_inverse=True)
    if any(len(values) != len(outcome) for values in [*listed, code]):
        raise UserError("The columns differ in length.", next_step="Give one entry per row.")
    x = np.column_stack([np.ones_like(outcome), *listed])
    rows, width = x.shape
    groups = int(code.max(initial=-1)) + 1
    counts = {"clusters": groups, "rows": rows}
    if groups < 2:
        return {
            name: Estimate.undefined(name, "fewer_than_two_clusters", counts=counts)
            for name in names
        }
    if np.linalg.matrix_rank(x) < width or rows <= width:
        raise UserError(
            "The columns determine each other.", next_step="Leave out a redundant column."
        )
    bread = np.linalg.inv(x.T @ x)
    beta = bread @ (x.T @ outcome)
    scores = x * (outcome - x @ beta)[:, None]
    summed = np.column_stack([np.bincount(code, weights=column) for column in scores.T])
    factor = groups / (groups - 1) * (rows - 1) / (rows - width)
    error = np.sqrt(factor * np.diag(bread @ (summed.T @ summed) @ bread))
    level = checked_level(level)
    return {
        name: _coefficient(name, float(b), float(se), counts=counts, level=level)
        for name, b, se in zip(names, beta, error, strict=True)
    }


def _coefficient(
    name: str, beta: float, se: float, *, counts: Mapping[str, int], level: float
) -> Estimate:
    """Return one coefficient with its t(G − 1) interval and test."""
    freedom = counts["clusters"] - 1
    method = "cluster-robust t(G − 1)"
    if se == 0:
        refused = Interval.refused("no_variation", level=level, method=method)
        return Estimate(name=name, value=beta, interval=refused, counts=counts, method="OLS")
    half = t_quantile((1 + level) / 2, freedom) * se
    return Estimate(
        name=name,
        value=beta,
        interval=Interval(beta - half, beta + half, level, method),
        counts=counts,
        p_value=bounded_p(2 * t_tail(abs(beta / se), freedom)),
        statistic=beta / se,
        p_method=method,
        extra={"se": se},
        method="OLS",
    )
