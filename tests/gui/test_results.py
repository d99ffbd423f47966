"""The analyst's results: letters, provisional, NA with its reason, cancel, the report's files."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from adjudicator_app.presenters.results import Phase
from adjudicator_app.qt_models.report_model import ROW, Column
from adjudicator_app.widgets.registry_bar import RegistryPage
from adjudicator_app.widgets.report_figure import recoloured
from adjudicator_app.widgets.screen import Screen
from adjudicator_app.widgets.theme import Mode
from bands_registry.services.load_plan import load_plan
from exports import theme as paper
from tests.helpers.cli import fairmed
from tests.helpers.registry_walks import (
    CONDITIONS,
    CONTROL,
    REFERENCE,
    an_office,
    choosing,
    open_registry,
    some_bands,
    some_draws,
    words_of,
)
from tests.helpers.signed import Clinician, full_registry

NAMES = (*CONDITIONS, REFERENCE)


def ask(desk, folder: Path, *, bands: bool = True):
    """The results with draws loaded and the reference chosen, not analysed yet."""
    desk.start()
    desk.page.results.click()
    desk.until_screen(Screen.RESULTS)
    page = desk.page
    choosing(desk, draws=(some_draws(folder),), bands=some_bands(folder))
    if bands:
        page.question.bands.click()
    page.question.draws.click()
    desk.idle()
    page.question.reference.choose(REFERENCE)
    page.question.reference.activated.emit(page.question.reference.currentIndex())
    return page


def analyse(desk, folder: Path, **how: bool):
    """The results of an analysis."""
    page = ask(desk, folder, **how)
    page.question.analyse.click()
    desk.until(lambda: desk.desktop.registry.results.phase is Phase.SHOWN)
    desk.idle()
    return page


def table_words(page) -> str:
    model = page.report.table.model()
    return "\n".join(
        str(model.index(row, column).data()) for row in range(model.rowCount()) for column in Column
    )


def test_conditions_are_letters_until_revealed(desk, tmp_path):
    page = analyse(desk, tmp_path)
    presenter = desk.desktop.registry.results
    assert page.report.reveal.text() == "Show what A to B stand for"
    for section, _ in presenter.reading.sections:
        presenter.open_section(section)
        desk.idle()
        assert presenter.reading.part is not None
        shown = words_of(page.report) + table_words(page)
        for table in presenter.reading.part.tables:
            shown += repr(table)
        for figure in presenter.reading.part.figures:
            shown += figure.title + figure.alt + figure.id
        assert not [name for name in NAMES if name in shown.replace("-", "_")], section
    presenter.open_section("flips")
    desk.idle()
    labels = [row.label for row in presenter.reading.part.tables[0].rows]
    assert labels == ["A", "B"]
    page.report.reveal.click()
    desk.idle()
    assert {row.label for row in presenter.reading.part.tables[0].rows} == set(CONDITIONS)
    assert dict(presenter.reading.letters).keys() == {"A", "B"}
    page.report.reveal.click()
    desk.idle()
    assert [row.label for row in presenter.reading.part.tables[0].rows] == ["A", "B"]


def test_controls_keep_their_names(desk, tmp_path):
    analyse(desk, tmp_path)
    presenter = desk.desktop.registry.results
    presenter.open_section("flips")
    desk.idle()
    labels = {row.label for table in presenter.reading.part.tables for row in table.rows}
    assert CONTROL in labels


def test_unsigned_bands_make_every_heading_provisional(desk, tmp_path):
    page = analyse(desk, tmp_path)
    presenter = desk.desktop.registry.results
    assert presenter.reading.section == "within_range"
    assert presenter.reading.heading == "Within range, provisional"
    assert page.report.figure.accessibleName().endswith("provisional")
    assert page.banner.isVisible()
    assert "Provisional" in page.banner.text
    assert "provisional" in page.report.tables.itemText(0)


def test_the_numbers_are_the_command_line_s(desk, tmp_path):
    analyse(desk, tmp_path)
    presenter = desk.desktop.registry.results
    told = fairmed(
        "analyze", tmp_path / "draws.csv", "--bands", tmp_path / "bands.csv",
        "--reference", REFERENCE, "--json",
    ).json  # fmt: skip
    presenter.reveal()
    desk.idle()
    rates = {
        row["condition"]: row["printed"]
        for section in told["sections"]
        if section["id"] == "within_range"
        for row in section["rows"]
        if row["action"] == "high_acuity"
        and row["variant"] == "straddling, replicate level"
        and row["arm"] == "main"
    }
    shown = {row.label: row.value for row in presenter.reading.part.tables[0].rows}
    assert rates.keys() == set(CONDITIONS) == shown.keys()
    for condition, printed in rates.items():
        assert printed.startswith(f"{shown[condition]} (provisional)")


def test_what_has_no_number_says_why(desk, tmp_path):
    page = analyse(desk, tmp_path)
    presenter = desk.desktop.registry.results
    table = next(
        number
        for number, one in enumerate(presenter.reading.part.tables)
        if "any opioid" in one.title.lower()
    )
    page.report.tables.choose(str(table))
    desk.idle()
    row = page.report.table.model().index(0, 0).data(ROW)
    assert row.value == "NA"
    assert row.interval == "no band is given for this action"
    assert "NA, no band is given" in table_words(page)


def test_counts_stand_under_each_number(desk, tmp_path):
    page = analyse(desk, tmp_path)
    row = page.report.table.model().index(0, 0).data(ROW)
    assert "vignettes" in row.counts
    assert "pairs" in row.counts
    number = page.report.table.model().index(0, Column.NUMBER).data()
    assert row.counts in number


def test_cancel_calls_the_analysis_off(desk, tmp_path):
    page = ask(desk, tmp_path)
    presenter = desk.desktop.registry.results
    page.question.analyse.click()
    assert not page.question.isVisible()
    assert desk.focused is page.progress.cancel
    page.progress.cancel.click()
    desk.idle()
    assert presenter.phase is Phase.ASKING
    assert presenter.reading is None
    assert not page.error.isVisible()
    assert page.question.isVisible()
    page.question.analyse.click()
    desk.until(lambda: presenter.phase is Phase.SHOWN)


def test_progress_is_told_step_by_step(desk, tmp_path):
    page = ask(desk, tmp_path)
    presenter = desk.desktop.registry.results
    steps: list[tuple[int, int]] = []
    told: list[str] = []
    presenter.advanced.connect(lambda done, total, _: steps.append((done, total)))
    presenter.advanced.connect(lambda *_: told.append(page.progress.words.text()))
    page.question.analyse.click()
    desk.until(lambda: presenter.phase is Phase.SHOWN)
    done = [step for step, _ in steps]
    assert done == sorted(done)
    assert len(steps) > 10
    assert len({total for _, total in steps}) == 1
    assert done[-1] < steps[-1][1]
    assert told[-1].endswith(f"{done[-1]} of {steps[-1][1]}")


def test_the_exported_folder_is_the_command_line_s(desk, tmp_path):
    page = analyse(desk, tmp_path)
    out = tmp_path / "out"
    done = fairmed(
        "analyze", tmp_path / "draws.csv", "--bands", tmp_path / "bands.csv",
        "--reference", REFERENCE, "--out", out,
    )  # fmt: skip
    assert done.code == 0, done.err
    earlier = tmp_path / "fairmed-report"
    earlier.mkdir()
    choosing(desk, folder=tmp_path)
    page.export.click()
    assert page.progress.isVisible()
    desk.qtbot.waitUntil(page.told.isVisible, timeout=120_000)
    written = tmp_path / "fairmed-report-2"
    assert str(written) in page.told.text
    for name in ("report.html", "report.json", "estimates.csv", "tables.tex"):
        assert (written / name).read_bytes() == (out / name).read_bytes(), name
    assert list(earlier.iterdir()) == []


def test_the_primary_names_what_is_missing(desk, tmp_path):
    desk.start()
    desk.page.results.click()
    desk.until_screen(Screen.RESULTS)
    page = desk.page
    page.question.analyse.click()
    assert "Load trajectories first." in words_of(page)
    assert desk.focused is page.question.draws
    choosing(desk, draws=(some_draws(tmp_path),))
    page.question.draws.click()
    desk.idle()
    page.question.analyse.click()
    assert "Choose the reference condition, or none." in words_of(page)
    assert desk.focused is page.question.reference
    assert desk.desktop.registry.results.phase is Phase.ASKING


def test_a_wrong_file_is_told_with_its_place(desk, tmp_path):
    desk.start()
    desk.page.results.click()
    desk.until_screen(Screen.RESULTS)
    path = some_draws(tmp_path)
    path.write_text(path.read_text().replace("agent,main", "agent,main,extra", 1))
    choosing(desk, draws=(path,))
    desk.page.question.draws.click()
    desk.idle()
    assert desk.page.error.isVisible()
    assert desk.desktop.registry.results.draws == ()
    assert desk.desktop.registry.results.error.place


def test_the_open_registry_s_bands_are_used(desk, tmp_path):
    path = tmp_path / "study.fmreg"
    path.write_bytes(full_registry().file())
    page = open_registry(desk, path)
    page.bar.tabs[RegistryPage.RESULTS].click()
    desk.until_screen(Screen.RESULTS)
    assert "3 of 4 clinician-adjudicated" in words_of(desk.page.question)


def test_without_a_reference_only_floors_are_shown(desk, tmp_path):
    page = ask(desk, tmp_path, bands=False)
    page.question.reference.choose("none")
    page.question.reference.activated.emit(page.question.reference.currentIndex())
    page.question.analyse.click()
    desk.until(lambda: desk.desktop.registry.results.phase is Phase.SHOWN)
    desk.idle()
    presenter = desk.desktop.registry.results
    assert presenter.reading.section == "floor"
    presenter.open_section("flips")
    desk.idle()
    assert any("no contrast was computed" in note for note in presenter.reading.part.notes)


@pytest.mark.parametrize("mode", [Mode.DARK, Mode.CONTRAST])
def test_figures_take_the_colours_of_the_screen(desk, tmp_path, mode):
    analyse(desk, tmp_path)
    figure = desk.desktop.registry.results.reading.part.figures[0]
    assert paper.INK.lower().encode() in figure.svg
    desk.desktop.theme.set_mode(mode)
    try:
        drawn = recoloured(figure.svg)
        for on_paper in (paper.INK, paper.INK_QUIET, paper.ACCENT):
            assert on_paper.lower().encode() not in drawn
        assert desk.desktop.theme.colours.text.name().encode() in drawn
        assert desk.desktop.theme.colours.surface.name().encode() in drawn
    finally:
        desk.desktop.theme.set_mode(Mode.SYSTEM)


def test_closing_the_program_calls_the_analysis_off(desk, tmp_path):
    page = ask(desk, tmp_path)
    page.question.analyse.click()
    desk.window.close()
    desk.until(lambda: not desk.window.isVisible())
    assert desk.desktop.registry.results.reading is None


def test_a_registry_merged_into_meanwhile_is_read_again(desk, tmp_path):
    office = an_office(tmp_path / "office")
    open_registry(desk, office.registry)
    desk.page.bar.tabs[RegistryPage.RESULTS].click()
    choosing(desk, draws=(some_draws(tmp_path),))
    desk.page.question.draws.click()
    desk.idle()
    presenter = desk.desktop.registry.results
    before = presenter.material.source.registry_hash
    office.enrol(office.begin(Clinician()))
    desk.desktop.registry.overview.open(office.registry)
    desk.idle()
    presenter.ask_again()
    desk.idle()
    assert presenter.draws
    assert presenter.material.source.registry_hash == office.contents().registry_hash != before


def test_every_word_of_the_results_is_reached_without_a_mouse(desk, tmp_path):
    page = analyse(desk, tmp_path)
    assert desk.focused is page.parts
    presenter = desk.desktop.registry.results
    QTest.keyClick(page.parts, Qt.Key.Key_Home)
    desk.idle()
    assert presenter.reading.section == presenter.reading.sections[0][0]
    reached = set()
    for _ in range(40):
        QTest.keyClick(desk.focused, Qt.Key.Key_Tab)
        reached.add(desk.focused)
    for control in (page.report.reveal, page.report.table, page.again, page.export):
        assert control in reached


def test_a_narrow_window_chooses_parts_from_a_list_that_opens(desk, tmp_path):
    page = analyse(desk, tmp_path)
    desk.window.resize(700, 600)
    desk.until(page.choice.isVisible)
    assert not page.parts.isVisible()
    page.choice.choose("agreement")
    page.choice.activated.emit(page.choice.currentIndex())
    desk.idle()
    reading = desk.desktop.registry.results.reading
    assert reading.section == "agreement"
    assert reading.part is not None
    desk.until(lambda: page.report.table.narrow)


def a_plan(folder: Path, **changes: str) -> Path:
    """A plan over the draws' own conditions; `changes` replace lines by their key."""
    lines = {
        "title": "Compared for a test",
        "reference": REFERENCE,
        "conditions": f"[{', '.join(CONDITIONS)}]",
        "attributes": str({name: {"group": name} for name in NAMES}),
        "shared_seeds": "false",
        "set_distance": "jaccard",
        "seed": "7",
        "resamples": "200",
        "decoding": "temperature 1",
    } | changes
    path = folder / "plan.yaml"
    path.write_text("\n".join(f"{key}: {value}" for key, value in lines.items()) + "\n")
    return path


def planned(desk, folder: Path, plan: Path):
    """The results with draws, bands and a plan loaded."""
    page = ask(desk, folder)
    choosing(desk, plan=plan)
    page.question.plan.click()
    desk.idle()
    return page


def test_a_plan_fixes_reference_and_decoding_and_labels_the_report(desk, tmp_path):
    page = planned(desk, tmp_path, a_plan(tmp_path))
    presenter = desk.desktop.registry.results
    assert page.question._plan.text() == f"plan.yaml: fixed in advance, reference {REFERENCE}"
    assert not page.question.reference.isVisible()
    assert not page.question.decoding.isVisible()
    page.question.analyse.click()
    desk.until(lambda: presenter.phase is Phase.SHOWN)
    desk.idle()
    report = presenter.reading.report
    sha256 = load_plan(tmp_path / "plan.yaml").sha256
    assert (report.plan.sha256, report.plan.resampling.resamples) == (sha256, 200)
    assert report.decoding == "temperature 1"
    assert page.by_plan.text() == f"Plan fixed in advance, SHA-256 {sha256}."
    assert "Exploratory" not in page.banner.text
    for section, _ in presenter.reading.sections:
        presenter.open_section(section)
        desk.idle()
        shown = words_of(page.report) + table_words(page)
        assert not [name for name in NAMES if name in shown.replace("-", "_")], section


def test_without_a_plan_the_report_is_exploratory(desk, tmp_path):
    page = analyse(desk, tmp_path)
    assert "Exploratory: no plan was fixed" in page.banner.text
    assert not page.by_plan.isVisible()


def test_a_plan_can_be_left_out_again(desk, tmp_path):
    page = planned(desk, tmp_path, a_plan(tmp_path))
    page.question.unplanned.click()
    desk.idle()
    assert page.question._plan.text() == "none: the report is exploratory"
    assert page.question.reference.isVisible()
    page.question.analyse.click()
    assert desk.desktop.registry.results.missing == "Choose the reference condition, or none."


def test_a_wrong_plan_is_told_with_file_line_and_what_was_expected(desk, tmp_path):
    plan = a_plan(tmp_path, resamples="many", unheard_of="1")
    page = planned(desk, tmp_path, plan)
    assert page.error.isVisible()
    told = page.error.text
    assert "plan.yaml, line 8" in told
    assert "resamples" in told
    assert "plan.yaml, line 10" in told
    assert "unheard_of" in told
    assert page.question._plan.text() == "none: the report is exploratory"
    assert desk.desktop.registry.results.draws


def test_a_plan_that_does_not_fit_the_study_is_left_out_and_the_draws_stay(desk, tmp_path):
    page = planned(
        desk,
        tmp_path,
        a_plan(tmp_path, thresholds="{heart_rate: {direction: at_most, cut: 3, yes: a, no: b}}"),
    )
    assert "names 'heart_rate', which is no sub-action" in page.error.text
    presenter = desk.desktop.registry.results
    assert presenter.fixed is None
    assert presenter.draws
    assert presenter.conditions
