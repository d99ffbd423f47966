"""Loading a registry: verified first, and each verdict with every reason it is not counted."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from bands_registry.guidelines import demo_study_folder, demo_verdicts
from bands_registry.provenance.events import IndependenceStated
from bands_registry.provenance.pack import Pack
from bands_registry.services.load_registry import load_registry
from bands_registry.services.registry_views import RegistryContents
from bands_registry.study.loader import load_study
from bands_registry.study.verdict_file import read_verdict_file
from fairmed_core.domain.acceptable import ValueSet
from fairmed_core.domain.action_space import Setting
from fairmed_core.domain.band import ProvenanceLevel
from fairmed_core.domain.resolution import NotCounted
from fairmed_core.domain.verdict import Judgement, VerdictKind
from fairmed_core.errors import UserError
from tests.helpers.office import Office
from tests.helpers.registry import amending, declining
from tests.helpers.signed import (
    OTHER_PSEUDONYM,
    Clinician,
    Coordinator,
    a_pack_of,
    flipped,
    full_registry,
    geriatrician,
)
from tests.helpers.study import (
    ACUITY,
    EMERGENCY_PHYSICIAN,
    FOLLOW_UP,
    ITEMS,
    ORDERS,
    OTHER_SEAT,
    PAIN,
    small_study,
    with_reasoning,
)


def loaded(made: Coordinator, folder: Path) -> RegistryContents:
    path = folder / "study.fmreg"
    path.write_bytes(made.file())
    return load_registry(path)


def reasons(contents: RegistryContents, item: str) -> tuple[NotCounted, ...]:
    (verdict,) = next(b.verdicts for b in contents.bands if b.band.id == item)
    return verdict.not_counted


def one(*items: str) -> Coordinator:
    her = geriatrician(*items)
    return Coordinator().publish().enrol(her).merge(her)


# The published drafts and what the reviewing geriatrician said of them ---------------------------

REAL = ("draft_triage_01", "draft_ordering_01", "draft_medication_01", "draft_documentation_01")


def real_pack() -> tuple[Pack, bytes]:
    study = load_study(demo_study_folder())
    seats = tuple(seat for seat in study.seats if seat.code in ("GERI", "EMER"))
    return a_pack_of(replace(study, seats=seats))


def rater(pack: Pack, number: int, changes: Mapping[str, Judgement] | None = None) -> Clinician:
    """The geriatrician (0) or the emergency physician (1) with the bundled verdicts."""
    file = read_verdict_file(demo_verdicts()[number], pack.study)
    who = Clinician(
        (Clinician.pseudonym, OTHER_PSEUDONYM)[number], file.seat, file.credential
    ).begin(pack)
    who.seal()
    for entry in file.verdicts:
        who.judge(entry.item, (changes or {}).get(entry.item, entry.judgement))
    return who.attest()


def test_the_real_case(tmp_path: Path) -> None:
    pack, data = real_pack()
    her = rater(pack, 0)
    contents = loaded(Coordinator().publish(data).enrol(her).merge(her), tmp_path)
    adjudicated = {b.band.id for b in contents.bands if b.level is ProvenanceLevel.CLINICIAN}
    assert adjudicated == {"draft_documentation_01"}
    assert contents.adjudicated == 1
    assert set(contents.scope_warnings) == set(REAL) - adjudicated
    by_id = {resolved.band.id: resolved for resolved in contents.bands}
    assert by_id["draft_documentation_01"].acceptable == ValueSet.between(1, 30)
    assert by_id["draft_medication_01"].acceptable == ValueSet.of([1, 2])
    assert by_id["draft_medication_01"].verdicts[0].acceptable == ValueSet.of([1, 3])
    assert "triage_nurse" in contents.unmet_roles["draft_triage_01"]


def test_the_real_case_after_an_emergency_physician_signed_too(tmp_path: Path) -> None:
    pack, data = real_pack()
    both = (rater(pack, 0), rater(pack, 1))
    made = Coordinator().publish(data)
    for who in both:
        made.enrol(who).merge(who)
    contents = loaded(made, tmp_path)
    levels = {resolved.band.id: resolved.level for resolved in contents.bands}
    assert levels["draft_triage_01"] is ProvenanceLevel.CLINICIAN
    assert levels["draft_ordering_01"] is ProvenanceLevel.CLINICIAN


def test_the_real_case_with_one_band_declined(tmp_path: Path) -> None:
    pack, data = real_pack()
    both = (rater(pack, 0), rater(pack, 1, {"draft_triage_01": declining()}))
    made = Coordinator().publish(data)
    for who in both:
        made.enrol(who).merge(who)
    contents = loaded(made, tmp_path)
    by_id = {resolved.band.id: resolved for resolved in contents.bands}
    assert by_id["draft_triage_01"].level is not ProvenanceLevel.CLINICIAN
    assert [v.rater for v in by_id["draft_triage_01"].declined] == [OTHER_PSEUDONYM]
    assert by_id["draft_ordering_01"].level is ProvenanceLevel.CLINICIAN


# What counts, and every reason why not -----------------------------------------------------------


def test_a_verdict_with_everything_behind_it_counts(tmp_path: Path) -> None:
    contents = loaded(one(), tmp_path)
    assert reasons(contents, FOLLOW_UP) == ()
    assert contents.provenance == {
        ProvenanceLevel.AUTHOR: 2,
        ProvenanceLevel.GUIDELINE: 1,
        ProvenanceLevel.CLINICIAN: 1,
    }
    (her,) = contents.adjudicators
    assert (her.enrolled, her.sealed, her.attested, her.in_conflict) == (True, True, True, False)
    assert (her.seat, her.role) == ("G7K2", "geriatrician")


def test_deleting_one_enrolment_leaves_none_adjudicated(tmp_path: Path) -> None:
    her = geriatrician()
    contents = loaded(Coordinator().publish().merge(her), tmp_path)
    assert contents.adjudicated == 0
    assert reasons(contents, FOLLOW_UP) == (NotCounted.NOT_ENROLLED,)
    assert reasons(contents, PAIN) == (NotCounted.OUT_OF_SCOPE, NotCounted.NOT_ENROLLED)
    assert not contents.adjudicators[0].enrolled
    assert 30 in {finding.exit_code for finding in contents.findings}


def test_an_identity_that_was_not_sealed_or_never_came(tmp_path: Path) -> None:
    plain = Clinician().begin().judge(FOLLOW_UP).attest()
    kept = replace(geriatrician(FOLLOW_UP), sealed=None)
    for her in (plain, kept):
        contents = loaded(Coordinator().publish().enrol(her).merge(her), tmp_path)
        assert reasons(contents, FOLLOW_UP) == (NotCounted.NO_SEALED_IDENTITY,)
        assert contents.adjudicated == 0


def test_a_verdict_no_attestation_covers(tmp_path: Path) -> None:
    her = geriatrician(PAIN)
    her.judge(FOLLOW_UP)
    contents = loaded(Coordinator().publish().enrol(her).merge(her), tmp_path)
    assert reasons(contents, FOLLOW_UP) == (NotCounted.NOT_ATTESTED,)


def test_an_author_by_her_own_word_by_the_studys_list_or_by_the_band(tmp_path: Path) -> None:
    wrote = IndependenceStated(not_an_author=False, interests="")
    said = Clinician().begin().seal().judge(FOLLOW_UP, independence=wrote).attest()
    assert reasons(
        loaded(Coordinator().publish().enrol(said).merge(said), tmp_path), FOLLOW_UP
    ) == (NotCounted.AUTHOR,)
    study = small_study()
    listed = replace(study, authors=("deriver-1", Clinician.pseudonym))
    hers = replace(
        study,
        authors=listed.authors,
        bands=tuple(replace(band, author=Clinician.pseudonym) for band in study.bands),
    )
    for other in (listed, hers):
        pack, data = a_pack_of(other)
        her = Clinician().begin(pack).seal().judge(FOLLOW_UP).attest()
        made = Coordinator().publish(data).enrol(her).merge(her)
        assert reasons(loaded(made, tmp_path), FOLLOW_UP) == (NotCounted.AUTHOR,)


def test_a_new_version_asks_for_a_new_signature_and_leaves_the_others(tmp_path: Path) -> None:
    her = geriatrician()
    made = Coordinator().publish().enrol(her).merge(her)
    second, data = a_pack_of(with_reasoning(small_study(version=2), FOLLOW_UP, "Read again."))
    made.publish(data)
    contents = loaded(made, tmp_path)
    assert reasons(contents, FOLLOW_UP) == (NotCounted.NEEDS_RESIGNING,)
    assert NotCounted.NEEDS_RESIGNING not in reasons(contents, PAIN)
    assert (contents.adjudicated, contents.study.version) == (0, 2)
    her.open(second).judge(FOLLOW_UP).attest()
    made.merge(her)
    after = loaded(made, tmp_path)
    assert (after.adjudicated, reasons(after, FOLLOW_UP)) == (1, ())
    assert [v.pack_version for v in after.verdicts if v.item_id == FOLLOW_UP] == [2]


def test_a_setting_widened_afterwards_does_not_bring_a_verdict_inside(tmp_path: Path) -> None:
    her = geriatrician()
    made = Coordinator().publish().enrol(her).merge(her)
    space = small_study().space
    wider = tuple(
        Setting(s.id, s.label, s.specialties | {"geriatric_medicine"}, s.professions)
        for s in space.settings
    )
    _, data = a_pack_of(small_study(version=2, space=replace(space, settings=wider)))
    made.publish(data)
    contents = loaded(made, tmp_path)
    assert reasons(contents, PAIN) == (NotCounted.OUT_OF_SCOPE,)
    assert PAIN in contents.scope_warnings


def test_a_conflict_counts_for_neither_side(tmp_path: Path) -> None:
    her, double = geriatrician(), geriatrician()
    contents = loaded(Coordinator().publish().enrol(her).merge(her).merge(double), tmp_path)
    assert contents.adjudicated == 0
    verdicts = [v for v in contents.verdicts if v.item_id == FOLLOW_UP]
    assert len({v.rater for v in verdicts}) == 2
    assert all(NotCounted.CONFLICT in v.not_counted for v in verdicts)


def test_the_latest_verdict_is_the_one_that_counts(tmp_path: Path) -> None:
    her = geriatrician()
    her.judge(FOLLOW_UP, amending(ValueSet.between(1, 30))).attest()
    contents = loaded(Coordinator().publish().enrol(her).merge(her), tmp_path)
    resolved = next(b for b in contents.bands if b.band.id == FOLLOW_UP)
    assert resolved.acceptable == ValueSet.between(1, 30)
    assert [v.kind for v in resolved.verdicts] == [VerdictKind.AMEND]


def test_two_raters_sets_are_met(tmp_path: Path) -> None:
    her = Clinician().begin().seal().judge(FOLLOW_UP, amending(ValueSet.between(1, 10))).attest()
    other = Clinician(
        OTHER_PSEUDONYM, OTHER_SEAT, replace(EMERGENCY_PHYSICIAN, specialties=("primary_care",))
    ).begin()
    other.seal().judge(FOLLOW_UP, amending(ValueSet.between(20, 30))).attest()
    made = Coordinator().publish()
    for clinician in (her, other):
        made.enrol(clinician).merge(clinician)
    contents = loaded(made, tmp_path)
    assert contents.unresolved == (FOLLOW_UP,)
    assert contents.adjudicated == 1


# The coordinator's own store ----------------------------------------------------------------------


def both(office: Office) -> tuple[Clinician, Clinician]:
    other = Clinician(OTHER_PSEUDONYM, OTHER_SEAT, EMERGENCY_PHYSICIAN)
    return office.begin(Clinician()).seal(), office.begin(other).seal()


def test_an_item_stays_hidden_until_all_assigned_raters_signed(tmp_path: Path) -> None:
    office = Office(tmp_path)
    office.publish()
    her, other = both(office)
    for item in ITEMS:
        her.judge(item)
    office.enrol(her)
    office.merge(her.attest())
    before = office.contents()
    assert set(before.hidden) == set(ITEMS)
    assert (before.verdicts, before.adjudicated) == ((), 0)
    assert all(resolved.verdicts == () for resolved in before.bands)
    assert {item for item, _ in before.signed} == set(ITEMS)
    office.enrol(other)
    office.merge(other.judge(FOLLOW_UP, declining()).attest())
    after = office.contents()
    assert set(after.hidden) == set(ITEMS) - {FOLLOW_UP}
    assert {v.item_id for v in after.verdicts} == {FOLLOW_UP}
    assert after.adjudicated == 1
    assert not after.published


def test_the_published_file_says_the_same_once_all_is_open(tmp_path: Path) -> None:
    office = Office(tmp_path)
    office.publish()
    for clinician in both(office):
        for item in ITEMS:
            clinician.judge(item)
        office.enrol(clinician)
        office.merge(clinician.attest())
    office.release()
    own, public = office.contents(), load_registry(tmp_path / "study.fmreg")
    assert public.published
    assert (own.bands, own.adjudicators, own.verdicts) == (
        public.bands,
        public.adjudicators,
        public.verdicts,
    )
    assert own.registry_hash == public.registry_hash
    assert {b.band.id: len(b.usable) for b in own.bands} == {
        PAIN: 1,
        ACUITY: 1,
        ORDERS: 0,
        FOLLOW_UP: 1,
    }


def test_a_signature_by_a_key_nobody_enrolled_opens_nothing(tmp_path: Path) -> None:
    office = Office(tmp_path)
    office.publish()
    her, other = both(office)
    office.enrol(her)
    office.merge(her.judge(FOLLOW_UP).attest())
    office.merge(other.judge(FOLLOW_UP).attest())
    assert FOLLOW_UP in office.contents().hidden


# What is not read --------------------------------------------------------------------------------


def test_an_altered_file_is_not_read_and_keeps_the_verifiers_code(tmp_path: Path) -> None:
    data = full_registry().file()
    path = tmp_path / "study.fmreg"
    for bit in range(100, len(data) * 8, len(data) // 2):
        path.write_bytes(flipped(data, bit))
        with pytest.raises(UserError) as caught:
            load_registry(path)
        assert caught.value.exit_code in {10, 11, 20, 21, 22, 30}
        assert caught.value.file == str(path)


def test_an_event_edited_inside_the_database_is_found(tmp_path: Path) -> None:
    office = Office(tmp_path)
    office.publish()
    office.merge(both(office)[0].judge(FOLLOW_UP).attest())
    with closing(sqlite3.connect(office.registry)) as database:
        triggers = database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        for (name,) in triggers.fetchall():
            database.execute(f"DROP TRIGGER {name}")
        database.execute(
            "UPDATE event SET raw = CAST(replace(CAST(raw AS TEXT), 'sig', 'gis') AS BLOB) "
            "WHERE type = 'verdict.signed'"
        )
        database.commit()
    with pytest.raises(UserError) as caught:
        office.contents()
    assert caught.value.exit_code in {10, 20}


def test_an_enrolment_deleted_inside_the_database_breaks_the_chain(tmp_path: Path) -> None:
    office = Office(tmp_path)
    office.publish()
    her, _ = both(office)
    office.enrol(her)
    office.merge(her.judge(FOLLOW_UP).attest())
    with closing(sqlite3.connect(office.registry)) as database:
        triggers = database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        for (name,) in triggers.fetchall():
            database.execute(f"DROP TRIGGER {name}")
        database.execute("DELETE FROM event WHERE type = 'adjudicator.enrolled'")
        database.commit()
    with pytest.raises(UserError) as caught:
        office.contents()
    assert caught.value.exit_code == 21


@pytest.mark.parametrize("content", [b"", b"year,rate\n2026,0.1\n", b"PK\x03\x04 broken"])
def test_another_file_is_no_registry(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "study.fmreg"
    path.write_bytes(content)
    with pytest.raises(UserError) as caught:
        load_registry(path)
    assert caught.value.exit_code in {2, 10}
    assert caught.value.next_step


def test_a_pack_a_response_a_folder_and_nothing_are_told_apart(tmp_path: Path) -> None:
    response = tmp_path / "r.fmresp"
    response.write_bytes(geriatrician().response())
    for path, sentence in (
        (response, "a response; a registry was expected"),
        (tmp_path, "a folder"),
        (tmp_path / "none", "no such file"),
    ):
        with pytest.raises(UserError, match=sentence):
            load_registry(path)
