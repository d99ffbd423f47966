"""Confirming a clinician's key in the overview: typed by ear, compared, enrolled by the service."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from adjudicator_app.widgets.enrol_sheet import EnrolSheet
from adjudicator_app.widgets.screen import Screen
from bands_registry.provenance.keys import fingerprint
from bands_registry.services import registry_store
from bands_registry.services.revoke_key import revoke_key
from tests.helpers.cli import fairmed
from tests.helpers.keyboard import Keyboard
from tests.helpers.registry import PASSPHRASE
from tests.helpers.registry_walks import (
    an_office,
    choosing,
    give_passphrase,
    open_registry,
    words_of,
)
from tests.helpers.room import clipped
from tests.helpers.signed import OTHER_PSEUDONYM, Clinician
from tests.helpers.study import PAIN

WORDS = "known from earlier studies"


@pytest.fixture
def office(tmp_path):
    return an_office(tmp_path / "office")


@pytest.fixture
def her(office) -> Clinician:
    """A clinician whose response is merged and whose key nobody confirmed."""
    her = office.begin(Clinician()).seal().judge(PAIN).attest()
    office.merge(her)
    return her


def code_of(her: Clinician) -> list[str]:
    return fingerprint(her.signer.key_id).split()


def given_away(page: QWidget, her: Clinician) -> int:
    """How many groups of her code a page shows: a notice may name a key by its first two."""
    return sum(group in words_of(page) for group in code_of(her))


def another(group: str) -> str:
    return ("Z" if group[0] != "Z" else "Y") + group[1:]


def call(desk, office) -> EnrolSheet:
    """Open the registry and the sheet for the first key that waits."""
    open_registry(desk, office.registry).pending.buttons[0].click()
    desk.until(lambda: desk.desktop.registry.sheet is not None)
    return desk.desktop.registry.sheet


def hear(sheet: EnrolSheet, groups: list[str]) -> None:
    """Type groups one after the other, going on by themselves as they are full."""
    sheet.groups.focus_group(1)
    for letter in "".join(groups):
        QTest.keyClick(sheet.focusWidget(), letter)


def fill_in(sheet: EnrolSheet, groups: list[str], passphrase: str = PASSPHRASE) -> None:
    hear(sheet, groups)
    sheet.way.choose("phone call")
    QTest.keyClicks(sheet.words, WORDS)
    QTest.keyClicks(sheet.passphrase.line, passphrase)


def test_a_key_nobody_confirmed_is_named_and_what_she_signed_does_not_count(desk, office, her):
    page = open_registry(desk, office.registry)
    assert page.pending.isVisible()
    assert page.pending.texts == [f"{her.seat} · {her.pseudonym} · key not confirmed yet"]
    (button,) = page.pending.buttons
    assert her.pseudonym in button.accessibleName()
    assert given_away(page, her) <= 2


def test_typed_as_heard_the_key_is_enrolled_as_the_command_line_does_it(desk, office, her):
    sheet = call(desk, office)
    assert given_away(sheet, her) == 0
    assert fingerprint(office.identity.key_id).replace(" ", "") in words_of(sheet).replace(
        " ", ""
    ).replace("\n", "").replace(",", "")
    fill_in(sheet, [group.lower() for group in code_of(her)])
    assert {field.word for field in sheet.groups.fields} == {"fits"}
    assert f"phone call; {WORDS}" in sheet.recorded
    sheet.go.click()
    desk.idle()
    assert not sheet.isVisible()
    assert sheet.passphrase.text() == ""
    page = desk.page
    assert f"{her.pseudonym} is confirmed" in page.told.text
    assert not page.pending.isVisible()
    with registry_store.open_registry(office.registry, clock=office.clock) as opened:
        (enrolment,) = opened.published().coordinator.enrolments
    assert (enrolment.seat, enrolment.pseudonym) == (her.seat, her.pseudonym)
    assert enrolment.key == her.signer.key_id
    assert enrolment.how_checked == f"phone call; {WORDS}"
    told = fairmed("registry", "show", office.registry, "--json").json
    assert told["adjudicators"][0]["enrolled"]


def test_a_group_that_differs_is_named_and_nothing_is_recorded(desk, office, her):
    before = office.contents().registry_hash
    sheet = call(desk, office)
    groups = code_of(her)
    groups[2] = another(groups[2])
    fill_in(sheet, groups)
    assert [field.word for field in sheet.groups.fields].index("differs") == 2
    assert sheet.difference.isVisible()
    assert "Group 3 differs." in sheet.difference.text
    assert "another key" in sheet.difference.text
    sheet.go.click()
    desk.idle()
    assert sheet.isVisible()
    assert "Nothing was recorded." in sheet.told
    assert sheet.focusWidget() is sheet.groups.fields[2].line
    assert office.contents().registry_hash == before
    # She reads it once more, and it fits.
    QTest.keyClicks(sheet.groups.fields[2].line, code_of(her)[2])
    assert not sheet.difference.isVisible()
    sheet.go.click()
    desk.idle()
    assert office.contents().adjudicators[0].enrolled


def test_pressed_early_it_names_what_is_missing_and_goes_there(desk, office, her):
    sheet = call(desk, office)
    groups = code_of(her)
    hear(sheet, groups[:4])
    sheet.go.click()
    assert sheet.told == "Type group 5 as she reads it."
    assert sheet.focusWidget() is sheet.groups.fields[4].line
    hear(sheet, groups)
    sheet.go.click()
    assert sheet.focusWidget() is sheet.way
    sheet.way.choose("another way")
    sheet.go.click()
    assert sheet.focusWidget() is sheet.words
    QTest.keyClicks(sheet.words, "she works two doors down the corridor")
    sheet.go.click()
    assert sheet.focusWidget() is sheet.passphrase.line
    assert sheet.passphrase.note_text == "Type the passphrase of this key."
    desk.idle()
    assert not office.contents().adjudicators[0].enrolled


def test_a_wrong_passphrase_records_nothing_and_the_groups_stay(desk, office, her):
    before = office.contents().registry_hash
    sheet = call(desk, office)
    fill_in(sheet, code_of(her), "some other words here")
    sheet.go.click()
    desk.idle()
    assert sheet.isVisible()
    assert "Nothing was recorded." in sheet.passphrase.note_text
    assert [field.line.text() for field in sheet.groups.fields] == code_of(her)
    assert office.contents().registry_hash == before
    sheet.passphrase.clear()
    give_passphrase(desk)
    assert not sheet.isVisible()
    assert office.contents().adjudicators[0].enrolled


def test_a_seat_that_is_taken_is_told_before_anybody_calls(desk, office, her):
    office.enrol(Clinician(OTHER_PSEUDONYM, her.seat))
    page = open_registry(desk, office.registry)
    page.pending.buttons[0].click()
    desk.idle()
    assert desk.desktop.registry.sheet is None
    assert page.error.isVisible()
    assert f"Seat {her.seat} is taken: {OTHER_PSEUDONYM} is enrolled there." in page.error.text


def test_a_revoked_key_no_longer_waits(desk, office, her):
    revoke_key(
        her.pseudonym,
        registry=office.registry,
        coordinator=office.identity,
        after=None,
        reason="laptop stolen",
        clock=office.clock,
    )
    assert not open_registry(desk, office.registry).pending.isVisible()


def test_a_key_claimed_twice_says_so_and_is_settled_first(desk, office, her):
    office.merge(office.begin(Clinician()).seal().judge(PAIN).attest(), "double.fmresp")
    page = open_registry(desk, office.registry)
    assert len(page.pending.texts) == 2
    assert all("claimed twice" in text for text in page.pending.texts)
    page.pending.buttons[0].click()
    desk.idle()
    assert "conflict that nobody settled" in page.error.text


def test_what_goes_wrong_after_the_call_is_told_in_the_overview(desk, office, her):
    sheet = call(desk, office)
    fill_in(sheet, code_of(her))
    office.enrol(Clinician(OTHER_PSEUDONYM, her.seat))
    sheet.go.click()
    desk.idle()
    assert not sheet.isVisible()
    assert "is taken" in desk.page.error.text


def test_a_merged_response_leads_to_the_call(desk, office, tmp_path):
    her = office.begin(Clinician()).seal().judge(PAIN).attest()
    response = tmp_path / "answer.fmresp"
    response.write_bytes(her.response())
    page = open_registry(desk, office.registry)
    assert not page.pending.isVisible()
    choosing(desk, response=response)
    page.merge.click()
    give_passphrase(desk)
    assert "Her key is not confirmed yet" in page.told.text
    assert page.pending.isVisible()
    assert given_away(page, her) <= 2


def test_the_whole_call_without_a_mouse(desk, office, her):
    keys = Keyboard(desk)
    page = open_registry(desk, office.registry)
    keys.push(page.pending.buttons[0])
    desk.until(lambda: desk.desktop.registry.sheet is not None)
    sheet = desk.desktop.registry.sheet
    hands = Keyboard(_Focus(sheet))
    for letter in "".join(code_of(her)):
        hands.type(letter)
    hands.press(Qt.Key.Key_Backspace)
    hands.type(code_of(her)[7][3])
    hands.pick(sheet.way, "video call")
    hands.reach(sheet.passphrase.line)
    hands.type(PASSPHRASE)
    hands.push(sheet.go)
    desk.idle()
    assert office.contents().adjudicators[0].enrolled
    desk.until_screen(Screen.OVERVIEW)


class _Focus:
    """Where the focus stands in a sheet."""

    def __init__(self, sheet: EnrolSheet) -> None:
        self._sheet = sheet

    @property
    def focused(self) -> QWidget | None:
        return self._sheet.focusWidget()


def test_taking_letters_away_leads_back_to_the_group_before(desk, office, her):
    sheet = call(desk, office)
    hear(sheet, code_of(her)[:1])
    assert sheet.focusWidget() is sheet.groups.fields[1].line
    QTest.keyClick(sheet.focusWidget(), Qt.Key.Key_Backspace)
    assert sheet.focusWidget() is sheet.groups.fields[0].line


def test_at_the_largest_text_nothing_is_clipped_and_the_field_typed_in_is_seen(desk, office, her):
    desk.desktop.theme.set_text_scale(2.5)
    desk.window.resize(1366, 768)
    sheet = call(desk, office)
    groups = code_of(her)
    groups[6] = another(groups[6])
    hear(sheet, groups)
    sheet.go.click()
    desk.qtbot.waitUntil(lambda: not clipped(sheet), timeout=5000)
    line = sheet.groups.fields[6].line
    desk.until(lambda: line.visibleRegion().boundingRect().height() == line.height())


def test_another_key_file_can_be_chosen(desk, office, her):
    (office.folder / "coordinator.fmkey").rename(office.folder.parent / "kept-elsewhere.fmkey")
    sheet = call(desk, office)
    assert "No key file was found" in words_of(sheet)
    fill_in(sheet, code_of(her))
    sheet.go.click()
    assert sheet.focusWidget() is sheet.choose
    choosing(desk, key=office.folder.parent / "kept-elsewhere.fmkey")
    sheet.choose.click()
    assert "kept-elsewhere.fmkey" in words_of(sheet)
    sheet.go.click()
    desk.idle()
    assert office.contents().adjudicators[0].enrolled
