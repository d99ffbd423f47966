"""Where random numbers come from: a seed or a Generator handed in, never a global state."""

from __future__ import annotations

import numpy as np

Seed = int | np.random.Generator


def generator_of(seed: Seed) -> np.random.Generator:
    """Return the Generator that a seed stands for."""
    return seed if isinstance(seed, np.random.Generator) else np.random.default_rng(seed)


def recorded_seed(seed: Seed) -> int | None:
    """Return the seed an Estimate can record; a Generator has none."""
    return None if isinstance(seed, np.random.Generator) else int(seed)
