"""Inputs that this package and the libraries are measured on; needs numpy alone."""

from __future__ import annotations

import numpy as np

RESAMPLES = 5_000
WILD_DRAWS = 9_999
PERMUTATIONS = 9_999


def values(size: int) -> np.ndarray:
    """Return one number per cluster."""
    return np.random.default_rng(size).normal(0.1, 1, size)


def ratio_sums(size: int) -> np.ndarray:
    """Return numerator and denominator of each cluster, shape (size, 2)."""
    rng = np.random.default_rng(size)
    bottom = rng.uniform(0.2, 1, size)
    return np.column_stack([bottom * rng.beta(1, 4, size), bottom])


def p_values(size: int) -> list[float]:
    """Return the p-values of a family."""
    return np.random.default_rng(size).uniform(size=size).tolist()


def profiles(size: int) -> tuple[list[float], list[float]]:
    """Return two profiles without ties."""
    rng = np.random.default_rng(size)
    return rng.normal(size=size).tolist(), rng.normal(size=size).tolist()


def panel(groups: int, each: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return outcome, regressor and group of each row."""
    rng = np.random.default_rng(groups)
    group = np.repeat(np.arange(groups), each)
    x = rng.normal(size=groups * each)
    y = x + rng.normal(size=groups)[group] + rng.normal(size=groups * each)
    return y, x, group


def binary_panel(groups: int, each: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return single yes/no draws of two conditions, the condition, and the group of each."""
    rng = np.random.default_rng(groups)
    group = np.repeat(np.arange(groups), 2 * each)
    condition = np.tile(np.repeat([0, 1], each), groups)
    chance = 1 / (1 + np.exp(-(rng.normal(size=groups)[group] + 0.5 * condition)))
    return (rng.random(len(group)) < chance).astype(int), condition, group


def ratings(raters: int, units: int) -> np.ndarray:
    """Return ratings on five levels, shape (raters, units), that mostly agree."""
    rng = np.random.default_rng(units)
    truth = rng.integers(1, 6, units)
    noise = rng.integers(-1, 2, (raters, units)) * (rng.random((raters, units)) < 0.3)
    return np.clip(truth + noise, 1, 5).astype(float)
