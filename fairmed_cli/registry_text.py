"""A registry as text and as a record."""

from __future__ import annotations

from rich.console import Console

from bands_registry.services.overview import overview
from bands_registry.services.registry_views import (
    CellState,
    OverviewRow,
    RegistryContents,
)
from bands_registry.study.encode import acceptable_json
from fairmed_cli.output import table
from fairmed_core.domain.acceptable import AcceptableSet
from fairmed_core.domain.resolution import ResolvedBand
from fairmed_core.words.sentences import NOT_COUNTED
from fairmed_core.words.sets import describe_set_briefly

_CELLS = {
    CellState.NOT_ASSIGNED: "·",
    CellState.WAITING: "waiting",
    CellState.HIDDEN: "signed, hidden",
    CellState.ACCEPT: "accept",
    CellState.AMEND: "amend",
    CellState.DECLINE: "decline",
    CellState.RESIGN: "needs re-signing",
}


def registry_record(contents: RegistryContents) -> dict[str, object]:
    """Return everything `fairmed registry show` tells, as a record."""
    seen = overview(contents)
    return {
        "study": contents.study.id,
        "title": contents.study.title,
        "version": contents.study.version,
        "registry_hash": contents.registry_hash,
        "published": contents.published,
        "assigned": seen.assigned,
        "signed": seen.signed,
        "repeats_assigned": seen.repeats_assigned,
        "repeats_signed": seen.repeats_signed,
        "bands": len(contents.bands),
        "provenance": {level.value: n for level, n in contents.provenance.items()},
        "adjudicated": contents.adjudicated,
        "unresolved": list(contents.unresolved),
        "hidden": list(contents.hidden),
        "scope_warnings": {
            band: [verdict.rater for verdict in given]
            for band, given in contents.scope_warnings.items()
        },
        "adjudicators": [
            {
                "pseudonym": rater.pseudonym,
                "credential": rater.credential.printed(),
                "seat": rater.seat,
                "fingerprint": rater.fingerprint,
                "enrolled": rater.enrolled,
                "sealed_identity": rater.sealed,
                "attested": rater.attested,
                "verdicts": rater.verdicts,
            }
            for rater in contents.adjudicators
        ],
        "items": [_item_record(contents, row) for row in seen.rows],
        "consensus": [
            {
                "item": agreed.item,
                "acceptable": agreed.acceptable,
                "participants": list(agreed.participants),
                "how": agreed.how,
            }
            for agreed in contents.consensus
        ],
        "attention": list(seen.attention),
    }


def _item_record(contents: RegistryContents, row: OverviewRow) -> dict[str, object]:
    resolved = row.resolved
    return {
        "item": resolved.band.id,
        "title": resolved.band.title,
        "level": resolved.level.value,
        "acceptable": _set_record(resolved.acceptable),
        "opens_after": row.opens_after,
        "verdicts": [
            {
                "rater": verdict.rater,
                "kind": verdict.kind.value,
                "acceptable": _set_record(verdict.acceptable),
                "not_counted": [NOT_COUNTED[reason] for reason in verdict.not_counted],
            }
            for verdict in contents.verdicts
            if verdict.item_id == resolved.band.id
        ],
    }


def print_registry(out: Console, contents: RegistryContents) -> None:
    """Print coverage, provenance and what needs attention."""
    seen = overview(contents)
    out.print(f"{contents.study.title} ({contents.study.id}), version {contents.study.version}")
    out.print(f"Registry hash {contents.registry_hash}")
    levels = ", ".join(f"{count} {level.value}" for level, count in contents.provenance.items())
    out.print(f"{seen.signed} of {seen.assigned} verdicts signed. Bands: {levels}.")
    if seen.repeats_assigned:
        out.print(
            f"Second showings: {seen.repeats_signed} of {seen.repeats_assigned} signed; "
            "`fairmed agreement` says how far raters agree with themselves."
        )
    raters = [
        (
            rater.pseudonym,
            rater.credential.printed(),
            rater.seat,
            _yes(rater.enrolled),
            _yes(rater.sealed),
            _yes(rater.attested),
            str(rater.verdicts),
        )
        for rater in contents.adjudicators
    ]
    head = ("Adjudicator", "Credential", "Seat", "Enrolled", "Identity sealed", "Attested", "Items")
    out.print(table("Adjudicators", head, raters))
    columns = [c.rater.pseudonym if c.rater else f"{c.seat} (open)" for c in seen.columns]
    rows = [_row(contents, row) for row in seen.rows if _concerned(row)]
    out.print(table("Items", ("Item", "Level", "Acceptable", *columns), rows))
    untouched = len(seen.rows) - len(rows)
    if untouched:
        out.print(f"{untouched} further items have no verdict yet.")
    for agreed in contents.consensus:
        named = ", ".join(agreed.participants)
        out.print(f"{agreed.item}: {named} agreed later ({agreed.how}).", markup=False)
    for sentence in seen.attention:
        out.print(f"- {sentence}")


def _set_record(acceptable: AcceptableSet | None) -> dict[str, object] | None:
    return None if acceptable is None else dict(acceptable_json(acceptable))


def _concerned(row: OverviewRow) -> bool:
    idle = (CellState.NOT_ASSIGNED, CellState.WAITING)
    return any(cell.state not in idle for cell in row.cells)


def _row(contents: RegistryContents, row: OverviewRow) -> tuple[str, ...]:
    resolved = row.resolved
    cells = []
    for cell in row.cells:
        text = _CELLS[cell.state]
        reasons = cell.verdict.not_counted if cell.verdict else ()
        cells.append(
            text + (f" ({'; '.join(NOT_COUNTED[reason] for reason in reasons)})" if reasons else "")
        )
    return (
        resolved.band.title,
        resolved.level.value,
        _set_words(contents, resolved),
        *cells,
    )


def _set_words(contents: RegistryContents, resolved: ResolvedBand) -> str:
    if resolved.acceptable is None:
        return "unresolved"
    return describe_set_briefly(resolved.acceptable, contents.study.space[resolved.band.sub_action])


def _yes(held: bool) -> str:
    return "yes" if held else "no"
