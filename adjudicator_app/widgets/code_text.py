"""Pseudonyms and codes, in letters of equal width that are easy to read aloud."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QPalette
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from adjudicator_app.widgets.colours import Tone
from adjudicator_app.widgets.theme import theme


class CodeText(QLabel):
    """A code that can be selected and copied."""

    def __init__(
        self,
        text: str = "",
        *,
        size: int = 14,
        tone: Tone = Tone.TEXT,
        wrap: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._size, self._tone = size, tone
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(wrap)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        # A code reads from left to right in every language.
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        if QGuiApplication.layoutDirection() is Qt.LayoutDirection.RightToLeft:
            # It stands where lines begin all the same.
            self.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self.restyle()
        self.say(text)

    def say(self, text: str) -> None:
        """Show a code; screen readers spell it."""
        self.setText(text)
        self.setAccessibleName(" ".join(text))

    def restyle(self) -> None:
        """Take font and colour of the theme."""
        self.setFont(theme().monospace(self._size))
        palette = self.palette()
        palette.setColor(QPalette.ColorRole.WindowText, self._tone.of(theme().colours))
        self.setPalette(palette)
