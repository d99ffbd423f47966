"""Confirming a clinician's key: she reads it aloud, the coordinator types it, both are compared."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from adjudicator_app.presenters.saying import say
from adjudicator_app.registry_services import Key, RegistryServices
from adjudicator_app.tasks import TaskRunner
from bands_registry.provenance.read_aloud import GROUPS, LETTERS, differing, heard
from fairmed_core.errors import FairMedError
from fairmed_core.words.joining import listed, paragraph

if TYPE_CHECKING:
    from bands_registry.services.enroll_adjudicator import Enrolment
    from bands_registry.services.prepare_enrolment import EnrolmentView
    from bands_registry.services.registry_views import RegistryContents


class Way(Enum):
    """How an identity can be checked; the value is what is recorded and published."""

    PHONE = "phone call"
    VIDEO = "video call"
    PERSON = "in person"
    OTHER = "another way"


class Place(Enum):
    """Where something is still to be entered."""

    GROUPS = "groups"
    WAY = "way"
    WORDS = "words"
    KEY = "key"
    UNLOCKING = "unlocking"


@dataclass(frozen=True)
class Lacking:
    """What is still to be entered, in words; `number` is the group, from 1, where it is one."""

    place: Place
    told: str
    number: int = 0


@dataclass(frozen=True)
class Pending:
    """A merged response whose key nobody confirmed yet."""

    seat: str
    pseudonym: str
    state: str
    key_id: str


def pending_keys(contents: RegistryContents | None) -> tuple[Pending, ...]:
    """Return the keys that wait to be confirmed in the coordinator's own registry."""
    if contents is None or contents.published:
        return ()
    waits, disputed = say("key not confirmed yet"), say("claimed twice, not settled yet")
    return tuple(
        Pending(one.seat, one.pseudonym, disputed if one.in_conflict else waits, one.key_id)
        for one in contents.adjudicators
        if not one.enrolled and not one.withdrawn and one.revoked_after is None
    )


def way_options() -> list[tuple[str, str]]:
    """Return the ways an identity can be checked, as codes with labels."""
    labels = {
        Way.PHONE: say("Phone call, to a number known before"),
        Way.VIDEO: say("Video call"),
        Way.PERSON: say("In person"),
        Way.OTHER: say("Another way"),
    }
    return [(way.value, label) for way, label in labels.items()]


class EnrolmentPresenter(QObject):
    """State and commands of the sheet on which a key is confirmed.

    Signals
    -------
    changed
        Anything the sheet shows.
    sheet_asked
        A key can be confirmed: the sheet is wanted.
    enrolled
        The `Enrolment`: the key is bound to its seat.
    failed
        A `FairMedError`: it cannot be enrolled, and nothing was recorded.
    passphrase_refused
        Why the passphrase did not open the coordinator's key.
    """

    changed = Signal()
    sheet_asked = Signal()
    enrolled = Signal(object)
    failed = Signal(object)
    passphrase_refused = Signal(str)

    def __init__(
        self, tasks: TaskRunner, services: RegistryServices, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._tasks = tasks
        self._services = services
        self._registry: Path | None = None
        self.waiting: EnrolmentView | None = None
        self.key: Path | None = None
        self.working = False
        self.groups = [""] * GROUPS
        self.way: Way | None = None
        self.words = ""

    def begin(self, registry: Path, key_id: str) -> None:
        """Look whether a merged key can be enrolled, and ask for the sheet."""
        if self.working:
            return
        self._registry, self.waiting, self.working = registry, None, True
        self._forget()
        self._tasks.run(
            self._services.prepare_enrolment, registry, key_id,
            done=self._prepared, failed=self._fail,
        )  # fmt: skip

    # What is entered

    def type_group(self, number: int, text: str) -> None:
        """Take in what was typed for a group, counted from 1."""
        self.groups[number - 1] = heard(text)[:LETTERS]
        self.changed.emit()

    def choose_way(self, code: str) -> None:
        """Take in how her identity was checked."""
        self.way = Way(code) if code else None
        self.changed.emit()

    def say_more(self, words: str) -> None:
        """Take in how the coordinator knew that it is she."""
        self.words = words
        self.changed.emit()

    def choose_key(self, file: Path) -> None:
        """Take the coordinator's key from another file."""
        self.key = file
        self.changed.emit()

    # How it stands

    @property
    def differing(self) -> tuple[int, ...]:
        """The numbers of the groups that differ from the merged key."""
        return differing(self.waiting.fingerprint, self.groups) if self.waiting else ()

    def fits(self, number: int) -> bool:
        """Whether a group was typed in full and is the merged key's."""
        return len(self.groups[number - 1]) == LETTERS and number not in self.differing

    @property
    def difference(self) -> tuple[str, str]:
        """Which groups differ, and what that means; two empty texts while none does."""
        if not self.differing:
            return "", ""
        numbers = listed((str(number) for number in self.differing), say)
        one, several = self.tr("Group {number} differs."), self.tr("Groups {number} differ.")
        lead = one if len(self.differing) == 1 else several
        means = self.tr(
            "Ask her to read it once more. If it still differs, this response was signed with "
            "another key than the one in front of her: do not confirm it, and find out who sent "
            "it. Nothing was recorded."
        )
        return lead.format(number=numbers), means

    @property
    def how(self) -> str:
        """How her identity was checked, as it is recorded and published; "" while unknown."""
        words = " ".join(self.words.split())
        if self.way is None or (self.way is Way.OTHER and not words):
            return ""
        told = () if self.way is Way.OTHER else (self.way.value,)
        return "; ".join((*told, words) if words else told)

    def lacking(self, passphrase: str) -> Lacking | None:
        """Return the first thing that is still to be entered."""
        return self._lacking_of_her() or self._lacking_of_check() or self._lacking_key(passphrase)

    def _lacking_of_her(self) -> Lacking | None:
        for number, group in enumerate(self.groups, 1):
            if len(group) < LETTERS:
                told = self.tr("Type group {number} as she reads it.").format(number=number)
                return Lacking(Place.GROUPS, told, number)
        if self.differing:
            told = paragraph((self.difference[0], self.tr("Nothing was recorded.")), say)
            return Lacking(Place.GROUPS, told, self.differing[0])
        return None

    def _lacking_of_check(self) -> Lacking | None:
        if self.way is None:
            return Lacking(Place.WAY, self.tr("Choose how you checked who she is."))
        if not self.how:
            return Lacking(Place.WORDS, self.tr("Say in a few words how you knew that it is she."))
        return None

    def _lacking_key(self, passphrase: str) -> Lacking | None:
        if self.key is None:
            return Lacking(Place.KEY, self.tr("Choose the coordinator's key file."))
        if not passphrase:
            return Lacking(Place.UNLOCKING, self.tr("Type the passphrase of this key."))
        return None

    def enrol(self, passphrase: str) -> Lacking | None:
        """Enrol the key with the coordinator's own, or return what is still to be entered."""
        lacking = self.lacking(passphrase)
        if lacking is None and self.waiting and self._registry and self.key and not self.working:
            self.working = True
            self.changed.emit()
            self._tasks.run(
                self._services.enrol,
                self._registry, self.waiting, "".join(self.groups), self.how,
                Key(self.key, passphrase),
                done=self._enrolled, failed=self._refused,
            )  # fmt: skip
        return lacking

    # What came of it

    def _forget(self) -> None:
        self.groups, self.way, self.words = [""] * GROUPS, None, ""

    def _prepared(self, waiting: EnrolmentView) -> None:
        self.waiting = waiting
        if self._registry is not None:
            self._tasks.run(
                self._services.coordinator_key, self._registry,
                done=self._ask, failed=self._fail,
            )  # fmt: skip

    def _ask(self, key: Path | None) -> None:
        self.key, self.working = key, False
        self.sheet_asked.emit()

    def _enrolled(self, made: Enrolment) -> None:
        self.working = False
        self.enrolled.emit(made)

    def _refused(self, error: FairMedError) -> None:
        from bands_registry.provenance.keystore import WrongPassphraseError

        if isinstance(error, WrongPassphraseError):
            self.working = False
            self.changed.emit()
            told = self.tr("Not the passphrase of this key. Nothing was recorded.")
            self.passphrase_refused.emit(told)
        else:
            self._fail(error)

    def _fail(self, error: FairMedError) -> None:
        self.working = False
        self.failed.emit(error)
