"""The few dialogs: trouble, settings, and leaving with something unsaved."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QApplication, QTextEdit, QWidget

from adjudicator_app.settings import TEXT_SCALES
from adjudicator_app.widgets.buttons import Button, Look
from adjudicator_app.widgets.code_text import CodeText
from adjudicator_app.widgets.colours import Tone
from adjudicator_app.widgets.form import FormField, Select
from adjudicator_app.widgets.layouts import STRETCH, row
from adjudicator_app.widgets.picture import Picture
from adjudicator_app.widgets.sheet import Sheet
from adjudicator_app.widgets.stylesheet import Native, dress
from adjudicator_app.widgets.text import Text
from adjudicator_app.widgets.theme import Type, Weight, theme
from fairmed_core.words.catalogue import LANGUAGES


class TroubleDialog(Sheet):
    """What happened, what is safe, what next; a report to copy, folded."""

    def __init__(
        self, sentence: str, next_step: str, report: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(sentence, parent)
        head = row(gap=12).add(Picture("warning", Tone.DANGER, size=20), Text(next_step))
        head.setStretch(1, 1)
        self.body.add(head)
        self.report = QTextEdit()
        self.report.setPlainText(report)
        self.report.setReadOnly(True)
        self.report.setAccessibleName(self.tr("Report"))
        self.report.hide()
        self.restyle()
        self.fold = Button(self.tr("Details"), Look.PLAIN, icon="chevron_right")
        self.copy = Button(self.tr("Copy the report"), compact=True)
        self.copy.hide()
        self.fold.setVisible(bool(report))
        self.body.add(row(gap=12).add(self.fold, self.copy, STRETCH), self.report)
        self.fold.clicked.connect(self._unfold)
        self.copy.clicked.connect(self._copy)
        self.close_button = self.add_button(self.tr("Close"), Look.PRIMARY, self.accept)
        self.close_button.setFocus()

    def restyle(self) -> None:
        """Take the look of the theme."""
        dress(self.report, Native.TEXT)
        self.report.setFont(theme().monospace(12))
        self.report.setMinimumHeight(theme().px(160))

    def _unfold(self) -> None:
        unfolded = self.report.isHidden()
        self.report.setVisible(unfolded)
        self.copy.setVisible(unfolded)
        self.fold.set_icon("chevron_down" if unfolded else "chevron_right")

    def _copy(self) -> None:
        QApplication.clipboard().setText(self.report.toPlainText())
        self.copy.setText(self.tr("Copied"))


class UnsavedDialog(Sheet):
    """Something could not be saved, and she wants to leave."""

    def __init__(self, why: str, parent: QWidget | None = None) -> None:
        super().__init__(QApplication.translate("UnsavedDialog", "Not everything is saved"), parent)
        self.body.add(
            Text(why),
            Text(
                self.tr("Stay, and the program keeps trying. Leave, and your last change is lost."),
                tone=Tone.TEXT2,
            ),
        )
        self.leave = self.add_button(self.tr("Leave"), Look.DANGER, self.accept)
        self.stay = self.add_button(self.tr("Stay"), Look.PRIMARY, self.reject)
        self.stay.setFocus()


class SettingsDialog(Sheet):
    """Text size, language, keys, and where her work is kept.

    Signals
    -------
    scale_chosen
        Text size in percent.
    language_chosen
        A code of `LANGUAGES`.
    keys_asked
        She wants other keys.
    """

    scale_chosen = Signal(int)
    language_chosen = Signal(str)
    keys_asked = Signal()

    def __init__(
        self, scale: int, language: str, folder: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(QApplication.translate("SettingsDialog", "Settings"), parent)
        options = [(str(percent), f"{percent} %") for percent in TEXT_SCALES]
        self.scale = Select(options, "")
        self.scale.choose(str(scale))
        self.scale.currentIndexChanged.connect(
            lambda _: self.scale_chosen.emit(int(self.scale.code))
        )
        self.language = Select(LANGUAGES.items(), "")
        self.language.choose(language)
        self.language.currentIndexChanged.connect(
            lambda _: self.language_chosen.emit(self.language.code)
        )
        self.keys = Button(self.tr("Change shortcuts"), compact=True)
        self.keys.clicked.connect(self.keys_asked)
        kept = CodeText(folder, size=12, wrap=True)
        kept.setAccessibleName(folder)
        self.body.add(
            FormField(
                self.tr("Text size"),
                self.scale,
                hint=self.tr(
                    "Colours follow those of your computer, light, dark or high contrast."
                ),
            ),
            FormField(
                self.tr("Language"),
                self.language,
                hint=self.tr("The texts of a study stay in the language it was written in."),
            ),
            row().add(self.keys, STRETCH),
            Text(self.tr("Your key and your studies are kept in"), Type.SMALL, Weight.SEMIBOLD),
            kept,
            Text(
                self.tr("Removing the program leaves this folder as it is."),
                Type.CAPTION,
                tone=Tone.TEXT2,
            ),
        )
        self.add_button(self.tr("Close"), Look.PRIMARY, self.accept).setFocus()
