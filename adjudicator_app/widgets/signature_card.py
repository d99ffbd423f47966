"""The signature itself: independence, interests, what signing means, passphrase, and the button."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from adjudicator_app.presenters.saying import say
from adjudicator_app.presenters.sign import Missing, SignPresenter
from adjudicator_app.widgets.buttons import Button, Look
from adjudicator_app.widgets.card import Card, Divider
from adjudicator_app.widgets.checks import CheckBox, RadioButton
from adjudicator_app.widgets.code_text import CodeText
from adjudicator_app.widgets.colours import Tone
from adjudicator_app.widgets.error_box import ErrorBox
from adjudicator_app.widgets.fields import NoteLine, TextArea
from adjudicator_app.widgets.layouts import column
from adjudicator_app.widgets.notice import Kind, Notice
from adjudicator_app.widgets.passphrase import PassphraseField
from adjudicator_app.widgets.text import Text
from adjudicator_app.widgets.theme import Type, Weight
from fairmed_core.words.sentences import INDEPENDENCE, credential_line


class SignatureCard(Card):
    """Everything she states and types before the button."""

    def __init__(self, presenter: SignPresenter) -> None:
        super().__init__(padding=24, gap=10)
        self._presenter = presenter
        self.independence = CheckBox(self.tr(INDEPENDENCE), kind=Type.BODY)
        interests = QWidget()
        self.none = RadioButton(self.tr("None"), kind=Type.BODY)
        self.declare = RadioButton(self.tr("I declare the following"), kind=Type.BODY)
        self.interests = TextArea(placeholder=self.tr("For example: advisory fees from …"))
        self.interests.setAccessibleName(self.tr("Competing interests"))
        self._independence_note, self._interests_note = NoteLine(), NoteLine()
        self._meaning = Text("", Type.BODY)
        self._pseudonym = CodeText(size=14)
        self._credential = Text("", Type.SMALL, tone=Tone.TEXT2)
        self.practice = Notice(
            Kind.INFO,
            self.tr("No passphrase is asked, the print says PRACTICE, and nobody merges it."),
            lead=self.tr("Only practice."),
        )
        self.passphrase = PassphraseField(self.tr("Passphrase"))
        self.error = ErrorBox()
        self.button = Button("", Look.PRIMARY, icon="rosette", tall=True)
        # Enter never signs, wherever the focus is.
        self.button.takes_enter = False
        self._time = Text("", Type.CAPTION, tone=Tone.TEXT2)
        column(interests, gap=0).add(self.none, self.declare)
        self._lay_out(interests)
        self._connect()

    def _lay_out(self, interests: QWidget) -> None:
        identity = Card(padding=14, gap=4, sunken=True)
        identity.body.add(self._pseudonym, self._credential)
        self.body.add(
            Text(self.tr("Your signature"), Type.COLUMN, Weight.SEMIBOLD),
            Text(self.tr("Independence"), Type.BODY, Weight.SEMIBOLD),
            self.independence,
            self._independence_note,
            Text(self.tr("Competing interests"), Type.BODY, Weight.SEMIBOLD),
            interests,
            self.interests,
            self._interests_note,
            Divider(),
            Text(self.tr("What signing means"), Type.BODY, Weight.SEMIBOLD),
            self._meaning,
            identity,
            self.practice,
            self.passphrase,
            self.error,
            self.button,
            self._time,
        )

    def _connect(self) -> None:
        self.independence.toggled.connect(self._presenter.state_independence)
        self.none.toggled.connect(self._declared)
        self.declare.toggled.connect(self._declared)
        self.interests.typed.connect(self._declared)
        # Only the button signs: Enter in the passphrase field reaches nobody.
        self.button.clicked.connect(self._sign)

    def show_state(self, time: str) -> None:
        """Show what the presenter knows; `time` says by which clock it is signed."""
        presenter, view = self._presenter, self._presenter.view
        self.button.setText(presenter.button)
        self.independence.setChecked(presenter.not_an_author)
        if presenter.interests_declared is None:
            self._uncheck_interests()
        self.interests.setVisible(presenter.interests_declared is True)
        self.practice.setVisible(presenter.practice)
        self.passphrase.setVisible(not presenter.practice)
        self.error.show_error(presenter.error)
        self._time.say(time)
        if view is not None:
            self._meaning.say(view.meaning)
            self._pseudonym.say(view.identity.pseudonym)
            if view.identity.credential is not None:
                self._credential.say(credential_line(view.identity.credential, say))
        if presenter.passphrase_error:
            self.passphrase.tell(presenter.passphrase_error)
        self._tell(presenter.told)

    def focus_first(self) -> None:
        """Put the focus on the first thing that is left to do."""
        places = {
            Missing.INDEPENDENCE: self.independence,
            Missing.INTERESTS: self.none,
            Missing.INTERESTS_TEXT: self.interests,
            Missing.PASSPHRASE: self.passphrase.line,
        }
        missing = self._presenter.missing(self.passphrase.text())
        place = places.get(missing, self.button) if missing else self.button
        place.setFocus()

    def clear(self) -> None:
        """Forget the passphrase when the page is left."""
        self.passphrase.clear()

    def _tell(self, told: Missing | None) -> None:
        asks = {
            Missing.INDEPENDENCE: self.tr(
                "Tick this if it is true. An author's verdict never counts."
            ),
            Missing.INTERESTS: self.tr("Choose one."),
            Missing.INTERESTS_TEXT: self.tr("Write down your interests, or choose None."),
        }
        first = asks[told] if told is Missing.INDEPENDENCE else ""
        second = asks[told] if told in (Missing.INTERESTS, Missing.INTERESTS_TEXT) else ""
        self._independence_note.say(first, tone=Tone.WARN, icon="warning" if first else "")
        self._interests_note.say(second, tone=Tone.WARN, icon="warning" if second else "")
        if told is Missing.PASSPHRASE:
            self.passphrase.tell(self.tr("Type your passphrase to sign."))

    def _uncheck_interests(self) -> None:
        for button in (self.none, self.declare):
            button.setAutoExclusive(False)
            button.setChecked(False)
            button.setAutoExclusive(True)

    def _declared(self, *_: object) -> None:
        if self.none.isChecked() or self.declare.isChecked():
            text = self.interests.toPlainText()
            self._presenter.declare(declared=self.declare.isChecked(), interests=text)

    def _sign(self) -> None:
        self._presenter.sign(self.passphrase.text())
        if self._presenter.told is not None:
            self.focus_first()
