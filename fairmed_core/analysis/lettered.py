"""A report whose conditions are letters: read first, told afterwards what the letters stand for."""

from __future__ import annotations

import hashlib
import string
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from fairmed_core.analysis.report import AnalysisReport
from fairmed_core.analysis.rows import Row, TransitionRow

REFERENCE = "reference"
# Arms whose conditions change nothing clinical; their names say so and give nothing away.
CONTROL_ARM = "control"


@dataclass(frozen=True)
class LetteredReport:
    """A report without the names of its conditions; `letters` tells name by letter."""

    report: AnalysisReport
    letters: Mapping[str, str]


def lettered(report: AnalysisReport) -> LetteredReport:
    """Return the report with every condition outside the control arms as a letter.

    The letters follow a hash of seed and name: the same report always gets the same ones, and
    their order says nothing. The reference is called so.
    """
    reference = report.plan.reference
    names = sorted(
        {name for name in _conditions(report) if name != reference},
        key=lambda name: hashlib.sha256(f"{report.seed}\n{name}".encode()).digest(),
    )
    called = dict(zip(names, _letters(len(names)), strict=True))
    if reference is not None:
        called[reference] = REFERENCE
    return LetteredReport(
        _renamed(report, called),
        {letter: name for name, letter in called.items() if name != reference},
    )


def _conditions(report: AnalysisReport) -> Iterator[str]:
    for section in report.sections:
        for row in section.rows:
            if row.condition and CONTROL_ARM not in row.arm:
                yield row.condition


def _letters(count: int) -> Iterator[str]:
    """Yield the letters of the alphabet, then pairs of them."""
    for number in range(count):
        head, tail = divmod(number, len(string.ascii_uppercase))
        lead = string.ascii_uppercase[head - 1] if head else ""
        yield lead + string.ascii_uppercase[tail]


def _renamed(report: AnalysisReport, called: Mapping[str, str]) -> AnalysisReport:
    def name(condition: str) -> str:
        return called.get(condition, condition)

    # Names sort as the draws did: kept in that order, the letters would give them away.
    places = {letter: place for place, letter in enumerate((REFERENCE, *called.values()))}

    def ordered(rows: Iterable[Row]) -> tuple[Row, ...]:
        renamed = [
            replace(one, condition=name(one.condition), reference=name(one.reference))
            for one in rows
        ]
        return tuple(sorted(renamed, key=lambda one: places.get(one.condition, len(places))))

    plan = report.plan
    named = replace(
        plan,
        reference=None if plan.reference is None else name(plan.reference),
        conditions=tuple(name(one) for one in plan.conditions),
    )
    return replace(
        report,
        plan=named,
        sections=tuple(replace(one, rows=ordered(one.rows)) for one in report.sections),
        transitions=tuple(
            sorted(
                (_renamed_transition(one, called) for one in report.transitions),
                key=lambda one: places.get(one.table.condition, len(places)),
            )
        ),
        losses=tuple(
            sorted(
                (replace(one, condition=name(one.condition)) for one in report.losses),
                key=lambda one: places.get(one.condition, len(places)),
            )
        ),
    )


def _renamed_transition(one: TransitionRow, called: Mapping[str, str]) -> TransitionRow:
    condition, reference = one.table.condition, one.table.reference
    table = replace(
        one.table,
        condition=called.get(condition, condition),
        reference=called.get(reference, reference),
    )
    return replace(one, table=table)
