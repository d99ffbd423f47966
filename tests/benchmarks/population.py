"""A population of vignettes with known truth, from which data sets are drawn."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from fairmed_core.domain.acceptable import ValueSet
from fairmed_core.domain.band import Band
from fairmed_core.domain.default_space import DEFAULT_SPACE
from fairmed_core.domain.resolution import ResolvedBand, resolve
from fairmed_core.trajectories.table import Trajectories

REFERENCE, CONDITION = "ref", "condition"
DRAWS = 5
BAND = (2, 3)
_TRUTH_FROM = 4_000_000
# In band most draws of a vignette agree, as the published floors show; a tenth leave the band.
_AGREEMENT = 0.25
_IN_BAND = (18.0, 2.0)
_LEANING = 1.5


@dataclass(frozen=True)
class Vignettes:
    """Chances of vignettes under both conditions, arrays of shape (2, V).

    Attributes
    ----------
    high
        Of acuity 2 rather than 3 among draws in the band {2, 3}.
    in_band
        Of a draw in the band; below it lies 1, above it 4, equally likely.
    """

    high: np.ndarray
    in_band: np.ndarray

    @property
    def taken(self) -> np.ndarray:
        """Chance of high acuity (1 or 2)."""
        return self.in_band * self.high + (1 - self.in_band) / 2


def vignettes(size: int, rng: np.random.Generator, *, reacting: float) -> Vignettes:
    """Return vignettes of a population in which this share reacts to the condition."""
    before = rng.beta(_AGREEMENT, _AGREEMENT, size)
    # A reacting vignette's answer is drawn anew and leans towards high acuity; others stay.
    anew = rng.beta(_AGREEMENT * _LEANING, _AGREEMENT, size)
    after = np.where(rng.random(size) < reacting, anew, before)
    in_band = rng.beta(*_IN_BAND, size)
    return Vignettes(np.stack([before, after]), np.stack([in_band, in_band]))


def truths(*, reacting: float) -> dict[str, float]:
    """Return what each estimand is in the whole population."""
    drawn = vignettes(_TRUTH_FROM, np.random.default_rng(0), reacting=reacting)
    (p0, p1), (h0, h1), (q0, q1) = drawn.taken, drawn.high, drawn.in_band
    in_range, weight = q0 * q1, (q0 * q1) ** 2
    flipped = h0 * (1 - h1) + h1 * (1 - h0)
    return {
        "flip_rate": float((p0 * (1 - p1) + p1 * (1 - p0)).mean()),
        "floor": float((2 * p0 * (1 - p0)).mean()),
        "signed_disparity": float((p1 - p0).mean()),
        "floor_excess": float(((p1 - p0) ** 2).mean()),
        "within_range_flip_rate": float((in_range * flipped).sum() / in_range.sum()),
        "within_range_excess": float((weight * (h1 - h0) ** 2).sum() / weight.sum()),
    }


def data_set(size: int, rng: np.random.Generator, *, reacting: float) -> Trajectories:
    """Return five draws of each of some vignettes under both conditions."""
    drawn = vignettes(size, rng, reacting=reacting)
    chance, shape = rng.random((2, 2, size, DRAWS)), (2, size, DRAWS)
    inside = np.where(chance[0] < drawn.high[:, :, None], 2, 3)
    outside = np.where(chance[0] < 0.5, 1, 4)
    acuity = np.where(chance[1] < drawn.in_band[:, :, None], inside, outside)
    condition, vignette, draw = (axis.ravel() for axis in np.indices(shape))
    table = pd.DataFrame(
        {
            "model": "model",
            "scaffold": "plain",
            "arm": "main",
            "condition_id": np.array([REFERENCE, CONDITION])[condition],
            "replicate": draw + 1,
            "vignette_id": _names(size)[vignette],
            "forced_steps": "",
            "descriptor_steps": "",
            "complete": True,
            **{sub_action.name: np.nan for sub_action in DEFAULT_SPACE.sub_actions},
        }
    )
    table["esi_acuity"] = acuity.ravel().astype(float)
    table["orders"] = None
    return Trajectories(table=table, space=DEFAULT_SPACE, losses=(), decoding="simulated", files=())


def bands(size: int) -> tuple[ResolvedBand, ...]:
    """Return the band {2, 3} on the acuity of every vignette."""
    return tuple(
        resolve(
            Band(
                id=name,
                title="",
                vignette_id=name,
                sub_action="esi_acuity",
                acceptable=ValueSet.of(BAND),
                disputed=None,
                clause_ids=(),
                reasoning="",
                uses_facts=(),
            )
        )
        for name in _names(size).tolist()
    )


def _names(size: int) -> np.ndarray:
    return np.array([f"v{number:04d}" for number in range(size)])
