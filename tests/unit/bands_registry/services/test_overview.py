"""The overview: the grid, what is hidden, the same counts as the registry, what needs attention."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from bands_registry.services.load_registry import load_registry
from bands_registry.services.overview import overview
from bands_registry.services.registry_views import CellState, Overview, OverviewCell
from fairmed_core.domain.band import ProvenanceLevel
from fairmed_core.domain.verdict import VerdictKind
from tests.helpers.office import Office
from tests.helpers.registry import declining
from tests.helpers.signed import (
    OTHER_PSEUDONYM,
    Clinician,
    Coordinator,
    a_pack_of,
    full_registry,
    geriatrician,
)
from tests.helpers.study import (
    EMERGENCY_PHYSICIAN,
    FOLLOW_UP,
    ITEMS,
    ORDERS,
    OTHER_SEAT,
    PAIN,
    SEAT,
    small_study,
    with_reasoning,
)


def of(made: Coordinator, folder: Path) -> Overview:
    path = folder / "study.fmreg"
    path.write_bytes(made.file())
    return overview(load_registry(path))


def cells(shown: Overview, item: str) -> dict[str, OverviewCell]:
    row = next(row for row in shown.rows if row.resolved.band.id == item)
    return {column.seat: cell for column, cell in zip(shown.columns, row.cells, strict=True)}


def test_every_seat_has_a_column_and_every_item_a_row(tmp_path: Path) -> None:
    shown = of(full_registry(), tmp_path)
    assert [(column.seat, column.role) for column in shown.columns] == [
        (SEAT, "geriatrician"),
        (OTHER_SEAT, "emergency physician"),
    ]
    assert [row.resolved.band.id for row in shown.rows] == list(ITEMS)
    assert (shown.signed, shown.assigned) == (8, 8)
    pain = cells(shown, PAIN)
    assert pain[SEAT].state is CellState.ACCEPT
    assert pain[SEAT].scope_warning
    assert not pain[OTHER_SEAT].scope_warning
    assert shown.provenance[ProvenanceLevel.CLINICIAN] == 3
    assert shown.agreement_bands == ()


def test_a_seat_nobody_fills_waits(tmp_path: Path) -> None:
    her = geriatrician(PAIN)
    shown = of(Coordinator().publish().enrol(her).merge(her), tmp_path)
    assert shown.columns[1].rater is None
    assert cells(shown, PAIN)[OTHER_SEAT].state is CellState.WAITING
    assert cells(shown, ORDERS)[SEAT].state is CellState.WAITING
    assert (shown.signed, shown.assigned) == (1, 8)


def test_an_item_not_assigned_to_a_seat_is_not_awaited(tmp_path: Path) -> None:
    fewer = (replace(small_study().seats[0], items=(PAIN,)),)
    pack, data = a_pack_of(small_study(seats=fewer))
    her = Clinician().begin(pack).seal().judge(PAIN).attest()
    shown = of(Coordinator().publish(data).enrol(her).merge(her), tmp_path)
    assert cells(shown, ORDERS)[SEAT].state is CellState.NOT_ASSIGNED


def test_what_another_rater_said_is_hidden_in_the_coordinators_store(tmp_path: Path) -> None:
    office = Office(tmp_path)
    office.publish()
    her = office.begin(Clinician()).seal().judge(PAIN).attest()
    office.enrol(her)
    office.merge(her)
    shown = overview(office.contents())
    assert cells(shown, PAIN)[SEAT] == OverviewCell(CellState.HIDDEN)
    row = next(row for row in shown.rows if row.resolved.band.id == PAIN)
    assert row.opens_after == 1
    assert next(r for r in shown.rows if r.resolved.band.id == ORDERS).opens_after == 2
    assert shown.signed == 1
    assert "4 items wait for a signature and stay hidden." in shown.attention
    assert "ACCEPT" not in repr(shown)
    other = office.begin(Clinician(OTHER_PSEUDONYM, OTHER_SEAT, EMERGENCY_PHYSICIAN)).seal()
    office.enrol(other)
    office.merge(other.judge(PAIN, declining()).attest())
    opened = overview(office.contents())
    assert cells(opened, PAIN)[SEAT].state is CellState.ACCEPT
    declined = cells(opened, PAIN)[OTHER_SEAT]
    assert declined.verdict is not None
    assert declined.verdict.kind is VerdictKind.DECLINE
    assert next(r for r in opened.rows if r.resolved.band.id == PAIN).opens_after == 0
    assert "3 items wait for a signature and stay hidden." in opened.attention


def test_a_changed_item_is_shown_as_to_be_signed_again(tmp_path: Path) -> None:
    her = geriatrician()
    made = Coordinator().publish().enrol(her).merge(her)
    _, data = a_pack_of(with_reasoning(small_study(version=2), FOLLOW_UP, "Read again."))
    made.publish(data)
    shown = of(made, tmp_path)
    assert cells(shown, FOLLOW_UP)[SEAT].state is CellState.RESIGN
    assert f"1 item changed after signing: {FOLLOW_UP}." in shown.attention
    assert shown.provenance[ProvenanceLevel.CLINICIAN] == 0


def test_a_hidden_item_that_changed_needs_resigning_and_tells_no_verdict(tmp_path: Path) -> None:
    office = Office(tmp_path)
    office.publish()
    her = office.begin(Clinician()).seal().judge(PAIN).judge(FOLLOW_UP).attest()
    office.enrol(her)
    office.merge(her)
    office.publish(with_reasoning(small_study(version=2), FOLLOW_UP, "Read again."), "two.fmpack")
    shown = overview(office.contents())
    assert cells(shown, FOLLOW_UP)[SEAT] == OverviewCell(CellState.RESIGN)
    assert cells(shown, PAIN)[SEAT] == OverviewCell(CellState.HIDDEN)
    assert cells(shown, FOLLOW_UP)[OTHER_SEAT].state is CellState.WAITING
    assert f"1 item changed after signing: {FOLLOW_UP}." in shown.attention
    assert "ACCEPT" not in repr(shown)


def test_what_was_never_attested_is_only_awaited(tmp_path: Path) -> None:
    office = Office(tmp_path)
    office.publish()
    her = office.begin(Clinician()).seal().judge(FOLLOW_UP).attest().judge(PAIN)
    office.enrol(her)
    office.merge(her)
    office.publish(with_reasoning(small_study(version=2), PAIN, "Read again."), "two.fmpack")
    assert cells(overview(office.contents()), PAIN)[SEAT].state is CellState.WAITING


def test_a_decline_without_another_verdict_asks_for_attention(tmp_path: Path) -> None:
    her = Clinician().begin().seal().judge(FOLLOW_UP, declining()).attest()
    shown = of(Coordinator().publish().enrol(her).merge(her), tmp_path)
    title = small_study().band(FOLLOW_UP).title
    assert f"{title} has a decline and no counting verdict." in shown.attention
    assert cells(shown, FOLLOW_UP)[SEAT].state is CellState.DECLINE


def test_two_counting_raters_make_a_band_fit_for_agreement(tmp_path: Path) -> None:
    her = geriatrician()
    general = replace(EMERGENCY_PHYSICIAN, specialties=("primary_care", "emergency_medicine"))
    other = Clinician(OTHER_PSEUDONYM, OTHER_SEAT, general).begin().seal()
    for item in ITEMS:
        other.judge(item)
    other.attest()
    made = Coordinator().publish()
    for clinician in (her, other):
        made.enrol(clinician).merge(clinician)
    shown = of(made, tmp_path)
    assert [resolved.band.id for resolved in shown.agreement_bands] == [FOLLOW_UP]
