"""Tipping points: the fewest band edits that change what a contrast says."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from fairmed_core.analysis.actions import action_of, find_sub_action
from fairmed_core.analysis.bands import bands_in_use
from fairmed_core.analysis.editable import (
    FLIPS,
    PAIRS,
    SHIFT,
    STRADDLING_PAIRS,
    BandEdit,
    EditableBand,
    editable_bands,
)
from fairmed_core.analysis.settings import Contrast
from fairmed_core.analysis.within_range import notes_of
from fairmed_core.domain.action_space import Kind
from fairmed_core.domain.resolution import ResolvedBand
from fairmed_core.errors import UserError
from fairmed_core.estimate import Estimate
from fairmed_core.trajectories.cells import Bools, Floats
from fairmed_core.trajectories.table import Trajectories

SIGN = "sign of the within-range shift"
REACHES = "within-range flip rate reaches the threshold"
EMPTY = "no straddling pair in range"
_NOISE = 1e-12
_GREEDY = "Found step by step after every set of up to 2 edits failed; a smaller set may exist."


@dataclass(frozen=True)
class TippingPoint:
    """The edits that change one statement.

    Attributes
    ----------
    estimate
        Value: the number of edits in the smallest set; undefined when none was found.
    sets
        Every set of that size, or the one a stepwise search found.
    exhaustive
        Whether every set up to that size was tried.
    """

    estimate: Estimate
    sets: tuple[tuple[BandEdit, ...], ...]
    exhaustive: bool


@dataclass(frozen=True)
class _Criterion:
    """A statement about the sums: its state (NaN where undefined), and what to push down."""

    name: str
    state: Callable[[Floats], Floats]
    pushed: Callable[[Floats], Floats]
    reason: str


def tipping_point(
    trajectories: Trajectories,
    *,
    contrast: Contrast,
    action: str,
    bands: Sequence[ResolvedBand],
    threshold: float | None = None,
) -> Mapping[str, TippingPoint]:
    """Smallest sets of single-value band edits that change what is said within range.

    Parameters
    ----------
    trajectories, contrast, bands
        As in `within_range_flip_rate`.
    action
        A yes/no action or a numeric sub-action.
    threshold
        A within-range flip rate t; None leaves that criterion out.

    Returns
    -------
    mapping
        Criterion → TippingPoint: the sign (−, 0, +) of the within-range shift; whether the
        within-range flip rate is at least `threshold`; whether any straddling pair is in range
        at all. An edit adds or removes one value of one band with strict ⊆ band ⊆ union ∪
        resolved ∪ disputed. Every set of one and of two edits is tried; then edits are added one
        by one, the one that moves the criterion furthest first. Undefined with
        ``nothing_editable``, ``no_threshold``, ``no_pair_in_range``,
        ``no_straddling_pair_in_range`` or ``no_edits_change_it``.

    Raises
    ------
    UserError
        As in `within_range_flip_rate`, and for sets of orders.
    """
    cells = contrast.cells(trajectories)
    sub_action = find_sub_action(cells.space, action)
    if sub_action.kind is Kind.ORDERS:
        raise UserError(
            "Bands on orders are not edited value by value.",
            next_step="Choose a sub-action with a scale.",
        )
    used = bands_in_use(bands, sub_action=sub_action, cells=cells)
    held = editable_bands(bands, sub_action=sub_action, cells=cells, contrast=contrast)
    search = _Search(held)
    found: dict[str, TippingPoint] = {}
    for criterion in _criteria(search.baseline, threshold):
        reason = criterion.reason
        if action_of(sub_action) is None and criterion.name != SIGN:
            reason = "no_threshold"
        edits, exhaustive = ((), True) if reason else search.smallest(criterion)
        if not search.edits:
            reason = reason or "nothing_editable"
        found[criterion.name] = _point(
            criterion.name,
            edits,
            reason or ("" if edits else "no_edits_change_it"),
            exhaustive=exhaustive,
            counts={"editable_values": len(search.edits), **used.counts()},
            ground_truth=used.ground_truth,
            notes=notes_of(used),
        )
    return found


def _point(
    name: str,
    sets: tuple[tuple[BandEdit, ...], ...],
    reason: str,
    *,
    exhaustive: bool,
    counts: Mapping[str, int],
    ground_truth: bool,
    notes: tuple[str, ...],
) -> TippingPoint:
    title = f"tipping point: {name}"
    if reason:
        undefined = Estimate.undefined(
            title, reason, unit="edits", counts=counts, ground_truth=ground_truth, notes=notes
        )
        return TippingPoint(undefined, (), exhaustive)
    estimate = Estimate(
        name=title,
        value=float(len(sets[0])),
        unit="edits",
        counts={"smallest_sets": len(sets), **counts},
        method="every set of up to 2 edits" if exhaustive else "stepwise",
        ground_truth=ground_truth,
        notes=notes if exhaustive else (*notes, _GREEDY),
    )
    return TippingPoint(estimate, sets, exhaustive)


def _criteria(baseline: Floats, threshold: float | None) -> list[_Criterion]:
    sign = float(np.sign(_zeroed(baseline[SHIFT])))
    criteria = [
        _Criterion(
            SIGN,
            state=lambda sums: np.where(
                sums[..., PAIRS] > _NOISE, np.sign(_zeroed(sums[..., SHIFT])), np.nan
            ),
            # From 0 any movement changes the sign; else the shift is pushed through 0.
            pushed=lambda sums: sums[..., SHIFT] * sign if sign else -np.abs(sums[..., SHIFT]),
            reason="" if baseline[PAIRS] > _NOISE else "no_pair_in_range",
        )
    ]
    in_range = "" if baseline[STRADDLING_PAIRS] > _NOISE else "no_straddling_pair_in_range"
    if threshold is not None:
        criteria.append(_threshold_criterion(baseline, threshold, in_range))
    criteria.append(
        _Criterion(
            EMPTY,
            state=lambda sums: (sums[..., STRADDLING_PAIRS] > _NOISE).astype(np.float64),
            pushed=lambda sums: sums[..., STRADDLING_PAIRS],
            reason=in_range,
        )
    )
    return criteria


def _threshold_criterion(baseline: Floats, threshold: float, reason: str) -> _Criterion:
    def margin(sums: Floats) -> Floats:
        return sums[..., FLIPS] - threshold * sums[..., STRADDLING_PAIRS]

    reached = margin(baseline) >= -_NOISE
    return _Criterion(
        REACHES,
        state=lambda sums: np.where(
            sums[..., STRADDLING_PAIRS] > _NOISE, margin(sums) >= -_NOISE, np.nan
        ),
        pushed=lambda sums: margin(sums) if reached else -margin(sums),
        reason=reason,
    )


def _zeroed(values: Floats) -> Floats:
    """Return values with rounding around 0 taken as 0."""
    return np.where(np.abs(values) <= _NOISE, 0.0, values)


class _Search:
    """Single-value edits of several bands and the sums they lead to."""

    def __init__(self, bands: Sequence[EditableBand]) -> None:
        self.bands = bands
        self.edits = [(b, at) for b, band in enumerate(bands) for at in band.editable]
        own = [band.sums(band.member) for band in bands]
        self.baseline: Floats = np.sum(own, axis=0) if own else np.zeros(4)
        self._own = own
        self._change = np.array(
            [bands[b].sums(bands[b].toggled(at)) - own[b] for b, at in self.edits]
        ).reshape(-1, 4)

    def smallest(self, criterion: _Criterion) -> tuple[tuple[tuple[BandEdit, ...], ...], bool]:
        """Return the smallest sets that change the criterion, and whether all were tried."""
        before = float(criterion.state(self.baseline))
        singles = _changed(criterion.state(self.baseline + self._change), before)
        if singles.any():
            return tuple((self._edit(e),) for e in np.flatnonzero(singles).tolist()), True
        pairs = [
            (first, second)
            for first in range(len(self.edits))
            for second in self._partners(first, criterion, before)
        ]
        if pairs:
            return tuple((self._edit(one), self._edit(two)) for one, two in pairs), True
        chosen = self._greedy(criterion, before)
        return ((tuple(self._edit(e) for e in chosen),) if chosen else ()), False

    def _edit(self, index: int) -> BandEdit:
        b, at = self.edits[index]
        return self.bands[b].edit(at)

    def _partners(self, first: int, criterion: _Criterion, before: float) -> list[int]:
        """Return the later edits that together with the first change the criterion."""
        b, at = self.edits[first]
        sums = self.baseline + self._change[first] + self._change[first + 1 :]
        for offset, (other, position) in enumerate(self.edits[first + 1 :]):
            if other != b:
                break
            # Two edits of one band do not add up: its pairs are counted again.
            both = self.bands[b].sums(self.bands[b].toggled(at, position))
            sums[offset] = self.baseline + both - self._own[b]
        changed = _changed(criterion.state(sums), before)
        return (np.flatnonzero(changed) + first + 1).tolist()

    def _greedy(self, criterion: _Criterion, before: float) -> tuple[int, ...]:
        """Return edits added one by one until the criterion changes; empty when it never does."""
        chosen: list[int] = []
        members = {b: band.member.copy() for b, band in enumerate(self.bands)}
        sums, change = self.baseline, self._change.copy()
        free = np.ones(len(self.edits), dtype=np.bool_)
        while free.any():
            left = np.flatnonzero(free)
            best = int(left[np.argmin(criterion.pushed(sums + change[left]))])
            chosen.append(best)
            free[best] = False
            sums = sums + change[best]
            b, at = self.edits[best]
            members[b][at] ^= True
            if _changed(criterion.state(sums), before):
                return tuple(chosen)
            for e, (other, position) in enumerate(self.edits):
                if other == b:
                    change[e] = self._step(self.bands[b], members[b], position)
        return ()

    @staticmethod
    def _step(band: EditableBand, member: Bools, position: int) -> Floats:
        toggled = member.copy()
        toggled[position] ^= True
        return band.sums(toggled) - band.sums(member)


def _changed(states: Floats, before: float) -> Bools:
    """Return which states are defined and differ from the one before."""
    return np.asarray(~np.isnan(states) & (states != before))
