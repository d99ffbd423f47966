"""The tables of a report, as text: one for each quantity and variant, from the one formatter."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from exports.counted import grounds, own_counts, shared_counts
from exports.figures import STRADDLING, WITHIN_RANGE_FLOOR
from exports.naming import controls_last, in_words, provisional, spelled
from exports.tables import Entry, short_interval
from fairmed_core.analysis.propagation_rows import FORCED, PRIMED
from fairmed_core.analysis.report import AnalysisReport, Row, Section
from fairmed_core.analysis.rows import REPLICATE
from fairmed_core.estimate import Estimate
from fairmed_core.trajectories.keys import NOT_RECORDED
from fairmed_core.trajectories.table import Loss
from fairmed_core.words.numbers import (
    format_estimate,
    format_number,
    format_p_value,
)

ALL_IN_RANGE = "all-in-range"
# Where pairs went, of the bands a rate rests on and of all bands.
_ACCOUNTS = ("straddling_", "banded_")
_ACCOUNTED = ("_vignettes", "_pairs", "_share")
# Where the pairs of draws lie, in the words of a table cell.
_WHERE: Mapping[str, str] = {
    "in_range": "inside",
    "out_in_reference": "outside in the reference only",
    "out_in_condition": "in the comparison only",
    "out_in_both": "in both",
    "missing": "missing",
}


@dataclass(frozen=True)
class TableRow:
    """One estimate as text.

    Attributes
    ----------
    label
        What tells it from the other rows.
    value, interval
        "0.087" or "NA"; "[0.056, 0.117]", or why there is none.
    provisional
        "provisional" or "".
    counts
        What the number rests on.
    beside
        Test, and further numbers that must be read with it.
    """

    label: str
    value: str
    interval: str
    provisional: str
    counts: str
    beside: str


@dataclass(frozen=True)
class ReportTable:
    """Rows with a title.

    Attributes
    ----------
    title, draws
        The quantity; the model and arm it was found in.
    rows, foot
        The estimates, and what all of them share.
    entries
        The estimates themselves, in the order of the rows.
    primary
        Whether it is read first.
    """

    title: str
    draws: str
    rows: tuple[TableRow, ...]
    foot: tuple[str, ...]
    entries: tuple[Entry, ...]
    primary: bool


def section_tables(section: Section, report: AnalysisReport) -> tuple[ReportTable, ...]:
    """Return the tables of a section in the order of its rows, control arms last."""
    title, label = _LAYOUT.get(section.id, _BY_QUANTITY)
    groups: dict[tuple[str, str], list[Row]] = {}
    for row in controls_last(section.rows):
        groups.setdefault((title(row), _draws(row)), []).append(row)
    return tuple(
        ReportTable(
            title=heading + provisional(rows),
            draws=draws,
            rows=_rows(rows, label),
            foot=tuple(grounds([row.estimate for row in rows])),
            entries=tuple(Entry({"label": label(row)}, row.estimate) for row in rows),
            primary=_is_primary(section.id, rows[0], report),
        )
        for (heading, draws), rows in groups.items()
    )


def tidy_entries(section: Section) -> list[Entry]:
    """Return a section's estimates with the keys of a tidy table."""
    return [
        Entry(
            {
                "section": section.id,
                "model": row.model,
                "scaffold": row.scaffold,
                "arm": row.arm,
                "condition": row.condition,
                "reference": row.reference,
                "action": row.action,
                "variant": row.variant,
            },
            row.estimate,
        )
        for row in section.rows
    ]


def losses_by_condition(losses: Sequence[Loss]) -> list[tuple[str, str]]:
    """Return, for each condition, what no estimate rests on."""
    told: dict[str, list[str]] = {}
    for loss in losses:
        where = ", ".join(part for part in (loss.model, loss.arm, loss.condition) if part)
        what = f"{loss.kind} {loss.field}".strip()
        told.setdefault(where, []).append(f"{what}: {loss.count}")
    return [(where, "; ".join(parts)) for where, parts in told.items()]


def _rows(rows: Sequence[Row], label: Callable[[Row], str]) -> tuple[TableRow, ...]:
    estimates = [row.estimate for row in rows]
    shared = shared_counts(estimates)
    if len(rows) > 1 and _all_undefined_alike(estimates):
        return (_row(f"all {len(rows)} rows", estimates[0], shared),)
    return tuple(_row(label(row), row.estimate, shared) for row in rows)


def _all_undefined_alike(estimates: Sequence[Estimate]) -> bool:
    first = estimates[0]
    return first.value is None and all(
        (one.value, one.reason, one.counts) == (None, first.reason, first.counts)
        for one in estimates
    )


def _draws(row: Row) -> str:
    return " · ".join(
        part for part in (row.model, row.scaffold, row.arm) if part and part != NOT_RECORDED
    )


def _row(label: str, estimate: Estimate, shared: Mapping[str, int]) -> TableRow:
    printed = format_estimate(estimate)
    interval = short_interval(estimate.interval, estimate.unit)
    if interval and estimate.interval is not None and estimate.interval.approximate:
        interval += " approximate"
    return TableRow(
        label=label,
        value=printed.value,
        interval=interval or printed.reason or printed.interval,
        provisional=printed.label,
        counts=own_counts(estimate, shared),
        beside="; ".join(_beside(estimate)),
    )


def _beside(estimate: Estimate) -> list[str]:
    told: list[str] = []
    if estimate.p_value is not None:
        told.append(f"{format_p_value(estimate.p_value)} ({estimate.p_method})")
    extra = estimate.extra
    told += [
        f"{name.replace('_', ' ')} {format_number(number)}"
        for name, number in extra.items()
        if not (name.startswith(_ACCOUNTS) and name.endswith(_ACCOUNTED))
    ]
    account = _ACCOUNTS[estimate.name.startswith(ALL_IN_RANGE)]
    where = [
        f"{words} {int(extra[f'{key}_pairs'])} "
        f"({int(extra[f'{key}_vignettes'])}, {format_number(extra[f'{key}_share'])})"
        for category, words in _WHERE.items()
        if f"{(key := account + category)}_pairs" in extra
    ]
    return [*told, f"pairs (vignettes, Σ 1/m): {', '.join(where)}"] if where else told


def _is_primary(section: str, row: Row, report: AnalysisReport) -> bool:
    if section == "floor":
        return report.plan.reference in (None, row.condition)
    if section in ("flips", "shifts", "within_range"):
        return row.variant in (REPLICATE, STRADDLING)
    if section == "propagation":
        return row.variant.startswith((FORCED, PRIMED))
    return section != "sensitivity"


def _quantity(row: Row) -> str:
    name = row.estimate.name
    return in_words(name) if name.startswith(row.variant) else f"{in_words(name)}, {row.variant}"


def _floors_compared(row: Row) -> str:
    if row.variant == WITHIN_RANGE_FLOOR:
        return f"Within-range floors under {row.condition}"
    if row.variant.startswith("minus "):
        return f"Floors compared under {row.condition}"
    return f"Votes over draws under {row.condition}"


_Layout = tuple[Callable[[Row], str], Callable[[Row], str]]

_BY_QUANTITY: _Layout = (_quantity, lambda row: row.condition)
_LAYOUT: Mapping[str, _Layout] = {
    "floor": (lambda row: f"Floor under {row.condition}", lambda row: in_words(row.action)),
    "floor_beside": (_floors_compared, lambda row: in_words(row.estimate.name)),
    "family": (
        lambda row: in_words(row.estimate.name),
        lambda row: f"{row.condition}, {row.variant}",
    ),
    "sensitivity": (
        lambda row: f"{in_words(row.estimate.name)}, {row.condition}",
        lambda row: in_words(row.variant),
    ),
    # The edits of a table belong to one contrast: its sets of edits stand below it.
    "tipping": (
        lambda row: f"Tipping points of {spelled(row.action)}, {row.condition}",
        lambda row: in_words(row.variant),
    ),
    "logit": (
        lambda row: in_words(row.estimate.name),
        lambda row: row.condition,
    ),
    "gates": (
        lambda _: "Gates",
        lambda row: in_words(row.estimate.name),
    ),
    "propagation": (
        lambda row: in_words(row.variant),
        lambda row: ", ".join(part for part in (row.condition, spelled(row.action)) if part),
    ),
    "agreement": (
        lambda row: f"Agreement on {spelled(row.action)}",
        lambda row: in_words(row.variant),
    ),
}
