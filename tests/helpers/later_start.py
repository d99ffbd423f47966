"""A start that only takes its turn: `python -m tests.helpers.later_start DATA die|stay`."""

from __future__ import annotations

import os
import signal
import sys
import threading
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from adjudicator_app.one_window import OneWindow, Request, Turn


def main() -> None:
    """Print the turn; then `die` at once, or `stay` until standard input is closed."""
    data, what = Path(sys.argv[1]), sys.argv[2]
    app = QCoreApplication(sys.argv[:1])
    window = OneWindow(data)
    turn = window.take_turn(Request())
    sys.stdout.write(f"{turn.value}\n")
    sys.stdout.flush()
    if what == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    if turn is Turn.SHOW:
        threading.Thread(target=lambda: (sys.stdin.read(), app.quit()), daemon=True).start()
        app.exec()
        window.end()


if __name__ == "__main__":
    main()
