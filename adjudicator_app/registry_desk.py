"""Overview and results joined to the program: files chosen, pages shown, the way out."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from adjudicator_app.presenters.enrolment import EnrolmentPresenter
from adjudicator_app.presenters.overview import SUFFIXES, OverviewPresenter
from adjudicator_app.presenters.overview_told import Errand
from adjudicator_app.presenters.results import ResultsPresenter
from adjudicator_app.registry_services import RegistryServices
from adjudicator_app.tasks import TaskRunner
from adjudicator_app.view_settings import ViewSettings
from adjudicator_app.widgets.file_choice import FileChoice
from adjudicator_app.widgets.main_window import MainWindow
from adjudicator_app.widgets.screen import Screen
from adjudicator_app.widgets.sheet import Sheet

__all__ = ["RegistryDesk", "is_registry"]


def is_registry(path: Path) -> bool:
    """Whether a file is named as a registry is."""
    return path.suffix.lower() in SUFFIXES


class RegistryDesk(QObject):
    """The two screens of coordinators and analysts.

    Signals
    -------
    left
        Back to the welcome screen.
    """

    left = Signal()

    def __init__(
        self,
        window: MainWindow,
        tasks: TaskRunner,
        services: RegistryServices,
        view: ViewSettings,
        show: Callable[[Screen], None],
    ) -> None:
        super().__init__(window)
        self._window = window
        self._view = view
        self._show = show
        self.files = FileChoice(window)
        self.overview = OverviewPresenter(tasks, services, self)
        self.enrolment = EnrolmentPresenter(tasks, services, self)
        self.results = ResultsPresenter(tasks, services, self)
        self.overview.opened.connect(self.results.take_registry)
        self.overview.passphrase_asked.connect(self._ask_passphrase)
        self.enrolment.sheet_asked.connect(self._ask_groups)
        self.enrolment.enrolled.connect(self.overview.take_enrolled)
        self.enrolment.failed.connect(self.overview.tell)
        self.sheet: Sheet | None = None

    def open(self, path: Path) -> None:
        """Show a registry."""
        self._view.remember_folder(path)
        self._show(Screen.OVERVIEW)
        self.overview.open(path)

    def show_results(self) -> None:
        """Show the results, without a registry if none is open."""
        self._show(Screen.RESULTS)

    def close(self) -> None:
        """Let go of registry and results."""
        self.results.forget()
        self.overview.close()
        self.left.emit()

    def stop(self) -> None:
        """Call off whatever takes long: the program is about to close."""
        self.results.cancel()

    # Pages

    def make_overview(self) -> QWidget:
        """Return the overview."""
        from adjudicator_app.widgets.overview_screen import OverviewScreen

        page = OverviewScreen(self.overview)
        page.merge_asked.connect(self._merge)
        page.export_asked.connect(self._export)
        page.receipt_asked.connect(self._save_receipt)
        page.pending.confirm_asked.connect(self._confirm)
        page.bar.page_asked.connect(self._turn)
        page.bar.close_asked.connect(self.close)
        page.bar.settings_asked.connect(self._view.show_settings)
        page.bar.help_asked.connect(self._view.show_keys)
        return page

    def make_results(self) -> QWidget:
        """Return the results."""
        from adjudicator_app.widgets.results_screen import ResultsScreen

        page = ResultsScreen(self.results)
        page.draws_asked.connect(self._choose_draws)
        page.bands_asked.connect(self._choose_bands)
        page.plan_asked.connect(self._choose_plan)
        page.export_asked.connect(self._export_report)
        page.bar.page_asked.connect(self._turn)
        page.bar.close_asked.connect(self.close)
        page.bar.settings_asked.connect(self._view.show_settings)
        page.bar.help_asked.connect(self._view.show_keys)
        return page

    def _turn(self, page: object) -> None:
        wanted = Screen(getattr(page, "value", ""))
        if wanted is Screen.OVERVIEW and self.overview.registry is None:
            path = self.files.registry(self._view.folder)
            if path is not None:
                self.open(path)
            return
        self._show(wanted)

    # Files

    def _merge(self) -> None:
        path = self.files.response(self._view.folder)
        if path is not None:
            self._view.remember_folder(path)
            self.overview.merge(path)

    def _export(self) -> None:
        registry = self.overview.registry
        if registry is None:
            return
        offered = registry.path.with_suffix(".fmreg")
        path = self.files.registry_target(str(offered))
        if path is not None:
            self.overview.export(path)

    def _save_receipt(self, name: str) -> None:
        path = self.files.receipt_target(str(Path(self._view.folder) / name))
        if path is not None:
            self._view.remember_folder(path)
            self.overview.save_receipt(path)

    def _confirm(self, key_id: str) -> None:
        registry = self.overview.registry
        if registry is not None and not self.overview.activity:
            self.overview.dismiss()
            self.enrolment.begin(registry.path, key_id)

    def _choose_draws(self) -> None:
        paths = self.files.draws(self._view.folder)
        if paths:
            self._view.remember_folder(paths[0])
            self.results.take_draws(paths)

    def _choose_bands(self) -> None:
        path = self.files.bands(self._view.folder)
        if path is not None:
            self.results.take_bands(path)

    def _choose_plan(self) -> None:
        path = self.files.plan(self._view.folder)
        if path is not None:
            self.results.take_plan(path)

    def _export_report(self) -> None:
        folder = self.files.folder(self._view.folder)
        if folder is not None:
            self.results.export(folder)

    def _ask_passphrase(self, errand: Errand) -> None:
        from adjudicator_app.widgets.key_sheet import KeySheet

        sheet = KeySheet(errand, self._window)
        sheet.file_asked.connect(lambda: self._choose_key(sheet.show_key))
        sheet.key_given.connect(self.overview.run)
        self.overview.errand_done.connect(sheet.show_outcome)
        self._open(sheet)

    def _ask_groups(self) -> None:
        from adjudicator_app.widgets.enrol_sheet import EnrolSheet

        sheet = EnrolSheet(self.enrolment, self._window)
        sheet.file_asked.connect(lambda: self._choose_key(sheet.show_key))
        self._open(sheet)

    def _open(self, sheet: Sheet) -> None:
        if self.sheet is not None:
            # Closed, it would still hear of every errand.
            self.sheet.deleteLater()
        self.sheet = sheet
        sheet.open()

    def _choose_key(self, show: Callable[[Path], object]) -> None:
        path = self.files.key(self._view.folder)
        if path is not None:
            show(path)
