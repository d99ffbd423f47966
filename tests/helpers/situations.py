"""Steps of a second sitting that several situations take."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from adjudicator_app.widgets.screen import Screen
from tests.helpers.desk import PASSPHRASE, Desk, geriatrician


def continue_study(desk: Desk) -> None:
    """From the welcome screen to the items of the study begun earlier."""
    card = desk.page.continue_card
    QTest.keyClicks(card.passphrase.line, PASSPHRASE)
    QTest.keyClick(card.passphrase.line, Qt.Key.Key_Return)
    desk.until_screen(Screen.ITEMS)
    desk.until(lambda: desk.desktop.to.items.view is not None)


def mark_ready_by_services(desk: Desk) -> None:
    """The geriatrician's verdicts, ready to be signed, without opening an item again."""
    session, services = desk.desktop.go.session, desk.desktop.services
    mine = {item.item_id for item in desk.desktop.to.items.items}
    for verdict in geriatrician().verdicts:
        if verdict.item in mine:
            desk.desktop.tasks.run(services.mark_ready, session, verdict.item, verdict.judgement)
    desk.idle()
