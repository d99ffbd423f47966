"""The guideline files behind the item that is shown: which are here, and whose page is open."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, Signal

from adjudicator_app.tasks import TaskRunner
from bands_registry.services.views import CitedClause, Guideline
from fairmed_core.domain.sources import Source
from fairmed_core.errors import FairMedError

if TYPE_CHECKING:
    from bands_registry.services.session import Session


class GuidelineServices(Protocol):
    """What is asked of the registry; every call runs on the service thread."""

    def find_guideline(self, session: Session, source: Source) -> Guideline | None:
        """Return the file attached to a source of this study."""
        ...

    def attach_guideline(self, session: Session, source: Source, path: Path) -> Guideline:
        """Keep a copy of a guideline's PDF for a source of this study."""
        ...


class GuidelinePresenter(QObject):
    """State and commands around guideline files.

    Signals
    -------
    changed
        A file became known, an attachment began or failed, or a page was opened or closed.
    page_wanted
        The place of the open clause should be shown, whatever page is shown now.
    file_wanted
        A `CitedClause` without a file: she has to choose one.
    zoom_changed
        The magnification in percent to be remembered; 0 fits the page to the room.
    """

    changed = Signal()
    page_wanted = Signal()
    file_wanted = Signal(object)
    zoom_changed = Signal(int)

    def __init__(
        self, tasks: TaskRunner, services: GuidelineServices, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._tasks, self._services = tasks, services
        self._session: Session | None = None
        self._files: dict[str, Guideline | None] = {}
        self._clauses: tuple[CitedClause, ...] = ()
        self.cited: CitedClause | None = None
        self.attaching = ""
        self.error: FairMedError | None = None
        self.error_at = ""
        self.zoom = 0

    @property
    def is_open(self) -> bool:
        """Whether a page is open."""
        return self.cited is not None

    def file_of(self, source: Source) -> Guideline | None:
        """Return the file of a source, None while there is none or it is not known yet."""
        return self._files.get(source.id)

    def looked_for(self, source: Source) -> bool:
        """Whether it is known by now if there is a file."""
        return source.id in self._files

    def error_of(self, source: Source) -> FairMedError | None:
        """Return why the last attachment to a source failed."""
        return self.error if self.error_at == source.id else None

    # Another study, another item

    def begin(self, session: Session) -> None:
        """Take up a study."""
        self.forget()
        self._session = session

    def show_item(self, clauses: Sequence[CitedClause]) -> None:
        """Take up the clauses of another item; an open page is closed."""
        self._clauses, self.error, self.error_at = tuple(clauses), None, ""
        self.close()
        for source in {cited.source.id: cited.source for cited in clauses}.values():
            if source.id not in self._files and self._session is not None:
                self._tasks.run(
                    partial(self._services.find_guideline, self._session),
                    source,
                    done=partial(self._know, self._session, source),
                    failed=partial(self._refuse, self._session, source),
                )

    def forget(self) -> None:
        """Let go of everything that belongs to one study."""
        self._session, self._files, self._clauses = None, {}, ()
        self.attaching, self.error, self.error_at = "", None, ""
        self.close()

    # Commands

    def open(self, cited: CitedClause) -> None:
        """Show the page of a clause, or have a file chosen first."""
        if self.file_of(cited.source) is None:
            self.ask_for_file(cited)
            return
        self.cited = cited
        self.changed.emit()
        self.page_wanted.emit()

    def open_leading(self) -> None:
        """Show the page of the clause that is open, or of the item's leading one."""
        if self._clauses:
            self.open(self.cited or self._clauses[0])

    def ask_for_file(self, cited: CitedClause) -> None:
        """Have a file chosen for the source of a clause."""
        if not self.attaching:
            self.file_wanted.emit(cited)

    def attach(self, cited: CitedClause, path: Path) -> None:
        """Attach a file to the source of a clause, and show the clause's page.

        An open page is closed meanwhile: its file may be the one that is replaced, and what is
        told of a file that cannot be attached stands beside the clause.
        """
        if self._session is None or self.attaching:
            return
        self.close()
        self.attaching, self.error, self.error_at = cited.source.id, None, ""
        self.changed.emit()
        self._tasks.run(
            partial(self._services.attach_guideline, self._session),
            cited.source,
            path,
            done=partial(self._attached, self._session, cited),
            failed=partial(self._refuse, self._session, cited.source),
        )

    def close(self) -> None:
        """Close the page."""
        if self.cited is not None:
            self.cited = None
            self.changed.emit()

    def remember_zoom(self, percent: int) -> None:
        """Take over the magnification she chose."""
        if percent != self.zoom:
            self.zoom = percent
            self.zoom_changed.emit(percent)

    # What came of it

    def _know(self, session: Session, source: Source, file: Guideline | None) -> None:
        if session is self._session:
            self._files[source.id] = file
            self.changed.emit()

    def _attached(self, session: Session, cited: CitedClause, file: Guideline) -> None:
        if session is not self._session:
            return
        self.attaching = ""
        self._files[cited.source.id] = file
        if cited in self._clauses:
            self.open(cited)
        self.changed.emit()

    def _refuse(self, session: Session, source: Source, error: FairMedError) -> None:
        if session is not self._session:
            return
        self.attaching, self.error, self.error_at = "", error, source.id
        self._files.setdefault(source.id, None)
        self.changed.emit()
