"""Python's rubbish is collected on the GUI thread alone, as long as there is another."""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

_EVERY_MS = 500


class Sweeping(QObject):
    """Takes over the garbage collector until it is ended.

    By itself the collector runs on whichever thread makes the next object. On the service thread
    it would there and then destroy what the screens have let go of: timers that must be stopped
    on the thread they ran on, and objects Qt is just delivering an event to.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.disable()
        self._timer = QTimer(self)
        self._timer.timeout.connect(_sweep)
        self._timer.start(_EVERY_MS)

    def end(self) -> None:
        """Give the collector its own ways back."""
        self._timer.stop()
        gc.enable()


def _sweep() -> None:
    """Collect what the collector would have collected by now."""
    oldest = None
    for generation, (count, limit) in enumerate(
        zip(gc.get_count(), gc.get_threshold(), strict=True)
    ):
        if count > limit:
            oldest = generation
    if oldest is not None:
        gc.collect(oldest)
