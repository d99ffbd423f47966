"""Setting up: signing identity, seat, sealed details, read-aloud check."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from adjudicator_app.presenters.identity import Field, IdentityForm, Page, missing_in
from adjudicator_app.widgets.screen import Screen
from bands_registry.provenance.events import IdentitySealed, bodies_of
from bands_registry.provenance.identity import open_sealed
from bands_registry.provenance.keystore import read_keystore, unlock_keystore
from bands_registry.services.seal_identity import identity_sealed, sealed_file
from tests.helpers.desk import PASSPHRASE, bundled_study, geriatrician
from tests.helpers.desk_walks import SEAT, begin_study, close_study, create_identity, fill_identity
from tests.helpers.registry import coordinator

PSEUDONYM = re.compile(r"^ADJ-[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$")


@pytest.fixture
def setup(desk):
    desk.start(pack=desk.pack())
    desk.until_screen(Screen.SETUP)
    return desk


def test_a_pseudonym_is_drawn_and_another_on_request(setup):
    page = setup.page.identity
    first = page.pseudonym.text()
    assert PSEUDONYM.match(first)
    page.another.click()
    setup.idle()
    assert PSEUDONYM.match(page.pseudonym.text())
    assert page.pseudonym.text() != first


def tab_stops(desk, first: QWidget, count: int) -> list[QWidget]:
    """Where the tab key leads from here, this stop included."""
    first.setFocus()
    stops = []
    for _ in range(count):
        stops.append(desk.focused)
        QTest.keyClick(desk.focused, Qt.Key.Key_Tab)
    return stops


def test_the_tab_key_goes_the_way_one_reads_and_no_field_is_left_out(setup):
    page = setup.page.identity
    stops = tab_stops(setup, page.profession, 10)
    assert stops[:4] == [page.profession, page.specialty.first, page.years, page.jurisdiction]
    places = [stop.mapTo(page, QPoint(0, 0)) for stop in stops[:4]]
    assert sorted(places, key=lambda at: (at.y(), at.x())) == places
    assert stops[4] is page.passphrase.line
    assert stops[-2:] == [page.back, page.primary]


def test_a_further_specialty_follows_the_first_for_the_tab_key(setup):
    page = setup.page.identity
    page.specialty.first.choose("geriatric_medicine")
    page.specialty.add.click()
    first, second = page.specialty.selects
    setup.until(second.isVisible)
    stops = tab_stops(setup, first, 4)
    assert stops[:2] == [first, second]
    assert stops[3] is page.years


def test_enter_goes_from_line_to_line_and_on_from_the_last(setup):
    fill_identity(setup)
    page = setup.page.identity
    page.jurisdiction.setFocus()
    for following in (page.passphrase.line, page.repeated.line):
        QTest.keyClick(setup.focused, Qt.Key.Key_Return)
        assert setup.focused is following
    QTest.keyClick(setup.focused, Qt.Key.Key_Return)
    setup.until(lambda: setup.desktop.to.setup.page is Page.SEAT)
    setup.idle()
    QTest.keyClicks(setup.page.seat.seat, SEAT)
    QTest.keyClick(setup.focused, Qt.Key.Key_Return)
    setup.until(lambda: setup.desktop.to.setup.page is Page.SEALED)
    setup.idle()
    for text in ("Dr Ada Muster", "LIC-4711", "Example Chamber", "", ""):
        assert not identity_sealed(setup.desktop.to.setup.session)
        QTest.keyClicks(setup.focused, text)
        QTest.keyClick(setup.focused, Qt.Key.Key_Return)
        setup.idle()
    assert identity_sealed(setup.desktop.to.setup.session)


def test_on_every_page_of_setting_up_the_buttons_come_after_the_fields(setup):
    create_identity(setup)
    page = setup.page.seat
    assert tab_stops(setup, page.seat, 3) == [page.seat, page.back, page.primary]


def test_the_primary_names_what_is_left_and_goes_there(setup):
    page = setup.page.identity
    page.primary.click()
    assert page.left.text == "Left: your profession"
    assert setup.focused is page.profession
    fill_identity(setup)
    page.jurisdiction.clear()
    page.primary.click()
    assert page.left.text == "Left: where you are licensed"
    assert setup.focused is page.jurisdiction
    assert not setup.desktop.tasks.busy
    assert not (setup.data / "keystore.fmkey").exists()


def test_the_identity_is_kept_under_the_passphrase_that_was_typed(setup):
    page = setup.page.identity
    create_identity(setup)
    keystore = setup.data / "keystore.fmkey"
    header = read_keystore(keystore)
    assert header.pseudonym == page.pseudonym.text()
    assert header.credential == geriatrician().credential
    assert unlock_keystore(keystore, PASSPHRASE).pseudonym == header.pseudonym
    assert setup.desktop.to.setup.page is Page.SEAT
    assert page.passphrase.text() == page.repeated.text() == ""


@pytest.mark.parametrize(
    ("passphrase", "repeated", "missing"),
    [
        ("elevenchars", "elevenchars", Field.PASSPHRASE),
        ("four unrelated words", "four unrelated word", Field.REPEAT),
        ("four unrelated words", "", Field.REPEAT),
    ],
)
def test_passphrases_that_are_short_or_differ_are_not_taken(passphrase, repeated, missing):
    form = IdentityForm("physician", ("surgery",), "0-2", "DE", passphrase, repeated)
    assert missing_in(form) == (missing,)


def test_strength_and_match_are_told_while_typing(setup):
    page = setup.page.identity
    QTest.keyClicks(page.passphrase.line, "short")
    assert page.meter.accessibleName() == "Too short: use 12 or more"
    QTest.keyClicks(page.passphrase.line, " and then some unrelated words")
    assert page.meter.accessibleName() in ("Good", "Strong")
    QTest.keyClicks(page.repeated.line, "shore")
    assert page.match.text == "The two differ"
    page.repeated.line.setText(page.passphrase.text())
    assert page.match.text == "Both match"


def test_several_specialties_are_kept_in_their_order(setup):
    field = setup.page.identity.specialty
    field.first.choose("geriatric_medicine")
    field.add.click()
    field.selects[1].choose("internal_medicine")
    field.add.click()
    field.selects[2].choose("geriatric_medicine")
    assert field.codes == ("geriatric_medicine", "internal_medicine")


def test_an_unknown_seat_is_told_and_opens_nothing(setup):
    create_identity(setup)
    QTest.keyClicks(setup.page.seat.seat, "nowhere")
    setup.page.seat.primary.click()
    setup.idle()
    assert "NOWHERE" in setup.page.seat.error.text
    assert setup.desktop.to.setup.session is None
    setup.page.seat.seat.clear()
    QTest.keyClicks(setup.page.seat.seat, SEAT.lower())
    setup.page.seat.primary.click()
    setup.until(lambda: setup.desktop.to.setup.page is Page.SEALED)


def test_sealed_details_reach_only_the_coordinator(setup):
    create_identity(setup)
    QTest.keyClicks(setup.page.seat.seat, SEAT)
    setup.page.seat.primary.click()
    setup.until(lambda: setup.desktop.to.setup.page is Page.SEALED)
    page = setup.page.sealed
    page.primary.click()
    assert setup.focused is page.name
    QTest.keyClicks(page.name, "Dr Ada Muster")
    assert page.left.text == "Left: your licence number"
    QTest.keyClicks(page.licence, "LIC-4711")
    QTest.keyClicks(page.issuer, "Example Chamber")
    page.primary.click()
    setup.until(lambda: setup.desktop.to.setup.page is Page.READ_ALOUD)
    setup.idle()
    session = setup.desktop.to.setup.session
    assert on_thread(setup, lambda: identity_sealed(session))
    opened = on_thread(setup, lambda: opened_details(session))
    assert (opened.name, opened.licence, opened.body) == (
        "Dr Ada Muster",
        "LIC-4711",
        "Example Chamber",
    )
    for file in setup.data.rglob("*"):
        if file.is_file():
            assert b"Muster" not in file.read_bytes()
    assert page.name.text() == ""


def test_leaving_while_setting_up_gives_the_study_file_free(setup):
    create_identity(setup)
    QTest.keyClicks(setup.page.seat.seat, SEAT)
    setup.page.seat.primary.click()
    setup.until(lambda: setup.desktop.to.setup.page is Page.SEALED)
    assert list(setup.data.glob("studies/*.in-use"))
    setup.window.close()
    setup.until(lambda: not setup.window.isVisible())
    assert not list(setup.data.glob("studies/*.in-use"))


def test_details_may_be_left_out_at_a_cost_that_is_told(desk):
    begin_study(desk, sealed=False)
    assert not on_thread(desk, lambda: identity_sealed(desk.desktop.go.session))
    desk.desktop.go.seal()
    desk.until_screen(Screen.SETUP)
    told = [label.text() for label in desk.page.sealed.findChildren(QLabel)]
    assert any("do not count" in text for text in told)


def test_both_codes_are_shown_for_the_call(setup):
    create_identity(setup)
    QTest.keyClicks(setup.page.seat.seat, SEAT)
    setup.page.seat.primary.click()
    setup.until(lambda: setup.desktop.to.setup.page is Page.SEALED)
    setup.page.sealed.aside.click()
    page = setup.page.read_aloud
    identity = setup.desktop.to.setup.identity
    assert [code.text() for code in page.code._codes] == identity.fingerprint.split()
    hers = setup.desktop.to.setup.coordinator_fingerprint.split()
    assert [code.text() for code in page.coordinator._codes] == hers
    assert len(hers) == 8
    page.copy.click()
    assert identity.fingerprint in QApplication.clipboard().text()


def test_a_second_pack_asks_for_the_passphrase_instead_of_a_new_identity(desk):
    begin_study(desk)
    close_study(desk)
    desk.desktop.to.welcome.open_file(desk.pack())
    desk.until_screen(Screen.SETUP)
    assert Page.IDENTITY not in desk.desktop.to.setup.pages
    page = desk.page.seat
    assert page.passphrase.isVisible()
    QTest.keyClicks(page.seat, SEAT)
    QTest.keyClick(page.seat, Qt.Key.Key_Return)
    assert desk.focused is page.passphrase.line
    QTest.keyClicks(page.passphrase.line, "another passphrase")
    page.primary.click()
    desk.idle()
    assert page.passphrase.note_text == "Not the passphrase of this identity."
    page.passphrase.line.clear()
    QTest.keyClicks(page.passphrase.line, PASSPHRASE)
    QTest.keyClick(page.passphrase.line, Qt.Key.Key_Return)
    desk.until(lambda: desk.desktop.to.setup.page is Page.READ_ALOUD)


def test_back_leads_to_the_welcome_screen_and_keeps_nothing(setup):
    fill_identity(setup)
    setup.page.identity.back.click()
    setup.until_screen(Screen.WELCOME)
    assert not (setup.data / "keystore.fmkey").exists()


def test_a_keystore_that_cannot_be_written_is_told_in_place(setup):
    (setup.data / "keystore.fmkey").mkdir(parents=True)
    create_page = setup.page.identity
    fill_identity(setup)
    create_page.primary.click()
    setup.idle()
    assert setup.desktop.to.setup.page is Page.IDENTITY
    assert create_page.error.isVisible()


def on_thread(desk, function):
    """Call something where the store may be used, and wait for its answer."""
    answers: list[object] = []
    desk.desktop.tasks.run(function, done=answers.append)
    desk.until(lambda: bool(answers))
    return answers[0]


def opened_details(session):
    _, sealed = bodies_of(tuple(session.log), IdentitySealed)[-1]
    opened = open_sealed(
        sealed_file(session),
        coordinator().age_identity,
        key=session.identity.signer.public,
        commitment=sealed.commitment,
    )
    return opened.details


def test_the_bundled_study_has_the_seat_these_tests_use():
    assert SEAT in {seat.code for seat in bundled_study().seats}
