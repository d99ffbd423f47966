"""Forest plots: one row per estimate, with its interval, its counts and its number in words."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from exports.canvas import Figure, Shape, Sheet, breadth_of, lines_of
from exports.counted import grounds, own_counts, shared_counts
from exports.tables import short_interval
from exports.theme import INK_QUIET, LINE
from fairmed_core.estimate import Estimate
from fairmed_core.words.numbers import MINUS, format_estimate

BREADTH = 7.1
_PLOT = (2.42, 4.85)
_NUMBER_X = 5.0
_ROW = 0.31
_LINE = 0.125
# Lower-case letters stand a little below the middle of their line.
_OPTICAL = 0.018
_TICK_ROOM = 0.36
_STEPS = (0.05, 0.1, 0.2, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 25.0, 50.0, 100.0)


@dataclass(frozen=True)
class Mark:
    """A row: its label, the estimate, how its value is marked; `group` heads a run of rows."""

    label: str
    estimate: Estimate
    shape: Shape = "rate"
    group: str = ""


@dataclass(frozen=True)
class Scale:
    """The axis: its ends, the distance of its ticks, and where it lies on the sheet."""

    low: float
    high: float
    step: float
    place: tuple[float, float]

    def at(self, value: float) -> float:
        """Return the place of a value; what lies beyond the ends is drawn at the end."""
        inside = min(max(value, self.low), self.high)
        left, right = self.place
        return left + (inside - self.low) / (self.high - self.low) * (right - left)

    def shifted(self, right: float) -> Scale:
        """Return the same axis further to the right."""
        return replace(self, place=(self.place[0] + right, self.place[1] + right))

    def ticks(self) -> list[float]:
        """Return the values that are marked on the axis."""
        count = round((self.high - self.low) / self.step)
        return [self.low + self.step * index for index in range(count + 1)]


def scale_for(
    estimates: Sequence[Estimate], place: tuple[float, float], *, ends: tuple[float, float]
) -> Scale:
    """Return an axis that holds zero, all values and interval ends.

    `ends` are the natural ends of what is measured. The axis never passes them; it reaches the
    upper one where nothing but zero is to be shown, or where it passes below zero.
    """
    seen = [0.0, *(value for estimate in estimates for value in _finite(estimate))]
    if not any(seen) or (min(seen) < 0 and math.isfinite(ends[1])):
        seen.append(ends[1] if math.isfinite(ends[1]) else 1.0)
    room = max(2, int((place[1] - place[0]) / _TICK_ROOM))
    step = next((s for s in _STEPS if (max(seen) - min(seen)) <= s * room), _STEPS[-1])
    low = max(math.floor(min(seen) / step + 1e-9) * step, ends[0])
    high = min(math.ceil(max(seen) / step - 1e-9) * step, ends[1])
    return Scale(low, high, step, place)


def forest(
    figure_id: str,
    title: str,
    marks: Sequence[Mark],
    *,
    lead: str,
    axis: str,
    legend: Sequence[tuple[Shape, str]] = (),
    ends: tuple[float, float] = (0.0, 1.0),
    line_at: float | None = None,
) -> Figure:
    """Return a forest plot.

    Parameters
    ----------
    figure_id, title, lead
        Its name, its heading, and the sentence under it.
    marks
        The rows.
    axis, ends
        What the axis measures, and the natural ends of that.
    legend
        The marks explained.
    line_at
        A value at which a dashed line stands.
    """
    sheet = Sheet(BREADTH)
    head(sheet, title, lead, legend)
    estimates = [mark.estimate for mark in marks]
    shared = shared_counts(estimates)
    scale = scale_for(estimates, _PLOT, ends=ends)
    top = sheet.y
    for mark in marks:
        _paint_row(sheet, mark, scale, own_counts(mark.estimate, shared))
    paint_axis(sheet, scale, top, line_at=line_at)
    sheet.text(sum(_PLOT) / 2, sheet.y + 0.25, axis, size=7, colour=INK_QUIET, align="center")
    sheet.y += 0.38
    sheet.paragraph(" ".join(grounds(estimates)), size=7, colour=INK_QUIET)
    return sheet.figure(figure_id, title, alternative(title, marks))


def head(sheet: Sheet, title: str, lead: str, legend: Sequence[tuple[Shape, str]]) -> None:
    """Write heading, sentence and legend."""
    sheet.paragraph(title, size=11, bold=True)
    sheet.paragraph(lead, size=8, colour=INK_QUIET)
    if legend:
        sheet.y += 0.1
        x = 0.06
        for shape, words in legend:
            sheet.marker(x, sheet.y, shape)
            sheet.text(x + 0.1, sheet.y, words, size=7.5)
            x += 0.34 + breadth_of(words, size=7.5)
        sheet.y += 0.08
    sheet.y += 0.08


def alternative(title: str, marks: Sequence[Mark]) -> str:
    """Return the plot in words, row by row."""
    rows = (f"{mark.label}: {format_estimate(mark.estimate).line()}" for mark in marks)
    return ". ".join([title, *rows])


def paint_axis(sheet: Sheet, scale: Scale, top: float, *, line_at: float | None = None) -> None:
    """Draw the axis at the sheet's present height, with its grid up to `top`."""
    bottom = sheet.y
    for tick in scale.ticks():
        x = scale.at(tick)
        strong = math.isclose(tick, 0.0, abs_tol=scale.step / 100)
        sheet.segment(
            (x, top), (x, bottom), colour=INK_QUIET if strong else LINE, weight=0.6, below=True
        )
        sheet.text(x, bottom + 0.1, tick_text(tick), size=7, colour=INK_QUIET, align="center")
    if line_at is not None:
        x = scale.at(line_at)
        sheet.segment((x, top), (x, bottom), weight=0.9, dashed=True, below=True)


def paint_estimate(sheet: Sheet, estimate: Estimate, scale: Scale, shape: Shape) -> None:
    """Draw value and interval at the sheet's present height."""
    y = sheet.y
    interval = estimate.interval
    if interval is not None and interval.low is not None and interval.high is not None:
        low, high = scale.at(interval.low), scale.at(interval.high)
        sheet.segment((low, y), (high, y), weight=1.3)
        for end in (low, high):
            sheet.segment((end, y - 0.045), (end, y + 0.045), weight=1.0)
    if estimate.value is not None:
        sheet.marker(scale.at(estimate.value), y, shape)


def tick_text(value: float) -> str:
    """Return a tick's label with a true minus sign."""
    return f"{round(value, 6):g}".replace("-", MINUS)


def _paint_row(sheet: Sheet, mark: Mark, scale: Scale, counts: str) -> None:
    if mark.group:
        sheet.y += 0.06
        sheet.paragraph(mark.group, size=8, bold=True, colour=INK_QUIET)
        sheet.y += 0.02
    small = lines_of(counts, _PLOT[0] - 0.25, size=6.5) if counts else []
    labels = lines_of(mark.label, _PLOT[0] - 0.25, size=8)
    printed = format_estimate(mark.estimate)
    beside = list(_beside(mark.estimate))
    height = max(_ROW, (len(labels) + len(small) + 0.6) * _LINE, (len(beside) + 1.6) * _LINE)
    first = sheet.y + 0.11
    for index, text in enumerate(labels):
        sheet.text(0, first + index * _LINE, text, size=8)
    for index, text in enumerate(small):
        y = first + (len(labels) + index) * _LINE
        sheet.text(0, y, text, size=6.5, colour=INK_QUIET)
    sheet.text(_NUMBER_X, first, printed.value, size=8, bold=True)
    interval = short_interval(mark.estimate.interval, mark.estimate.unit)
    said = "  ".join(part for part in (interval, printed.label) if part)
    sheet.text(_NUMBER_X + 0.46, first, said, size=8)
    for index, text in enumerate(beside):
        sheet.text(_NUMBER_X, first + (1 + index) * _LINE, text, size=6.5, colour=INK_QUIET)
    bottom = sheet.y + height
    sheet.y = first + _OPTICAL
    paint_estimate(sheet, mark.estimate, scale, mark.shape)
    sheet.y = bottom
    sheet.segment((0, bottom), (BREADTH, bottom), colour=LINE, weight=0.5, below=True)


def _beside(estimate: Estimate) -> Iterator[str]:
    """Yield why there is no value or no interval, in lines that fit beside the plot."""
    printed = format_estimate(estimate)
    refused = printed.interval if estimate.interval and estimate.interval.reason else ""
    yield from (
        lines_of(printed.reason or refused, BREADTH - _NUMBER_X, size=6.5)
        if (printed.reason or refused)
        else ()
    )


def _finite(estimate: Estimate) -> list[float]:
    interval = estimate.interval
    ends = (interval.low, interval.high) if interval else ()
    return [v for v in (estimate.value, *ends) if v is not None and math.isfinite(v)]
