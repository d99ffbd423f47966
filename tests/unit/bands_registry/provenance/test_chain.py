"""Chains: nothing can be removed, doubled, moved, edited or slipped in."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from bands_registry.provenance import canonical, envelope
from bands_registry.provenance.bodies import (
    AdjudicatorEnrolled,
    ChainGenesis,
    ClockAnomaly,
    SessionOpened,
)
from bands_registry.provenance.chain import (
    EMPTY,
    ChainHead,
    append,
    extend,
    join_lines,
    self_declared_key,
    split_lines,
    verify_chain,
)
from bands_registry.provenance.errors import (
    ChainBrokenError,
    ContentAlteredError,
    KeyMismatchError,
    MalformedError,
    NewerFormatError,
    VerificationError,
)
from bands_registry.provenance.logs import read_clinician_log, read_coordinator_log
from fairmed_core.clock import FixedClock
from tests.helpers.chains import NOON, a_signer, noon
from tests.helpers.signed import (
    Clinician,
    Coordinator,
    geriatrician,
    payload_of,
    signed_line,
    with_payload,
)

HER = geriatrician()
LINES = list(HER.raw)
KEY = HER.signer.public


def code_of(lines: list[bytes]) -> int:
    with pytest.raises(VerificationError) as caught:
        verify_chain(lines, key=KEY)
    return caught.value.exit_code


def test_a_whole_chain_comes_back_in_order() -> None:
    events = verify_chain(LINES, key=KEY)
    assert [line.event.seq for line in events] == list(range(1, len(LINES) + 1))
    assert [line.raw for line in events] == LINES
    assert events[0].event.prev == "0" * 64
    assert [line.event.prev for line in events[1:]] == [line.id for line in events[:-1]]


def test_an_id_is_the_hash_of_what_was_signed() -> None:
    payload = payload_of(LINES[3])
    assert HER.lines[3].id == canonical.sha256(
        b"DSSEv1 34 application/vnd.fairmed.event+json %d " % len(payload) + payload
    )


def test_the_first_event_tells_the_key() -> None:
    assert self_declared_key(LINES) == KEY


def edited(line: bytes) -> bytes:
    return with_payload(line, payload_of(line).replace(b'"ACCEPT"', b'"AMEND"'))


def first_verdict() -> int:
    return next(n for n, line in enumerate(HER.lines) if line.event.type == "verdict.signed")


V = first_verdict()


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        pytest.param([*LINES[:V], edited(LINES[V]), *LINES[V + 1 :]], 20, id="edited"),
        pytest.param([*LINES[:V], *LINES[V + 1 :]], 21, id="removed"),
        pytest.param([*LINES[: V - 1], LINES[V], LINES[V - 1], *LINES[V + 1 :]], 21, id="swapped"),
        pytest.param([*LINES[:V], LINES[V], *LINES[V:]], 21, id="doubled"),
        pytest.param(LINES[1:], 21, id="without its beginning"),
        pytest.param([], 21, id="empty"),
        pytest.param([*LINES, LINES[0]], 21, id="begun twice"),
        pytest.param([*LINES, geriatrician().raw[-1]], 30, id="a stranger's event at the end"),
        pytest.param([*LINES[:V], b"{}", *LINES[V + 1 :]], 10, id="an empty object for an event"),
        pytest.param([*LINES[:V], LINES[V][:-5], *LINES[V + 1 :]], 10, id="half a line"),
        pytest.param(
            [*LINES[:V], edited(LINES[V]), *LINES[V + 2 :]], 20, id="edited decides over removed"
        ),
    ],
)
def test_a_changed_chain_has_its_code(lines: list[bytes], code: int) -> None:
    assert code_of(lines) == code


def test_the_place_is_named() -> None:
    with pytest.raises(ContentAlteredError) as caught:
        verify_chain([*LINES[:V], edited(LINES[V]), *LINES[V + 1 :]], key=KEY)
    assert caught.value.place == f"event {V + 1}"


def forged(change: Callable[[bytes], bytes]) -> list[bytes]:
    """The chain with its last payload changed and validly signed by the key's holder."""
    return [*LINES[:-1], signed_line(change(payload_of(LINES[-1])), HER.signer)]


def replacing(old: bytes, new: bytes) -> Callable[[bytes], bytes]:
    def change(payload: bytes) -> bytes:
        assert old in payload
        return payload.replace(old, new)

    return change


@pytest.mark.parametrize(
    ("change", "code"),
    [
        pytest.param(replacing(b'"number":1', b'"number":1,"number":2'), 10, id="key twice"),
        pytest.param(replacing(b'"number":1', b'"number":1.0'), 10, id="float"),
        pytest.param(replacing(b'"number":1', b'"number":9007199254740992'), 10, id="2^53"),
        pytest.param(replacing(b'"number":1', b'"number":NaN'), 10, id="not a number"),
        pytest.param(replacing(b'"number":1', b'"number":true'), 10, id="true for a number"),
        pytest.param(replacing(b'"language":"en"', b'"language":"\\ud800"'), 10, id="surrogate"),
        pytest.param(replacing(b'"number":1', b'"number": 1'), 10, id="a space"),
        pytest.param(replacing(b'"number":1', b'"nomber":1'), 10, id="unknown field"),
        pytest.param(replacing(b'"number":1,', b""), 10, id="missing field"),
        pytest.param(replacing(b'"v":1', b'"v":0'), 10, id="version nought"),
        pytest.param(replacing(b'"v":1', b'"v":2'), 11, id="a later version"),
        pytest.param(
            replacing(b'"attestation.issued"', b'"attestation.opened"'), 11, id="unknown type"
        ),
        pytest.param(
            replacing(b"2026-06-14T12:00:00Z", b"2026-06-14T12:00:00+02"), 10, id="local time"
        ),
        pytest.param(replacing(b"2026-06-14T12:00:00Z", b"2026-06-14T12:00:00"), 10, id="naive"),
    ],
)
def test_a_valid_signature_does_not_make_a_wrong_form_right(
    change: Callable[[bytes], bytes], code: int
) -> None:
    assert code_of(forged(change)) == code


def test_a_pseudonym_that_turns_the_reading_direction_is_an_alteration() -> None:
    signer = a_signer()
    her = Clinician(signer=signer).begin()
    payload = payload_of(her.raw[0]).replace(b"X2VTD", "X2\u202eTD".encode())
    with pytest.raises(ContentAlteredError) as caught:
        verify_chain([signed_line(payload, signer)], key=signer.public)
    assert caught.value.exit_code == 20


def test_the_same_character_in_a_reason_is_text() -> None:
    signer = a_signer()
    line = append(EMPTY, SessionOpened(program="a \u202e b"), signer=signer, clock=noon())
    assert line.event.body == SessionOpened(program="a \u202e b")


def test_another_keys_whole_chain_is_not_hers() -> None:
    with pytest.raises(KeyMismatchError):
        verify_chain(geriatrician().raw, key=KEY)


def test_a_log_that_begins_otherwise_declares_no_key() -> None:
    with pytest.raises(ChainBrokenError):
        self_declared_key(LINES[1:])


def test_a_clock_set_back_leaves_an_event_before_the_next() -> None:
    signer, clock = a_signer(), FixedClock(NOON)
    head = ChainHead.after(append(EMPTY, SessionOpened(program="x"), signer=signer, clock=clock))
    clock.instant = NOON - timedelta(seconds=5)
    within = extend(head, [SessionOpened(program="y")], signer=signer, clock=clock)
    assert [line.event.type for line in within] == ["session.opened"]
    clock.instant = NOON - timedelta(minutes=10)
    beyond = extend(head, [SessionOpened(program="y")], signer=signer, clock=clock)
    assert [line.event.type for line in beyond] == ["clock.anomaly", "session.opened"]
    assert beyond[0].event.body == ClockAnomaly(previous="2026-06-14T12:00:00Z", seconds_back=600)


def test_lines_are_joined_and_split_without_loss() -> None:
    assert split_lines(join_lines(LINES)) == tuple(LINES)
    assert split_lines(b"") == ()
    with pytest.raises(MalformedError):
        split_lines(join_lines(LINES)[:-1])


def test_a_later_type_asks_for_an_update() -> None:
    with pytest.raises(NewerFormatError) as caught:
        verify_chain(forged(replacing(b'"v":1', b'"v":2')), key=KEY)
    assert "Update" in caught.value.next_step


def test_no_event_of_a_chain_is_of_another_payload_type() -> None:
    line = envelope.sign(payload_of(LINES[0]), envelope.MANIFEST_TYPE, HER.signer)
    assert code_of([line, *LINES[1:]]) == 10


def test_genesis_carries_no_name() -> None:
    body = HER.lines[0].event.body
    assert isinstance(body, ChainGenesis)
    assert set(body.model_dump()) == {
        "study",
        "seat",
        "pseudonym",
        "credential",
        "key",
        "certificate",
        "identity_commitment",
    }


def test_an_event_belongs_to_one_kind_of_log() -> None:
    her = Clinician().begin()
    her.add(
        AdjudicatorEnrolled(seat="G7K2", pseudonym=her.pseudonym, key="0" * 64, how_checked="x")
    )
    with pytest.raises(MalformedError) as caught:
        read_clinician_log(her.raw)
    assert caught.value.place == "event 3"
    office = Coordinator().publish()
    office.add(SessionOpened(program="x"))
    with pytest.raises(MalformedError):
        read_coordinator_log([line.raw for line in office.lines])


def test_one_log_is_not_taken_for_the_other() -> None:
    with pytest.raises(MalformedError):
        read_coordinator_log(LINES)
    with pytest.raises(MalformedError):
        read_clinician_log([line.raw for line in Coordinator().publish().lines])
