"""The program as it starts, and the instant of its first painting."""

from __future__ import annotations

import sys
from pathlib import Path
from time import perf_counter


def main() -> None:
    """Start the program as its command does; print the clock once the window is painted."""
    from PySide6.QtCore import QEvent, QObject, QTimer
    from PySide6.QtWidgets import QApplication

    from adjudicator_app.app import Desktop
    from fairmed_core.clock import SystemClock

    class First(QObject):
        def __init__(self, window: QObject) -> None:
            super().__init__(window)
            self.painted = QTimer(self, singleShot=True, interval=0)
            self.painted.timeout.connect(self.tell)

        def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
            if event.type() is QEvent.Type.UpdateRequest:
                self.painted.start()
            return False

        def tell(self) -> None:
            print(perf_counter(), flush=True)
            QApplication.exit(0)

    qt = QApplication(["start"])
    desktop = Desktop(qt, data=Path(sys.argv[1]), clock=SystemClock())
    desktop.troubles.watch()
    first = First(desktop.window)
    desktop.window.installEventFilter(first)
    desktop.start()
    desktop.preparing.begin()
    qt.exec()
    desktop.leaving.end()
