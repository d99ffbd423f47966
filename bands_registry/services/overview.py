"""The coordinator's overview: coverage, provenance, agreement's basis, what needs attention."""

from __future__ import annotations

from collections.abc import Iterable

from bands_registry.services.registry_views import (
    AdjudicatorView,
    CellState,
    Overview,
    OverviewCell,
    OverviewColumn,
    OverviewRow,
    RegistryContents,
)
from fairmed_core.domain.adjudicator import PROFESSIONS
from fairmed_core.domain.resolution import NotCounted, ResolvedBand
from fairmed_core.domain.showings import second_showing, shown_band
from fairmed_core.domain.verdict import VerdictKind

_STATES = {
    VerdictKind.ACCEPT: CellState.ACCEPT,
    VerdictKind.AMEND: CellState.AMEND,
    VerdictKind.DECLINE: CellState.DECLINE,
}


def overview(contents: RegistryContents) -> Overview:
    """Return the grid and the numbers beside it, the same ones the command line prints."""
    grid = _Grid(contents)
    columns = _columns(contents)
    rows = tuple(grid.row(resolved, columns) for resolved in contents.bands)
    assigned = [(seat.code, item) for seat in contents.study.seats for item in seat.items]
    again = [
        (seat, second_showing(item)) for seat, item in assigned if item in contents.study.repeated
    ]
    return Overview(
        columns=columns,
        rows=rows,
        assigned=len(assigned),
        signed=grid.count_signed(assigned),
        repeats_assigned=len(again),
        repeats_signed=grid.count_signed(again),
        provenance=contents.provenance,
        agreement_bands=tuple(r for r in contents.bands if len(r.usable) > 1),
        attention=_attention(contents),
    )


class _Grid:
    """Who was asked what and said what, looked up by item and rater: registries grow large."""

    def __init__(self, contents: RegistryContents) -> None:
        self._signed, self._changed = contents.signed, contents.changed
        self._hidden = frozenset(contents.hidden)
        self._assigned = {seat.code: frozenset(seat.items) for seat in contents.study.seats}
        self._verdicts = {(one.item_id, one.rater): one for one in contents.verdicts}
        self._holders: dict[str, list[str]] = {}
        for rater in contents.adjudicators:
            if rater.enrolled:
                self._holders.setdefault(rater.seat, []).append(rater.pseudonym)

    def seat_signed(self, seat: str, item: str) -> bool:
        """Whether an enrolled rater of a seat has signed an item."""
        return any((item, rater) in self._signed for rater in self._holders.get(seat, ()))

    def count_signed(self, pairs: Iterable[tuple[str, str]]) -> int:
        """Return how many of these pairs of seat and item are signed."""
        return sum(self.seat_signed(seat, item) for seat, item in pairs)

    def row(self, resolved: ResolvedBand, columns: tuple[OverviewColumn, ...]) -> OverviewRow:
        """Return an item's row."""
        item = resolved.band.id
        waiting = sum(
            item in items and not self.seat_signed(seat, item)
            for seat, items in self._assigned.items()
        )
        return OverviewRow(
            resolved=resolved,
            cells=tuple(self._cell(item, column) for column in columns),
            opens_after=waiting if item in self._hidden else 0,
        )

    def _cell(self, item: str, column: OverviewColumn) -> OverviewCell:
        if column.rater is not None:
            verdict = self._verdicts.get((item, column.rater.pseudonym))
            if verdict is not None:
                resign = NotCounted.NEEDS_RESIGNING in verdict.not_counted
                return OverviewCell(CellState.RESIGN if resign else _STATES[verdict.kind], verdict)
            if (item, column.rater.pseudonym) in self._signed:
                return OverviewCell(CellState.HIDDEN)
            if (item, column.rater.pseudonym) in self._changed:
                return OverviewCell(CellState.RESIGN)
        assigned = item in self._assigned.get(column.seat, frozenset())
        return OverviewCell(CellState.WAITING if assigned else CellState.NOT_ASSIGNED)


def _columns(contents: RegistryContents) -> tuple[OverviewColumn, ...]:
    columns: list[OverviewColumn] = []
    for seat in contents.study.seats:
        here: list[AdjudicatorView | None] = [
            rater for rater in contents.adjudicators if rater.seat == seat.code
        ]
        columns += [OverviewColumn(seat.code, seat.role, rater) for rater in here or [None]]
    known = {seat.code for seat in contents.study.seats}
    columns += [
        OverviewColumn(rater.seat, rater.role, rater)
        for rater in contents.adjudicators
        if rater.seat not in known
    ]
    return tuple(columns)


def _attention(contents: RegistryContents) -> tuple[str, ...]:
    sentences = [
        f"{resolved.band.title} has a decline and no counting verdict."
        for resolved in contents.bands
        if resolved.declined and not resolved.usable
    ]
    if contents.hidden:
        sentences.append(f"{_items(len(contents.hidden))} wait for a signature and stay hidden.")
    shown = {v.item_id for v in contents.verdicts if NotCounted.NEEDS_RESIGNING in v.not_counted}
    changed = sorted(shown | {shown_band(item) for item, _ in contents.changed})
    if changed:
        sentences.append(f"{_items(len(changed))} changed after signing: {', '.join(changed)}.")
    for band_id, roles in contents.unmet_roles.items():
        labels = ", ".join(PROFESSIONS[role].lower() for role in roles)
        sentences.append(
            f"{contents.study.band(band_id).title}: still no {labels} among the raters."
        )
    if contents.unresolved:
        sentences.append(f"Raters' sets do not meet: {', '.join(contents.unresolved)}.")
    sentences += [str(finding) for finding in contents.findings]
    return tuple(sentences)


def _items(count: int) -> str:
    return "1 item" if count == 1 else f"{count} items"
