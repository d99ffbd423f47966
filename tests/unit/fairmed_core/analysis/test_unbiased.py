"""Floor and excesses are unbiased on simulated truth, with unequal draws and missing values."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from fairmed_core.analysis.excess import floor_excess
from fairmed_core.analysis.floor import instability_floor
from fairmed_core.analysis.settings import Contrast, Resampling, Setting
from fairmed_core.analysis.within_range_floor import within_range_excess
from fairmed_core.trajectories import Trajectories
from tests.helpers.draws import Draws, drafts, trajectories_of

VIGNETTES = tuple(f"v{n}" for n in range(8))
DIFFERENCE = 0.3
CONTRAST = Contrast("c1", "c0")
NO_RESAMPLES = Resampling(resamples=2)
BANDS = drafts({vignette: {2, 3} for vignette in VIGNETTES})
Error = Callable[["Simulated"], float | None]


class Simulated:
    """One data set: acuity 2 with chance q·p, 3 with chance q·(1 − p), else 5 (out of band)."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.inside = rng.uniform(0.5, 1.0, len(VIGNETTES))
        base = rng.uniform(0.1, 0.6, len(VIGNETTES))
        self.chance = {"c0": base, "c1": base + DIFFERENCE}
        self.draws: Draws = {
            condition: {
                vignette: self._cell(rng, self.inside[v], chance[v])
                for v, vignette in enumerate(VIGNETTES)
            }
            for condition, chance in self.chance.items()
        }
        self.trajectories: Trajectories = trajectories_of(self.draws)

    @staticmethod
    def _cell(rng: np.random.Generator, inside: float, chance: float) -> list[float | None]:
        count = rng.integers(2, 6)
        shares = (inside * chance, inside * (1 - chance), 1 - inside)
        values = rng.choice([2.0, 3.0, 5.0], size=count, p=shares)
        return [None if rng.random() < 0.15 else float(value) for value in values]

    def repeated(self, condition: str) -> np.ndarray:
        """Which vignettes have two valid draws."""
        cells = self.draws[condition].values()
        return np.array([sum(value is not None for value in cell) > 1 for cell in cells])


def floor_error(data: Simulated) -> float | None:
    rows = data.repeated("c0")
    p = (data.inside * data.chance["c0"])[rows]
    found = instability_floor(data.trajectories, setting=Setting("c0"), resampling=NO_RESAMPLES)[
        "high_acuity"
    ].value
    return None if found is None else found - float((2 * p * (1 - p)).mean())


def excess_error(data: Simulated) -> float | None:
    rows = data.repeated("c0") & data.repeated("c1")
    found = floor_excess(
        data.trajectories, contrast=CONTRAST, action="high_acuity", resampling=NO_RESAMPLES
    ).value
    return None if found is None else found - float(((data.inside[rows] * DIFFERENCE) ** 2).mean())


def within_range_error(data: Simulated) -> float | None:
    found = within_range_excess(
        data.trajectories,
        contrast=CONTRAST,
        action="high_acuity",
        bands=BANDS,
        resampling=NO_RESAMPLES,
    ).value
    return None if found is None else found - DIFFERENCE**2


def check(error: Error, *, data_sets: int) -> None:
    rng = np.random.default_rng(2026)
    errors = [found for _ in range(data_sets) if (found := error(Simulated(rng))) is not None]
    assert len(errors) > 0.95 * data_sets
    monte_carlo = np.std(errors, ddof=1) / np.sqrt(len(errors))
    assert abs(np.mean(errors)) < 3 * monte_carlo


@pytest.mark.parametrize("error", [floor_error, excess_error, within_range_error])
def test_bias_within_monte_carlo_error(error: Error) -> None:
    check(error, data_sets=150)


@pytest.mark.long
@pytest.mark.parametrize("error", [floor_error, excess_error, within_range_error])
def test_bias_over_two_thousand_data_sets(error: Error) -> None:
    check(error, data_sets=2_000)
