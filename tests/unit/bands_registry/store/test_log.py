"""The log: bytes verbatim, append-only, every event on the one before it, all or nothing."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from bands_registry.provenance.chain import ChainHead, verify_chain
from bands_registry.store.study_store import StudyStore, open_study_store
from bands_registry.store.values import BlobKind, NewBlob
from fairmed_core.errors import BugError, HostError
from tests.helpers.chains import (
    a_signer,
    chain_of,
    displayed,
    genesis,
    noon,
    pack_opened,
    verdict,
)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[StudyStore]:
    with open_study_store(tmp_path / "small.fmdb", clock=noon(), create=True) as opened:
        yield opened


def test_events_come_out_byte_for_byte_and_verify(store: StudyStore) -> None:
    signer = a_signer()
    lines = chain_of(signer, [genesis(signer), pack_opened(), displayed("a"), verdict("a")])
    store.append(lines)
    assert store.lines() == tuple(line.raw for line in lines)
    assert store.lines(signer.key_id) == store.lines()
    assert store.chains() == (signer.key_id,)
    assert verify_chain(store.lines(), key=signer.public) == lines


def test_they_are_still_there_after_closing(tmp_path: Path) -> None:
    signer = a_signer()
    lines = chain_of(signer, [genesis(signer), pack_opened()])
    path = tmp_path / "small.fmdb"
    with open_study_store(path, clock=noon(), create=True) as store:
        store.append(lines)
    with open_study_store(path, clock=noon()) as store:
        assert store.lines() == tuple(line.raw for line in lines)


_COLUMNS = "id, chain, seq, prev, type, own, raw"


def copied(values: str, seq: int, *, verb: str = "INSERT") -> str:
    taken = f"SELECT {values}, type, own, raw FROM event WHERE seq = {seq}"
    return f"{verb} INTO event ({_COLUMNS}) {taken}"


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE event SET raw = x'00' WHERE seq = 2",
        "UPDATE event SET seq = 9 WHERE seq = 2",
        "DELETE FROM event WHERE seq = 2",
        "DELETE FROM event",
        copied("id, chain, seq, prev", 2, verb="REPLACE"),
        copied("id, chain, seq, prev", 2, verb="INSERT OR REPLACE"),
        pytest.param(copied("'x', chain, seq, prev", 2, verb="REPLACE"), id="replace own seq"),
        pytest.param(copied("'x', chain, 4, id", 2), id="a gap"),
        pytest.param(copied("'x', chain, 3, prev", 2), id="on the one before the last"),
        pytest.param(copied("'x', chain, 2, prev", 2), id="a second with the same number"),
        pytest.param(copied("'x', 'other', 1, id", 2), id="a beginning with a past"),
        pytest.param(copied("'x', 'other', 0, prev", 1), id="before the beginning"),
        pytest.param(copied("'x', chain, x'03', id", 2), id="a number that is none"),
    ],
)
def test_no_statement_changes_removes_or_misplaces_an_event(
    store: StudyStore, statement: str
) -> None:
    signer = a_signer()
    store.append(chain_of(signer, [genesis(signer), pack_opened()]))
    before = store.lines()
    with pytest.raises(BugError, match="refused a change"), store._transaction() as session:
        session.connection().exec_driver_sql(statement)
    assert store.lines() == before


def test_the_trigger_is_what_refuses_not_the_program(tmp_path: Path) -> None:
    path = tmp_path / "small.fmdb"
    signer = a_signer()
    with open_study_store(path, clock=noon(), create=True) as store:
        store.append(chain_of(signer, [genesis(signer)]))
    connection = sqlite3.connect(path)
    with pytest.raises(sqlite3.IntegrityError, match="cannot be removed"):
        connection.execute("DELETE FROM event")
    connection.close()


def test_an_event_out_of_order_stops_the_whole_batch(store: StudyStore) -> None:
    signer = a_signer()
    first, second, third = chain_of(signer, [genesis(signer), pack_opened(), displayed("a")])
    store.append([first])
    with pytest.raises(BugError):
        store.append([third, second], files=[NewBlob(BlobKind.PACK, b"pack")])
    assert store.lines() == (first.raw,)
    assert store.blob_hashes(BlobKind.PACK) == ()
    store.append([second, third])


def test_the_owners_chain_cannot_fork(store: StudyStore) -> None:
    signer = a_signer()
    first, second = chain_of(signer, [genesis(signer), pack_opened()])
    (rival,) = chain_of(signer, [displayed("a")], after=ChainHead.after(first))
    store.append([first, second])
    with pytest.raises(BugError):
        store.append([rival])
    assert store.lines() == (first.raw, second.raw)


def test_a_registry_may_hold_both_sides_of_a_fork(store: StudyStore) -> None:
    signer = a_signer()
    first, second = chain_of(signer, [genesis(signer), pack_opened()])
    (rival,) = chain_of(signer, [displayed("a")], after=ChainHead.after(first))
    store.append([], merged=[first, second])
    store.append([], merged=[rival])
    assert store.lines(signer.key_id) == (first.raw, second.raw, rival.raw)


def test_chains_of_several_signers_stay_apart(store: StudyStore) -> None:
    one, other = a_signer(), a_signer("ADJ-00000-00001")
    ours = chain_of(one, [genesis(one), pack_opened()])
    theirs = chain_of(other, [genesis(other), pack_opened()])
    store.append(ours)
    store.append([], merged=theirs)
    assert store.chains() == (one.key_id, other.key_id)
    assert store.lines(other.key_id) == tuple(line.raw for line in theirs)


def test_a_full_disk_loses_nothing_and_the_store_goes_on(store: StudyStore) -> None:
    signer = a_signer()
    first, second = chain_of(signer, [genesis(signer), pack_opened()])
    store.append([first])
    with store._engine.connect() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(HostError, match="The disk is full") as caught:
        store.append([second], files=[NewBlob(BlobKind.ATTESTATION, b"x" * 100_000)])
    assert caught.value.exit_code == 60
    assert store.lines() == (first.raw,)
    assert store.blob_hashes(BlobKind.ATTESTATION) == ()
    with store._engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA max_page_count = 100000")
    store.append([second], files=[NewBlob(BlobKind.ATTESTATION, b"x" * 100_000)])
    assert store.lines() == (first.raw, second.raw)
