"""Text on a screen: exact line height, wrapped by words, with an optional strong beginning.

Use: ``Text("Saved drafts", Type.HEAD, Weight.SEMIBOLD)``; ``Text(body, tone=Tone.TEXT2)``;
``text.say("new text", lead="Not known yet:")``. It is a `QLabel`, so ``text()``, buddies and
screen readers work; it never interprets markup.
"""

from __future__ import annotations

import math
import re
from functools import lru_cache
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QFont,
    QFontMetrics,
    QPainter,
    QPaintEvent,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from adjudicator_app.widgets.colours import Tone
from adjudicator_app.widgets.theme import Type, Weight, theme

WIDEST = 100_000
MOST_KEPT = 2_000
Laid = tuple[list[QTextLayout], int, float]
# A space between a number and what it counts ("92 %", "7 mm", "9 of 10").
_UNITS = (
    r"%|°|µ|/|mm|cm|kg|mg|mL|mmol|g\b|L\b|of \d|days?\b|weeks?\b|hours?\b|minutes?\b"
    r"|[天个条项处页步名]|分钟"
)
# What stays on one line: a word, or a single sign of a script that is written without spaces.
_WIDE = "\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef"
_UNBROKEN = re.compile(rf"[{_WIDE}]|[^\s{_WIDE}]+")
_BEFORE_UNIT = re.compile(rf"(?<=\d) (?=(?:{_UNITS}))")


def with_units_kept(text: str) -> str:
    """Return the text with every number and its unit on one line; no character is added."""
    return _BEFORE_UNIT.sub("\N{NO-BREAK SPACE}", text)


def longest_word(text: str, metrics: QFontMetrics) -> int:
    """Return the room of the longest part of a text that stays on one line."""
    return max((metrics.horizontalAdvance(word) for word in _UNBROKEN.findall(text)), default=0)


class Text(QLabel):
    """A paragraph or heading of the type scale."""

    def __init__(
        self,
        text: str = "",
        kind: Type = Type.BODY,
        weight: Weight = Weight.REGULAR,
        *,
        tone: Tone = Tone.TEXT,
        lead: str = "",
        wrap: bool = True,
        centred: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._kind, self._weight, self._tone = kind, weight, tone
        self._lead, self._centred = "", centred
        self._cache: dict[int, Laid] = {}
        self._longest: int | None = None
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(wrap)
        policy = QSizePolicy(
            QSizePolicy.Policy.Preferred if wrap else QSizePolicy.Policy.Maximum,
            # A wrapped text must be allowed to grow past the one line of its size hint.
            QSizePolicy.Policy.Minimum if wrap else QSizePolicy.Policy.Fixed,
        )
        # Said by the policy alone: a layout asks hundreds of times, a method would answer slowly.
        policy.setHeightForWidth(wrap)
        self.setSizePolicy(policy)
        self.restyle()
        self.say(text, lead=lead)

    def restyle(self) -> None:
        """Take the font of the present scale."""
        self.setFont(theme().font(self._kind, self._weight))
        self._forget()

    def say(self, text: str, *, lead: str = "") -> None:
        """Show `text`, beginning with `lead` in a stronger weight."""
        whole = f"{lead} {text}".strip() if lead else text
        if whole == self.text() and lead == self._lead:
            return
        self._lead = lead
        self.setText(whole)
        self._forget()

    def set_tone(self, tone: Tone) -> None:
        """Change the colour role."""
        self._tone = tone
        self.update()

    def set_weight(self, weight: Weight) -> None:
        """Change the weight."""
        if weight is not self._weight:
            self._weight = weight
            self.restyle()

    def heightForWidth(self, width: int) -> int:
        """Return the height of the text wrapped at `width`."""
        return self._layouts(width)[1] if self.wordWrap() else self.sizeHint().height()

    def sizeHint(self) -> QSize:
        """Return the size of the text on as few lines as the author wrote."""
        _, height, used = self._layouts(WIDEST)
        return QSize(math.ceil(used) + 1, height)

    def minimumSizeHint(self) -> QSize:
        """Return the room of the longest word, or of the whole line where it may not wrap."""
        if not self.wordWrap():
            return self.sizeHint()
        if self._longest is None:
            self._longest = longest_word(self.text(), self.fontMetrics())
        longest = self._longest
        return QSize(longest + 1, theme().line_height(self._kind))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the lines at the exact distance of the type scale."""
        painter = QPainter(self)
        painter.setPen(self._tone.of(theme().colours))
        for layout in self._drawn():
            layout.draw(painter, self._origin())

    def text_rect(self) -> QRectF:
        """Return where the text is drawn, for tests of clipping."""
        whole = QRectF()
        for layout in self._drawn():
            whole = whole.united(layout.boundingRect())
        return whole.translated(self._origin())

    def _drawn(self) -> list[QTextLayout]:
        return self._layouts(self.width() if self.wordWrap() else self.sizeHint().width())[0]

    def _origin(self) -> QPointF:
        if self.wordWrap():
            return QPointF(0, 0)
        size = self.sizeHint()
        spare = self.width() - size.width()
        rtl = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        left = spare / 2 if self._centred else spare if rtl else 0
        return QPointF(left, max(0.0, (self.height() - size.height()) / 2))

    def _forget(self) -> None:
        self._cache.clear()
        self._longest = None
        self.updateGeometry()
        self.update()

    def _layouts(self, width: int) -> Laid:
        if width not in self._cache:
            if len(self._cache) > 8:
                self._cache.clear()
            wanted = _Wanted(
                text=self.text(),
                lead=self._lead,
                kind=self._kind,
                weight=self._weight,
                families=theme().families,
                line_height=theme().line_height(self._kind),
                width=width,
                direction=self.layoutDirection(),
                centred=self._centred and self.wordWrap(),
            )
            self._cache[width] = _laid_out(wanted)
        return self._cache[width]


class _Wanted(NamedTuple):
    """Everything on which it depends how a text is laid out."""

    text: str
    lead: str
    kind: Type
    weight: Weight
    families: tuple[str, ...]
    line_height: int
    width: int
    direction: Qt.LayoutDirection
    centred: bool


@lru_cache(maxsize=MOST_KEPT)
def _laid_out(wanted: _Wanted) -> Laid:
    """Return paragraphs laid out, their height and their width.

    The interface says the same sentences on every item: each is laid out once for all widgets.
    """
    option = QTextOption()
    option.setTextDirection(wanted.direction)
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    if wanted.centred:
        option.setAlignment(Qt.AlignmentFlag.AlignHCenter)
    elif wanted.direction is Qt.LayoutDirection.RightToLeft and wanted.width < WIDEST:
        # Lines begin at the right; the layout of text does not turn them by itself.
        option.setAlignment(Qt.AlignmentFlag.AlignRight)
    laid, top, used = [], 0.0, 0.0
    for number, paragraph in enumerate(wanted.text.split("\n")):
        layout = QTextLayout(with_units_kept(paragraph), theme().font(wanted.kind, wanted.weight))
        layout.setTextOption(option)
        if number == 0 and wanted.lead:
            layout.setFormats([_lead_format(wanted.lead)])
        layout.beginLayout()
        while (line := layout.createLine()).isValid():
            line.setLineWidth(max(1, wanted.width))
            rest = wanted.line_height - line.height()
            line.setPosition(QPointF(0, top + rest / 2))
            top += wanted.line_height
            used = max(used, line.naturalTextWidth())
        layout.endLayout()
        laid.append(layout)
    return laid, round(top), used


def _lead_format(lead: str) -> QTextLayout.FormatRange:
    strong = QTextCharFormat()
    strong.setFontWeight(QFont.Weight.DemiBold)
    span = QTextLayout.FormatRange()
    span.start, span.length, span.format = 0, len(lead), strong
    return span
