"""The review of real items in a test: real session, real store, the real screen in a window."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QMainWindow, QStackedWidget, QWidget

from adjudicator_app.presenters.review import ReviewPresenter
from adjudicator_app.presenters.review_entry import ReviewEntry
from adjudicator_app.services import ClinicianServices
from adjudicator_app.tasks import TaskRunner
from adjudicator_app.widgets.review_screen import ReviewScreen
from bands_registry.provenance.keystore import UnlockedIdentity
from bands_registry.services.views import QueueView, ReviewView
from fairmed_core.clock import Clock
from fairmed_core.domain.study import Study
from fairmed_core.domain.verdict import Judgement
from tests.helpers.chains import noon
from tests.helpers.registry import a_clinician, a_pack
from tests.helpers.study import SEAT

PATIENCE_MS, TURN_MS = 20_000, 5


class ReviewDesk:
    """A clinician with a study open, about to review it."""

    def __init__(
        self,
        folder: Path,
        *,
        study: Study | None = None,
        identity: UnlockedIdentity | None = None,
        seat: str = SEAT,
        clock: Clock | None = None,
        services: type[ClinicianServices] = ClinicianServices,
        practice: bool = False,
    ) -> None:
        self.folder = folder
        self._loop, self._over = QEventLoop(), QTimer(singleShot=True, interval=TURN_MS)
        self._over.timeout.connect(self._loop.quit)
        self.tasks = TaskRunner()
        self.services = services(folder, clock or noon())
        identity = identity or a_clinician(folder)
        if practice:
            self.session = self.ask(self.services.open_practice)
        else:
            pack = a_pack(folder, study)
            self.session = self.ask(self.services.open_pack, pack, seat, identity)
        self.queue: QueueView = self.ask(self.services.list_items, self.session)
        self.presenter = ReviewPresenter(self.tasks, self.services)
        self.window, self._stack = QMainWindow(), QStackedWidget()
        self.window.setCentralWidget(self._stack)
        self.window.setMinimumSize(640, 480)
        self.window.resize(1366, 768)
        self.screen = ReviewScreen(self.presenter)
        self._stack.addWidget(self.screen)
        if identity.credential is not None:
            self.screen.set_credential(identity.credential)

    @property
    def entry(self) -> ReviewEntry:
        """What is entered for the item shown."""
        return self.presenter.entry

    @property
    def view(self) -> ReviewView:
        """The item shown."""
        return self.entry.shown

    @property
    def focused(self) -> QWidget | None:
        """What has the focus in the window, whether or not the window is the active one."""
        return self.window.focusWidget()

    def show(self, width: int = 1366, height: int = 768) -> None:
        """Show the window and make it the active one."""
        self.window.resize(width, height)
        self.window.show()
        self.window.activateWindow()
        self.until(self.window.isActiveWindow)

    def open(self, item_id: str) -> None:
        """Open an item and wait until it is shown."""
        self.presenter.begin(self.session, self.queue, item_id)
        self.until(lambda: self.presenter.view is not None and self.shown == item_id)
        self.settle()

    @property
    def shown(self) -> str:
        """Id of the item shown; "" while there is none."""
        return self.presenter.view.item.item_id if self.presenter.view else ""

    def settle(self) -> None:
        """Wait until the service thread has answered everything and the page lies still."""
        self.until(lambda: not self.tasks.busy)
        for _ in range(5):
            self._turn()

    def stored(self, item_id: str) -> Judgement:
        """Return what the store holds for an item, after all that was handed to it."""
        view: ReviewView = self.ask(self.services.review_item, self.session, item_id)
        return view.judgement

    def ask(self, function, *args):
        """Run a function on the service thread and return its answer."""
        answers, errors = [], []
        self.tasks.run(function, *args, done=answers.append, failed=errors.append)
        self.until(lambda: answers or errors)
        if errors:
            raise errors[0]
        return answers[0]

    def until(self, holds) -> None:
        """Turn the event loop until something holds."""
        waited = 0
        while not holds():
            assert waited < PATIENCE_MS, "it never came to hold"
            self._turn()
            waited += TURN_MS

    def _turn(self) -> None:
        self._over.start()
        self._loop.exec()

    def close(self) -> None:
        """Close the study and end the service thread."""
        self.presenter.forget()
        if not self.tasks.closed:
            self.tasks.run(self.session.close)
        self.tasks.close()
        self.window.close()
        self.window.deleteLater()
