"""A segmented choice: one of a few answers, with letters that answer while it has the focus.

Use: ``group = ChoiceGroup("Question 1", [Option(Answer.YES, "Yes", key="Y"), ...])``; then
``group.choose(Answer.YES)`` (or None) without a signal, and ``group.chosen`` tells what the user
took. Tab enters once, arrows move, Space takes, a letter answers.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from adjudicator_app.widgets.group_button import HARMLESS, GroupButton, arrow_step
from adjudicator_app.widgets.icons import paint_icon
from adjudicator_app.widgets.layouts import row
from adjudicator_app.widgets.paint import draw_box
from adjudicator_app.widgets.theme import Type, Weight, theme


@dataclass(frozen=True)
class Option:
    """One answer: its value, its words, a letter that takes it, and an icon."""

    value: Hashable
    text: str
    key: str = ""
    icon: str = ""


class _Segment(GroupButton):
    """One option of a group."""

    def __init__(self, option: Option, group: ChoiceGroup, *, large: bool) -> None:
        super().__init__(group)
        self.option, self._large = option, large
        self._kind = Type.BODY if large else Type.SMALL
        self.outlined = False
        self.setText(option.text)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(
            QSizePolicy.Policy.Expanding if large else QSizePolicy.Policy.Minimum,
            QSizePolicy.Policy.Fixed,
        )
        self.restyle()

    def restyle(self) -> None:
        """Take the size of the present scale."""
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size with the stronger weight, so that choosing moves nothing."""
        px = theme().px
        width = self._words_width() + (px(24) if self.option.icon else 0)
        return QSize(width + 2 * px(16 if self._large else 9), px(40 if self._large else 32))

    def minimumSizeHint(self) -> QSize:
        """Options never cut their text; without room they do without their icon."""
        return QSize(self._words_width() + 2 * theme().px(9), self.sizeHint().height())

    def _words_width(self) -> int:
        return theme().advance(self.text(), self._kind, Weight.SEMIBOLD)

    def nextCheckState(self) -> None:
        """Leave the choice to the group: an answer taken twice stays."""

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the segment; the chosen one stands on its own ground inside a 2 px edge."""
        painter, colours, px = QPainter(self), theme().colours, theme().px
        chosen = self.isChecked()
        if chosen:
            draw_box(painter, self.rect(), fill=colours.selected, edge=colours.accent, width=2)
        elif self.underMouse() and self.isEnabled():
            draw_box(painter, self.rect().adjusted(2, 2, -2, -2), fill=colours.sunken, radius=4)
        if self.outlined:
            inner = self.rect().adjusted(3, 3, -3, -3)
            draw_box(painter, inner, edge=colours.text, width=1.5, radius=4, dashes=(3.2, 2.2))
        painter.setFont(self._font(strong=chosen))
        colour = colours.selected_text if chosen else colours.text
        painter.setPen(colour if self.isEnabled() else colours.text2)
        width = painter.fontMetrics().horizontalAdvance(self.text())
        roomy = self.width() >= self._words_width() + px(24) + 2 * px(9)
        icon = px(16) if self.option.icon and roomy else 0
        left = (self.width() - width - (icon + px(8) if icon else 0)) // 2
        rtl = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        if icon:
            at = self.width() - left - icon if rtl else left
            paint_icon(painter, self.option.icon, colour, at, (self.height() - icon) / 2, icon)
            left += icon + px(8)
        start = self.width() - left - width if rtl else left
        box = QRect(start, 0, width, self.height())
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, self.text())

    def _font(self, *, strong: bool) -> QFont:
        return theme().font(self._kind, Weight.SEMIBOLD if strong else Weight.REGULAR)


class ChoiceGroup(QWidget):
    """One choice among a few.

    Signals
    -------
    chosen
        The value the user took (also when it was taken before).
    """

    chosen = Signal(object)

    def __init__(
        self,
        name: str,
        options: Sequence[Option],
        *,
        large: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._large = large
        self.setSizePolicy(
            QSizePolicy.Policy.Preferred if large else QSizePolicy.Policy.Fixed,
            QSizePolicy.Policy.Fixed,
        )
        layout = row(self, gap=0)
        self._segments = [_Segment(option, self, large=large) for option in options]
        for segment in self._segments:
            segment.clicked.connect(lambda _checked=False, one=segment: self._take(one))
            layout.add(segment)
        self.rename(name)
        self.choose(None)

    def rename(self, name: str) -> None:
        """Let a screen reader say what the choice is about."""
        self.setAccessibleName(name)
        for segment in self._segments:
            segment.setAccessibleName(f"{name}: {segment.text()}")

    @property
    def value(self) -> Hashable | None:
        """The present choice."""
        return next((one.option.value for one in self._segments if one.isChecked()), None)

    def segment(self, value: Hashable) -> QAbstractButton:
        """Return the button of one option."""
        return next(one for one in self._segments if one.option.value == value)

    def choose(self, value: Hashable | None) -> None:
        """Show `value` as chosen; no signal."""
        for one in self._segments:
            # One of several is what a screen reader says of buttons that exclude each other; they
            # would refuse that none is chosen, though, which undo may come back to.
            one.setAutoExclusive(False)
            one.setChecked(one.option.value == value)
        for one in self._segments:
            one.setAutoExclusive(True)
        self._keep_one_tab_stop()
        self.update()

    def outline(self, value: Hashable | None) -> None:
        """Draw the author's dashed outline around an option, or around none."""
        for one in self._segments:
            one.outlined = one.option.value == value
            one.update()

    def setFocus(self, reason: Qt.FocusReason = Qt.FocusReason.OtherFocusReason) -> None:
        """Focus the chosen option, else the first."""
        self._entry().setFocus(reason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move by arrows, answer by letter; keys with Ctrl, Alt or AltGr are left alone."""
        plain = not (event.modifiers() & ~HARMLESS)
        step = arrow_step(event, self.layoutDirection())
        if step:
            self._move(step)
            return
        letter = event.text().upper()
        if plain and letter:
            for one in self._segments:
                if one.option.key == letter and one.isEnabled():
                    one.setFocus(Qt.FocusReason.ShortcutFocusReason)
                    self._take(one)
                    return
        super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the common box and the lines between options that are not chosen."""
        painter, colours = QPainter(self), theme().colours
        draw_box(painter, self.rect(), fill=colours.surface, edge=colours.strong)
        painter.setPen(colours.line)
        inset = theme().px(8)
        for left, right in zip(self._segments, self._segments[1:], strict=False):
            if not left.isChecked() and not right.isChecked():
                x = max(left.x(), right.x())
                painter.drawLine(x, inset, x, self.height() - inset)

    def restyle(self) -> None:
        """Take the size of the present scale."""
        self.updateGeometry()

    def _take(self, segment: _Segment) -> None:
        self.choose(segment.option.value)
        self.chosen.emit(segment.option.value)

    def _entry(self) -> _Segment:
        return next((one for one in self._segments if one.isChecked()), self._segments[0])

    def _keep_one_tab_stop(self) -> None:
        entry = self._entry()
        for one in self._segments:
            policy = Qt.FocusPolicy.StrongFocus if one is entry else Qt.FocusPolicy.ClickFocus
            one.setFocusPolicy(policy)

    def _move(self, step: int) -> None:
        here = next((i for i, one in enumerate(self._segments) if one.hasFocus()), 0)
        target = self._segments[(here + step) % len(self._segments)]
        target.setFocus(Qt.FocusReason.OtherFocusReason)
