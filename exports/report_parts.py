"""What a report shows, put together once for the web page and for paper."""

from __future__ import annotations

from dataclasses import dataclass

from exports.canvas import Figure
from exports.figures import section_figures
from exports.report_facts import banner, facts, labels, transition_lines
from exports.report_tables import ReportTable, losses_by_condition, section_tables
from exports.uses import Use, use_of
from fairmed_core.analysis.report import AnalysisReport

Transition = tuple[str, list[tuple[str, str]]]
_TRANSITIONS_STAND_IN = "shifts"


@dataclass(frozen=True)
class ReportPart:
    """A section: what it may be used for, its figures and its tables."""

    id: str
    title: str
    use: Use
    notes: tuple[str, ...]
    figures: tuple[Figure, ...]
    tables: tuple[ReportTable, ...]
    transitions: tuple[Transition, ...]


@dataclass(frozen=True)
class ReportContents:
    """The whole report, ready to be laid out."""

    title: str
    labels: tuple[str, ...]
    banner: tuple[str, ...]
    facts: tuple[tuple[str, str], ...]
    parts: tuple[ReportPart, ...]
    losses: tuple[tuple[str, str], ...]


def compose(report: AnalysisReport, *, title: str) -> ReportContents:
    """Return a report's contents; draws its figures."""
    return ReportContents(
        title=title,
        labels=tuple(labels(report)),
        banner=tuple(banner(report)),
        facts=tuple(facts(report)),
        parts=tuple(part_of(report, section.id) for section in report.sections),
        losses=tuple(losses_by_condition(report.losses)),
    )


def part_of(report: AnalysisReport, section_id: str) -> ReportPart:
    """Return one section of a report; draws its figures alone."""
    section = report.section(section_id)
    transitions = report.transitions if section.id == _TRANSITIONS_STAND_IN else ()
    return ReportPart(
        id=section.id,
        title=section.title,
        use=use_of(section.id),
        notes=section.notes,
        figures=section_figures(report, section.id),
        tables=section_tables(section, report),
        transitions=tuple(transition_lines(row) for row in transitions),
    )
