"""The guideline's page behind a clause: attached once, located, marked, compared."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from adjudicator_app.presenters.idle_lock import IDLE
from adjudicator_app.widgets.page_link import PageLink
from bands_registry.services.views import Match
from tests.helpers.desk import PASSPHRASE
from tests.helpers.desk_walks import open_study, two_items
from tests.helpers.guideline import (
    PAGE,
    PAGES,
    a_guideline,
    located_study,
    sha256_of,
)
from tests.helpers.review import ReviewDesk
from tests.helpers.study import FOLLOW_UP, PAIN


class Reader:
    """A clinician with an item open, and a guideline's PDF on a stick."""

    def __init__(self, folder, study=None):
        self.desk = ReviewDesk(folder, study=study or located_study())
        self.desk.show()
        self.desk.open(PAIN)
        self.guideline = self.desk.presenter.guideline
        self.wanted = []
        self.guideline.file_wanted.connect(self.wanted.append)

    @property
    def link(self) -> PageLink:
        return self.desk.screen.rule.links[0]

    @property
    def page(self):
        return self.desk.screen.page

    def attach(self, path) -> None:
        self.guideline.attach(self.desk.view.clauses[0], path)
        self.desk.settle()

    def close(self) -> None:
        if not self.desk.tasks.closed:
            self.desk.close()

    def press(self, key, modifier=Qt.KeyboardModifier.NoModifier) -> None:
        QTest.keyClick(self.desk.focused, key, modifier)

    def until_searched(self) -> None:
        self.desk.until(lambda: not self.page.finder.searching)
        self.desk.settle()


@pytest.fixture
def pdf(tmp_path):
    return a_guideline(tmp_path / "handbook.pdf")


@pytest.fixture
def reading(qtbot, tmp_path):
    """Readers of whatever study, closed in the end."""
    readers = []

    def read(study=None) -> Reader:
        readers.append(Reader(tmp_path / "data", study))
        return readers[-1]

    (tmp_path / "data").mkdir()
    yield read
    for reader in readers:
        reader.close()


def test_without_a_file_there_is_the_summary_and_the_way_to_attach_one(reading):
    reader = reading()
    assert reader.link.button.text() == "Attach guideline"
    assert "Attach its PDF once" in reader.link.note.text
    QTest.keyClick(reader.desk.focused, Qt.Key.Key_G, Qt.KeyboardModifier.ControlModifier)
    assert [cited.clause.id for cited in reader.wanted] == ["pain"]
    assert not reader.guideline.is_open


def test_an_attached_file_opens_at_the_page_with_the_words_marked(reading, pdf):
    reader = reading(located_study(sha256=sha256_of(pdf)))
    reader.attach(pdf)
    reader.until_searched()
    assert reader.page.isVisible()
    assert reader.page.pages.page == PAGE
    assert reader.page.pages.page_text == f"Page {PAGE} of {PAGES}"
    assert reader.page._printed.text() == "Printed page 5"
    assert reader.page.place.text == "The words of the passage are marked."
    hit = reader.page.finder.hit
    assert (hit.page() + 1, len(hit.rectangles())) == (PAGE, 2)
    assert reader.page.pages.view.currentSearchResultIndex() == 0
    assert not reader.page.differs.isVisible()
    assert not reader.desk.screen.case.isVisible()
    assert reader.desk.screen.judgement.isVisible()


def test_her_copy_is_found_again_without_the_stick(reading, pdf):
    first = reading()
    first.attach(pdf)
    first.close()
    pdf.unlink()
    second = reading()
    assert second.link.button.text() == "Open page 5"
    second.link.button.click()
    assert second.page.isVisible()
    assert second.page.pages.page == PAGE


@pytest.mark.parametrize("matches", [True, False, None])
def test_the_file_is_compared_with_the_authors_and_opens_either_way(reading, pdf, matches):
    named = {True: sha256_of(pdf), False: "0" * 64, None: None}[matches]
    reader = reading(located_study(sha256=named))
    reader.attach(pdf)
    assert reader.page.pages.pages == PAGES
    assert reader.page.differs.isVisible() is (matches is False)
    told = {
        True: "Guideline file matches the author's copy",
        False: "This file differs from the author's copy: pages and wording may differ",
        None: "The study does not say which file the author read",
    }[matches]
    if matches is False:
        assert reader.page.differs.text == told
    reader.guideline.close()
    assert reader.link.note.text == told


def test_esc_closes_and_ctrl_g_comes_back_to_the_passage(reading, pdf):
    reader = reading()
    reader.attach(pdf)
    reader.press(Qt.Key.Key_Escape)
    assert not reader.page.isVisible()
    assert reader.desk.screen.case.isVisible()
    assert reader.desk.focused is reader.desk.screen.rule.area
    reader.press(Qt.Key.Key_G, Qt.KeyboardModifier.ControlModifier)
    assert reader.page.isVisible()
    reader.press(Qt.Key.Key_End)
    assert reader.page.pages.page == PAGES
    reader.press(Qt.Key.Key_G, Qt.KeyboardModifier.ControlModifier)
    assert reader.page.pages.page == PAGE


def test_esc_from_a_note_closes_the_page_and_leaves_the_cursor_there(reading, pdf):
    reader = reading()
    reader.attach(pdf)
    line = reader.desk.screen.judgement.questions.rows[1]
    line.note_button.click()
    QTest.keyClicks(line.note_field, "not on this page")
    QTest.keyClick(line.note_field, Qt.Key.Key_Escape)
    assert not reader.page.isVisible()
    assert reader.desk.focused is line.note_field
    assert reader.desk.entry.judgement.notes == {1: "not on this page"}


def test_page_keys_turn_the_page(reading, pdf):
    reader = reading()
    reader.attach(pdf)
    reader.until_searched()
    view, bar = reader.page.pages.view, reader.page.pages.view.verticalScrollBar()
    assert reader.desk.focused is view
    bar.setValue(bar.maximum())
    reader.press(Qt.Key.Key_PageDown)
    assert reader.page.pages.page == PAGE + 1
    assert bar.value() == bar.minimum()
    reader.press(Qt.Key.Key_PageUp)
    assert reader.page.pages.page == PAGE
    assert bar.value() == bar.maximum()
    reader.press(Qt.Key.Key_Home)
    assert reader.page.pages.page == 1


def test_words_are_found_and_gone_through(reading, pdf):
    reader = reading()
    reader.attach(pdf)
    reader.press(Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert reader.desk.focused is reader.page.field
    QTest.keyClicks(reader.page.field, "steps of pain")
    reader.until_searched()
    assert reader.page.hits.text() == f"{PAGE} of {PAGES}"
    reader.press(Qt.Key.Key_Return)
    assert reader.page.pages.page == PAGE + 1
    reader.press(Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    reader.press(Qt.Key.Key_F3, Qt.KeyboardModifier.ShiftModifier)
    assert reader.page.pages.page == PAGE - 1
    QTest.keyClicks(reader.page.field, " and nothing else")
    reader.until_searched()
    assert reader.page.hits.text() == "Not found"


@pytest.mark.parametrize(
    ("located", "page", "told"),
    [
        (
            {"pdf_page": None, "anchor": None, "printed_page": None},
            1,
            "The study names no page here, so the file opens at its start.",
        ),
        (
            {"anchor": None},
            PAGE,
            "This is the page the study names; it names no words to mark.",
        ),
        ({"pdf_page": None}, PAGE, "The words of the passage are marked."),
        (
            {"pdf_page": 3},
            PAGE,
            "The study names page 3; the passage's words stand here and are marked.",
        ),
        (
            {"anchor": "words of another edition"},
            PAGE,
            "This is the page the study names; the passage's words were not found.",
        ),
        (
            {"pdf_page": None, "anchor": "words of another edition"},
            1,
            "The words of the passage were not found, so the file opens at its start.",
        ),
        (
            {"pdf_page": 300, "anchor": None},
            1,
            f"The study names page 300, but this file has only {PAGES}.",
        ),
    ],
)
def test_where_it_opens_is_said(reading, pdf, located, page, told):
    reader = reading(located_study(**located))
    reader.attach(pdf)
    reader.until_searched()
    assert reader.page.pages.page == page
    assert reader.page.place.text == told


def test_the_zoom_is_remembered_for_the_next_page(reading, pdf):
    reader = reading()
    reader.attach(pdf)
    chosen = []
    reader.guideline.zoom_changed.connect(chosen.append)
    for _ in range(20):
        reader.page.pages.smaller.click()
    reader.page.pages.larger.click()
    zoom = reader.page.pages.view.zoomFactor()
    assert chosen[-1] == round(zoom * 100)
    reader.press(Qt.Key.Key_Escape)
    reader.guideline.open_leading()
    assert reader.page.pages.view.zoomFactor() == pytest.approx(zoom)


def test_the_zoom_outlives_the_program(desk):
    guideline = desk.desktop.to.review.guideline
    guideline.remember_zoom(150)
    assert '"guideline_zoom": 150' in (desk.data / "settings.json").read_text()


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ("text", "This file is not a PDF."),
        ("cut", "This PDF is damaged, so its pages cannot be shown."),
        ("locked", "This PDF is under a password, so its pages cannot be shown."),
        ("gone", "There is no such file."),
    ],
)
def test_a_file_that_cannot_be_shown_is_told_and_not_attached(reading, pdf, tmp_path, kind, told):
    path = tmp_path / "other.pdf"
    if kind == "text":
        path.write_text("Dear colleague")
    elif kind == "cut":
        path.write_bytes(pdf.read_bytes()[: len(pdf.read_bytes()) // 2])
    elif kind == "locked":
        a_guideline(path, password="secret")
    reader = reading()
    reader.attach(path)
    assert reader.link.error.isVisible()
    assert reader.link.error.text.startswith(told)
    assert reader.link.button.text() == "Attach guideline"
    reader.link.error.action.click()
    assert [cited.clause.id for cited in reader.wanted] == ["pain"]
    reader.attach(pdf)
    assert reader.page.isVisible()
    reader.guideline.close()
    assert not reader.link.error.isVisible()


def test_a_copy_that_went_away_is_told_with_locator_and_summary(reading, pdf):
    reader = reading()
    reader.attach(pdf)
    reader.press(Qt.Key.Key_Escape)
    reader.guideline.file_of(reader.desk.view.clauses[0].source).path.unlink()
    reader.guideline.open_leading()
    assert reader.page.broken.isVisible()
    assert "can no longer be read" in reader.page.broken.text
    assert reader.page._locator.text() == "Chapter 3, p. 12"
    reader.press(Qt.Key.Key_Escape)
    assert not reader.page.isVisible()
    reader.attach(pdf)
    assert reader.page.pages.page == PAGE
    assert not reader.page.broken.isVisible()


def test_another_item_closes_the_page_and_knows_the_file(reading, pdf):
    reader = reading()
    reader.attach(pdf)
    reader.desk.open(FOLLOW_UP)
    assert not reader.page.isVisible()
    # The same source: its file serves every clause, and this one names no page.
    assert reader.link.button.text() == "Open guideline"
    reader.link.button.click()
    assert reader.page.pages.page == 1


def test_on_tabs_the_page_takes_the_rules_place(reading, pdf):
    reader = reading()
    reader.desk.window.resize(1024, 768)
    reader.desk.settle()
    reader.attach(pdf)
    page, screen = reader.page, reader.desk.screen
    assert page.isVisible()
    assert not screen.judgement.isVisible()
    screen.show_tab(2)
    assert not page.isVisible()
    assert screen.judgement.isVisible()
    screen.show_tab(1)
    assert page.isVisible()


def test_the_case_comes_back_when_she_asks_for_it(reading, pdf):
    reader = reading()
    reader.attach(pdf)
    reader.press(Qt.Key.Key_1, Qt.KeyboardModifier.ControlModifier)
    assert reader.desk.screen.case.isVisible()
    assert not reader.page.isVisible()


def test_everything_on_the_page_has_a_name_and_takes_the_keyboard(reading, pdf):
    reader = reading()
    reader.attach(pdf)
    page = reader.page
    for control in (page.close_button, page.before, page.after, page.field, page.pages.view):
        assert control.accessibleName()
        assert control.focusPolicy() & Qt.FocusPolicy.TabFocus


def test_the_program_asks_for_the_file_and_shows_its_page(desk, pdf):
    open_study(desk)
    desk.desktop.registry.files.guideline = lambda _folder: pdf
    desk.desktop.to.items.open_item("draft_triage_01")
    desk.until(lambda: desk.desktop.to.review.view is not None)
    desk.idle()
    desk.until(desk.page.rule.links[0].button.isEnabled)
    desk.page.rule.links[0].button.click()
    desk.until(lambda: desk.page.page is not None)
    assert desk.page.page.isVisible()
    assert desk.window.windowTitle() == "FairMed"
    kept = desk.data / "guidelines" / f"{sha256_of(pdf)}.pdf"
    assert kept.read_bytes() == pdf.read_bytes()
    session = desk.desktop.go.session
    sources = {source.id: source for source in session.study.sources}
    source = sources["esi-v5-2023"]
    found = desk.desktop.services.find_guideline(session, source)
    assert found is not None
    assert found.match is Match.UNKNOWN


@pytest.fixture
def page_open(desk, pdf):
    """The program with the page of an item's clause open."""
    open_study(desk, two_items())
    desk.desktop.registry.files.guideline = lambda _folder: pdf
    desk.desktop.to.items.open_item("draft_triage_01")
    desk.until(lambda: desk.desktop.to.review.view is not None)
    desk.idle()
    desk.page.rule.links[0].button.click()
    desk.until(lambda: desk.page.page is not None and desk.page.page.isVisible())
    return desk


def test_the_page_stays_open_in_another_language(page_open):
    try:
        page_open.desktop.view_settings.set_language("zh-Hans")
        page_open.idle()
        page = page_open.page.page
        assert page.isVisible()
        assert page.pages.pages == PAGES
        assert page.close_button.accessibleName() == "关闭页面"
        QTest.keyClick(page_open.focused, Qt.Key.Key_Escape)
        assert not page.isVisible()
    finally:
        page_open.desktop.view_settings.set_language("en")


def test_a_page_that_was_open_is_there_again_after_the_lock(page_open):
    page = page_open.page.page
    page_open.clock.instant += IDLE
    page_open.desktop.lock.look()
    assert not page.isVisible()
    page_open.desktop.lock.open(PASSPHRASE)
    page_open.until(page.isVisible)
    assert page.pages.pages == PAGES
    assert page_open.focused is page.pages.view


def test_another_file_that_cannot_be_shown_is_told_beside_the_clause(reading, pdf, tmp_path):
    reader = reading()
    reader.attach(pdf)
    letter = tmp_path / "letter.pdf"
    letter.write_text("Dear colleague")
    reader.page.replace.click()
    assert len(reader.wanted) == 1
    reader.attach(letter)
    assert not reader.page.isVisible()
    assert reader.link.error.isVisible()
    assert reader.link.error.text.startswith("This file is not a PDF.")
    reader.link.button.click()
    assert reader.page.pages.pages == PAGES


def test_a_copy_that_was_changed_is_marked_and_attached_again(reading, pdf):
    reader = reading()
    reader.attach(pdf)
    reader.press(Qt.Key.Key_Escape)
    source = reader.desk.view.clauses[0].source
    kept = reader.guideline.file_of(source).path
    kept.write_bytes(a_guideline(pdf.with_name("b.pdf"), anchor_on=3).read_bytes())
    reader.close()
    again = reading()
    assert "was changed since you attached it" in again.link.note.text
    again.link.button.click()
    again.until_searched()
    assert again.page.differs.isVisible()
    assert again.page.pages.page == 3
    again.attach(pdf)
    again.until_searched()
    assert again.page.pages.page == PAGE
    assert not again.page.differs.isVisible()
