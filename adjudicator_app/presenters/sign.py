"""Checking and signing: what will be printed, what is stated, and the passphrase."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from adjudicator_app.presenters.counting import capitalised, spelled
from adjudicator_app.presenters.moved import moved_words
from adjudicator_app.presenters.saying import Anew, say
from adjudicator_app.services import ClinicianServices
from adjudicator_app.tasks import TaskRunner
from bands_registry.services.views import (
    Independence,
    SignedAttestation,
    SigningRow,
    SigningView,
)
from fairmed_core.errors import FairMedError
from fairmed_core.words.joining import listed, paragraph

if TYPE_CHECKING:
    from bands_registry.services.session import Session


class Missing(StrEnum):
    """What stands between her and the signature, in the order of the page."""

    NOTHING_READY = "nothing_ready"
    INDEPENDENCE = "independence"
    INTERESTS = "interests"
    INTERESTS_TEXT = "interests_text"
    PASSPHRASE = "passphrase"  # noqa: S105 (the name of a field)


class SignPresenter(QObject):
    """State and commands of the signing screen.

    Signals
    -------
    changed
        Anything the screen shows.
    signed
        The `SignedAttestation`, once everything is written.
    item_chosen
        Id of the item to edit.
    """

    changed = Signal()
    signed = Signal(object)
    item_chosen = Signal(str)
    passphrase_error = Anew("")

    def __init__(
        self, tasks: TaskRunner, services: ClinicianServices, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._tasks = tasks
        self._services = services
        self._session: Session | None = None
        self.practice = False
        self.view: SigningView | None = None
        self._reset()

    def _reset(self) -> None:
        self.not_an_author = False
        self.interests_declared: bool | None = None
        self.interests = ""
        self.signing = False
        self.told: Missing | None = None
        self.passphrase_error = ""
        self.error: FairMedError | None = None

    def show_session(self, session: Session, *, practice: bool) -> None:
        """Begin afresh with what is ready in this study; practice asks for no passphrase."""
        if session is not self._session:
            self._reset()
            self.view = None
        self._session, self.practice = session, practice
        self.refresh()

    def refresh(self) -> None:
        """Read again what is ready."""
        if self._session is None or self.signing:
            return
        self.told, self.passphrase_error, self.error = None, "", None
        self.changed.emit()
        self._tasks.run(
            self._services.prepare_signing, self._session, done=self._show, failed=self._fail
        )

    def state_independence(self, not_an_author: bool) -> None:  # noqa: FBT001 (a tick)
        """Keep the tick beside "I wrote none of these items"."""
        self.not_an_author = not_an_author
        self._settle(Missing.INDEPENDENCE)

    def declare(self, *, declared: bool, interests: str) -> None:
        """Keep what she says about competing interests."""
        self.interests_declared, self.interests = declared, interests
        self._settle(Missing.INTERESTS, Missing.INTERESTS_TEXT)

    def edit(self, item_id: str) -> None:
        """Go back to an item."""
        self.item_chosen.emit(item_id)

    def missing(self, passphrase: str) -> Missing | None:
        """Return the first thing that is left to do before signing."""
        declared_nothing = self.interests_declared is True and not self.interests.strip()
        lacking = (
            (Missing.NOTHING_READY, self.view is None or not self.view.rows),
            (Missing.INDEPENDENCE, not self.not_an_author),
            (Missing.INTERESTS, self.interests_declared is None),
            (Missing.INTERESTS_TEXT, declared_nothing),
            (Missing.PASSPHRASE, not passphrase and not self.practice),
        )
        return next((what for what, lacks in lacking if lacks), None)

    def sign(self, passphrase: str) -> None:
        """Sign everything in the table, or tell what is left; a second press does nothing."""
        if self.signing or self._session is None:
            return
        self.passphrase_error, self.error = "", None
        self.told = self.missing(passphrase)
        if self.told is not None:
            self.changed.emit()
            return
        self.signing = True
        self.changed.emit()
        interests = self.interests.strip() if self.interests_declared else ""
        self._tasks.run(
            self._services.sign,
            self._session,
            passphrase,
            Independence(not_an_author=True, interests=interests),
            self._services.now(),
            done=self._signed,
            failed=self._refuse,
        )

    @property
    def nothing_to_sign(self) -> tuple[str, str]:
        """Why the table is empty: a heading, and what follows from it."""
        view = self.view
        if view is not None and view.moved_at is not None:
            return self.tr("Sign on the other computer"), moved_words(view.moved_at)
        if view is not None and view.finished:
            closed = self.tr("Its record is closed, so nothing more can be signed in it.")
            return self.tr("You finished this study"), closed
        later = self.tr("Mark an item ready, and it stands here as it will be printed.")
        return self.tr("Nothing ready yet"), later

    @property
    def rows(self) -> tuple[SigningRow, ...]:
        """The verdicts to be signed."""
        return self.view.rows if self.view else ()

    @property
    def button(self) -> str:
        """What the primary button says."""
        if self.signing:
            return self.tr("Signing")
        if not self.rows:
            return self.tr("Sign")
        if len(self.rows) == 1:
            return self.tr("Sign 1 verdict")
        return self.tr("Sign {count} verdicts").format(count=len(self.rows))

    @property
    def scope_warning(self) -> tuple[str, str]:
        """The warning under the table, as what is said strongly and the rest; "" when none."""
        outside = [row for row in self.rows if not row.scope.inside]
        inside = [row for row in self.rows if row.scope.inside]
        if not outside:
            return "", ""
        head = self._outside_sentence(len(outside), len(self.rows))
        rest = (
            self.tr("It is printed with the notice you read.")
            if len(outside) == 1
            else self.tr("Each is printed with the notice you read.")
        )
        if len(inside) == 1:
            told = self.tr("Item {position} lies in your setting and counts.")
            rest = paragraph((rest, told.format(position=inside[0].position)), say)
        return head, rest

    def _outside_sentence(self, outside: int, total: int) -> str:
        if total == 1:
            return self.tr("This item lies outside your setting.")
        if outside == total:
            return self.tr("All {total} items lie outside your setting.").format(
                total=spelled(total)
            )
        verb = self.tr("lies") if outside == 1 else self.tr("lie")
        return self.tr("{some} of the {total} items {verb} outside your setting.").format(
            some=capitalised(spelled(outside)),
            total=spelled(total),
            verb=verb,
        )

    @property
    def not_ready(self) -> str:
        """The sentence about items that are left out; "" when none is."""
        if self.view is None or not self.view.not_ready or self.view.read_only:
            return ""
        titles = listed((item.title for item in self.view.not_ready[:3]), say)
        more = len(self.view.not_ready) - 3
        if more > 0:
            titles += self.tr(" and {more} more").format(more=more)
        return self.tr("Not ready, and left out of this signature: {titles}.").format(titles=titles)

    def _settle(self, *settled: Missing) -> None:
        if self.told in settled:
            self.told = None
        self.changed.emit()

    def _show(self, view: SigningView) -> None:
        self.view = view
        self.changed.emit()

    def _signed(self, attestation: SignedAttestation) -> None:
        self.signing = False
        self.changed.emit()
        self.signed.emit(attestation)

    def _refuse(self, error: FairMedError) -> None:
        from bands_registry.provenance.keystore import WrongPassphraseError

        self.signing = False
        if isinstance(error, WrongPassphraseError):
            self.passphrase_error = lambda: self.tr(
                "Not the passphrase of this identity. Nothing was signed; your drafts are safe."
            )
            self.changed.emit()
        else:
            self._fail(error)

    def _fail(self, error: FairMedError) -> None:
        self.error = error
        self.changed.emit()
