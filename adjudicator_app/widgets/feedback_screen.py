"""Practice only: what an item teaches after it was judged."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from adjudicator_app.presenters.practice import PracticePresenter
from adjudicator_app.widgets.buttons import Button, Look
from adjudicator_app.widgets.card import Card, Divider
from adjudicator_app.widgets.colours import Tone
from adjudicator_app.widgets.layouts import STRETCH, Box, column, row, scrolled
from adjudicator_app.widgets.picture import Picture
from adjudicator_app.widgets.study_bar import Stage, StudyBar
from adjudicator_app.widgets.text import Text
from adjudicator_app.widgets.theme import Type, Weight, theme

MEASURE = 720


class FeedbackScreen(QWidget):
    """Whether the judgement holds, what the guideline says, and the common mistake.

    Signals
    -------
    settings_asked, help_asked
        The buttons on top.
    """

    settings_asked = Signal()
    help_asked = Signal()

    def __init__(self, presenter: PracticePresenter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._presenter = presenter
        self.bar = StudyBar(Stage.JUDGE)
        self._icon = Picture("tick_circle", Tone.OK, size=32)
        self._heading = Text("", Type.PAGE, Weight.SEMIBOLD)
        self._title = Text("", tone=Tone.TEXT2)
        self._answer, self._guideline, self._trap = (Text("", Type.READING) for _ in range(3))
        self.again = Button(self.tr("Judge it again"))
        self.following = Button(self.tr("Next item"), Look.PRIMARY, after="chevron_right")
        self._card = Card(padding=32, gap=20)
        self._lay_out()
        self.again.clicked.connect(presenter.judge_again)
        self.following.clicked.connect(presenter.go_on)
        self.bar.settings_asked.connect(self.settings_asked)
        self.bar.help_asked.connect(self.help_asked)
        presenter.changed.connect(self._show)
        self.restyle()
        self._show()

    def _lay_out(self) -> None:
        words = column(gap=2).add(self._heading, self._title)
        head = row(gap=16).add(self._icon, words)
        head.setStretch(1, 1)
        self._card.body.add(
            head,
            Divider(),
            self._part(self.tr("A reading that holds"), self._answer),
            self._part(self.tr("What the guideline says"), self._guideline),
            self._part(self.tr("The common mistake"), self._trap),
            Divider(),
            row(gap=12).add(STRETCH, self.again, self.following),
        )
        self._card.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        middle = QWidget()
        across = row(gap=0)
        across.add(STRETCH)
        across.addWidget(self._card, 1000)
        across.add(STRETCH)
        body = column(middle, gap=0, margins=(32, 32, 32, 32))
        body.add(across, STRETCH)
        frame = column(self, gap=0)
        frame.add(self.bar)
        frame.addWidget(scrolled(middle), 1)

    def restyle(self) -> None:
        """Keep the lines short enough to read."""
        self._card.setMaximumWidth(theme().px(MEASURE))

    def _part(self, heading: str, text: Text) -> Box:
        return column(gap=4).add(Text(heading, Type.BODY, Weight.SEMIBOLD), text)

    def _show(self) -> None:
        presenter, told = self._presenter, self._presenter.feedback
        self.bar.show_study(presenter.study_title, practice=True)
        self._title.say(presenter.item_title)
        if told is None:
            return
        name, tone = ("tick_circle", Tone.OK) if told.passed else ("info", Tone.WARN)
        self._icon.show_icon(name, tone)
        holds, doubt = self.tr("Your judgement holds"), self.tr("Worth a second look")
        self._heading.say(holds if told.passed else doubt)
        self._answer.say(told.feedback.right_answer)
        self._guideline.say(told.feedback.guideline_says)
        self._trap.say(told.feedback.trap)

    def focus_first(self) -> None:
        """Put the focus on the button that goes on."""
        self.following.setFocus()
