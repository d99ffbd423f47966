"""Signing: what was on the screen, at the instant of the click, all or nothing."""

from __future__ import annotations

import hashlib
import unicodedata
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from bands_registry.provenance.attestation import AttestationDocument
from bands_registry.provenance.chain import verify_chain
from bands_registry.provenance.events import (
    AttestationIssued,
    ClockAnomaly,
    VerdictSigned,
    bodies_of,
)
from bands_registry.provenance.keystore import WrongPassphraseError
from bands_registry.provenance.logs import read_clinician_log
from bands_registry.provenance.meaning import check_meaning
from bands_registry.provenance.verdicts import judgement_of
from bands_registry.services.list_items import list_items
from bands_registry.services.prepare_signing import prepare_signing
from bands_registry.services.save_draft import save_draft
from bands_registry.services.seal_identity import seal_identity
from bands_registry.services.session import Session
from bands_registry.services.views import Independence, ItemStatus
from bands_registry.store.values import BlobKind
from fairmed_core.clock import FixedClock
from fairmed_core.domain.acceptable import OrderSet, ValueSet
from fairmed_core.domain.scope import Scope
from fairmed_core.domain.verdict import Answer, DeclineReason, ErrorKind, Judgement, VerdictKind
from fairmed_core.errors import HostError, UserError
from fairmed_core.words.sentences import MEANING, QUESTIONS, scope_notice
from tests.helpers.chains import NOON
from tests.helpers.plain_pdf import plain_pdf, printed
from tests.helpers.registry import (
    DETAILS,
    PASSPHRASE,
    a_clinician,
    a_session,
    accepting,
    amending,
    declining,
    make_ready,
    sign,
)
from tests.helpers.study import ACUITY, FOLLOW_UP, GERIATRICIAN, ORDERS, PAIN


def signed(session: Session) -> dict[str, VerdictSigned]:
    return {body.item: body for _, body in bodies_of(tuple(session.log), VerdictSigned)}


def findings(session: Session) -> list[str]:
    """What the verifier has to say about her log."""
    log = read_clinician_log(session.store.lines())
    return [f.sentence for f in check_meaning(log, {session.pack.hash: session.pack})]


def test_everything_signed_verifies_and_means_what_the_pack_says(tmp_path: Path) -> None:
    with a_session(tmp_path) as session:
        make_ready(session, FOLLOW_UP, amending(ValueSet.between(1, 30)))
        make_ready(session, PAIN, declining())
        make_ready(session, ORDERS, amending(OrderSet.of(required=["blood_count", "ct"])))
        make_ready(session, ACUITY)
        sign(session)
        assert findings(session) == []


def test_the_body_carries_what_was_shown(tmp_path: Path) -> None:
    with a_session(tmp_path) as session:
        make_ready(session, PAIN, amending(ValueSet.of([1, 3]), notes={3: "tramadol"}))
        sign(session, independence=Independence(not_an_author=True, interests="None"))
        body = signed(session)[PAIN]
        scope = session.scope(PAIN)
    assert {int(key[-1]): text for key, text in body.sentences.items() if key[-1].isdigit()} == (
        QUESTIONS
    )
    assert body.sentences["scope_notice"] == scope_notice(scope, GERIATRICIAN)
    assert "Acute pain in the emergency department" in body.sentences["scope_notice"]
    assert (body.meaning, body.language) == (MEANING, "en")
    assert (body.scope.inside, body.scope.acknowledged) == (False, True)
    assert body.scope.decided_by == scope.decided_by
    assert (body.pack, body.hashes) == (session.pack.hash, session.pack.item_hashes(PAIN))
    assert (body.independence.not_an_author, body.independence.interests) == (True, "None")
    assert body.supersedes is None
    assert judgement_of(body) == Judgement(
        answers={
            1: Answer.YES,
            2: Answer.YES,
            3: Answer.NO,
            4: Answer.NO,
            5: Answer.NOT_NEEDED,
            6: Answer.YES,
        },
        notes={3: "tramadol"},
        kind=VerdictKind.AMEND,
        amended=ValueSet.of([1, 3]),
        error_kinds=frozenset({ErrorKind.WRONG_INFORMATION}),
        reason="The passage supports another set.",
        scope_acknowledged=True,
    )


def test_inside_her_setting_no_notice_is_shown_or_recorded(tmp_path: Path) -> None:
    with a_session(tmp_path) as session:
        make_ready(session, FOLLOW_UP)
        sign(session)
        body = signed(session)[FOLLOW_UP]
    assert "scope_notice" not in body.sentences
    assert Scope(body.scope.inside, body.scope.setting, body.scope.decided_by).inside


def test_the_table_shows_exactly_what_is_then_signed(tmp_path: Path) -> None:
    with a_session(tmp_path) as session:
        # A wording and a set left over from before she declined are not part of the verdict.
        make_ready(session, PAIN, declining(amended=ValueSet.of([3]), wording="Other words"))
        make_ready(session, FOLLOW_UP, accepting(reason="Jose\u0301\r\nagrees\x0b"))
        shown = {row.item_id: row.judgement for row in prepare_signing(session).rows}
        sign(session)
        assert {item: judgement_of(body) for item, body in signed(session).items()} == shown
    assert shown[PAIN].amended is None
    assert shown[PAIN].wording is None
    assert shown[FOLLOW_UP].reason.startswith(unicodedata.normalize("NFC", "Jose\u0301") + "\n")


def test_the_time_is_that_of_the_click(tmp_path: Path) -> None:
    clock = FixedClock(NOON)

    def slow(document: AttestationDocument) -> bytes:
        clock.instant += timedelta(minutes=3)
        return printed(document)

    with a_session(tmp_path, clock=clock) as session:
        make_ready(session, FOLLOW_UP)
        make_ready(session, PAIN)
        clock.instant = NOON + timedelta(minutes=10)
        attestation = sign(session, render=slow)
        times = {line.event.time for line in session.log if line.event.seq > attestation.events - 3}
    assert attestation.signed_at == NOON + timedelta(minutes=10)
    assert times == {attestation.signed_at}


def test_the_attestation_names_every_verdict_that_stands_and_the_document(tmp_path: Path) -> None:
    with a_session(tmp_path) as session:
        make_ready(session, FOLLOW_UP)
        first = sign(session)
        make_ready(session, PAIN, declining())
        second = sign(session)
        (_, one), (line, two) = bodies_of(tuple(session.log), AttestationIssued)
        assert [one.number, two.number] == [1, 2]
        assert [verdict.item for verdict in one.verdicts] == [FOLLOW_UP]
        assert [verdict.item for verdict in two.verdicts] == [FOLLOW_UP, PAIN]
        assert two.pdf == hashlib.sha256(second.pdf).hexdigest() == second.pdf_sha256
        assert session.store.blob(two.pdf) == second.pdf
        assert (two.size, two.head) == (line.event.seq - 1, line.event.prev)
        assert (second.events, second.head) == (line.event.seq, line.id)
        assert (first.verdicts, second.verdicts) == (1, 2)
        assert findings(session) == []


def test_a_verdict_signed_again_names_the_one_it_replaces(tmp_path: Path) -> None:
    with a_session(tmp_path) as session:
        make_ready(session, FOLLOW_UP)
        sign(session)
        earlier = session.store.verdicts(session.chain)[0].event_id
        make_ready(session, FOLLOW_UP, amending(ValueSet.between(1, 30)))
        second = sign(session)
        assert signed(session)[FOLLOW_UP].supersedes == earlier
        assert second.verdicts == 1
        assert findings(session) == []


def test_marking_a_signed_item_ready_again_signs_it_again(tmp_path: Path) -> None:
    with a_session(tmp_path) as session:
        make_ready(session, FOLLOW_UP)
        sign(session)
        make_ready(session, FOLLOW_UP)
        assert list_items(session).ready == 1
        assert sign(session).number == 2


def test_only_what_was_asked_for_is_signed(tmp_path: Path) -> None:
    with a_session(tmp_path) as session:
        make_ready(session, FOLLOW_UP)
        make_ready(session, PAIN)
        sign(session, items=[PAIN])
        assert set(signed(session)) == {PAIN}
        statuses = {item.item_id: item.status for item in list_items(session).items}
        assert statuses[FOLLOW_UP] is ItemStatus.READY


def test_a_draft_is_never_signed(tmp_path: Path) -> None:
    with a_session(tmp_path) as session:
        save_draft(session, PAIN, Judgement(reason="so far"))
        make_ready(session, FOLLOW_UP)
        sign(session)
        assert set(signed(session)) == {FOLLOW_UP}
        with pytest.raises(UserError, match=f"Not ready to sign: {PAIN}"):
            sign(session, items=[PAIN])


def test_nothing_ready_nothing_signed(tmp_path: Path) -> None:
    with a_session(tmp_path) as session, pytest.raises(UserError, match="Nothing is ready"):
        sign(session)


def test_with_the_wrong_passphrase_nothing_is_signed(tmp_path: Path) -> None:
    with a_session(tmp_path) as session:
        make_ready(session, FOLLOW_UP)
        before = session.store.lines()
        with pytest.raises(WrongPassphraseError):
            sign(session, passphrase="wrong wrong wrong")
        assert session.store.lines() == before
        assert list_items(session).ready == 1
        sign(session)


def test_an_exchanged_keystore_signs_nothing(tmp_path: Path) -> None:
    identity = a_clinician(tmp_path)
    other = a_clinician(tmp_path, pseudonym="ADJ-00000-00001")
    with a_session(tmp_path, identity=replace(identity, keystore=other.keystore)) as session:
        make_ready(session, FOLLOW_UP)
        with pytest.raises(UserError, match="exchanged"):
            sign(session, passphrase=PASSPHRASE)
        assert signed(session) == {}


def test_a_document_that_cannot_be_made_leaves_nothing(tmp_path: Path) -> None:
    def broken(document: AttestationDocument) -> bytes:
        raise HostError("No font.")

    with a_session(tmp_path) as session:
        make_ready(session, FOLLOW_UP)
        before = session.store.lines()
        with pytest.raises(HostError):
            sign(session, render=broken)
        assert session.store.lines() == before
        assert sign(session).number == 1


def test_a_full_disk_at_signing_leaves_no_half_of_it(tmp_path: Path) -> None:
    def heavy(document: AttestationDocument) -> bytes:
        return plain_pdf("x" * 300_000)

    with a_session(tmp_path) as session:
        for item in session.order:
            make_ready(session, item)
        before = session.store.lines()
        with session.store._engine.connect() as connection:
            pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
            connection.exec_driver_sql(f"PRAGMA max_page_count = {int(pages or 0) + 20}")
        with pytest.raises(HostError, match="disk is full"):
            sign(session, render=heavy)
        assert session.store.lines() == before
        assert session.store.blob_hashes(BlobKind.ATTESTATION) == ()
        assert list_items(session).ready == 4
        sign(session)  # the light document fits
        assert verify_chain(session.store.lines(), key=session.identity.signer.public)


def test_a_clock_set_back_is_recorded_once_before_the_verdicts(tmp_path: Path) -> None:
    clock = FixedClock(NOON)
    with a_session(tmp_path, clock=clock) as session:
        make_ready(session, FOLLOW_UP)
        clock.instant = NOON - timedelta(hours=1)
        sign(session)
        anomalies = bodies_of(tuple(session.log), ClockAnomaly)
        assert [body.seconds_back for _, body in anomalies] == [3600]
        assert [line.event.type for line in session.log][-3:] == [
            "clock.anomaly",
            "verdict.signed",
            "attestation.issued",
        ]
        assert findings(session) == ["The signer's clock was set back; the log says so itself."]


@pytest.mark.parametrize("back", [0, 5])
def test_a_clock_set_right_by_seconds_is_none(tmp_path: Path, back: int) -> None:
    clock = FixedClock(NOON)
    with a_session(tmp_path, clock=clock) as session:
        make_ready(session, FOLLOW_UP)
        clock.instant = NOON - timedelta(seconds=back)
        sign(session)
        assert bodies_of(tuple(session.log), ClockAnomaly) == ()


def test_what_is_about_to_be_signed_and_what_is_not_ready(tmp_path: Path) -> None:
    with a_session(tmp_path) as session:
        make_ready(session, FOLLOW_UP, amending(ValueSet.between(1, 30)))
        save_draft(session, PAIN, Judgement(reason="so far"))
        view = prepare_signing(session)
        assert not view.identity_sealed
        seal_identity(session, DETAILS)
        assert prepare_signing(session).identity_sealed
        position = session.order.index(FOLLOW_UP) + 1
    (row,) = view.rows
    assert (row.item_id, row.kind, row.acceptable) == (
        FOLLOW_UP,
        VerdictKind.AMEND,
        ValueSet.between(1, 30),
    )
    assert (row.clause.clause.locator, row.position) == ("Chapter 9, p. 40", position)
    assert {item.item_id for item in view.not_ready} == {PAIN, ACUITY, ORDERS}
    assert view.meaning == MEANING


def test_a_decline_outside_her_setting_needs_no_acknowledgement(tmp_path: Path) -> None:
    with a_session(tmp_path) as session:
        make_ready(session, PAIN, declining(decline_reason=DeclineReason.OUTSIDE_SCOPE))
        sign(session)
        body = signed(session)[PAIN]
        assert (body.verdict, body.decline_reason) == ("DECLINE", "outside_my_scope")
        assert not body.scope.acknowledged
        assert findings(session) == []
