"""Ways through the program that several tests take, with real clicks and keys."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from adjudicator_app.widgets.main_window import Screen
from fairmed_core.domain.adjudicator import Credential
from fairmed_core.domain.study import Seat, Study
from tests.helpers.desk import PASSPHRASE, Desk, bundled_study, geriatrician

SEAT = "GERI"


def fill_identity(desk: Desk, credential: Credential | None = None) -> None:
    """Fill the identity page as she would."""
    credential = credential or geriatrician().credential
    page = desk.page.identity
    page.profession.choose(credential.profession)
    page.specialty.first.choose(credential.specialties[0])
    page.years.choose(credential.years)
    QTest.keyClicks(page.jurisdiction, credential.jurisdiction)
    QTest.keyClicks(page.passphrase.line, PASSPHRASE)
    QTest.keyClicks(page.repeated.line, PASSPHRASE)


def create_identity(desk: Desk, credential: Credential | None = None) -> None:
    """From a checked pack to the seat page, with a new signing identity."""
    fill_identity(desk, credential)
    desk.page.identity.primary.click()
    desk.until(lambda: desk.desktop.to.setup.identity is not None)
    desk.idle()


def begin_study(
    desk: Desk,
    study: Study | None = None,
    *,
    seat: str = SEAT,
    credential: Credential | None = None,
    sealed: bool = True,
) -> None:
    """From the welcome screen to the list of items, as someone new."""
    desk.start(pack=desk.pack(study))
    desk.until_screen(Screen.SETUP)
    create_identity(desk, credential)
    QTest.keyClicks(desk.page.seat.seat, seat)
    QTest.keyClick(desk.page.seat.seat, Qt.Key.Key_Return)
    desk.until(lambda: desk.desktop.to.setup.session is not None)
    desk.idle()
    if sealed:
        QTest.keyClicks(desk.page.sealed.name, "Dr Ada Muster")
        QTest.keyClicks(desk.page.sealed.licence, "LIC-4711")
        QTest.keyClicks(desk.page.sealed.issuer, "Example Chamber")
        desk.page.sealed.primary.click()
    else:
        desk.page.sealed.aside.click()
    desk.idle()
    desk.page.read_aloud.primary.click()
    desk.until_screen(Screen.ITEMS)


def close_study(desk: Desk) -> None:
    """Back to the welcome screen."""
    desk.desktop.go.list_items()
    desk.idle()
    desk.page.close_asked.emit()
    desk.until_screen(Screen.WELCOME)


def two_items() -> Study:
    """The bundled study with two items at the geriatrician's seat, one in her setting."""
    items = ("draft_documentation_01", "draft_triage_01")
    return replace(bundled_study(), seats=(Seat(SEAT, "geriatrician", items),))
