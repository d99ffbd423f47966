"""Take over what was moved from another computer: her key, and every study that is newer there."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path

from bands_registry.provenance.errors import ChainBrokenError, ContentAlteredError
from bands_registry.provenance.files import host_error, read_file, write_new
from bands_registry.provenance.keystore import read_keystore
from bands_registry.provenance.logs import read_clinician_log
from bands_registry.provenance.move_file import LIMITS, MoveFile, read_move_file
from bands_registry.services.resume_study import summary
from bands_registry.services.views import KnownStudy
from bands_registry.store.replacing import put_in_place
from bands_registry.store.study_store import StudyStore, open_study_store
from fairmed_core.clock import Clock
from fairmed_core.errors import FairMedError, UserError

_LAID_OUT = ".moving-"


class Arrival(StrEnum):
    """How a study that comes stands to what is here: `OLDER` ones stay out."""

    NEW = "new"
    NEWER = "newer"
    OLDER = "older"


@dataclass(frozen=True)
class ArrivingStudy:
    """A study that comes: its title, how far it is, and whether it is taken."""

    title: str
    total: int
    done: int
    arrival: Arrival


@dataclass(frozen=True)
class Arriving:
    """What a file from another computer brings, by title of the study.

    `brings_key` says that no signing identity is here yet.
    """

    pseudonym: str
    moved_at: datetime
    brings_key: bool
    studies: tuple[ArrivingStudy, ...]


@dataclass(frozen=True)
class _LaidOut:
    made: Path
    place: Path
    study: ArrivingStudy


def inspect_move(path: Path, *, keystore: Path, stores: Path, clock: Clock) -> Arriving:
    """Return what a file would bring here; nothing is kept. Raises like `move_in`."""
    with _laid_out(path, keystore=keystore, stores=stores, clock=clock) as (arriving, *_):
        return arriving


def move_in(path: Path, *, keystore: Path, stores: Path, clock: Clock) -> Arriving:
    """Put her key and her studies in their places; a study file that is replaced is kept beside.

    Doing it again after a stop in between finishes it.

    Raises
    ------
    UserError
        Another signing identity is kept here, or the file was saved on this computer.
    VerificationError
        The file is damaged or another kind of file, a log in it does not verify, or a study went on
        both here and there. Nothing is changed.
    HostError
        A study is open elsewhere, or the disk refuses.
    """
    with _laid_out(path, keystore=keystore, stores=stores, clock=clock) as (arriving, studies, key):
        for one in studies:
            if one.study.arrival is not Arrival.OLDER:
                put_in_place(one.made, one.place, backup=_backup_of(one.place, clock))
        # Last: until it is here the program offers no study to go on with.
        if not keystore.exists():
            write_new(keystore, key, private=True)
    return arriving


def _backup_of(place: Path, clock: Clock) -> Path:
    began = f"{place.name}.replaced-{clock.now():%Y%m%d-%H%M%S}"
    number, backup = 1, place.with_name(began)
    while backup.exists():
        number += 1
        backup = place.with_name(f"{began}-{number}")
    return backup


def _read(path: Path) -> MoveFile:
    try:
        return read_move_file(read_file(path, limit=LIMITS.size))
    except FairMedError as error:
        error.file = error.file or str(path)
        raise


@contextmanager
def _laid_out(
    path: Path, *, keystore: Path, stores: Path, clock: Clock
) -> Iterator[tuple[Arriving, list[_LaidOut], bytes]]:
    """Unpack the file beside the studies, check all of it and hold it against what is here.

    What comes is told first, then where each study lies, then the keystore.
    """
    moved = _read(path)
    with _room_beside(stores) as room:
        key = room / "keystore.fmkey"
        write_new(key, moved.keystore, private=True)
        arrived = read_keystore(key)
        if keystore.exists() and read_keystore(keystore).key_id != arrived.key_id:
            raise UserError(
                "Another signing identity is kept on this computer already.",
                next_step="Open the file under your own user account of this computer. If both "
                "identities are yours, ask your coordinator which one to go on with.",
                file=path,
            )
        laid_out = []
        for number, data in enumerate(moved.studies, start=1):
            made = room / f"{number}.fmdb"
            write_new(made, data, private=True)
            laid_out.append(_held_against(made, stores, moved=moved, clock=clock, file=path))
        laid_out.sort(key=lambda one: one.study.title)
        studies = tuple(one.study for one in laid_out)
        brings_key = not keystore.exists()
        arriving = Arriving(arrived.pseudonym, moved.made_at, brings_key, studies)
        yield arriving, laid_out, moved.keystore


@contextmanager
def _room_beside(stores: Path) -> Iterator[Path]:
    """A folder on the disk of the studies, gone afterwards; so is what a stopped move left."""
    try:
        stores.mkdir(parents=True, exist_ok=True)
        for left in stores.glob(f"{_LAID_OUT}*"):
            shutil.rmtree(left, ignore_errors=True)
        room = Path(tempfile.mkdtemp(prefix=_LAID_OUT, dir=stores))
    except OSError as error:
        raise host_error(error, stores) from error
    try:
        yield room
    finally:
        shutil.rmtree(room, ignore_errors=True)


def _held_against(
    made: Path, stores: Path, *, moved: MoveFile, clock: Clock, file: Path
) -> _LaidOut:
    with open_study_store(made, clock=clock) as theirs:
        study = read_clinician_log(theirs.lines()).genesis.study
        known = summary(theirs)
        place = stores / f"{study}.fmdb"
        if known is None or known.study_id != study or place.parent != stores:
            raise ContentAlteredError("A study in the file is not what its log says.", file=file)
        arrival = Arrival.NEW
        if place.exists():
            with open_study_store(place, clock=clock) as mine:
                if mine.moved_at == moved.made_at and mine.lines() == theirs.lines():
                    raise UserError(
                        "This file was saved on this computer, for another one.",
                        next_step="Open it there. To go on here instead, the settings say how to "
                        "use this copy again.",
                        file=file,
                    )
                arrival = _arrival(theirs, mine, known)
    return _LaidOut(made, place, ArrivingStudy(known.title, known.total, known.done, arrival))


def _arrival(theirs: StudyStore, mine: StudyStore, known: KnownStudy) -> Arrival:
    arrived, here = theirs.lines(), mine.lines()
    shared = min(len(arrived), len(here))
    if arrived[:shared] != here[:shared]:
        raise ChainBrokenError(
            f"“{known.title}” went on here and on the other computer, each in its own way.",
            next_step="Nothing was changed. Sign nothing further on either, keep both, and call "
            "your coordinator.",
            file=mine.path,
        )
    if len(arrived) != len(here):
        return Arrival.NEWER if len(arrived) > len(here) else Arrival.OLDER
    return Arrival.OLDER if _last_entry(theirs) < _last_entry(mine) else Arrival.NEWER


def _last_entry(store: StudyStore) -> str:
    return max((draft.saved_at.isoformat() for draft in store.drafts()), default="")
