"""The one thing that stands on a printed page: rows of set text that break over pages.

A paragraph is a block of one row with one cell; a list of labels and values, a table and a framed
notice are blocks of several. Text is set character by character, never read as markup.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from reportlab.lib.colors import HexColor
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable

from exports.text_lines import Line, set_lines
from exports.theme import BODY, CONTENT_WIDTH, TextStyle
from exports.typeface import runs

# A row shorter than this goes to the next page whole; a taller one is cut between its lines.
_KEEP_WHOLE = 150.0
_ASCENT = 0.98


@dataclass(frozen=True)
class Cell:
    """A text with its place in the row: distance from the row's start, and width, in points."""

    text: str
    style: TextStyle = BODY
    x: float = 0.0
    width: float = CONTENT_WIDTH


@dataclass(frozen=True)
class Row:
    """Cells side by side; space above and below; a rule under it and a tint behind it, or none."""

    cells: tuple[Cell, ...]
    above: float = 0.0
    below: float = 0.0
    rule: str | None = None
    tint: str | None = None


@dataclass(frozen=True)
class Frame:
    """A tinted, rounded frame around a block."""

    fill: str
    edge: str
    padding: float = 9.0
    radius: float = 4.0


@dataclass(frozen=True)
class _SetRow:
    row: Row
    lines: tuple[tuple[Line, ...], ...]

    @property
    def height(self) -> float:
        return self.row.above + self.text_height + self.row.below

    @property
    def text_height(self) -> float:
        return max(
            len(lines) * cell.style.leading
            for cell, lines in zip(self.row.cells, self.lines, strict=True)
        )

    def cut(self, height: float) -> tuple[_SetRow, _SetRow] | None:
        """Return the part that fits into `height` and the rest, or None where no line fits."""
        room = height - self.row.above
        fit = [
            min(len(lines), int(room // cell.style.leading))
            for cell, lines in zip(self.row.cells, self.lines, strict=True)
        ]
        if any(n < min(2, len(lines)) for n, lines in zip(fit, self.lines, strict=True)):
            return None
        head = tuple(lines[:n] for lines, n in zip(self.lines, fit, strict=True))
        rest = tuple(lines[n:] for lines, n in zip(self.lines, fit, strict=True))
        return (
            _SetRow(replace(self.row, below=0.0, rule=None), head),
            _SetRow(replace(self.row, above=0.0), rest),
        )


class Block(Flowable):  # type: ignore[misc]
    """Rows under an optional heading row that is repeated on every page the block reaches."""

    def __init__(
        self,
        rows: Sequence[Row],
        *,
        heading: Row | None = None,
        frame: Frame | None = None,
        before: float = 0.0,
        after: float = 0.0,
    ) -> None:
        super().__init__()
        self._inset = frame.padding if frame else 0.0
        self._rows = [self._set(row) for row in rows]
        self._heading = self._set(heading) if heading else None
        self._frame_look = frame
        self.spaceBefore = before
        self.spaceAfter = after

    def _set(self, row: Row) -> _SetRow:
        cells = tuple(
            replace(cell, x=cell.x + self._inset, width=self._cell_width(cell))
            for cell in row.cells
        )
        row = replace(row, cells=cells)
        return _SetRow(row, tuple(set_lines(c.text, c.style, c.width) for c in cells))

    def _cell_width(self, cell: Cell) -> float:
        return min(cell.width, CONTENT_WIDTH - 2 * self._inset - cell.x)

    def wrap(self, availWidth: float, availHeight: float) -> tuple[float, float]:  # noqa: N803, ARG002
        """Return the size the block takes."""
        self.width, self.height = CONTENT_WIDTH, self._height(self._rows)
        return self.width, self.height

    def _height(self, rows: Sequence[_SetRow]) -> float:
        heading = self._heading.height if self._heading else 0.0
        return heading + sum(row.height for row in rows) + 2 * self._inset

    def least_height(self) -> float:
        """Return what the heading and the first row take."""
        return self._height(self._rows[:1])

    def split(self, availWidth: float, availheight: float) -> list[Flowable]:  # noqa: N803, ARG002
        """Return the part that fits on this page and the rest; nothing where no row fits."""
        room = availheight - self._height(())
        taken = 0
        while taken < len(self._rows) and self._rows[taken].height <= room:
            room -= self._rows[taken].height
            taken += 1
        head, rest = self._rows[:taken], self._rows[taken:]
        if rest and rest[0].height > _KEEP_WHOLE:
            pieces = rest[0].cut(room)
            if pieces:
                head, rest = [*head, pieces[0]], [pieces[1], *rest[1:]]
        if not head or not rest:
            return []
        return [self._part(head, before=self.spaceBefore), self._part(rest, after=self.spaceAfter)]

    def _part(self, rows: list[_SetRow], *, before: float = 0.0, after: float = 0.0) -> Block:
        part = Block((), frame=self._frame_look, before=before, after=after)
        part._rows, part._heading = rows, self._heading
        return part

    def draw(self) -> None:
        """Paint the block with its foot at the origin."""
        canvas: Canvas = self.canv
        if self._frame_look:
            _paint_frame(canvas, self._frame_look, self.height)
        top = self.height - self._inset
        for row in ([self._heading] if self._heading else []) + self._rows:
            _paint_row(canvas, row, top)
            top -= row.height


def _paint_frame(canvas: Canvas, look: Frame, height: float) -> None:
    canvas.setFillColor(HexColor(look.fill))
    canvas.setStrokeColor(HexColor(look.edge))
    canvas.setLineWidth(0.8)
    canvas.roundRect(0, 0, CONTENT_WIDTH, height, look.radius, stroke=1, fill=1)


def _paint_row(canvas: Canvas, row: _SetRow, top: float) -> None:
    bottom = top - row.height
    if row.row.tint:
        canvas.setFillColor(HexColor(row.row.tint))
        canvas.rect(0, bottom, CONTENT_WIDTH, row.height, stroke=0, fill=1)
    for cell, lines in zip(row.row.cells, row.lines, strict=True):
        y = top - row.row.above
        for line in lines:
            paint_line(canvas, line, cell, baseline=y - _ASCENT * cell.style.size)
            y -= cell.style.leading
    if row.row.rule:
        canvas.setStrokeColor(HexColor(row.row.rule))
        canvas.setLineWidth(0.6)
        canvas.line(0, bottom, CONTENT_WIDTH, bottom)


def paint_line(canvas: Canvas, line: Line, cell: Cell, *, baseline: float) -> None:
    """Paint one line of a cell, with the reading order beside it where it is another."""
    if not line.painted:
        return
    to_the_right = (cell.style.align == "end") != line.right_to_left
    x = cell.x + (cell.width - line.width if to_the_right else 0.0)
    reordered = line.read != line.painted
    if reordered:
        code = ("\ufeff" + line.read).encode("utf-16-be").hex().upper()
        canvas.addLiteral(f"/Span <</ActualText <{code}>>> BDC")
    text = canvas.beginText(x, baseline)
    text.setFillColor(HexColor(cell.style.colour))
    for font, characters in runs(line.painted, cell.style.face):
        text.setFont(font, cell.style.size)
        text.textOut(characters)
    canvas.drawText(text)
    if reordered:
        canvas.addLiteral("EMC")


def paragraph(text: str, style: TextStyle = BODY, *, after: float = 0.0) -> Block:
    """Return a text as a block of its own."""
    return Block([Row((Cell(text, style),))], after=after)
