"""The application as the system knows it: its name, its icon's name, and files handed to it."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication


class Program(QApplication):
    """The one application of a process.

    Parameters
    ----------
    arguments
        The name it was started under, and what Qt itself is to take from the command line.

    Signals
    -------
    file_asked
        Path of a file that was double-clicked while the program runs. Only macOS hands files over
        this way, the first one too; elsewhere the path is an argument of a new process.
    """

    file_asked = Signal(object)

    def __init__(self, arguments: Sequence[str]) -> None:
        super().__init__(arguments)
        self.setApplicationName("FairMed")
        self.setApplicationVersion(version("fairmed"))
        # Joins the window to its desktop entry: icon and name in docks and task switchers.
        self.setDesktopFileName("fairmed-adjudicator")

    def event(self, event: QEvent) -> bool:
        """Tell of a file handed over."""
        if isinstance(event, QFileOpenEvent) and event.file():
            self.file_asked.emit(Path(event.file()))
            return True
        return super().event(event)
