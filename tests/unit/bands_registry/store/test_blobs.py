"""Kept files: found by the hash of their bytes, and never handed out altered."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from bands_registry.store.study_store import StudyStore, open_study_store
from bands_registry.store.values import BlobKind, NewBlob
from fairmed_core.errors import BugError, HostError
from tests.helpers.chains import noon


@pytest.fixture
def store(tmp_path: Path) -> Iterator[StudyStore]:
    with open_study_store(tmp_path / "small.fmdb", clock=noon(), create=True) as opened:
        yield opened


def keep(store: StudyStore, data: bytes, kind: BlobKind = BlobKind.PACK) -> str:
    store.append([], files=[NewBlob(kind, data)])
    return hashlib.sha256(data).hexdigest()


def test_a_file_is_kept_under_the_hash_of_its_bytes(store: StudyStore) -> None:
    data = b"%PDF\x00\xff"
    sha256 = keep(store, data, BlobKind.ATTESTATION)
    assert store.blob(sha256) == data
    assert store.blob_hashes(BlobKind.ATTESTATION) == (sha256,)
    assert store.blob_hashes(BlobKind.PACK) == ()
    assert store.blob("0" * 64) is None


def test_the_same_bytes_are_kept_once(store: StudyStore) -> None:
    keep(store, b"pack")
    keep(store, b"pack")
    assert len(store.blob_hashes(BlobKind.PACK)) == 1


def test_a_kept_file_cannot_be_changed(store: StudyStore) -> None:
    keep(store, b"pack")
    with (
        pytest.raises(BugError, match="a kept file cannot be changed"),
        store._transaction() as session,
    ):
        session.connection().exec_driver_sql("UPDATE blob SET data = x'00'")


def test_an_altered_file_is_not_handed_out(tmp_path: Path) -> None:
    path = tmp_path / "small.fmdb"
    with open_study_store(path, clock=noon(), create=True) as store:
        sha256 = keep(store, b"pack")
    connection = sqlite3.connect(path)
    connection.execute("DROP TRIGGER blob_never_changes")
    connection.execute("UPDATE blob SET data = x'00'")
    connection.commit()
    connection.close()
    with (
        open_study_store(path, clock=noon()) as store,
        pytest.raises(HostError, match="no longer matches its hash"),
    ):
        store.blob(sha256)
