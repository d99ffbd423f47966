"""The coordinator's overview: a registry, the numbers over it, merging and exporting."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from adjudicator_app.presenters.overview_text import named
from adjudicator_app.presenters.overview_told import (
    Act,
    AgreementLine,
    Errand,
    Told,
    agreement_lines,
    agreement_words,
    attention_lines,
    enrolled_words,
    merged_words,
    published_words,
    saved_words,
    summary_words,
)
from adjudicator_app.presenters.saying import Anew
from adjudicator_app.presenters.searching import found_words, holds_words
from adjudicator_app.registry_services import Key, Merged, OpenRegistry, RegistryServices
from adjudicator_app.tasks import TaskRunner
from fairmed_core.errors import FairMedError

if TYPE_CHECKING:
    from bands_registry.services.enroll_adjudicator import Enrolment
    from bands_registry.services.registry_views import (
        OverviewRow,
        PublishedRegistry,
        RegistryContents,
    )
    from fairmed_core.analysis.rows import Row

SUFFIXES = (".fmreg", ".fmdb")


class OverviewPresenter(QObject):
    """State and commands of the overview.

    Signals
    -------
    changed
        Anything the screen shows.
    passphrase_asked
        An `Errand` that waits for the passphrase.
    errand_done
        The errand is over, well or not; "" or why the passphrase was refused.
    opened
        The registry that was read anew, or read again.
    """

    changed = Signal()
    passphrase_asked = Signal(object)
    errand_done = Signal(str)
    opened = Signal(object)
    activity = Anew("")
    told: Anew[Told | None] = Anew(None)

    def __init__(
        self, tasks: TaskRunner, services: RegistryServices, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._tasks = tasks
        self._services = services
        self.registry: OpenRegistry | None = None
        self.agreement: tuple[Row, ...] | None = None
        self._reading: Path | None = None
        self.error: FairMedError | None = None
        self.sought = ""

    @property
    def contents(self) -> RegistryContents | None:
        """What the registry holds."""
        return self.registry.contents if self.registry else None

    @property
    def working(self) -> bool:
        """Whether it is the coordinator's own registry, which can be added to."""
        return self.contents is not None and not self.contents.published

    def open(self, path: Path) -> None:
        """Read a registry."""
        if self.activity:
            return
        self.registry, self.agreement, self.told, self.sought = None, None, None, ""
        self._read(path)

    def close(self) -> None:
        """Let go of the registry."""
        self.registry, self.agreement, self.told, self.error = None, None, None, None
        self.activity, self._reading = "", None
        self.changed.emit()

    def look_for(self, words: str) -> None:
        """Show only the items whose title or id holds these words."""
        if words != self.sought:
            self.sought = words
            self.changed.emit()

    @property
    def rows(self) -> tuple[OverviewRow, ...]:
        """The items looked for; all of them without words."""
        every = self.registry.overview.rows if self.registry else ()
        return (
            tuple(r for r in every if holds_words(named(r), self.sought)) if self.sought else every
        )

    @property
    def found(self) -> str:
        """How many items are shown while words are looked for."""
        if self.registry is None or not self.sought.strip():
            return ""
        return found_words(len(self.rows), len(self.registry.overview.rows))

    def merge(self, response: Path) -> None:
        """Take in a response file, once the passphrase is typed."""
        self._ask(Act.MERGE, response)

    def export(self, out: Path) -> None:
        """Write the registry's file, once the passphrase is typed."""
        self._ask(Act.EXPORT, out)

    def run(self, errand: Errand, key: Key) -> None:
        """Do an errand with the coordinator's key."""
        if self.registry is None or self.activity:
            return
        path = self.registry.path
        if errand.act is Act.MERGE:
            self._begin(lambda: self.tr("Checking the response file"))
            self._tasks.run(
                self._services.merge,
                errand.file, path, key,
                done=self._merged, failed=self._refused,
            )  # fmt: skip
        else:
            self._begin(lambda: self.tr("Writing the registry"))
            self._tasks.run(
                self._services.publish,
                errand.file, path, key,
                done=self._published, failed=self._refused,
            )  # fmt: skip

    def save_receipt(self, path: Path) -> None:
        """Write the receipt of the response merged last."""
        told = self.told
        if self.activity or told is None or told.receipt is None:
            return
        self._begin(lambda: self.tr("Writing the receipt"))
        self._tasks.run(
            self._services.save_receipt, told.receipt, path,
            done=lambda _: self._receipt_saved(told, path), failed=self.tell,
        )  # fmt: skip

    def take_enrolled(self, made: Enrolment) -> None:
        """Show the registry with the key that was just enrolled."""
        self.error = None
        self._end(lambda: Told(*enrolled_words(made)))

    def tell(self, error: FairMedError) -> None:
        """Show why something was refused; whatever was going on is over."""
        self.activity, self.error = "", error
        self.changed.emit()

    def dismiss(self) -> None:
        """Take error and message off the screen."""
        self.error, self.told = None, None
        self.changed.emit()

    @property
    def title(self) -> str:
        """The study's title."""
        return self.contents.study.title if self.contents else ""

    @property
    def summary(self) -> str:
        """How much there is and how much is signed."""
        if self.registry is None:
            return ""
        seen, contents = self.registry.overview, self.registry.contents
        if self.working and not contents.adjudicators:
            return self.tr("Merge the first response file.")
        return summary_words(seen, raters=len(contents.adjudicators))

    @property
    def agreement_words(self) -> str:
        """The sentence under the agreement's numbers, with the size of the subset."""
        if self.registry is None:
            return ""
        contents = self.registry.contents
        return agreement_words(self.registry.overview, contents.study.set_distance)

    @property
    def headlines(self) -> tuple[AgreementLine, ...] | None:
        """The agreement on each action; None while it is computed."""
        if self.contents is None or self.agreement is None:
            return None
        return agreement_lines(self.agreement, self.contents.study)

    @property
    def attention(self) -> tuple[str, ...]:
        """What needs attention, in the command line's own sentences."""
        found = self.registry.overview.attention if self.registry else ()
        return attention_lines(found)

    @property
    def calm(self) -> tuple[str, ...]:
        """What is in order, so that its absence above is no oversight."""
        if self.contents is None:
            return ()
        told = [] if self.attention else [self.tr("Nothing else needs attention.")]
        if not any(rater.in_conflict for rater in self.contents.adjudicators):
            told.append(self.tr("No conflicts."))
        return tuple(told)

    @property
    def verified(self) -> str:
        """How the verification of the registry went."""
        if self.contents is None:
            return ""
        if self.contents.findings:
            return self.tr("Verified, with notices")
        return self.tr("Registry verified")

    # What came of it

    def _ask(self, act: Act, file: Path) -> None:
        if self.registry is None or self.activity:
            return
        self.dismiss()
        self._tasks.run(
            self._services.coordinator_key,
            self.registry.path,
            done=lambda key: self.passphrase_asked.emit(Errand(act, file, key)),
            failed=self.tell,
        )

    def _begin(self, activity: Callable[[], str]) -> None:
        self.activity, self.error = activity, None
        self.changed.emit()

    def _read(self, path: Path) -> None:
        self._reading = path
        self._begin(lambda: self.tr("Checking the registry"))
        self._tasks.run(self._services.load, path, done=self._show, failed=self.tell)

    def _show(self, registry: OpenRegistry) -> None:
        if registry.path != self._reading:
            return
        self.activity, self.registry, self.agreement = "", registry, None
        self.opened.emit(registry)
        self.changed.emit()
        # One turn later: what agreement loads would take turns with the laying out of the grid.
        self._tasks.run(lambda: None, done=lambda _: self._ask_agreement(registry))

    def _ask_agreement(self, registry: OpenRegistry) -> None:
        done = partial(self._show_agreement, registry)
        self._tasks.run(self._services.agreement, registry.contents, done=done, failed=self.tell)

    def _show_agreement(self, registry: OpenRegistry, rows: tuple[Row, ...]) -> None:
        if registry is self.registry:
            self.agreement = rows
            self.changed.emit()

    def _merged(self, merged: Merged) -> None:
        self._end(lambda: Told(*merged_words(merged.result), receipt=merged.receipt))

    def _receipt_saved(self, before: Told, path: Path) -> None:
        self.activity = ""
        self.told = lambda: Told(*saved_words(before, path), receipt=before.receipt)
        self.changed.emit()

    def _published(self, made: PublishedRegistry) -> None:
        self._end(lambda: Told(*published_words(made)))

    def _end(self, told: Callable[[], Told]) -> None:
        self.activity, self.told = "", told
        self.errand_done.emit("")
        if self.registry is not None:
            self._read(self.registry.path)

    def _refused(self, error: FairMedError) -> None:
        from bands_registry.provenance.keystore import WrongPassphraseError

        if isinstance(error, WrongPassphraseError):
            self.activity = ""
            self.changed.emit()
            self.errand_done.emit(self.tr("Not the passphrase of this key. Nothing was changed."))
        else:
            self.tell(error)
            self.errand_done.emit("")
