"""From blocks to a PDF file: page format, running foot with page x of y, metadata, bookmarks."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from io import BytesIO

from reportlab import rl_config
from reportlab.lib.colors import HexColor
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, CondPageBreak, Flowable, PageTemplate
from reportlab.platypus import Frame as PageFrame

from exports.blocks import Block, Cell, Row, paint_line
from exports.text_lines import set_lines
from exports.theme import (
    CONTENT_WIDTH,
    INK,
    LINE,
    MARGIN_BOTTOM,
    MARGIN_SIDE,
    MARGIN_TOP,
    PAGE_HEIGHT,
    PAGE_WIDTH,
    SMALL,
    WATERMARK,
    TextStyle,
)
from exports.typeface import font_for, printable, runs

# Pictures stay bytes: spelling them in ASCII takes longer than everything else together.
rl_config.useA85 = 0

_FOOT_HEIGHT = 20.0
_SOME_DAY = datetime(2000, 1, 1, tzinfo=UTC)
_PAGE_WORDS_WIDTH = 110.0
_WATERMARK_STYLE = TextStyle(96, 96, face="bold")


@dataclass(frozen=True)
class FirstFoot:
    """What stands at the foot of the first page: its height, and a painter from its top edge."""

    height: float
    paint: Callable[[Canvas, float], None]


@dataclass(frozen=True)
class PaperTrail:
    """What a file says about itself.

    Attributes
    ----------
    title, author, subject
        PDF metadata; no name of a person.
    language
        Code of the language ("en"), for screen readers.
    date
        When what it says was said, as the file's date, in UTC; a fixed day when None.
    foot
        The line at the foot of every page.
    page_words
        "Page {page} of {pages}", in that language.
    watermark
        A word across every page ("PRACTICE"), or "".
    first_foot
        What the first page carries at its foot besides, or None.
    """

    title: str
    author: str
    subject: str
    language: str
    foot: str
    page_words: str
    date: datetime | None = None
    watermark: str = ""
    first_foot: FirstFoot | None = None


def render_pages(story: Callable[[], Sequence[Flowable]], trail: PaperTrail) -> bytes:
    """Return the PDF of a story; the same story gives the same bytes.

    It is laid out twice, first to learn how many pages there are.
    """
    pages = _build(list(story()), trail, pages=0)[1]
    return _build(list(story()), trail, pages=pages)[0]


def heading(
    text: str, style: TextStyle, *, aside: Cell | None = None, need: float = 90.0
) -> list[Flowable]:
    """Return a bookmarked heading that is never left alone at the foot of a page."""
    return [CondPageBreak(need), _Heading(text, style, aside)]


class _Heading(Block):
    def __init__(self, text: str, style: TextStyle, aside: Cell | None) -> None:
        cells = (Cell(text, style, width=aside.x if aside else CONTENT_WIDTH),)
        super().__init__([Row(cells + ((aside,) if aside else ()), above=13, below=4)])
        self._title = text

    def draw(self) -> None:
        """Paint the heading and set its bookmark."""
        canvas: Canvas = self.canv
        key = f"heading-{canvas.getPageNumber()}-{len(canvas._code)}"  # noqa: SLF001 - only unique
        canvas.bookmarkPage(key)
        canvas.addOutlineEntry(printable(self._title), key, level=0)
        super().draw()


def _build(story: list[Flowable], trail: PaperTrail, *, pages: int) -> tuple[bytes, int]:
    target = BytesIO()
    template = BaseDocTemplate(
        target,
        pagesize=(PAGE_WIDTH, PAGE_HEIGHT),
        title=printable(trail.title),
        author=printable(trail.author),
        subject=printable(trail.subject),
        creator="FairMed",
        lang=trail.language,
        initialFontName=font_for(" ", "regular"),
        invariant=1,
        pageCompression=0,
    )

    def begin(canvas: Canvas, _: BaseDocTemplate) -> None:
        canvas.setViewerPreference("DisplayDocTitle", "true")
        if canvas.getPageNumber() == 1:
            _forget_the_computer(canvas, trail.date)
        if trail.watermark:
            _paint_watermark(canvas, trail.watermark)

    def end(canvas: Canvas, _: BaseDocTemplate) -> None:
        # After the text, so that who listens to the page hears the foot last.
        if trail.first_foot and canvas.getPageNumber() == 1:
            trail.first_foot.paint(canvas, MARGIN_BOTTOM + _FOOT_HEIGHT + trail.first_foot.height)
        _paint_foot(canvas, trail, pages)

    extra = trail.first_foot.height if trail.first_foot else 0.0
    template.addPageTemplates(
        [
            PageTemplate("first", [_frame(extra)], begin, end, autoNextPageTemplate="next"),
            PageTemplate("next", [_frame(0.0)], begin, end),
        ]
    )
    template.build(story)
    return target.getvalue(), template.page


def _forget_the_computer(canvas: Canvas, moment: datetime | None) -> None:
    """Give the file the date it is to have; an environment variable would decide otherwise."""
    canvas.setDateFormatter(lambda *_: f"D:{moment or _SOME_DAY:%Y%m%d%H%M%S}Z")
    # What the file's identifier is made of; the library begins it with that variable's date.
    canvas._doc.signature = hashlib.md5(usedforsecurity=False)  # noqa: SLF001


def _frame(foot: float) -> PageFrame:
    bottom = MARGIN_BOTTOM + _FOOT_HEIGHT + foot
    return PageFrame(
        MARGIN_SIDE,
        bottom,
        CONTENT_WIDTH,
        PAGE_HEIGHT - MARGIN_TOP - bottom,
        leftPadding=0,
        rightPadding=0,
        topPadding=0,
        bottomPadding=0,
    )


def _paint_foot(canvas: Canvas, trail: PaperTrail, pages: int) -> None:
    top = MARGIN_BOTTOM + SMALL.leading + 2
    canvas.setStrokeColor(HexColor(LINE))
    canvas.setLineWidth(0.6)
    canvas.line(MARGIN_SIDE, top, PAGE_WIDTH - MARGIN_SIDE, top)
    words = trail.page_words.format(page=canvas.getPageNumber(), pages=pages)
    right = TextStyle(SMALL.size, SMALL.leading, INK, face="bold", align="end")
    room = CONTENT_WIDTH - _PAGE_WORDS_WIDTH
    for text, style, x, wide in (
        (trail.foot, SMALL, MARGIN_SIDE, room),
        (words, right, MARGIN_SIDE + room, _PAGE_WORDS_WIDTH),
    ):
        line = set_lines(text, style, wide)[0]
        paint_line(canvas, line, Cell(text, style, x, wide), baseline=MARGIN_BOTTOM + 2)


def _paint_watermark(canvas: Canvas, word: str) -> None:
    style = _WATERMARK_STYLE
    line = set_lines(word, style, PAGE_HEIGHT)[0]
    canvas.saveState()
    canvas.setFillColor(HexColor(WATERMARK))
    canvas.translate(PAGE_WIDTH / 2, PAGE_HEIGHT / 2)
    canvas.rotate(50)
    text = canvas.beginText(-line.width / 2, -style.size / 3)
    for font, characters in runs(line.painted, style.face):
        text.setFont(font, style.size)
        text.textOut(characters)
    canvas.drawText(text)
    canvas.restoreState()
