"""Text drawn by delegates: paragraphs of the type scale, wrapped at a width, never clipped."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QTextLayout, QTextOption

from adjudicator_app.widgets.colours import Tone
from adjudicator_app.widgets.theme import Type, Weight, theme


@dataclass(frozen=True)
class Paragraph:
    """A paragraph with its place in the type scale; `before` is the gap above it at 100 %."""

    text: str
    kind: Type = Type.BODY
    weight: Weight = Weight.REGULAR
    tone: Tone = Tone.TEXT
    before: int = 0
    indent: int = 0


def height_of(paragraphs: tuple[Paragraph, ...], width: int) -> int:
    """Return the height the paragraphs take at a width."""
    return sum(theme().px(p.before) + _height(p, width) for p in paragraphs)


def _height(paragraph: Paragraph, width: int) -> int:
    room = width - theme().px(paragraph.indent)
    one_line = "\n" not in paragraph.text
    # A thousand cards are measured before the first is seen: most words need no line to be broken.
    if one_line and theme().advance(paragraph.text, paragraph.kind, paragraph.weight) + 2 <= room:
        return theme().line_height(paragraph.kind)
    return _lay_out(paragraph, width)[1]


def draw(
    painter: QPainter, paragraphs: tuple[Paragraph, ...], at: tuple[int, int], width: int
) -> int:
    """Draw the paragraphs from a top left corner; return where the next may begin."""
    left, top = at
    rtl = painter.layoutDirection() is Qt.LayoutDirection.RightToLeft
    for paragraph in paragraphs:
        top += theme().px(paragraph.before)
        layout, height = _lay_out(paragraph, width, rtl=rtl)
        painter.setPen(paragraph.tone.of(theme().colours))
        indent = 0 if rtl else theme().px(paragraph.indent)
        layout.draw(painter, QPointF(left + indent, top))
        top += height
    return top


def _lay_out(paragraph: Paragraph, width: int, *, rtl: bool = False) -> tuple[QTextLayout, int]:
    text = paragraph.text.replace("\n", "\N{LINE SEPARATOR}")
    layout = QTextLayout(text, theme().font(paragraph.kind, paragraph.weight))
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    if rtl:
        option.setTextDirection(Qt.LayoutDirection.RightToLeft)
        option.setAlignment(Qt.AlignmentFlag.AlignRight)
    layout.setTextOption(option)
    line_height = theme().line_height(paragraph.kind)
    top = 0
    layout.beginLayout()
    while (line := layout.createLine()).isValid():
        line.setLineWidth(max(1, width - theme().px(paragraph.indent)))
        line.setPosition(QPointF(0, top + (line_height - line.height()) / 2))
        top += line_height
    layout.endLayout()
    return layout, top
