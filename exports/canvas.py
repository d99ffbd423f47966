"""A sheet to draw on that looks the same everywhere: carried fonts, no dates, no random ids.

Places are inches from the top left corner. What is drawn is kept until the height is known.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from typing import Literal

import matplotlib as mpl
from matplotlib import font_manager
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure as Drawing
from matplotlib.font_manager import FontProperties
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle

from exports.text_lines import set_lines
from exports.theme import ACCENT, INK, INK_QUIET, PAPER, TextStyle
from exports.typeface import FOLDER, printable, runs, width

Shape = Literal["rate", "primary", "control", "floor"]

_DOTS_PER_INCH = 200
_POINTS_PER_INCH = 72
_BASE = ("NotoSans-Regular", "NotoSans-Bold")
_NORMAL = 400
_MARGIN = 0.08
# Kerning may set a line a little wider than the sum of its letters.
_SLACK = 0.08
# Told apart by form and by filling, not by colour alone.
_MARKERS: dict[Shape, tuple[str, str, str, float]] = {
    "rate": ("o", ACCENT, ACCENT, 5.0),
    "primary": ("D", ACCENT, ACCENT, 5.2),
    "control": ("s", INK_QUIET, INK_QUIET, 4.6),
    "floor": ("D", PAPER, INK, 5.2),
}


@dataclass(frozen=True)
class Figure:
    """A figure as files.

    Attributes
    ----------
    id
        Name for files, stable.
    title
        Heading; carries "provisional" where it applies.
    alt
        What it shows, in words, for those who do not see it.
    png, svg
        The same drawing, once in pixels and once in curves.
    width, height
        In inches.
    """

    id: str
    title: str
    alt: str
    png: bytes
    svg: bytes
    width: float
    height: float


class Sheet:
    """Collects what is to be drawn, from top to bottom; `y` is where the next thing begins."""

    def __init__(self, breadth: float) -> None:
        self.breadth = breadth
        self.y = _MARGIN
        self._strokes: list[Callable[[Axes], object]] = []

    def text(
        self,
        x: float,
        y: float,
        text: str,
        *,
        size: float = 8.0,
        bold: bool = False,
        colour: str = INK,
        align: Literal["left", "center", "right"] = "left",
    ) -> None:
        """Write one line with its middle at height `y`."""
        shown = printable(text)
        self._strokes.append(
            lambda axes: axes.text(
                x,
                y,
                shown,
                fontproperties=_font(shown, size=size, bold=bold),
                color=colour,
                ha=align,
                va="center_baseline",
            )
        )

    def paragraph(
        self,
        text: str,
        *,
        size: float = 8.0,
        bold: bool = False,
        colour: str = INK,
    ) -> None:
        """Write text over as many lines as it takes and move on below it."""
        for line in lines_of(text, self.breadth - _SLACK, size=size, bold=bold):
            self.y += size * 0.75 / _POINTS_PER_INCH
            self.text(0.0, self.y, line, size=size, bold=bold, colour=colour)
            self.y += size * 0.75 / _POINTS_PER_INCH

    def segment(
        self,
        start: tuple[float, float],
        end: tuple[float, float],
        *,
        colour: str = INK,
        weight: float = 0.6,
        dashed: bool = False,
        below: bool = False,
    ) -> None:
        """Draw a straight line."""
        self._strokes.append(
            lambda axes: axes.add_artist(
                Line2D(
                    [start[0], end[0]],
                    [start[1], end[1]],
                    color=colour,
                    linewidth=weight,
                    linestyle=(0, (4, 2.5)) if dashed else "solid",
                    solid_capstyle="butt",
                    zorder=1 if below else 2,
                )
            )
        )

    def box(
        self,
        x: tuple[float, float],
        y: tuple[float, float],
        *,
        fill: str,
        edge: str = INK,
        weight: float = 0.7,
    ) -> None:
        """Fill a rectangle with an outline; it stands above areas and grids, below marks."""
        self._strokes.append(
            lambda axes: axes.add_artist(
                Rectangle(
                    (x[0], y[0]),
                    x[1] - x[0],
                    y[1] - y[0],
                    facecolor=fill,
                    edgecolor=edge,
                    linewidth=weight,
                    zorder=1.5,
                )
            )
        )

    def area(self, x: tuple[float, float], y: tuple[float, float], *, colour: str) -> None:
        """Fill a rectangle behind everything else."""
        self._strokes.append(
            lambda axes: axes.add_artist(
                Rectangle(
                    (x[0], y[0]), x[1] - x[0], y[1] - y[0], color=colour, linewidth=0, zorder=0
                )
            )
        )

    def marker(self, x: float, y: float, shape: Shape) -> None:
        """Draw the mark of a value."""
        form, fill, edge, size = _MARKERS[shape]
        self._strokes.append(
            lambda axes: axes.add_artist(
                Line2D(
                    [x],
                    [y],
                    marker=form,
                    markersize=size,
                    markerfacecolor=fill,
                    markeredgecolor=edge,
                    markeredgewidth=1.1,
                    linestyle="none",
                    zorder=4,
                )
            )
        )

    def figure(self, figure_id: str, title: str, alt: str) -> Figure:
        """Return the drawing as files; the same drawing gives the same bytes."""
        height = self.y + _MARGIN
        with mpl.rc_context(
            {
                "text.color": INK,
                "text.parse_math": False,
                "svg.fonttype": "path",
                "svg.hashsalt": "fairmed",
            }
        ):
            drawing = Drawing(figsize=(self.breadth + 2 * _MARGIN, height), dpi=_DOTS_PER_INCH)
            FigureCanvasAgg(drawing)
            axes = drawing.add_axes((0.0, 0.0, 1.0, 1.0))
            axes.set_axis_off()
            axes.set_xlim(-_MARGIN, self.breadth + _MARGIN)
            axes.set_ylim(height, 0.0)
            for stroke in self._strokes:
                stroke(axes)
            png, svg = BytesIO(), BytesIO()
            drawing.savefig(png, format="png", metadata={"Software": None})
            drawing.savefig(svg, format="svg", metadata={"Date": None, "Creator": "FairMed"})
        breadth = self.breadth + 2 * _MARGIN
        return Figure(figure_id, title, alt, png.getvalue(), svg.getvalue(), breadth, height)


def lines_of(text: str, room: float, *, size: float, bold: bool = False) -> list[str]:
    """Return `text` broken into lines of at most `room` inches."""
    style = TextStyle(size, size, face="bold" if bold else "regular")
    return [line.read for line in set_lines(text, style, room * _POINTS_PER_INCH)]


def breadth_of(text: str, *, size: float, bold: bool = False) -> float:
    """Return how wide a line prints, in inches."""
    return width(printable(text), "bold" if bold else "regular", size) / _POINTS_PER_INCH


def _font(text: str, *, size: float, bold: bool) -> FontProperties:
    """Return the carried fonts that `text` needs: one by its file, several as a chain."""
    names = list(dict.fromkeys(name for name, _ in runs(text, "bold" if bold else "regular")))
    if len(names) < 2:
        name = names[0] if names else _BASE[bold]
        return FontProperties(fname=str(FOLDER / f"{name}.ttf"), size=size)
    return FontProperties(family=[_registered(name) for name in names], size=size)


@cache
def _registered(name: str) -> str:
    """Register a carried font under a name of its own, so that no installed font steps in."""
    entry = font_manager.ttfFontProperty(font_manager.get_font(FOLDER / f"{name}.ttf"))
    own = f"FairMed {name}"
    named = dataclasses.replace(entry, name=own, weight=_NORMAL, style="normal")
    font_manager.fontManager.ttflist.append(named)
    return own
