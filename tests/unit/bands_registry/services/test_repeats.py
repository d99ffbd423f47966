"""Second showings in a sitting and in a registry: judged anew, and in no count of first ones."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from bands_registry.provenance.attested_items import attested_items
from bands_registry.provenance.attesting import attestation_document
from bands_registry.provenance.events import AttestationIssued, VerdictSigned, bodies_of
from bands_registry.provenance.meaning import meaning_errors
from bands_registry.provenance.pack import build_pack
from bands_registry.services.list_items import list_items
from bands_registry.services.load_registry import load_registry
from bands_registry.services.overview import overview
from bands_registry.services.prepare_signing import prepare_signing
from bands_registry.services.registry_views import CellState, RegistryContents
from bands_registry.services.review_item import review_item
from bands_registry.services.save_draft import save_draft
from bands_registry.services.views import ItemStatus
from fairmed_core.domain.acceptable import ValueSet
from fairmed_core.domain.resolution import NotCounted, ResolvedBand
from fairmed_core.domain.showings import second_showing
from fairmed_core.domain.study import Study
from fairmed_core.domain.verdict import Judgement
from tests.helpers.office import Office
from tests.helpers.registry import (
    a_session,
    amending,
    coordinator,
    declining,
    make_ready,
    sign,
)
from tests.helpers.signed import OTHER_PSEUDONYM, Clinician, a_pack_of, small_pack
from tests.helpers.study import (
    EMERGENCY_PHYSICIAN,
    FOLLOW_UP,
    ITEMS,
    OTHER_SEAT,
    PAIN,
    small_study,
    with_reasoning,
    with_repeats,
)

AGAIN = second_showing(FOLLOW_UP)
MONTH = amending(ValueSet.between(1, 30))


def twice() -> Study:
    """The small study with the follow-up shown twice."""
    return with_repeats(small_study(), FOLLOW_UP)


def test_the_second_showing_is_an_item_of_its_own_that_knows_nothing_of_the_first(
    tmp_path: Path,
) -> None:
    with a_session(tmp_path, twice()) as session:
        listed = list_items(session)
        assert sorted(item.item_id for item in listed.items) == sorted([*ITEMS, AGAIN])
        assert [item.position for item in listed.items] == [1, 2, 3, 4, 5]
        assert listed.repeats
        make_ready(session, FOLLOW_UP, MONTH)
        first, second = (review_item(session, item) for item in (FOLLOW_UP, AGAIN))
        assert second.judgement == Judgement()
        assert second.item.status is ItemStatus.NOT_STARTED
        told = {"item", "judgement", "saved_at"}
        assert {n: v for n, v in vars(first).items() if n not in told} == {
            n: v for n, v in vars(second).items() if n not in told
        }
        save_draft(session, AGAIN, declining())
        assert review_item(session, FOLLOW_UP).judgement == MONTH


def test_both_are_laid_out_signed_and_attested_and_each_takes_its_own_place(
    tmp_path: Path,
) -> None:
    with a_session(tmp_path, twice()) as session:
        make_ready(session, FOLLOW_UP, MONTH)
        make_ready(session, AGAIN)
        rows = {row.item_id: row.second for row in prepare_signing(session).rows}
        assert rows == {FOLLOW_UP: False, AGAIN: True}
        sign(session)
        make_ready(session, AGAIN, declining())
        sign(session)
        given = [(body.item, body.verdict) for _, body in bodies_of(session.log, VerdictSigned)]
        assert sorted(given) == [
            (FOLLOW_UP, "AMEND"), (AGAIN, "ACCEPT"), (AGAIN, "DECLINE"),
        ]  # fmt: skip
        _, issued = bodies_of(session.log, AttestationIssued)[-1]
        assert {verdict.item for verdict in issued.verdicts} == {FOLLOW_UP, AGAIN}
        prefix = session.log[: issued.size]
        kept = attested_items(prefix, {session.pack.hash: session.pack})
        document = attestation_document(prefix, kept, language="en", renderer="1")
        printed = {item.item_id: (item.second, len(item.superseded)) for item in document.items}
        assert printed == {FOLLOW_UP: (False, 0), AGAIN: (True, 1)}


def test_a_changed_item_is_judged_anew_both_times(tmp_path: Path) -> None:
    with a_session(tmp_path, twice()) as session:
        for item in session.order:
            make_ready(session, item)
        sign(session)
    changed = replace(with_reasoning(twice(), FOLLOW_UP, "Read again."), version=2)
    with a_session(tmp_path, changed) as session:
        statuses = {item.item_id: item.status for item in list_items(session).items}
        resign = {item for item, at in statuses.items() if at is ItemStatus.NEEDS_RESIGNING}
        assert resign == {FOLLOW_UP, AGAIN}


def test_a_later_pack_without_repeats_lists_the_item_once_and_keeps_its_signature(
    tmp_path: Path,
) -> None:
    with a_session(tmp_path, twice()) as session:
        for item in session.order:
            make_ready(session, item)
        sign(session)
    with a_session(tmp_path, replace(small_study(), version=2)) as session:
        listed = list_items(session)
        assert sorted(item.item_id for item in listed.items) == sorted(ITEMS)
        assert {item.status for item in listed.items} == {ItemStatus.SIGNED}
        assert not listed.repeats


def test_a_pack_without_repeats_has_no_trace_of_them() -> None:
    plain, wish = (
        build_pack(small_study(), coordinator=coordinator()),
        build_pack(twice(), coordinator=coordinator()),
    )
    assert b"repeats" not in plain
    assert b'"repeats":{"percent":' in wish


def test_a_second_verdict_on_an_item_the_pack_shows_once_is_found() -> None:
    her = Clinician().begin().seal().judge(PAIN).judge(second_showing(PAIN)).attest()
    told = [error.sentence for error in meaning_errors(her.log, {small_pack().hash: small_pack()})]
    assert told == ["The item is not assigned to this seat."]
    pack, _ = a_pack_of(twice())
    honest = Clinician().begin(pack).seal().judge(FOLLOW_UP).judge(AGAIN).attest()
    assert list(meaning_errors(honest.log, {pack.hash: pack})) == []


def test_the_registry_pairs_them_and_counts_them_nowhere_else(tmp_path: Path) -> None:
    office = Office(tmp_path)
    office.publish(twice())
    her = office.begin(Clinician()).seal()
    for item in ITEMS:
        her.judge(item, MONTH if item == FOLLOW_UP else None)
    her.judge(AGAIN).attest()
    office.enrol(her)
    office.merge(her)
    waiting = office.contents()
    assert followup(waiting).repeats == ()  # hidden with its item
    other = office.begin(Clinician(OTHER_PSEUDONYM, OTHER_SEAT, EMERGENCY_PHYSICIAN)).seal()
    for item in ITEMS:
        other.judge(item, declining() if item == FOLLOW_UP else None)
    office.enrol(other)
    office.merge(other.attest())
    contents = office.contents()
    # The other's second showing is still open, and nothing waits for it.
    assert contents.hidden == ()
    band = followup(contents)
    assert band.acceptable == ValueSet.between(1, 30)
    assert [verdict.rater for verdict in band.repeats] == [her.pseudonym]
    assert band.repeats[0].acceptable == small_study().band(FOLLOW_UP).acceptable
    assert band.repeats[0].not_counted == ()
    assert {rater.verdicts for rater in contents.adjudicators} == {len(ITEMS)}
    seen = overview(contents)
    assert (seen.signed, seen.assigned) == (8, 8)
    assert (seen.repeats_signed, seen.repeats_assigned) == (1, 2)
    row = next(row for row in seen.rows if row.resolved.band.id == FOLLOW_UP)
    assert [cell.state for cell in row.cells] == [CellState.AMEND, CellState.DECLINE]


def followup(contents: RegistryContents) -> ResolvedBand:
    return next(one for one in contents.bands if one.band.id == FOLLOW_UP)


def test_a_second_showing_alone_adjudicates_nothing(tmp_path: Path) -> None:
    office = Office(tmp_path)
    office.publish(twice())
    her = office.begin(Clinician()).seal().judge(AGAIN, MONTH).attest()
    office.enrol(her)
    office.merge(her)
    seen = overview(office.contents())
    assert (seen.signed, seen.repeats_signed) == (0, 1)
    assert office.contents().adjudicated == 0
    assert followup(office.contents()).acceptable == small_study().band(FOLLOW_UP).acceptable


def test_what_speaks_against_a_first_verdict_speaks_against_a_second(tmp_path: Path) -> None:
    office = Office(tmp_path)
    office.publish(twice())
    her = office.begin(Clinician()).seal()
    for item in (*ITEMS, AGAIN):
        her.judge(item)
    office.merge(her.attest())
    assert reasons(office, "unknown.fmreg") == (NotCounted.NOT_ENROLLED,)
    office.enrol(her)
    assert reasons(office, "known.fmreg") == ()
    office.publish(with_reasoning(twice(), FOLLOW_UP, "Read again."), name="two.fmpack")
    assert reasons(office, "changed.fmreg") == (NotCounted.NEEDS_RESIGNING,)


def reasons(office: Office, name: str) -> tuple[NotCounted, ...]:
    """Why the second verdict does not count in a published registry."""
    (repeat,) = followup(load_registry(office.release(name).path)).repeats
    return repeat.not_counted
