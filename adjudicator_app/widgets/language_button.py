"""The button that names the language and lets her choose another."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Signal
from PySide6.QtWidgets import QWidget

from adjudicator_app.widgets.buttons import Button, Look
from adjudicator_app.widgets.menu import Menu
from fairmed_core.words.catalogue import LANGUAGES


class LanguageButton(Button):
    """Names the language that is on, in that language; pressed, lists all of them.

    Signals
    -------
    language_chosen
        A code of `LANGUAGES`.
    """

    language_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", Look.PLAIN, icon="globe", parent=parent)
        self.menu = Menu(self)
        for code, name in LANGUAGES.items():
            action = self.menu.addAction(name)
            action.setData(code)
        self.menu.triggered.connect(lambda action: self.language_chosen.emit(action.data()))
        self.clicked.connect(self._ask)

    def show_language(self, code: str) -> None:
        """Name a language."""
        self.setText(LANGUAGES[code])
        self.setAccessibleName(self.tr("Language: {name}").format(name=LANGUAGES[code]))

    def _ask(self) -> None:
        self.menu.popup(self.mapToGlobal(QPoint(0, self.height())))
