"""A button that shows the keys of a command and, once pressed, listens for others."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence

from adjudicator_app.widgets.buttons import Button

_HELD = (
    Qt.Key.Key_Control, Qt.Key.Key_Shift, Qt.Key.Key_Alt, Qt.Key.Key_AltGr, Qt.Key.Key_Meta,
    Qt.Key.Key_CapsLock, Qt.Key.Key_NumLock, Qt.Key.Key_unknown,
)  # fmt: skip
_COUNTED = (
    Qt.KeyboardModifier.ControlModifier
    | Qt.KeyboardModifier.ShiftModifier
    | Qt.KeyboardModifier.AltModifier
    | Qt.KeyboardModifier.MetaModifier
)


class KeyRecorder(Button):
    """Keys to press, and to change.

    Signals
    -------
    started
        It listens.
    recorded
        The `QKeySequence` that was pressed.
    """

    started = Signal()
    recorded = Signal(object)
    _listens = False

    def __init__(self, command: str) -> None:
        super().__init__("", compact=True, least_width=176)
        self._command, self._shown = command, ""
        self.clicked.connect(self._start)

    def show_keys(self, shown: str) -> None:
        """Show the keys of the command."""
        self._shown = shown
        self._stop()

    def event(self, event: QEvent) -> bool:
        """Keep every key from everything else while it listens."""
        heard = (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride)
        if self._listens and isinstance(event, QKeyEvent) and event.type() in heard:
            event.accept()
            if event.type() is QEvent.Type.KeyPress and not event.isAutoRepeat():
                self._hear(event)
            return True
        return super().event(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Listen no longer."""
        super().focusOutEvent(event)
        self._stop()

    def _start(self) -> None:
        self._listens = True
        self.setText(self.tr("Press the new keys"))
        self.started.emit()

    def _hear(self, event: QKeyEvent) -> None:
        if event.key() in _HELD:
            return
        self._stop()
        held = event.modifiers() & _COUNTED
        if event.key() != Qt.Key.Key_Escape or held:
            self.recorded.emit(QKeySequence(held.value | event.key()))

    def _stop(self) -> None:
        self._listens = False
        self.setText(self._shown)
        self.setAccessibleName(
            self.tr("{command}: {keys}").format(command=self._command, keys=self._shown)
        )
