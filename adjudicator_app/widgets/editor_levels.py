"""The band editor for levels: one toggle per level, the author's outline, and the study's line.

Fill is hers, a dashed outline goes around each contiguous run of the author's, hatching marks what
the author could not settle, and a line with both sides named stands where the study cuts the scale.
Where the chips would be narrower than their words they stand below each other.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from adjudicator_app.widgets.group_button import HARMLESS, arrow_step
from adjudicator_app.widgets.icons import paint_icon
from adjudicator_app.widgets.level_chip import LevelChip
from adjudicator_app.widgets.paint import draw_box
from adjudicator_app.widgets.theme import Type, theme
from fairmed_core.domain.acceptable import ValueSet
from fairmed_core.domain.action_space import Level, Threshold

CHIP_HEIGHT, ROW_HEIGHT = 64, 40
GAP, CUT_GAP, OUT = 8, 32, 4
ABOVE, BELOW = 12, 28
STACKED_CUT = 44


@dataclass(frozen=True)
class _Plan:
    """Where everything lies at one width: boxes of the chips, and the line."""

    chips: tuple[QRect, ...]
    line: QRect
    height: int
    stacked: bool
    words: Type = Type.SMALL


class LevelsEditor(QWidget):
    """Toggles for the levels of one scale.

    Signals
    -------
    toggled
        The level she took in or left out.
    """

    toggled = Signal(int)

    def __init__(
        self,
        levels: tuple[Level, ...],
        *,
        author: ValueSet,
        disputed: ValueSet | None,
        threshold: Threshold | None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._author, self._threshold = author, threshold
        self._chips = [
            LevelChip(
                level,
                in_draft=level.value in author,
                disputed=disputed is not None and level.value in disputed,
                parent=self,
            )
            for level in levels
        ]
        for chip in self._chips:
            chip.clicked.connect(lambda _checked=False, one=chip: self._pressed(one))
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAccessibleName(self.tr("Acceptable actions"))
        self._keep_one_tab_stop(self._chips[0])

    def show_item(self, *, author: ValueSet, disputed: ValueSet | None) -> None:
        """Show another draft on the same scale; `show_set` follows."""
        self._author = author
        for chip in self._chips:
            value = chip.level.value
            chip.show_draft(
                in_draft=value in author, disputed=disputed is not None and value in disputed
            )
        self._keep_one_tab_stop(self._chips[0])

    def show_set(self, chosen: ValueSet) -> None:
        """Show her set."""
        for chip in self._chips:
            chip.show_chosen(chip.level.value in chosen)
        self.update()

    def chip(self, value: int) -> LevelChip:
        """Return the toggle of a level."""
        return next(chip for chip in self._chips if chip.level.value == value)

    def setFocus(self, reason: Qt.FocusReason = Qt.FocusReason.OtherFocusReason) -> None:
        """Focus the toggle that Tab would enter."""
        entry = (c for c in self._chips if c.focusPolicy() is Qt.FocusPolicy.StrongFocus)
        next(entry, self._chips[0]).setFocus(reason)

    def restyle(self) -> None:
        """Take the sizes of the present scale."""
        self.updateGeometry()
        self._place()

    def hasHeightForWidth(self) -> bool:
        """Narrow editors stand on end."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height at a width."""
        return self._plan(width).height

    def sizeHint(self) -> QSize:
        """Return a comfortable size."""
        return QSize(theme().px(470), self._plan(theme().px(470)).height)

    def minimumSizeHint(self) -> QSize:
        """Return the width of the longest stacked row; its height depends on the width."""
        widest = max(chip.stacked_width() for chip in self._chips)
        return QSize(widest + 2 * theme().px(OUT), theme().px(ABOVE + CHIP_HEIGHT))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place the toggles."""
        super().resizeEvent(event)
        self._place()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move by arrows; a printed digit toggles its level."""
        step = arrow_step(event, self.layoutDirection())
        if step:
            self._move(step)
            return
        if event.modifiers() & ~HARMLESS:
            super().keyPressEvent(event)
            return
        if event.text().isdigit():
            for chip in self._chips:
                if str(chip.level.value) == event.text():
                    chip.setFocus(Qt.FocusReason.ShortcutFocusReason)
                    self._pressed(chip)
                    return
        super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the author's outlines and the line with its two sides."""
        painter, colours = QPainter(self), theme().colours
        plan = self._plan(self.width())
        for first, last in self._author_runs():
            box = self._turned(plan.chips[first].united(plan.chips[last]))
            out = theme().px(OUT)
            draw_box(
                painter,
                box.adjusted(-out, -out, out, out),
                edge=colours.text,
                width=2,
                radius=8,
                dashes=(4, 2.5),
            )
        if self._threshold is not None and not plan.line.isNull():
            painter.fillRect(self._turned(plan.line), colours.text)
            self._paint_sides(painter, plan)

    def _paint_sides(self, painter: QPainter, plan: _Plan) -> None:
        colours, px = theme().colours, theme().px
        font = theme().font(Type.CAPTION)
        metrics, icon = QFontMetrics(font), px(14)
        painter.setFont(font)
        lower, upper = self._side_names()
        middle = plan.line.bottom() - px(BELOW - 18) if not plan.stacked else 0
        for name, below in ((lower, True), (upper, False)):
            width = metrics.horizontalAdvance(name) + 1
            if plan.stacked:
                y = plan.line.top() - px(10) if below else plan.line.bottom() + px(10)
                arrow = QRect(px(OUT), y - icon // 2, icon, icon)
                text = QRect(px(OUT + 6) + icon, y - px(8), width, px(16))
                name_icon = "chevron_up" if below else "chevron_down"
            elif below:
                arrow = QRect(plan.line.left() - px(8) - icon, middle - icon // 2, icon, icon)
                text = QRect(arrow.left() - px(4) - width, middle - px(8), width, px(16))
                name_icon = "chevron_left"
            else:
                arrow = QRect(plan.line.right() + px(8), middle - icon // 2, icon, icon)
                text = QRect(arrow.right() + px(4), middle - px(8), width, px(16))
                name_icon = "chevron_right"
            at = self._turned(arrow)
            paint_icon(painter, name_icon, colours.text2, at.x(), at.y(), icon)
            painter.setPen(colours.text2)
            painter.drawText(self._turned(text), Qt.AlignmentFlag.AlignCenter, name)

    def _side_names(self) -> tuple[str, str]:
        assert self._threshold is not None  # noqa: S101 (drawn only with a line)
        edge = self._threshold.upper_of_lower_side
        lower = self._threshold.yes if self._threshold.holds(edge) else self._threshold.no
        upper = self._threshold.yes if self._threshold.holds(edge + 1) else self._threshold.no
        return lower, upper

    def _plan(self, width: int) -> _Plan:
        px, count = theme().px, len(self._chips)
        cut = self._cut_index()
        out = px(OUT) + 1
        gaps = px(GAP) * (count - 1) + (px(CUT_GAP - GAP) if cut is not None else 0)
        each = (width - 2 * out - gaps) / count
        for kind, padding in ((Type.SMALL, 12), (Type.CAPTION, 8)):
            if each >= max(chip.words_width(kind) for chip in self._chips) + px(padding):
                return replace(self._side_by_side(each, out, cut), words=kind)
        return self._below_each_other(width, out, cut)

    def _side_by_side(self, each: float, out: int, cut: int | None) -> _Plan:
        px = theme().px
        top = px(ABOVE if cut is not None else OUT + 2)
        boxes, x, line = [], float(out), QRect()
        for place in range(len(self._chips)):
            if place:
                x += px(CUT_GAP) if place == cut else px(GAP)
            if place == cut:
                wide = max(2, px(2))
                at = round(x - px(CUT_GAP) / 2 - wide / 2)
                line = QRect(at, 0, wide, top + px(CHIP_HEIGHT + BELOW))
            boxes.append(QRect(round(x), top, round(x + each) - round(x), px(CHIP_HEIGHT)))
            x += each
        below = px(BELOW) if cut is not None else px(OUT + 2)
        return _Plan(tuple(boxes), line, top + px(CHIP_HEIGHT) + below, stacked=False)

    def _below_each_other(self, width: int, out: int, cut: int | None) -> _Plan:
        px = theme().px
        boxes, y, line = [], px(OUT + 2), QRect()
        for place in range(len(self._chips)):
            if place:
                y += px(STACKED_CUT) if place == cut else px(GAP)
            if place == cut:
                line = QRect(0, y - px(STACKED_CUT) // 2 - 1, width, max(2, px(2)))
            boxes.append(QRect(out, y, width - 2 * out, px(ROW_HEIGHT)))
            y += px(ROW_HEIGHT)
        return _Plan(tuple(boxes), line, y + px(OUT + 2), stacked=True)

    def _cut_index(self) -> int | None:
        if self._threshold is None:
            return None
        edge = self._threshold.upper_of_lower_side
        above = (i for i, chip in enumerate(self._chips) if chip.level.value > edge)
        return next(above, None) or None

    def _author_runs(self) -> list[tuple[int, int]]:
        places = {chip.level.value: place for place, chip in enumerate(self._chips)}
        return [
            (places[low], places[high])
            for low, high in self._author.runs()
            if low in places and high in places
        ]

    def _place(self) -> None:
        plan = self._plan(self.width())
        for chip, box in zip(self._chips, plan.chips, strict=True):
            chip.set_shape(stacked=plan.stacked, words=plan.words)
            chip.setGeometry(self._turned(box))
        self.update()

    def _turned(self, box: QRect) -> QRect:
        if self.layoutDirection() is Qt.LayoutDirection.LeftToRight:
            return box
        return QRect(self.width() - box.x() - box.width(), box.y(), box.width(), box.height())

    def _pressed(self, chip: LevelChip) -> None:
        self._keep_one_tab_stop(chip)
        self.toggled.emit(chip.level.value)

    def _move(self, step: int) -> None:
        here = next((i for i, chip in enumerate(self._chips) if chip.hasFocus()), 0)
        target = self._chips[(here + step) % len(self._chips)]
        self._keep_one_tab_stop(target)
        target.setFocus(Qt.FocusReason.OtherFocusReason)

    def _keep_one_tab_stop(self, entry: LevelChip) -> None:
        for chip in self._chips:
            here = chip is entry
            chip.setFocusPolicy(Qt.FocusPolicy.StrongFocus if here else Qt.FocusPolicy.ClickFocus)
