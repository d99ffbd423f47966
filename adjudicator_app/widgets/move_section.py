"""The part of the settings that moves her work to another computer."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget

from adjudicator_app.presenters.moved import moved_words
from adjudicator_app.presenters.moving_out import MoveOutPresenter
from adjudicator_app.presenters.saying import say
from adjudicator_app.widgets.buttons import Button
from adjudicator_app.widgets.colours import Tone
from adjudicator_app.widgets.error_box import ErrorBox
from adjudicator_app.widgets.layouts import STRETCH, column, row
from adjudicator_app.widgets.notice import Kind, Notice
from adjudicator_app.widgets.text import Text
from adjudicator_app.widgets.theme import Type, Weight
from fairmed_core.words.joining import paragraph


class MoveSection(QWidget):
    """What moving does, and its button; afterwards what comes next, and the way back.

    Signals
    -------
    move_asked
        She wants to move to another computer.
    again_asked
        She wants to use this copy again.
    """

    move_asked = Signal()
    again_asked = Signal()

    def __init__(self, presenter: MoveOutPresenter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._presenter = presenter
        self._words = Text("", Type.SMALL, tone=Tone.TEXT2)
        self.next_steps = Notice(Kind.INFO)
        self.error = ErrorBox()
        self.save = Button(self.tr("Save the file to carry over"), compact=True)
        self.again = Button(self.tr("Use this copy again"), compact=True)
        heading = self.tr("Move to another computer")
        whole = column(self, gap=8)
        whole.add(Text(heading, Type.SMALL, Weight.SEMIBOLD), self.next_steps, self._words)
        whole.add(self.error, row(gap=12).add(self.save, self.again, STRETCH))
        self.save.clicked.connect(self.move_asked)
        self.again.clicked.connect(self.again_asked)
        presenter.changed.connect(self._show)
        self._show()

    @property
    def text(self) -> str:
        """What it says."""
        return self._words.text()

    def _show(self) -> None:
        state, saved = self._presenter.state, self._presenter.saved
        self.setVisible(state is not None and state.movable)
        if state is None:
            return
        here = state.moved_at is None
        self._words.say(self._presenter.activity or self._told())
        for button, wanted in ((self.save, here), (self.again, not here)):
            button.setVisible(wanted and not self._presenter.activity)
            button.setAccessibleDescription(self._words.text())
        self.error.show_error(self._presenter.error)
        comes = saved is not None and not here and self.next_steps.isHidden()
        self.next_steps.setVisible(saved is not None and not here)
        if saved is not None:
            lead = self.tr("Saved: {file}.").format(file=saved.path.name)
            self.next_steps.say(
                self.tr(
                    "Carry it over and open it there in FairMed. Keep it like your key until then, "
                    "and delete it afterwards. Guideline files are attached there once more."
                ),
                lead=lead,
            )
        if comes:
            said = QAccessibleAnnouncementEvent(self, self.next_steps.text)
            QAccessible.updateAccessibility(said)

    def _told(self) -> str:
        state = self._presenter.state
        if state is None or state.moved_at is None:
            return self.tr(
                "One file takes your key and your studies, drafts included, to FairMed on "
                "another computer. From then on this copy can only be read."
            )
        lost = self.tr("Was the file lost before it was opened? Then go on here.")
        return paragraph((moved_words(state.moved_at), lost), say)
