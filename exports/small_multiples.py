"""Many small forest plots side by side, with the same rows and the same axis."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from exports.canvas import Figure, Shape, Sheet, lines_of
from exports.counted import distinct, extent
from exports.forest import (
    BREADTH,
    Mark,
    Scale,
    grounds,
    head,
    paint_axis,
    paint_estimate,
    scale_for,
)
from exports.theme import INK_QUIET, LINE, SUNKEN
from fairmed_core.estimate import Interval
from fairmed_core.words.numbers import format_estimate, format_number

_LABELS = 1.62
_NOTES = 0.66
_GAP = 0.14
_ROW = 0.165
_LINE = 0.125


@dataclass(frozen=True)
class Panel:
    """One of the plots.

    Attributes
    ----------
    title
        What it is about.
    marks
        Its rows; the labels of the first panel stand for all.
    notes
        What each row's number rests on, in a few characters ("4/36").
    line_at
        Where a dashed line stands, or None.
    span
        An interval that is shaded behind all rows, or None.
    """

    title: str
    marks: tuple[Mark, ...]
    notes: tuple[str, ...]
    line_at: float | None = None
    span: Interval | None = None


def small_multiples(
    figure_id: str,
    title: str,
    panels: Sequence[Panel],
    *,
    columns: int,
    lead: str,
    axis: str,
    legend: Sequence[tuple[Shape, str]] = (),
    ends: tuple[float, float] = (0.0, 1.0),
) -> Figure:
    """Return the panels in rows of `columns`; see `forest` for the rest."""
    sheet = Sheet(BREADTH)
    head(sheet, title, lead, legend)
    estimates = [mark.estimate for panel in panels for mark in panel.marks]
    breadth = (BREADTH - _LABELS) / columns
    scale = scale_for(estimates, (0.0, breadth - _GAP - _NOTES), ends=ends)
    for start in range(0, len(panels), columns):
        _paint_band(sheet, panels[start : start + columns], breadth, scale)
    sheet.text(BREADTH / 2, sheet.y, axis, size=7, colour=INK_QUIET, align="center")
    sheet.y += 0.14
    reasons = distinct(format_estimate(estimate).reason for estimate in estimates)
    missing = [f"NA: {'; '.join(reasons)}."] if reasons else []
    clusters = extent(estimates, "vignettes")
    carried = [f"G: {clusters} vignettes for each number."] if clusters else []
    for text in (*carried, *grounds(estimates), *missing):
        sheet.paragraph(text, size=7, colour=INK_QUIET)
    alt = [title] + [
        f"{panel.title}, {mark.label}: {format_estimate(mark.estimate).line()}"
        for panel in panels
        for mark in panel.marks
    ]
    return sheet.figure(figure_id, title, ". ".join(alt))


def _paint_band(sheet: Sheet, panels: Sequence[Panel], breadth: float, scale: Scale) -> None:
    titles = [lines_of(panel.title, breadth - _GAP, size=7.5, bold=True) for panel in panels]
    labels = [lines_of(mark.label, _LABELS - 0.1, size=7) for mark in panels[0].marks]
    top = sheet.y + max(len(lines) for lines in titles) * _LINE + 0.04
    rows: list[float] = [top]
    for lines in labels:
        rows.append(rows[-1] + max(_ROW, len(lines) * 0.11 + 0.05))
    for column, (panel, lines) in enumerate(zip(panels, titles, strict=True)):
        left = _LABELS + column * breadth
        for index, text in enumerate(reversed(lines)):
            sheet.text(left, top - 0.1 - index * _LINE, text, size=7.5, bold=True)
        place = (left, left + breadth - _GAP - _NOTES)
        _paint_panel(sheet, panel, replace(scale, place=place), rows)
    for lines, mark, above, below in zip(labels, panels[0].marks, rows, rows[1:], strict=False):
        first = (above + below) / 2 - (len(lines) - 1) * 0.055
        for index, text in enumerate(lines):
            strong = mark.shape in ("primary", "floor")
            sheet.text(0, first + index * 0.11, text, size=7, bold=strong)
        sheet.segment((0, below), (BREADTH, below), colour=LINE, weight=0.4, below=True)
    sheet.y = rows[-1] + 0.28


def _paint_panel(sheet: Sheet, panel: Panel, scale: Scale, rows: Sequence[float]) -> None:
    span = panel.span
    if span is not None and span.low is not None and span.high is not None:
        sheet.area((scale.at(span.low), scale.at(span.high)), (rows[0], rows[-1]), colour=SUNKEN)
    for index, (mark, note) in enumerate(zip(panel.marks, panel.notes, strict=True)):
        sheet.y = (rows[index] + rows[index + 1]) / 2
        value = mark.estimate.value
        paint_estimate(sheet, mark.estimate, scale, mark.shape)
        number = "NA" if value is None else format_number(value, mark.estimate.unit)
        right = scale.place[1] + 0.07
        sheet.text(right, sheet.y, number, size=6.5)
        sheet.text(right + _NOTES - 0.07, sheet.y, note, size=6, colour=INK_QUIET, align="right")
    sheet.y = rows[-1]
    paint_axis(sheet, scale, rows[0], line_at=panel.line_at)
