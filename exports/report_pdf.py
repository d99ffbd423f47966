"""A report on paper: figures and the tables that are read first.

The web page and the files for other programs hold all tables; each section says how many more.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

from reportlab.platypus import CondPageBreak, Flowable, Image, Spacer

from exports.blocks import Block, Cell, Frame, Row, paragraph
from exports.canvas import Figure
from exports.pages import PaperTrail, heading, render_pages
from exports.report_parts import ReportContents, ReportPart
from exports.report_tables import ReportTable, TableRow
from exports.theme import (
    BODY,
    BRAND,
    COLUMN_HEAD,
    CONTENT_WIDTH,
    EDGE,
    INK,
    LABEL,
    LINE,
    SMALL,
    SMALL_STRONG,
    STRONG,
    SUBHEADING,
    SUNKEN,
    TITLE,
    WARN,
    WARN_SOFT,
    TextStyle,
)

_LANGUAGE = "en"
_TITLE = TextStyle(15, 20, face="bold")
_CELL = TextStyle(7.75, 10.5)
_NUMBER = TextStyle(7.75, 10.5, face="bold")
_SIDE = TextStyle(7.25, 10.5, SMALL.colour)
_FOOT = TextStyle(7.5, 10.5, SMALL.colour)
_ASIDE = 90.0
_LABEL_WIDTH = 92.0
# Left edge and width of label, value, interval, and of counts with what stands beside.
_COLUMNS = ((0.0, 124.0), (130.0, 50.0), (184.0, 92.0), (282.0, CONTENT_WIDTH - 282))
_HEADS = ("", "Value", "Interval", "Rests on; beside it")
_TWO = ((0.0, 150.0), (158.0, CONTENT_WIDTH - 158))
_TALLEST = 670.0
_ELSEWHERE = (
    "{more} more tables of this section (other denominators, collapsed draws, other conditions, "
    "arms of the bands, transitions) stand in report.html, estimates.csv and report.json."
)


def render_pdf(contents: ReportContents) -> bytes:
    """Return the report as a PDF; the same contents give the same bytes."""
    qualified = ", ".join((contents.title, *contents.labels))
    trail = PaperTrail(
        title=qualified,
        author="FairMed",
        subject="Analysis of agent trajectories against bands of acceptable actions",
        language=_LANGUAGE,
        foot=qualified,
        page_words="Page {page} of {pages}",
    )
    return render_pages(lambda: _story(contents), trail)


def _story(contents: ReportContents) -> list[Flowable]:
    story = [_masthead(contents), *_banner(contents), _facts(contents)]
    for part in contents.parts:
        story += _part(part)
    story += heading("What is missing", _TITLE)
    if contents.losses:
        story.append(
            paragraph("Nothing below enters any number; it is counted, never guessed.", after=4)
        )
        story.append(_pairs(contents.losses, ("Where", "What: how many")))
    else:
        story.append(paragraph("Nothing is missing and nothing was dropped."))
    return story


def _masthead(contents: ReportContents) -> Flowable:
    aside = CONTENT_WIDTH - _ASIDE
    head = Row((Cell(contents.title, TITLE, width=aside), Cell("FairMed", BRAND, aside, _ASIDE)))
    words = Row((Cell(", ".join(contents.labels), STRONG),), below=7, rule=INK)
    return Block([head, words], after=8)


def _banner(contents: ReportContents) -> list[Flowable]:
    rows = [Row((Cell(sentence),)) for sentence in contents.banner]
    return [Block(rows, frame=Frame(WARN_SOFT, WARN), after=8)] if rows else []


def _facts(contents: ReportContents) -> Flowable:
    return Block(
        [
            Row((Cell(label, LABEL, 0, _LABEL_WIDTH - 8), Cell(value, BODY, _LABEL_WIDTH)), below=1)
            for label, value in contents.facts
        ],
        after=4,
    )


def _part(part: ReportPart) -> list[Flowable]:
    story = heading(part.title, _TITLE, need=160)
    use = [
        Row((Cell("May be used for", SMALL_STRONG, 0, 100), Cell(part.use.may, BODY, 108))),
        Row((Cell("May not be used for", SMALL_STRONG, 0, 100), Cell(part.use.may_not, BODY, 108))),
    ]
    story.append(Block(use, frame=Frame(SUNKEN, SUNKEN), after=6))
    story += [paragraph(note, after=4) for note in part.notes]
    if not part.tables:
        story.append(paragraph("Nothing to report here."))
    for figure in part.figures:
        story += [_image(figure), Spacer(1, 8)]
    for table in part.tables:
        if table.primary:
            story += _table(table)
    more = sum(not table.primary for table in part.tables) + len(part.transitions)
    if more:
        story.append(Spacer(1, 6))
        story.append(paragraph(_ELSEWHERE.format(more=more), SMALL))
    return story


def _image(figure: Figure) -> Flowable:
    scale = min(CONTENT_WIDTH / figure.width, _TALLEST / figure.height)
    return Image(BytesIO(figure.png), figure.width * scale, figure.height * scale, hAlign="LEFT")


def _under(title: str, block: Block) -> list[Flowable]:
    """Return a block with its title, which never stands alone at the foot of a page."""
    head = Block([Row((Cell(title, SUBHEADING),), above=8, below=1)])
    return [CondPageBreak(head.least_height() + block.least_height() + 1), head, block]


def _table(table: ReportTable) -> list[Flowable]:
    title = f"{table.title} · {table.draws}" if table.draws else table.title
    heads = zip(_HEADS, _COLUMNS, strict=True)
    cells = tuple(Cell(text, COLUMN_HEAD, *place) for text, place in heads)
    head = Row(cells, below=2, rule=EDGE)
    foot = Row((Cell(" ".join(table.foot), _FOOT),), above=2)
    rows = [_table_row(row) for row in table.rows]
    return _under(title, Block([*rows, foot], heading=head, after=4))


def _table_row(row: TableRow) -> Row:
    value = "\n".join(text for text in (row.value, row.provisional) if text)
    grounds = "\n".join(text for text in (row.counts, row.beside) if text)
    texts = (row.label, value, row.interval, grounds)
    styles = (_CELL, _NUMBER, _CELL, _SIDE)
    cells = zip(texts, styles, _COLUMNS, strict=True)
    return Row(
        tuple(Cell(text, style, *place) for text, style, place in cells),
        above=2,
        below=2,
        rule=LINE,
    )


def _pairs(lines: Sequence[tuple[str, str]], titles: tuple[str, str]) -> Flowable:
    def row(texts: tuple[str, str], style: TextStyle, rule: str) -> Row:
        cells = tuple(Cell(text, style, *place) for text, place in zip(texts, _TWO, strict=True))
        return Row(cells, above=1.5, below=1.5, rule=rule)

    head = row(titles, COLUMN_HEAD, EDGE)
    return Block([row(texts, _CELL, LINE) for texts in lines], heading=head, after=4)
