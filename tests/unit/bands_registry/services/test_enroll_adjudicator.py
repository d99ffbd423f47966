"""Enrolment: one seat, one pseudonym, one key, and a word on how it was checked."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest

from bands_registry.provenance.custody import KeyRotated
from bands_registry.provenance.keys import fingerprint, generate_signer
from bands_registry.services.prepare_enrolment import prepare_enrolment
from bands_registry.services.revoke_key import revoke_key
from bands_registry.services.settle_conflict import settle_conflict
from bands_registry.services.withdraw_adjudicator import withdraw_adjudicator
from fairmed_core.errors import UserError
from tests.helpers.chains import noon
from tests.helpers.office import Office
from tests.helpers.registry import another_coordinator
from tests.helpers.signed import OTHER_PSEUDONYM, Clinician
from tests.helpers.study import EMERGENCY_PHYSICIAN, FOLLOW_UP, OTHER_SEAT, PAIN


@pytest.fixture
def office(tmp_path: Path) -> Office:
    office = Office(tmp_path)
    office.publish()
    return office


@pytest.fixture
def her(office: Office) -> Clinician:
    return office.begin(Clinician()).seal().judge(PAIN).attest()


def test_enrolled_before_her_response_comes(office: Office, her: Clinician) -> None:
    enrolment = office.enrol(her)
    assert enrolment.fingerprint == fingerprint(her.signer.key_id)
    assert office.merge(her).enrolled


def test_enrolled_by_the_fingerprint_she_reads_aloud(office: Office, her: Clinician) -> None:
    spoken = fingerprint(her.signer.key_id)
    with pytest.raises(UserError, match="No merged response has this fingerprint"):
        office.enrol(her, key_id=spoken)
    assert not office.merge(her).enrolled
    assert office.enrol(her, key_id=spoken.lower()).key_id == her.signer.key_id
    assert office.contents().adjudicators[0].enrolled


def test_a_fingerprint_with_one_character_off_binds_nothing(office: Office, her: Clinician) -> None:
    office.merge(her)
    spoken = fingerprint(her.signer.key_id)
    wrong = ("Z" if spoken[0] != "Z" else "Y") + spoken[1:]
    with pytest.raises(UserError, match="No merged response"):
        office.enrol(her, key_id=wrong)
    assert not office.contents().adjudicators[0].enrolled


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"seat": "NONE"}, "no seat NONE"),
        ({"pseudonym": "Dr Ada"}, "not a pseudonym"),
        ({"key_id": "7K3Q"}, "neither a key id nor a fingerprint"),
        ({"key_id": "0" * 63}, "neither a key id nor a fingerprint"),
        ({"how_checked": " "}, "How the identity was checked"),
    ],
)
def test_what_is_missing_or_unknown_is_told(
    office: Office, her: Clinician, changes: dict[str, str], sentence: str
) -> None:
    with pytest.raises(UserError, match=sentence) as caught:
        office.enrol(her, **changes)
    assert caught.value.next_step


def test_seat_pseudonym_and_key_are_bound_once(office: Office, her: Clinician) -> None:
    office.enrol(her)
    other = Clinician(OTHER_PSEUDONYM, OTHER_SEAT, EMERGENCY_PHYSICIAN)
    with pytest.raises(UserError, match="already"):
        office.enrol(her)
    for changes in (
        {"seat": her.seat},
        {"pseudonym": her.pseudonym},
        {"key_id": her.signer.key_id},
    ):
        with pytest.raises(UserError, match=r"taken|enrolled already"):
            office.enrol(other, **changes)
    office.enrol(other)


def test_an_enrolment_against_the_merged_log_is_refused(office: Office, her: Clinician) -> None:
    office.merge(her)
    for changes in ({"seat": OTHER_SEAT}, {"pseudonym": OTHER_PSEUDONYM}, {"key_id": "0" * 64}):
        with pytest.raises(UserError, match="says otherwise"):
            office.enrol(her, **changes)


def test_only_the_coordinator_enrols(office: Office, her: Clinician) -> None:
    with pytest.raises(UserError, match="another coordinator"):
        Office(office.folder, another_coordinator()).enrol(her)


def test_without_a_registry_there_is_nothing_to_enrol_in(tmp_path: Path) -> None:
    with pytest.raises(UserError):
        Office(tmp_path).enrol(Clinician())
    assert not list(tmp_path.iterdir())


def revoke(office: Office, her: Clinician) -> None:
    revoke_key(
        her.pseudonym,
        registry=office.registry,
        coordinator=office.identity,
        after=None,
        reason="laptop stolen",
        clock=office.clock,
    )


def withdraw(office: Office, her: Clinician) -> None:
    withdraw_adjudicator(
        her.pseudonym,
        registry=office.registry,
        coordinator=office.identity,
        reason="at her request",
        clock=office.clock,
    )


def claim_twice(office: Office, her: Clinician) -> None:
    office.merge(office.begin(Clinician()).seal().judge(PAIN).attest(), "double.fmresp")


def take_her_seat(office: Office, her: Clinician) -> None:
    office.enrol(Clinician(OTHER_PSEUDONYM, her.seat))


@pytest.mark.parametrize(
    ("happened", "sentence"),
    [
        (revoke, "was revoked"),
        (withdraw, "withdrew from the study"),
        (claim_twice, "conflict that nobody settled"),
        (take_her_seat, f"is taken: {OTHER_PSEUDONYM}"),
    ],
)
def test_what_forbids_enrolling_is_told_before_anybody_calls(
    office: Office, her: Clinician, happened: object, sentence: str
) -> None:
    office.merge(her)
    happened(office, her)  # type: ignore[operator]
    before = office.contents().registry_hash
    for refused in (
        lambda: prepare_enrolment(her.signer.key_id, registry=office.registry, clock=office.clock),
        lambda: office.enrol(her),
    ):
        with pytest.raises(UserError, match=sentence) as caught:
            refused()
        assert caught.value.next_step
    assert office.contents().registry_hash == before


def test_before_the_call_seat_pseudonym_and_both_fingerprints_are_known(
    office: Office, her: Clinician
) -> None:
    office.merge(her)
    seen = prepare_enrolment(her.signer.key_id, registry=office.registry, clock=office.clock)
    assert (seen.seat, seen.pseudonym) == (her.seat, her.pseudonym)
    assert seen.fingerprint == fingerprint(her.signer.key_id)
    assert seen.coordinator == fingerprint(office.identity.key_id)


def test_a_key_that_won_its_conflict_is_enrolled_and_the_other_is_not(
    office: Office, her: Clinician
) -> None:
    double = office.begin(Clinician()).seal().judge(PAIN).attest()
    office.merge(her)
    office.merge(double, "double.fmresp")
    settle_conflict(
        her.pseudonym,
        registry=office.registry,
        coordinator=office.identity,
        keep=her.lines[-1].id,
        how="compared both fingerprints on a call",
        clock=office.clock,
    )
    with pytest.raises(UserError, match="settled against this key"):
        office.enrol(double)
    assert office.enrol(her).key_id == her.signer.key_id


def test_of_a_key_that_was_replaced_the_present_one_is_read_aloud_and_the_log_is_bound(
    office: Office, her: Clinician
) -> None:
    first, present = her.signer, generate_signer(her.pseudonym, noon())
    her.add(
        KeyRotated(
            key=base64.b64encode(present.public_der).decode(),
            certificate=base64.b64encode(present.certificate_der).decode(),
            reason="a new computer",
        )
    )
    her.signer = present
    office.merge(her.judge(FOLLOW_UP).attest())
    seen = prepare_enrolment(first.key_id, registry=office.registry, clock=office.clock)
    assert seen.fingerprint == fingerprint(present.key_id)
    with pytest.raises(UserError, match="No merged response has this fingerprint"):
        office.enrol(her, key_id=fingerprint(first.key_id))
    assert office.enrol(her, key_id=seen.fingerprint).key_id == first.key_id
    assert office.contents().adjudicators[0].enrolled
