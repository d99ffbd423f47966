"""Bands that may be edited value by value, and what each edit does to a contrast's sums."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from fairmed_core.analysis.actions import action_of
from fairmed_core.analysis.settings import Contrast
from fairmed_core.domain.acceptable import ValueSet
from fairmed_core.domain.action_space import SubAction
from fairmed_core.domain.resolution import ResolvedBand, union
from fairmed_core.trajectories.cells import Bools, Cells, Floats

# Columns of a band's contribution to the sums.
SHIFT, PAIRS, FLIPS, STRADDLING_PAIRS = range(4)


@dataclass(frozen=True)
class BandEdit:
    """One value added to a band, or removed from it."""

    band_id: str
    vignette_id: str
    value: int
    added: bool

    def __str__(self) -> str:
        return f"{'add' if self.added else 'remove'} {self.value} ({self.band_id})"


@dataclass(frozen=True)
class EditableBand:
    """A band with the cross pairs of its vignette by value.

    Attributes
    ----------
    band_id, vignette_id
        Which band.
    levels
        Values that occur, are acceptable or may become so, (L,).
    weights
        Cross pairs by reference value (rows) and comparison value, weighted 1/m, (L, L).
    taken
        φ of each level, (L,); None where the sub-action has no cut.
    member
        Which levels the resolved set holds, (L,).
    editable
        Positions of the levels that may be added or removed.
    """

    band_id: str
    vignette_id: str
    levels: Floats
    weights: Floats
    taken: Bools | None
    member: Bools
    editable: tuple[int, ...]

    def edit(self, position: int) -> BandEdit:
        """Return the edit that toggles a level."""
        added = not bool(self.member[position])
        return BandEdit(self.band_id, self.vignette_id, int(self.levels[position]), added)

    def toggled(self, *positions: int) -> Bools:
        """Return the membership after toggling levels."""
        member = self.member.copy()
        member[list(positions)] ^= True
        return member

    def sums(self, member: Bools) -> Floats:
        """Return the band's contribution with this membership: shift, pairs, flips, pairs."""
        held = member.astype(np.float64)
        pairs = float(held @ self.weights @ held)
        moved = self.levels * held
        shift = float(held @ self.weights @ moved - moved @ self.weights @ held)
        if self.taken is None or len(set(self.taken[member].tolist())) < 2:
            return np.array([shift, pairs, 0.0, 0.0])
        yes, no = held * self.taken, held * ~self.taken
        flips = float(yes @ self.weights @ no + no @ self.weights @ yes)
        return np.array([shift, pairs, flips, pairs])


def editable_bands(
    bands: Sequence[ResolvedBand], *, sub_action: SubAction, cells: Cells, contrast: Contrast
) -> tuple[EditableBand, ...]:
    """Return the bands of a sub-action that have a set and a valid cross pair."""
    found = (
        _editable(one, sub_action=sub_action, cells=cells, contrast=contrast)
        for one in bands
        if one.band.sub_action == sub_action.name and one.band.vignette_id in cells.vignettes
    )
    return tuple(one for one in found if one is not None)


def _editable(
    one: ResolvedBand, *, sub_action: SubAction, cells: Cells, contrast: Contrast
) -> EditableBand | None:
    resolved = one.acceptable
    if not isinstance(resolved, ValueSet):
        return None
    row = cells.vignettes.index(one.band.vignette_id)
    reference = cells.draws(sub_action.name, contrast.reference)[row]
    condition = cells.draws(sub_action.name, contrast.condition)[row]
    strict, widest = _bounds(one, resolved)
    seen = {value for value in (*reference, *condition) if not np.isnan(value)}
    levels = np.array(sorted(seen | widest.values | strict.values), dtype=np.float64)
    first = (reference == levels[:, None]).astype(np.float64)
    second = (condition == levels[:, None]).astype(np.float64)
    weights = np.outer(first.sum(axis=1), second.sum(axis=1))
    if contrast.shared_seeds:
        weights -= first @ second.T
    if weights.sum() == 0:
        return None
    action = action_of(sub_action)
    free = (widest - strict).values
    return EditableBand(
        band_id=one.band.id,
        vignette_id=one.band.vignette_id,
        levels=levels,
        weights=weights / weights.sum(),
        taken=None if action is None else action.taken(levels)[0],
        member=np.array([level in resolved.values for level in levels.tolist()]),
        editable=tuple(at for at, level in enumerate(levels.tolist()) if level in free),
    )


def _bounds(one: ResolvedBand, resolved: ValueSet) -> tuple[ValueSet, ValueSet]:
    """Return the narrowest and the widest set a band may become."""
    disputed = one.band.disputed
    disputed = disputed if isinstance(disputed, ValueSet) else ValueSet.of(())
    signed = [verdict.acceptable for verdict in one.usable if verdict.acceptable is not None]
    drawn = union(signed) if signed else one.band.acceptable
    widest = resolved | disputed
    return resolved - disputed, widest | drawn if isinstance(drawn, ValueSet) else widest
