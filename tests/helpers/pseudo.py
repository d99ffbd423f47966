"""A language nobody speaks: every sentence in brackets and two fifths longer."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTranslator

# How parts are joined is no sentence; nor is the code of the language.
_JOINTS = ("{first}", "en")
LONGER = " éöüî"


class PseudoTranslator(QTranslator):
    """Answers every message with itself, bracketed and lengthened."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.asked: set[str] = set()

    def isEmpty(self) -> bool:
        return False

    def translate(
        self, context: str, text: str, disambiguation: str | None = None, n: int = -1
    ) -> str:
        self.asked.add(text)
        if not text.strip() or text.startswith(_JOINTS):
            return text
        return f"[{text}{LONGER * max(1, round(len(text) * 0.4 / len(LONGER)))}]"
