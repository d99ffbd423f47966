"""Seen yesterday, signed at the second 01:30 of New York's autumn, exported in Kolkata."""

from __future__ import annotations

import os
import time
from datetime import UTC, datetime
from io import BytesIO

import pypdf
import pytest

from adjudicator_app.widgets.screen import Screen
from bands_registry.provenance.events import (
    AttestationIssued,
    ItemDisplayed,
    VerdictSigned,
    bodies_of,
)
from bands_registry.provenance.response import read_response
from tests.helpers.desk import Desk
from tests.helpers.desk_walks import open_study, sign, two_items
from tests.helpers.half_filled import open_item
from tests.helpers.laid_open import laid_open
from tests.helpers.said import said
from tests.helpers.situations import continue_study, mark_ready_by_services

# Clocks go back at 2 a.m.: 01:30 comes twice, first five and a half hours after midnight in UTC.
YESTERDAY = datetime(2026, 10, 31, 22, 15, 0, tzinfo=UTC)
FIRST_0130 = datetime(2026, 11, 1, 5, 30, 0, tzinfo=UTC)
SECOND_0130 = datetime(2026, 11, 1, 6, 30, 0, tzinfo=UTC)
LATER = datetime(2026, 11, 3, 4, 0, 0, tzinfo=UTC)


@pytest.fixture
def place():
    """Says where in the world the computer is."""
    before = os.environ.get("TZ")

    def go_to(zone: str | None) -> None:
        if zone is None:
            os.environ.pop("TZ", None)
        else:
            os.environ["TZ"] = zone
        time.tzset()

    yield go_to
    go_to(before)


def test_the_instant_is_that_of_the_click_everywhere(desk, place, qtbot, qapp, tmp_path):
    place("America/New_York")
    desk.clock.instant = YESTERDAY
    open_study(desk, two_items())
    first, second = (item.item_id for item in desk.desktop.to.items.items)
    open_item(desk, first)
    desk.end()

    desk = Desk(qtbot, qapp, tmp_path)
    desk.clock.instant = FIRST_0130
    desk.start()
    continue_study(desk)
    mark_ready_by_services(desk)
    desk.desktop.go.check_and_sign()
    desk.until_screen(Screen.SIGN)
    desk.until(lambda: bool(desk.desktop.to.sign.rows))
    # The two hours that read the same on the wall are told apart on the screen.
    assert "01:30 here (UTC−04:00), 05:30 UTC" in " ".join(said(desk.page))
    desk.clock.instant = SECOND_0130
    desk.page._tick.timeout.emit()
    assert "01:30 here (UTC−05:00), 06:30 UTC" in " ".join(said(desk.page))
    sign(desk)
    attestation = desk.desktop.to.sending.attestation
    assert attestation.signed_at == SECOND_0130
    assert desk.page.bar.saved == "Signed 01:30"
    printed = text_of(attestation.pdf)
    assert "1 November 2026, 06:30:00 UTC" in " ".join(printed.split())
    assert "01:30" not in printed
    desk.end()

    place("Asia/Kolkata")
    desk = Desk(qtbot, qapp, tmp_path)
    desk.clock.instant = LATER
    desk.start()
    continue_study(desk)
    desk.page.progress.primary.click()
    desk.until_screen(Screen.SEND)
    desk.until(lambda: desk.desktop.to.sending.attestation is not None)
    assert desk.desktop.to.sending.attestation.signed_at == SECOND_0130
    assert desk.page.bar.saved == "Signed 12:00"
    desk.chosen = tmp_path / "hers.fmresp"
    desk.page.response.button.click()
    desk.idle()
    response = read_response(desk.chosen.read_bytes())
    lines = response.log.lines
    assert {line.event.time for line, _ in bodies_of(lines, VerdictSigned)} == {SECOND_0130}
    assert {line.event.time for line, _ in bodies_of(lines, AttestationIssued)} == {SECOND_0130}
    seen = {body.item: line.event.time for line, body in bodies_of(lines, ItemDisplayed)[:1]}
    assert seen == {first: YESTERDAY}
    # Offsets and places stay at home; the search itself finds what is surely there.
    everything = laid_open(desk.chosen)
    assert "2026-11-01T06:30:00Z" in everything
    assert "D:20261101063000" in everything
    for betraying in ("New_York", "Kolkata", "-05'00", "+05'30", "-05:00", "+05:30"):
        assert betraying not in everything
    assert second != first
    desk.end()


def text_of(pdf: bytes) -> str:
    return "\n".join(page.extract_text() for page in pypdf.PdfReader(BytesIO(pdf)).pages)
