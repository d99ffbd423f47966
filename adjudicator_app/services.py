"""The registry's services, bound to this computer's folder and clock.

Every method runs on the service thread. Imports stand inside the methods: the first window must
not wait for a database or for cryptography.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator_app.moving_services import MovingServices
from fairmed_core.clock import Clock
from fairmed_core.domain.adjudicator import Credential
from fairmed_core.domain.sources import Source
from fairmed_core.domain.verdict import Judgement
from fairmed_core.words.catalogue import ENGLISH

if TYPE_CHECKING:
    from bands_registry.provenance.identity import IdentityDetails
    from bands_registry.provenance.keystore import UnlockedIdentity
    from bands_registry.services.export_response import ExportedResponse
    from bands_registry.services.practice import PracticeFeedback
    from bands_registry.services.session import Session
    from bands_registry.services.views import (
        Guideline,
        Independence,
        KnownStudy,
        PackSummary,
        PublicIdentity,
        QueueView,
        ReviewView,
        SavedDraft,
        SignedAttestation,
        SigningView,
    )


@dataclass(frozen=True)
class Returning:
    """Who has signed on this computer before, and the studies kept here."""

    identity: PublicIdentity | None
    studies: tuple[KnownStudy, ...]


@dataclass(frozen=True)
class NewIdentity:
    """A signing identity just made: what others may know of it, and the means to sign."""

    public: PublicIdentity
    unlocked: UnlockedIdentity


class ClinicianServices:
    """What the clinician's screens ask for.

    Parameters
    ----------
    data
        The folder of keystore and studies.
    clock
        Tells the time that is recorded.

    Attributes
    ----------
    language
        Of what is shown, recorded and printed in the studies opened from now on.
    moving
        Her key and studies on their way to another computer, or from one.
    """

    def __init__(self, data: Path, clock: Clock) -> None:
        self._data = data
        self._clock = clock
        self.language = ENGLISH
        self.moving = MovingServices(self.keystore, self.stores, clock)

    def now(self) -> datetime:
        """Return the present instant in UTC; the one thing here that may be asked on any thread."""
        return self._clock.now()

    @property
    def keystore(self) -> Path:
        """The file of the signing identity."""
        return self._data / "keystore.fmkey"

    @property
    def stores(self) -> Path:
        """The folder of the studies kept here."""
        return self._data / "studies"

    @property
    def guidelines(self) -> Path:
        """The folder of the guideline files attached here."""
        return self._data / "guidelines"

    def returning(self) -> Returning:
        """Return what the welcome screen offers to continue."""
        from bands_registry.services.resume_study import known_studies
        from bands_registry.services.unlock_identity import known_identity

        return Returning(known_identity(self.keystore), known_studies(self.stores))

    def draw_pseudonym(self) -> str:
        """Return a pseudonym drawn at random."""
        from bands_registry.provenance.pseudonym import draw_pseudonym

        return draw_pseudonym()

    def create_identity(
        self, passphrase: str, pseudonym: str, credential: Credential
    ) -> NewIdentity:
        """Make the key, keep it under the passphrase, and return it unlocked."""
        from bands_registry.services.create_identity import create_identity

        public = create_identity(
            self.keystore,
            passphrase=passphrase,
            pseudonym=pseudonym,
            credential=credential,
            clock=self._clock,
        )
        return NewIdentity(public, self.unlock(passphrase))

    def unlock(self, passphrase: str) -> UnlockedIdentity:
        """Return the identity; a wrong passphrase raises."""
        from bands_registry.services.unlock_identity import unlock_identity

        return unlock_identity(self.keystore, passphrase)

    def inspect_pack(self, path: Path) -> PackSummary:
        """Check a pack's signatures and say what it is."""
        from bands_registry.services.inspect_pack import inspect_pack

        return inspect_pack(path)

    def open_pack(self, path: Path, seat: str, identity: UnlockedIdentity) -> Session:
        """Begin a study, or go on with it under a new pack."""
        from bands_registry.services.open_pack import open_pack

        session = open_pack(
            path, seat=seat, identity=identity, stores=self.stores, clock=self._clock
        )
        return self._at_hand(session)

    def resume(self, store: str, passphrase: str) -> Session:
        """Unlock the identity and go on with a study kept here."""
        from bands_registry.services.resume_study import resume_study

        identity = self.unlock(passphrase)
        return self._at_hand(resume_study(Path(store), identity=identity, clock=self._clock))

    def open_practice(self) -> Session:
        """Begin the practice study under a throw-away key."""
        from bands_registry.services.practice import open_practice
        from bands_registry.services.unlock_identity import known_identity

        known = known_identity(self.keystore)
        return self._at_hand(
            open_practice(
                self._data / "practice",
                clock=self._clock,
                credential=known.credential if known else None,
            )
        )

    def speak(self, session: Session, language: str) -> None:
        """Show, record and print in another language from now on."""
        session.language = language

    def _at_hand(self, session: Session) -> Session:
        session.language = self.language
        # The list asks which version each item has. Worked out before the screen is there, it
        # does not take turns with the laying out of a thousand cards.
        for item in session.order:
            session.version_of(item)
        return session

    def close(self, session: Session) -> None:
        """Close the study's store."""
        session.close()

    def seal_identity(self, session: Session, details: IdentityDetails) -> None:
        """Seal the private details to the study's coordinator."""
        from bands_registry.services.seal_identity import seal_identity

        seal_identity(session, details)

    def identity_sealed(self, session: Session) -> bool:
        """Whether the private details were sealed in this study."""
        from bands_registry.services.seal_identity import identity_sealed

        return identity_sealed(session)

    def list_items(self, session: Session) -> QueueView:
        """Return the queue."""
        from bands_registry.services.list_items import list_items

        return list_items(session)

    def review_item(self, session: Session, item_id: str) -> ReviewView:
        """Return an item, and record that it was shown."""
        from bands_registry.services.review_item import review_item

        return review_item(session, item_id)

    def find_guideline(self, session: Session, source: Source) -> Guideline | None:
        """Return the file attached to a source of this study."""
        from bands_registry.services.find_guideline import find_guideline

        return find_guideline(source, study=session.study.id, folder=self.guidelines)

    def attach_guideline(self, session: Session, source: Source, path: Path) -> Guideline:
        """Keep a copy of a guideline's PDF for a source of this study."""
        from adjudicator_app.pdf_check import demand_readable
        from bands_registry.services.attach_guideline import attach_guideline

        return attach_guideline(
            path,
            source=source,
            study=session.study.id,
            folder=self.guidelines,
            opens=demand_readable,
        )

    def save_draft(self, session: Session, item_id: str, judgement: Judgement) -> SavedDraft:
        """Keep what was entered so far."""
        from bands_registry.services.save_draft import save_draft

        return save_draft(session, item_id, judgement)

    def mark_ready(self, session: Session, item_id: str, judgement: Judgement) -> SavedDraft:
        """Keep a judgement and put it with those that are ready to sign."""
        from bands_registry.services.mark_ready import mark_ready

        return mark_ready(session, item_id, judgement)

    def practice_feedback(
        self, session: Session, item_id: str, judgement: Judgement
    ) -> PracticeFeedback:
        """Return what a practice item teaches after it was judged."""
        from bands_registry.services.practice import practice_feedback

        return practice_feedback(session, item_id, judgement)

    def prepare_signing(self, session: Session) -> SigningView:
        """Return all that is about to be signed."""
        from bands_registry.services.prepare_signing import prepare_signing

        return prepare_signing(session)

    def sign(
        self, session: Session, passphrase: str, independence: Independence, clicked: datetime
    ) -> SignedAttestation:
        """Sign every verdict that is ready, as of the click; nothing with a wrong passphrase."""
        from bands_registry.services.sign_verdicts import sign_verdicts
        from exports.attestation_pdf import RENDERER, render_attestation

        return sign_verdicts(
            session,
            passphrase=passphrase,
            independence=independence,
            render=render_attestation,
            renderer=RENDERER,
            clicked=clicked,
        )

    def attestations(self, session: Session) -> tuple[SignedAttestation, ...]:
        """Return the attestations issued so far."""
        from bands_registry.services.attestations import list_attestations

        return list_attestations(session)

    def save_attestation(self, session: Session, number: int, path: Path) -> None:
        """Write an attestation to a file of the reader's choice."""
        from bands_registry.services.attestations import save_attestation

        save_attestation(session, number, path)

    def export_response(self, session: Session, path: Path) -> ExportedResponse:
        """Write the response file for the coordinator."""
        from bands_registry.services.export_response import export_response

        return export_response(session, path)
