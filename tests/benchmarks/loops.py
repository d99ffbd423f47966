"""What a straightforward program does: plain Python loops over resamples and draws."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import sqrt

Cell = Sequence[int]
WEBB = (sqrt(1.5), 1.0, sqrt(0.5), -sqrt(0.5), -1.0, -sqrt(1.5))


def bootstrap_of_draws(
    cells: Sequence[tuple[Cell, Cell]], resamples: int, seed: int = 0
) -> list[float]:
    """Flip rates of resampled vignettes, each pair of draws compared anew."""
    rng = random.Random(seed)
    rates = []
    for _ in range(resamples):
        shares = []
        for reference, condition in rng.choices(cells, k=len(cells)):
            flips = sum(a != b for a in reference for b in condition)
            shares.append(flips / (len(reference) * len(condition)))
        rates.append(sum(shares) / len(shares))
    return sorted(rates)


def bootstrap_of_sums(
    sums: Sequence[tuple[float, float]], resamples: int, seed: int = 0
) -> list[float]:
    """Ratios of resampled sums, the sums of each vignette taken beforehand."""
    rng = random.Random(seed)
    rates = []
    for _ in range(resamples):
        drawn = rng.choices(sums, k=len(sums))
        rates.append(sum(top for top, _ in drawn) / sum(bottom for _, bottom in drawn))
    return sorted(rates)


def t_statistic(values: Sequence[float], null: float) -> float:
    """Cluster-robust t of a mean over clusters."""
    size = len(values)
    mean = sum(values) / size
    squares = sum((value - mean) ** 2 for value in values)
    return (mean - null) / sqrt(size / (size - 1) * squares / size**2)


def wild_p(values: Sequence[float], null: float, resamples: int, seed: int = 0) -> float:
    """Webb wild cluster bootstrap p with the null imposed, one draw after the other."""
    rng = random.Random(seed)
    bound = abs(t_statistic(values, null)) * (1 - 1e-10)
    away = [value - null for value in values]
    extreme = 0
    for _ in range(resamples):
        weights = rng.choices(WEBB, k=len(values))
        drawn = [null + weight * value for weight, value in zip(weights, away, strict=True)]
        extreme += abs(t_statistic(drawn, null)) >= bound
    return (1 + extreme) / (1 + resamples)


def wild_end(values: Sequence[float], side: int, resamples: int) -> tuple[float, int]:
    """Return one end of the interval by bracketing and bisection, and the p-values it took."""
    mean = sum(values) / len(values)
    error = 1 / t_statistic([value - mean + 1 for value in values], 0)
    inside, outside, taken = 0.0, 1.0, 1
    while wild_p(values, mean + side * outside * error, resamples) > 0.05:
        inside, outside, taken = outside, 2 * outside, taken + 1
    while outside - inside > 1e-6:
        middle = (inside + outside) / 2
        taken += 1
        if wild_p(values, mean + side * middle * error, resamples) > 0.05:
            inside = middle
        else:
            outside = middle
    return mean + side * inside * error, taken
