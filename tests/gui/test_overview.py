"""The coordinator's overview: what is shown, what stays hidden, merging, exporting."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QAbstractButton

from adjudicator_app.presenters.overview_text import CellText, Ground
from adjudicator_app.qt_models.overview_model import WORDS, OverviewModel
from adjudicator_app.widgets.coverage_table import CoverageTable
from adjudicator_app.widgets.registry_bar import RegistryPage
from adjudicator_app.widgets.screen import Screen
from adjudicator_app.widgets.theme import Mode
from bands_registry.services.load_registry import load_registry
from bands_registry.services.overview import overview
from fairmed_core.domain.study import Seat
from tests.helpers.cli import fairmed
from tests.helpers.registry import declining
from tests.helpers.registry_walks import (
    an_office,
    choosing,
    give_passphrase,
    open_registry,
    the_other,
    words_of,
)
from tests.helpers.signed import Clinician, full_registry
from tests.helpers.study import FOLLOW_UP, ITEMS, PAIN, large_study, small_study

TALL = QSize(1366, 1400)
LEGEND = "A decline never counts as accept"
EVERY_ROLE = range(int(Qt.ItemDataRole.UserRole) + 8)


def cell(page, item: str, column: int) -> CellText:
    return page.table.model().index(ITEMS.index(item), column).data(WORDS)


def all_said(model) -> str:
    """Everything the grid's model gives away under any role."""
    cells = [
        model.index(row, column).data(role)
        for row in range(model.rowCount())
        for column in range(model.columnCount())
        for role in EVERY_ROLE
    ]
    heads = [
        model.headerData(at, side, role)
        for side, count in (
            (Qt.Orientation.Horizontal, model.columnCount()),
            (Qt.Orientation.Vertical, model.rowCount()),
        )
        for at in range(count)
        for role in EVERY_ROLE
    ]
    return repr(cells + heads)


def half_signed(folder):
    """An office where the geriatrician has signed one item and the other seat none."""
    office = an_office(folder)
    her = office.begin(Clinician()).seal().judge(PAIN, declining()).attest()
    office.enrol(her)
    office.merge(her)
    return office


def test_an_item_shows_nothing_before_all_assigned_have_signed(desk, tmp_path):
    office = half_signed(tmp_path / "office")
    page = open_registry(desk, office.registry)
    assert cell(page, PAIN, 0).word == "Signed"
    assert cell(page, PAIN, 0).ground is Ground.HIDDEN
    assert cell(page, PAIN, 1).word == "Waiting"
    told = all_said(page.table.model()) + words_of(page).replace(LEGEND, "")
    assert "decline" not in told.lower()
    assert "does not say enough" not in told
    assert page.provenance.texts[0].startswith("0 of 4")
    assert any("stay hidden" in line for line in page.attention.texts)


def test_before_the_first_response_it_says_what_to_do(desk, tmp_path):
    page = open_registry(desk, an_office(tmp_path / "office").registry)
    assert "Merge the first response file." in words_of(page)
    assert desk.focused is page.merge


def test_the_last_signature_opens_the_item(desk, tmp_path):
    office = half_signed(tmp_path / "office")
    page = open_registry(desk, office.registry)
    response = tmp_path / "answer.fmresp"
    response.write_bytes(the_other(office).judge(PAIN).attest().response())
    choosing(desk, response=response)
    page.merge.click()
    give_passphrase(desk)
    assert page.told.isVisible()
    assert "Merged" in page.told.text
    assert cell(page, PAIN, 0).word == "Decline"
    assert cell(page, PAIN, 1).word == "Accept"
    assert page.provenance.texts[0].startswith("1 of 4")
    page.merge.click()
    give_passphrase(desk)
    assert "Nothing new" in page.told.text


def test_the_numbers_are_the_command_line_s(desk, tmp_path):
    office = half_signed(tmp_path / "office")
    office.merge(the_other(office).judge(PAIN).judge(FOLLOW_UP).attest(), "other.fmresp")
    told = fairmed("registry", "show", office.registry, "--json").json
    page = open_registry(desk, office.registry)
    assert (
        f"{told['bands']} items, {len(told['adjudicators'])} clinicians, "
        f"{told['signed']} of {told['assigned']} assigned verdicts signed"
    ) in words_of(page)
    for line, level in zip(
        page.provenance.texts,
        ("clinician-adjudicated", "guideline-derived", "author-derived"),
        strict=True,
    ):
        assert line == f"{told['provenance'][level]} of {told['bands']} {level}"
    assert page.attention.texts[: len(told["attention"])] == told["attention"]


def test_agreement_is_the_command_line_s_with_the_size_of_its_subset(desk, tmp_path):
    path = tmp_path / "study.fmreg"
    path.write_bytes(full_registry().file())
    rows = fairmed("agreement", path, "--json").json["sections"][0]["rows"]
    page = open_registry(desk, path)
    headlines = [row for row in rows if row["variant"] == small_study().set_distance]
    assert headlines
    lines = desk.desktop.registry.overview.headlines
    assert {line.value for line in lines} == {row["printed"].split(";")[0] for row in headlines}
    assert "Rests on 0 of 4 items" in words_of(page)
    assert "NA" in page.agreement.texts


def test_a_wrong_passphrase_changes_nothing_and_can_be_typed_again(desk, tmp_path):
    office = half_signed(tmp_path / "office")
    before = office.contents().registry_hash
    page = open_registry(desk, office.registry)
    response = tmp_path / "answer.fmresp"
    response.write_bytes(the_other(office).judge(PAIN).attest().response())
    enrolled = office.contents().registry_hash
    assert enrolled != before
    choosing(desk, response=response)
    page.merge.click()
    give_passphrase(desk, "some other words here")
    sheet = desk.desktop.registry.sheet
    assert sheet.isVisible()
    assert "Not the passphrase" in sheet.passphrase.note_text
    assert office.contents().registry_hash == enrolled
    sheet.passphrase.clear()
    give_passphrase(desk)
    assert not sheet.isVisible()
    assert sheet.passphrase.text() == ""
    assert office.contents().registry_hash != enrolled


def test_a_changed_response_is_refused_and_named(desk, tmp_path):
    office = half_signed(tmp_path / "office")
    before = office.contents().registry_hash
    page = open_registry(desk, office.registry)
    response = tmp_path / "answer.fmresp"
    data = bytearray(the_other(office).judge(PAIN).attest().response())
    data[len(data) // 2] ^= 1
    response.write_bytes(bytes(data))
    after_enrolment = office.contents().registry_hash
    choosing(desk, response=response)
    page.merge.click()
    give_passphrase(desk)
    assert page.error.isVisible()
    assert "A part of the file was altered. The file is kept apart" in page.error.text
    assert page.table.isVisible()
    assert before != after_enrolment == office.contents().registry_hash


def test_the_exported_registry_is_the_one_on_the_screen(desk, tmp_path):
    office = half_signed(tmp_path / "office")
    page = open_registry(desk, office.registry)
    out = tmp_path / "round1.fmreg"
    choosing(desk, registry_target=out)
    page.export.click()
    give_passphrase(desk)
    assert load_registry(out).registry_hash in page.told.text
    assert load_registry(out).registry_hash == office.contents().registry_hash


def test_a_published_registry_can_only_be_read(desk, tmp_path):
    path = tmp_path / "study.fmreg"
    path.write_bytes(full_registry().file())
    page = open_registry(desk, path)
    assert not page.merge.isVisible()
    assert not page.export.isVisible()
    assert "A published registry: read only." in words_of(page)
    assert page.bar.verified
    outside = cell(page, PAIN, 0)
    assert outside.outside
    assert outside.ground is Ground.WARN
    assert "outside the rater's setting" in outside.spoken


def test_no_registry_says_so_and_the_way_back_is_open(desk, tmp_path):
    path = tmp_path / "broken.fmreg"
    path.write_bytes(b"PK not a registry")
    page = open_registry(desk, path)
    assert page.error.isVisible()
    assert not page.table.isVisible()
    page.bar.leave.click()
    desk.until_screen(Screen.WELCOME)


def test_the_welcome_screen_leads_to_registry_and_results(desk, tmp_path):
    path = tmp_path / "study.fmreg"
    path.write_bytes(full_registry().file())
    desk.start()
    choosing(desk, registry=path)
    desk.page.registry.click()
    desk.until_screen(Screen.OVERVIEW)
    desk.page.bar.tabs[RegistryPage.RESULTS].click()
    desk.until_screen(Screen.RESULTS)


def test_arrows_move_in_the_grid_and_a_cell_says_all_of_itself(desk, tmp_path):
    path = tmp_path / "study.fmreg"
    path.write_bytes(full_registry().file())
    page = open_registry(desk, path)
    page.table.setFocus()
    QTest.keyClick(page.table, Qt.Key.Key_Right)
    QTest.keyClick(page.table, Qt.Key.Key_Down)
    here = page.table.currentIndex()
    assert (here.row(), here.column()) == (1, 1)
    spoken = here.data(Qt.ItemDataRole.AccessibleTextRole)
    assert small_study().band(ITEMS[1]).title in spoken
    assert "Emergency medicine" in spoken
    assert "Accept" in spoken


def test_every_control_has_a_name(desk, tmp_path):
    page = open_registry(desk, half_signed(tmp_path / "office").registry)
    for button in page.findChildren(QAbstractButton):
        if button.isVisible() and button.focusPolicy() is not Qt.FocusPolicy.NoFocus:
            assert button.accessibleName() or button.text()
    assert page.table.accessibleName()


def test_text_at_its_largest_and_high_contrast_keep_the_grid_usable(desk, tmp_path):
    page = open_registry(desk, half_signed(tmp_path / "office").registry)
    desk.desktop.theme.set_mode(Mode.CONTRAST)
    desk.desktop.theme.set_text_scale(2.5)
    desk.qtbot.wait(50)
    try:
        assert page.table.verticalHeader().width() <= page.table.width() * 0.51
        assert page.table.columnWidth(0) >= desk.desktop.theme.px(136)
        assert page.table.rowHeight(0) == desk.desktop.theme.px(64)
        assert page.merge.width() >= page.merge.sizeHint().width()
    finally:
        desk.desktop.theme.set_text_scale(1.0)
        desk.desktop.theme.set_mode(Mode.SYSTEM)


def a_large_registry(tmp_path):
    """A thousand items at twenty seats, of which two are filled."""
    path = tmp_path / "study.fmreg"
    path.write_bytes(full_registry().file())
    contents = load_registry(path)
    bands = tuple(
        replace(one, band=replace(one.band, id=f"{one.band.id}-{number}"))
        for number in range(250)
        for one in contents.bands
    )
    items = tuple(one.band.id for one in bands)
    seats = tuple(Seat(f"S{number:02d}", "nurse", items) for number in range(18))
    study = replace(contents.study, seats=(*contents.study.seats, *seats))
    return replace(contents, study=study, bands=bands)


def test_a_large_study_asks_only_for_what_is_seen(qtbot, tmp_path):
    contents = a_large_registry(tmp_path)
    seen = overview(contents)
    assert (len(seen.rows), len(seen.columns)) == (1000, 20)
    asked: set[tuple[int, int]] = set()

    class Counting(OverviewModel):
        def data(self, index, role=Qt.ItemDataRole.DisplayRole):
            asked.add((index.row(), index.column()))
            return super().data(index, role)

    model = Counting()
    table = CoverageTable(model)
    qtbot.addWidget(table)
    table.resize(1000, 600)
    table.show()
    model.show(seen.rows, seen.columns, contents.study.space)
    table.grab()
    assert 0 < len(asked) < 200
    names, across = table.verticalHeader(), table.horizontalHeader()
    before = names.geometry(), across.geometry()
    table.horizontalScrollBar().setValue(table.horizontalScrollBar().maximum())
    table.verticalScrollBar().setValue(table.verticalScrollBar().maximum())
    table.grab()
    assert (names.geometry(), across.geometry()) == before
    assert table.indexAt(table.viewport().rect().center()).row() > 980
    assert table.indexAt(table.viewport().rect().center()).column() > 14
    assert len(asked) < 400


def test_the_model_keeps_qt_s_rules(qtbot, tmp_path):
    path = tmp_path / "study.fmreg"
    path.write_bytes(full_registry().file())
    contents = load_registry(path)
    seen = overview(contents)
    model = OverviewModel()
    tester = QAbstractItemModelTester(model)
    model.show(seen.rows, seen.columns, contents.study.space)
    model.show((), (), None)
    assert model.rowCount() == 0
    assert tester.model() is model


def test_items_of_a_large_registry_are_found_by_title_and_id(desk, tmp_path):
    office = an_office(tmp_path / "office", large_study(12))
    page = open_registry(desk, office.registry)
    model = page.table.model()
    assert model.rowCount() == 12
    QTest.keyClick(page, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(page.search, "pain-1")
    assert model.rowCount() == 3
    assert "3 of 12 items shown" in words_of(page)
    assert "12 items" in words_of(page)
    QTest.keyClicks(page.search, " nothing")
    assert "No item matches." in words_of(page)
    QTest.keyClick(page.search, Qt.Key.Key_Escape)
    assert model.rowCount() == 12
    assert page.search.text() == ""


def test_the_headings_of_the_grid_stay_while_it_is_scrolled(desk, tmp_path):
    office = an_office(tmp_path / "office", large_study(60))
    page = open_registry(desk, office.registry)
    table = page.table
    across, down = table.horizontalHeader(), table.verticalHeader()
    before = across.mapTo(page, across.rect().topLeft()), down.mapTo(page, down.rect().topLeft())
    table.scrollToBottom()
    assert table.verticalScrollBar().value() > 0
    after = across.mapTo(page, across.rect().topLeft()), down.mapTo(page, down.rect().topLeft())
    assert after == before
    assert across.isVisible()
    assert down.isVisible()


def test_a_small_registry_has_nothing_to_search(desk, tmp_path):
    page = open_registry(desk, an_office(tmp_path / "office").registry)
    assert not page.search.isVisible()


def test_a_short_grid_begins_at_the_top_of_its_card(desk, tmp_path):
    page = open_registry(desk, an_office(tmp_path / "office").registry)
    desk.window.resize(TALL)
    desk.until(lambda: page.height() > 1000)
    table = page.table
    assert table.height() < page.height() / 2
    assert table.mapTo(table.parentWidget(), QPoint(0, 0)).y() < 10
