"""What went wrong, what is safe, what to do next; details folded."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from adjudicator_app.presenters.saying import say
from adjudicator_app.presenters.told import told
from adjudicator_app.widgets.buttons import Button, Look
from adjudicator_app.widgets.colours import Tone
from adjudicator_app.widgets.layouts import STRETCH, column, row
from adjudicator_app.widgets.paint import draw_box
from adjudicator_app.widgets.picture import Picture
from adjudicator_app.widgets.text import Text
from adjudicator_app.widgets.theme import Type, Weight, theme
from fairmed_core.errors import FairMedError
from fairmed_core.words.joining import listed, paragraph


class ErrorBox(QWidget):
    """An error told in place; hidden while there is none.

    Signals
    -------
    acted
        The one action it offers was taken.
    """

    acted = Signal()

    def __init__(self, action: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sentence = Text("", Type.SMALL, Weight.SEMIBOLD)
        self._next = Text("", Type.SMALL)
        self._details = Text("", Type.CAPTION, tone=Tone.TEXT2)
        self._details.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.action = Button(action, compact=True)
        if not action:
            self.action.hide()
        self.fold = Button(self.tr("Details"), Look.PLAIN, icon="chevron_right")
        self.action.clicked.connect(self.acted)
        self.fold.clicked.connect(self._unfold)
        buttons = row(gap=16).add(self.action, self.fold, STRETCH)
        words = column(gap=4).add(self._sentence, self._next)
        words.addSpacing(theme().px(8))
        words.add(buttons, self._details)
        icon = column().add(Picture("warning", Tone.DANGER, size=18), STRETCH)
        row(self, gap=12, margins=(12, 12, 12, 12)).add(icon, words)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self.setAccessibleName(self.tr("Error"))
        self.hide()

    @property
    def text(self) -> str:
        """The sentence and the next step, as shown."""
        return paragraph((self._sentence.text(), self._next.text()), say)

    def show_error(self, error: FairMedError | None) -> None:
        """Show an error, or nothing."""
        self.setVisible(error is not None)
        if error is None:
            return
        self._sentence.say(told(error.sentence))
        self._next.say(told(error.next_step))
        self._next.setVisible(bool(error.next_step))
        details = listed((part for part in (error.file, told(error.place or "")) if part), say)
        self._details.say(details)
        self._details.hide()
        self.fold.set_icon("chevron_right")
        self.fold.setVisible(bool(details))
        self.setAccessibleDescription(self.text)

    def _unfold(self) -> None:
        opened = not self._details.isVisibleTo(self)
        self._details.setVisible(opened)
        self.fold.set_icon("chevron_down" if opened else "chevron_right")

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the ground and its edge."""
        colours = theme().colours
        draw_box(
            QPainter(self), self.rect(), fill=colours.danger_soft, edge=colours.danger, radius=8
        )
