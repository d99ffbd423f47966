"""Bands against draws: which bands a sub-action has, and which draws lie inside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from fairmed_core.analysis.remembered import remembered
from fairmed_core.domain.acceptable import AcceptableSet, OrderSet, ValueSet
from fairmed_core.domain.action_space import Kind, SubAction
from fairmed_core.domain.band import Band, ProvenanceLevel
from fairmed_core.domain.resolution import RaterVerdict, ResolvedBand, resolve
from fairmed_core.errors import UserError
from fairmed_core.trajectories.cells import Bools, Cells, Codes, Floats, Orders


def resolve_bands(
    bands: Sequence[Band], *, verdicts: Mapping[str, Sequence[RaterVerdict]]
) -> tuple[ResolvedBand, ...]:
    """Resolve every band with the verdicts recorded on it.

    Parameters
    ----------
    bands
        The drafts.
    verdicts
        By band id; a band without an entry keeps its draft and level.

    Returns
    -------
    tuple of ResolvedBand
        In the order of `bands`.

    Raises
    ------
    UserError
        When a verdict names a band that is not among them.

    Notes
    -----
    Usable verdicts are intersected; sets that do not meet leave the band unresolved
    (`domain.resolution.resolve`).
    """
    unknown = sorted(set(verdicts) - {band.id for band in bands})
    if unknown:
        raise UserError(
            f"There are verdicts on bands that are not given: {', '.join(unknown)}.",
            next_step="Give the bands they were made on, or leave the verdicts out.",
        )
    return tuple(resolve(band, verdicts.get(band.id, ())) for band in bands)


@dataclass(frozen=True)
class BandsInUse:
    """The bands of one sub-action whose vignettes are among the draws.

    Attributes
    ----------
    sub_action
        Their sub-action.
    rows
        Positions of their vignettes, (B,); bands without a set are not among them.
    sets
        Their acceptable sets, in the order of `rows`.
    straddling
        Which of them have values on both sides of the cut, (B,).
    levels
        Number of bands at each provenance level, unresolved ones included.
    excluded
        Ids of bands that have no set (unresolved, or emptied).
    inside
        Which draws of the banded vignettes lie in their band, (B, C, R).
    """

    sub_action: SubAction
    rows: Codes
    sets: tuple[AcceptableSet, ...]
    straddling: Bools
    levels: Mapping[ProvenanceLevel, int]
    excluded: tuple[str, ...]
    inside: Bools

    def held(self, cells: Cells, condition: str) -> Bools:
        """Return which draws (B, R) of one condition lie in their band; missing never does."""
        return self.inside[:, cells.condition(condition), :]

    @property
    def ground_truth(self) -> bool:
        """Whether there are bands and every one of them is clinician-adjudicated."""
        total = sum(self.levels.values())
        return total > 0 and self.levels[ProvenanceLevel.CLINICIAN] == total

    def counts(self) -> dict[str, int]:
        """Return the numbers of bands by level, as they are printed beside a rate."""
        counts = {f"{level.value.replace('-', '_')}_bands": n for level, n in self.levels.items()}
        return {**counts, "excluded_bands": len(self.excluded)}


def bands_in_use(
    bands: Sequence[ResolvedBand], *, sub_action: SubAction, cells: Cells
) -> BandsInUse:
    """Return the bands of a sub-action that meet the draws."""
    return remembered(
        bands,
        (cells, sub_action.name),
        lambda: bands_with_sets(
            bands,
            sub_action=sub_action,
            cells=cells,
            sets={one.band.id: one.acceptable for one in bands},
        ),
    )


def bands_with_sets(
    bands: Sequence[ResolvedBand],
    *,
    sub_action: SubAction,
    cells: Cells,
    sets: Mapping[str, AcceptableSet | None],
) -> BandsInUse:
    """Return the same with these sets in the bands' place, by band id (an arm of sensitivity)."""
    chosen = _of_sub_action(bands, sub_action, cells)
    present = [one for one in chosen if sets[one.band.id] is not None]
    held = tuple(found for one in present if (found := sets[one.band.id]) is not None)
    position = {vignette: at for at, vignette in enumerate(cells.vignettes)}
    rows = np.array([position[one.band.vignette_id] for one in present], dtype=np.int64)
    levels = dict.fromkeys(ProvenanceLevel, 0)
    for one in chosen:
        levels[one.level] += 1
    return BandsInUse(
        sub_action=sub_action,
        rows=rows,
        sets=held,
        straddling=np.array([sub_action.straddles(one) for one in held], dtype=np.bool_),
        levels=levels,
        excluded=tuple(one.band.id for one in chosen if sets[one.band.id] is None),
        inside=_inside(held, rows, sub_action=sub_action, cells=cells),
    )


def _inside(
    sets: Sequence[AcceptableSet], rows: Codes, *, sub_action: SubAction, cells: Cells
) -> Bools:
    if sub_action.kind is Kind.ORDERS:
        orders = [one for one in sets if isinstance(one, OrderSet)]
        codes = cells.order_codes[sub_action.name][rows]
        return _inside_orders(orders, codes, cells.order_sets[sub_action.name])
    values = [one for one in sets if isinstance(one, ValueSet)]
    return _inside_values(values, cells.values[sub_action.name][rows])


def _inside_values(sets: Sequence[ValueSet], values: Floats) -> Bools:
    """Return which values (B, ...) lie in the set of their row."""
    held = np.unique(values[~np.isnan(values)])
    if not len(held) or not len(sets):
        return np.zeros(values.shape, dtype=np.bool_)
    distinct = held.tolist()
    allowed = np.array([[value in one.values for value in distinct] for one in sets])
    at = np.searchsorted(held, np.where(np.isnan(values), held[0], values))
    rows = np.arange(len(sets)).reshape(-1, *[1] * (values.ndim - 1))
    found: Bools = allowed[rows, at] & ~np.isnan(values)
    return found


def _inside_orders(sets: Sequence[OrderSet], codes: Codes, ordered: tuple[Orders, ...]) -> Bools:
    """Return which coded order sets (B, ...) satisfy the order band of their row."""
    found = np.zeros(codes.shape, dtype=np.bool_)
    for row, band in enumerate(sets):
        for code in np.unique(codes[row]).tolist():
            if code >= 0 and ordered[code] in band:
                found[row] |= codes[row] == code
    return found


def _of_sub_action(
    bands: Sequence[ResolvedBand], sub_action: SubAction, cells: Cells
) -> list[ResolvedBand]:
    chosen: list[ResolvedBand] = []
    seen: set[str] = set()
    vignettes = set(cells.vignettes)
    for one in bands:
        band = one.band
        if band.sub_action != sub_action.name:
            continue
        if band.vignette_id in seen:
            raise UserError(
                f"Two bands are given for {band.vignette_id}, {band.sub_action}.",
                next_step="Keep one band for each vignette and sub-action.",
            )
        seen.add(band.vignette_id)
        given = [band.acceptable, *(v.acceptable for v in one.verdicts if v.acceptable is not None)]
        if any(isinstance(s, OrderSet) != (sub_action.kind is Kind.ORDERS) for s in given):
            raise UserError(
                f"Band {band.id} is of another kind than {sub_action.name}.",
                next_step="Give required and permitted tests for orders, values for the rest.",
            )
        if band.vignette_id in vignettes:
            chosen.append(one)
    return chosen
