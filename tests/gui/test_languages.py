"""Every screen in Chinese, and the language switched while the program runs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale

from adjudicator_app.presenters.overview_text import rater_text
from adjudicator_app.settings import load_settings
from adjudicator_app.widgets.results_screen import ResultsScreen
from adjudicator_app.widgets.screen import Screen
from bands_registry.guidelines import demo_verdicts
from bands_registry.services.practice import practice_study
from bands_registry.services.registry_views import OverviewColumn
from bands_registry.study.verdict_file import read_verdict_file
from fairmed_core.domain.verdict import VerdictKind
from tests.helpers.desk import PASSPHRASE, Desk, bundled_study
from tests.helpers.walked import strings, walked, words_shown

CHINESE = re.compile(r"[\u4e00-\u9fff]")
LATIN = re.compile(r"[A-Za-z]{2,}")
# What stays in Latin letters, and why.
STAYS = {
    "the program's name": r"FairMed",
    "names and kinds of files": r"keystore\.fmkey|\*?\.(fm\w+|csv|json|parquet|gz)|study\.yaml",
    "names of formats, standards and licences": r"PDF|SHA-256|UTC|GPL|CSV|UTF-8|GPL 3",
    "keys as they are printed on keyboards": r"Ctrl|Shift|Enter|Alt|Esc|Tab|Caps Lock",
    "a command to be typed": r"fairmed (registry show|roster enroll|verify)",
    "pseudonyms": r"ADJ-[0-9A-Z]{5}-[0-9A-Z]{5}",
    "seats, fingerprints, hashes": r"\b[0-9A-Z]{4}\b|[0-9a-f]{16,}",
    "a statistic by the name of its author, a distance, no number": r"Krippendorff|Jaccard|NA",
    "examples of codes": r"US-CA|G7K2|CN|DE",
    "the other language, in itself": r"English",
}  # fmt: skip
SAME = re.compile("|".join(STAYS.values()))


@pytest.fixture
def chinese(desk: Desk) -> Iterator[Desk]:
    """The program in Chinese."""
    desk.desktop.view_settings.set_language("zh-Hans")
    yield desk
    desk.desktop.view_settings.set_language("en")


def study_texts() -> list[str]:
    """What comes from the study's files and from what she typed, longest first."""
    study = bundled_study()
    values = (study, practice_study(), *(read_verdict_file(p, study) for p in demo_verdicts()))
    names = {text for value in values for text in strings(value) if text.strip()}
    names |= {test.replace("_", " ") for test in names}
    # As they are left of a text once what stays was taken out of it.
    return sorted({SAME.sub(" ", name).lower().strip() for name in names}, key=len, reverse=True)


def left_in_english(words: Iterable[str], known: list[str]) -> list[str]:
    """The texts that hold a run of Latin letters nobody allowed."""
    found = []
    for text in dict.fromkeys(words):
        rest = SAME.sub(" ", text).lower()
        for name in known:
            if not LATIN.search(rest):
                break
            rest = rest.replace(name, " ")
        if LATIN.search(rest):
            found.append(text)
    return found


def test_every_screen_is_in_chinese(chinese: Desk, tmp_path: Path) -> None:
    known = [*study_texts(), str(tmp_path).lower()]
    desktop, seen = chinese.desktop, []
    wrong: dict[str, list[str]] = {}
    office = tmp_path / "office"
    office.mkdir()
    for name in walked(chinese, office):
        seen.append(name)
        page = chinese.page
        if isinstance(page, ResultsScreen):
            # The report, its parts and what stands above them are those of the file, in English;
            # the screen says so.
            page.report.setVisible(False)
            page.parts.setVisible(False)
            page.banner.setVisible(False)
        words = list(words_shown(chinese.window))
        assert any(CHINESE.search(text) for text in words), name
        left = left_in_english(words, known)
        if left:
            wrong[name] = left
    assert wrong == {}
    assert len(seen) > 20
    settings = desktop.view_settings
    for open_sheet in (settings.show_settings, settings.show_keys, settings.change_keys):
        open_sheet()
        sheet = desktop.view_settings.sheet
        assert sheet is not None
        assert left_in_english(words_shown(sheet), known) == []
        sheet.close()


def test_a_sentence_left_in_english_is_found() -> None:
    assert left_in_english(["Nothing signed yet"], []) == ["Nothing signed yet"]
    assert left_in_english(["已签署 Signed"], []) == ["已签署 Signed"]
    assert left_in_english(["已签署 PDF, ADJ-7K3QM-X2VTD"], []) == []
    assert left_in_english(["2 emergent、3 urgent"], ["emergent", "urgent"]) == []


def test_the_language_is_switched_live_and_remembered(desk: Desk) -> None:
    desk.start()
    assert desk.page.language.text() == "English"
    desk.page.language.language_chosen.emit("zh-Hans")
    desk.idle()
    assert desk.page.language.text() == "简体中文"
    assert desk.page.open_card.button.text() == "打开研究包"
    assert load_settings(desk.data).language == "zh-Hans"
    assert desk.desktop.services.language == "zh-Hans"
    desk.desktop.view_settings.show_settings()
    sheet = desk.desktop.view_settings.sheet
    sheet.language.choose("en")
    desk.idle()
    assert desk.desktop.view_settings.sheet is not sheet
    assert desk.desktop.view_settings.sheet.windowTitle() == "Settings"
    assert desk.page.open_card.button.text() == "Open study pack"
    desk.desktop.view_settings.sheet.close()


def test_a_half_filled_item_survives_the_switch(desk: Desk) -> None:
    desk.start()
    desk.desktop.to.welcome.practise()
    desk.until_screen(Screen.ITEMS)
    desk.desktop.to.items.open_next()
    desk.until_screen(Screen.REVIEW)
    entry = desk.desktop.to.review.entry
    entry.choose_verdict(VerdictKind.AMEND)
    entry.set_reason("half a sent")
    entry.note(2, "a note")
    before = entry.judgement
    desk.desktop.view_settings.set_language("zh-Hans")
    desk.idle()
    try:
        assert desk.window.screen_shown is Screen.REVIEW
        assert entry.judgement == before
        assert desk.page.judgement.verdict.reason.field.toPlainText() == "half a sent"
        assert "病例" in words_shown(desk.page)
        assert entry.can_undo
        desk.desktop.to.review.undo()
        assert entry.judgement != before
        desk.idle()
        assert desk.desktop.go.session.language == "zh-Hans"
    finally:
        desk.desktop.view_settings.set_language("en")


def test_what_was_typed_while_setting_up_survives_the_switch(desk: Desk) -> None:
    desk.start()
    desk.desktop.to.welcome.open_file(desk.pack())
    desk.until_screen(Screen.SETUP)
    identity = desk.page.identity
    identity.profession.choose("physician")
    identity.jurisdiction.setText("DE")
    identity.passphrase.line.setText(PASSPHRASE)
    pseudonym = identity.pseudonym.text()
    desk.desktop.view_settings.set_language("zh-Hans")
    desk.idle()
    try:
        fresh = desk.page.identity
        assert fresh is not identity
        assert fresh.profession.code == "physician"
        assert fresh.profession.currentText() == "医师"
        assert (fresh.jurisdiction.text(), fresh.passphrase.line.text()) == ("DE", PASSPHRASE)
        assert fresh.pseudonym.text() == pseudonym
    finally:
        desk.desktop.view_settings.set_language("en")


@pytest.mark.parametrize(
    ("system", "language", "clock"),
    [("de_DE", "zh-Hans", "14:03"), ("en_US", "zh-Hans", "14:03"), ("zh_CN", "en", "2:03\u202fPM")],
)
def test_times_are_written_in_the_language_that_is_on(
    desk: Desk, system: str, language: str, clock: str
) -> None:
    speech = desk.desktop.view_settings.speech
    speech.own = QLocale(system)
    speech.speak(language)
    try:
        shown = QLocale().toString(QLocale.c().toTime("14:03", "HH:mm"), "hh:mm")
        short = QLocale().toString(
            QLocale.c().toTime("14:03", "HH:mm"), QLocale.FormatType.ShortFormat
        )
        assert shown
        assert short in (clock, clock.replace("\u202f", " "))
    finally:
        speech.own = QLocale.c()
        speech.speak("en")


def test_errors_are_told_in_chinese_with_their_values(chinese: Desk) -> None:
    from adjudicator_app.presenters.told import told

    assert told("There is no such file.") == "没有这个文件。"
    assert told("The item a-b is not among yours in this study.") == (
        "条目 a-b 不在您在本研究中的条目之列。"
    )
    assert told("17 items wait for a signature and stay hidden.") == (
        "17 个条目尚待签署，保持隐藏。"
    )
    assert told("item a-b: The item differs from the one in the pack.") == (
        "条目 a-b：该条目与研究包中的不同。"
    )
    assert told("Chest pain: still no triage nurse, pharmacist among the raters.") == (
        "Chest pain：判断人中仍没有分诊护士、药师。"
    )
    assert told("A sentence of another program.") == "A sentence of another program."


@pytest.mark.parametrize(
    ("role", "shown"),
    [
        ("emergency physician", "急诊科医师"),
        ("triage nurse", "分诊护士"),
        ("medical interpreter", "医学口译员"),
        ("Geriatrician", "老年医学科医师"),
        ("ward sister of unit 5", "Ward sister of unit 5"),
    ],
)
def test_roles_of_seats_are_told_in_chinese_where_they_are_known(
    chinese: Desk, role: str, shown: str
) -> None:
    assert rater_text(OverviewColumn("SEAT", role, None)).head == shown
