"""Practice: everything works as in a study, and nothing of it is kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from bands_registry.provenance.pdf_opening import open_pdf
from bands_registry.services.export_response import export_response
from bands_registry.services.list_items import list_items
from bands_registry.services.practice import open_practice, practice_feedback
from bands_registry.services.review_item import review_item
from bands_registry.services.seal_identity import seal_identity
from bands_registry.services.session import Session
from fairmed_core.domain.acceptable import ValueSet
from fairmed_core.domain.verdict import VerdictKind
from fairmed_core.errors import HostError, UserError
from tests.helpers.chains import noon
from tests.helpers.plain_pdf import printed
from tests.helpers.registry import (
    DETAILS,
    a_session,
    accepting,
    amending,
    declining,
    make_ready,
    sign,
)
from tests.helpers.study import GERIATRICIAN, PAIN


def abandoned(folder: Path) -> Session:
    """A practice whose program was killed: its file stays."""
    session = open_practice(folder, clock=noon())
    session.store.close()
    return session


def test_the_three_practice_items_are_offered(tmp_path: Path) -> None:
    with open_practice(tmp_path / "practice", clock=noon()) as session:
        view = list_items(session)
        assert {item.item_id for item in view.items} == {"P1", "P2", "M5"}
        assert view.practice
        assert review_item(session, "P1").practice


def test_nothing_is_kept_after_closing(tmp_path: Path) -> None:
    folder = tmp_path / "practice"
    with open_practice(folder, clock=noon()) as session:
        make_ready(session, "P1", declining())
    assert list(folder.iterdir()) == []


def test_what_a_killed_practice_left_is_removed(tmp_path: Path) -> None:
    first = abandoned(tmp_path)
    with open_practice(tmp_path, clock=noon()) as session:
        assert session.identity.key_id != first.identity.key_id
        assert session.store.drafts() == ()


def test_a_damaged_leftover_keeps_nobody_from_practising(tmp_path: Path) -> None:
    (tmp_path / "practice.fmdb").write_bytes(b"SQLite format 3\x00 and then nonsense")
    (tmp_path / "practice.fmdb-journal").write_bytes(b"nonsense")
    open_practice(tmp_path, clock=noon()).close()
    assert list(tmp_path.iterdir()) == []


def test_two_cannot_practise_in_one_folder_at_once(tmp_path: Path) -> None:
    with open_practice(tmp_path, clock=noon()) as session:
        with pytest.raises(HostError, match="in use"):
            open_practice(tmp_path, clock=noon())
        assert len(list_items(session).items) == 3


def test_signing_asks_for_no_passphrase_and_the_print_says_practice(tmp_path: Path) -> None:
    seen = []
    with open_practice(tmp_path, clock=noon()) as session:
        make_ready(session, "P1", declining())
        signed = sign(
            session,
            passphrase="",
            render=lambda document: seen.append(document) or printed(document),
        )
        certificate = session.identity.signer.certificate_der
    assert seen[0].practice
    assert seen[0].study_id == "practice"
    assert open_pdf(signed.pdf).certificate_der == certificate


def test_nothing_leaves_the_practice_study(tmp_path: Path) -> None:
    with open_practice(tmp_path / "practice", clock=noon()) as session:
        make_ready(session, "P1", declining())
        sign(session, passphrase="")
        with pytest.raises(UserError, match="no response file"):
            export_response(session, tmp_path / "out.fmresp")
        with pytest.raises(UserError, match="keeps nothing about you"):
            seal_identity(session, DETAILS)
    assert not (tmp_path / "out.fmresp").exists()


def test_her_own_credential_decides_her_notices_where_she_has_one(tmp_path: Path) -> None:
    with open_practice(tmp_path, clock=noon()) as session:
        anyone = [item.scope.inside for item in list_items(session).items]
    with open_practice(tmp_path, clock=noon(), credential=GERIATRICIAN) as session:
        hers = [item.scope.inside for item in list_items(session).items]
    assert anyone == [True, True, True]
    assert not any(hers)


def test_feedback_says_whether_it_passes_and_what_to_learn(tmp_path: Path) -> None:
    # The worked feedback: P1 passes when amended to 3 (or 2 and 3), not when accepted.
    with open_practice(tmp_path, clock=noon()) as session:

        def passed(item: str, judgement: object) -> bool:
            return practice_feedback(session, item, judgement).passed  # type: ignore[arg-type]

        assert passed("P1", amending(ValueSet.of([3])))
        assert passed("P1", amending(ValueSet.of([2, 3])))
        assert not passed("P1", amending(ValueSet.of([1, 3])))
        assert not passed("P1", accepting())
        assert not passed("P1", accepting(kind=None))
        assert passed("M5", accepting(kind=VerdictKind.ACCEPT))
        assert "CT" in practice_feedback(session, "P1", accepting()).feedback.trap


def test_a_studys_items_have_no_feedback(tmp_path: Path) -> None:
    with a_session(tmp_path) as session, pytest.raises(UserError, match="no feedback"):
        practice_feedback(session, PAIN, accepting())
