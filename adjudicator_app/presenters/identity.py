"""Setting up: signing identity, seat, sealed details, read-aloud check."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from adjudicator_app.presenters.saying import Anew
from adjudicator_app.services import ClinicianServices, NewIdentity
from adjudicator_app.tasks import TaskRunner
from fairmed_core.domain.adjudicator import Credential
from fairmed_core.errors import FairMedError

if TYPE_CHECKING:
    from bands_registry.provenance.identity import IdentityDetails
    from bands_registry.provenance.keystore import UnlockedIdentity
    from bands_registry.provenance.passphrase import Strength
    from bands_registry.services.session import Session
    from bands_registry.services.views import PackSummary, PublicIdentity


class Page(StrEnum):
    """The pages of setting up, in their order."""

    IDENTITY = "identity"
    SEAT = "seat"
    SEALED = "sealed"
    READ_ALOUD = "read_aloud"


class Field(StrEnum):
    """The fields that may be missing, in the order of the page."""

    PROFESSION = "profession"
    SPECIALTY = "specialty"
    YEARS = "years"
    JURISDICTION = "jurisdiction"
    PASSPHRASE = "passphrase"  # noqa: S105 (the name of a field)
    REPEAT = "repeat"
    SEAT = "seat"
    NAME = "name"
    LICENCE = "licence"
    BODY = "body"


@dataclass(frozen=True)
class IdentityForm:
    """What the identity page holds."""

    profession: str = ""
    specialties: tuple[str, ...] = ()
    years: str = ""
    jurisdiction: str = ""
    passphrase: str = ""
    repeated: str = ""


@dataclass(frozen=True)
class SealedForm:
    """What the sealed page holds; institution and e-mail may stay empty."""

    name: str = ""
    licence: str = ""
    body: str = ""
    institution: str = ""
    email: str = ""


def passphrase_strength(text: str) -> Strength:
    """Return the strength hint for a passphrase."""
    from bands_registry.provenance.passphrase import strength

    return strength(text)


def missing_in(form: IdentityForm) -> tuple[Field, ...]:
    """Return what the identity page still lacks."""
    lacking = [
        (Field.PROFESSION, not form.profession),
        (Field.SPECIALTY, not form.specialties),
        (Field.YEARS, not form.years),
        (Field.JURISDICTION, not form.jurisdiction.strip()),
        (Field.PASSPHRASE, passphrase_strength(form.passphrase).score == 0),
        (Field.REPEAT, form.repeated != form.passphrase),
    ]
    return tuple(field for field, lacks in lacking if lacks)


def missing_in_sealed(form: SealedForm) -> tuple[Field, ...]:
    """Return what the sealed page still lacks."""
    lacking = [(Field.NAME, form.name), (Field.LICENCE, form.licence), (Field.BODY, form.body)]
    return tuple(field for field, text in lacking if not text.strip())


class SetupPresenter(QObject):
    """The way from a checked pack to an open study.

    Signals
    -------
    changed
        Anything the pages show.
    study_opened
        The session, as soon as there is one: from then on somebody must close it.
    opened
        The session, once she is done setting up.
    left
        She went back to the welcome screen.
    """

    changed = Signal()
    study_opened = Signal(object)
    opened = Signal(object)
    left = Signal()
    activity = Anew("")
    passphrase_error = Anew("")

    def __init__(
        self, tasks: TaskRunner, services: ClinicianServices, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._tasks = tasks
        self._services = services
        self._reset()

    def _reset(self) -> None:
        self.pages: tuple[Page, ...] = ()
        self.page = Page.SEAT
        self.path: Path | None = None
        self.summary: PackSummary | None = None
        self.identity: PublicIdentity | None = None
        self.session: Session | None = None
        self.pseudonym = ""
        self.error: FairMedError | None = None
        self._unlocked: UnlockedIdentity | None = None

    @property
    def coordinator_fingerprint(self) -> str:
        """The coordinator's code, to compare on the call; "" where no pack is at hand."""
        return self.summary.coordinator_fingerprint if self.summary else ""

    @property
    def asks_passphrase(self) -> bool:
        """Whether the seat page must unlock an identity made earlier."""
        return self._unlocked is None

    def begin(self, path: Path, summary: PackSummary, identity: PublicIdentity | None) -> None:
        """Start with a checked pack; with an identity known here the first page falls away."""
        self._reset()
        self.path, self.summary, self.identity = path, summary, identity
        later = (Page.SEAT, Page.SEALED, Page.READ_ALOUD)
        self.pages = later if identity else (Page.IDENTITY, *later)
        self.page = self.pages[0]
        self.changed.emit()
        if identity is None:
            self.draw_another()

    def seal_later(self, session: Session, identity: PublicIdentity) -> None:
        """Offer the sealed page of a study that is already open."""
        self._revisit(session, identity, Page.SEALED)

    def read_aloud_again(self, session: Session, identity: PublicIdentity) -> None:
        """Offer the read-aloud page of a study that is already open."""
        self._revisit(session, identity, Page.READ_ALOUD)

    def _revisit(self, session: Session, identity: PublicIdentity, page: Page) -> None:
        self._reset()
        self.session, self.identity, self.pages, self.page = session, identity, (page,), page
        self.changed.emit()

    def draw_another(self) -> None:
        """Draw a new pseudonym."""
        self._tasks.run(self._services.draw_pseudonym, done=self._drawn, failed=self._fail)

    def create(self, form: IdentityForm) -> None:
        """Make the signing identity; the page has asked `missing_in` before."""
        if self.activity or missing_in(form) or not self.pseudonym:
            return
        credential = Credential(
            form.profession, form.specialties, form.jurisdiction.strip(), form.years
        )
        self._begin(lambda: self.tr("Making your key"))
        self._tasks.run(
            self._services.create_identity,
            form.passphrase,
            self.pseudonym,
            credential,
            done=self._created,
            failed=self._fail,
        )

    def open_study(self, seat: str, passphrase: str = "") -> None:
        """Open the pack for a seat, unlocking the identity first where that is needed."""
        if self.activity or self.path is None or not seat.strip():
            return
        self._begin(lambda: self.tr("Opening the study"))
        self._tasks.run(
            self._open_on_thread,
            self.path,
            seat.strip().upper(),
            passphrase,
            done=self._study_opened,
            failed=self._refuse,
        )

    def _open_on_thread(self, path: Path, seat: str, passphrase: str) -> tuple[Session, bool]:
        identity = self._unlocked or self._services.unlock(passphrase)
        session = self._services.open_pack(path, seat, identity)
        return session, self._services.identity_sealed(session)

    def seal(self, form: SealedForm) -> None:
        """Seal the private details; the page has asked `missing_in_sealed` before."""
        if self.activity or self.session is None or missing_in_sealed(form):
            return
        self._begin(lambda: self.tr("Sealing"))
        self._tasks.run(
            self._services.seal_identity,
            self.session,
            _details(form),
            done=lambda _: self.go_on(),
            failed=self._fail,
        )

    def go_on(self) -> None:
        """Go to the next page, or into the study after the last."""
        self.activity, self.error = "", None
        at = self.pages.index(self.page)
        if at + 1 < len(self.pages):
            self.page = self.pages[at + 1]
            self.changed.emit()
        else:
            session = self.session
            self._unlocked = None
            self.changed.emit()
            self.opened.emit(session)

    def go_back(self) -> None:
        """Go to the page before where that can still be changed, else out."""
        if self.activity:
            return
        at = self.pages.index(self.page)
        if self.page is Page.READ_ALOUD and at > 0:
            self.page = self.pages[at - 1]
            self.changed.emit()
        elif self.session is not None:
            self.opened.emit(self.session)
        else:
            self._reset()
            self.left.emit()

    def _drawn(self, pseudonym: str) -> None:
        self.pseudonym = pseudonym
        self.changed.emit()

    def _created(self, identity: NewIdentity) -> None:
        self.identity, self._unlocked = identity.public, identity.unlocked
        self.go_on()

    def _study_opened(self, opened: tuple[Session, bool]) -> None:
        self.session, sealed = opened
        self.study_opened.emit(self.session)
        if sealed:
            self.pages = tuple(page for page in self.pages if page is not Page.SEALED)
        self.go_on()

    def _begin(self, activity: Callable[[], str]) -> None:
        self.activity, self.error, self.passphrase_error = activity, None, ""
        self.changed.emit()

    def _refuse(self, error: FairMedError) -> None:
        from bands_registry.provenance.keystore import WrongPassphraseError

        if isinstance(error, WrongPassphraseError):
            self.activity = ""
            self.passphrase_error = lambda: self.tr("Not the passphrase of this identity.")
            self.changed.emit()
        else:
            self._fail(error)

    def _fail(self, error: FairMedError) -> None:
        self.activity, self.error = "", error
        self.changed.emit()


def _details(form: SealedForm) -> IdentityDetails:
    from bands_registry.provenance.identity import IdentityDetails

    return IdentityDetails(
        name=form.name.strip(),
        licence=form.licence.strip(),
        body=form.body.strip(),
        institution=form.institution.strip(),
        email=form.email.strip(),
    )
