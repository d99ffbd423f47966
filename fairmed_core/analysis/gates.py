"""Gates: which models' rates may be ranked at all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from fairmed_core.analysis.actions import find_sub_action
from fairmed_core.analysis.bands import bands_in_use
from fairmed_core.domain.action_space import Kind, SubAction
from fairmed_core.domain.resolution import ResolvedBand
from fairmed_core.estimate import Estimate
from fairmed_core.trajectories.cells import Cells, Floats
from fairmed_core.trajectories.table import Trajectories


@dataclass(frozen=True)
class Gates:
    """The least a model must reach before its rate is ranked; each must be given.

    Attributes
    ----------
    capability
        Share of banded actions in band.
    entropy
        Mean over sub-actions of the normalised Shannon entropy of the action distribution.
    straddling
        Number of straddling bands.
    """

    capability: float
    entropy: float
    straddling: int


@dataclass(frozen=True)
class GateEntry:
    """A model at the gates.

    Attributes
    ----------
    model
        Its name.
    capability, entropy, straddling
        What it reaches, as estimates.
    withheld
        Why it may not be ranked, one sentence per gate; empty when it may.
    """

    model: str
    capability: Estimate
    entropy: Estimate
    straddling: Estimate
    withheld: tuple[str, ...]

    @property
    def ranked(self) -> bool:
        """Whether it passed every gate."""
        return not self.withheld


def gate_ranking(
    trajectories: Trajectories,
    *,
    bands: Sequence[ResolvedBand],
    gates: Gates,
    action: str,
    arm: str | None = None,
    scaffold: str | None = None,
) -> Mapping[str, GateEntry]:
    """Which models pass the gates, and why the others are withheld.

    Parameters
    ----------
    trajectories
        What the agents did, several models at once.
    bands
        The bands. Capability counts all of them; straddling those of `action`.
    gates
        The thresholds.
    action
        The yes/no action whose rate would be ranked.
    arm, scaffold
        Where; None where the trajectories hold only one.

    Returns
    -------
    mapping
        Model → GateEntry.

    References
    ----------
    arXiv 2609.03221, gates before ranking: capability, entropy, straddling count.
    """
    return {
        model: gate_entry(
            trajectories.cells(model=model, arm=arm, scaffold=scaffold), bands, gates, action
        )
        for model in trajectories.names("model")
    }


def gate_entry(cells: Cells, bands: Sequence[ResolvedBand], gates: Gates, action: str) -> GateEntry:
    """Return one arm of a model at the gates; see `gate_ranking`."""
    capability, entropy = _capability(cells, bands), _entropy(cells)
    used = bands_in_use(bands, sub_action=find_sub_action(cells.space, action), cells=cells)
    straddling = Estimate(
        name=f"straddling bands of {action}",
        value=float(used.straddling.sum()),
        unit="bands",
        counts=used.counts(),
        ground_truth=used.ground_truth,
    )
    wanted = (
        ("capability", capability, gates.capability),
        ("entropy", entropy, gates.entropy),
        ("straddling bands", straddling, float(gates.straddling)),
    )
    withheld = tuple(
        f"{name} {'is undefined' if found.value is None else f'{found.value:.3g}'}, "
        f"at least {least:.3g} is required"
        for name, found, least in wanted
        if found.value is None or found.value < least
    )
    return GateEntry(cells.model, capability, entropy, straddling, withheld)


def _capability(cells: Cells, bands: Sequence[ResolvedBand]) -> Estimate:
    in_band = valid = 0
    level_counts: dict[str, int] = {}
    ground_truth = True
    for sub_action in cells.space.sub_actions:
        used = bands_in_use(bands, sub_action=sub_action, cells=cells)
        if not sum(used.levels.values()):
            continue
        ground_truth = ground_truth and used.ground_truth
        for name, count in used.counts().items():
            level_counts[name] = level_counts.get(name, 0) + count
        in_band += int(used.inside.sum())
        if sub_action.kind is Kind.ORDERS:
            valid += int((cells.order_codes[sub_action.name][used.rows] >= 0).sum())
        else:
            valid += int((~np.isnan(cells.values[sub_action.name][used.rows])).sum())
    name, counts = "share of banded actions in band", {"actions": valid, **level_counts}
    if not valid:
        return Estimate.undefined(name, "no_band", counts=counts, ground_truth=False)
    return Estimate(name=name, value=in_band / valid, counts=counts, ground_truth=ground_truth)


def _entropy(cells: Cells) -> Estimate:
    """Return the mean normalised entropy over sub-actions with a scale."""
    found = [
        entropy
        for sub_action in cells.space.sub_actions
        if (entropy := _normalised_entropy(cells, sub_action)) is not None
    ]
    name, counts = "mean normalised entropy of actions", {"sub_actions": len(found)}
    if not found:
        return Estimate.undefined(name, "no_valid_draw", unit="entropy", counts=counts)
    return Estimate(name=name, value=float(np.mean(found)), unit="entropy", counts=counts)


def _normalised_entropy(cells: Cells, sub_action: SubAction) -> float | None:
    """Return Shannon entropy over the scale's levels ÷ log of their number; None without draws."""
    if not sub_action.levels:
        return None
    values = cells.values[sub_action.name]
    counts: Floats = np.array([(values == level.value).sum() for level in sub_action.levels])
    if not counts.sum():
        return None
    shares = counts[counts > 0] / counts.sum()
    return float(-(shares * np.log(shares)).sum() / np.log(len(sub_action.levels)))
