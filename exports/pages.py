"""From blocks to a PDF file: page format, running foot with page x of y, metadata, bookmarks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import BytesIO

from reportlab.lib.colors import HexColor
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, CondPageBreak, Flowable, PageTemplate
from reportlab.platypus import Frame as PageFrame

from exports.blocks import Block, Cell, Row, paint_line
from exports.text_lines import set_lines
from exports.typeface import font_for
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

FOOT_HEIGHT = 20.0
_PAGE_WORDS_WIDTH = 110.0


@dataclass(frozen=True)
class PaperTrail:
    """What a file says about itself.

    Attributes
    ----------
    title, author, subject
        PDF metadata; no name of a person.
    language
        Code of the language ("en"), for screen readers.
    foot
        The line at the foot of every page.
    page_words
        "Page {page} of {pages}", in that language.
    watermark
        A word across every page ("PRACTICE"), or "".
    """

    title: str
    author: str
    subject: str
    language: str
    foot: str
    page_words: str = "Page {page} of {pages}"
    watermark: str = ""


def render_pages(story: Callable[[], Sequence[Flowable]], trail: PaperTrail) -> bytes:
    """Return the PDF of a story; the same story gives the same bytes, always and everywhere.

    It is laid out twice, first to learn how many pages there are.
    """
    pages = _build(list(story()), trail, pages=0)[1]
    return _build(list(story()), trail, pages=pages)[0]


def heading(text: str, style: TextStyle, *, need: float = 90.0, before: float = 12.0) -> list[Flowable]:
    """Return a heading that is bookmarked and never left alone at the foot of a page."""
    return [CondPageBreak(need), _Heading(text, style, before=before)]


class _Heading(Block):
    def __init__(self, text: str, style: TextStyle, *, before: float) -> None:
        super().__init__([Row((Cell(text, style),), above=before, below=3)])
        self._title = text

    def draw(self) -> None:
        """Paint the heading and set its bookmark."""
        canvas: Canvas = self.canv
        key = f"h{canvas.getPageNumber()}-{len(canvas._code)}"
        canvas.bookmarkPage(key)
        canvas.addOutlineEntry(self._title, key, level=0)
        super().draw()


def _build(story: list[Flowable], trail: PaperTrail, *, pages: int) -> tuple[bytes, int]:
    target = BytesIO()
    template = BaseDocTemplate(
        target,
        pagesize=(PAGE_WIDTH, PAGE_HEIGHT),
        title=trail.title,
        author=trail.author,
        subject=trail.subject,
        creator="FairMed",
        lang=trail.language,
        initialFontName=font_for(" ", "regular"),
        invariant=1,
        pageCompression=0,
    )
    frame = PageFrame(
        MARGIN_SIDE,
        MARGIN_BOTTOM + FOOT_HEIGHT,
        CONTENT_WIDTH,
        PAGE_HEIGHT - MARGIN_TOP - MARGIN_BOTTOM - FOOT_HEIGHT,
        leftPadding=0,
        rightPadding=0,
        topPadding=0,
        bottomPadding=0,
    )

    def decorate(canvas: Canvas, _: BaseDocTemplate) -> None:
        _paint_foot(canvas, trail, pages)
        canvas.setViewerPreference("DisplayDocTitle", "true")
        if trail.watermark:
            _paint_watermark(canvas, trail.watermark)

    template.addPageTemplates([PageTemplate(id="page", frames=[frame], onPage=decorate)])
    template.build(story)
    return target.getvalue(), template.page


def _paint_foot(canvas: Canvas, trail: PaperTrail, pages: int) -> None:
    top = MARGIN_BOTTOM + SMALL.leading
    canvas.setStrokeColor(HexColor(LINE))
    canvas.setLineWidth(0.6)
    canvas.line(MARGIN_SIDE, top + 2, PAGE_WIDTH - MARGIN_SIDE, top + 2)
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
    canvas.saveState()
    canvas.setFillColor(HexColor(WATERMARK))
    canvas.translate(PAGE_WIDTH / 2, PAGE_HEIGHT / 2)
    canvas.rotate(50)
    style = TextStyle(96, 96, face="bold")
    line = set_lines(word, style, PAGE_HEIGHT)[0]
    canvas.setFont("NotoSans-Bold", style.size)
    canvas.drawString(-line.width / 2, -style.size / 3, line.painted)
    canvas.restoreState()

