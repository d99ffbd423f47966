"""The report: complete, honest about what it may be used for, and deaf to markup."""

from __future__ import annotations

import csv
import io
import json
import re
from html.parser import HTMLParser

import pytest
from pypdf import PdfReader

from exports.report import report_files
from exports.report_facts import EXPLORATORY
from exports.uses import USES
from fairmed_core.analysis.report import AnalysisReport
from fairmed_core.words.numbers import format_estimate

TITLE = "A small report <i>&amp;"


@pytest.fixture(scope="module")
def files(report: AnalysisReport) -> dict[str, bytes]:
    return report_files(report, title=TITLE)


class Page(HTMLParser):
    """The text of a web page, its tags and the places it would load from."""

    def __init__(self, source: bytes) -> None:
        super().__init__()
        self.text: list[str] = []
        self.tags: set[str] = set()
        self.loads: list[str] = []
        self.feed(source.decode("utf-8"))

    def handle_data(self, data: str) -> None:
        self.text.append(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.loads += [value for name, value in attrs if name in ("src", "href") and value]

    @property
    def words(self) -> str:
        return re.sub(r"\s+", " ", " ".join(self.text))


@pytest.fixture(scope="module")
def page(files: dict[str, bytes]) -> Page:
    return Page(files["report.html"])


@pytest.fixture(scope="module")
def paper(files: dict[str, bytes]) -> str:
    pages = PdfReader(io.BytesIO(files["report.pdf"])).pages
    return re.sub(r"\s+", " ", " ".join(page.extract_text() for page in pages))


def squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)


def test_the_same_report_gives_the_same_files(
    report: AnalysisReport, files: dict[str, bytes]
) -> None:
    assert report_files(report, title=TITLE) == files


def test_every_number_of_the_report_is_on_the_web_page(report: AnalysisReport, page: Page) -> None:
    for section in report.sections:
        assert section.title in page.words
        for row in section.rows:
            printed = format_estimate(row.estimate)
            assert printed.value in page.words
            assert printed.reason in page.words
            assert row.condition in page.words


def test_web_page_and_paper_say_what_each_section_may_and_may_not_be_used_for(
    report: AnalysisReport, page: Page, paper: str
) -> None:
    for section in report.sections:
        use = USES[section.id]
        for sentence in (use.may, use.may_not):
            assert sentence in page.words
            assert squeezed(sentence) in squeezed(paper)


def test_what_the_numbers_rest_on_stands_at_the_top(
    report: AnalysisReport, page: Page, paper: str
) -> None:
    for said in (
        EXPLORATORY,
        "exploratory",
        "provisional",
        "ab" * 32,
        "Small protocol, version 3",
        str(report.seed),
        report.files[0].sha256,
        "numpy",
        "4 clinician-adjudicated",
        "1 author-derived",
        "not recorded",
    ):
        assert said in page.words, said
        assert squeezed(said) in squeezed(paper), said


def test_a_within_range_rate_stands_beside_the_pairs_that_left_the_band(
    report: AnalysisReport, page: Page, paper: str
) -> None:
    row = next(
        row
        for row in report.section("within_range").rows
        if row.variant == "straddling, replicate level" and row.estimate.value is not None
    )
    pairs = int(row.estimate.extra["straddling_out_in_condition_pairs"])
    vignettes = int(row.estimate.extra["straddling_out_in_condition_vignettes"])
    said = f"in the comparison only {pairs} ({vignettes}, "
    assert said in page.words
    assert squeezed(said) in squeezed(paper)


def test_what_is_missing_is_counted(report: AnalysisReport, page: Page, paper: str) -> None:
    assert report.losses
    assert "missing esi_acuity: 3" in page.words
    assert squeezed("missing esi_acuity: 3") in squeezed(paper)


def test_a_name_full_of_markup_is_shown_and_not_obeyed(
    page: Page, paper: str, hostile_name: str
) -> None:
    assert hostile_name in page.words
    assert squeezed(hostile_name) in squeezed(paper)
    assert TITLE in page.words


def test_the_page_has_no_script_and_loads_nothing_from_elsewhere(
    files: dict[str, bytes], page: Page
) -> None:
    assert "script" not in page.tags
    # The title holds a tag: as text it is shown, as a tag only the page's own are there.
    assert files["report.html"].count(b"<i>") == files["report.html"].count(b"<i>provisional</i>")
    assert all(place.startswith(("data:image/svg+xml;base64,", "#")) for place in page.loads)
    assert b"default-src 'none'" in files["report.html"]


def test_provisional_stands_in_every_heading_of_rates_on_unsigned_bands(page: Page) -> None:
    headings = re.findall(r"Within-range flip rate of high acuity, [^|]*?(?=Value)", page.words)
    assert headings
    assert all("provisional" in heading for heading in headings)


def test_every_page_of_the_paper_says_which_it_is_and_what_it_is(files: dict[str, bytes]) -> None:
    pages = PdfReader(io.BytesIO(files["report.pdf"])).pages
    for number, one in enumerate(pages, start=1):
        text = one.extract_text()
        assert f"Page {number} of {len(pages)}" in text
        assert "exploratory, provisional" in text


def test_paper_says_how_many_tables_stand_elsewhere(paper: str) -> None:
    assert re.search(r"\d+ more tables of this section", paper)


def test_csv_and_json_hold_every_estimate_once_and_agree(
    report: AnalysisReport, files: dict[str, bytes]
) -> None:
    rows = list(csv.DictReader(io.StringIO(files["estimates.csv"].decode())))
    read = json.loads(files["report.json"])
    listed = [row for section in read["sections"] for row in section["rows"]]
    estimates = [row.estimate for section in report.sections for row in section.rows]
    assert len(rows) == len(listed) == len(estimates)
    for row, record, estimate in zip(rows, listed, estimates, strict=True):
        assert row["printed"] == record["printed"] == format_estimate(estimate).line()
        assert record["value"] == estimate.value
        assert (row["value"] == "NA") == (estimate.value is None)
    assert read["exploratory"] is True
    assert read["provisional"] is True
    assert read["bands"]["clinician-adjudicated"] == 4
    assert all(section["may_not_be_used_for"] for section in read["sections"])


def test_latex_holds_a_table_for_each_quantity(files: dict[str, bytes]) -> None:
    text = files["tables.tex"].decode()
    assert text.count(r"\begin{table}") == text.count(r"\end{table}") > 10
    assert r"\textless{}b\textgreater{}50\%" in text
    assert "<b>50%" not in text


def test_figures_come_as_files_in_both_forms(files: dict[str, bytes]) -> None:
    names = {name.rsplit(".", 1)[0] for name in files if name.startswith("figures/")}
    assert names
    assert all(f"{name}.png" in files and f"{name}.svg" in files for name in names)
