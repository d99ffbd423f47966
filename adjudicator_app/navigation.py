"""Which screen follows which, and the one study that is open."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from adjudicator_app.presenters.attestation import AttestationPresenter
from adjudicator_app.presenters.identity import SetupPresenter
from adjudicator_app.presenters.practice import PracticePresenter
from adjudicator_app.presenters.queue import QueuePresenter
from adjudicator_app.presenters.receipts import ReceiptsPresenter
from adjudicator_app.presenters.review import ReviewPresenter
from adjudicator_app.presenters.sign import SignPresenter
from adjudicator_app.presenters.welcome import WelcomePresenter
from adjudicator_app.services import ClinicianServices
from adjudicator_app.tasks import TaskRunner
from adjudicator_app.widgets.screen import Screen
from fairmed_core.errors import FairMedError

if TYPE_CHECKING:
    from bands_registry.services.practice import PracticeFeedback
    from bands_registry.services.session import Session
    from bands_registry.services.views import PackSummary, PublicIdentity, SignedAttestation


@dataclass(frozen=True)
class Presenters:
    """One per screen."""

    welcome: WelcomePresenter
    setup: SetupPresenter
    items: QueuePresenter
    review: ReviewPresenter
    practice: PracticePresenter
    sign: SignPresenter
    sending: AttestationPresenter
    receipts: ReceiptsPresenter


class Navigation(QObject):
    """Moves between the screens and hands the open study to their presenters.

    Signals
    -------
    failed
        A `FairMedError` that no screen tells in place.
    """

    failed = Signal(object)

    def __init__(
        self,
        presenters: Presenters,
        tasks: TaskRunner,
        services: ClinicianServices,
        show: Callable[[Screen], None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._to = presenters
        self._tasks = tasks
        self._services = services
        self._show = show
        self.session: Session | None = None
        self.screen: Screen | None = None
        self._join()

    def _join(self) -> None:
        to = self._to
        to.welcome.pack_accepted.connect(self._set_up)
        to.welcome.opened.connect(self._enter)
        to.setup.study_opened.connect(self._hold)
        to.setup.opened.connect(self._enter)
        to.setup.left.connect(self.show_welcome)
        to.items.item_chosen.connect(self._open_item)
        to.items.signing_asked.connect(self.check_and_sign)
        to.items.failed.connect(self.failed)
        to.review.left.connect(self.list_items)
        to.review.all_done.connect(self.check_and_sign)
        to.review.feedback_ready.connect(self._show_feedback)
        to.review.failed.connect(self.failed)
        to.practice.again_asked.connect(lambda: self._go(Screen.REVIEW))
        to.practice.next_asked.connect(self._after_feedback)
        to.sign.item_chosen.connect(self._open_item)
        to.sign.signed.connect(self._signed)

    def speak(self, language: str) -> None:
        """Record and print in another language."""
        self._services.language = language
        if self.session is not None:
            self._tasks.run(self._services.speak, self.session, language)

    def read_again(self) -> None:
        """Read what is shown of a study again, in the language that is on."""
        if self.session is not None:
            self._to.items.refresh()
            self._to.review.refresh()
            self._to.sign.refresh()

    def title_of(self, study_id: str) -> str:
        """Return the title of the open study if it is this one, else ""."""
        study = self.session.study if self.session is not None else None
        return study.title if study is not None and study.id == study_id else ""

    # Into a study and out of it

    def show_welcome(self) -> None:
        """Show the first screen as things stand now."""
        self._go(Screen.WELCOME)
        self._to.welcome.load()

    def inspect(self, path: Path) -> None:
        """Check a study pack; no study is open."""
        self.show_welcome()
        self._to.welcome.open_file(path)

    def close_session(self, done: Callable[[], object]) -> None:
        """Close the open study, if any, and go on when its store is free."""
        if self.session is None:
            done()
            return
        session, self.session = self.session, None
        self._to.review.forget()
        self._to.items.forget()
        self._tasks.run(
            self._services.close,
            session,
            done=lambda _: done(),
            failed=lambda error: self._not_closed(error, done),
        )

    def _not_closed(self, error: FairMedError, done: Callable[[], object]) -> None:
        self.failed.emit(error)
        done()

    def _set_up(self, path: Path, summary: PackSummary, identity: PublicIdentity | None) -> None:
        self._to.setup.begin(path, summary, identity)
        self._go(Screen.SETUP)

    def _hold(self, session: Session) -> None:
        self.session = session

    def _enter(self, session: Session) -> None:
        self.session = session
        self._to.items.show_session(session)
        self._go(Screen.ITEMS)

    # Moving about in a study

    def list_items(self) -> None:
        """Show her items."""
        if self.session is None or self._to.items.view is None or self._to.sign.signing:
            return
        self._to.items.refresh()
        self._go(Screen.ITEMS)

    def check_and_sign(self) -> None:
        """Show what is ready to be signed."""
        if self.session is None or self._to.items.view is None:
            return
        self._to.review.flush()
        self._to.items.refresh()
        self._to.sign.show_session(self.session, practice=self._to.items.view.practice)
        self._go(Screen.SIGN)

    def seal(self) -> None:
        """Show the page of the sealed details."""
        if self.session is not None and self._to.items.view is not None:
            self._to.setup.seal_later(self.session, self._to.items.view.identity)
            self._go(Screen.SETUP)

    def read_aloud(self) -> None:
        """Show her code again."""
        if self.session is not None and self._to.items.view is not None:
            self._to.setup.read_aloud_again(self.session, self._to.items.view.identity)
            self._go(Screen.SETUP)

    def show_signed_files(self) -> None:
        """Show the latest attestation."""
        if self.session is not None and self._to.items.view is not None:
            self._to.sending.show_session(self.session, self._to.items.view)
            self._to.receipts.load()
            self._go(Screen.SEND)

    def _open_item(self, item_id: str) -> None:
        if self.session is not None and self._to.items.view is not None:
            self._to.review.begin(self.session, self._to.items.view, item_id)
            self._go(Screen.REVIEW)

    def _show_feedback(self, feedback: PracticeFeedback) -> None:
        view, queue = self._to.review.view, self._to.items.view
        self._to.practice.show_feedback(
            feedback,
            study=queue.study_title if queue else "",
            item=view.item.title if view else "",
        )
        self._go(Screen.FEEDBACK)

    def _after_feedback(self) -> None:
        self._go(Screen.REVIEW)
        self._to.review.go_on()

    def _signed(self, attestation: SignedAttestation) -> None:
        self.show_signed_files()
        self._to.sending.show_signed(attestation)
        self._to.items.refresh()

    def _go(self, screen: Screen) -> None:
        self.screen = screen
        self._show(screen)
