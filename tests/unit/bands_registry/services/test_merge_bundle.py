"""Merging: verified first, taken in whole, never twice, in any order, and never over a fork."""

from __future__ import annotations

import itertools
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from bands_registry.provenance.canonical import sha256
from bands_registry.provenance.errors import VerificationError
from bands_registry.provenance.events import IdentitySealed
from bands_registry.provenance.identity import new_age_secret, recipient_of, seal
from bands_registry.provenance.pack import build_pack, read_pack
from bands_registry.services.load_registry import load_registry
from bands_registry.services.merge_bundle import merge_bundle
from bands_registry.services.registry_store import open_registry
from bands_registry.services.registry_views import MergeOutcome
from bands_registry.services.settle_conflict import settle_conflict
from bands_registry.services.verify_file import verify_file
from fairmed_core.clock import FixedClock
from fairmed_core.domain.acceptable import ValueSet
from fairmed_core.errors import HostError, UserError
from tests.helpers.chains import NOON
from tests.helpers.office import Office
from tests.helpers.registry import DETAILS, amending, another_coordinator, coordinator
from tests.helpers.rights import unprivileged
from tests.helpers.signed import (
    OTHER_PSEUDONYM,
    Clinician,
    a_pack_of,
    files_in,
    resealed,
    zipped,
)
from tests.helpers.study import (
    EMERGENCY_PHYSICIAN,
    FOLLOW_UP,
    ORDERS,
    OTHER_SEAT,
    PAIN,
    small_study,
    with_reasoning,
)


@pytest.fixture
def office(tmp_path: Path) -> Office:
    office = Office(tmp_path)
    office.publish()
    return office


def her_at(office: Office) -> Clinician:
    return office.begin(Clinician()).seal().judge(FOLLOW_UP).attest()


def him_at(office: Office) -> Clinician:
    clinician = Clinician(OTHER_PSEUDONYM, OTHER_SEAT, EMERGENCY_PHYSICIAN)
    return office.begin(clinician).seal().judge(FOLLOW_UP).judge(PAIN).attest()


def hash_of(office: Office) -> str:
    return office.contents().registry_hash


def refused(office: Office, data: bytes) -> VerificationError:
    """The error of a merge that must leave the registry exactly as it was."""
    before = hash_of(office)
    with pytest.raises(VerificationError) as caught:
        office.merge(data)
    assert hash_of(office) == before
    assert caught.value.file == str(office.folder / "r.fmresp")
    return caught.value


def test_a_response_is_taken_in_whole(office: Office) -> None:
    her = her_at(office)
    result = office.merge(her)
    assert (result.outcome, result.new_events) == (MergeOutcome.MERGED, len(her.lines))
    assert (result.pseudonym, result.seat) == (her.pseudonym, her.seat)
    assert (result.enrolled, result.identity_held) == (False, True)
    (rater,) = office.contents().adjudicators
    assert (rater.pseudonym, rater.attested, rater.verdicts) == (her.pseudonym, True, 1)


def test_the_same_again_or_an_older_one_is_nothing_new(office: Office) -> None:
    her = her_at(office)
    first = her.response()
    office.merge(first)
    her.judge(ORDERS).attest()
    office.merge(her)
    before = hash_of(office)
    for data in (her.response(), first):
        result = office.merge(data)
        assert (result.outcome, result.new_events) == (MergeOutcome.NOTHING_NEW, 0)
        assert hash_of(office) == before
    assert office.contents().adjudicators[0].verdicts == 2


def test_a_longer_log_brings_only_what_is_new(office: Office) -> None:
    her = her_at(office)
    office.merge(her)
    have = len(her.lines)
    her.judge(PAIN).attest()
    assert office.merge(her).new_events == len(her.lines) - have
    assert office.release().warnings


def test_every_order_ends_in_the_same_registry(tmp_path: Path) -> None:
    seats = (*small_study().seats, replace(small_study().seats[1], code="N0RS"))
    study = small_study(seats=seats)
    hashes = set()
    clinicians: list[Clinician] = []
    for number, order in enumerate(itertools.permutations(range(3))):
        folder = tmp_path / str(number)
        folder.mkdir()
        office = Office(folder)
        office.publish(study)
        if not clinicians:
            third = Clinician("ADJ-2F6TB-M5YJE", "N0RS", EMERGENCY_PHYSICIAN)
            clinicians = [
                her_at(office),
                him_at(office),
                office.begin(third).seal().judge(PAIN).attest(),
            ]
        for position in order:
            office.merge(clinicians[position])
        for clinician in clinicians:
            office.enrol(clinician)
        hashes.add(hash_of(office))
    assert len(hashes) == 1


@pytest.mark.parametrize("times", [1, 2])
def test_a_refused_response_is_kept_once_with_the_reason(office: Office, times: int) -> None:
    data = zipped({**files_in(her_at(office).response()), "attestation-1.pdf": b"%PDF"})
    for _ in range(times):
        refused(office, data)
    kept = [str(f) for f in office.contents().findings if "refused and kept apart" in str(f)]
    assert len(kept) == 1
    assert "code 20" in kept[0]
    with open_registry(office.registry, clock=office.clock) as opened:
        assert opened.store.blob(sha256(data)) == data


def in_conflict(office: Office, data: bytes) -> None:
    """Merge what must end in a conflict; nothing of the pseudonym counts afterwards."""
    result = office.merge(data)
    assert result.outcome is MergeOutcome.CONFLICT
    assert {f.exit_code for f in office.contents().findings if not f.warning} >= {40}
    assert all(not band.usable for band in office.contents().bands)


def counting(office: Office) -> set[str]:
    """The verdicts that count once the registry is published and nothing is hidden."""
    published = office.release(f"{hash_of(office)}.fmreg")
    verdicts = load_registry(published.path).verdicts
    return {verdict.event_id for verdict in verdicts if not verdict.not_counted}


def forked(office: Office) -> tuple[Clinician, Clinician]:
    """An enrolled rater whose log was continued twice from a backup, the first side merged."""
    her = her_at(office)
    restored = replace(her, lines=list(her.lines), documents=dict(her.documents))
    her.judge(PAIN).attest()
    restored.judge(PAIN, amending(ValueSet.of([1, 3]))).attest()
    office.merge(her)
    office.enrol(her)
    return her, restored


def test_a_log_continued_twice_from_a_backup_is_a_conflict_and_both_sides_are_kept(
    office: Office,
) -> None:
    her, restored = forked(office)
    in_conflict(office, restored.response())
    with open_registry(office.registry, clock=office.clock) as opened:
        for side in (her, restored):
            kept = opened.store.branch(side.signer.key_id, side.lines[-1].id)
            assert kept == side.raw
    before = hash_of(office)
    assert office.merge(restored).outcome is MergeOutcome.CONFLICT
    assert hash_of(office) == before


@pytest.mark.parametrize("keep", ["first", "second", "none"])
def test_a_settled_fork_lets_one_side_count_or_neither(office: Office, keep: str) -> None:
    her, restored = forked(office)
    office.merge(restored)
    side = {"first": her, "second": restored, "none": None}[keep]
    settle_conflict(
        her.pseudonym,
        registry=office.registry,
        coordinator=office.identity,
        keep=side.lines[-1].id if side else "none",
        how="she told which copy she went on with",
        clock=office.clock,
    )
    assert all(f.exit_code != 40 for f in office.contents().findings)
    hers = {line.id for line, _ in side.log.verdicts.values()} if side else set()
    assert counting(office) <= hers
    assert bool(counting(office)) == (side is not None)
    if side is not None:
        side.judge(ORDERS).attest()
        assert office.merge(side).outcome is MergeOutcome.MERGED
    report = verify_file(office.release().path)
    # The other seat is empty.
    assert report.exit_code == 50, [str(f) for f in report.findings]


def test_one_pseudonym_with_two_keys_is_a_conflict_until_one_key_is_chosen(office: Office) -> None:
    her, double = her_at(office), her_at(office)
    office.merge(her)
    office.enrol(her)
    in_conflict(office, double.response())
    settle_conflict(
        her.pseudonym,
        registry=office.registry,
        coordinator=office.identity,
        keep=her.lines[-1].id[:16],
        how="compared both fingerprints",
        clock=office.clock,
    )
    assert counting(office) == {line.id for line, _ in her.log.verdicts.values()}
    assert all(f.exit_code != 40 for f in office.contents().findings)


def test_a_key_enrolled_under_another_pseudonym_is_a_conflict(office: Office) -> None:
    her = her_at(office)
    office.enrol(her, pseudonym=OTHER_PSEUDONYM)
    in_conflict(office, her.response())


@pytest.mark.parametrize(
    ("change", "code"),
    [
        pytest.param(lambda data: data[:-100], 10, id="half downloaded"),
        pytest.param(lambda data: zipped({"r.fmresp": data}), 10, id="zipped twice"),
        pytest.param(lambda data: b"", 10, id="empty"),
        pytest.param(
            lambda data: zipped({**files_in(data), "attestation-1.pdf": b"%PDF"}), 20, id="edited"
        ),
    ],
)
def test_what_does_not_verify_is_not_taken_in(office: Office, change: object, code: int) -> None:
    data = change(her_at(office).response())  # type: ignore[operator]
    assert refused(office, data).exit_code == code


def test_a_pack_is_not_a_response(office: Office) -> None:
    assert refused(office, (office.folder / "one.fmpack").read_bytes()).exit_code == 10


def test_a_pack_this_registry_never_published(office: Office) -> None:
    other, _ = a_pack_of(with_reasoning(small_study(), PAIN, "Another text."))
    her = Clinician().begin(other).judge(PAIN).attest()
    assert refused(office, her.response()).exit_code == 20


def test_a_pack_of_the_same_study_by_another_coordinator(office: Office) -> None:
    foreign = read_pack(build_pack(small_study(), coordinator=another_coordinator()))
    her = Clinician().begin(foreign).judge(PAIN).attest()
    assert refused(office, her.response()).exit_code == 20


def test_another_study_and_practice_are_told_apart(office: Office) -> None:
    for study_id, sentence in (("other", "belongs to the study other"), ("practice", "practice")):
        pack, _ = a_pack_of(small_study(id=study_id))
        her = Clinician().begin(pack).judge(PAIN).attest()
        with pytest.raises(UserError, match=sentence):
            office.merge(her)
    assert office.contents().adjudicators == ()


def test_verdicts_on_an_earlier_pack_are_held_against_that_pack(office: Office) -> None:
    her = her_at(office)
    office.publish(with_reasoning(small_study(), PAIN, "Read again."), "two.fmpack")
    assert office.merge(her).outcome is MergeOutcome.MERGED


def test_a_swapped_identity_is_found(office: Office) -> None:
    her = her_at(office)
    swapped = seal(replace(DETAILS, name="Dr Someone Else"), her.signer, her.pack.recipient)
    data = resealed(her.response(), {"identity.age": swapped.ciphertext}, her.signer)
    assert refused(office, data).exit_code == 20


def test_an_identity_the_log_names_but_did_not_commit_to(office: Office) -> None:
    her = office.begin(Clinician())
    honest = seal(DETAILS, her.signer, her.pack.recipient)
    other = seal(replace(DETAILS, name="Dr Someone Else"), her.signer, her.pack.recipient)
    her.sealed = replace(other, commitment=honest.commitment)
    her.add(
        IdentitySealed(
            commitment=honest.commitment,
            ciphertext=other.sha256,
            recipient=her.pack.recipient,
        )
    )
    her.judge(FOLLOW_UP).attest()
    assert refused(office, her.response()).exit_code == 20


def test_an_identity_sealed_to_someone_else_does_not_open(office: Office) -> None:
    her = office.begin(Clinician())
    elsewhere = recipient_of(new_age_secret())
    her.sealed = seal(DETAILS, her.signer, elsewhere)
    her.add(
        IdentitySealed(
            commitment=her.sealed.commitment, ciphertext=her.sealed.sha256, recipient=elsewhere
        )
    )
    her.judge(FOLLOW_UP).attest()
    assert refused(office, her.response()).exit_code == 10


def test_an_identity_left_out_can_come_later(office: Office) -> None:
    her = her_at(office)
    sealed, her.sealed = her.sealed, None
    assert not office.merge(her).identity_held
    her.sealed = sealed
    second = office.merge(her)
    assert (second.outcome, second.new_events) == (MergeOutcome.MERGED, 0)
    assert second.identity_held
    assert office.merge(her).outcome is MergeOutcome.NOTHING_NEW


def test_a_clock_set_back_is_told_and_taken_in(office: Office) -> None:
    clock = FixedClock(NOON)
    her = office.begin(Clinician(clock=clock)).seal().judge(PAIN)
    clock.instant = NOON - timedelta(hours=1)
    her.judge(FOLLOW_UP).attest()
    assert office.merge(her).warnings == (
        "The signer's clock was set back; the log says so itself.",
    )


def test_a_missing_file_or_a_folder_is_told(office: Office) -> None:
    for path in (office.folder / "none.fmresp", office.folder):
        with pytest.raises(UserError) as caught:
            merge_bundle(
                path, registry=office.registry, coordinator=coordinator(), clock=office.clock
            )
        assert caught.value.exit_code == 2


def test_another_coordinator_cannot_merge(office: Office) -> None:
    with pytest.raises(UserError, match="another coordinator"):
        Office(office.folder, another_coordinator()).merge(her_at(office))
    assert office.contents().adjudicators == ()


def test_a_registry_that_cannot_be_written_takes_nothing_in() -> None:
    with unprivileged() as folder:
        office = Office(folder)
        office.publish()
        her = her_at(office)
        office.registry.chmod(0o400)
        with pytest.raises(HostError) as caught:
            office.merge(her)
        assert caught.value.exit_code == 60
        office.registry.chmod(0o600)
        assert office.contents().adjudicators == ()
        assert office.merge(her).outcome is MergeOutcome.MERGED
