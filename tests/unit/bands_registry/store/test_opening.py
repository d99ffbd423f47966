"""Opening a store: what it is, who may have it, and that a refused file keeps every byte."""

from __future__ import annotations

import sqlite3
import struct
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from bands_registry.store.engine import is_store
from bands_registry.store.study_store import StudyStore, open_study_store
from bands_registry.store.values import StoreRole
from fairmed_core.errors import BugError, FairMedError, HostError, UserError
from tests.helpers.chains import a_signer, chain_of, genesis, noon
from tests.helpers.rights import unprivileged


def made(path: Path) -> Path:
    open_study_store(path, clock=noon(), create=True).close()
    return path


def with_pragma(path: Path, pragma: str) -> Path:
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA {pragma}")
    connection.commit()
    connection.close()
    return path


def test_a_new_store_is_empty_and_opens_again(tmp_path: Path) -> None:
    path = made(tmp_path / "studies" / "small.fmdb")
    with open_study_store(path, clock=noon()) as store:
        assert store.lines() == ()
        assert store.drafts() == ()


def test_nothing_but_the_store_is_left_in_the_folder(tmp_path: Path) -> None:
    made(tmp_path / "small.fmdb")
    assert [entry.name for entry in tmp_path.iterdir()] == ["small.fmdb"]


def test_creating_where_a_store_exists_opens_it_and_keeps_what_it_holds(tmp_path: Path) -> None:
    path = tmp_path / "small.fmdb"
    signer = a_signer()
    with open_study_store(path, clock=noon(), create=True) as store:
        store.append(chain_of(signer, [genesis(signer)]))
    with open_study_store(path, clock=noon(), create=True) as store:
        assert len(store.lines()) == 1


@pytest.mark.parametrize(
    ("pragma", "expected"),
    [
        ("journal_mode", "delete"),
        ("synchronous", 3),
        ("foreign_keys", 1),
        ("recursive_triggers", 1),
        ("trusted_schema", 0),
        ("cell_size_check", 1),
        ("locking_mode", "exclusive"),
        ("user_version", 1),
        ("application_id", int.from_bytes(b"FMDB", "big")),
    ],
)
def test_the_connection_is_set_up_so_that_a_commit_is_on_disk(
    tmp_path: Path, pragma: str, expected: object
) -> None:
    with (
        open_study_store(tmp_path / "small.fmdb", clock=noon(), create=True) as store,
        store._engine.connect() as connection,
    ):
        assert connection.exec_driver_sql(f"PRAGMA {pragma}").scalar() == expected


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="There is no study file here"):
        open_study_store(tmp_path / "none.fmdb", clock=noon())
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_told(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="a folder, not a study file"):
        open_study_store(tmp_path, clock=noon())


@pytest.mark.parametrize(
    "content", [b"", b"vignette_id,condition_id\n", b"\x00" * 4096, b"SQLite format 3\x00"]
)
def test_what_is_no_store_is_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "other.fmdb"
    path.write_bytes(content)
    with pytest.raises(UserError, match="not a FairMed study file"):
        open_study_store(path, clock=noon())
    assert path.read_bytes() == content
    assert [entry.name for entry in tmp_path.iterdir()] == ["other.fmdb"]


def test_a_journal_whose_store_was_taken_away_does_not_ruin_the_new_one(tmp_path: Path) -> None:
    path, journal = tmp_path / "small.fmdb", tmp_path / "small.fmdb-journal"
    open_study_store(path, clock=noon(), create=True, role=StoreRole.COORDINATOR).close()
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA cache_size = 1")
    connection.execute("BEGIN")
    connection.execute("UPDATE setting SET value = 'x'")
    for number in range(5):  # more than fits in memory: the journal is on disk and hot
        connection.execute(f"INSERT INTO blob VALUES ({number}, 'pack', '', zeroblob(50000))")
    left_behind = journal.read_bytes()
    connection.execute("ROLLBACK")
    connection.close()
    path.unlink()
    journal.write_bytes(left_behind)
    made(path)  # a clinician's store; played back, it would be the coordinator's again
    open_study_store(path, clock=noon()).close()


@pytest.mark.parametrize("written", ["first page", "many pages"])
def test_a_power_cut_in_the_middle_of_a_commit_is_taken_back(tmp_path: Path, written: str) -> None:
    """SQLite writes the first page, which counts the pages there will be, before the new ones."""
    path, journal = made(tmp_path / "small.fmdb"), tmp_path / "small.fmdb-journal"
    before = path.read_bytes()
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA cache_size = 1")
    connection.execute("BEGIN")
    for number in range(5):  # more than fits in memory: the journal is on disk and hot
        connection.execute(f"INSERT INTO blob VALUES ({number}, 'pack', '', zeroblob(50000))")
    cut, left_behind = bytearray(path.read_bytes()), journal.read_bytes()
    connection.execute("ROLLBACK")
    connection.close()
    if written == "first page":
        pages, changes = (
            struct.unpack(">I", before[28:32])[0],
            struct.unpack(">I", before[24:28])[0],
        )
        cut = bytearray(before)
        cut[28:32] = struct.pack(">I", pages + 60)
        cut[24:28] = cut[92:96] = struct.pack(">I", changes + 1)
    path.write_bytes(cut)
    journal.write_bytes(left_behind)
    assert is_store(path)
    open_study_store(path, clock=noon()).close()
    assert not journal.exists()
    connection = sqlite3.connect(path)
    assert connection.execute("SELECT count(*) FROM blob").fetchone() == (0,)
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()


def test_another_programs_database_is_refused(tmp_path: Path) -> None:
    path = with_pragma(tmp_path / "photos.db", "user_version = 1")
    with pytest.raises(UserError, match="not a FairMed study file"):
        open_study_store(path, clock=noon())


def test_a_newer_store_is_refused_with_every_byte_kept(tmp_path: Path) -> None:
    path = with_pragma(made(tmp_path / "small.fmdb"), "user_version = 2")
    before = path.read_bytes()
    with pytest.raises(UserError, match="made by a newer FairMed") as caught:
        open_study_store(path, clock=noon())
    assert "Update FairMed" in caught.value.next_step
    assert path.read_bytes() == before


def test_a_registry_is_not_taken_for_a_clinicians_store(tmp_path: Path) -> None:
    path = tmp_path / "registry.fmdb"
    open_study_store(path, clock=noon(), create=True, role=StoreRole.COORDINATOR).close()
    with pytest.raises(UserError, match="belongs to a coordinator"):
        open_study_store(path, clock=noon())
    open_study_store(path, clock=noon(), role=StoreRole.COORDINATOR).close()


def test_names_with_spaces_signs_and_other_scripts_work(tmp_path: Path) -> None:
    path = made(tmp_path / "Jana Nováková 研究 50% #1?" / "small & more.fmdb")
    open_study_store(path, clock=noon()).close()


def test_another_process_is_kept_out_and_told_who_holds_the_store(tmp_path: Path) -> None:
    path = tmp_path / "small.fmdb"
    opening = (
        "import sys; from pathlib import Path; "
        "from fairmed_core.clock import SystemClock; from fairmed_core.errors import HostError; "
        "from bands_registry.store.study_store import open_study_store\n"
        "try: open_study_store(Path(sys.argv[1]), clock=SystemClock())\n"
        "except HostError as error: print(error.exit_code, error)"
    )
    with open_study_store(path, clock=noon(), create=True) as store:
        # A refused opening of our own must not drop the lock that keeps others out.
        with pytest.raises(HostError):
            open_study_store(path, clock=noon())
        told = subprocess.run(
            [sys.executable, "-c", opening, str(path)],
            capture_output=True,
            text=True,
            check=True,
            cwd=Path(__file__).parents[4],
        )
        assert "in use by another program (process" in told.stdout
        assert told.stdout.startswith("60 ")
        store.rebuild_projections()  # still ours


def test_a_second_opening_in_the_same_program_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "small.fmdb"
    with (
        open_study_store(path, clock=noon(), create=True),
        pytest.raises(HostError, match="in use by another window of this program"),
    ):
        open_study_store(path, clock=noon())
    open_study_store(path, clock=noon()).close()


def test_a_note_left_by_a_killed_program_keeps_nobody_out(tmp_path: Path) -> None:
    path = made(tmp_path / "small.fmdb")
    path.with_name("small.fmdb.in-use").write_text('{"process": 1, "since": "long ago"}')
    open_study_store(path, clock=noon()).close()


def test_another_thread_is_refused(tmp_path: Path) -> None:
    raised: list[BaseException] = []

    def use(store: StudyStore) -> None:
        try:
            store.lines()
        except FairMedError as error:
            raised.append(error)

    with open_study_store(tmp_path / "small.fmdb", clock=noon(), create=True) as store:
        thread = threading.Thread(target=use, args=(store,))
        thread.start()
        thread.join()
    assert [type(error) for error in raised] == [BugError]


def test_a_closed_store_stays_closed(tmp_path: Path) -> None:
    store = open_study_store(tmp_path / "small.fmdb", clock=noon(), create=True)
    store.close()
    store.close()
    with pytest.raises(BugError, match="after it was closed"):
        store.lines()
    open_study_store(tmp_path / "small.fmdb", clock=noon()).close()


def test_a_read_only_file_is_told_at_opening() -> None:
    with unprivileged() as folder:
        path = made(folder / "small.fmdb")
        path.chmod(0o444)
        before = path.read_bytes()
        with pytest.raises(HostError, match="cannot be written"):
            open_study_store(path, clock=noon())
        assert path.read_bytes() == before


def test_a_read_only_folder_is_told_at_opening() -> None:
    with unprivileged() as folder:
        path = made(folder / "small.fmdb")
        folder.chmod(0o555)
        with pytest.raises(HostError, match="cannot be written"):
            open_study_store(path, clock=noon())


def test_creating_in_a_read_only_folder_is_told() -> None:
    with unprivileged() as folder:
        folder.chmod(0o555)
        with pytest.raises(HostError, match="cannot be created"):
            open_study_store(folder / "small.fmdb", clock=noon(), create=True)
        assert list(folder.iterdir()) == []


def test_an_unreadable_file_is_told() -> None:
    with unprivileged() as folder:
        path = made(folder / "small.fmdb")
        path.chmod(0)
        with pytest.raises(HostError, match="cannot be opened"):
            open_study_store(path, clock=noon())


def test_a_smashed_page_is_told(tmp_path: Path) -> None:
    path = tmp_path / "small.fmdb"
    signer = a_signer()
    with open_study_store(path, clock=noon(), create=True) as store:
        store.append(chain_of(signer, [genesis(signer)]))
    content = bytearray(path.read_bytes())
    # Page 1 keeps the file's header and its list of tables; all the rest is overwritten.
    content[4096:] = b"\xa5" * (len(content) - 4096)
    path.write_bytes(content)
    with pytest.raises(HostError, match="damaged") as caught:
        open_study_store(path, clock=noon())
    assert caught.value.exit_code == 60
