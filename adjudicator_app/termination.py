"""The end of a login as Unix tells it: a signal, and little time to keep what was typed."""

from __future__ import annotations

import os
import signal
import socket

from PySide6.QtCore import QObject, QSocketNotifier, Signal
from PySide6.QtWidgets import QApplication

_ENDS = ("SIGTERM", "SIGHUP", "SIGINT")


class Termination(QObject):
    """Turns the signals that end a program into one it can act on in its own time.

    Python runs a handler only once Qt hands control back to it, which it need not do for hours. So
    the interpreter writes to a socket at once, and Qt, which watches that, wakes up.

    Signals
    -------
    asked
        The program was told to end.
    """

    asked = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._near, self._far = socket.socketpair()
        self._near.setblocking(False)
        self._far.setblocking(False)
        self._bell = QSocketNotifier(self._near.fileno(), QSocketNotifier.Type.Read, self)
        self._bell.activated.connect(self._answer)
        signal.set_wakeup_fd(self._far.fileno(), warn_on_full_buffer=False)
        for name in _ENDS:
            signal.signal(getattr(signal, name), lambda *_: None)

    def _answer(self) -> None:
        self._near.recv(64)
        self.asked.emit()


def end_when_told(qt: QApplication) -> None:
    """Let the signals that end a program end this one the way its close box does.

    Only where programs are ended so: Windows asks through the session, which Qt tells by itself.
    """
    if os.name == "posix":
        # Not quit(), which asks the window first: whoever sends the signal does not wait.
        Termination(qt).asked.connect(lambda: qt.exit(0))
