"""A whole number with steppers: digits only, so that "1,5" can never be read as 15."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRegularExpression, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QRegularExpressionValidator, QResizeEvent
from PySide6.QtWidgets import QLineEdit, QSizePolicy, QWidget

from adjudicator_app.widgets.buttons import IconButton
from adjudicator_app.widgets.fields import is_undo_key
from adjudicator_app.widgets.stylesheet import Native, dress
from adjudicator_app.widgets.theme import Type, Weight, theme

_STEPS = {
    Qt.Key.Key_Up: 1,
    Qt.Key.Key_Down: -1,
    Qt.Key.Key_PageUp: 7,
    Qt.Key.Key_PageDown: -7,
}


_DIGITS = frozenset("0123456789")


class NumberBox(QLineEdit):
    """A number field.

    Signals
    -------
    number_typed
        A number while it is being typed; more digits may follow.
    number_set
        A number that is meant: by stepper, arrow key, Enter or on leaving.
    refused
        Something else than a digit was typed. What follows it is refused as well, so that "1,5"
        never becomes 15, until she moves, deletes or leaves.
    """

    number_typed = Signal(int)
    number_set = Signal(int)
    refused = Signal()

    def __init__(self, name: str, *, least: int, most: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._broken_off = False
        self._digits = QRegularExpressionValidator(self)
        self.setValidator(self._digits)
        self.set_limits(least, most)
        self.setProperty("compact", True)
        self.setAccessibleName(name)
        self.setInputMethodHints(Qt.InputMethodHint.ImhDigitsOnly)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._more = IconButton("chevron_up", self.tr("One more"), size=16, parent=self)
        self._fewer = IconButton("chevron_down", self.tr("One less"), size=16, parent=self)
        for button, step in ((self._more, 1), (self._fewer, -1)):
            # The arrow keys do the same; a stop of the Tab key for each would be too many.
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            button.setCursor(Qt.CursorShape.ArrowCursor)
            button.clicked.connect(lambda _checked=False, by=step: self._step(by))
        self.selectionChanged.connect(self._begin_anew)
        self.cursorPositionChanged.connect(self._begin_anew)
        self.textEdited.connect(self._typed)
        self.editingFinished.connect(self._finished)
        self.restyle()

    def set_limits(self, least: int, most: int) -> None:
        """Take numbers of another range; `show_number` follows."""
        self._least, self._most, self._shown = least, most, least
        self._broken_off = False
        digits = len(str(most))
        self._digits.setRegularExpression(QRegularExpression(f"[0-9]{{0,{digits}}}"))
        self.updateGeometry()

    @property
    def number(self) -> int:
        """The number shown, or the last one while the field is empty."""
        return int(self.text()) if self.text() else self._shown

    def show_number(self, number: int) -> None:
        """Show a number; what is being typed is left alone while it means the same."""
        self._shown = number
        if not (self.hasFocus() and self.text() and int(self.text()) == number):
            self.setText(str(number))

    def restyle(self) -> None:
        """Take the font of the present scale."""
        dress(self, Native.LINE)
        self.setFont(theme().font(Type.BODY, Weight.SEMIBOLD))
        end = theme().px(20)
        rtl = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        self.setTextMargins(end if rtl else 0, 0, 0 if rtl else end, 0)
        self.updateGeometry()
        self._place()

    def sizeHint(self) -> QSize:
        """Return room for the longest number and the steppers."""
        widest = self.fontMetrics().horizontalAdvance("0" * len(str(self._most)))
        return QSize(widest + theme().px(2 * 12 + 26), theme().px(36))

    def minimumSizeHint(self) -> QSize:
        """Numbers are never cut."""
        return self.sizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the steppers at the end."""
        super().resizeEvent(event)
        self._place()

    def event(self, event: QEvent) -> bool:
        """Leave undo and redo to the screen."""
        if event.type() is QEvent.Type.ShortcutOverride and is_undo_key(event):
            event.ignore()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Step by arrow and page keys."""
        step = _STEPS.get(Qt.Key(event.key()), 0)
        if step and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            self._step(step)
            return
        if is_undo_key(event):
            event.ignore()
            return
        if self._is_refused(event):
            event.accept()
            return
        super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Begin a new number."""
        self._begin_anew()
        super().focusInEvent(event)

    def _begin_anew(self) -> None:
        self._broken_off = False

    def _is_refused(self, event: QKeyEvent) -> bool:
        command = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.MetaModifier
        text = event.text()
        if not text.isprintable() or not text or event.modifiers() & command:
            self._broken_off = False
            return False
        if text not in _DIGITS and not self._broken_off:
            self._broken_off = True
            self.refused.emit()
        return self._broken_off

    def _step(self, by: int) -> None:
        self._set(self.number + by)

    def _set(self, number: int) -> None:
        kept = min(self._most, max(self._least, number))
        self.setText(str(kept))
        self.number_set.emit(kept)

    def _typed(self, text: str) -> None:
        if text:
            self.number_typed.emit(min(self._most, int(text)))

    def _finished(self) -> None:
        if not self.text():
            self.setText(str(self._shown))
        elif int(self.text()) != self._shown:
            self._set(int(self.text()))

    def _place(self) -> None:
        wide, high = theme().px(24), self.height() // 2 - 2
        rtl = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        x = theme().px(4) if rtl else self.width() - wide - theme().px(4)
        self._more.setGeometry(x, 2, wide, high)
        self._fewer.setGeometry(x, self.height() // 2, wide, high)
