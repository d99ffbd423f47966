"""`fairmed attestation`: the stored document written again, and checked."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from bands_registry.services.attestations import list_attestations
from exports.attestation_pdf import RENDERER, render_attestation
from tests.helpers.cli import fairmed
from tests.helpers.registry import a_session, make_ready, sign
from tests.helpers.study import FOLLOW_UP, PAIN


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A study file in which she signed twice, and went home."""
    with a_session(tmp_path) as session:
        for item in (FOLLOW_UP, PAIN):
            make_ready(session, item)
            sign(session, render=render_attestation, renderer=RENDERER)
        for attestation in list_attestations(session):
            (tmp_path / f"kept-{attestation.number}.pdf").write_bytes(attestation.pdf)
        return session.store.path


def test_a_document_is_written_again_byte_for_byte(store: Path, tmp_path: Path) -> None:
    out = tmp_path / "with a space é 证.pdf"
    ran = fairmed("attestation", "issue", store, "--out", out, "--json")
    kept = (tmp_path / "kept-2.pdf").read_bytes()
    assert (ran.code, out.read_bytes() == kept) == (0, True)
    told = ran.json
    assert (told["number"], told["verdicts"]) == (2, 2)
    assert told["sha256"] == hashlib.sha256(kept).hexdigest()
    first = tmp_path / "first.pdf"
    assert fairmed("attestation", "issue", store, "--out", first, "--number", "1").code == 0
    assert first.read_bytes() == (tmp_path / "kept-1.pdf").read_bytes()
    # Once more onto itself does no harm; another file is never replaced.
    assert fairmed("attestation", "issue", store, "--out", first, "--number", "1").code == 0
    refused = fairmed("attestation", "issue", store, "--out", first, "--number", "2")
    assert (refused.code, "it was left as it is" in refused.err) == (2, True)


def test_what_cannot_be_issued_is_said(store: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.pdf"
    ran = fairmed("attestation", "issue", store, "--out", out, "--number", "3")
    assert (ran.code, "There is no attestation 3." in ran.err) == (2, True)
    assert "Choose a number from 1 to 2." in ran.err
    ran = fairmed("attestation", "issue", tmp_path / "none.fmdb", "--out", out)
    assert ran.code == 2
    (tmp_path / "other").mkdir()
    with a_session(tmp_path / "other") as session:
        empty = session.store.path
    ran = fairmed("attestation", "issue", empty, "--out", out)
    assert (ran.code, "Nothing is signed yet." in ran.err) == (2, True)
    assert not out.exists()


def test_a_document_is_checked_as_what_it_is(store: Path, tmp_path: Path) -> None:
    path = tmp_path / "kept-2.pdf"
    ran = fairmed("attestation", "verify", path, "--json")
    assert (ran.code, ran.json["kind"], ran.json["facts"]["verdicts"]) == (3, "attestation", 2)
    assert all(finding["code"] == 3 for finding in ran.json["findings"])
    earlier = fairmed("attestation", "verify", path, "--anchor", tmp_path / "kept-1.pdf")
    assert (earlier.code, "No anchor" in earlier.out) == (3, False)
    pack = next(tmp_path.glob("*.fmpack"))
    ran = fairmed("attestation", "verify", pack)
    assert (ran.code, "This file is a pack; an attestation was expected." in ran.err) == (10, True)
    path.write_bytes(path.read_bytes().replace(b"ADJ-", b"ADK-", 1))
    assert fairmed("attestation", "verify", path, "--no-pages").code == 22
