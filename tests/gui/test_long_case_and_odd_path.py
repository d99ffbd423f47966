"""A case of 12,000 words with letters from everywhere, under a profile path nobody would choose."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import pypdf
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from adjudicator_app.widgets.screen import Screen
from adjudicator_app.widgets.text import Text
from bands_registry.provenance.verify import verify_file
from bands_registry.study.leak_check import check_leaks
from exports.attestation_renderer import PAGES
from fairmed_core.domain.action_space import Step
from fairmed_core.domain.study import Study, Waiver
from fairmed_core.domain.vignette import Fact
from tests.helpers.desk import Desk
from tests.helpers.desk_walks import begin_study, judge_all, sign
from tests.helpers.half_filled import kept, open_item
from tests.helpers.laid_open import laid_open
from tests.helpers.registry import accepting, without_disputed
from tests.helpers.said import said
from tests.helpers.situations import continue_study
from tests.helpers.study import ACUITY, GERIATRICIAN, SEAT, small_study

RARE = "Ł. Nguyễn-Şahin ≥ 5 µg/kg"
WORDS = " ".join(f"The {number}th reading was steady." for number in range(1, 2401))
ENDING = "Here the long case ends."


def squeezed(text: str) -> str:
    return "".join(text.split())


def one_long_case() -> Study:
    """The small study whose first case has 12,000 words, the rare letters among the last."""
    study = small_study()
    long = Fact("f9", Step.TRIAGE, f"{WORDS} Given by {RARE}. {ENDING}")
    vignettes = tuple(
        replace(one, facts=(*one.facts, long), headline=f"Flank pain, {RARE}")
        if one.id == "flank"
        else one
        for one in study.vignettes
    )
    seat = replace(study.seats[0], items=(ACUITY,))
    study = replace(study, vignettes=vignettes, seats=(seat,))
    # A name is what the check looks for; this one is here for its letters.
    hits = [hit for hit in check_leaks(study) if hit.blocking]
    return replace(study, waivers=tuple(Waiver(h.place, h.text, "letters") for h in hits))


def pdf_text(pdf: bytes) -> str:
    return squeezed("".join(page.extract_text() for page in pypdf.PdfReader(BytesIO(pdf)).pages))


def test_it_is_read_to_its_end_and_its_letters_are_printed(desk):
    assert len(f"{WORDS} {RARE} {ENDING}".split()) >= 12_000
    begin_study(desk, one_long_case(), seat=SEAT, credential=GERIATRICIAN)
    open_item(desk, ACUITY)
    case = desk.page.case
    text = next(one for one in case.findChildren(Text) if ENDING in one.text())
    assert RARE in text.text().replace("\N{NO-BREAK SPACE}", " ")
    # Reached by the keyboard, whole and unclipped: its last line stands inside the column.
    case.setFocus()
    QTest.keyClick(desk.focused, Qt.Key.Key_End)
    bar = case.area.verticalScrollBar()
    desk.until(lambda: bar.value() == bar.maximum() > 5_000)
    bottom = text.mapTo(desk.window, QPoint(0, text.height())).y()
    assert 0 < bottom <= desk.window.height()
    assert text.height() >= text.heightForWidth(text.width())
    assert text.width() <= case.width()
    QTest.keyClick(desk.focused, Qt.Key.Key_Home)
    assert bar.value() == 0
    note = desk.page.judgement.questions.rows[1]
    note.note_button.click()
    # Pasted: the test's keyboard knows no letters but the plain ones.
    note.note_field.insertPlainText(f"Read to its end. {RARE}")
    desk.page.bar.back.click()
    desk.until_screen(Screen.ITEMS)
    judge_all(desk, {ACUITY: without_disputed(accepting())})
    sign(desk)
    printed = pdf_text(desk.desktop.to.sending.attestation.pdf)
    assert printed.count(squeezed(RARE)) >= 2, "in the case's headline and in her note"
    assert "[U+" not in printed


ODD = "Łukasz Müller – José's ★ 文件 (1)"


@pytest.fixture
def odd_desk(qtbot, qapp, tmp_path):
    folder = tmp_path / ODD / "Lokale Daten"
    folder.mkdir(parents=True)
    desks = [Desk(qtbot, qapp, folder)]
    yield desks
    for desk in desks:
        desk.end()


def test_a_profile_path_with_spaces_and_letters_of_every_kind(odd_desk, qtbot, qapp, tmp_path):
    (desk,) = odd_desk
    study = replace(small_study(), seats=(replace(small_study().seats[0], items=(ACUITY,)),))
    begin_study(desk, study, seat=SEAT, credential=GERIATRICIAN)
    desk.desktop.view_settings.show_settings()
    assert str(desk.data) in said(desk.desktop.view_settings.sheet)
    desk.desktop.view_settings.sheet.accept()
    desk.window.activateWindow()
    judge_all(desk, {ACUITY: without_disputed(accepting())})
    sign(desk)
    for card, name in (
        (desk.page.pdf, "Übersicht ≥ 1.pdf"),
        (desk.page.response, "答复 – á.fmresp"),
    ):
        desk.chosen = desk.folder / name
        card.button.click()
        desk.idle()
        assert name in card.text
        assert desk.chosen.stat().st_size > 1000
    assert verify_file(desk.folder / "答复 – á.fmresp", renderer=PAGES).exit_code in (3, 30)
    assert desk.page.error.isHidden()
    desk.end()
    # The next start finds everything again.
    odd_desk.append(Desk(qtbot, qapp, desk.folder))
    again = odd_desk[-1]
    again.start()
    continue_study(again)
    assert again.desktop.to.items.settled
    again.end()
    assert kept(again, ACUITY) == without_disputed(accepting())
    # Nothing of the path is in what travels.
    everything = laid_open(desk.folder / "答复 – á.fmresp")
    assert ACUITY in everything
    assert not [part for part in (ODD, "Lokale Daten", "文件") if part in everything]
