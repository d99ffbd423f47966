"""The aggregation curve: what majority votes leave of a floor, over what independence would."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from exports.canvas import Figure, Sheet
from exports.counted import grounds
from exports.forest import BREADTH, head, tick_text
from exports.naming import draws_of, grouped, slug
from exports.tables import short_interval
from exports.theme import EDGE, INK_QUIET, LINE
from fairmed_core.analysis.report import AnalysisReport
from fairmed_core.estimate import Estimate
from fairmed_core.words.numbers import format_estimate, format_number

VOTES, RESAMPLED = "votes of ", "observed, votes of "
TITLE = "Floor between majority votes"
_PLOT = (0.62, 3.9)
_HEIGHT = 2.35
_BOX = 0.17
_TEXT = 4.15
_LINE = 0.15
_STEPS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5)


@dataclass(frozen=True)
class VotePoint:
    """What votes of `size` draws left, and what independent draws of the same rates would."""

    size: int
    observed: Estimate
    resampled: Estimate


def aggregation_figures(report: AnalysisReport) -> Iterator[Figure]:
    """Yield the curve of every configuration with draws enough for more than single votes."""
    rows = report.section("floor_beside").rows
    for place, found in grouped(rows, lambda r: (r.model, r.scaffold, r.arm, r.condition)):
        points = _points({row.variant: row.estimate for row in found})
        if sum(point.observed.value is not None for point in points) > 1:
            yield vote_curve(slug("aggregation", *place), points, draws_of(place))


def _points(found: Mapping[str, Estimate]) -> list[VotePoint]:
    sizes = [name.removeprefix(VOTES) for name in found if name.startswith(VOTES)]
    return [
        VotePoint(int(size), found[VOTES + size], found[RESAMPLED + size])
        for size in sizes
        if RESAMPLED + size in found
    ]


def vote_curve(figure_id: str, points: Sequence[VotePoint], draws: str) -> Figure:
    """Return the curve: marks with intervals, and the central band of simulated curves behind."""
    sheet = Sheet(BREADTH)
    lead = (
        f"{draws}. How often majority votes of disjoint groups of k identical draws differ, all "
        "actions together. Shaded: where simulated curves lie if draws were independent at the "
        "observed rates; dashed: their mean."
    )
    head(sheet, TITLE, lead, (("floor", "observed, with its interval"),))
    top = sheet.y + 0.1
    step = _step(points)
    ceiling = _ceiling(points, step)
    places = _paint_grid(sheet, points, top=top, step=step, ceiling=ceiling)
    _paint_points(sheet, points, places, top=top, ceiling=ceiling)
    _write(sheet, points, top)
    sheet.y = top + _HEIGHT + 0.46
    everything = [estimate for point in points for estimate in (point.observed, point.resampled)]
    sheet.paragraph(" ".join(grounds(everything)), size=7, colour=INK_QUIET)
    alt = [TITLE, draws]
    for point in points:
        alt.append(f"k = {point.size}: {format_estimate(point.observed).line()}")
        alt.append(f"resampled: {format_estimate(point.resampled).line()}")
    return sheet.figure(figure_id, TITLE, ". ".join(alt))


def _values(points: Sequence[VotePoint]) -> list[float]:
    ends = [
        end
        for point in points
        for estimate in (point.observed, point.resampled)
        for end in (
            estimate.value,
            estimate.interval.high if estimate.interval is not None else None,
        )
    ]
    return [end for end in ends if end is not None]


def _step(points: Sequence[VotePoint]) -> float:
    highest = max(_values(points), default=0.0)
    return next((step for step in _STEPS if highest <= step * 6), _STEPS[-1])


def _ceiling(points: Sequence[VotePoint], step: float) -> float:
    highest = max(_values(points), default=0.0)
    return step * max(1, -(-highest // step))


def _paint_grid(
    sheet: Sheet, points: Sequence[VotePoint], *, top: float, step: float, ceiling: float
) -> list[float]:
    """Draw both axes; return the place of each group size."""
    left, right = _PLOT
    bottom = top + _HEIGHT
    for tick in range(round(ceiling / step) + 1):
        y = bottom - tick * step / ceiling * _HEIGHT
        sheet.segment((left, y), (right, y), colour=LINE if tick else EDGE, below=True)
        sheet.text(left - 0.08, y, tick_text(tick * step), size=7, colour=INK_QUIET, align="right")
    apart = (right - left) / len(points)
    places = [left + apart * (at + 0.5) for at in range(len(points))]
    for x, point in zip(places, points, strict=True):
        sheet.text(x, bottom + 0.12, f"k = {point.size}", size=7, align="center")
    words = "draws in each vote"
    sheet.text((left + right) / 2, bottom + 0.28, words, size=7, colour=INK_QUIET, align="center")
    sheet.text(0, top - 0.12, "share of pairs of votes that differ", size=7, colour=INK_QUIET)
    return places


def _paint_points(
    sheet: Sheet,
    points: Sequence[VotePoint],
    places: Sequence[float],
    *,
    top: float,
    ceiling: float,
) -> None:
    def at(value: float) -> float:
        return top + _HEIGHT - value / ceiling * _HEIGHT

    before: tuple[float, float] | None = None
    for x, point in zip(places, points, strict=True):
        band, mean = point.resampled.interval, point.resampled.value
        if band is not None and band.low is not None and band.high is not None:
            sheet.box((x - _BOX, x + _BOX), (at(band.high), at(band.low)), fill=LINE, edge=EDGE)
        if mean is not None:
            sheet.segment((x - _BOX, at(mean)), (x + _BOX, at(mean)), weight=0.9, dashed=True)
        interval, value = point.observed.interval, point.observed.value
        if interval is not None and interval.low is not None and interval.high is not None:
            low, high = at(interval.low), at(interval.high)
            sheet.segment((x, low), (x, high), weight=1.3)
            for y in (low, high):
                sheet.segment((x - 0.05, y), (x + 0.05, y))
        if value is not None:
            here = (x, at(value))
            if before is not None:
                sheet.segment(before, here, weight=0.8)
            sheet.marker(*here, "floor")
            before = here


def _write(sheet: Sheet, points: Sequence[VotePoint], top: float) -> None:
    """Write the numbers beside the plot."""
    y = top + 0.04
    for point in points:
        for words, estimate in (("observed", point.observed), ("independent", point.resampled)):
            interval = short_interval(estimate.interval, estimate.unit)
            value = "NA" if estimate.value is None else format_number(estimate.value, estimate.unit)
            head_of = f"k = {point.size}" if words == "observed" else ""
            sheet.text(_TEXT, y, head_of, size=7.5, bold=True)
            sheet.text(_TEXT + 0.42, y, f"{words} {value}  {interval}", size=7.5)
            y += _LINE
        counts = point.observed.counts
        told = ", ".join(
            f"{counts[name]} {name}" for name in ("vignettes", "cells", "splits") if name in counts
        )
        reason = format_estimate(point.observed).reason
        sheet.text(_TEXT + 0.42, y, reason or told, size=6.5, colour=INK_QUIET)
        y += _LINE * 1.6
