"""Private details: sealed to the coordinator, and in no other file or event."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bands_registry.provenance.events import IdentitySealed, bodies_of
from bands_registry.provenance.identity import open_sealed
from bands_registry.provenance.response import read_response
from bands_registry.services.export_response import export_response
from bands_registry.services.seal_identity import identity_sealed, seal_identity, sealed_file
from fairmed_core.errors import UserError
from tests.helpers.registry import DETAILS, a_session, coordinator, make_ready, sign
from tests.helpers.study import FOLLOW_UP


def test_only_the_coordinator_can_open_what_was_sealed(tmp_path: Path) -> None:
    with a_session(tmp_path) as session:
        assert not identity_sealed(session)
        seal_identity(session, DETAILS)
        assert identity_sealed(session)
        (_, body), *_ = bodies_of(tuple(session.log), IdentitySealed)
        ciphertext, key = sealed_file(session), session.identity.signer.public
    secret = coordinator().age_identity
    assert ciphertext is not None
    assert secret is not None
    opened = open_sealed(ciphertext, secret, key=key, commitment=body.commitment)
    assert opened.details == DETAILS


def test_no_detail_stands_in_the_study_file_or_in_the_response(tmp_path: Path) -> None:
    with a_session(tmp_path) as session:
        seal_identity(session, DETAILS)
        make_ready(session, FOLLOW_UP)
        sign(session)
        path = tmp_path / "out.fmresp"
        export_response(session, path)
        store = session.store.path
    files = {name.name: name.read_bytes() for name in (store, path)}
    for word in ("Muster", "LIC-4711", "Example Chamber", "Example Hospital"):
        assert [name for name, data in files.items() if word.encode() in data] == []
    # The search finds what is there: the pseudonym is public.
    assert all(b"Handbook" in data or b"fairmed" in data.lower() for data in files.values())
    assert read_response(path).identity is not None


def test_sealing_again_replaces_what_was_sealed(tmp_path: Path) -> None:
    with a_session(tmp_path) as session:
        seal_identity(session, DETAILS)
        first = sealed_file(session)
        seal_identity(session, replace(DETAILS, licence="LIC-4712"))
        assert sealed_file(session) != first


def test_incomplete_details_are_told_and_nothing_is_recorded(tmp_path: Path) -> None:
    with a_session(tmp_path) as session:
        with pytest.raises(UserError, match="all needed"):
            seal_identity(session, replace(DETAILS, licence=" "))
        assert not identity_sealed(session)
        assert sealed_file(session) is None


def test_it_outlives_the_sitting(tmp_path: Path) -> None:
    with a_session(tmp_path) as session:
        seal_identity(session, DETAILS)
    with a_session(tmp_path) as session:
        assert identity_sealed(session)
