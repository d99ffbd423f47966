"""The random-intercept logistic model against numerical integration and simple truths."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import integrate, special, stats

from fairmed_core.errors import UserError
from fairmed_core.stats.mixed_logit import INTERCEPT, random_intercept_logit


def simulated(groups: int, draws: int, *, effect: float, spread: float, seed: int):
    """Counts of two conditions per group."""
    rng = np.random.default_rng(seed)
    height = rng.normal(0, spread, groups)
    chance = special.expit(np.column_stack([height - 0.5, height - 0.5 + effect]))
    successes = rng.binomial(draws, chance).ravel()
    labels = np.tile(["c0", "c"], groups)
    return successes, np.full(2 * groups, draws), np.repeat(np.arange(groups), 2), labels


def integrated_loss(parameters, successes, trials, groups, shown) -> float:
    """Minus the log likelihood, every group integrated by adaptive quadrature of scipy."""
    intercept, effect, spread = parameters
    total = 0.0
    for group in np.unique(groups):
        rows = groups == group
        fixed = intercept + effect * shown[rows]

        def integrand(z: float, rows=rows, fixed=fixed) -> float:
            eta = fixed + spread * z
            logs = successes[rows] * eta - trials[rows] * np.logaddexp(0, eta)
            return float(np.exp(logs.sum()) * stats.norm.pdf(z))

        total += np.log(integrate.quad(integrand, -9, 9, epsabs=1e-13)[0])
    return -total


@pytest.mark.parametrize(
    ("spread", "seed", "nodes"),
    [(1.2, 4, 25), (0.8, 4, 9), (2.5, 4, 9), (4, 1, 9), (7, 2, 9), (7, 6, 9)],
)
def test_maximum_is_that_of_the_integrated_likelihood(spread, seed, nodes) -> None:
    """Along every parameter the parabola through three exact losses has its vertex at the fit."""
    successes, trials, groups, labels = simulated(12, 6, effect=0.9, spread=spread, seed=seed)
    fit = random_intercept_logit(
        successes, trials, groups=groups, condition=labels, reference="c0", nodes=nodes
    )
    shown = (labels == "c").astype(float)
    found = np.array(
        [fit.coefficients[INTERCEPT].value, fit.coefficients["c"].value, fit.deviation.value]
    )
    at_fit = integrated_loss(found, successes, trials, groups, shown)
    for step in 0.02 * np.eye(3):
        before, after = (
            integrated_loss(found + way * step, successes, trials, groups, shown) for way in (-1, 1)
        )
        assert min(before, after) > at_fit
        vertex = 0.01 * (before - after) / (before - 2 * at_fit + after)
        assert vertex == pytest.approx(0, abs=3e-4)


def test_recovers_the_truth_of_a_large_study() -> None:
    successes, trials, groups, labels = simulated(800, 6, effect=0.7, spread=1.5, seed=1)
    fit = random_intercept_logit(
        successes, trials, groups=groups, condition=labels, reference="c0"
    )  # fmt: skip
    effect = fit.coefficients["c"]
    assert effect.interval.low < 0.7 < effect.interval.high
    assert fit.deviation.value == pytest.approx(1.5, abs=0.2)
    assert fit.odds_ratios["c"].value == pytest.approx(np.exp(effect.value))
    # The marginal effect is what the raw rates show; the odds ratio is for one and the same case.
    rates = [successes[labels == name].sum() / trials[labels == name].sum() for name in ("c0", "c")]
    marginal = fit.marginal_effects["c"]
    assert marginal.value == pytest.approx(rates[1] - rates[0], abs=0.01)
    assert marginal.interval.low < marginal.value < marginal.interval.high
    raw_odds_ratio = (rates[1] / (1 - rates[1])) / (rates[0] / (1 - rates[0]))
    assert fit.odds_ratios["c"].value > raw_odds_ratio


def test_exchanging_the_conditions_mirrors_every_effect() -> None:
    successes, trials, groups, labels = simulated(30, 5, effect=0.6, spread=1, seed=2)
    fits = [
        random_intercept_logit(successes, trials, groups=groups, condition=labels, reference=name)
        for name in ("c0", "c")
    ]
    there, back = fits[0].coefficients["c"], fits[1].coefficients["c0"]
    assert there.value == pytest.approx(-back.value, abs=1e-4)
    assert there.extra["se"] == pytest.approx(back.extra["se"], rel=1e-3)
    assert fits[0].marginal_effects["c"].value == pytest.approx(
        -fits[1].marginal_effects["c0"].value, abs=1e-5
    )


def test_single_draws_and_counts_are_the_same_data() -> None:
    successes, trials, groups, labels = simulated(20, 4, effect=0.5, spread=1, seed=3)
    single = [
        (draw < k, group, label)
        for k, n, group, label in zip(successes, trials, groups, labels, strict=True)
        for draw in range(n)
    ]
    hits, group, label = map(list, zip(*single, strict=True))
    as_counts = random_intercept_logit(
        successes, trials, groups=groups, condition=labels, reference="c0"
    )
    as_draws = random_intercept_logit(
        np.array(hits, dtype=float), np.ones(len(hits)), groups=group, condition=label,
        reference="c0",
    )  # fmt: skip
    assert as_draws.coefficients["c"].value == pytest.approx(
        as_counts.coefficients["c"].value, abs=1e-6
    )
    assert as_draws.coefficients["c"].counts["draws"] == trials.sum()


def test_no_spread_is_the_ordinary_logistic_regression() -> None:
    """Every group alike: the fit is that of the pooled table, and says the spread is 0."""
    fit = random_intercept_logit(
        [2, 3] * 10, [5, 5] * 10, groups=np.repeat(np.arange(10), 2), condition=["a", "b"] * 10,
        reference="a",
    )  # fmt: skip
    assert fit.deviation.value == 0
    assert fit.odds_ratios["b"].value == pytest.approx((3 / 2) / (2 / 3), rel=1e-5)
    assert fit.marginal_effects["b"].value == pytest.approx(0.2, abs=1e-6)
    # Woolf's standard error of the log odds ratio of the 2 × 2 table.
    woolf = (1 / 20 + 1 / 30 + 1 / 30 + 1 / 20) ** 0.5
    assert fit.coefficients["b"].extra["se"] == pytest.approx(woolf, rel=1e-4)
    assert "0" in fit.coefficients["b"].notes[0]


@pytest.mark.parametrize(
    ("successes", "groups", "labels", "reason"),
    [
        ([1, 0, 2, 0, 1, 0], [1, 1, 2, 2, 3, 3], list("ababab"), "separation"),
        ([1, 2], [1, 1], ["a", "b"], "fewer_than_two_groups"),
        ([1, 0, 1, 0], [1, 2, 3, 4], list("aabb"), "fewer_than_two_draws"),
        ([0, 0, 3, 3, 0, 0, 3, 3], [1, 1, 2, 2, 3, 3, 4, 4], list("abababab"),
         "groups_too_unanimous"),
    ],
)  # fmt: skip
def test_without_a_finite_maximum_every_estimate_says_why(successes, groups, labels, reason):
    draws = 1 if reason == "fewer_than_two_draws" else 3
    fit = random_intercept_logit(
        successes, [draws] * len(successes), groups=groups, condition=labels, reference="a"
    )
    for estimate in (
        *fit.coefficients.values(), *fit.odds_ratios.values(), *fit.marginal_effects.values(),
        fit.deviation,
    ):  # fmt: skip
        assert (estimate.value, estimate.reason) == (None, reason)
    assert set(fit.marginal_effects) == {"b"}


def test_a_wide_spread_is_integrated_with_more_nodes() -> None:
    used = {}
    for spread in (1, 2, 6):
        successes, trials, groups, labels = simulated(60, 8, effect=1, spread=spread, seed=5)
        few, many = (
            random_intercept_logit(
                successes, trials, groups=groups, condition=labels, reference="c0", nodes=nodes
            )
            for nodes in (9, 101)
        )
        used[spread] = few.deviation.counts["nodes"]
        assert few.coefficients["c"].value == pytest.approx(many.coefficients["c"].value, abs=1e-3)
    assert used[1] == 9
    assert used[2] == 25
    assert used[6] > 101


def test_rows_of_a_group_and_condition_may_be_split_and_in_any_order() -> None:
    successes, trials, groups, labels = simulated(20, 6, effect=0.7, spread=1, seed=3)
    whole = random_intercept_logit(
        successes, trials, groups=groups, condition=labels, reference="c0"
    )
    single = [
        (int(draw < k), group, label)
        for k, n, group, label in zip(successes, trials, groups, labels, strict=True)
        for draw in range(n)
    ]
    order = np.random.default_rng(0).permutation(len(single))
    y, group, label = zip(*[single[at] for at in order], strict=True)
    split = random_intercept_logit(y, [1] * len(y), groups=group, condition=label, reference="c0")
    for name in ("c", INTERCEPT):
        assert split.coefficients[name].value == pytest.approx(
            whole.coefficients[name].value, abs=1e-9
        )
        assert split.coefficients[name].extra["se"] == pytest.approx(
            whole.coefficients[name].extra["se"], rel=1e-6
        )
    assert split.deviation.counts["rows"] == 240
    assert split.deviation.counts["groups"] == 20


@pytest.mark.parametrize(
    ("successes", "trials", "options"),
    [
        ([3, 1], [2, 2], {"groups": [1, 2]}),
        ([-1, 1], [2, 2], {"groups": [1, 2]}),
        ([1, 1], [2, 2, 2], {"groups": [1, 2]}),
        ([1, 1], [2, 2], {"groups": [1, 2], "condition": ["a", "b"], "reference": "c"}),
        ([1, float("nan")], [2, 2], {"groups": [1, 2]}),
    ],
)
def test_bad_input_is_refused(successes, trials, options) -> None:
    with pytest.raises(UserError):
        random_intercept_logit(successes, trials, **options)
