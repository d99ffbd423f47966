"""Tails, quantiles and masses against scipy.stats."""

import subprocess
import sys

import numpy as np
import pytest
from scipy import stats

from fairmed_core.stats.distributions import (
    binomial_above,
    binomial_mass,
    normal_quantile,
    normal_tail,
    t_quantile,
    t_tail,
)
from fairmed_core.stats.ranks import doubled_ranks


@pytest.mark.parametrize("freedom", [1, 2, 7, 15, 299, 9_999])
def test_students_t(freedom: int) -> None:
    for probability in (0.9, 0.95, 0.975, 0.9995):
        wanted = stats.t.ppf(probability, freedom)
        assert t_quantile(probability, freedom) == pytest.approx(wanted, rel=1e-9)
    for value in (0, 0.5, 2, 6, 40):
        assert t_tail(value, freedom) == pytest.approx(stats.t.sf(value, freedom), rel=1e-9)


def test_normal() -> None:
    for probability in (0.5, 0.9, 0.975, 0.999_999):
        wanted = stats.norm.ppf(probability)
        assert normal_quantile(probability) == pytest.approx(wanted, rel=1e-12, abs=1e-12)
    for value in (-3, 0, 1.96, 8, 30):
        assert normal_tail(value) == pytest.approx(stats.norm.sf(value), rel=1e-12)


@pytest.mark.parametrize("trials", [1, 2, 5, 25, 400])
@pytest.mark.parametrize("chance", [0, 1e-9, 0.1, 0.5, 0.98, 1])
def test_binomial(trials: int, chance: float) -> None:
    counts = np.arange(trials + 1)
    np.testing.assert_allclose(
        binomial_mass(counts, trials, chance),
        stats.binom.pmf(counts, trials, chance),
        rtol=1e-9,
        atol=1e-300,
    )
    for count in {0, trials // 2, trials - 1}:
        wanted = stats.binom.sf(count, trials, chance)
        assert binomial_above(count, trials, chance) == pytest.approx(wanted, rel=1e-9, abs=1e-300)


def test_midranks() -> None:
    values = np.random.default_rng(0).integers(0, 6, 40)
    np.testing.assert_array_equal(doubled_ranks(values), 2 * stats.rankdata(values))
    assert doubled_ranks(np.array([10**30, 3, 10**30], dtype=object)).tolist() == [5, 2, 5]


def test_analysis_loads_without_the_slow_half_of_scipy() -> None:
    code = (
        "import sys, fairmed_core.analysis.report\n"
        "print([name for name in ('scipy.stats', 'scipy.optimize') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
