"""A telling word in one case: on that case's screen, and nowhere else.

It got past the check, by a waiver. The search is tried on a word that must be found first.
"""

from __future__ import annotations

import zipfile
from dataclasses import replace
from pathlib import Path

import pypdf
import pytest
from PySide6.QtCore import Qt

from adjudicator_app.widgets.screen import Screen
from bands_registry.study.leak_check import check_leaks
from fairmed_core.domain.action_space import Step
from fairmed_core.domain.study import Seat, Study, Waiver
from fairmed_core.domain.vignette import Fact
from tests.helpers.desk import Desk, bundled_study, geriatrician
from tests.helpers.desk_walks import SEAT, judge, open_study, sign
from tests.helpers.half_filled import open_item, press
from tests.helpers.laid_open import laid_open
from tests.helpers.said import said, said_by_program

CASE, OTHER = "draft_triage_01", "draft_documentation_01"
WORD = "Hispanic"
CONTROL = "quinquagesimal"


def planted() -> Study:
    """Two items on two cases; one says the word, and beside it one that is surely not elsewhere."""
    study = bundled_study()
    case = study.band(CASE).vignette_id
    fact = Fact("zz", Step.TRIAGE, f"A {WORD} neighbour, {CONTROL} in her ways, found the patient.")
    vignettes = tuple(
        replace(one, facts=(*one.facts, fact)) if one.id == case else one for one in study.vignettes
    )
    study = replace(study, vignettes=vignettes, seats=(Seat(SEAT, "geriatrician", (CASE, OTHER)),))
    hits = [hit for hit in check_leaks(study) if hit.blocking]
    assert {hit.text for hit in hits} >= {WORD}
    waivers = [Waiver(hit.place, hit.text, "kept to try the search") for hit in hits]
    return replace(study, waivers=(*study.waivers, *waivers))


def found(word: str, texts: list[str]) -> list[str]:
    return [text for text in texts if word.lower() in text.lower()]


@pytest.fixture
def case_open(desk) -> Desk:
    open_study(desk, planted())
    open_item(desk, CASE)
    return desk


def test_it_is_on_its_own_case_and_on_no_other_screen(case_open, tmp_path):
    desk = case_open
    # The search finds it where it must be, and the control beside it.
    for word in (WORD, CONTROL):
        (text,) = {text for text in found(word, said(desk.page.case)) if len(text) < 200}
        assert "neighbour" in text
    elsewhere = [desk.page.bar, desk.page.rule, desk.page.judgement, desk.page.banner]
    for part in elsewhere:
        assert said(part)
        assert not found(WORD, said(part)) + found(CONTROL, said(part))

    visited: list[Screen] = []

    def look() -> None:
        visited.append(desk.window.screen_shown)
        page = desk.window.page_of(desk.window.screen_shown)
        texts = [*said(page), desk.window.windowTitle()]
        assert texts
        for word in (WORD, CONTROL):
            assert not found(word, texts), desk.window.screen_shown

    verdicts = {verdict.item: verdict.judgement for verdict in geriatrician().verdicts}
    judge(desk, verdicts[CASE])
    press(desk, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    desk.until(lambda: desk.desktop.to.review.view.item.item_id == OTHER)
    # Gone with the case's widgets, from every window.
    desk.until(lambda: not found(WORD, said_by_program()))
    look()
    judge(desk, verdicts[OTHER])
    desk.page.bar.back.click()
    desk.until_screen(Screen.ITEMS)
    look()
    open_item(desk, OTHER)
    press(desk, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    desk.until_screen(Screen.SIGN)
    desk.until(lambda: len(desk.desktop.to.sign.rows) == 2)
    look()
    sign(desk)
    look()
    for card, name in ((desk.page.pdf, "a.pdf"), (desk.page.response, "a.fmresp")):
        desk.chosen = tmp_path / "out" / name
        desk.chosen.parent.mkdir(exist_ok=True)
        offered = desk.desktop.to.sending
        assert not found(WORD, [offered.file_name, offered.response_name])
        card.button.click()
        desk.idle()
    assert visited == [Screen.REVIEW, Screen.ITEMS, Screen.SIGN, Screen.SEND]
    check_files(desk, tmp_path)


def check_files(desk: Desk, folder: Path) -> None:
    """No name of a file, no property of the document; in the pack alone the word is found."""
    names = [str(path.relative_to(folder)) for path in folder.rglob("*")]
    assert "out/a.pdf" in names
    assert not found(WORD, names) + found(CONTROL, names)
    reader = pypdf.PdfReader(folder / "out" / "a.pdf")
    properties = [str(value) for value in reader.metadata.values()]
    properties.append(reader.xmp_metadata.stream.get_data().decode() if reader.xmp_metadata else "")
    properties += [*reader.attachments]
    assert found(bundled_study().title, properties), "the search reads the properties"
    assert not found(WORD, properties) + found(CONTROL, properties)
    # The case itself travels: in the pack, and in the document's attached copy of what was judged.
    assert WORD in laid_open(next(folder.glob("*.fmpack")))
    assert WORD in "".join(str(data) for data in reader.attachments.values())
    pages = [page.extract_text() for page in reader.pages]
    assert found(bundled_study().title, pages)
    assert not found(WORD, pages) + found(CONTROL, pages)
    names = zipfile.ZipFile(folder / "out" / "a.fmresp").namelist()
    assert names
    assert not found(WORD, names)
