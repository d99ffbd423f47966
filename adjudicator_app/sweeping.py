"""Python's rubbish is collected on the GUI thread alone, as long as there is another."""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

_EVERY_MS = 500
# So many objects since the last time are a study that was opened, or a library that was loaded.
# To go over them would hold the window up.
_MANY = 50_000
_ALL = 2


class Sweeping(QObject):
    """Takes over the garbage collector until it is ended.

    By itself the collector runs on whichever thread makes the next object. On the service thread
    it would there and then destroy what the screens have let go of: timers that must be stopped
    on the thread they ran on, and objects Qt is just delivering an event to.

    It would also go over everything that has lived for long, a quarter of a second with a large
    study open. So what a sweep over all has left is not looked at again until the end: it is
    freed as ever when nothing refers to it, and only rings of objects that fall out of use later
    stay, the few of a screen or a study that was closed.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.disable()
        gc.freeze()
        self._made = 0
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._sweep)
        self._timer.start(_EVERY_MS)

    def end(self) -> None:
        """Give the collector its own ways back, and all there is to look at."""
        self._timer.stop()
        gc.unfreeze()
        gc.enable()

    def _sweep(self) -> None:
        """Collect what the collector would have collected by now."""
        # Counted by the collector itself: a list of the objects would hold those of the other
        # thread.
        counts = gc.get_count()
        if self._made + counts[0] > _MANY:
            gc.freeze()
            self._made = 0
            return
        oldest = None
        for generation, (count, limit) in enumerate(zip(counts, gc.get_threshold(), strict=True)):
            if count > limit:
                oldest = generation
        if oldest is None:
            return
        gc.collect(oldest)
        self._made += counts[0]
        if oldest == _ALL:
            gc.freeze()
            self._made = 0
