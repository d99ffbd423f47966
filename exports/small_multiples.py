"""Many small forest plots side by side, with the same rows and the same axis."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from exports.canvas import Figure, Shape, Sheet, breadth_of, lines_of
from exports.counted import distinct, extent, grounds
from exports.forest import (
    BREADTH,
    Mark,
    Scale,
    head,
    paint_axis,
    paint_estimate,
    scale_for,
)
from exports.theme import INK_QUIET, LINE, SUNKEN
from fairmed_core.estimate import Interval
from fairmed_core.words.numbers import format_estimate, format_number

_LABELS = 1.62
_GAP = 0.14
_TO_NUMBER = 0.07
_ROW = 0.165
_LINE = 0.125
_BETWEEN = 0.44
# What heading, legend and foot take.
_AROUND = 1.9


@dataclass(frozen=True)
class Backdrop:
    """What stands behind the rows `first` to `last`: a dashed line, a shaded interval."""

    first: int
    last: int
    line_at: float | None
    span: Interval | None = None


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
    backdrops
        What stands behind runs of rows.
    """

    title: str
    marks: tuple[Mark, ...]
    notes: tuple[str, ...]
    backdrops: tuple[Backdrop, ...] = ()


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
    place = (0.0, breadth - _GAP - _beside_breadth(panels))
    scale = scale_for(estimates, place, ends=ends)
    for start in range(0, len(panels), columns):
        _paint_band(sheet, panels[start : start + columns], breadth, scale)
    sheet.text(BREADTH / 2, sheet.y, axis, size=7, colour=INK_QUIET, align="center")
    sheet.y += 0.14
    reasons = distinct(format_estimate(estimate).reason for estimate in estimates)
    clusters = extent(estimates, "vignettes")
    carried = f"G: {clusters} vignettes for each number. " if clusters else ""
    missing = f" NA: {'; '.join(reasons)}." if reasons else ""
    sheet.paragraph(carried + " ".join(grounds(estimates)) + missing, size=7, colour=INK_QUIET)
    alt = [title] + [
        f"{panel.title}, {mark.label}: {format_estimate(mark.estimate).line()}"
        for panel in panels
        for mark in panel.marks
    ]
    return sheet.figure(figure_id, title, ". ".join(alt))


def bands_that_fit(rows: int, height: float) -> int:
    """Return how many bands of panels with so many rows fit into a figure of that height."""
    return max(1, int((height - _AROUND) / (rows * _ROW + _BETWEEN)))


def _beside_breadth(panels: Sequence[Panel]) -> float:
    numbers = max(breadth_of(_number(m), size=6.5) for panel in panels for m in panel.marks)
    notes = max(breadth_of(note, size=6) for panel in panels for note in panel.notes)
    return _TO_NUMBER + numbers + (notes + 0.08 if notes else 0.0)


def _number(mark: Mark) -> str:
    value = mark.estimate.value
    return "NA" if value is None else format_number(value, mark.estimate.unit)


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
        _paint_panel(sheet, panel, scale.shifted(left), rows, right=left + breadth - _GAP)
    for lines, mark, above, below in zip(labels, panels[0].marks, rows, rows[1:], strict=False):
        first = (above + below) / 2 - (len(lines) - 1) * 0.055
        for index, text in enumerate(lines):
            strong = mark.shape in ("primary", "floor")
            sheet.text(0, first + index * 0.11, text, size=7, bold=strong)
        sheet.segment((0, below), (BREADTH, below), colour=LINE, weight=0.4, below=True)
    sheet.y = rows[-1] + _BETWEEN - _LINE - 0.04


def _paint_panel(
    sheet: Sheet, panel: Panel, scale: Scale, rows: Sequence[float], *, right: float
) -> None:
    for backdrop in panel.backdrops:
        above, below = rows[backdrop.first], rows[backdrop.last + 1]
        span, line_at = backdrop.span, backdrop.line_at
        if span is not None and span.low is not None and span.high is not None:
            sheet.area((scale.at(span.low), scale.at(span.high)), (above, below), colour=SUNKEN)
        if line_at is not None:
            x = scale.at(line_at)
            sheet.segment((x, above), (x, below), weight=0.8, dashed=True, below=True)
    for index, (mark, note) in enumerate(zip(panel.marks, panel.notes, strict=True)):
        sheet.y = (rows[index] + rows[index + 1]) / 2
        paint_estimate(sheet, mark.estimate, scale, mark.shape)
        sheet.text(scale.place[1] + _TO_NUMBER, sheet.y, _number(mark), size=6.5)
        sheet.text(right, sheet.y, note, size=6, colour=INK_QUIET, align="right")
    sheet.y = rows[-1]
    paint_axis(sheet, scale, rows[0])
