"""The language is switched on every screen: nothing is left of the one before."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from adjudicator_app.widgets.results_screen import ResultsScreen
from adjudicator_app.widgets.screen import Screen
from tests.gui.test_languages import CHINESE, left_in_english, study_texts
from tests.helpers.desk import Desk
from tests.helpers.desk_walks import close_study, open_study, two_items
from tests.helpers.registry_walks import (
    an_office,
    choosing,
    give_passphrase,
    open_registry,
    the_other,
    words_of,
)
from tests.helpers.study import PAIN
from tests.helpers.walked import walked, words_shown

# The name of the other language is written in itself.
OWN_NAME = re.compile("简体中文")


@pytest.fixture
def english(desk: Desk) -> Iterator[Desk]:
    """The program, in English again when all is done."""
    yield desk
    desk.desktop.view_settings.set_language("en")


def switch(desk: Desk, language: str) -> list[str]:
    """Switch, and return every word shown once the screen has come to rest."""
    desk.desktop.view_settings.set_language(language)
    desk.idle()
    desk.qtbot.wait(1)
    page = desk.page
    if isinstance(page, ResultsScreen):
        # The report is that of the file, in English.
        for part in (page.report, page.parts, page.banner):
            part.setVisible(False)
    return list(words_shown(desk.window))


def left_over(desk: Desk, known: list[str]) -> list[str]:
    """What stays of English in Chinese, and of Chinese in English."""
    left = left_in_english(switch(desk, "zh-Hans"), known)
    return left + [w for w in switch(desk, "en") if CHINESE.search(OWN_NAME.sub("", w))]


def test_nothing_is_left_of_the_other_language_on_any_screen(english: Desk, tmp_path: Path) -> None:
    known = [*study_texts(), str(tmp_path).lower()]
    office = tmp_path / "office"
    office.mkdir()
    wrong = {name: left for name in walked(english, office) if (left := left_over(english, known))}
    assert wrong == {}


def test_a_wrong_passphrase_is_told_in_the_language_that_is_on(english: Desk) -> None:
    open_study(english, two_items())
    close_study(english)

    def refuse() -> str:
        card = english.page.continue_card
        QTest.keyClick(card.passphrase.line, Qt.Key.Key_Return)
        return card.passphrase.note_text

    assert refuse() == "Type your passphrase to continue."
    left = left_over(english, [*study_texts(), str(english.data).lower()])
    assert left == []
    assert english.page.continue_card.passphrase.note_text == "Type your passphrase to continue."
    QTest.keyClicks(english.page.continue_card.passphrase.line, "not the passphrase")
    refuse()
    english.until(lambda: bool(english.desktop.to.welcome.passphrase_error))
    switch(english, "zh-Hans")
    assert english.page.continue_card.passphrase.note_text == "这不是此身份的口令。"


def test_a_wrong_passphrase_for_a_pack_is_told_in_the_language_that_is_on(english: Desk) -> None:
    open_study(english, two_items())
    close_study(english)
    english.desktop.to.welcome.open_file(english.pack(two_items()))
    english.until_screen(Screen.SETUP)
    seat = english.page.seat
    QTest.keyClicks(seat.seat, "GERI")
    QTest.keyClicks(seat.passphrase.line, "not the passphrase")
    seat.primary.click()
    english.until(lambda: bool(english.desktop.to.setup.passphrase_error))
    switch(english, "zh-Hans")
    assert english.page.seat.passphrase.note_text == "这不是此身份的口令。"


def test_what_came_of_merging_is_told_in_the_language_that_is_on(
    english: Desk, tmp_path: Path
) -> None:
    office = an_office(tmp_path / "office")
    response = tmp_path / "answer.fmresp"
    response.write_bytes(the_other(office).judge(PAIN).attest().response())
    page = open_registry(english, office.registry)
    choosing(english, response=response)
    page.merge.click()
    give_passphrase(english)
    english.until(lambda: "Merged" in words_of(english.page.told))
    switch(english, "zh-Hans")
    assert "已合并" in words_of(english.page.told)
    assert "Merged" not in words_of(english.page.told)
