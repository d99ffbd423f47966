"""The figures of a report. They show its estimates and compute nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from exports.canvas import Figure, Shape
from exports.curve import aggregation_figures
from exports.flow import flow_figures
from exports.forest import Mark, forest
from exports.heat_map import transition_figures
from exports.naming import (
    controls_last,
    draws_of,
    grouped,
    in_words,
    provisional,
    shape_of,
    slug,
    spelled,
)
from exports.small_multiples import Backdrop, Panel, bands_that_fit, small_multiples
from fairmed_core.analysis.report import AnalysisReport, Row
from fairmed_core.analysis.rows import REPLICATE
from fairmed_core.analysis.sensitivity import INTERSECTION
from fairmed_core.estimate import Estimate

FLIP_RATE = "flip rate of "
STRADDLING = f"straddling, {REPLICATE}"
WITHIN_RANGE_FLOOR = "within-range floor"
CONTROL = "control: nothing clinical changed"
_BESIDE_HEADLINE = ("hamming", "lower edge", "upper edge", "without unanimous full range")
_COLUMNS = 3
_PAGE_HEIGHT = 9.2
_WITHOUT_BANDS = ("no_threshold", "no_band")


def report_figures(report: AnalysisReport) -> dict[str, tuple[Figure, ...]]:
    """Return every figure the report has the numbers for, by section."""
    return {section: section_figures(report, section) for section in _FIGURES}


def section_figures(report: AnalysisReport, section_id: str) -> tuple[Figure, ...]:
    """Return the figures of one section; () where it has none."""
    drawn = _FIGURES.get(section_id)
    return tuple(drawn(report)) if drawn is not None else ()


def floor_figures(report: AnalysisReport) -> Iterator[Figure]:
    """Yield the floor of every yes/no action, one figure for each configuration of draws.

    With a plan these are the reference's draws; without one, those of every condition.
    """
    floors = controls_last(report.section("floor").rows)
    rows = [row for row in floors if row.estimate.unit == "rate"]
    wanted = report.plan.reference
    for place, found in grouped(rows, lambda r: (r.model, r.scaffold, r.arm, r.condition)):
        if wanted is not None and place[-1] != wanted:
            continue
        yield forest(
            slug("floor", *place),
            "Instability floor, by action",
            [Mark(in_words(row.action), row.estimate, "floor") for row in found],
            lead=f"{draws_of(place)}. How often two draws disagree when nothing differs.",
            axis="share of pairs of identical draws that disagree",
        )


def contrast_figures(report: AnalysisReport) -> Iterator[Figure]:
    """Yield, for each model, the flip rates of all contrasts with the floor beside them."""
    rows = [
        row
        for row in report.section("flips").rows
        if row.variant == REPLICATE and row.estimate.name.startswith(FLIP_RATE)
    ]
    for place, found in grouped(rows, lambda r: (r.model, r.scaffold)):
        panels = [
            _contrast_panel(report, action, controls_last(of_action))
            for (action,), of_action in grouped(found, lambda r: (r.action,))
        ]
        yield from _over_pages(
            slug("contrasts", *place),
            "Flip rate of every contrast, beside the floor",
            panels,
            lead=f"{draws_of(place)}. Reference: {found[0].reference}. Dashed and shaded: the "
            "floor and its interval. Right of each plot: the rate, and how many pairs flip.",
            axis="share of pairs that flip",
            legend=(("rate", "flip rate"), ("control", CONTROL), ("floor", "floor")),
        )


def within_range_figures(report: AnalysisReport) -> Iterator[Figure]:
    """Yield the within-range rate of every contrast, one figure for each model and action."""
    rows = [row for row in report.section("within_range").rows if row.variant == STRADDLING]
    for place, found in grouped(rows, lambda r: (r.model, r.scaffold, r.action)):
        if not _has_bands(found):
            continue
        yield forest(
            slug("within-range", *place),
            f"Within-range flip rate of {spelled(place[-1])}{provisional(found)}",
            _within_marks(report, controls_last(found)),
            lead=f"{draws_of(place[:-1])}. Reference: {found[0].reference}. Flips between two "
            "acceptable actions, where the band has actions on both sides of the line.",
            axis="share of pairs inside the band that flip",
            legend=(("rate", "rate"), ("control", CONTROL), ("floor", "floor, same bands")),
        )


def sensitivity_figures(report: AnalysisReport) -> Iterator[Figure]:
    """Yield the within-range rates under every arm of the bands, one figure for each action."""
    rows = report.section("sensitivity").rows
    for place, found in grouped(rows, lambda r: (r.model, r.scaffold, r.action)):
        panels = [
            _arms_panel(contrast, arms)
            for contrast, arms in grouped(controls_last(found), lambda r: (r.arm, r.condition))
        ]
        action = in_words(place[-1])
        yield from _over_pages(
            slug("sensitivity", *place),
            f"{action} under other bands{provisional(found)}",
            panels,
            lead=f"{draws_of(place[:-1])}. Reference: {found[0].reference}. The same draws and "
            "method, other bands. Dashed: the primary rate. Right of each plot: the rate, and how "
            "many pairs inside the band flip.",
            axis="share of pairs inside the band that flip",
            legend=(("primary", "primary"), ("rate", "other bands")),
        )


def agreement_figures(report: AnalysisReport) -> Iterator[Figure]:
    """Yield one panel with the raters' agreement on each action's bands, if there are bands."""
    headline = report.plan.set_distance
    marks: list[Mark] = []
    for (action,), found in grouped(report.section("agreement").rows, lambda r: (r.action,)):
        group = in_words(action)
        for row in found:
            if row.variant == headline:
                label = f"Sets, {headline} (headline)"
                marks.append(Mark(label, row.estimate, "primary", group))
                group = ""
            elif row.variant in _BESIDE_HEADLINE:
                marks.append(Mark(in_words(row.variant), row.estimate, "rate", group))
                group = ""
    if marks:
        yield forest(
            "agreement",
            "Agreement between raters, by action",
            marks,
            lead="Krippendorff's α over bands with at least two independent raters: 1 is perfect "
            "agreement, 0 is what chance gives.",
            axis="α",
            legend=(("primary", "headline"), ("rate", "beside it")),
            ends=(-1.0, 1.0),
            line_at=0.0,
        )


_FIGURES: Mapping[str, Callable[[AnalysisReport], Iterator[Figure]]] = {
    "floor": floor_figures,
    "floor_beside": aggregation_figures,
    "flips": contrast_figures,
    "shifts": transition_figures,
    "within_range": within_range_figures,
    "out_of_range": flow_figures,
    "sensitivity": sensitivity_figures,
    "agreement": agreement_figures,
}


def _over_pages(
    figure_id: str,
    title: str,
    panels: Sequence[Panel],
    *,
    lead: str,
    axis: str,
    legend: Sequence[tuple[Shape, str]],
) -> Iterator[Figure]:
    """Yield small multiples in as many figures as printed pages are needed."""
    columns = min(_COLUMNS, len(panels))
    size = columns * bands_that_fit(len(panels[0].marks), _PAGE_HEIGHT)
    parts = [panels[start : start + size] for start in range(0, len(panels), size)]
    for number, part in enumerate(parts, start=1):
        several = len(parts) > 1
        yield small_multiples(
            f"{figure_id}-{number}" if several else figure_id,
            f"{title} ({number} of {len(parts)})" if several else title,
            part,
            columns=columns,
            lead=lead,
            axis=axis,
            legend=legend,
        )


def _contrast_panel(report: AnalysisReport, action: str, rows: Sequence[Row]) -> Panel:
    marks: list[Mark] = []
    notes: list[str] = []
    backdrops: list[Backdrop] = []
    for _, of_arm in grouped(rows, lambda row: (row.arm,)):
        floor = _at_reference(report.section("floor").rows, of_arm[0])
        first = len(marks)
        if floor is not None:
            marks.append(Mark(f"floor, {of_arm[0].arm or 'reference'}", floor, "floor"))
            notes.append(_share(floor, "disagreeing", "pairs"))
            backdrops.append(Backdrop(first, first + len(of_arm), floor.value, floor.interval))
        marks += [Mark(row.condition, row.estimate, shape_of(row)) for row in of_arm]
        notes += [_share(row.estimate, "flips", "pairs") for row in of_arm]
    return Panel(in_words(action), tuple(marks), tuple(notes), tuple(backdrops))


def _within_marks(report: AnalysisReport, rows: Sequence[Row]) -> list[Mark]:
    """Return the rates of each arm behind the floor of its reference's draws inside the band."""
    beside = [
        row for row in report.section("floor_beside").rows if row.variant == WITHIN_RANGE_FLOOR
    ]
    marks: list[Mark] = []
    for _, of_arm in grouped(rows, lambda row: (row.arm,)):
        floor = _at_reference(beside, of_arm[0])
        if floor is not None:
            label = f"floor, {of_arm[0].arm or 'reference'}"
            marks.append(Mark(label, floor, "floor"))
        marks += [Mark(row.condition, row.estimate, shape_of(row)) for row in of_arm]
    return marks


def _at_reference(floors: Sequence[Row], row: Row) -> Estimate | None:
    """Return the floor of the reference a contrast is compared with, or None."""
    place = (row.model, row.scaffold, row.arm, row.reference, row.action)
    return next(
        (
            one.estimate
            for one in floors
            if (one.model, one.scaffold, one.arm, one.condition, one.action) == place
        ),
        None,
    )


def _arms_panel(contrast: tuple[str, ...], rows: Sequence[Row]) -> Panel:
    marks = tuple(
        Mark(
            in_words(row.variant),
            row.estimate,
            "primary" if row.variant == INTERSECTION else "rate",
        )
        for row in rows
    )
    primary = next((row.estimate.value for row in rows if row.variant == INTERSECTION), None)
    return Panel(
        contrast[-1],
        marks,
        tuple(_share(row.estimate, "flips_in_range", "pairs_in_range") for row in rows),
        (Backdrop(0, len(rows) - 1, primary),),
    )


def _share(estimate: Estimate, part: str, whole: str) -> str:
    counts = estimate.counts
    return f"{counts[part]}/{counts[whole]}" if part in counts and whole in counts else ""


def _has_bands(rows: Sequence[Row]) -> bool:
    return any(row.estimate.reason not in _WITHOUT_BANDS for row in rows)
