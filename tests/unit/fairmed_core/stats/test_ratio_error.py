"""The jackknife error of a ratio, against leaving out each draw in turn."""

import numpy as np
import pytest

from fairmed_core.stats.ratio_error import ratio_errors


def by_definition(counts: np.ndarray, sums: np.ndarray) -> tuple[float, float]:
    """Ratio and delete-one error of one resample, draw by draw."""
    drawn = [row for row, often in zip(sums.tolist(), counts, strict=True) for _ in range(often)]

    def ratio(rows: list[list[float]]) -> float:
        below = sum(bottom for _, bottom in rows)
        return sum(top for top, _ in rows) / below if below else float("nan")

    left_out = [ratio(drawn[:i] + drawn[i + 1 :]) for i in range(len(drawn))]
    mean = sum(left_out) / len(drawn)
    squares = sum((value - mean) ** 2 for value in left_out)
    return ratio(drawn), ((len(drawn) - 1) / len(drawn) * squares) ** 0.5


def resamples(clusters: int, rng: np.random.Generator) -> np.ndarray:
    drawn = rng.integers(0, clusters, size=(40, clusters))
    return np.array([np.bincount(row, minlength=clusters) for row in drawn])


@pytest.mark.parametrize(
    "bottoms",
    ["all one", "all three tenths", "differing", "some without"],
)
def test_equals_leaving_out_each_draw(bottoms: str) -> None:
    rng = np.random.default_rng(5)
    bottom = {
        "all one": np.ones(9),
        "all three tenths": np.full(9, 0.3),
        "differing": rng.random(9) + 0.1,
        "some without": np.array([0, 0.5, 0, 1, 0, 0, 0.25, 1, 0]),
    }[bottoms]
    sums = np.column_stack([rng.normal(5, 1, 9) * bottom, bottom])
    counts = resamples(9, rng)
    wanted = np.array([by_definition(row, sums) for row in counts])
    found = np.array(ratio_errors(counts.astype(float), sums)).T
    np.testing.assert_allclose(found, wanted, rtol=1e-9, atol=1e-12)


def test_denominator_in_one_draw_alone_leaves_no_error() -> None:
    sums = np.array([[1.0, 2.0], [0.0, 0.0], [0.0, 0.0]])
    once, twice, never = np.array([[1.0, 2, 0], [2, 1, 0], [0, 2, 1]])
    ratio, error = ratio_errors(np.array([once, twice, never]), sums)
    assert ratio[0] == 0.5
    assert np.isnan(error[0])
    # The other copy stays when one is left out.
    assert (ratio[1], error[1]) == (0.5, 0.0)
    assert np.isnan(ratio[2])


def test_equal_clusters_have_no_error_at_all() -> None:
    sums = np.column_stack([np.full(7, 0.1), np.full(7, 0.7)])
    uneven = np.column_stack([np.arange(1, 8) * 0.1, np.arange(1, 8) * 0.7])
    counts = resamples(7, np.random.default_rng(1)).astype(float)
    assert np.all(ratio_errors(counts, sums)[1] == 0)
    assert np.all(ratio_errors(counts, uneven)[1] == 0)
