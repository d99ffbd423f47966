"""After signing: the document itself, and the two files to keep and to send."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from adjudicator_app.presenters.saying import Anew
from adjudicator_app.services import ClinicianServices
from adjudicator_app.tasks import TaskRunner
from bands_registry.services.views import PublicIdentity, QueueView, SignedAttestation
from fairmed_core.errors import FairMedError

if TYPE_CHECKING:
    from bands_registry.services.export_response import ExportedResponse
    from bands_registry.services.session import Session


class AttestationPresenter(QObject):
    """State and commands of the sending screen.

    Signals
    -------
    changed
        Anything the screen shows.
    document_changed
        Another attestation is shown.
    """

    changed = Signal()
    document_changed = Signal()
    activity = Anew("")

    def __init__(
        self, tasks: TaskRunner, services: ClinicianServices, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._tasks = tasks
        self._services = services
        self._session: Session | None = None
        self.identity: PublicIdentity | None = None
        self.study_title = ""
        self.practice = False
        self.attestation: SignedAttestation | None = None
        self.pdf_saved: Path | None = None
        self.response: ExportedResponse | None = None
        self.saving = False
        self.error: FairMedError | None = None

    def show_session(self, session: Session, queue: QueueView) -> None:
        """Show the latest attestation of the study whose items `queue` lists."""
        if session is not self._session:
            self.attestation = None
        self._session, self.identity = session, queue.identity
        self.study_title, self.practice = queue.study_title, queue.practice
        if self.attestation is None:
            self.activity = lambda: self.tr("Reading your signed files")
            self.changed.emit()
        self._tasks.run(
            self._services.attestations, session, done=self._show_latest, failed=self._fail
        )

    def show_signed(self, attestation: SignedAttestation) -> None:
        """Show what was just signed; the files of an earlier one are no longer the latest."""
        self.activity = ""
        self.attestation, self.pdf_saved, self.response, self.error = attestation, None, None, None
        self.document_changed.emit()
        self.changed.emit()

    @property
    def file_name(self) -> str:
        """The name offered for the document."""
        return f"attestation-{self.attestation.number}.pdf" if self.attestation else ""

    @property
    def response_name(self) -> str:
        """The name offered for the response file; it holds nothing but the pseudonym."""
        return f"{self.identity.pseudonym}.fmresp" if self.identity else ""

    def save_pdf(self, path: Path) -> None:
        """Write the document to a file."""
        if self.saving or self._session is None or self.attestation is None:
            return
        self._begin()
        self._tasks.run(
            self._services.save_attestation,
            self._session,
            self.attestation.number,
            path,
            done=lambda _: self._pdf_written(path),
            failed=self._fail,
        )

    def save_response(self, path: Path) -> None:
        """Write the response file."""
        if self.saving or self._session is None:
            return
        self._begin()
        self._tasks.run(
            self._services.export_response,
            self._session,
            path,
            done=self._response_written,
            failed=self._fail,
        )

    def dismiss_error(self) -> None:
        """Take the error off the screen."""
        self.error = None
        self.changed.emit()

    @property
    def details(self) -> tuple[tuple[str, str], ...]:
        """What only a checker needs, as label and value."""
        if self.attestation is None or self.identity is None:
            return ()
        rows = [
            (self.tr("Your fingerprint"), self.identity.fingerprint),
            (self.tr("Attestation, SHA-256"), self.attestation.pdf_sha256),
            (
                self.tr("Record, {count} entries, ends with").format(count=self.attestation.events),
                self.attestation.head,
            ),
        ]
        if self.response is not None:
            rows.append((self.tr("Response file, SHA-256"), self.response.sha256))
        return tuple(rows)

    def _begin(self) -> None:
        self.saving, self.error = True, None
        self.changed.emit()

    def _show_latest(self, attestations: tuple[SignedAttestation, ...]) -> None:
        self.activity = ""
        if not attestations:
            self.attestation = None
            self.document_changed.emit()
            self.changed.emit()
        elif self.attestation != attestations[-1]:
            self.show_signed(attestations[-1])

    def _pdf_written(self, path: Path) -> None:
        self.saving, self.pdf_saved = False, path
        self.changed.emit()

    def _response_written(self, response: ExportedResponse) -> None:
        self.saving, self.response = False, response
        self.changed.emit()

    def _fail(self, error: FairMedError) -> None:
        self.activity, self.saving, self.error = "", False, error
        self.changed.emit()
