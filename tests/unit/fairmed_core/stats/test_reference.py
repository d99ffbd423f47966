"""Every case of the statistics reference, each under its own test id and tolerance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from math import inf
from typing import Any

import numpy as np
import pytest

from fairmed_core.errors import UserError
from fairmed_core.estimate import Estimate
from fairmed_core.stats.agreement import krippendorff_alpha
from fairmed_core.stats.bootstrap import bootstrap_replicates
from fairmed_core.stats.cluster_robust import INTERCEPT, cluster_robust_ols
from fairmed_core.stats.floor_cell import cell_floor
from fairmed_core.stats.jackknife import jackknife_alpha
from fairmed_core.stats.majority import majority_probability
from fairmed_core.stats.mcnemar import mcnemar
from fairmed_core.stats.mixed_logit import random_intercept_logit
from fairmed_core.stats.multiplicity import adjust_pvalues
from fairmed_core.stats.permutation import permutation_test, sign_flip_test
from fairmed_core.stats.set_agreement import alpha_for_sets
from fairmed_core.stats.set_distances import set_distance
from fairmed_core.stats.spearman import spearman_exact
from fairmed_core.stats.wilcoxon import wilcoxon_signed_rank
from fairmed_core.stats.wild_cluster import wild_cluster_test
from fairmed_core.stats.wild_interval import wild_cluster_interval
from tests.helpers.reference import reference_case, reference_cases, reference_columns

Case = dict[str, Any]
CASES = reference_cases()

pytestmark = pytest.mark.skipif(not CASES, reason="reference values are not beside the checkout")

# The file names this α after the R package that computes it.
DISTANCE_NAMES = {"mvalpha_nominal_KC2016": "multi_valued_nominal"}


def matrix_of(data: dict[str, Any]) -> list[list[object]]:
    """Raters × units, also from a contingency table of two raters."""
    if "matrix" in data:
        return data["matrix"]
    labels, table = data["labels"], data["contingency_rows_rater1_cols_rater2"]
    pairs = [
        (first, second)
        for first, row in zip(labels, table, strict=True)
        for second, count in zip(labels, row, strict=True)
        for _ in range(count)
    ]
    return [[first for first, _ in pairs], [second for _, second in pairs]]


def check_krippendorff(case: Case, close: Callable[[object], object]) -> None:
    for level in case["options"]["levels"]:
        arguments = {"level": level, "order": case["options"].get("order")}
        if case.get("expected_status") == "raise":
            with pytest.raises(UserError):
                krippendorff_alpha(matrix_of(case["data"]), **arguments)
            continue
        estimate = krippendorff_alpha(matrix_of(case["data"]), **arguments)
        expected = case["expected"][level]
        if expected is None:
            assert estimate.status == "undefined"
            assert estimate.reason in {"no_variation", "no_pairable_unit"}
        else:
            assert estimate.value == close(expected)
            # The jackknife runs on our own coincidences, not on the package: both must agree.
            assert jackknife_alpha(matrix_of(case["data"]), **arguments).value == close(expected)
        if level in case.get("published", {}):
            published = pytest.approx(case["published"][level], abs=case["published_tolerance"])
            assert estimate.value == published


def check_alpha_interval(case: Case, close: Callable[[object], object]) -> None:
    """These three intervals are other people's methods; ours must stand to them as it should."""
    matrix = matrix_of(reference_case(case["data"]["ref"])["data"])
    level, low, high = case["options"]["level"], *case["expected"]["ci"]
    ours = krippendorff_alpha(matrix, level=level, resamples=5_000)
    if case["options"]["method"].startswith("Gwet"):
        assert ours.value == close(case["expected"]["alpha"])
        jackknife = jackknife_alpha(matrix, level=level)
        # Linearisation and jackknife agree to first order, not to the digits of the file.
        assert jackknife.extra["se_jackknife"] == pytest.approx(case["expected"]["se"], rel=0.01)
        assert jackknife.interval is not None
        assert (jackknife.interval.low, jackknife.interval.high) == pytest.approx(
            (low, high), abs=0.005
        )
    elif case["options"]["method"].startswith("Hughes"):
        # Another estimator: returning its value would be an error here.
        assert ours.value != close(case["expected"]["alpha"])
        assert low < ours.value < high
    else:
        # Fixed expected disagreement makes the interval too narrow; ours recomputes it.
        assert case["options"]["method"].startswith("Krippendorff/Hayes fixed-De bootstrap")
        assert ours.interval.low < low - case["tolerance"]
        assert ours.interval.high > high + case["tolerance"]


def check_alpha_sets(case: Case, close: Callable[[object], object]) -> None:
    units = case["data"]["units"]
    raters = max(map(len, units))
    ratings = [
        [frozenset(unit[rater]) if rater < len(unit) else None for unit in units]
        for rater in range(raters)
    ]
    for name, expected in case["expected"].items():
        distance = DISTANCE_NAMES.get(name, name)
        assert alpha_for_sets(ratings, distance=distance).value == close(expected)


def check_set_distance(case: Case, close: Callable[[object], object]) -> None:
    for distance, expected in case["expected"].items():
        found = set_distance(case["data"]["a"], case["data"]["b"], distance=distance)
        assert found == close(expected)


def check_mcnemar(case: Case, close: Callable[[object], object]) -> None:
    estimate = mcnemar(case["data"]["b"], case["data"]["c"])
    assert estimate.extra["p_exact"] == close(case["expected"]["exact"])
    assert estimate.extra["p_midp"] == close(case["expected"]["midp"])
    assert estimate.p_value == close(case["expected"]["exact"])


def check_fdr(case: Case, close: Callable[[object], object]) -> None:
    for method in ("bh", "by"):
        if method not in case["expected"]:
            continue
        adjusted = adjust_pvalues(case["data"]["p"], method=method)
        expected = case["expected"][method]
        assert [value is None for value in adjusted] == [value is None for value in expected]
        for found, wanted in zip(adjusted, expected, strict=True):
            assert wanted is None or found == close(wanted)
        if f"{method}_rejected" in case["expected"]:
            rejected = sum(value <= case["options"]["alpha"] for value in adjusted)
            assert rejected == case["expected"][f"{method}_rejected"]


def check_paired_permutation(case: Case, close: Callable[[object], object]) -> None:
    differences = case["data"]["d"]
    assert sign_flip_test(differences).p_value == close(case["expected"]["p"])
    swapped = permutation_test(np.zeros(len(differences)), differences)
    assert swapped.p_value == close(case["expected"]["p"])


def check_wilcoxon(case: Case, close: Callable[[object], object]) -> None:
    for zeros, expected in case["expected"].items():
        estimate = wilcoxon_signed_rank(case["data"]["d"], zeros=zeros)
        assert estimate.statistic == close(expected["W_plus"])
        assert estimate.p_value == close(expected["p_two_sided"])
        assert estimate.extra["p_greater"] == close(expected["p_greater"])


def check_spearman(case: Case, close: Callable[[object], object]) -> None:
    estimate = spearman_exact(case["data"]["x"], case["data"]["y"])
    assert estimate.value == close(case["expected"]["rho"])
    assert estimate.p_value == close(case["expected"]["p"])


def check_floor(case: Case, close: Callable[[object], object]) -> None:
    assert cell_floor(case["data"]["k"], case["data"]["R"]) == close(case["expected"]["value"])


def check_majority(case: Case, close: Callable[[object], object]) -> None:
    for votes, expected in zip(case["options"]["n"], case["expected"]["accuracy"], strict=True):
        assert float(majority_probability(case["data"]["p"], votes=votes)) == close(expected)
        even = majority_probability(case["data"]["p"], votes=votes + 1)
        assert float(even) == close(expected)


def check_cluster_bootstrap(case: Case, close: Callable[[object], object]) -> None:
    """The replicates must follow the enumerated distribution within Monte-Carlo error."""
    sums = [(sum(members), len(members)) for members in case["data"]["clusters"]]
    resamples = 200_000
    replicates = bootstrap_replicates(sums, resamples=resamples, seed=11)
    error = replicates.std() / resamples**0.5
    expected = case["expected"]
    assert replicates.mean() == pytest.approx(expected["mean"], abs=4 * error)
    if "support" in expected:
        total = sum(expected["counts"])
        found = Counter(np.round(replicates, 9))
        assert sorted(found) == pytest.approx(expected["support"], abs=1e-8)
        for value, count in zip(sorted(found), expected["counts"], strict=True):
            share = count / total
            spread = (share * (1 - share) / resamples) ** 0.5
            assert found[value] / resamples == pytest.approx(share, abs=4 * spread)
    for level, wanted in expected.get("quantiles_inverted_cdf", {}).items():
        assert np.quantile(replicates, float(level), method="inverted_cdf") == close(wanted)


def check_cluster_robust(case: Case, close: Callable[[object], object]) -> None:
    columns = reference_columns(case["data"]["file"])
    y, x = ([float(value) for value in columns[name]] for name in ("y", "x"))
    expected, alone = case["expected"], case["expected"]["intercept_only"]
    for grouping in ("firm", "year"):
        fitted = cluster_robust_ols(y, {"x": x}, clusters=columns[grouping])
        assert [fit.value for fit in fitted.values()] == [close(b) for b in expected["beta"]]
        errors = [fit.extra["se"] for fit in fitted.values()]
        assert errors == [close(se) for se in expected[f"se_{grouping}"]]
        mean = cluster_robust_ols(y, {}, clusters=columns[grouping])[INTERCEPT]
        assert mean.value == close(alone["beta"])
        assert mean.extra["se"] == close(alone[f"se_{grouping}"])
        assert ends(mean) == [close(end) for end in alone[f"ci_{grouping}"]]
        if grouping == "firm":
            assert ends(fitted["x"]) == [close(end) for end in expected["ci_x_firm"]]


def check_wild(case: Case, close: Callable[[object], object]) -> None:
    clusters, expected = case["data"]["clusters"], case["expected"]
    if case.get("expected_status") == "undefined":
        estimate = wild_cluster_test(clusters, mu0=case["options"]["mu0"], signed=True)
        assert (estimate.status, estimate.p_value) == ("undefined", None)
        return
    for distribution in {"rademacher", "webb"} & set(expected):
        common = {"distribution": distribution, "resamples": "enumerate", "signed": True}
        for key, wanted in expected[distribution].items():
            if key.startswith("mu0="):
                estimate = wild_cluster_test(clusters, mu0=float(key[4:]), **common)
                assert estimate.p_value == close(wanted["p_ge"])
                assert estimate.statistic == close(wanted["t"])
                assert estimate.value == close(expected["mean"])
                assert estimate.counts["clusters"] == expected["G"]
            elif key == "n_draws":
                assert wild_cluster_test(clusters, **common).counts["draws"] == wanted
            else:
                assert key == "ci95_ge_hull"
                low, high = ends(wild_cluster_interval(clusters, **common))
                assert low == (-inf if wanted[0] is None else close(wanted[0]))
                assert high == (inf if wanted[1] is None else close(wanted[1]))


def check_mixed(case: Case, close: Callable[[object], object]) -> None:
    columns = reference_columns(case["data"]["file"])
    successes, trials = ([float(v) for v in columns[name]] for name in ("incidence", "size"))
    nodes, expected = case["options"]["nAGQ"], case["expected"]
    fit = random_intercept_logit(
        successes, trials, groups=columns["herd"], condition=columns["period"],
        reference="1", nodes=nodes,
    )  # fmt: skip
    alone = random_intercept_logit(successes, trials, groups=columns["herd"], nodes=nodes)
    assert list(fit.coefficients) == [INTERCEPT, "2", "3", "4"]
    assert [e.value for e in fit.coefficients.values()] == [close(b) for b in expected["fixef"]]
    assert [e.extra["se"] for e in fit.coefficients.values()] == [close(s) for s in expected["se"]]
    assert fit.deviation.value == close(expected["sd"])
    single = expected["intercept_only"]
    assert alone.coefficients[INTERCEPT].value == close(single["fixef"])
    assert alone.coefficients[INTERCEPT].extra["se"] == close(single["se"])
    assert alone.deviation.value == close(single["sd"])


CHECKS = {
    "krippendorff_alpha": check_krippendorff,
    "alpha_ci": check_alpha_interval,
    "alpha_set_valued": check_alpha_sets,
    "set_distance": check_set_distance,
    "mcnemar": check_mcnemar,
    "fdr": check_fdr,
    "paired_permutation": check_paired_permutation,
    "wilcoxon": check_wilcoxon,
    "spearman_exact": check_spearman,
    "instability_floor": check_floor,
    "majority_curve": check_majority,
    "cluster_bootstrap": check_cluster_bootstrap,
    "cluster_robust_ols": check_cluster_robust,
    "wcb_intercept_only": check_wild,
    "random_intercept_logistic": check_mixed,
}


def ends(estimate: Estimate) -> list[float | None]:
    assert estimate.interval is not None
    return [estimate.interval.low, estimate.interval.high]


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_case(case: Case) -> None:
    check = CHECKS.get(case["statistic"])
    assert check is not None, f"no check for the statistic {case['statistic']}"
    check(case, lambda value: pytest.approx(value, abs=max(case["tolerance"], 1e-12)))


def test_all_cases_are_read() -> None:
    assert len(CASES) == 87
