"""The one place where objects are made and joined."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib.metadata import version
from pathlib import Path

from PySide6.QtCore import QObject, Qt, SignalInstance
from PySide6.QtWidgets import QApplication, QWidget

from adjudicator_app.leaving import Leaving
from adjudicator_app.locking import Locking
from adjudicator_app.making import Making
from adjudicator_app.moving_desk import MovingDesk
from adjudicator_app.navigation import Navigation, Presenters
from adjudicator_app.one_window import Request
from adjudicator_app.preparing import Preparing
from adjudicator_app.presenters.attestation import AttestationPresenter
from adjudicator_app.presenters.identity import SetupPresenter
from adjudicator_app.presenters.idle_lock import IdleLockPresenter
from adjudicator_app.presenters.practice import PracticePresenter
from adjudicator_app.presenters.queue import QueuePresenter
from adjudicator_app.presenters.receipts import ReceiptsPresenter
from adjudicator_app.presenters.review import ReviewPresenter
from adjudicator_app.presenters.sign import SignPresenter
from adjudicator_app.presenters.welcome import WelcomePresenter
from adjudicator_app.receipt_desk import ReceiptDesk
from adjudicator_app.receipt_services import ReceiptServices
from adjudicator_app.registry_desk import RegistryDesk, is_registry
from adjudicator_app.registry_services import RegistryServices
from adjudicator_app.services import ClinicianServices
from adjudicator_app.speaking import Speaking
from adjudicator_app.tasks import TaskRunner
from adjudicator_app.translation import Speech
from adjudicator_app.troubles import Troubles
from adjudicator_app.view_settings import ViewSettings
from adjudicator_app.widgets.focus_ring import FocusRings
from adjudicator_app.widgets.main_window import MainWindow
from adjudicator_app.widgets.screen import Screen
from adjudicator_app.widgets.theme import Theme
from adjudicator_app.widgets.welcome_screen import WelcomeScreen
from bands_registry.services.views import CitedClause
from fairmed_core.clock import Clock


class Desktop(QObject):
    """The running program.

    Parameters
    ----------
    data
        The folder of keystore and studies.
    clock
        Tells the time that is recorded.
    """

    def __init__(self, qt: QApplication, *, data: Path, clock: Clock) -> None:
        super().__init__(qt)
        # Boxes, menus and tips open at once: nobody has to ask for less motion.
        qt.setEffectEnabled(Qt.UIEffect.UI_General, False)
        self.theme = Theme.install(qt)
        FocusRings.install(qt)
        self.clock = clock
        self.tasks = TaskRunner(self)
        self.services = ClinicianServices(data, clock)
        self.window = MainWindow()
        self.troubles = Troubles(self.window, self.tasks)
        self.view_settings = ViewSettings(data, self.window, self.theme, Speech(qt))
        self.services.language = self.view_settings.language
        confirmed = ReceiptServices(self.services.stores, clock)
        self.to = Presenters(
            welcome=WelcomePresenter(self.tasks, self.services, self),
            setup=SetupPresenter(self.tasks, self.services, self),
            items=QueuePresenter(self.tasks, self.services, self),
            review=ReviewPresenter(self.tasks, self.services, self),
            practice=PracticePresenter(self),
            sign=SignPresenter(self.tasks, self.services, self),
            sending=AttestationPresenter(self.tasks, self.services, self),
            receipts=ReceiptsPresenter(self.tasks, confirmed, lambda: self.go.session, self),
        )
        self.go = Navigation(self.to, self.tasks, self.services, self._show, self)
        self.leaving = Leaving(self.window, self.tasks, self.to.review, self.go.close_session, self)
        self.lock = IdleLockPresenter(
            self.tasks, self.services, clock=clock, session=lambda: self.go.session, parent=self
        )
        self.locking = Locking(qt, self.window, self.lock, self.to.review)
        self.registry = RegistryDesk(
            self.window, self.tasks, RegistryServices(data, clock), self.view_settings, self._show
        )
        self.receipts = ReceiptDesk(
            self.window, self.to.receipts, self.troubles, self.view_settings, self.go.title_of
        )
        self.moving = MovingDesk(
            self.window,
            self.tasks,
            self.services.moving,
            view=self.view_settings,
            session=lambda: self.go.session,
            put_away=self._put_away,
        )
        makers: dict[Screen, Callable[[], QWidget]] = {
            Screen.WELCOME: self._make_welcome,
            Screen.SETUP: self._make_setup,
            Screen.ITEMS: self._make_items,
            Screen.REVIEW: self._make_review,
            Screen.FEEDBACK: self._make_feedback,
            Screen.SIGN: self._make_sign,
            Screen.SEND: self._make_send,
            Screen.OVERVIEW: self.registry.make_overview,
            Screen.RESULTS: self.registry.make_results,
        }
        self.making = Making(self.window, makers)
        self.preparing = Preparing(self.tasks, self.window, self.making)
        self.speaking = Speaking(
            self.window,
            self.making,
            tasks=self.tasks,
            go=self.go,
            view=self.view_settings,
            preparing=self.preparing,
        )
        self._join(qt)

    def start(self, *, pack: Path | None = None, practice: bool = False) -> None:
        """Show the window and look what there is to go on with."""
        self.go.show_welcome()
        self.window.show()
        if pack is not None and is_registry(pack):
            self.registry.open(pack)
        elif pack is not None:
            self.to.receipts.sort(pack, lambda: self.to.welcome.open_file(pack))
        elif practice:
            self.to.welcome.practise()

    def answer(self, request: Request) -> None:
        """Do what a later start asked for, in this window; what was entered is kept first."""
        self.window.come_forward()
        if request.file is not None:
            self._open_another(request.file)
        elif request.practice and self.go.session is None:
            self.to.welcome.practise()

    def _join(self, qt: QApplication) -> None:
        window = self.window
        window.file_dropped.connect(self._open_another)
        window.open_asked.connect(self._choose_pack)
        window.list_asked.connect(self.go.list_items)
        window.sign_asked.connect(self.go.check_and_sign)
        window.help_asked.connect(self.view_settings.show_keys)
        window.scale_asked.connect(self.view_settings.step_scale)
        # An analysis is called off first: leaving waits for what is under way.
        window.close_wanted.connect(self.registry.stop)
        window.close_wanted.connect(self.leaving.leave)
        self.view_settings.join_guideline(self.to.review.guideline)
        self.to.review.guideline.file_wanted.connect(self._choose_guideline)
        self.registry.left.connect(self.go.show_welcome)
        self.moving.join(self.to.welcome)
        self.go.failed.connect(self.troubles.tell)
        self.view_settings.language_changed.connect(self.speaking.begin)
        qt.commitDataRequest.connect(self.leaving.keep_everything)
        qt.aboutToQuit.connect(self.registry.stop)
        qt.aboutToQuit.connect(self.leaving.end)

    # Screens are made when they are first shown or prepared, so that the first one shows at once.

    def _show(self, screen: Screen) -> None:
        self.making.have(screen)
        self.window.show_screen(screen)

    def _make_welcome(self) -> QWidget:
        page = WelcomeScreen(self.to.welcome, version("fairmed"))
        page.file_asked.connect(self._choose_pack)
        page.registry_asked.connect(self._choose_registry)
        page.results_asked.connect(self.registry.show_results)
        page.language.show_language(self.view_settings.language)
        page.language.language_chosen.connect(self.view_settings.set_language)
        page.continue_card.forgotten_asked.connect(self.troubles.tell_forgotten)
        self._join_bar(page.settings_asked, page.help_asked)
        return page

    def _make_setup(self) -> QWidget:
        from adjudicator_app.widgets.setup_screen import SetupScreen

        page = SetupScreen(self.to.setup)
        self._join_bar(page.settings_asked, page.help_asked)
        return page

    def _make_items(self) -> QWidget:
        from adjudicator_app.widgets.queue_screen import QueueScreen

        page = QueueScreen(self.to.items)
        page.send_asked.connect(self.go.show_signed_files)
        page.read_aloud_asked.connect(self.go.read_aloud)
        page.close_asked.connect(self._close_study)
        page.bar.follow(self.to.review, self.to.items)
        self._join_bar(page.settings_asked, page.help_asked)
        return page

    def _make_review(self) -> QWidget:
        from adjudicator_app.widgets.review_screen import ReviewScreen

        page = ReviewScreen(self.to.review)
        page.follow(self.to.items)
        self._join_bar(page.settings, page.help)
        return page

    def _make_feedback(self) -> QWidget:
        from adjudicator_app.widgets.feedback_screen import FeedbackScreen

        page = FeedbackScreen(self.to.practice)
        self._join_bar(page.settings_asked, page.help_asked)
        return page

    def _make_sign(self) -> QWidget:
        from adjudicator_app.widgets.sign_screen import SignScreen

        page = SignScreen(self.to.sign, self.clock)
        page.list_asked.connect(self.go.list_items)
        page.seal_asked.connect(self.go.seal)
        page.bar.follow(self.to.review, self.to.items)
        self._join_bar(page.settings_asked, page.help_asked)
        return page

    def _make_send(self) -> QWidget:
        from adjudicator_app.widgets.send_screen import SendScreen

        page = SendScreen(self.to.sending, self.to.receipts)
        page.list_asked.connect(self.go.list_items)
        page.pdf_asked.connect(self._save_pdf)
        page.response_asked.connect(self._save_response)
        page.receipt_asked.connect(self.receipts.choose)
        self._join_bar(page.settings_asked, page.help_asked)
        return page

    def _join_bar(self, settings: SignalInstance, keys: SignalInstance) -> None:
        settings.connect(self.view_settings.show_settings)
        keys.connect(self.view_settings.show_keys)

    # Files and the way back to the welcome screen

    def _close_study(self) -> None:
        self.leaving.close_study(self.go.show_welcome)

    def _put_away(self, then: Callable[[], object]) -> None:
        """Close the study that is open, if any; the first screen stands in its place."""
        back = self.go.show_welcome if self.go.session is not None else lambda: None
        self.leaving.close_study(lambda: (back(), then()))

    def _choose_pack(self) -> None:
        path = self.window.choose_pack(self.view_settings.folder)
        if path is not None:
            self._open_another(path)

    def _choose_registry(self) -> None:
        path = self.registry.files.registry(self.view_settings.folder)
        if path is not None:
            self._open_another(path)

    def _choose_guideline(self, cited: CitedClause) -> None:
        path = self.registry.files.guideline(self.view_settings.folder)
        if path is not None:
            self.view_settings.remember_folder(path)
            self.to.review.guideline.attach(cited, path)

    def _open_another(self, path: Path) -> None:
        self.view_settings.remember_folder(path)
        self.locking.when_open(lambda: self._open(path))

    def _open(self, path: Path) -> None:
        show = self.registry.open if is_registry(path) else self.go.inspect
        leave = partial(self.leaving.close_study, lambda: show(path))
        if is_registry(path):
            leave()
        else:
            # A receipt is kept beside what is open: nothing is left for it.
            self.to.receipts.sort(path, leave)

    def _save_pdf(self, name: str) -> None:
        title, kind = self.tr("Save your attestation"), self.tr("PDF (*.pdf)")
        self._save_as(title, name, kind, self.to.sending.save_pdf)

    def _save_response(self, name: str) -> None:
        title, kind = self.tr("Save your response file"), self.tr("Response files (*.fmresp)")
        self._save_as(title, name, kind, self.to.sending.save_response)

    def _save_as(self, title: str, name: str, kind: str, save: Callable[[Path], None]) -> None:
        offered = str(Path(self.view_settings.folder) / name)
        path = self.window.choose_target(title, offered, kind)
        if path is not None:
            self.view_settings.remember_folder(path)
            save(path)
