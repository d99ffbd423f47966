"""Days on an axis: the author's lane above her range slider, with the same scale below both.

The author's runs are dashed boxes, what is disputed is hatched. Each end of her range is a slider
of its own to keyboard and screen reader: arrows move it by 1, Page Up and Page Down by 7.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QBrush,
    QFontMetrics,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from adjudicator_app.presenters.day_axis import Axis
from adjudicator_app.presenters.saying import say
from adjudicator_app.widgets.colours import Tone
from adjudicator_app.widgets.knob import KNOB, Knob
from adjudicator_app.widgets.paint import draw_box
from adjudicator_app.widgets.theme import Type, Weight, theme
from fairmed_core.domain.acceptable import ValueSet
from fairmed_core.words.joining import listed

GUTTER = 64
LANE, TRACK, MARKS = 16, 56, 84
HEIGHT = 98


@dataclass(frozen=True)
class _Run:
    """A run in the author's lane."""

    low: int
    high: int
    disputed: bool


class DayScale(QWidget):
    """Lane, range slider and marks.

    Signals
    -------
    range_changed
        (low, high) while she drags or steps.
    released
        She let go of a knob.
    """

    range_changed = Signal(int, int)
    released = Signal()

    def __init__(
        self,
        axis: Axis,
        *,
        author: ValueSet,
        disputed: ValueSet | None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.low_knob = Knob(self.tr("From day"), self.value_at, self)
        self.high_knob = Knob(self.tr("To day"), self.value_at, self)
        for knob in (self.low_knob, self.high_knob):
            knob.moved.connect(lambda _value: self._knob_moved())
            knob.released.connect(self.released)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.show_item(axis, author=author, disputed=disputed)

    def show_item(self, axis: Axis, *, author: ValueSet, disputed: ValueSet | None) -> None:
        """Show another draft on its axis; `show_range` follows."""
        self._axis = axis
        runs = [_Run(low, high, disputed=False) for low, high in author.runs()]
        runs += [
            _Run(low, high, disputed=True) for low, high in (disputed or ValueSet.of(())).runs()
        ]
        self._runs = sorted(runs, key=lambda run: run.low)
        self.setAccessibleName(self._lane_words())
        self.show_range(axis.first, axis.first)

    def show_range(self, low: int, high: int) -> None:
        """Show her range."""
        self._low, self._high = low, high
        first, last = self._axis.first, max(self._axis.last, high)
        for knob, value, ends in (
            (self.low_knob, low, (first, high)),
            (self.high_knob, high, (low, last)),
        ):
            blocked = knob.blockSignals(True)
            knob.setRange(*ends)
            knob.setValue(value)
            knob.blockSignals(blocked)
        self._place()

    def value_at(self, x: int) -> int:
        """Return the day under a horizontal position."""
        left, width = self._span()
        if self.layoutDirection() is Qt.LayoutDirection.RightToLeft:
            x = self.width() - x
        share = (x - left) / max(1, width)
        return round(self._axis.first + share * (self._axis.last - self._axis.first))

    def restyle(self) -> None:
        """Take the sizes of the present scale."""
        self.updateGeometry()
        self._place()

    def sizeHint(self) -> QSize:
        """Return a comfortable width and the fixed height."""
        return QSize(theme().px(420), theme().px(HEIGHT))

    def minimumSizeHint(self) -> QSize:
        """Never too narrow for the marks at the ends."""
        return QSize(theme().px(240), theme().px(HEIGHT))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the knobs on their values."""
        super().resizeEvent(event)
        self._place()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A press on the track moves the nearer knob there."""
        if abs(event.position().y() - theme().px(TRACK)) > theme().px(KNOB):
            return
        value = self.value_at(event.position().toPoint().x())
        near_low = abs(value - self._low) <= abs(value - self._high) and value <= self._high
        knob = self.low_knob if near_low else self.high_knob
        knob.setFocus(Qt.FocusReason.MouseFocusReason)
        knob.setSliderPosition(value)
        self._knob_moved()
        self.released.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw gutter words, lane, track and marks."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_gutter(painter)
        self._paint_lane(painter)
        self._paint_track(painter)
        self._paint_marks(painter)

    def _paint_gutter(self, painter: QPainter) -> None:
        px = theme().px
        flags = Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter
        for text, y, weight, tone in self._gutter_words():
            painter.setFont(theme().font(Type.SMALL, weight))
            painter.setPen(tone.of(theme().colours))
            box = self._turned(QRect(0, px(y) - px(10), self.gutter, px(20)))
            painter.drawText(box, flags, text)

    def _gutter_words(self) -> tuple[tuple[str, int, Weight, Tone], ...]:
        return (
            (self.tr("Author"), LANE, Weight.REGULAR, Tone.TEXT2),
            (self.tr("You"), TRACK, Weight.SEMIBOLD, Tone.TEXT),
            (self.tr("Days"), MARKS, Weight.REGULAR, Tone.TEXT2),
        )

    @property
    def gutter(self) -> int:
        """The room of the words beside the lanes."""
        widest = max(
            QFontMetrics(theme().font(Type.SMALL, weight)).horizontalAdvance(text)
            for text, _, weight, _ in self._gutter_words()
        )
        return max(theme().px(GUTTER), widest + theme().px(20))

    def _paint_lane(self, painter: QPainter) -> None:
        colours, px = theme().colours, theme().px
        left, width = self._span()
        middle = px(LANE)
        painter.fillRect(self._turned(QRect(left, middle, width, 1)), colours.line)
        font = theme().font(Type.CAPTION, Weight.MEDIUM)
        painter.setFont(font)
        metrics, boxes = QFontMetrics(font), [self._run_box(run) for run in self._runs]
        for place, (run, box) in enumerate(zip(self._runs, boxes, strict=True)):
            turned = self._turned(box)
            if run.disputed:
                draw_box(painter, turned, fill=colours.surface, edge=colours.strong, radius=3)
                path = QPainterPath()
                path.addRect(QRectF(turned).adjusted(1, 1, -1, -1))
                painter.fillPath(path, QBrush(colours.strong, Qt.BrushStyle.BDiagPattern))
            else:
                draw_box(
                    painter,
                    turned,
                    fill=colours.surface,
                    edge=colours.text,
                    width=2,
                    radius=4,
                    dashes=(4, 2.5),
                )
            words = self._run_words(run)
            wide = metrics.horizontalAdvance(words) + 1
            limit = boxes[place + 1].left() if place + 1 < len(boxes) else self.width()
            at = self._label_box(box, wide, limit, hatched=run.disputed)
            if at is not None:
                ground = self._turned(at.adjusted(-px(3), 0, px(3), 0))
                painter.fillRect(ground, colours.surface)
                painter.setPen(colours.text)
                painter.drawText(self._turned(at), Qt.AlignmentFlag.AlignCenter, words)

    def _label_box(self, box: QRect, wide: int, limit: int, *, hatched: bool) -> QRect | None:
        px = theme().px
        top, high = px(LANE) - px(8), px(16)
        outside = QRect(box.right() + px(8), top, wide, high)
        inside = QRect(box.center().x() - wide // 2, top, wide, high)
        fits_inside = wide + px(10) <= box.width()
        fits_outside = outside.right() + px(4) <= limit
        order = ((outside, fits_outside), (inside, fits_inside))
        for place, fits in order if hatched else reversed(order):
            if fits:
                return place
        return None

    def _paint_track(self, painter: QPainter) -> None:
        colours, px = theme().colours, theme().px
        left, width = self._span()
        track = QRect(left, px(TRACK) - px(8), width, px(16))
        draw_box(painter, self._turned(track), fill=colours.sunken, edge=colours.strong, radius=4)
        low, high = self._x(self._low), self._x(self._high)
        hers = QRect(low, track.top(), max(1, high - low), track.height())
        draw_box(painter, self._turned(hers), fill=colours.accent, radius=4)

    def _paint_marks(self, painter: QPainter) -> None:
        colours, px = theme().colours, theme().px
        painter.setFont(theme().font(Type.CAPTION))
        metrics, taken = painter.fontMetrics(), -1000
        for mark in self._axis.marks:
            wide = metrics.horizontalAdvance(str(mark)) + 1
            x = self._x(mark)
            if x - wide // 2 < taken + px(6):
                continue
            taken = x + wide // 2
            painter.fillRect(self._turned(QRect(x, px(68), 1, px(5))), colours.strong)
            painter.setPen(colours.text2)
            box = self._turned(QRect(x - wide // 2, px(MARKS) - px(8), wide, px(16)))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(mark))

    def _run_box(self, run: _Run) -> QRect:
        px = theme().px
        per_day = self._span()[1] / max(1, self._axis.last - self._axis.first)
        reach = min(px(10), per_day / 2)
        left = round(self._x(run.low) - reach) + 1
        right = round(self._x(run.high) + reach) - 1
        return QRect(left, px(LANE) - px(10), max(px(8), right - left), px(20))

    def _run_words(self, run: _Run) -> str:
        span = str(run.low) if run.low == run.high else f"{run.low}–{run.high}"
        return self.tr("{span} disputed").format(span=span) if run.disputed else span

    def _lane_words(self) -> str:
        parts = [self._run_words(run) for run in self._runs]
        return self.tr("Author's draft: {parts}").format(parts=listed(parts, say))

    def _span(self) -> tuple[int, int]:
        px = theme().px
        return self.gutter, self.width() - self.gutter - px(KNOB // 2)

    def _x(self, value: int) -> int:
        left, width = self._span()
        first, last = self._axis.first, self._axis.last
        share = (min(value, last) - first) / max(1, last - first)
        return left + round(width * share)

    def _turned(self, box: QRect) -> QRect:
        if self.layoutDirection() is Qt.LayoutDirection.LeftToRight:
            return box
        return QRect(self.width() - box.x() - box.width(), box.y(), box.width(), box.height())

    def _place(self) -> None:
        side = theme().px(KNOB)
        for knob, value in ((self.low_knob, self._low), (self.high_knob, self._high)):
            box = QRect(self._x(value) - side // 2, theme().px(TRACK) - side // 2, side, side)
            knob.setGeometry(self._turned(box))
        self.update()

    def _knob_moved(self) -> None:
        low, high = self.low_knob.sliderPosition(), self.high_knob.sliderPosition()
        if (low, high) != (self._low, self._high):
            self.range_changed.emit(low, high)
