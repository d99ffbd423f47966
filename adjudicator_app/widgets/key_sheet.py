"""The dialog that asks for the coordinator's key file and its passphrase."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QWidget

from adjudicator_app.presenters.overview_told import Act, Errand
from adjudicator_app.registry_services import Key
from adjudicator_app.widgets.buttons import Button, Look
from adjudicator_app.widgets.colours import Tone
from adjudicator_app.widgets.fields import NoteLine
from adjudicator_app.widgets.layouts import row
from adjudicator_app.widgets.passphrase import PassphraseField
from adjudicator_app.widgets.sheet import Sheet
from adjudicator_app.widgets.text import Text
from adjudicator_app.widgets.theme import Type


class KeySheet(Sheet):
    """Asks once; stays open while the passphrase is wrong.

    Signals
    -------
    key_given
        The errand and the `Key` to do it with.
    file_asked
        The coordinator wants to choose another key file.
    """

    key_given = Signal(object, object)
    file_asked = Signal()

    def __init__(self, errand: Errand, parent: QWidget | None = None) -> None:
        merging = errand.act is Act.MERGE
        title = (
            QCoreApplication.translate("KeySheet", "Merge a response file")
            if merging
            else QCoreApplication.translate("KeySheet", "Export registry")
        )
        super().__init__(title, parent)
        self._errand = errand
        self._file = errand.key
        self._key = Text("", Type.SMALL, tone=Tone.TEXT2)
        self.choose = Button(self.tr("Choose key file"), compact=True)
        self.passphrase = PassphraseField(
            self.tr("Coordinator's passphrase"),
            note=self.tr("Nothing is written before the file is verified.")
            if merging
            else self.tr("The registry is signed with your key."),
        )
        self._state = NoteLine(kind=Type.SMALL)
        line = row(gap=16).add(self._key, self.choose)
        line.setStretch(0, 1)
        self.body.add(Text(errand.file.name, Type.BODY), line, self.passphrase, self._state)
        self.add_button(self.tr("Cancel"), Look.SECONDARY, self.reject)
        self.go = self.add_button(
            self.tr("Merge") if merging else self.tr("Export"), Look.PRIMARY, self._give
        )
        self.choose.clicked.connect(self.file_asked)
        self.passphrase.entered.connect(self._give)
        self.show_key(errand.key)
        self.passphrase.setFocus()

    def show_key(self, file: Path | None) -> None:
        """Show which key file is used."""
        self._file = file
        self._key.say(
            self.tr("Key file: {name}").format(name=file.name)
            if file is not None
            else self.tr("No key file was found beside the registry.")
        )

    def show_outcome(self, problem: str) -> None:
        """Close, or say why the passphrase was refused."""
        if not problem:
            self.passphrase.clear()
            self.accept()
            return
        self._state.say("")
        self.passphrase.tell(problem)
        self.passphrase.setFocus()

    def _give(self) -> None:
        if self._file is None:
            self._state.say(self.tr("Choose the coordinator's key file."), icon="info")
            self.choose.setFocus()
        elif not self.passphrase.text():
            self.passphrase.tell(self.tr("Type the passphrase of this key."))
            self.passphrase.setFocus()
        else:
            self._state.say(self.tr("Working"), icon="clock")
            self.key_given.emit(self._errand, Key(self._file, self.passphrase.text()))
