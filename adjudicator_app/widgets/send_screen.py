"""Send: the signed document, the two files, and what to do with them."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from adjudicator_app.presenters.attestation import AttestationPresenter
from adjudicator_app.presenters.counting import capitalised, counted
from adjudicator_app.presenters.receipts import ReceiptsPresenter
from adjudicator_app.presenters.saying import say
from adjudicator_app.widgets.buttons import Button, Look
from adjudicator_app.widgets.colours import Tone
from adjudicator_app.widgets.error_box import ErrorBox
from adjudicator_app.widgets.folding import Folding
from adjudicator_app.widgets.layouts import STRETCH, column, row, scrolled
from adjudicator_app.widgets.long_wait import LongWait
from adjudicator_app.widgets.pdf_preview import PdfPreview
from adjudicator_app.widgets.picture import Picture
from adjudicator_app.widgets.saved_note import Saving
from adjudicator_app.widgets.send_cards import DetailsFold, FileCard
from adjudicator_app.widgets.study_bar import Stage, StudyBar
from adjudicator_app.widgets.text import Text
from adjudicator_app.widgets.theme import Type, Weight
from fairmed_core.words.joining import paragraph

TWO_COLUMNS = 1000


class SendScreen(QWidget):
    """What was signed, and how it reaches the coordinator.

    Signals
    -------
    pdf_asked, response_asked
        She wants to choose where a file goes; the offered name.
    receipt_asked
        She wants to choose the receipt she got.
    list_asked
        Back to the items.
    settings_asked, help_asked
        The buttons on top.
    """

    pdf_asked = Signal(str)
    response_asked = Signal(str)
    receipt_asked = Signal()
    list_asked = Signal()
    settings_asked = Signal()
    help_asked = Signal()

    def __init__(
        self,
        presenter: AttestationPresenter,
        receipts: ReceiptsPresenter,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._presenter = presenter
        self._receipts = receipts
        self.bar = StudyBar(Stage.SEND)
        self.back = Button(self.tr("All items"), Look.LINK, icon="chevron_left")
        self.preview = PdfPreview(self.tr("The signed document"))
        self._heading = Text("", Type.PAGE, Weight.SEMIBOLD)
        self._introduction = Text("", tone=Tone.TEXT2)
        self.error = ErrorBox(self.tr("Choose another folder"))
        self.wait = LongWait()
        self.pdf = FileCard(
            1, self.tr("Your attestation"), Button(self.tr("Save"), icon="download")
        )
        response = Button(self.tr("Save response file"), Look.PRIMARY, icon="download")
        self.response = FileCard(2, self.tr("Your response file"), response)
        self.sending = FileCard(
            3, self.tr("Send it"), Button(self.tr("Open receipt"), icon="folder")
        )
        self.details = DetailsFold()
        self._last_asked = self.pdf_asked
        self._lay_out()
        self._connect()
        self._show_document()
        self._show()

    def _lay_out(self) -> None:
        title = row(gap=16).add(Picture("rosette", Tone.OK, size=32), self._heading)
        title.setStretch(1, 1)
        right = QWidget()
        words = column(right, gap=16)
        words.add(row().add(self.back, STRETCH), title, self._introduction, self.wait, self.error)
        words.add(self.pdf, self.response, self.sending, self.details)
        words.add(
            Text(
                self.tr(
                    "Need to change something? Open the item, amend it and sign again. The earlier "
                    "version stays on record."
                ),
                tone=Tone.TEXT2,
            ),
            STRETCH,
        )
        body = Folding(
            [(self.preview, 640), (right, 622)],
            under=TWO_COLUMNS,
            gap=40,
            margins=(32, 24, 32, 24),
            last_on_top=True,
        )
        frame = column(self, gap=0)
        frame.add(self.bar)
        frame.addWidget(scrolled(body), 1)

    def _connect(self) -> None:
        self.back.clicked.connect(self.list_asked)
        self.wait.called_off.connect(self.list_asked)
        self.pdf.act.connect(self._ask_pdf)
        self.response.act.connect(self._ask_response)
        self.sending.act.connect(self.receipt_asked)
        self.error.acted.connect(self._ask_again)
        self.bar.settings_asked.connect(self.settings_asked)
        self.bar.help_asked.connect(self.help_asked)
        self._presenter.changed.connect(self._show)
        self._receipts.changed.connect(self._show)
        self._presenter.document_changed.connect(self._show_document)

    def focus_first(self) -> None:
        """Put the focus on the file that goes to the coordinator."""
        card = self.pdf if self._presenter.practice else self.response
        card.focus_button()

    def _ask_pdf(self) -> None:
        self._last_asked = self.pdf_asked
        self.pdf_asked.emit(self._presenter.file_name)

    def _ask_response(self) -> None:
        self._last_asked = self.response_asked
        self.response_asked.emit(self._presenter.response_name)

    def _ask_again(self) -> None:
        self._presenter.dismiss_error()
        if self._last_asked is self.response_asked:
            self._ask_response()
        else:
            self._ask_pdf()

    def _show_document(self) -> None:
        attestation = self._presenter.attestation
        self.preview.setVisible(attestation is not None)
        if attestation is not None:
            self.preview.show_document(attestation.pdf)

    def _show(self) -> None:
        presenter, attestation = self._presenter, self._presenter.attestation
        self.bar.show_study(presenter.study_title, practice=presenter.practice)
        self.error.show_error(presenter.error)
        self.details.show_rows((*presenter.details, *self._receipts.details))
        self.details.setVisible(bool(presenter.details))
        for card in (self.response, self.sending):
            card.setVisible(attestation is not None and not presenter.practice)
        self.pdf.setVisible(attestation is not None)
        self.wait.show_activity(presenter.activity)
        if attestation is None:
            told = self.tr("Check and sign first; then the files stand here.")
            self._heading.say("" if presenter.activity else self.tr("Nothing signed yet"))
            self._introduction.say("" if presenter.activity else told)
            self.bar.show_saved(Saving.NOTHING_YET)
            return
        verdicts = counted(
            attestation.verdicts, self.tr("verdict signed"), self.tr("verdicts signed")
        )
        self._heading.say(capitalised(verdicts))
        self._introduction.say(self._about(practice=presenter.practice))
        self.bar.show_saved(Saving.SIGNED, at=attestation.signed_at)
        self._show_files()

    def _about(self, *, practice: bool) -> str:
        if practice:
            return self.tr(
                "On the left is the document as you will get it, marked PRACTICE. A real study has "
                "a second file here, for the coordinator."
            )
        return self.tr(
            "On the left is the document itself, not a drawing of it. Save both files below: the "
            "first for you, the second for your coordinator."
        )

    def _show_files(self) -> None:
        saved, response = self._presenter.pdf_saved, self._presenter.response
        again = self.tr("Save again")
        keep = self.tr("Keep it; it shows what you signed.")
        if saved is None:
            self.pdf.show_file(keep, button=self.tr("Save"), saved=False)
        else:
            self.pdf.show_file(f"{self._saved_as(saved)} {keep}", button=again, saved=True)
        if response is None:
            holds = self.tr(
                "For the coordinator: your verdicts, the attestation and, if you gave them, your "
                "sealed details."
            )
            self.response.show_file(holds, button=self.tr("Save response file"), saved=False)
        else:
            told = f"{self._saved_as(response.path)} {response.warning}".strip()
            self.response.show_file(told, button=again, saved=True)
        self._show_receipt()

    def _show_receipt(self) -> None:
        send = self.tr(
            "When you are online, attach the response file to an e-mail to your coordinator."
        )
        receipt = self.tr(
            "A receipt comes back. Open it here: it proves later what you handed over, and when."
        )
        words = self._receipts.words or paragraph((send, receipt), say)
        again = self.tr("Open another receipt")
        button = again if self._receipts.words else self.tr("Open receipt")
        self.sending.show_file(words, button=button, saved=self._receipts.complete)

    def _saved_as(self, path: Path) -> str:
        return self.tr("Saved as {name} in {folder}.").format(
            name=path.name, folder=path.parent.name or str(path.parent)
        )
