"""What stands beside a signed number: its test, and the t interval of a plain mean."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from fairmed_core.analysis.flips import signed_disparity
from fairmed_core.analysis.plan import Plan
from fairmed_core.analysis.report import analyse
from fairmed_core.analysis.rows import REPLICATE
from fairmed_core.analysis.settings import Contrast, Resampling
from tests.helpers.draws import drafts, trajectories_of

REFERENCE = {"v1": [1, 2, 3], "v2": [2, 2, 3], "v3": [3, 4, 5], "v4": [2, 3, 3], "v5": [4, 4, 4]}
COMPARISON = {"v1": [1, 1, 3], "v2": [3, 2, 3], "v3": [2, 2, 5], "v4": [2, 2, 2], "v5": [4, 4, 4]}
DRAWN = {"c0": REFERENCE, "c1": COMPARISON}
DIFFERENCES = [
    np.mean([one <= 2 for one in COMPARISON[name]]) - np.mean([one <= 2 for one in REFERENCE[name]])
    for name in REFERENCE
]


def test_the_t_interval_of_a_disparity_is_that_of_scipy() -> None:
    expected = stats.ttest_1samp(DIFFERENCES, 0).confidence_interval(0.9)
    found = signed_disparity(
        trajectories_of(DRAWN),
        contrast=Contrast("c1", "c0"),
        action="high_acuity",
        resampling=Resampling(resamples=100, level=0.9),
    )
    assert (found.extra["t_low"], found.extra["t_high"]) == pytest.approx(tuple(expected))


def test_the_report_prints_the_same_beside_its_p_value() -> None:
    report = analyse(
        trajectories_of(DRAWN),
        bands=(),
        plan=Plan(reference="c0", resampling=Resampling(resamples=100)),
        wanted=("flips",),
    )
    (row,) = (
        row
        for row in report.section("flips").rows
        if row.estimate.name == "signed disparity of high_acuity" and row.variant == REPLICATE
    )
    expected = stats.ttest_1samp(DIFFERENCES, 0).confidence_interval(0.95)
    extra = row.estimate.extra
    assert (extra["t_low"], extra["t_high"]) == pytest.approx(tuple(expected))
    assert "p_wild" in extra


def test_a_weighted_ratio_has_no_t_interval() -> None:
    report = analyse(
        trajectories_of(DRAWN),
        bands=drafts({name: {2, 3} for name in REFERENCE}),
        plan=Plan(reference="c0", resampling=Resampling(resamples=100)),
        wanted=("out_of_range",),
    )
    shifts = [
        row.estimate
        for row in report.section("out_of_range").rows
        if row.estimate.name.startswith("within-range shift") and row.estimate.p_value is not None
    ]
    assert shifts
    assert all("t_low" not in one.extra for one in shifts)
