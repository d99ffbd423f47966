"""The random-intercept logistic model: conditional odds ratios and marginal effects."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import exp, inf, log
from sys import float_info

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fairmed_core.errors import BugError, UserError
from fairmed_core.estimate import Estimate, Interval
from fairmed_core.stats.arrays import Floats, checked_count, checked_level, finite_array
from fairmed_core.stats.distributions import normal_quantile, normal_tail
from fairmed_core.stats.mixed_maximum import Maximum, maximise
from fairmed_core.stats.pvalues import bounded_p
from fairmed_core.stats.quadrature import BinomialPanel, mean_probability

INTERCEPT = "(intercept)"
METHOD = "random-intercept logistic model, adaptive Gauss-Hermite"
WALD = "Wald"
_LARGEST_LOG = log(float_info.max)

Labels = Sequence[Hashable] | NDArray[np.generic]
Codes = NDArray[np.int64]


@dataclass(frozen=True)
class RandomInterceptFit:
    """A fitted random-intercept logistic model.

    Attributes
    ----------
    coefficients
        Log-odds by name, ``(intercept)`` first, then one per condition; ``extra["se"]``.
    odds_ratios
        Conditional odds ratio of each condition against the reference: for one and the same
        group.
    marginal_effects
        Difference of probabilities averaged over groups, condition minus reference.
    deviation
        Standard deviation of the random intercept, in log-odds.
    """

    coefficients: Mapping[str, Estimate]
    odds_ratios: Mapping[str, Estimate]
    marginal_effects: Mapping[str, Estimate]
    deviation: Estimate


def random_intercept_logit(
    successes: ArrayLike,
    trials: ArrayLike,
    *,
    groups: Labels,
    condition: Labels | None = None,
    reference: Hashable = None,
    nodes: int = 9,
    level: float = 0.95,
) -> RandomInterceptFit:
    """Logistic regression of a condition with a random intercept per group.

    Parameters
    ----------
    successes, trials
        Binomial counts, shape (rows,); trials of 1 give single draws.
    groups
        Group of each row (the vignette).
    condition
        Condition of each row; None fits the intercept alone.
    reference
        The condition the others are compared with.
    nodes
        Quadrature nodes; where the spread between groups exceeds 1.5 log-odds 25 take over, and
        an even grid where it exceeds 3.
    level
        Nominal coverage of the Wald intervals.

    Returns
    -------
    RandomInterceptFit
        All estimates undefined together with ``fewer_than_two_groups``, ``fewer_than_two_draws``
        (in every group), ``separation`` (a condition without both outcomes) or
        ``groups_too_unanimous`` (the likelihood has no maximum, or only at a spread of more than
        15 log-odds).

    Raises
    ------
    UserError
        On counts that are not 0 ≤ successes ≤ trials, unequal lengths, or a reference that does
        not occur.

    References
    ----------
    Pinheiro & Chao (2006), adaptive Gauss-Hermite quadrature; the trapezoidal rule on the real
    line: Trefethen & Weideman (2014); separation: Albert & Anderson (1984). Standard errors from
    the Hessian of the log likelihood, as in lme4.
    """
    nodes, level = checked_count(nodes, "nodes"), checked_level(level)
    conditions, panel, counts = _panel(successes, trials, groups, condition, reference)
    reason = "fewer_than_two_groups" if counts["groups"] < 2 else _no_fit(panel)
    found = None if reason else maximise(panel, nodes=nodes)
    if found is None:
        return _undefined(conditions, reason or "groups_too_unanimous", counts)
    maximum, used = found
    return _report(maximum, conditions, level=level, counts={**counts, "nodes": used})


def _panel(
    successes: ArrayLike,
    trials: ArrayLike,
    groups: Labels,
    condition: Labels | None,
    reference: Hashable,
) -> tuple[list[Hashable], BinomialPanel, dict[str, int]]:
    """Return the compared conditions, the rows by group, and what they count.

    Rows without trials are left out.
    """
    y, n = finite_array(successes, "successes"), finite_array(trials, "trials")
    label = [reference] * len(y) if condition is None else list(condition)
    if not len(y) == len(n) == len(groups) == len(label):
        raise UserError("The columns differ in length.", next_step="Give one entry per row.")
    if np.any((y < 0) | (y > n)):
        raise UserError(
            "A row has more successes than trials, or a negative count.",
            next_step="Give counts with 0 ≤ successes ≤ trials.",
        )
    if condition is not None and reference not in label:
        raise UserError(
            f"The reference {reference!r} does not occur among the conditions.",
            next_step="Name a condition that is in the data.",
        )
    others = sorted({value for value in label if value != reference}, key=repr)
    column = {reference: 0} | {other: at for at, other in enumerate(others, start=1)}
    names = sorted(set(groups), key=repr)
    code = {name: position for position, name in enumerate(names)}
    used = n > 0
    group = np.array([code[name] for name in groups], dtype=np.int64)[used]
    place = np.array([column[value] for value in label], dtype=np.int64)[used]
    counts = {"groups": len(np.unique(group)), "rows": len(group), "draws": int(n.sum())}
    return others, _collapsed(y[used], n[used], group, place, len(others)), counts


def _collapsed(y: Floats, n: Floats, group: Codes, condition: Codes, others: int) -> BinomialPanel:
    """Return the panel in which a group's draws under one condition are one row.

    Groups with equal counts under every condition contribute equally; they become one.
    """
    distinct, group = np.unique(group, return_inverse=True)
    cells, shape = group * (others + 1) + condition, (len(distinct), others + 1)
    successes, trials = (
        np.bincount(cells, weights=counts, minlength=shape[0] * shape[1]).reshape(shape)
        for counts in (y, n)
    )
    table = np.stack([successes, trials], axis=1)
    alike, often = np.unique(table, axis=0, return_counts=True)
    row, column = np.nonzero(alike[:, 1] > 0)
    design = np.concatenate([np.zeros((1, others)), np.eye(others)])[column]
    return BinomialPanel(
        alike[row, 0, column],
        alike[row, 1, column],
        np.column_stack([np.ones(len(row)), design]),
        np.flatnonzero(np.diff(row, prepend=-1)),
        often.astype(np.float64),
    )


def _no_fit(panel: BinomialPanel) -> str | None:
    """Return why the likelihood has no one finite maximum, if it has none."""
    if panel.per_group(panel.trials[None]).max() < 2:
        return "fewer_than_two_draws"
    # With one column per condition beside the intercept, the data are separated exactly when some
    # condition, or the reference, lacks one of the two outcomes.
    baseline = 1 - panel.design[:, 1:].sum(axis=1)
    members = np.column_stack([baseline, panel.design[:, 1:]])
    positive = panel.successes @ members
    negative = (panel.trials - panel.successes) @ members
    return "separation" if np.any((positive == 0) | (negative == 0)) else None


def _report(
    solution: Maximum, conditions: Sequence[Hashable], *, level: float, counts: Mapping[str, int]
) -> RandomInterceptFit:
    """Return the estimates of a fitted model."""
    estimated = partial(_wald, solution, level=level, counts=counts)
    names = [INTERCEPT, *map(str, conditions)]
    coefficients = {
        name: estimated(name, partial(_entry, position=position), "log odds")
        for position, name in enumerate(names)
    }
    effects = {
        name: estimated(
            f"marginal effect, {name}", partial(_marginal_effect, position=position), "rate"
        )
        for position, name in enumerate(names[1:], start=1)
    }
    deviation = estimated("between-group sd", partial(_entry, position=-1), "log odds")
    return RandomInterceptFit(
        coefficients=coefficients,
        odds_ratios={name: _odds_ratio(coefficients[name]) for name in effects},
        marginal_effects=effects,
        # A spread cannot be negative: neither a Wald interval nor a Wald test applies to it.
        deviation=replace(deviation, interval=None, p_value=None, statistic=None, p_method=None),
    )


def _wald(
    solution: Maximum,
    name: str,
    function: Callable[[Floats], float],
    unit: str,
    *,
    level: float,
    counts: Mapping[str, int],
) -> Estimate:
    """Return a function of the parameters with its Wald interval and test."""
    value, se = solution.value_and_error(function)
    half = normal_quantile((1 + level) / 2) * se
    at_zero = solution.parameters[-1] == 0
    return Estimate(
        name=name,
        value=value,
        unit=unit,
        interval=Interval(value - half, value + half, level, WALD),
        counts=counts,
        p_value=bounded_p(2 * normal_tail(abs(value) / se)),
        statistic=value / se,
        p_method=WALD,
        extra={"se": se},
        method=METHOD,
        notes=("The spread between groups is estimated at 0.",) if at_zero else (),
    )


def _entry(parameters: Floats, *, position: int) -> float:
    """Return one parameter."""
    return float(parameters[position])


def _marginal_effect(parameters: Floats, *, position: int) -> float:
    """Return the difference of probabilities averaged over the random intercept."""
    intercept, deviation = float(parameters[0]), float(parameters[-1])
    compared = mean_probability(intercept + float(parameters[position]), deviation)
    return compared - mean_probability(intercept, deviation)


def _odds_ratio(coefficient: Estimate) -> Estimate:
    """Return the conditional odds ratio of a coefficient, with its ends carried over."""
    if coefficient.value is None or coefficient.interval is None:
        raise BugError("An odds ratio was asked of a coefficient without value or interval.")
    low, high = coefficient.interval.low, coefficient.interval.high
    if low is None or high is None:
        raise BugError("An odds ratio was asked of a coefficient with a refused interval.")
    return replace(
        coefficient,
        name=f"conditional odds ratio, {coefficient.name}",
        value=_exp(coefficient.value),
        unit="odds ratio",
        interval=replace(coefficient.interval, low=_exp(low), high=_exp(high)),
        extra={},
    )


def _exp(log: float) -> float:
    """Return e to a power, infinite where a double cannot hold it."""
    return exp(log) if log < _LARGEST_LOG else inf


def _undefined(
    conditions: Sequence[Hashable], reason: str, counts: Mapping[str, int]
) -> RandomInterceptFit:
    """Return a fit in which every estimate says why there is none."""

    def missing(name: str, unit: str) -> Estimate:
        return Estimate.undefined(name, reason, unit=unit, counts=counts, method=METHOD)

    names = [str(condition) for condition in conditions]
    return RandomInterceptFit(
        coefficients={name: missing(name, "log odds") for name in [INTERCEPT, *names]},
        odds_ratios={
            name: missing(f"conditional odds ratio, {name}", "odds ratio") for name in names
        },
        marginal_effects={name: missing(f"marginal effect, {name}", "rate") for name in names},
        deviation=missing("between-group sd", "log odds"),
    )
