"""The analyst's results: what to analyse, the analysis under way, and the report part by part."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal

from adjudicator_app.presenters.reading import Reading
from adjudicator_app.presenters.saying import Anew
from adjudicator_app.registry_services import FixedPlan, Material, OpenRegistry, RegistryServices
from adjudicator_app.tasks import TaskRunner
from fairmed_core.errors import FairMedError, UserError

if TYPE_CHECKING:
    from exports.report_parts import ReportPart
    from fairmed_core.analysis.lettered import LetteredReport
    from fairmed_core.analysis.report import AnalysisReport


class Phase(Enum):
    """Where the screen is."""

    ASKING = "asking"
    RUNNING = "running"
    SHOWN = "shown"


class CancelledError(UserError):
    """The analyst called it off."""


class ResultsPresenter(QObject):
    """State and commands of the results.

    Signals
    -------
    changed
        Anything the screen shows but the progress.
    advanced
        Steps done, steps in all, and what is under way.
    """

    changed = Signal()
    advanced = Signal(int, int, str)
    _told = Signal(int, int, str)
    activity = Anew("")

    def __init__(
        self, tasks: TaskRunner, services: RegistryServices, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._tasks = tasks
        self._services = services
        self._stop = threading.Event()
        self._told.connect(self.advanced, Qt.ConnectionType.QueuedConnection)
        self.registry: OpenRegistry | None = None
        self._start_over()

    def _start_over(self) -> None:
        self.phase = Phase.ASKING
        self.draws: tuple[Path, ...] = ()
        self.bands: Path | None = None
        self.fixed: FixedPlan | None = None
        self.decoding = ""
        self.material: Material | None = None
        self.reference: str | None = None
        self.reference_chosen = False
        self.error: FairMedError | None = None
        self.missing = ""
        self.written: Path | None = None
        self.reading: Reading | None = None

    # What to analyse

    def take_registry(self, registry: OpenRegistry) -> None:
        """Take the bands of the registry that is open."""
        before, self.registry = self.registry, registry
        if before is None or before.path != registry.path:
            self._start_over()
        elif before.contents.registry_hash != registry.contents.registry_hash:
            # Read again before the next analysis: its bands are not those of now.
            self.material = None
        self.changed.emit()

    def take_draws(self, paths: Sequence[Path]) -> None:
        """Take trajectory files and look which conditions they hold."""
        self.draws, self.phase = tuple(paths), Phase.ASKING
        self._read()

    def take_bands(self, path: Path | None) -> None:
        """Take unsigned bands in place of the registry's; None takes the registry's again."""
        self.bands = path
        self._read()

    def take_plan(self, path: Path | None) -> None:
        """Take a plan: it fixes reference and decoding; None makes the report exploratory."""
        if path is None:
            self.fixed, self.reference, self.reference_chosen = None, None, False
            self._read()
            return
        self.activity, self.error = lambda: self.tr("Reading the plan"), None
        self.changed.emit()
        self._tasks.run(self._services.plan, path, done=self._take_plan, failed=self._fail)

    def set_decoding(self, text: str) -> None:
        """Note how the draws were made, to be printed beside every floor."""
        if text.strip() != self.decoding:
            self.decoding, self.material = text.strip(), None

    def choose_reference(self, condition: str | None) -> None:
        """Choose the reference condition; None leaves all contrasts out."""
        self.reference, self.reference_chosen, self.missing = condition, True, ""

    def ask_again(self) -> None:
        """Go back to what is to be analysed."""
        self.phase = Phase.ASKING
        if self.material is None and not self.activity:
            self._read()
        self.changed.emit()

    @property
    def conditions(self) -> tuple[str, ...]:
        """The conditions found among the draws."""
        return self.material.conditions if self.material else ()

    # The analysis

    def analyse(self) -> None:
        """Compute everything; what is missing is named instead."""
        self.missing = self._what_is_missing()
        if self.missing or self.activity:
            self.changed.emit()
            return
        self.reading = None
        self._stop.clear()
        self.phase, self.error = Phase.RUNNING, None
        self.activity = lambda: self.tr("Computing")
        self.changed.emit()
        if self.material is None:
            self._tasks.run(
                self._services.read, *self._asked(), done=self._go_on, failed=self._fail
            )
        else:
            self._go_on(self.material)

    def cancel(self) -> None:
        """Call off what is under way; nothing of it is kept."""
        self._stop.set()

    def export(self, folder: Path) -> None:
        """Write the report's folder into `folder`."""
        if self.reading is None or self.activity:
            return
        self._stop.clear()
        self.activity = lambda: self.tr("Writing the report")
        self.error, self.written = None, None
        self.changed.emit()
        self._tasks.run(
            self._services.write,
            self.reading.report, folder, self._advance,
            done=self._exported, failed=self._fail,
        )  # fmt: skip

    def forget(self) -> None:
        """Let go of everything."""
        self.cancel()
        self.registry = None
        self._start_over()
        self.changed.emit()

    # The report

    def open_section(self, section: str) -> None:
        """Show a part of the report."""
        if self.reading is not None and section != self.reading.section:
            self.reading.section = section
            self._draw(self.reading)

    def reveal(self) -> None:
        """Show conditions by name, or as letters again."""
        if self.reading is not None:
            self.reading.revealed = not self.reading.revealed
            self._draw(self.reading)

    def dismiss(self) -> None:
        """Take error and message off the screen."""
        self.error, self.written = None, None
        self.changed.emit()

    # What came of it

    def _asked(
        self,
    ) -> tuple[tuple[Path, ...], Path | None, Path | None, str, FixedPlan | None]:
        registry = self.registry.path if self.registry and self.bands is None else None
        return self.draws, registry, self.bands, self.decoding, self.fixed

    def _take_plan(self, fixed: FixedPlan) -> None:
        self.activity, self.fixed = "", fixed
        self.choose_reference(fixed.plan.reference)
        self._read()

    def _read(self) -> None:
        self.material, self.missing, self.error = None, "", None
        if not self.draws:
            self.changed.emit()
            return
        self.activity = lambda: self.tr("Reading the trajectories")
        self.changed.emit()
        self._tasks.run(self._services.read, *self._asked(), done=self._take, failed=self._not_read)

    def _take(self, material: Material) -> None:
        if not self.draws:
            return
        self.activity, self.material = "", material
        if self.fixed is None and self.reference not in material.conditions:
            self.reference, self.reference_chosen = None, False
        self.changed.emit()

    def _not_read(self, error: FairMedError) -> None:
        if self.fixed is not None and error.file == str(self.fixed.file):
            # It is the plan that does not fit: the draws stay.
            self.take_plan(None)
            self.error = error
            self.changed.emit()
            return
        self.draws = ()
        self._fail(error)

    def _what_is_missing(self) -> str:
        if not self.draws:
            return self.tr("Load trajectories first.")
        if not self.reference_chosen:
            return self.tr("Choose the reference condition, or none.")
        return ""

    def _go_on(self, material: Material) -> None:
        if self.phase is not Phase.RUNNING:
            return
        self.material = material
        self._tasks.run(
            self._services.analyse,
            material, self.reference, self._advance,
            done=self._analysed, failed=self._fail,
        )  # fmt: skip

    def _advance(self, done: int, total: int, what: str) -> None:
        """Tell how far it is; runs on the service thread."""
        if self._stop.is_set():
            raise CancelledError("Called off.")
        self._told.emit(done, total, what)

    def _analysed(self, report: AnalysisReport) -> None:
        if self.phase is not Phase.RUNNING:
            return
        if self._stop.is_set():
            self._fail(CancelledError("Called off."))
            return
        self._tasks.run(self._services.reading, report, done=self._show, failed=self._fail)

    def _show(self, found: tuple[AnalysisReport, LetteredReport, tuple[str, ...], str]) -> None:
        if self.phase is not Phase.RUNNING:
            return
        self.activity, self.phase, self.reading = "", Phase.SHOWN, Reading(*found)
        self._draw(self.reading)

    def _draw(self, reading: Reading) -> None:
        """Have the part that is shown drawn, unless it was before."""
        self.changed.emit()
        if reading.part is not None:
            return
        wanted = reading.wanted
        self._tasks.run(
            self._services.part,
            reading.shown, reading.section,
            done=lambda part: self._keep(reading, wanted, part), failed=self._fail,
        )  # fmt: skip

    def _keep(self, reading: Reading, wanted: tuple[bool, str], part: ReportPart) -> None:
        reading.keep(wanted, part)
        if reading is self.reading:
            self.changed.emit()

    def _exported(self, folder: Path) -> None:
        self.activity, self.written = "", folder
        self.changed.emit()

    def _fail(self, error: FairMedError) -> None:
        self.activity = ""
        if self.phase is Phase.RUNNING:
            self.phase = Phase.ASKING
        self.error = None if isinstance(error, CancelledError) else error
        self.changed.emit()
