"""The way from a clause to its page: the button, what is known of the file, what went wrong."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from adjudicator_app.presenters.guideline import GuidelinePresenter
from adjudicator_app.presenters.guideline_words import button_words, file_words
from adjudicator_app.widgets.buttons import Button
from adjudicator_app.widgets.colours import Tone
from adjudicator_app.widgets.error_box import ErrorBox
from adjudicator_app.widgets.fields import NoteLine
from adjudicator_app.widgets.layouts import STRETCH, column, row
from adjudicator_app.widgets.pair import Pair
from bands_registry.services.views import CitedClause

TONES = {"tick": Tone.OK, "warning": Tone.WARN}


class PageLink(QWidget):
    """Opens the page of a clause; without a file, attaches one. `beside` shares its row.

    It shows nothing until `show_clause`, which may be called again for another clause.
    """

    def __init__(
        self,
        guideline: GuidelinePresenter,
        *,
        beside: QWidget | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._guideline = guideline
        self._cited: CitedClause | None = None
        self.button = Button("", icon="book", compact=True)
        self.note = NoteLine()
        self.error = ErrorBox(self.tr("Choose another file"))
        held = QWidget()
        row(held, gap=0).add(self.button, STRETCH)
        buttons = Pair(held, beside, least=0) if beside else held
        column(self, gap=8).add(buttons, self.note, self.error)
        self.button.clicked.connect(self._open)
        self.error.acted.connect(self._ask_for_file)

    def show_clause(self, cited: CitedClause) -> None:
        """Lead to the page of another clause."""
        self._cited = cited
        if not self._guideline.looked_for(cited.source):
            self.note.say("")
        self.refresh()

    def refresh(self) -> None:
        """Show what is known of the file by now."""
        if self._cited is None:
            return
        guideline, source = self._guideline, self._cited.source
        file = guideline.file_of(source)
        self.button.setText(button_words(self._cited.clause, file))
        self.button.set_icon("book" if file else "file")
        # Until the disk has answered there is nothing true to offer.
        self.button.setEnabled(guideline.looked_for(source) and not guideline.attaching)
        if guideline.attaching == source.id:
            self.note.say(self.tr("Attaching the file"), icon="clock")
        elif guideline.looked_for(source):
            told = file_words(file)
            self.note.say(told.text, tone=TONES.get(told.icon, Tone.TEXT2), icon=told.icon)
        self.error.show_error(guideline.error_of(source))

    def _open(self) -> None:
        if self._cited is not None:
            self._guideline.open(self._cited)

    def _ask_for_file(self) -> None:
        if self._cited is not None:
            self._guideline.ask_for_file(self._cited)
