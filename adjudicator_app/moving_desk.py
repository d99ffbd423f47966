"""Moving joined to the program: the section in the settings, files chosen, the sheets."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from adjudicator_app.moving_services import MovingServices
from adjudicator_app.presenters.moving_in import MoveInPresenter
from adjudicator_app.presenters.moving_out import MoveOutPresenter
from adjudicator_app.presenters.welcome import WelcomePresenter
from adjudicator_app.tasks import TaskRunner
from adjudicator_app.view_settings import ViewSettings
from adjudicator_app.widgets.main_window import MainWindow

if TYPE_CHECKING:
    from bands_registry.services.move_in import Arriving
    from bands_registry.services.session import Session


class MovingDesk(QObject):
    """Takes her work to another computer, and from one.

    Parameters
    ----------
    session
        Returns the study that is open, or None.
    put_away
        Closes it once everything entered is saved, then does what it is given.
    """

    def __init__(
        self,
        window: MainWindow,
        tasks: TaskRunner,
        services: MovingServices,
        *,
        view: ViewSettings,
        session: Callable[[], Session | None],
        put_away: Callable[[Callable[[], object]], None],
    ) -> None:
        super().__init__(window)
        self._window, self._tasks, self._services = window, tasks, services
        self._view, self._session, self._put_away = view, session, put_away
        self.out = MoveOutPresenter(tasks, services, self)
        self.sheet: QWidget | None = None
        view.sections.append(self._make_section)

    def join(self, welcome: WelcomePresenter) -> None:
        """Follow the first screen, which checks what is opened, and let it show what came."""
        welcome.move_accepted.connect(lambda path, arriving: self.offer(path, arriving, welcome))
        self.out.moved.connect(welcome.load)

    def offer(self, path: Path, arriving: Arriving, welcome: WelcomePresenter) -> None:
        """Tell what a checked file brings, and take it over when she says so."""
        from adjudicator_app.widgets.move_sheets import MoveInSheet

        coming = MoveInPresenter(
            self._tasks, self._services, path=path, arriving=arriving, parent=self
        )
        coming.taken.connect(welcome.load)
        self.sheet = MoveInSheet(coming, self._window)
        self.sheet.open()

    def _make_section(self) -> QWidget:
        from adjudicator_app.widgets.move_section import MoveSection

        section = MoveSection(self.out)
        section.move_asked.connect(self._choose_file)
        section.again_asked.connect(self._ask_again)
        self.out.look(self._session())
        return section

    def _choose_file(self) -> None:
        path = self._window.choose_target(
            self.tr("Save the file to carry over"),
            str(self.out.proposed(Path(self._view.folder))),
            self.tr("Work moved to another computer (*.fmmove)"),
        )
        if path is not None:
            self._view.remember_folder(path)
            self._put_away(lambda: self.out.move_out(path))

    def _ask_again(self) -> None:
        from adjudicator_app.widgets.move_sheets import UseAgainSheet

        sheet = UseAgainSheet(self._window)
        sheet.accepted.connect(lambda: self._put_away(self.out.use_again))
        self.sheet = sheet
        sheet.open()
