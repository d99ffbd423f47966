"""The same tasks by the libraries a user would otherwise take, in an environment of their own.

Run as a file by that environment's interpreter; prints one JSON record per task.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable

import krippendorff
import numpy as np
import pandas as pd
import statsmodels.api as sm
from arch.bootstrap import IIDBootstrap
from inputs import (
    PERMUTATIONS,
    RESAMPLES,
    WILD_DRAWS,
    binary_panel,
    p_values,
    panel,
    profiles,
    ratings,
    ratio_sums,
    values,
)
from scipy import stats
from statsmodels.genmod.bayes_mixed_glm import BinomialBayesMixedGLM
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.multitest import multipletests
from timing import timed
from wildboottest.wildboottest import wildboottest

ALPHA_LOOP = 20
FAMILY = p_values(300)


def ratio(drawn: np.ndarray) -> float:
    """Return the ratio of sums of drawn rows."""
    return drawn[:, 0].sum() / drawn[:, 1].sum()


def wild(size: int) -> Callable[[], object]:
    """Return the Webb test of the library."""
    model = sm.OLS(values(size), np.ones((size, 1)))
    return lambda: float(
        wildboottest(
            model,
            B=WILD_DRAWS,
            cluster=np.arange(size),
            param="const",
            weights_type="webb",
            seed=3,
            show=False,
        )["p-value"].iloc[0]
    )


def scipy_ratio(size: int) -> Callable[[], object]:
    """Return scipy's percentile bootstrap of a ratio."""
    sums = ratio_sums(size)
    return lambda: (
        stats.bootstrap(
            (sums[:, 0], sums[:, 1]),
            lambda top, bottom, axis=-1: top.sum(axis=axis) / bottom.sum(axis=axis),
            paired=True,
            vectorized=True,
            n_resamples=RESAMPLES,
            method="percentile",
            rng=np.random.default_rng(0),
        ).confidence_interval
    )


def arch_ratio(size: int) -> Callable[[], object]:
    """Return arch's percentile bootstrap of a ratio."""
    sums = ratio_sums(size)
    return lambda: IIDBootstrap(sums, seed=0).conf_int(ratio, reps=RESAMPLES, method="percentile")


def scipy_mean(size: int) -> Callable[[], object]:
    """Return scipy's percentile bootstrap of a mean."""
    return lambda: (
        stats.bootstrap(
            (values(size),),
            np.mean,
            n_resamples=RESAMPLES,
            method="percentile",
            rng=np.random.default_rng(0),
        ).confidence_interval
    )


def scipy_sign_flips(size: int) -> Callable[[], object]:
    """Return scipy's paired permutation test of a mean."""
    return lambda: (
        stats.permutation_test(
            (values(size),),
            lambda x, axis=-1: x.mean(axis=axis),
            permutation_type="samples",
            vectorized=True,
            n_resamples=PERMUTATIONS if size > 16 else np.inf,
            rng=np.random.default_rng(0),
        ).pvalue
    )


def scipy_spearman(size: int) -> Callable[[], object]:
    """Return scipy's exact permutation test of a rank correlation."""
    x, y = (np.array(profile) for profile in profiles(size))
    return lambda: (
        stats.permutation_test(
            (x,),
            lambda drawn: stats.spearmanr(drawn, y).statistic,
            permutation_type="pairings",
            n_resamples=np.inf,
        ).pvalue
    )


def clustered_ols() -> Callable[[], object]:
    """Return statsmodels' least squares with cluster-robust errors."""
    y, x, group = panel(500, 10)
    design = sm.add_constant(x)
    return lambda: sm.OLS(y, design).fit(cov_type="cluster", cov_kwds={"groups": group}).bse[1]


def mixed_logit() -> Callable[[], object]:
    """Return statsmodels' random-intercept logistic model (posterior mode, not the maximum)."""
    y, condition, group = binary_panel(20, 5)
    data = pd.DataFrame({"y": y, "condition": condition, "group": group})
    model = BinomialBayesMixedGLM.from_formula("y ~ condition", {"g": "0 + C(group)"}, data)
    return lambda: model.fit_map().fe_mean[1]


def alpha_loop() -> Callable[[], object]:
    """Return a bootstrap of α that calls the package for each resample, a few resamples only."""
    data = ratings(10, 10_000)
    rng = np.random.default_rng(0)
    return lambda: [
        krippendorff.alpha(
            reliability_data=data[:, rng.integers(0, data.shape[1], data.shape[1])],
            level_of_measurement="ordinal",
        )
        for _ in range(ALPHA_LOOP)
    ]


TASKS: dict[str, tuple[Callable[[], object], int, float]] = {
    "wild 16": (wild(16), 1, 1),
    "wild 50": (wild(50), 1, 1),
    "wild 300": (wild(300), 1, 1),
    "mean 300, scipy": (scipy_mean(300), 1, 1),
    "ratio 300, scipy": (scipy_ratio(300), 1, 1),
    "ratio 300, arch": (arch_ratio(300), 1, 1),
    "ratio 16, scipy": (scipy_ratio(16), 1, 1),
    "ratio 16, arch": (arch_ratio(16), 1, 1),
    "sign flips 16": (scipy_sign_flips(16), 1, 1),
    "sign flips 300": (scipy_sign_flips(300), 1, 1),
    "signed rank 40": (lambda: stats.wilcoxon(values(40), method="exact").pvalue, 5, 1),
    "signed rank 300": (lambda: stats.wilcoxon(values(300), method="exact").pvalue, 1, 1),
    "spearman 6": (scipy_spearman(6), 1, 1),
    "mcnemar": (lambda: mcnemar([[0, 10], [22, 0]], exact=True).pvalue, 20, 1),
    "by, statsmodels": (lambda: multipletests(FAMILY, method="fdr_by")[1], 50, 1),
    "by, scipy": (lambda: stats.false_discovery_control(FAMILY, method="by"), 50, 1),
    "ols": (clustered_ols(), 1, 1),
    "logit": (mixed_logit(), 1, 1),
    "alpha": (alpha_loop(), 1, 1000 / ALPHA_LOOP),
}


def main() -> None:
    """Print the time of every task."""
    warnings.simplefilter("ignore")
    for name, (task, repeat, scale) in TASKS.items():
        task()
        found = timed(task, repeat=repeat)
        print(json.dumps({"name": name, "seconds": found.median * scale}), flush=True)


if __name__ == "__main__":
    main()
