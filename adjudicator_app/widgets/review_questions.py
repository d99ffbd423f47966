"""The six questions, each with its answers and a note."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from adjudicator_app.presenters.review_entry import ReviewEntry
from adjudicator_app.presenters.review_words import answered_words
from adjudicator_app.presenters.saying import say
from adjudicator_app.widgets.buttons import Button, Look
from adjudicator_app.widgets.choice import ChoiceGroup, Option
from adjudicator_app.widgets.colours import Tone
from adjudicator_app.widgets.fields import NoteLine, TextArea
from adjudicator_app.widgets.layouts import column, row
from adjudicator_app.widgets.pair import Pair
from adjudicator_app.widgets.text import Text
from adjudicator_app.widgets.theme import Type, Weight, theme
from fairmed_core.domain.band import Band
from fairmed_core.domain.verdict import (
    DISPUTED_QUESTION,
    Answer,
    Judgement,
    Place,
    answers_allowed,
)
from fairmed_core.words.sentences import ANSWERS, QUESTIONS

_KEYS = {Answer.YES: "Y", Answer.NO: "N", Answer.CANNOT_TELL: "C"}
LEAST_WORDS = 150


class QuestionRow(QWidget):
    """One question.

    Signals
    -------
    answered
        The answer she took.
    noted
        The note as she types it.
    """

    answered = Signal(object)
    noted = Signal(str)

    def __init__(self, number: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.number = number
        words = self.tr(QUESTIONS[number])
        self.choice = _choice(number, words)
        self._idle = Text("", Type.CAPTION, tone=Tone.TEXT2)
        self.note_button = Button(self.tr("Note"), Look.QUIET, icon="note")
        self.note_button.setAccessibleName(self.tr("Note to question {n}").format(n=number))
        self.note_button.clicked.connect(self._open_note)
        self._note: TextArea | None = None
        self._problem = NoteLine(kind=Type.SMALL)
        label, answers = QWidget(), QWidget()
        asked = row(label, gap=8)
        asked.addWidget(Text(str(number), Type.CAPTION, tone=Tone.TEXT2, wrap=False), 0)
        asked.addWidget(Text(words, Type.DENSE), 1, Qt.AlignmentFlag.AlignVCenter)
        row(answers, gap=4).add(self.choice, self._idle, self.note_button)
        line = Pair(label, answers, least=LEAST_WORDS, indent=16)
        self._lines = column(self, gap=4).add(line, self._problem)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self.choice.chosen.connect(self.answered)

    @property
    def note_field(self) -> TextArea:
        """Where a note is typed; made for the first one, as most questions have none."""
        if self._note is None:
            note = TextArea(placeholder=self.tr("Your note, printed with the answer"))
            note.setAccessibleName(self.note_button.accessibleName())
            note.setVisible(False)
            note.typed.connect(self.noted)
            self._lines.add(note)
            QWidget.setTabOrder(self.note_button, note)
            self._note = note
        return self._note

    def show_item(self, band: Band) -> None:
        """Offer the answers this item needs."""
        needed = len(answers_allowed(self.number, band)) > 1
        self.choice.setVisible(needed)
        self.note_button.setVisible(needed)
        self._idle.setVisible(not needed)
        self._idle.say("" if needed else self.tr("Not needed: nothing is disputed"))
        if self._note is not None:
            self._note.setVisible(False)

    def show_judgement(self, judgement: Judgement, problem: str) -> None:
        """Show answer, note and what does not fit together."""
        self.choice.choose(judgement.answers.get(self.number))
        note = judgement.notes.get(self.number, "")
        if note or self._note is not None:
            self.note_field.show_text(note)
        if note:
            self.note_field.setVisible(True)
        self._problem.say(problem, tone=Tone.WARN, icon="warning")

    def setFocus(self, reason: Qt.FocusReason = Qt.FocusReason.OtherFocusReason) -> None:
        """Focus the answers."""
        self.choice.setFocus(reason)

    def answers_width(self) -> int:
        """Return the width of answers and note."""
        wide = self.choice.sizeHint().width() + self.note_button.sizeHint().width()
        return wide + theme().px(4)

    def set_idle_width(self, width: int) -> None:
        """Let what stands for the answers begin where those of the other rows do."""
        self._idle.setMinimumWidth(width)

    def _open_note(self) -> None:
        shown = self.note_field.isVisibleTo(self)
        if shown and not self.note_field.toPlainText():
            self.note_field.setVisible(False)
            return
        self.note_field.setVisible(True)
        self.note_field.setFocus(Qt.FocusReason.OtherFocusReason)


class QuestionsPart(QWidget):
    """Heading, how many are open, and six rows."""

    def __init__(self, entry: ReviewEntry, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._entry = entry
        self._heading = Text(self.tr("Six questions"), Type.BODY, Weight.SEMIBOLD, wrap=False)
        self._open = Text("", Type.CAPTION, tone=Tone.TEXT2, wrap=False)
        head = row(gap=8).add(self._heading)
        head.addStretch(1)
        head.add(self._open)
        self.rows = {number: QuestionRow(number) for number in QUESTIONS}
        column(self, gap=8, margins=(5, 0, 5, 0)).add(head, *self.rows.values())
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self.restyle()
        for number, line in self.rows.items():
            line.answered.connect(lambda answer, n=number: entry.answer(n, answer))
            line.noted.connect(lambda text, n=number: entry.note(n, text))

    def restyle(self) -> None:
        """Keep the answers of all rows in line."""
        self.rows[DISPUTED_QUESTION].set_idle_width(self.rows[1].answers_width())

    def show_item(self) -> None:
        """Offer the answers of the item shown."""
        for line in self.rows.values():
            line.show_item(self._entry.shown.band)
        self.refresh()

    def refresh(self) -> None:
        """Show the present judgement."""
        self._open.say(answered_words(self._entry.open_questions))
        for number, line in self.rows.items():
            problem = self._entry.told_at(Place.QUESTION, number)
            line.show_judgement(self._entry.judgement, problem)


def _choice(number: int, words: str) -> ChoiceGroup:
    if number == DISPUTED_QUESTION:
        answers = (Answer.WITHOUT, Answer.WITH, Answer.CANNOT_TELL)
    else:
        answers = (Answer.YES, Answer.NO, Answer.CANNOT_TELL)
    options = [
        Option(answer, say(ANSWERS[answer]), key=_KEYS.get(answer, "")) for answer in answers
    ]
    return ChoiceGroup(words, options)
