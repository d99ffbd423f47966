"""Issued attestations: always there again, from the bytes that were signed."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from bands_registry.services.attestations import list_attestations, save_attestation
from fairmed_core.errors import HostError, UserError
from tests.helpers.registry import a_session, make_ready, sign
from tests.helpers.rights import unprivileged
from tests.helpers.study import FOLLOW_UP, PAIN


def test_they_are_the_ones_signing_returned_also_after_reopening(tmp_path: Path) -> None:
    with a_session(tmp_path) as session:
        assert list_attestations(session) == ()
        make_ready(session, FOLLOW_UP)
        first = sign(session)
        make_ready(session, PAIN)
        second = sign(session)
    with a_session(tmp_path) as session:
        assert list_attestations(session) == (first, second)


def test_a_document_is_written_byte_for_byte_and_over_an_older_file(tmp_path: Path) -> None:
    with a_session(tmp_path) as session:
        make_ready(session, FOLLOW_UP)
        attestation = sign(session)
        path = tmp_path / "attestation-1.pdf"
        path.write_bytes(b"older and longer than what will stand here" * 100)
        save_attestation(session, 1, path)
        assert path.read_bytes() == attestation.pdf


def test_a_number_that_was_not_issued_is_told(tmp_path: Path) -> None:
    with a_session(tmp_path) as session, pytest.raises(UserError, match="no attestation 1"):
        save_attestation(session, 1, tmp_path / "attestation-1.pdf")
    assert not (tmp_path / "attestation-1.pdf").exists()


def test_a_folder_that_cannot_be_written_is_told() -> None:
    with unprivileged() as folder, a_session(folder) as session:
        make_ready(session, FOLLOW_UP)
        sign(session)
        closed = folder / "closed"
        closed.mkdir(mode=0o555)
        with pytest.raises(HostError):
            save_attestation(session, 1, closed / "attestation-1.pdf")
        assert list(closed.iterdir()) == []


def test_a_lost_document_is_told(tmp_path: Path) -> None:
    with a_session(tmp_path) as session:
        make_ready(session, FOLLOW_UP)
        sign(session)
    connection = sqlite3.connect(tmp_path / "studies" / "small.fmdb")
    connection.execute("DELETE FROM blob WHERE kind = 'attestation'")
    connection.commit()
    connection.close()
    with a_session(tmp_path) as session, pytest.raises(HostError, match="attestation 1"):
        list_attestations(session)
