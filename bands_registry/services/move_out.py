"""Move to another computer: one file with the key and every study, then this copy is only read.

The order is what makes it safe. The file is whole on the disk, and was read back, before anything
here is marked: a stop in between leaves both usable, which is told when they meet; no work is lost.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from bands_registry.provenance.files import read_file, write_new
from bands_registry.provenance.keystore import MAX_BYTES, read_keystore
from bands_registry.provenance.move_file import LIMITS, build_move_file
from bands_registry.store.study_store import StudyStore, open_study_store
from fairmed_core.clock import Clock
from fairmed_core.errors import FairMedError, HostError, UserError


@dataclass(frozen=True)
class MovedOut:
    """The file that carries her work, and since when this copy is only read."""

    path: Path
    at: datetime
    studies: int


def move_out(path: Path, *, keystore: Path, stores: Path, clock: Clock) -> MovedOut:
    """Write her key and all her studies to a new file, then let this copy be only read.

    Guideline files are not in it; they are attached anew.

    Raises
    ------
    UserError
        No study was begun here, this copy was moved before, or there is a file at `path`.
    VerificationError
        The signing identity is damaged, or all is more than such a file may hold.
    HostError
        A study is open elsewhere or damaged, or the disk refuses. This copy stays as it was.
    """
    with _held(stores, clock) as studies:
        if not keystore.exists() or not studies:
            raise UserError(
                "No study was begun on this computer, so there is nothing to move.",
                next_step="Open your study pack on the other computer.",
            )
        for study in studies:
            study.demand_here()
        read_keystore(keystore)
        at = clock.now()
        locked = read_file(keystore, limit=MAX_BYTES)
        data = build_move_file(locked, [study.contents() for study in studies], made_at=at)
        _write_whole(path, data)
        _mark(studies, at, path)
    return MovedOut(path, at, len(studies))


def use_again(stores: Path, *, clock: Clock) -> None:
    """Let this copy be written again; harmless only if the file was used nowhere."""
    with _held(stores, clock) as studies:
        for study in studies:
            study.mark_moved(None)


@contextmanager
def _held(stores: Path, clock: Clock) -> Iterator[list[StudyStore]]:
    """Hold every study begun here, so that nothing is entered meanwhile."""
    with ExitStack() as held:
        opened = [
            held.enter_context(open_study_store(path, clock=clock))
            for path in sorted(stores.glob("*.fmdb"))
        ]
        yield [study for study in opened if study.lines()]


def _write_whole(path: Path, data: bytes) -> None:
    write_new(path, data, private=True)
    try:
        if read_file(path, limit=LIMITS.size) != data:
            raise HostError(
                "The file does not read back as it was written.",
                next_step="Choose another disk or stick. This copy stays as it was.",
                file=path,
            )
    except FairMedError:
        _discard(path)
        raise


def _mark(studies: Sequence[StudyStore], at: datetime, path: Path) -> None:
    try:
        for study in studies:
            study.mark_moved(at)
    except FairMedError:
        for study in studies:
            with suppress(FairMedError):
                study.mark_moved(None)
        _discard(path)
        raise


def _discard(path: Path) -> None:
    with suppress(OSError):
        path.unlink(missing_ok=True)
