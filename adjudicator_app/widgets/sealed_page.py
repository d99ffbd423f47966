"""Sealed details: who she is, for the coordinator's eyes only; may be left out."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtWidgets import QWidget

from adjudicator_app.presenters.identity import (
    Field,
    SealedForm,
    SetupPresenter,
    missing_in_sealed,
)
from adjudicator_app.widgets.card import Card, Divider
from adjudicator_app.widgets.colours import Tone
from adjudicator_app.widgets.folding import Folding
from adjudicator_app.widgets.form import Entry, FormField
from adjudicator_app.widgets.layouts import STRETCH, Box, column, row
from adjudicator_app.widgets.picture import Picture
from adjudicator_app.widgets.setup_page import SetupPage
from adjudicator_app.widgets.text import Text
from adjudicator_app.widgets.theme import Type, Weight


class SealedPage(SetupPage):
    """Name, licence and how to reach her."""

    def __init__(self, presenter: SetupPresenter) -> None:
        super().__init__(
            self.tr("Sealed details"),
            self.tr(
                "Optional. Without them your verdicts are recorded and printed, and do not count: "
                "the study cannot show that a licensed clinician signed."
            ),
            self.tr("Seal and continue"),
            aside=self.tr("Leave them out"),
        )
        self._presenter = presenter
        self.name, self.licence, self.issuer = Entry(), Entry(), Entry()
        self.institution, self.email = Entry(), Entry()
        self._lay_out()
        entries = (self.name, self.licence, self.issuer, self.institution, self.email)
        for entry in entries:
            entry.textChanged.connect(self._typed)
        # Enter goes from line to line, and on from the last.
        for entry, following in pairwise(entries):
            entry.returnPressed.connect(following.setFocus)
        self.email.returnPressed.connect(self._go_on)
        self.primary.clicked.connect(self._go_on)
        self.aside.clicked.connect(presenter.go_on)
        self.back.clicked.connect(presenter.go_back)
        self.show_state()

    def _lay_out(self) -> None:
        number = FormField(self.tr("Licence number"), self.licence)
        issuer = FormField(self.tr("Licensing body"), self.issuer)
        fields, who = QWidget(), QWidget()
        column(fields, gap=16).add(
            FormField(self.tr("Name as on your licence"), self.name),
            Folding([(number, 1), (issuer, 1)], under=400, gap=16),
            FormField(self.tr("Institution"), self.institution, optional=True),
            FormField(
                self.tr("E-mail"),
                self.email,
                optional=True,
                hint=self.tr("Used only by the coordinator, to reach you about this study."),
            ),
            STRETCH,
        )
        column(who).add(self._who(), STRETCH)
        self.body.add(Folding([(fields, 560), (who, 398)], under=800, gap=40), STRETCH)

    def _who(self) -> Card:
        card = Card(padding=24, gap=16, sunken=True)
        head = row(gap=12).add(
            Picture("lock", Tone.ACCENT, size=24),
            Text(self.tr("Who will see this"), Type.HEAD, Weight.SEMIBOLD),
        )
        card.body.add(
            head,
            self._reader(
                "person",
                self.tr("The study coordinator"),
                self.tr("The only person who can open the seal."),
            ),
            self._reader(
                "file",
                self.tr("A journal editor, on request"),
                self.tr("Only if the coordinator passes it on, again sealed."),
            ),
            self._reader(
                "eye_off",
                self.tr("Nobody else"),
                self.tr(
                    "Never published, never shown to other clinicians. The attestation that "
                    "carries your name exists only inside the seal."
                ),
            ),
            Divider(),
            Text(
                self.tr("Sealed on this computer before it is stored."), Type.SMALL, tone=Tone.TEXT2
            ),
        )
        return card

    def _reader(self, icon: str, who: str, what: str) -> Box:
        words = column(gap=2).add(
            Text(who, Type.BODY, Weight.SEMIBOLD), Text(what, Type.SMALL, tone=Tone.TEXT2)
        )
        words.add(STRETCH)
        return row(gap=14).add(column().add(Picture(icon, Tone.TEXT2, size=20), STRETCH), words)

    @property
    def form(self) -> SealedForm:
        """What the page holds."""
        return SealedForm(
            name=self.name.text(),
            licence=self.licence.text(),
            body=self.issuer.text(),
            institution=self.institution.text(),
            email=self.email.text(),
        )

    def show_state(self) -> None:
        """Show what the presenter knows."""
        self.primary.setText(self._presenter.activity or self.tr("Seal and continue"))
        self.back.setVisible(len(self._presenter.pages) == 1)
        self.error.show_error(self._presenter.error)
        self._typed()

    def clear(self) -> None:
        """Forget what was typed: it is sealed, or it was left out."""
        for entry in (self.name, self.licence, self.issuer, self.institution, self.email):
            entry.clear()

    def _typed(self, *_: object) -> None:
        form = self.form
        begun = any((form.name, form.licence, form.body, form.institution, form.email))
        missing = missing_in_sealed(form)
        names = {
            Field.NAME: self.tr("Left: your name"),
            Field.LICENCE: self.tr("Left: your licence number"),
            Field.BODY: self.tr("Left: the licensing body"),
        }
        self.tell_left(names[missing[0]] if begun and missing else "")

    def _go_on(self) -> None:
        missing = missing_in_sealed(self.form)
        places: dict[Field, QWidget] = {
            Field.NAME: self.name,
            Field.LICENCE: self.licence,
            Field.BODY: self.issuer,
        }
        if missing:
            places[missing[0]].setFocus()
        else:
            self._presenter.seal(self.form)
