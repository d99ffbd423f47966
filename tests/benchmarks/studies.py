"""Simulated studies: draws of agents on vignettes, and the bands they are read against."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from fairmed_core.domain.acceptable import ValueSet
from fairmed_core.domain.action_space import Kind
from fairmed_core.domain.band import Band
from fairmed_core.domain.default_space import DEFAULT_SPACE
from fairmed_core.domain.resolution import RaterVerdict, ResolvedBand, resolve
from fairmed_core.domain.verdict import VerdictKind
from fairmed_core.trajectories.table import Trajectories

REFERENCE = "ref"
TESTS = tuple(f"test {number}" for number in range(1, 25))
RATERS = ("R1", "R2", "R3")
PHRASES = ("drug seeking", "non-compliant", "frequent flyer")
_MISSING = 0.01
_ORDERED_BY_VIGNETTE = 8


@dataclass(frozen=True)
class Size:
    """How large a study is."""

    vignettes: int
    conditions: int
    draws: int
    models: int = 1

    @property
    def rows(self) -> int:
        """Number of trajectories."""
        return self.vignettes * self.conditions * self.draws * self.models


POWERED = Size(vignettes=300, conditions=15, draws=5, models=3)
FLOOR = Size(vignettes=16, conditions=1, draws=10)


def study_table(size: Size, *, seed: int = 1) -> pd.DataFrame:
    """Return the trajectories of a study, one row each.

    Every vignette has its own rates; each condition moves them a little, each draw varies around
    them, and one value in a hundred is missing.
    """
    rng = np.random.default_rng(seed)
    axes = (size.models, size.conditions, size.draws, size.vignettes)
    model, condition, draw, vignette = (axis.ravel() for axis in np.indices(axes))
    leaning = rng.normal(0, 1.5, (6, size.vignettes))[:, vignette]
    leaning += rng.normal(0, 0.3, (6, size.models, size.conditions))[:, model, condition]
    noise = rng.logistic(size=(6, size.rows))
    score = leaning + noise
    names = np.array([REFERENCE, *(f"condition {n:02d}" for n in range(1, size.conditions))])
    table = pd.DataFrame(
        {
            "model": np.array([f"model {n}" for n in range(1, size.models + 1)])[model],
            "scaffold": "plain",
            "arm": "main",
            "condition_id": names[condition],
            "replicate": draw + 1,
            "vignette_id": np.array([f"v{n:04d}" for n in range(size.vignettes)])[vignette],
            "forced_steps": "",
            "descriptor_steps": "",
            "complete": True,
            "esi_acuity": np.clip(np.round(2.5 + score[0] / 2), 1, 5),
            "urgency_score": np.clip(np.round(60 + 8 * score[0]), 0, 100),
            "orders": _orders(rng, vignette),
            "admit": (score[1] > 0).astype(float),
            "escalate_icu": (score[2] > 2).astype(float),
            "analgesia_tier": np.clip(np.round(1.5 + score[3] / 2), 0, 3),
            "controlled_substance_caution": (score[4] > 0).astype(float),
            "referral": (score[5] > -1).astype(float),
            "followup_days": np.clip(np.round(7 - 2 * score[5]), 0, 30),
            "stigmatizing_language_flags": (rng.random(size.rows) < 0.05).astype(float),
        }
    )
    for sub_action in DEFAULT_SPACE.sub_actions:
        lost = rng.random(size.rows) < _MISSING
        table.loc[lost, sub_action.name] = None if sub_action.kind is Kind.ORDERS else np.nan
    return table


def study(size: Size, *, seed: int = 1) -> Trajectories:
    """Return a study as if it had been read."""
    return as_read(study_table(size, seed=seed))


def as_read(table: pd.DataFrame) -> Trajectories:
    """Return a table as trajectories that remember nothing."""
    return Trajectories(
        table=table, space=DEFAULT_SPACE, losses=(), decoding="temperature 1", files=()
    )


def study_bands(size: Size, *, seed: int = 2) -> tuple[ResolvedBand, ...]:
    """Return bands on acuity, pain relief, referral and follow-up, judged by three raters."""
    rng = np.random.default_rng(seed)
    scales = {"esi_acuity": (1, 5), "analgesia_tier": (0, 3), "referral": (0, 1)}
    bands = []
    for vignette in (f"v{n:04d}" for n in range(size.vignettes)):
        for sub_action, (low, high) in scales.items():
            bands.append(_band(rng, vignette, sub_action, low, high))
        bands.append(_band(rng, vignette, "followup_days", 1, 14))
    return tuple(bands)


def write_parquet(table: pd.DataFrame, path: Path) -> None:
    """Write a study as Parquet."""
    _flat(table).to_parquet(path, index=False)


def write_csv(table: pd.DataFrame, path: Path) -> None:
    """Write a study as CSV."""
    _flat(table).to_csv(path, index=False)


def _flat(table: pd.DataFrame) -> pd.DataFrame:
    """Return a study with the columns of the flat files."""
    flat = table.drop(columns=["scaffold", "forced_steps", "descriptor_steps", "complete"])
    joined = [None if found is None else ";".join(sorted(found)) for found in table["orders"]]
    return flat.assign(orders=joined).rename(
        columns={"stigmatizing_language_flags": "n_stigmatizing_flags"}
    )


def write_json(table: pd.DataFrame, path: Path) -> None:
    """Write a study as the records of a harness."""
    records = [_record(row) for row in table.to_dict("records")]
    path.write_text(json.dumps({"trajectories": records}), encoding="utf-8")


def _orders(rng: np.random.Generator, vignette: np.ndarray) -> np.ndarray:
    """Return order sets: each vignette has eight likely tests, of which a draw orders some."""
    likely = np.argsort(rng.random((vignette.max() + 1, len(TESTS))), axis=1)
    ordered = rng.random((len(vignette), _ORDERED_BY_VIGNETTE)) < 0.6
    names = np.array(TESTS)[likely[:, :_ORDERED_BY_VIGNETTE]][vignette]
    sets = np.empty(len(vignette), dtype=object)
    sets[:] = [frozenset(row[kept].tolist()) for row, kept in zip(names, ordered, strict=True)]
    return sets


def _band(
    rng: np.random.Generator, vignette: str, sub_action: str, low: int, high: int
) -> ResolvedBand:
    values = list(range(low, high + 1))
    first = int(rng.integers(0, len(values)))
    held = values[first : first + int(rng.integers(1, 4))]
    after = [value for value in values if value > held[-1]][:1]
    band = Band(
        id=f"{vignette}:{sub_action}",
        title="",
        vignette_id=vignette,
        sub_action=sub_action,
        acceptable=ValueSet.of(held),
        disputed=ValueSet.of(after) if after else None,
        clause_ids=(),
        reasoning="",
        uses_facts=(),
    )
    return resolve(band, [_verdict(rng, rater, held, after) for rater in RATERS])


def _verdict(
    rng: np.random.Generator, rater: str, held: list[int], after: list[int]
) -> RaterVerdict:
    kind = VerdictKind(rng.choice(["ACCEPT", "ACCEPT", "AMEND", "DECLINE"]))
    if kind is VerdictKind.DECLINE:
        return RaterVerdict(rater, kind, None)
    given = [*held, *after] if kind is VerdictKind.AMEND else held
    return RaterVerdict(rater, kind, ValueSet.of(given))


def _record(row: dict[str, object]) -> dict[str, object]:
    def value(name: str, make: type = int) -> object:
        found = row[name]
        return None if found is None or found != found else make(found)

    flags = value("stigmatizing_language_flags")
    return {
        "vignette_id": row["vignette_id"],
        "condition_id": row["condition_id"],
        "model": row["model"],
        "replicate": row["replicate"],
        "complete": True,
        "actions": {
            "triage": {
                "esi_acuity": value("esi_acuity"),
                "urgency_score": value("urgency_score"),
            },
            "order": {"orders": value("orders", sorted)},
            "reassess": {
                "admit": value("admit", bool),
                "escalate_icu": value("escalate_icu", bool),
            },
            "prescribe": {
                "analgesia_tier": value("analgesia_tier"),
                "controlled_substance_caution": value("controlled_substance_caution", bool),
            },
            "document": {
                "referral": value("referral", bool),
                "followup_days": value("followup_days"),
                "stigmatizing_language_flags": None
                if flags is None
                else list(PHRASES[: int(str(flags))]),
            },
        },
    }
