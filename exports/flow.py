"""Flows out of range: pairs that leave the band under one descriptor only, both ways."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from exports.canvas import Figure, Sheet, breadth_of, lines_of
from exports.counted import grounds
from exports.forest import BREADTH, head, tick_text
from exports.naming import controls_last, draws_of, grouped, provisional, slug, spelled
from exports.tables import short_interval
from exports.theme import ACCENT, EDGE, INK, INK_QUIET, LINE, PAPER
from fairmed_core.analysis.report import AnalysisReport, Row
from fairmed_core.estimate import Estimate
from fairmed_core.words.numbers import format_estimate

FLOW = "net out-of-range flow"
_MIDDLE, _HALF = 3.35, 1.35
_NUMBER_X = 4.95
_ROW = 0.36
_STEPS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5)
# Dark, middle, paper: told apart without colour. Orders have names of their own for the sides.
_SIDES: Mapping[str, tuple[str, str]] = {
    "below": (ACCENT, "below the band"),
    "gap": ("#A9BCC4", "between acceptable values"),
    "above": (PAPER, "above the band"),
    "under_ordered": (ACCENT, "required test missing"),
    "under_and_over_ordered": ("#A9BCC4", "both"),
    "over_ordered": (PAPER, "test that is not permitted"),
}


def flow_figures(report: AnalysisReport) -> Iterator[Figure]:
    """Yield the flows of every contrast, one figure for each model and sub-action."""
    rows = [row for row in report.section("out_of_range").rows if row.variant == FLOW]
    for place, found in grouped(rows, lambda r: (r.model, r.scaffold, r.action)):
        if any(row.estimate.value is not None for row in found):
            yield flow_bars(
                slug("out-of-range", *place),
                f"Pairs that leave the band of {spelled(place[-1])}{provisional(found)}",
                controls_last(found),
                f"{draws_of(place[:-1])}. Reference: {found[0].reference}.",
            )


def flow_bars(figure_id: str, title: str, rows: Sequence[Row], lead: str) -> Figure:
    """Return two bars a contrast: to the left reference only, to the right comparison only."""
    sheet = Sheet(BREADTH)
    told = (
        f"{lead} To the left: outside under the reference only. To the right: outside under the "
        "comparison only. Bold: their difference; a zero can hide two equal flows."
    )
    head(sheet, title, told, ())
    sides = [
        side for side in _SIDES if any(f"condition_only_{side}" in r.estimate.extra for r in rows)
    ]
    _paint_legend(sheet, sides)
    step, most = _scale([row.estimate for row in rows])
    top = sheet.y + 0.05
    sheet.y = top
    for row in rows:
        _paint_row(sheet, row, sides, most)
    _paint_axis(sheet, top, step, most)
    sheet.y += 0.36
    sheet.paragraph(" ".join(grounds([row.estimate for row in rows])), size=7, colour=INK_QUIET)
    alt = [title, *(f"{row.condition}: {format_estimate(row.estimate).line()}" for row in rows)]
    return sheet.figure(figure_id, title, ". ".join(alt))


def _paint_legend(sheet: Sheet, sides: Sequence[str]) -> None:
    x, y = 0.0, sheet.y + 0.06
    for side in sides:
        fill, words = _SIDES[side]
        sheet.box((x, x + 0.16), (y - 0.05, y + 0.05), fill=fill)
        sheet.text(x + 0.22, y, words, size=7.5)
        x += 0.42 + breadth_of(words, size=7.5)
    sheet.y = y + 0.12


def _scale(estimates: Sequence[Estimate]) -> tuple[float, float]:
    """Return the distance of ticks and the end of the axis."""
    shares = [
        estimate.extra.get(name, 0.0)
        for estimate in estimates
        for name in ("reference_only", "condition_only")
    ]
    highest = max(shares, default=0.0)
    step = next((one for one in _STEPS if highest <= one * 4), _STEPS[-1])
    return step, step * max(1, -(-highest // step))


def _paint_row(sheet: Sheet, row: Row, sides: Sequence[str], most: float) -> None:
    estimate, y = row.estimate, sheet.y + _ROW / 2
    label = row.condition + (f", {row.arm}" if row.arm else "")
    lines = lines_of(label, _MIDDLE - _HALF - 0.15, size=7.5)
    for at, text in enumerate(lines):
        sheet.text(0, y + (at - (len(lines) - 1) / 2) * 0.12, text, size=7.5)
    for start, direction in (("reference_only", -1), ("condition_only", 1)):
        x = _MIDDLE
        for side in sides:
            share = estimate.extra.get(f"{start}_{side}", 0.0)
            if share:
                end = x + direction * share / most * _HALF
                fill = _SIDES[side][0]
                sheet.box((min(x, end), max(x, end)), (y - 0.08, y + 0.08), fill=fill)
                x = end
    printed = format_estimate(estimate)
    interval = short_interval(estimate.interval, estimate.unit)
    said = "  ".join(part for part in (interval, printed.label) if part)
    sheet.text(_NUMBER_X, y - 0.07, printed.value, size=8, bold=True)
    sheet.text(_NUMBER_X + 0.46, y - 0.07, said or printed.reason, size=7.5)
    counts = estimate.counts
    if "pairs_reference_only" in counts:
        told = (
            f"{counts['pairs_reference_only']} / {counts['pairs_condition_only']} pairs, "
            f"both {counts['pairs_both']}; G {counts.get('vignettes', 0)}"
        )
        sheet.text(_NUMBER_X, y + 0.07, told, size=6.5, colour=INK_QUIET)
    sheet.y += _ROW
    sheet.segment((0, sheet.y), (BREADTH, sheet.y), colour=LINE, weight=0.4, below=True)


def _paint_axis(sheet: Sheet, top: float, step: float, most: float) -> None:
    bottom = sheet.y
    for tick in range(-round(most / step), round(most / step) + 1):
        x = _MIDDLE + tick * step / most * _HALF
        colour = EDGE if tick == 0 else LINE
        sheet.segment((x, top), (x, bottom), colour=colour, below=True)
        shown = tick_text(abs(tick * step))
        sheet.text(x, bottom + 0.1, shown, size=7, colour=INK_QUIET, align="center")
    words = "mean share of pairs"
    sheet.text(_MIDDLE, bottom + 0.24, words, size=7, colour=INK_QUIET, align="center")
    sheet.segment((_MIDDLE, top), (_MIDDLE, bottom), colour=INK, weight=0.8)
