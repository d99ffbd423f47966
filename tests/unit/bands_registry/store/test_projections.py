"""Projections: they say what the events say, and can be thrown away and made anew."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from bands_registry.provenance.chain import ChainHead
from bands_registry.provenance.keys import Signer
from bands_registry.store.study_store import StudyStore, open_study_store
from fairmed_core.clock import FixedClock
from tests.helpers.chains import (
    NOON,
    a_signer,
    attestation,
    chain_of,
    displayed,
    genesis,
    hashes,
    noon,
    pack_opened,
    verdict,
)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[StudyStore]:
    with open_study_store(tmp_path / "small.fmdb", clock=noon(), create=True) as opened:
        yield opened


def history(store: StudyStore) -> Signer:
    """Two verdicts on one item, one on another, an attestation, two packs."""
    signer = a_signer()
    lines = chain_of(
        signer, [genesis(signer), pack_opened(), displayed("a"), verdict("a"), verdict("b")]
    )
    later = chain_of(
        signer,
        [
            attestation(1, "1" * 64, [("a", lines[3].id), ("b", lines[4].id)]),
            pack_opened("9" * 64, version=2),
            displayed("a"),
            verdict("a", supersedes=lines[3].id, seen=hashes(clause="7")),
        ],
        after=ChainHead.after(lines[-1]),
        clock=FixedClock(NOON + timedelta(hours=1)),
    )
    store.append(lines)
    store.append(later)
    return signer


def snapshot(store: StudyStore, chain: str) -> tuple[object, ...]:
    return (
        store.verdicts(chain),
        store.attestations(chain),
        store.opened_packs(chain),
        store.first_shown(chain),
    )


def test_the_latest_verdict_on_each_item_is_current(store: StudyStore) -> None:
    chain = history(store).key_id
    a, b = store.verdicts(chain)
    assert (a.item_id, a.seq, a.signed, a.time) == (
        "a",
        9,
        hashes(clause="7"),
        NOON + timedelta(hours=1),
    )
    assert (b.item_id, b.seq, b.signed) == ("b", 5, hashes())


def test_attestations_packs_and_first_showings(store: StudyStore) -> None:
    chain = history(store).key_id
    (issued,) = store.attestations(chain)
    assert (issued.number, issued.verdicts, issued.pdf_sha256) == (1, 2, "1" * 64)
    assert [pack.sha256[0] for pack in store.opened_packs(chain)] == ["c", "9"]
    assert [(shown.item_id, shown.time) for shown in store.first_shown(chain)] == [("a", NOON)]


def test_a_rebuild_changes_nothing(store: StudyStore) -> None:
    chain = history(store).key_id
    before = snapshot(store, chain)
    store.rebuild_projections()
    assert snapshot(store, chain) == before


def test_lost_or_altered_projections_are_made_anew(tmp_path: Path) -> None:
    path = tmp_path / "small.fmdb"
    with open_study_store(path, clock=noon(), create=True) as store:
        chain = history(store).key_id
        before = snapshot(store, chain)
    connection = sqlite3.connect(path)
    for table in ("current_verdict", "issued_attestation", "opened_pack"):
        connection.execute(f"DELETE FROM {table}")
    connection.execute("UPDATE first_shown SET item_id = 'z'")
    connection.commit()
    connection.close()
    with open_study_store(path, clock=noon()) as store:
        store.rebuild_projections()
        assert snapshot(store, chain) == before


def test_projections_of_another_program_version_are_made_anew_at_opening(tmp_path: Path) -> None:
    path = tmp_path / "small.fmdb"
    with open_study_store(path, clock=noon(), create=True) as store:
        chain = history(store).key_id
        before = snapshot(store, chain)
    connection = sqlite3.connect(path)
    connection.execute("DELETE FROM current_verdict")
    connection.execute("UPDATE setting SET value = 'older' WHERE name = 'projections'")
    connection.commit()
    connection.close()
    with open_study_store(path, clock=noon()) as store:
        assert snapshot(store, chain) == before


def test_chains_have_their_own_verdicts(store: StudyStore) -> None:
    chain = history(store).key_id
    other = a_signer("ADJ-00000-00001")
    store.append([], merged=chain_of(other, [genesis(other), verdict("a")]))
    assert len(store.verdicts(other.key_id)) == 1
    assert len(store.verdicts(chain)) == 2
