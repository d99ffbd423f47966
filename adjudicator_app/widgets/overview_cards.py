"""The cards beside the coverage grid: provenance, agreement, what needs attention."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from adjudicator_app.presenters.overview_text import Standing, level_word
from adjudicator_app.presenters.overview_told import AgreementLine
from adjudicator_app.presenters.saying import say
from adjudicator_app.widgets.card import Card
from adjudicator_app.widgets.colours import Tone
from adjudicator_app.widgets.coverage_cells import STANDINGS
from adjudicator_app.widgets.layouts import beside_first_line, column, row
from adjudicator_app.widgets.paint import draw_box
from adjudicator_app.widgets.picture import Picture
from adjudicator_app.widgets.text import Text
from adjudicator_app.widgets.theme import Type, Weight, theme
from fairmed_core.domain.band import ProvenanceLevel
from fairmed_core.words.joining import listed

_LEVELS = (ProvenanceLevel.CLINICIAN, ProvenanceLevel.GUIDELINE, ProvenanceLevel.AUTHOR)


class _Shares(QWidget):
    """One bar in three parts: full, hatched, empty."""

    def __init__(self) -> None:
        super().__init__()
        self._counts: tuple[int, ...] = (0, 0, 0)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_counts(self, counts: Sequence[int], words: str) -> None:
        """Show parts as long as their counts."""
        self._counts = tuple(counts)
        self.setAccessibleName(words)
        self.update()

    def restyle(self) -> None:
        """Take the size of the present scale."""
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Return a thin bar that takes what width there is."""
        return QSize(theme().px(120), theme().px(12))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the parts in reading order."""
        painter, colours = QPainter(self), theme().colours
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        gap, total = theme().px(4), sum(self._counts)
        if not total:
            return
        shown = [count for count in self._counts if count]
        room = self.width() - gap * (len(shown) - 1)
        hatched = QBrush(colours.text2, Qt.BrushStyle.BDiagPattern)
        looks = ((colours.ok, None), (None, colours.strong), (None, colours.strong))
        left = 0.0
        rtl = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        for place, count in enumerate(self._counts):
            if not count:
                continue
            wide = room * count / total
            start = self.width() - left - wide if rtl else left
            box = QRectF(start, 0, wide, self.height())
            fill, edge = looks[place]
            draw_box(painter, box, fill=fill, edge=edge, radius=2)
            if place == 1:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(hatched)
                painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), 2, 2)
            left += wide + gap


class ProvenanceCard(Card):
    """How many items stand at each level."""

    def __init__(self) -> None:
        super().__init__(padding=20, gap=8)
        self._bar = _Shares()
        self._lines: dict[ProvenanceLevel, Text] = {}
        self.body.add(Text(self.tr("Provenance"), Type.HEAD, Weight.SEMIBOLD), self._bar)
        for level in _LEVELS:
            icon, tone = STANDINGS[Standing(level.name.lower())]
            self._lines[level] = Text("", Type.SMALL)
            line = row(gap=10).add(column().add(Picture(icon, tone, size=16)), self._lines[level])
            line.setStretch(1, 1)
            self.body.add(line)

    @property
    def texts(self) -> list[str]:
        """What it says, line by line."""
        return [text.text() for text in self._lines.values()]

    def show_counts(self, counts: Mapping[ProvenanceLevel, int]) -> None:
        """Show the counts."""
        total = sum(counts.values())
        for level, text in self._lines.items():
            rest = self.tr("of {total} {level}").format(total=total, level=level_word(level))
            text.say(rest, lead=str(counts.get(level, 0)))
        words = listed(self.texts, say)
        self._bar.show_counts([counts.get(level, 0) for level in _LEVELS], words)


class AgreementCard(Card):
    """How far independent raters draw the same sets, one action at a time."""

    def __init__(self) -> None:
        super().__init__(padding=20, gap=8)
        self._rows = column(gap=8)
        self._foot = Text("", Type.CAPTION, tone=Tone.TEXT2)
        self.body.add(Text(self.tr("Agreement"), Type.HEAD, Weight.SEMIBOLD))
        self.body.addLayout(self._rows)
        self.body.add(self._foot)
        self._shown: Sequence[AgreementLine] | None = ()

    @property
    def texts(self) -> list[str]:
        """What it says, number by number."""
        return [
            text.text() for widget in self._rows.widgets() for text in widget.findChildren(Text)
        ]

    def show_lines(self, lines: Sequence[AgreementLine] | None, foot: str) -> None:
        """Show a line for each number; None while they are computed."""
        self._foot.say(foot)
        if lines == self._shown:
            return
        self._shown = lines
        for widget in self._rows.widgets():
            self._rows.removeWidget(widget)
            widget.deleteLater()
        if lines is None:
            self._rows.add(_Quiet(self.tr("Computing")))
        for line in lines or ():
            self._rows.add(_Number(line))


class _Quiet(QWidget):
    """A line that only says what is going on."""

    def __init__(self, words: str) -> None:
        super().__init__()
        column(self, gap=0).add(Text(words, Type.SMALL, tone=Tone.TEXT2))


class _Number(QWidget):
    """A number, what it is about beside it, what it rests on below."""

    def __init__(self, line: AgreementLine) -> None:
        super().__init__()
        head = row(gap=10).add(Text(line.value, Type.COLUMN, Weight.SEMIBOLD, wrap=False))
        head.addLayout(beside_first_line(Text(line.label, Type.SMALL)), 1)
        column(self, gap=0).add(head, Text(line.told, Type.CAPTION, tone=Tone.TEXT2))


class AttentionCard(Card):
    """What the coordinator should look at."""

    def __init__(self) -> None:
        super().__init__(padding=20, gap=8)
        self._lines = column(gap=8)
        self.body.add(Text(self.tr("Needs attention"), Type.HEAD, Weight.SEMIBOLD))
        self.body.addLayout(self._lines)
        self._shown: tuple[tuple[str, str, Tone], ...] = ()

    @property
    def texts(self) -> list[str]:
        """What it says, line by line."""
        return [sentence for _, sentence, _ in self._shown]

    def show_lines(self, lines: Sequence[tuple[str, str, Tone]]) -> None:
        """Show icon, sentence and tone of each."""
        if tuple(lines) == self._shown:
            return
        self._shown = tuple(lines)
        for widget in self._lines.widgets():
            self._lines.removeWidget(widget)
            widget.deleteLater()
        for icon, sentence, tone in lines:
            held = QWidget()
            line = row(held, gap=10)
            line.addLayout(beside_first_line(Picture(icon, tone, size=16)))
            line.addWidget(Text(sentence, Type.SMALL), 1)
            self._lines.add(held)
