"""Create the signing identity: pseudonym, credential, passphrase."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from adjudicator_app.presenters.identity import (
    Field,
    IdentityForm,
    SetupPresenter,
    missing_in,
    passphrase_strength,
)
from adjudicator_app.presenters.saying import said
from adjudicator_app.widgets.buttons import Button, Look
from adjudicator_app.widgets.card import Card, Divider
from adjudicator_app.widgets.code_text import CodeText
from adjudicator_app.widgets.colours import Tone
from adjudicator_app.widgets.fields import NoteLine
from adjudicator_app.widgets.folding import Folding
from adjudicator_app.widgets.form import Entry, FormField, Select
from adjudicator_app.widgets.layouts import STRETCH, Box, column, row
from adjudicator_app.widgets.notice import Kind, Notice
from adjudicator_app.widgets.passphrase import PassphraseField, StrengthMeter
from adjudicator_app.widgets.setup_page import SetupPage
from adjudicator_app.widgets.specialty_field import SpecialtyField
from adjudicator_app.widgets.text import Text
from adjudicator_app.widgets.theme import Type, Weight
from fairmed_core.domain.adjudicator import PROFESSIONS, YEARS_SHORT


class IdentityPage(SetupPage):
    """The first page of setting up."""

    def __init__(self, presenter: SetupPresenter) -> None:
        super().__init__(
            self.tr("Create your signing identity"),
            self.tr(
                "You sign under a pseudonym. Your name is kept apart, sealed, on a later page."
            ),
            self.tr("Continue"),
        )
        self._presenter = presenter
        self.pseudonym = CodeText(size=22)
        self.another = Button(self.tr("Draw another"), Look.LINK, icon="turning_arrow")
        self.profession = Select(said(PROFESSIONS), self.tr("Choose one"))
        self.specialty = SpecialtyField()
        self.years = Select(said(YEARS_SHORT), self.tr("Choose one"))
        self.jurisdiction = Entry(self.tr("for example DE or US-CA"))
        self.jurisdiction.setMaxLength(40)
        self.passphrase = PassphraseField(self.tr("Passphrase"))
        self.repeated = PassphraseField(self.tr("Repeat it"))
        self.meter = StrengthMeter()
        self.match = NoteLine(kind=Type.SMALL)
        self._lay_out()
        self._connect()
        self.show_state()
        self._typed()

    def _lay_out(self) -> None:
        about, secret = _half(self._about_her()), _half(self._secret())
        divider = Divider(vertical=True)
        self.body.add(Folding([(about, 1), (divider, 0), (secret, 1)], under=800), STRETCH)

    def _about_her(self) -> Box:
        shown = Card(padding=20, gap=4, sunken=True)
        shown.body.add(
            Text(self.tr("Your pseudonym"), Type.SMALL, Weight.SEMIBOLD, tone=Tone.TEXT2),
            row().add(self.pseudonym, STRETCH, self.another),
        )
        profession = FormField(self.tr("Profession"), self.profession)
        years = FormField(self.tr("Years in practice"), self.years)
        licensed = FormField(self.tr("Licensed in"), self.jurisdiction)
        # Line by line, which is also how the tab key goes.
        top = _half(column(gap=0).add(profession, STRETCH))
        what = Folding([(top, 1), (self.specialty, 1)], under=360, gap=16)
        since = Folding([(years, 1), (licensed, 1)], under=360, gap=16)
        heading = column(gap=2).add(
            Text(self.tr("Your credential"), Type.HEAD, Weight.SEMIBOLD),
            Text(
                self.tr("Printed on your attestation; it tells which items lie in your setting."),
                Type.SMALL,
                tone=Tone.TEXT2,
            ),
        )
        more = row().add(self.specialty.add, STRETCH)
        fields = column(gap=16).add(what, since)
        credential = column(gap=12).add(heading, fields, more)
        return column(gap=20).add(shown, credential, STRETCH)

    def _secret(self) -> Box:
        heading = column(gap=2).add(
            Text(self.tr("Your passphrase"), Type.HEAD, Weight.SEMIBOLD),
            Text(
                self.tr("Asked when you start and again when you sign."),
                Type.SMALL,
                tone=Tone.TEXT2,
            ),
        )
        advice = Text(
            self.tr("Four or five unrelated words work best. Spaces are welcome."),
            Type.SMALL,
            tone=Tone.TEXT2,
        )
        lost = Notice(
            Kind.INFO,
            self.tr("If you forget it you start a new identity; what you signed stays valid."),
            lead=self.tr("It cannot be recovered."),
        )
        first = column(gap=8).add(self.passphrase, self.meter, advice)
        second = column(gap=8).add(self.repeated, self.match)
        return column(gap=20).add(heading, first, second, lost, STRETCH)

    def _connect(self) -> None:
        self.another.clicked.connect(self._presenter.draw_another)
        self.primary.clicked.connect(self._go_on)
        self.back.clicked.connect(self._presenter.go_back)
        for choice in (self.profession, self.years):
            choice.currentIndexChanged.connect(self._typed)
        self.specialty.changed.connect(self._typed)
        self.jurisdiction.textChanged.connect(self._typed)
        self.passphrase.typed.connect(self._typed)
        self.repeated.typed.connect(self._typed)
        # Enter goes from line to line, and on from the last.
        self.jurisdiction.returnPressed.connect(self.passphrase.line.setFocus)
        self.passphrase.entered.connect(self.repeated.line.setFocus)
        self.repeated.entered.connect(self._go_on)

    @property
    def form(self) -> IdentityForm:
        """What the page holds."""
        return IdentityForm(
            profession=self.profession.code,
            specialties=self.specialty.codes,
            years=self.years.code,
            jurisdiction=self.jurisdiction.text(),
            passphrase=self.passphrase.text(),
            repeated=self.repeated.text(),
        )

    def show_state(self) -> None:
        """Show what the presenter knows."""
        self.pseudonym.say(self._presenter.pseudonym)
        self.another.setText(self.tr("Draw another"))
        self.primary.setText(self._presenter.activity or self.tr("Continue"))
        self.error.show_error(self._presenter.error)

    def clear(self) -> None:
        """Forget the passphrase when the page is left."""
        self.passphrase.clear()
        self.repeated.clear()

    def _typed(self, *_: object) -> None:
        form = self.form
        strength = passphrase_strength(form.passphrase)
        words = (
            self.tr("Too short: use 12 or more"),
            self.tr("Weak"),
            self.tr("Fair"),
            self.tr("Good"),
            self.tr("Strong"),
        )
        told = words[strength.score] if form.passphrase else self.tr("12 characters or more")
        bars = max(1, strength.score) if form.passphrase else 0
        self.meter.show_strength(bars, told)
        same = bool(form.repeated) and form.repeated == form.passphrase
        differs = bool(form.repeated) and not form.passphrase.startswith(form.repeated)
        if same:
            self.match.say(self.tr("Both match"), tone=Tone.OK, icon="tick")
        else:
            self.match.say(self.tr("The two differ") if differs else "", icon="warning")
        self.tell_left(self._left(missing_in(form)[:1]))

    def _left(self, missing: tuple[Field, ...]) -> str:
        names = {
            Field.PROFESSION: self.tr("Left: your profession"),
            Field.SPECIALTY: self.tr("Left: your specialty"),
            Field.YEARS: self.tr("Left: your years in practice"),
            Field.JURISDICTION: self.tr("Left: where you are licensed"),
            Field.PASSPHRASE: self.tr("Left: a passphrase of 12 characters or more"),
            Field.REPEAT: self.tr("Left: the same passphrase again"),
        }
        return names[missing[0]] if missing else ""

    def _go_on(self) -> None:
        form = self.form
        missing = missing_in(form)
        if not missing:
            self._presenter.create(form)
            return
        places: dict[Field, QWidget] = {
            Field.PROFESSION: self.profession,
            Field.SPECIALTY: self.specialty.first,
            Field.YEARS: self.years,
            Field.JURISDICTION: self.jurisdiction,
            Field.PASSPHRASE: self.passphrase.line,
            Field.REPEAT: self.repeated.line,
        }
        places[missing[0]].setFocus()


def _half(content: Box) -> QWidget:
    half = QWidget()
    column(half).add(content)
    return half
