"""The figures of a report. They show its estimates and compute nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from exports.canvas import Figure, Shape
from exports.forest import Mark, forest
from exports.small_multiples import Panel, small_multiples
from fairmed_core.analysis.report import AnalysisReport, Row
from fairmed_core.analysis.rows import REPLICATE
from fairmed_core.analysis.sensitivity import INTERSECTION
from fairmed_core.estimate import Estimate
from fairmed_core.trajectories.keys import NOT_RECORDED
from fairmed_core.words.numbers import PROVISIONAL

FLIP_RATE = "flip rate of "
STRADDLING = f"straddling, {REPLICATE}"
CONTROL_ARM = "control"
CONTROL = "control: nothing clinical changed"
_BESIDE_HEADLINE = ("hamming", "lower edge", "upper edge", "without unanimous full range")
_WITHOUT_BANDS = ("no_threshold", "no_band")
_ACRONYMS = {"icu": "ICU", "esi": "ESI", "cs": "CS"}


def report_figures(report: AnalysisReport) -> tuple[Figure, ...]:
    """Return every figure the report has the numbers for, in the order of its sections."""
    return (
        *floor_figures(report),
        *contrast_figures(report),
        *within_range_figures(report),
        *sensitivity_figures(report),
        *agreement_figures(report),
    )


def floor_figures(report: AnalysisReport) -> Iterator[Figure]:
    """Yield the floor of every yes/no action, one figure for each configuration of draws.

    With a plan these are the reference's draws; without one, those of every condition.
    """
    rows = [row for row in report.section("floor").rows if row.estimate.unit == "rate"]
    wanted = report.plan.reference
    for place, found in _grouped(rows, lambda r: (r.model, r.scaffold, r.arm, r.condition)):
        if wanted is not None and place[-1] != wanted:
            continue
        yield forest(
            _slug("floor", *place),
            "Instability floor, by action",
            [Mark(in_words(row.action), row.estimate, "floor") for row in found],
            lead=f"{_draws(place)}. How often two draws disagree when nothing differs.",
            axis="share of pairs of identical draws that disagree",
        )


def contrast_figures(report: AnalysisReport) -> Iterator[Figure]:
    """Yield, for each model, the flip rates of all contrasts with the floor beside them."""
    rows = [
        row
        for row in report.section("flips").rows
        if row.variant == REPLICATE and row.estimate.name.startswith(FLIP_RATE)
    ]
    for place, found in _grouped(rows, lambda r: (r.model, r.scaffold)):
        panels = [
            _contrast_panel(report, action, of_action)
            for (action,), of_action in _grouped(found, lambda r: (r.action,))
        ]
        yield small_multiples(
            _slug("contrasts", *place),
            "Flip rate of every contrast, beside the floor",
            panels,
            columns=3,
            lead=f"{_draws(place)}. Reference: {found[0].reference}. Dashed and shaded: the floor "
            "and its interval. Right of each plot: the rate, and how many pairs flip.",
            axis="share of pairs that flip",
            legend=(("rate", "flip rate"), ("control", CONTROL), ("floor", "floor")),
        )


def within_range_figures(report: AnalysisReport) -> Iterator[Figure]:
    """Yield the within-range rate of every contrast, one figure for each model and action."""
    rows = [row for row in report.section("within_range").rows if row.variant == STRADDLING]
    for place, found in _grouped(rows, lambda r: (r.model, r.scaffold, r.action)):
        if not _has_bands(found):
            continue
        yield forest(
            _slug("within-range", *place),
            f"Within-range flip rate of {in_words(place[-1]).lower()}{_provisional(found)}",
            [Mark(row.condition, row.estimate, _shape(row)) for row in found],
            lead=f"{_draws(place[:-1])}. Reference: {found[0].reference}. Flips between two "
            "acceptable actions, where the band has actions on both sides of the line.",
            axis="share of pairs inside the band that flip",
            legend=(("rate", "rate and interval"), ("control", CONTROL)),
        )


def sensitivity_figures(report: AnalysisReport) -> Iterator[Figure]:
    """Yield the within-range rates under every arm of the bands, one figure for each action."""
    rows = report.section("sensitivity").rows
    for place, found in _grouped(rows, lambda r: (r.model, r.scaffold, r.action)):
        panels = [
            _arms_panel(contrast, arms)
            for contrast, arms in _grouped(found, lambda r: (r.arm, r.condition))
        ]
        action = in_words(place[-1])
        yield small_multiples(
            _slug("sensitivity", *place),
            f"{action} under other bands{_provisional(found)}",
            panels,
            columns=min(3, len(panels)),
            lead=f"{_draws(place[:-1])}. Reference: {found[0].reference}. The same draws and "
            "method, other bands. Dashed: the primary rate. Right of each plot: the rate, and how "
            "many pairs inside the band flip.",
            axis="share of pairs inside the band that flip",
            legend=(("primary", "primary"), ("rate", "other bands")),
        )


def agreement_figures(report: AnalysisReport) -> Iterator[Figure]:
    """Yield one panel with the raters' agreement on each action's bands, if there are bands."""
    headline = report.plan.set_distance
    marks: list[Mark] = []
    for (action,), found in _grouped(report.section("agreement").rows, lambda r: (r.action,)):
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


def _contrast_panel(report: AnalysisReport, action: str, rows: Sequence[Row]) -> Panel:
    marks: list[Mark] = []
    notes: list[str] = []
    floors: list[Estimate] = []
    for _, of_arm in _grouped(rows, lambda row: (row.arm,)):
        floor = _floor_of(report, of_arm[0])
        if floor is not None:
            floors.append(floor)
            marks.append(Mark(f"floor, {of_arm[0].arm or 'reference'}", floor, "floor"))
            notes.append(_share(floor, "disagreeing", "pairs"))
        marks += [Mark(row.condition, row.estimate, _shape(row)) for row in of_arm]
        notes += [_share(row.estimate, "flips", "pairs") for row in of_arm]
    first = floors[0] if floors else None
    return Panel(
        in_words(action),
        tuple(marks),
        tuple(notes),
        line_at=first.value if first else None,
        span=first.interval if first else None,
    )


def _floor_of(report: AnalysisReport, row: Row) -> Estimate | None:
    place = (row.model, row.scaffold, row.arm, row.reference, row.action)
    return next(
        (
            one.estimate
            for one in report.section("floor").rows
            if (one.model, one.scaffold, one.arm, one.condition, one.action) == place
        ),
        None,
    )


def _arms_panel(contrast: tuple[str, ...], rows: Sequence[Row]) -> Panel:
    primary = next((row.estimate for row in rows if row.variant == INTERSECTION), None)
    return Panel(
        contrast[-1],
        tuple(
            Mark(
                in_words(row.variant),
                row.estimate,
                "primary" if row.variant == INTERSECTION else "rate",
            )
            for row in rows
        ),
        tuple(_share(row.estimate, "flips_in_range", "pairs_in_range") for row in rows),
        line_at=primary.value if primary else None,
    )


def _share(estimate: Estimate, part: str, whole: str) -> str:
    counts = estimate.counts
    return f"{counts[part]}/{counts[whole]}" if part in counts and whole in counts else ""


def _grouped(
    rows: Sequence[Row], key: Callable[[Row], tuple[str, ...]]
) -> list[tuple[tuple[str, ...], list[Row]]]:
    groups: dict[tuple[str, ...], list[Row]] = {}
    for row in rows:
        groups.setdefault(key(row), []).append(row)
    return list(groups.items())


def _shape(row: Row) -> Shape:
    return "control" if CONTROL_ARM in row.arm else "rate"


def _has_bands(rows: Sequence[Row]) -> bool:
    return any(row.estimate.reason not in _WITHOUT_BANDS for row in rows)


def _provisional(rows: Sequence[Row]) -> str:
    return f", {PROVISIONAL}" if any(row.estimate.ground_truth is False for row in rows) else ""


def in_words(name: str) -> str:
    """Return a field's name as a reader would write it: "any_opioid" is "Any opioid"."""
    words = " ".join(_ACRONYMS.get(word, word) for word in name.split("_"))
    return words[:1].upper() + words[1:]


def _draws(place: Sequence[str]) -> str:
    return ", ".join(part for part in place if part and part != NOT_RECORDED)


def _slug(*parts: str) -> str:
    named = "-".join(part for part in parts if part and part != NOT_RECORDED)
    return re.sub(r"[^a-z0-9]+", "-", named.lower()).strip("-")
