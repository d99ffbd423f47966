"""Cluster-robust least squares on data small enough to work out otherwise."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from fairmed_core.errors import UserError
from fairmed_core.stats.cluster_robust import INTERCEPT, cluster_robust_ols


def test_the_mean_of_equal_clusters_has_the_standard_error_of_their_means() -> None:
    """G(N − 1)/((G − 1)(N − 1)) with one column: exactly s(means)/√G."""
    values = np.array([[1.0, 2], [4, 0], [3, 3], [-1, 2]])
    fit = cluster_robust_ols(values.ravel(), {}, clusters=np.repeat(list("wxyz"), 2))[INTERCEPT]
    means = values.mean(axis=1)
    assert fit.value == pytest.approx(means.mean())
    assert fit.extra["se"] == pytest.approx(stats.sem(means))
    assert fit.p_value == pytest.approx(stats.ttest_1samp(means, 0).pvalue)


def test_a_single_cluster_is_undefined_and_no_residual_spread_refuses_the_interval() -> None:
    alone = cluster_robust_ols([1, 2, 3], {}, clusters=["a", "a", "a"])[INTERCEPT]
    assert alone.reason == "fewer_than_two_clusters"
    constant = cluster_robust_ols([2.0, 2, 2, 2], {}, clusters=[1, 1, 2, 2])[INTERCEPT]
    assert constant.value == 2
    assert constant.interval.reason == "no_variation"


@pytest.mark.parametrize(
    ("y", "columns"),
    [
        ([1, 2, 3, 4], {"x": [1, 2, 3]}),
        ([1, 2, 3, 4], {"x": [1, 1, 1, 1]}),
        ([1, 2, 3, float("nan")], {}),
    ],
)
def test_bad_input_is_refused(y: list[float], columns: dict[str, list[float]]) -> None:
    with pytest.raises(UserError):
        cluster_robust_ols(y, columns, clusters=[1, 1, 2, 2])
