"""Trajectories and bands made in memory, with defaults for everything a test does not say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import pandas as pd

from fairmed_core.domain.acceptable import ValueSet
from fairmed_core.domain.action_space import ActionSpace, Kind
from fairmed_core.domain.band import Band, ProvenanceLevel
from fairmed_core.domain.default_space import DEFAULT_SPACE
from fairmed_core.domain.resolution import (
    NotCounted,
    RaterVerdict,
    ResolvedBand,
    resolve,
)
from fairmed_core.domain.verdict import VerdictKind
from fairmed_core.trajectories import Trajectories

Draws = Mapping[str, Mapping[str, Sequence[float | None]]]


def trajectories_of(
    draws: Draws | Mapping[str, Draws],
    *,
    sub_action: str | None = "esi_acuity",
    model: str = "model-a",
    arm: str = "main",
    space: ActionSpace = DEFAULT_SPACE,
) -> Trajectories:
    """Trajectories from {condition: {vignette: [draw, …]}} of one sub-action, None for missing.

    With ``sub_action=None`` the first key is the sub-action.
    """
    by_action = {sub_action: draws} if sub_action is not None else draws
    rows: dict[tuple[str, str, int], dict[str, object]] = {}
    for name, conditions in by_action.items():
        for condition, vignettes in conditions.items():
            for vignette, values in vignettes.items():
                for replicate, value in enumerate(values, start=1):
                    row = rows.setdefault((condition, vignette, replicate), {})
                    row[str(name)] = np.nan if value is None else float(value)
    table = pd.DataFrame(
        [
            {
                "model": model,
                "scaffold": "plain",
                "arm": arm,
                "condition_id": condition,
                "replicate": replicate,
                "vignette_id": vignette,
                "forced_steps": "",
                "descriptor_steps": "",
                "complete": True,
                **{
                    one.name: values.get(one.name, None if one.kind is Kind.ORDERS else np.nan)
                    for one in space.sub_actions
                },
            }
            for (condition, vignette, replicate), values in rows.items()
        ]
    )
    return Trajectories(table=table, space=space, losses=(), decoding="temperature 1", files=())


def a_band(
    vignette: str,
    values: Iterable[int],
    *,
    sub_action: str = "esi_acuity",
    disputed: Iterable[int] | None = None,
    level: ProvenanceLevel = ProvenanceLevel.AUTHOR,
) -> Band:
    """A draft band of one decision."""
    return Band(
        id=f"{vignette}:{sub_action}",
        title="",
        vignette_id=vignette,
        sub_action=sub_action,
        acceptable=ValueSet.of(values),
        disputed=None if disputed is None else ValueSet.of(disputed),
        clause_ids=(),
        reasoning="",
        uses_facts=(),
        level=level,
    )


def accepted(rater: str, band: Band, *reasons: NotCounted) -> RaterVerdict:
    """The author's set, accepted."""
    return RaterVerdict(rater, VerdictKind.ACCEPT, band.acceptable, reasons)


def amended(rater: str, values: Iterable[int], *reasons: NotCounted) -> RaterVerdict:
    """Another set in the draft's place."""
    return RaterVerdict(rater, VerdictKind.AMEND, ValueSet.of(values), reasons)


def declined(rater: str, *reasons: NotCounted) -> RaterVerdict:
    """No judgement."""
    return RaterVerdict(rater, VerdictKind.DECLINE, None, reasons)


def drafts(
    sets: Mapping[str, Iterable[int]], *, sub_action: str = "esi_acuity"
) -> tuple[ResolvedBand, ...]:
    """Unjudged bands, one for each vignette."""
    return tuple(resolve(a_band(v, values, sub_action=sub_action)) for v, values in sets.items())
