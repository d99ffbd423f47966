"""Figures: the same bytes every time, and everything a figure must say about its numbers."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from exports.canvas import Figure
from exports.figures import agreement_figures, report_figures
from exports.forest import Mark, forest
from exports.theme import ACCENT, INK_QUIET
from fairmed_core.analysis.report import AnalysisReport
from fairmed_core.estimate import Estimate, Interval

GIVEN = Estimate(
    name="rate",
    value=0.25,
    interval=Interval(0.1, 0.4, 0.95, "percentile cluster bootstrap"),
    counts={"vignettes": 12, "pairs": 36},
    method="mean of shares",
    seed=7,
    ground_truth=False,
)
UNDEFINED = Estimate.undefined("rate", "no_band", counts={"vignettes": 0})


def words(figure: Figure) -> str:
    """What is written in a figure: its drawing keeps each line as a comment beside the curves."""
    return " ".join(re.findall(r"<!-- (.*?) -->", figure.svg.decode(), flags=re.DOTALL))


@pytest.fixture(scope="module")
def figures(report: AnalysisReport) -> dict[str, Figure]:
    return {figure.id: figure for part in report_figures(report).values() for figure in part}


def test_every_section_with_numbers_has_its_figure(figures: dict[str, Figure]) -> None:
    assert list(figures) == [
        "floor-agent-main-reference",
        "floor-agent-control-reference",
        "contrasts-agent",
        "transitions-agent-esi-acuity",
        "transitions-agent-analgesia-tier",
        "within-range-agent-high-acuity",
        "out-of-range-agent-esi-acuity",
        "sensitivity-agent-high-acuity",
        "agreement",
    ]


def test_the_same_report_gives_the_same_bytes(
    report: AnalysisReport, figures: dict[str, Figure]
) -> None:
    (again,) = agreement_figures(report)
    assert again == figures["agreement"]


def test_both_files_are_what_they_say_and_carry_no_date(figures: dict[str, Figure]) -> None:
    for figure in figures.values():
        assert figure.png.startswith(b"\x89PNG\r\n")
        assert b"matplotlib" not in figure.png.lower()
        assert b"<dc:date>" not in figure.svg
        ET.fromstring(figure.svg)


def test_every_figure_carries_its_counts_clusters_and_method(figures: dict[str, Figure]) -> None:
    for name, figure in figures.items():
        text = words(figure)
        assert "Method:" in text, name
        assert "vignettes" in text or "bands" in text, name
        assert re.search(r"\d+ pairs|\d+/\d+|\d+ units", text), name


def test_provisional_is_in_the_heading_of_what_rests_on_unsigned_bands(
    figures: dict[str, Figure],
) -> None:
    for name, figure in figures.items():
        expected = name.startswith(("within-range", "out-of-range", "sensitivity"))
        assert ("provisional" in figure.title) == expected, name
        assert not expected or "provisional" in words(figure), name


def test_numbers_on_the_sheet_are_those_of_the_estimate() -> None:
    figure = forest("x", "Title", [Mark("a label", GIVEN)], lead="", axis="rate")
    text = words(figure)
    for said in ("0.250", "[0.100, 0.400]  provisional", "12 vignettes, 36 pairs", "Seed: 7."):
        assert said in text
    assert "0.250 (provisional); 95 % interval 0.100 to 0.400" in figure.alt


def test_an_undefined_number_is_na_with_its_reason_and_has_no_mark() -> None:
    figure = forest("x", "Title", [Mark("a label", UNDEFINED)], lead="", axis="rate")
    assert "NA" in words(figure)
    assert "no band is given for this action" in words(figure)
    marked = forest("x", "Title", [Mark("a label", GIVEN)], lead="", axis="rate")
    assert ACCENT.lower() in marked.svg.decode().lower()
    assert ACCENT.lower() not in figure.svg.decode().lower()


def test_a_refused_interval_says_why() -> None:
    refused = replace(
        GIVEN, interval=Interval.refused("fewer_than_three_clusters", method="percentile")
    )
    figure = forest("x", "Title", [Mark("a label", refused)], lead="", axis="rate")
    assert "no interval: fewer than three vignettes carry it" in words(figure)


def test_names_are_drawn_and_not_read_as_formulas() -> None:
    label = r"$x$ & <b> \alpha 患者 שלום ≥ 5"
    text = words(forest("x", label, [Mark(label, GIVEN)], lead=label, axis=label))
    for part in ("$x$", r"\alpha", "患者", "≥"):
        assert part in text


def test_a_character_no_font_has_is_drawn_as_its_code_point() -> None:
    figure = forest("x", "Title", [Mark("a \U0001f600", GIVEN)], lead="", axis="rate")
    assert "[U+1F600]" in words(figure)


def test_an_infinite_end_stays_inside_the_sheet() -> None:
    endless = replace(GIVEN, interval=Interval(float("-inf"), float("inf"), 0.95, "inversion"))
    figure = forest("x", "Title", [Mark("a", endless)], lead="", axis="shift", ends=(-5.0, 5.0))
    assert "∞" in words(figure)


def test_marks_differ_in_grey_as_well_as_in_form() -> None:
    def grey(colour: str) -> float:
        red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    both = [Mark("a", GIVEN, "rate"), Mark("b", GIVEN, "control"), Mark("c", GIVEN, "floor")]
    one = [Mark("a", GIVEN, "rate")] * 3
    assert (
        forest("x", "t", both, lead="", axis="").png != forest("x", "t", one, lead="", axis="").png
    )
    # The floor is hollow; the two filled marks are a circle and a square.
    assert abs(grey(ACCENT) - grey("#FFFFFF")) > 100
    assert abs(grey(INK_QUIET) - grey("#FFFFFF")) > 100


def test_rates_stand_beside_the_floor_of_the_same_arm(figures: dict[str, Figure]) -> None:
    for name in ("contrasts-agent", "within-range-agent-high-acuity"):
        text = words(figures[name])
        assert text.index("floor, main") < text.index("other") < text.index("floor, control")
        assert text.index("floor, control") < text.index("rerender")
