"""Form fields: a label above, the control, and what is wrong or helpful below."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QComboBox, QLineEdit, QSizePolicy, QWidget

from adjudicator_app.widgets.colours import Tone
from adjudicator_app.widgets.icons import paint_icon
from adjudicator_app.widgets.layouts import STRETCH, column, row
from adjudicator_app.widgets.stylesheet import Native, dress
from adjudicator_app.widgets.text import Text
from adjudicator_app.widgets.theme import Type, Weight, theme


class FormField(QWidget):
    """A labelled control; `tell` puts a sentence under it, in red when something is wrong."""

    def __init__(
        self,
        label: str,
        control: QWidget,
        *,
        optional: bool = False,
        hint: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.control = control
        self._hint = hint
        self._wrong = False
        self._told = Text(hint, Type.CAPTION, tone=Tone.TEXT2)
        if not hint:
            self._told.hide()
        heading = row(gap=8).add(Text(label, Type.SMALL, Weight.SEMIBOLD, wrap=False))
        if optional:
            heading.add(Text(self.tr("optional"), Type.CAPTION, tone=Tone.TEXT2, wrap=False))
        heading.add(STRETCH)
        column(self, gap=4).add(heading, control, self._told)
        self._label = f"{label}, {self.tr('optional')}" if optional else label
        control.setAccessibleName(self._label)
        control.setAccessibleDescription(hint)
        self.setFocusProxy(control)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)

    @property
    def told(self) -> str:
        """The sentence under the control."""
        return self._told.text() if self._told.isVisibleTo(self) else ""

    def tell(self, text: str = "", *, wrong: bool = False) -> None:
        """Show a sentence under the control, or its hint again."""
        self._told.say(text or self._hint)
        self._told.set_tone(Tone.DANGER if wrong else Tone.TEXT2)
        self._told.setVisible(bool(text or self._hint))
        self.control.setAccessibleDescription(text or self._hint)
        if wrong != self._wrong:
            self._wrong = wrong
            mark_wrong(self.control, wrong)


def mark_wrong(control: QWidget, wrong: bool) -> None:  # noqa: FBT001 (the one thing it sets)
    """Give a control its red edge, or take it away."""
    control.setProperty("wrong", wrong)
    control.style().unpolish(control)
    control.style().polish(control)


class Entry(QLineEdit):
    """A line of text; letters in it are only text, whatever shortcut they are elsewhere."""

    def __init__(self, placeholder: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setPlaceholderText(placeholder)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        dress(self, Native.LINE)

    def restyle(self) -> None:
        """Take colours and the font of the present scale."""
        dress(self, Native.LINE)
        self.setFont(theme().font(Type.BODY))


class Select(QComboBox):
    """A choice from a list of codes with their labels; nothing is chosen at first."""

    def __init__(
        self, options: Iterable[tuple[str, str]], placeholder: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setPlaceholderText(placeholder)
        self.offer(options)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(8)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        dress(self, Native.CHOICE)

    def offer(self, options: Iterable[tuple[str, str]]) -> None:
        """Offer these codes with their labels; none is chosen."""
        self.clear()
        for code, label in options:
            self.addItem(label, code)
        self.setCurrentIndex(-1)

    @property
    def code(self) -> str:
        """The chosen code, or ""."""
        chosen = self.currentData()
        return chosen if isinstance(chosen, str) else ""

    def choose(self, code: str) -> None:
        """Choose by code."""
        self.setCurrentIndex(self.findData(code))

    def restyle(self) -> None:
        """Take colours and the font of the present scale."""
        dress(self, Native.CHOICE)
        self.setFont(theme().font(Type.BODY))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the box as the style sheet says, and our own arrow on it."""
        super().paintEvent(event)
        size = theme().px(16)
        rtl = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        box = QRect(theme().px(10), 0, size, self.height())
        left = box.left() if rtl else self.width() - box.right() - 1
        top = (self.height() - size) / 2
        paint_icon(QPainter(self), "chevron_down", theme().colours.text2, left, top, size)
