"""Sections of a report as text and as records, for commands that print numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from rich.console import Console

from exports.tables import short_interval
from exports.uses import use_of
from fairmed_cli.output import table
from fairmed_core.analysis.report import AnalysisReport, Row, Section
from fairmed_core.analysis.rows import REPLICATE
from fairmed_core.words.numbers import estimate_record, format_estimate

_MATRICES = {
    "flips": ("flip rate of ", REPLICATE),
    "within_range": ("within-range flip rate of ", f"straddling, {REPLICATE}"),
}
_PAIRS = (("flips", "pairs"), ("flips_in_range", "pairs_in_range"))
_KEYS = ("model", "scaffold", "arm", "condition", "reference", "action", "variant")


def print_report(out: Console, report: AnalysisReport, *, in_full: Collection[str] = ()) -> None:
    """Print the headline of every section, and all of some; the rest is in the report's files."""
    print_basis(out, report)
    for section in report.sections:
        if section.id in in_full:
            print_section(out, section, section.rows)
            _print_notes(out, section.rows)
            continue
        rows = [row for row in section.rows if _headline(row, section.id, report)]
        if section.id in _MATRICES:
            print_matrix(out, section, rows)
        elif rows:
            print_section(out, section, rows)


def print_section(out: Console, section: Section, rows: Sequence[Row]) -> None:
    """Print rows one below the other."""
    valued = [row for row in rows if row.estimate.value is not None]
    keys = [key for key in _KEYS if len({getattr(row, key) for row in valued}) > 1]
    head = [key.capitalize() for key in keys]
    lines = [_cells(row, keys) for row in valued]
    if lines:
        out.print(table(section.title, (*head, "Estimate", "Value", "Interval", "Rests on"), lines))
    else:
        out.print(f"{section.title}: no value.")
    _print_below(out, section, rows)


def print_matrix(out: Console, section: Section, rows: Sequence[Row]) -> None:
    """Print conditions by actions, each cell with value, interval and what it rests on."""
    valued = [row for row in rows if row.estimate.value is not None]
    actions = list(dict.fromkeys(row.action for row in valued))
    places = list(dict.fromkeys((row.arm, row.condition) for row in valued))
    cells = {(row.arm, row.condition, row.action): _cell(row) for row in valued}
    lines = [
        (arm, condition, *(cells.get((arm, condition, action), "NA") for action in actions))
        for arm, condition in places
    ]
    if lines:
        out.print(table(section.title, ("Arm", "Condition", *actions), lines, ruled=True))
    else:
        out.print(f"{section.title}: no value.")
    _print_below(out, section, rows)


def _headline(row: Row, section: str, report: AnalysisReport) -> bool:
    if section == "floor":
        return report.plan.reference in (None, row.condition)
    if section in _MATRICES:
        name, variant = _MATRICES[section]
        return row.estimate.name.startswith(name) and row.variant == variant
    if section == "sensitivity":
        return False
    return row.variant == REPLICATE or not row.condition


def _print_below(out: Console, section: Section, rows: Sequence[Row]) -> None:
    for reason, count in _reasons(rows).items():
        out.print(f"  NA in {count} of {len(rows)} rows: {reason}.")
    use = use_of(section.id)
    out.print(f"  May be used for: {use.may}")
    out.print(f"  May not: {use.may_not}")
    for note in section.notes:
        out.print(f"  {note}")
    out.print()


def _print_notes(out: Console, rows: Sequence[Row]) -> None:
    """Print what must be read with the numbers, each sentence once, and whose it is."""
    of_note: dict[str, list[Row]] = {}
    for row in rows:
        for note in row.estimate.notes:
            of_note.setdefault(note, []).append(row)
    for note, found in of_note.items():
        whose = dict.fromkeys(row.condition for row in found if row.condition)
        few = 0 < len(whose) < len({row.condition for row in rows})
        out.print(f"  {', '.join(whose)}: {note}" if few else f"  {note}")
    out.print()


def print_basis(out: Console, report: AnalysisReport) -> None:
    """Print what the numbers rest on: files, bands by level, registry, plan, seed, losses."""
    levels = ", ".join(f"{count} {level}" for level, count in report.provenance.items())
    out.print(f"Draws: {', '.join(file.name for file in report.files) or 'none'}")
    out.print(f"Decoding configuration: {report.decoding}")
    out.print(f"Bands: {levels.replace('_', ' ')}")
    out.print(f"Registry: {report.registry_hash or 'none, every band is unsigned'}")
    kind = (
        f"by plan, SHA-256 {report.plan.sha256}"
        if report.plan.sha256
        else "exploratory, no plan was fixed in advance"
    )
    out.print(f"Analysis: {kind}; seed {report.seed}; {report.plan.resampling.resamples} resamples")
    for condition, lost in _losses(report).items():
        out.print(f"  {condition}: {lost}")
    if report.unmapped_orders:
        names = "; ".join(report.unmapped_orders)
        out.print(
            f"  Order names without a mapping, to be added to study.yaml: {names}", markup=False
        )
    out.print()


def section_records(sections: Iterable[Section]) -> list[dict[str, object]]:
    """Return sections with their rows in full precision, keys first."""
    return [
        {
            "id": section.id,
            "title": section.title,
            "notes": list(section.notes),
            "may_be_used_for": use_of(section.id).may,
            "may_not": use_of(section.id).may_not,
            "rows": [
                {**{key: getattr(row, key) for key in _KEYS}, **estimate_record(row.estimate)}
                for row in section.rows
            ],
        }
        for section in sections
    ]


def basis_record(report: AnalysisReport) -> dict[str, object]:
    """Return what the numbers rest on."""
    return {
        "files": [{"name": file.name, "sha256": file.sha256} for file in report.files],
        "decoding": report.decoding,
        "protocol": report.protocol,
        "registry_hash": report.registry_hash,
        "plan_hash": report.plan.sha256,
        "exploratory": report.exploratory,
        "seed": report.seed,
        "resamples": report.plan.resampling.resamples,
        "provenance": dict(report.provenance),
        "versions": dict(report.versions),
        "unmapped_orders": list(report.unmapped_orders),
        "losses": [
            {
                "model": loss.model,
                "arm": loss.arm,
                "condition": loss.condition,
                "kind": loss.kind,
                "field": loss.field,
                "count": loss.count,
            }
            for loss in report.losses
        ],
    }


def _losses(report: AnalysisReport) -> dict[str, str]:
    """Return what was lost of each condition in one line; the fields stand in report.json."""
    counts: dict[str, Counter[str]] = {}
    for loss in report.losses:
        counts.setdefault(loss.condition, Counter())[loss.kind] += loss.count
    return {
        condition: ", ".join(f"{number} {kind}" for kind, number in lost.items())
        for condition, lost in counts.items()
    }


def _cell(row: Row) -> str:
    estimate = row.estimate
    printed = format_estimate(estimate)
    lines = [printed.value + (f" {printed.label}" if printed.label else "")]
    lines.append(short_interval(estimate.interval, estimate.unit) or printed.interval)
    for flips, pairs in _PAIRS:
        if pairs in estimate.counts:
            lines.append(f"{estimate.counts.get(flips, 0)} of {estimate.counts[pairs]} pairs")
    lines.append(f"{estimate.counts.get('vignettes', 0)} vignettes")
    return "\n".join(line for line in lines if line)


def _cells(row: Row, keys: Sequence[str]) -> tuple[str, ...]:
    estimate = row.estimate
    printed = format_estimate(estimate)
    value = printed.value + (f" {printed.label}" if printed.label else "")
    interval = short_interval(estimate.interval, estimate.unit) or printed.interval
    return (
        *(str(getattr(row, key)) for key in keys),
        estimate.name,
        value,
        interval,
        printed.counts,
    )


def _reasons(rows: Sequence[Row]) -> dict[str, int]:
    undefined = [row.estimate for row in rows if row.estimate.value is None]
    return dict(Counter(format_estimate(estimate).reason for estimate in undefined))
