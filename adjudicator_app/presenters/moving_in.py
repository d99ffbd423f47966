"""Moving from another computer: what a file brings, and taking it over."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from adjudicator_app.moving_services import MovingServices
from adjudicator_app.presenters.moved import local_date
from adjudicator_app.presenters.saying import Anew
from adjudicator_app.tasks import TaskRunner
from fairmed_core.errors import FairMedError

if TYPE_CHECKING:
    from bands_registry.services.move_in import Arriving, ArrivingStudy


class MoveInPresenter(QObject):
    """State and commands of the sheet that offers a checked file.

    Signals
    -------
    changed
        Anything the sheet shows.
    taken
        Key and studies are here.
    """

    changed = Signal()
    taken = Signal()
    activity = Anew("")

    def __init__(
        self,
        tasks: TaskRunner,
        services: MovingServices,
        *,
        path: Path,
        arriving: Arriving,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._tasks, self._services = tasks, services
        self.path, self.arriving = path, arriving
        self.done = False
        self.error: FairMedError | None = None

    @property
    def brings_something(self) -> bool:
        """Whether anything in the file is newer than what is here, or her key is not here."""
        return self.arriving.brings_key or any(
            self._taken(study) for study in self.arriving.studies
        )

    @property
    def introduction(self) -> str:
        """Whose work it is, and since when it is on its way."""
        told = self.tr("The work of {pseudonym}, saved on another computer on {date}.")
        return told.format(
            pseudonym=self.arriving.pseudonym, date=local_date(self.arriving.moved_at)
        )

    @property
    def studies(self) -> tuple[tuple[str, str], ...]:
        """Each study's title, and how far it is or why it stays out."""
        return tuple((study.title, self._about(study)) for study in self.arriving.studies)

    @property
    def consequence(self) -> str:
        """What happens next, in a sentence or two."""
        if self.done:
            return self.tr(
                "Your work is on this computer now. Type your passphrase to go on where you were, "
                "attach guideline files once more, and delete the file you carried over."
            )
        if not self.brings_something:
            return self.tr("What is on this computer is newer than the file. Nothing is taken.")
        return self.tr(
            "Your key and these studies go into your own folder on this computer, under the "
            "passphrase you have. Go on here alone: the copy on the other computer is only read."
        )

    def take_over(self) -> None:
        """Put key and studies in their places."""
        if self.activity or self.done:
            return
        self.activity, self.error = (lambda: self.tr("Moving your work")), None
        self.changed.emit()
        self._tasks.run(
            self._services.move_in, self.path, done=lambda _: self._end(), failed=self._fail
        )

    def _taken(self, study: ArrivingStudy) -> bool:
        from bands_registry.services.move_in import Arrival

        return study.arrival is not Arrival.OLDER

    def _about(self, study: ArrivingStudy) -> str:
        if not self._taken(study):
            return self.tr("newer on this computer; it stays as it is")
        told = self.tr("{done} of {total} items done")
        return told.format(done=study.done, total=study.total)

    def _end(self) -> None:
        self.activity, self.done = "", True
        self.changed.emit()
        self.taken.emit()

    def _fail(self, error: FairMedError) -> None:
        self.activity, self.error = "", error
        self.changed.emit()
