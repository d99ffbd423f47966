"""Shortcuts that follow the keys of their command."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QShortcut
from PySide6.QtWidgets import QWidget

from adjudicator_app.presenters.keys import keys


class CommandKeys(QShortcut):
    """The keys of a command; `window` says whether the whole window listens or one screen."""

    def __init__(
        self,
        command: str,
        listener: QWidget,
        then: Callable[[], object],
        *,
        window: bool = False,
        repeat: bool = False,
    ) -> None:
        super().__init__(listener)
        self._command = command
        if not window:
            self.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self.setAutoRepeat(repeat)
        self.activated.connect(then)
        keys().changed.connect(self._take)
        self._take()

    def _take(self) -> None:
        self.setKeys(keys().of(self._command))
