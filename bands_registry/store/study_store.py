"""The store of one study: one file, one owner, one thread; every change on disk or not at all."""

from __future__ import annotations

import hashlib
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from sqlalchemy import Engine
from sqlmodel import Session

from bands_registry.provenance.events import EventLine
from bands_registry.provenance.files import host_error
from bands_registry.store import blobs, drafts, events, projections, settings
from bands_registry.store.engine import create_file, journal_of, open_engine
from bands_registry.store.failures import told_plainly
from bands_registry.store.in_use import leave_note, note_path, remove_note
from bands_registry.store.moved import moved_away
from bands_registry.store.values import (
    BlobKind,
    CurrentVerdict,
    Draft,
    FirstShown,
    IssuedAttestation,
    NewBlob,
    OpenedPack,
    StoreRole,
)
from fairmed_core.clock import Clock, from_stamp, stamp
from fairmed_core.errors import BugError, UserError


def open_study_store(
    path: Path,
    *,
    clock: Clock,
    create: bool = False,
    role: StoreRole = StoreRole.CLINICIAN,
    glance: bool = False,
) -> StudyStore:
    """Open a store, holding it alone until it is closed; make it first where `create` says so.

    After a `glance` it is still known that whoever had it before did not close it.

    Raises
    ------
    UserError
        No study file, one of a newer version, or one of the other role.
    HostError
        In use (told by whom), read-only, unreadable, damaged, disk full.
    """
    if create and not path.exists():
        create_file(path, role)
    engine = open_engine(path)
    try:
        store = StudyStore(path, engine, clock)
        store.prepare(role)
    except BaseException:
        engine.dispose()
        raise
    # Whoever closes a store takes the note away; one that is still there was left by a crash.
    store.left_open = note_path(path).exists()
    store.keeps_note = glance and store.left_open
    if not store.keeps_note:
        leave_note(path, clock)
    return store


def discard_store(path: Path) -> None:
    """Remove a closed store and all that lies beside it; HostError when that is refused."""
    try:
        for file in (path, journal_of(path), note_path(path)):
            file.unlink(missing_ok=True)
    except OSError as error:
        raise host_error(error, path) from error


class StudyStore:
    """An open store. Each method is one transaction; frozen values go in and come out.

    It belongs to the thread that opened it: any other is refused. `left_open` says that whoever had
    it before did not close it; where `keeps_note` says so, the next to open it learns that too.
    `moved_at` is when this copy was moved to another computer: from then on it is only read.
    """

    def __init__(self, path: Path, engine: Engine, clock: Clock) -> None:
        self.path = path
        self._engine = engine
        self._clock = clock
        self._thread = threading.get_ident()
        self._closed = False
        self.left_open = self.keeps_note = False
        self.moved_at: datetime | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Give the file free; closing twice does no harm."""
        self._demand_thread()
        if not self._closed:
            self._closed = True
            # Before the lock goes: afterwards the note may be another's.
            if not self.keeps_note:
                remove_note(self.path)
            self._engine.dispose()

    def prepare(self, role: StoreRole) -> None:
        """Check whose store it is, and make projections of another program version anew."""
        with self._transaction() as session:
            found = settings.role(session)
            moved = settings.read(session, settings.MOVED)
            if not projections.up_to_date(session):
                projections.rebuild(session)
        if found is not role:
            raise UserError(
                f"This study file belongs to a {found}, not to a {role}.",
                next_step="Choose the file of the right role.",
                file=self.path,
            )
        self.moved_at = None if moved is None else from_stamp(moved)

    # Moving to another computer ---------------------------------------------------------------

    def mark_moved(self, at: datetime | None) -> None:
        """Make this copy read-only from `at` on, or give it free again with None."""
        with self._transaction() as session:
            if at is None:
                settings.remove(session, settings.MOVED)
            else:
                settings.write(session, settings.MOVED, stamp(at))
        self.moved_at = at

    def demand_here(self) -> None:
        """Return nothing, or raise MovedError once this copy was moved to another computer."""
        if self.moved_at is not None:
            raise moved_away(self.moved_at, self.path)

    # Events -----------------------------------------------------------------------------------

    def append(
        self,
        lines: Sequence[EventLine],
        *,
        files: Sequence[NewBlob] = (),
        merged: Sequence[EventLine] = (),
        destroyed: Sequence[str] = (),
    ) -> None:
        """Add events of the owner, the files they name, and their projections: all or nothing.

        `merged` are events of other chains that `lines` take in; they go before them. `destroyed`
        are hashes of kept files that `lines` put an end to.
        """
        self.demand_here()
        with self._transaction() as session:
            for sha256 in destroyed:
                blobs.remove(session, sha256)
            for file in files:
                blobs.put(session, file, added=stamp(self._clock.now()))
            for line, own in [(line, False) for line in merged] + [(line, True) for line in lines]:
                events.add(session, line, own=own)
                projections.project(session, line.event, chain=line.key_id, event_id=line.id)

    def lines(self, chain: str | None = None) -> tuple[bytes, ...]:
        """Return the events of one chain (or of all) as they were signed, in order of arrival."""
        with self._transaction() as session:
            return events.lines(session, chain)

    def branch(self, chain: str, head: str) -> tuple[bytes, ...]:
        """Return the events of a chain that lead to the event `head`; a chain may have forked."""
        with self._transaction() as session:
            return events.branch(session, chain, head)

    def digest(self) -> str:
        """Return the SHA-256 of the file."""
        return hashlib.sha256(self.contents()).hexdigest()

    def contents(self) -> bytes:
        """Return the bytes of the file, read through the connection that holds it."""
        with told_plainly(self.path), self._engine.connect() as connection:
            held = connection.connection.driver_connection
            if not isinstance(held, sqlite3.Connection):
                raise BugError("The study file is not held by SQLite.", file=self.path)
            return held.serialize()

    def chains(self) -> tuple[str, ...]:
        """Return the key ids of all chains, in order of arrival."""
        with self._transaction() as session:
            return events.chains(session)

    # Kept files -------------------------------------------------------------------------------

    def blob(self, sha256: str) -> bytes | None:
        """Return the kept file of this hash, or None; HostError when it is damaged."""
        with self._transaction() as session:
            return blobs.get(session, sha256)

    def blob_hashes(self, kind: BlobKind) -> tuple[str, ...]:
        """Return the hashes of all kept files of a kind, in order of arrival."""
        with self._transaction() as session:
            return blobs.hashes(session, kind)

    # Drafts -----------------------------------------------------------------------------------

    def save_draft(self, draft: Draft) -> None:
        """Write a draft in place of the item's earlier one."""
        self.demand_here()
        with self._transaction() as session:
            drafts.save(session, draft)

    def draft(self, item_id: str) -> Draft | None:
        """Return the draft of an item, or None."""
        with self._transaction() as session:
            return drafts.get(session, item_id)

    def drafts(self) -> tuple[Draft, ...]:
        """Return all drafts by item id."""
        with self._transaction() as session:
            return drafts.everything(session)

    # Projections ------------------------------------------------------------------------------

    def verdicts(self, chain: str) -> tuple[CurrentVerdict, ...]:
        """Return the latest verdict of a chain on each item, by item id."""
        with self._transaction() as session:
            return projections.verdicts(session, chain)

    def attestations(self, chain: str) -> tuple[IssuedAttestation, ...]:
        """Return the attestations a chain issued, by number."""
        with self._transaction() as session:
            return projections.attestations(session, chain)

    def opened_packs(self, chain: str) -> tuple[OpenedPack, ...]:
        """Return the packs a chain opened, the newest last."""
        with self._transaction() as session:
            return projections.opened_packs(session, chain)

    def first_shown(self, chain: str) -> tuple[FirstShown, ...]:
        """Return when each item was first shown to the chain's owner, earliest first."""
        with self._transaction() as session:
            return projections.first_shown(session, chain)

    def rebuild_projections(self) -> None:
        """Make every projection anew from the events."""
        with self._transaction() as session:
            projections.rebuild(session)

    @contextmanager
    def _transaction(self) -> Iterator[Session]:
        self._demand_thread()
        if self._closed:
            # The engine would quietly open the file again.
            raise BugError("A study file was used after it was closed.", file=self.path)
        with told_plainly(self.path), Session(self._engine) as session, session.begin():
            yield session

    def _demand_thread(self) -> None:
        if threading.get_ident() != self._thread:
            raise BugError("A study file was used outside the thread that opened it.")
