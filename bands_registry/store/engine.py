"""Opening the file: what it is, who may write it, and SQLite set up so that a commit is on disk."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.pool import QueuePool

from bands_registry.store.failures import NOTHING_LOST, told_plainly
from bands_registry.store.schema import APPLICATION_ID, STORE_VERSION, create_schema
from bands_registry.store.values import StoreRole
from fairmed_core.errors import HostError, UserError

_PRAGMAS = (
    "locking_mode = EXCLUSIVE",
    "journal_mode = DELETE",
    "synchronous = EXTRA",
    "foreign_keys = ON",
    "recursive_triggers = ON",
    "trusted_schema = OFF",
    "cell_size_check = ON",
    # What a withdrawal destroys must not linger in free pages.
    "secure_delete = ON",
)


def open_engine(path: Path) -> Engine:
    """Return an engine that holds the store alone.

    Raises
    ------
    UserError
        No file, a folder, no study file, or one of a newer version; the file is left untouched.
    HostError
        In use elsewhere, unreadable, read-only, damaged, disk full.
    """
    _demand_store(path)
    engine = _engine(path)
    try:
        with told_plainly(path), engine.begin() as connection:
            _probe(connection)
            _check_pages(connection, path)
    except BaseException:
        engine.dispose()
        raise
    return engine


def is_store(path: Path) -> bool:
    """Whether a file is a study file, told without dropping a lock this process holds on it."""
    if not path.is_file():
        return False
    try:
        return _header(path)[0] == APPLICATION_ID
    except UserError:
        return False


def create_file(path: Path, role: StoreRole) -> None:
    """Make an empty store at `path`, whole or not at all; an existing file is never replaced."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".new", dir=path.parent)
        os.close(handle)
    except OSError as error:
        raise _cannot_create(path, error) from error
    made = Path(name)
    try:
        engine = _engine(made)
        try:
            with told_plainly(path), engine.begin() as connection:
                create_schema(connection, role)
        finally:
            engine.dispose()
        _put_in_place(made, path)
    except OSError as error:
        raise _cannot_create(path, error) from error
    finally:
        made.unlink(missing_ok=True)


def journal_of(path: Path) -> Path:
    """Return where SQLite keeps what an unfinished transaction on `path` overwrote."""
    return path.with_name(f"{path.name}-journal")


def _put_in_place(made: Path, path: Path) -> None:
    # A journal whose store was taken away would be rolled back into the new one and ruin it.
    if not path.exists():
        journal_of(path).unlink(missing_ok=True)
    try:
        # A link, unlike a rename, never replaces what another process made meanwhile.
        os.link(made, path)
    except FileExistsError:
        return
    except OSError:
        if path.exists():
            return
        made.rename(path)  # file systems without links (FAT)
    _fsync_folder(path.parent)


def _fsync_folder(folder: Path) -> None:
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _cannot_create(path: Path, error: OSError) -> HostError:
    return HostError(
        f"The study file cannot be created: {error.strerror or error}. {NOTHING_LOST}",
        next_step="Choose a folder you may write to, with free space.",
        file=path,
    )


def _engine(path: Path) -> Engine:
    engine = create_engine(
        "sqlite://",
        creator=lambda: _connect(path),
        poolclass=QueuePool,
        pool_size=1,
        max_overflow=0,
        pool_timeout=0,
    )

    # Python's own transactions would not cover CREATE TABLE, so every one begins here.
    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(_uri(path, "mode=rw"), uri=True, isolation_level=None, timeout=0)
    try:
        for pragma in _PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _uri(path: Path, options: str) -> str:
    return f"{path.absolute().as_uri()}?{options}"


def _demand_store(path: Path) -> None:
    if path.is_dir():
        raise UserError(
            "This is a folder, not a study file.",
            next_step="Choose a file ending in .fmdb.",
            file=path,
        )
    if not path.exists():
        raise UserError(
            "There is no study file here.",
            next_step="Check the name, or open the study pack first.",
            file=path,
        )
    application, version = _header(path)
    if application != APPLICATION_ID:
        raise UserError(
            "This file is not a FairMed study file.",
            next_step="Choose a file ending in .fmdb that FairMed made.",
            file=path,
        )
    if version > STORE_VERSION:
        raise UserError(
            f"This study file was made by a newer FairMed (file version {version}, this program "
            f"reads up to {STORE_VERSION}).",
            next_step="Update FairMed, then open it again. The file was not touched.",
            file=path,
        )


def _header(path: Path) -> tuple[int, int]:
    """Return application id and version as they stand in the file."""
    # `immutable` reads the header without taking a lock or rolling anything back, so a file that
    # is refused keeps every byte; and SQLite's own close does not drop a lock this process holds.
    with (
        told_plainly(path),
        closing(sqlite3.connect(_uri(path, "mode=ro&immutable=1"), uri=True)) as connection,
    ):
        # A power cut in the middle of a commit leaves a first page that counts more pages than
        # there are, and the journal that mends it. Only with this does SQLite read such a header.
        connection.execute("PRAGMA writable_schema = ON")
        application = connection.execute("PRAGMA application_id").fetchone()[0]
        version = connection.execute("PRAGMA user_version").fetchone()[0]
    return int(application), int(version)


def _probe(connection: Connection) -> None:
    # BEGIN IMMEDIATE succeeds on a read-only file; only a write tells. It also takes the lock.
    connection.exec_driver_sql(f"PRAGMA user_version = {STORE_VERSION}")


def _check_pages(connection: Connection, path: Path) -> None:
    found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
    if found != "ok":
        raise HostError(
            "The study file is damaged.",
            next_step="Keep it as it is, and restore a copy of it from a backup.",
            file=path,
            place=str(found),
        )
