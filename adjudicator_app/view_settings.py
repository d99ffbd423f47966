"""What the window remembers: text size, language, keys, place, last folder; and its sheets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QByteArray, QObject, Signal
from PySide6.QtWidgets import QWidget

from adjudicator_app.presenters.guideline import GuidelinePresenter
from adjudicator_app.presenters.keys import keys
from adjudicator_app.settings import TEXT_SCALES, load_settings, save_settings
from adjudicator_app.translation import Speech, system_language
from adjudicator_app.widgets.dialogs import SettingsDialog
from adjudicator_app.widgets.keys_dialog import ChangeKeysDialog, KeysDialog
from adjudicator_app.widgets.main_window import MainWindow
from adjudicator_app.widgets.sheet import Sheet
from adjudicator_app.widgets.theme import Theme


class ViewSettings(QObject):
    """Applies the remembered settings and keeps them when they change.

    Signals
    -------
    language_changed
        Another language is on: what is shown is still in the one before.
    """

    language_changed = Signal()

    def __init__(self, data: Path, window: MainWindow, theme: Theme, speech: Speech) -> None:
        super().__init__(window)
        self._data = data
        self._window = window
        self._theme = theme
        self.speech = speech
        self._settings = load_settings(data)
        speech.speak(self._settings.language or system_language())
        self.sheet: Sheet | None = None
        # What was open when another language came on.
        self._before: Sheet | None = None
        keys().take(self._settings.keys)
        keys().changed.connect(self._keep_keys)
        # What other parts of the program add to the settings.
        self.sections: list[Callable[[], QWidget]] = []
        theme.set_text_scale(self._settings.text_scale / 100)
        place = self._settings.geometry.encode("ascii", "ignore")
        window.restoreGeometry(QByteArray.fromHex(place))
        window.close_wanted.connect(self._remember_place)

    def fit_first_window(self) -> None:
        """Fit the window to the screen when it has no place of its own yet."""
        if not self._settings.geometry:
            self._window.fit_screen()

    @property
    def folder(self) -> str:
        """The folder a file was last opened from or saved to."""
        return self._settings.folder or str(Path.home())

    def remember_folder(self, file: Path) -> None:
        """Keep the folder of a file."""
        self._keep(folder=str(file.parent))

    def join_guideline(self, guideline: GuidelinePresenter) -> None:
        """Show guideline pages in the size they were last read in, and remember it."""
        guideline.zoom = self._settings.guideline_zoom
        guideline.zoom_changed.connect(lambda percent: self._keep(guideline_zoom=percent))

    def step_scale(self, step: int) -> None:
        """Make text larger (1), smaller (-1), or as usual (0)."""
        at = TEXT_SCALES.index(self._settings.text_scale)
        wanted = min(max(0, at + step), len(TEXT_SCALES) - 1) if step else 0
        self.set_scale(TEXT_SCALES[wanted])

    def set_scale(self, percent: int) -> None:
        """Set the text size in percent."""
        self._keep(text_scale=percent)
        self._theme.set_text_scale(percent / 100)

    @property
    def language(self) -> str:
        """The language that is on."""
        return self.speech.language

    def set_language(self, language: str) -> None:
        """Turn another language on, and keep the choice."""
        self._keep(language=language)
        if language == self.language:
            return
        self.speech.speak(language)
        self._before = self.sheet
        self.language_changed.emit()

    def show_settings_again(self) -> None:
        """Show the settings in the language that is on now, if they are shown in another."""
        sheet = self.sheet
        if isinstance(sheet, SettingsDialog) and sheet is self._before and sheet.isVisible():
            sheet.close()
            self.show_settings()

    def show_settings(self) -> None:
        """Show the settings."""
        sheet = SettingsDialog(
            self._settings.text_scale, self.language, str(self._data), self._window
        )
        sheet.scale_chosen.connect(self.set_scale)
        sheet.language_chosen.connect(self.set_language)
        sheet.keys_asked.connect(self.change_keys)
        for make in self.sections:
            sheet.body.add(make())
        self._open(sheet)

    def show_keys(self) -> None:
        """Show the keys."""
        if self.sheet is None or not self.sheet.isVisible():
            sheet = KeysDialog(self._window)
            sheet.change_asked.connect(self.change_keys)
            self._open(sheet)

    def change_keys(self) -> None:
        """Let her give commands other keys."""
        if self.sheet is not None:
            self.sheet.close()
        self._open(ChangeKeysDialog(self._window))

    def _open(self, sheet: Sheet) -> None:
        if self.sheet is not None:
            # Closed, it would take part in every change of the theme.
            self.sheet.deleteLater()
        self.sheet = sheet
        sheet.open()

    def _keep_keys(self) -> None:
        self._keep(keys=keys().own)

    def _remember_place(self) -> None:
        place = self._window.saveGeometry().toHex().data()
        self._keep(geometry=bytes(place).decode("ascii"))

    def _keep(self, **changes: object) -> None:
        self._settings = replace(self._settings, **changes)  # type: ignore[arg-type]
        save_settings(self._data, self._settings)
