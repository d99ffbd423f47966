"""A button that belongs to a group: the arrow keys move within the group, not to the next stop."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton

ARROWS = {
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_Down: 1,
}
SIDEWAYS = (Qt.Key.Key_Left, Qt.Key.Key_Right)
HARMLESS = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier


class GroupButton(QAbstractButton):
    """Leaves arrow keys to its group."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Hand arrows up; Space and the like press it."""
        if event.key() in ARROWS:
            event.ignore()
            return
        super().keyPressEvent(event)


def arrow_step(event: QKeyEvent, direction: Qt.LayoutDirection) -> int:
    """Return 1 or -1 for a plain arrow key in reading order, 0 for anything else."""
    key = Qt.Key(event.key())
    if key not in ARROWS or event.modifiers() & ~HARMLESS:
        return 0
    turned = key in SIDEWAYS and direction is Qt.LayoutDirection.RightToLeft
    return -ARROWS[key] if turned else ARROWS[key]
