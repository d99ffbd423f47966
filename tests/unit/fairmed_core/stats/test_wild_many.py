"""Many wild cluster tests at once are the tests one by one."""

import numpy as np
import pytest

from fairmed_core.errors import UserError
from fairmed_core.stats.wild_cluster import wild_cluster_test
from fairmed_core.stats.wild_many import wild_cluster_tests


@pytest.mark.parametrize("distribution", ["webb", "rademacher"])
@pytest.mark.parametrize("clusters", [2, 5, 9, 16, 60])
def test_equal_the_tests_one_by_one(clusters: int, distribution: str) -> None:
    rng = np.random.default_rng(clusters)
    columns = rng.integers(-5, 8, (clusters, 50)) / 25
    columns[:, 0] = 0
    columns[:, 1] = 0.5
    columns[1:, 2] = 0
    options = {"distribution": distribution, "resamples": 999, "signed": True, "seed": 3}
    assert wild_cluster_tests(columns, **options) == tuple(
        wild_cluster_test(column, **options) for column in columns.T.copy()
    )


def test_size_of_blocks_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    columns = np.random.default_rng(1).normal(0.1, 1, (20, 90))
    whole = wild_cluster_tests(columns, signed=True, resamples=999)
    monkeypatch.setattr("fairmed_core.stats.wild_many._BLOCK_CELLS", 60)
    monkeypatch.setattr("fairmed_core.stats.wild_many._COLUMNS", 7)
    assert wild_cluster_tests(columns, signed=True, resamples=999) == whole


def test_mean_of_nothing_but_rounding_has_p_one() -> None:
    lattice = np.array([0.1, 0.2, -0.3] * 6)
    assert lattice.sum() != 0
    assert wild_cluster_test(lattice, signed=True).p_value == 1
    (found,) = wild_cluster_tests(lattice[:, None], signed=True)
    assert found.p_value == 1


def test_no_column_at_all() -> None:
    assert wild_cluster_tests(np.zeros((10, 0)), signed=True) == ()


def test_undeclared_sign_and_bad_numbers_are_refused() -> None:
    with pytest.raises(UserError, match="not declared signed"):
        wild_cluster_tests(np.ones((10, 2)))
    with pytest.raises(UserError, match="NaN"):
        wild_cluster_tests(np.full((10, 2), np.nan), signed=True)
