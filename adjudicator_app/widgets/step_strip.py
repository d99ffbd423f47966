"""The steps of an episode with the present one lit; they wrap where one line is too narrow."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from adjudicator_app.widgets.paint import draw_box
from adjudicator_app.widgets.theme import Type, Weight, theme
from fairmed_core.domain.action_space import Step
from fairmed_core.words.sentences import STEPS

PILL, PAD, GAP = 24, 10, 8


class StepStrip(QWidget):
    """Triage · Order · Results · Reassess · Prescribe · Document."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._present = Step.TRIAGE
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.show_step(Step.TRIAGE)

    def show_step(self, present: Step) -> None:
        """Light a step."""
        self._present = present
        self.setAccessibleName(
            self.tr("Step {number} of {total}: {name}").format(
                number=present.position + 1, total=len(Step), name=self.tr(STEPS[present.value])
            )
        )
        self.updateGeometry()
        self.update()

    def restyle(self) -> None:
        """Take the sizes of the present scale."""
        self.updateGeometry()
        self.update()

    def hasHeightForWidth(self) -> bool:
        """It wraps."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height at a width."""
        return self._boxes(width)[-1].bottom() + 1

    def sizeHint(self) -> QSize:
        """Return the size on one line."""
        return QSize(theme().px(384), theme().px(PILL))

    def minimumSizeHint(self) -> QSize:
        """Never narrower than the longest step."""
        return QSize(max(box.width() for box in self._boxes(1)), theme().px(PILL))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the names, the dots between them, and the pill of the present one."""
        painter, colours, px = QPainter(self), theme().colours, theme().px
        boxes = self._boxes(self.width())
        for place, (step, box) in enumerate(zip(Step, boxes, strict=True)):
            here = step is self._present
            at = self._turned(box)
            if here:
                draw_box(painter, at, fill=colours.selected, edge=colours.accent, radius=12)
            painter.setFont(self._font(strong=here))
            painter.setPen(colours.selected_text if here else colours.text2)
            painter.drawText(at, Qt.AlignmentFlag.AlignCenter, self.tr(STEPS[step.value]))
            follows = place + 1 < len(boxes) and boxes[place + 1].y() == box.y()
            if follows:
                middle = (box.right() + boxes[place + 1].left()) // 2
                dot = QRect(middle - px(4), box.y(), px(8), box.height())
                painter.setPen(colours.text2)
                painter.drawText(self._turned(dot), Qt.AlignmentFlag.AlignCenter, "·")

    def _boxes(self, width: int) -> list[QRect]:
        px = theme().px
        boxes, x, y = [], 0, 0
        widths = [self._step_width(step) for step in Step]
        # On one line the names spread over the whole width, as wide apart as they may.
        spare = (width - sum(widths)) // (len(widths) - 1)
        gap = min(px(24), spare) if spare >= px(GAP) else px(GAP)
        for wide in widths:
            if x and x + wide > width:
                x, y = 0, y + px(PILL + 4)
            boxes.append(QRect(x, y, wide, px(PILL)))
            x += wide + gap
        return boxes

    def _step_width(self, step: Step) -> int:
        here = step is self._present
        weight = Weight.SEMIBOLD if here else Weight.MEDIUM
        words = theme().advance(self.tr(STEPS[step.value]), Type.CAPTION, weight)
        return words + 2 + (2 * theme().px(PAD) if here else 0)

    @staticmethod
    def _font(*, strong: bool) -> QFont:
        return theme().font(Type.CAPTION, Weight.SEMIBOLD if strong else Weight.MEDIUM)

    def _turned(self, box: QRect) -> QRect:
        if self.layoutDirection() is Qt.LayoutDirection.LeftToRight:
            return box
        return QRect(self.width() - box.x() - box.width(), box.y(), box.width(), box.height())
