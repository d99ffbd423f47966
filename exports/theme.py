"""Colours, type and measures of everything that is printed or drawn, in one place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Face = Literal["regular", "bold", "mono"]
Alignment = Literal["start", "end"]

# The light column of the design tokens: paper is always light.
INK = "#17222B"
INK_QUIET = "#4C5B65"
PAPER = "#FFFFFF"
SUNKEN = "#F3F5F7"
LINE = "#D2D9DC"
EDGE = "#74828A"
WATERMARK = "#E9EDEF"
ACCENT = "#0E5A70"
WARN = "#7F4B00"
WARN_SOFT = "#FFF1D6"

# A4 in points. Letter paper is 51 points shorter and 17 wider: whichever edge a printer aligns to,
# and with its unprintable rim, what lies inside these margins comes out whole.
PAGE_WIDTH, PAGE_HEIGHT = 595.2756, 841.8898
MARGIN_SIDE = 51.0
MARGIN_TOP = 63.0
MARGIN_BOTTOM = 63.0
CONTENT_WIDTH = PAGE_WIDTH - 2 * MARGIN_SIDE


@dataclass(frozen=True)
class TextStyle:
    """How a block of text is set, in points."""

    size: float
    leading: float
    colour: str = INK
    face: Face = "regular"
    align: Alignment = "start"


TITLE = TextStyle(20, 25, face="bold")
SUBTITLE = TextStyle(11, 15, INK_QUIET)
HEADING = TextStyle(12, 17, face="bold")
SUBHEADING = TextStyle(10, 14, face="bold")
BODY = TextStyle(9.25, 13.5)
STRONG = TextStyle(9.25, 13.5, face="bold")
QUIET = TextStyle(9.25, 13.5, INK_QUIET)
LABEL = TextStyle(8.75, 13.5, INK_QUIET)
SMALL = TextStyle(8.25, 11.5, INK_QUIET)
SMALL_STRONG = TextStyle(8.25, 11.5, face="bold")
CODE = TextStyle(8.5, 13.5, face="mono")
SMALL_CODE = TextStyle(7.75, 11.5, face="mono")
COLUMN_HEAD = TextStyle(8.5, 12, INK_QUIET, face="bold")
CELL = TextStyle(8.75, 12)
CELL_STRONG = TextStyle(8.75, 12, face="bold")
WARN_HEAD = TextStyle(9.25, 13.5, WARN, face="bold")
BRAND = TextStyle(10.5, 14, ACCENT, face="bold", align="end")
VERDICT = TextStyle(11, 17, ACCENT, face="bold", align="end")
