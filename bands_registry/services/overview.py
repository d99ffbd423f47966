"""The coordinator's overview: coverage, provenance, agreement's basis, what needs attention."""

from __future__ import annotations

from bands_registry.services.registry_views import (
    AdjudicatorView,
    CellState,
    Overview,
    OverviewCell,
    OverviewColumn,
    OverviewRow,
    RecordedVerdict,
    RegistryContents,
)
from fairmed_core.domain.adjudicator import PROFESSIONS
from fairmed_core.domain.resolution import NotCounted, ResolvedBand
from fairmed_core.domain.verdict import VerdictKind

_STATES = {
    VerdictKind.ACCEPT: CellState.ACCEPT,
    VerdictKind.AMEND: CellState.AMEND,
    VerdictKind.DECLINE: CellState.DECLINE,
}


def overview(contents: RegistryContents) -> Overview:
    """Return the grid and the numbers beside it, the same ones the command line prints."""
    columns = _columns(contents)
    rows = tuple(_row(contents, resolved, columns) for resolved in contents.bands)
    assigned = [(seat.code, item) for seat in contents.study.seats for item in seat.items]
    signed = [pair for pair in assigned if _seat_signed(contents, *pair)]
    return Overview(
        columns=columns,
        rows=rows,
        assigned=len(assigned),
        signed=len(signed),
        provenance=contents.provenance,
        agreement_bands=tuple(r for r in contents.bands if len(r.usable) > 1),
        attention=_attention(contents),
    )


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


def _row(
    contents: RegistryContents, resolved: ResolvedBand, columns: tuple[OverviewColumn, ...]
) -> OverviewRow:
    item = resolved.band.id
    waiting = sum(
        item in seat.items and not _seat_signed(contents, seat.code, item)
        for seat in contents.study.seats
    )
    return OverviewRow(
        resolved=resolved,
        cells=tuple(_cell(contents, item, column) for column in columns),
        opens_after=waiting if item in contents.hidden else 0,
    )


def _cell(contents: RegistryContents, item: str, column: OverviewColumn) -> OverviewCell:
    seat = next((seat for seat in contents.study.seats if seat.code == column.seat), None)
    assigned = seat is not None and item in seat.items
    if column.rater is not None:
        verdict = _verdict(contents, item, column.rater)
        if verdict is not None:
            resign = NotCounted.NEEDS_RESIGNING in verdict.not_counted
            return OverviewCell(CellState.RESIGN if resign else _STATES[verdict.kind], verdict)
        if (item, column.rater.pseudonym) in contents.signed:
            return OverviewCell(CellState.HIDDEN)
    return OverviewCell(CellState.WAITING if assigned else CellState.NOT_ASSIGNED)


def _verdict(
    contents: RegistryContents, item: str, rater: AdjudicatorView
) -> RecordedVerdict | None:
    return next(
        (v for v in contents.verdicts if v.item_id == item and v.rater == rater.pseudonym), None
    )


def _seat_signed(contents: RegistryContents, seat: str, item: str) -> bool:
    return any(
        (item, rater.pseudonym) in contents.signed
        for rater in contents.adjudicators
        if rater.seat == seat and rater.enrolled
    )


def _attention(contents: RegistryContents) -> tuple[str, ...]:
    sentences = [
        f"{resolved.band.title} has a decline and no counting verdict."
        for resolved in contents.bands
        if resolved.declined and not resolved.usable
    ]
    if contents.hidden:
        sentences.append(f"{_items(len(contents.hidden))} wait for a signature and stay hidden.")
    changed = sorted(
        {v.item_id for v in contents.verdicts if NotCounted.NEEDS_RESIGNING in v.not_counted}
    )
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
