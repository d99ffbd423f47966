"""Curves, heat maps and flows: what is drawn is what was counted, in grey as well."""

from __future__ import annotations

import re
from itertools import pairwise

import numpy as np

from exports.canvas import Figure
from exports.curve import VotePoint, aggregation_figures, vote_curve
from exports.flow import flow_bars, flow_figures
from exports.heat_map import heat_maps, transition_figures
from exports.theme import PAPER
from fairmed_core.analysis.report import AnalysisReport, Row, TransitionRow
from fairmed_core.analysis.shifts import TransitionTable
from fairmed_core.estimate import Estimate, Interval

BAND = Interval(0.03, 0.08, 0.95, "central share of simulated curves")


def words(figure: Figure) -> str:
    return " ".join(re.findall(r"<!-- (.*?) -->", figure.svg.decode(), flags=re.DOTALL))


def fills(figure: Figure) -> set[str]:
    return {fill.upper() for fill in re.findall(r"fill: (#[0-9a-fA-F]{6})", figure.svg.decode())}


def brightness(colour: str) -> float:
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue


def a_rate(value: float | None, name: str = "flip rate", **extra: float) -> Estimate:
    if value is None:
        return Estimate.undefined(name, "too_few_draws")
    return Estimate(
        name=name,
        value=value,
        interval=BAND,
        counts={"vignettes": 16, "cells": 96, "splits": 4320},
        extra=extra,
        method="mean over cells",
        seed=5,
    )


class TestCurve:
    POINTS = (
        VotePoint(1, a_rate(0.0866), a_rate(0.0781)),
        VotePoint(3, a_rate(0.0628), a_rate(0.0555)),
        VotePoint(5, a_rate(None), a_rate(None)),
    )

    def test_numbers_counts_and_reasons_are_written(self) -> None:
        text = words(vote_curve("x", self.POINTS, "agent, main, reference"))
        for said in ("observed 0.087", "independent 0.078", "16 vignettes, 96 cells, 4320 splits",
                     "observed NA", "Method: mean over cells.", "Seed: 5."):  # fmt: skip
            assert said in text

    def test_one_point_is_no_curve(self, report: AnalysisReport) -> None:
        # Three draws a cell allow no two votes of three.
        assert list(aggregation_figures(report)) == []


def a_table(counts: list[list[int]]) -> TransitionRow:
    pairs = np.array(counts)
    table = TransitionTable(
        "esi_acuity", "ref", "other", (1.0, 2.0, 3.0), pairs, pairs / pairs.sum() * 4, 4
    )
    return TransitionRow("agent", "", "main", table)


class TestHeatMap:
    def test_every_count_is_written_and_zero_is_blank(self) -> None:
        figure = heat_maps("x", "Title", [a_table([[5, 0, 11], [0, 23, 0], [0, 0, 47]])], "agent")
        text = words(figure)
        for count in ("5", "11", "23", "47"):
            assert f" {count} " in f" {text} "
        assert " 0 " not in f" {text} "
        assert "G 4 vignettes, 86 pairs" in text
        assert "Method:" in text

    def test_more_is_darker_without_colour(self) -> None:
        shades = []
        for share in (0, 10, 30, 60, 100):
            counts = [[share, 0, 0], [0, 0, 0], [0, 0, 101 - share]]
            figure = heat_maps("x", "T", [a_table(counts)], "a")
            first = re.search(r"fill: (#[0-9a-f]{6}); stroke: #17222b", figure.svg.decode())
            assert first is not None
            shades.append(brightness(first[1]))
        assert all(before > after for before, after in pairwise(shades))

    def test_the_report_s_tables_are_drawn(self, report: AnalysisReport) -> None:
        drawn = list(transition_figures(report))
        assert len(drawn) == 2
        for row in report.transitions:
            assert any(f"{int(row.table.pairs.sum())} pairs" in words(one) for one in drawn)


class TestFlow:
    def row(self, **extra: float) -> Row:
        estimate = Estimate(
            name="net out-of-range flow of esi_acuity",
            value=extra["condition_only"] - extra["reference_only"],
            counts={"vignettes": 8, "pairs_reference_only": 5, "pairs_condition_only": 9,
                    "pairs_both": 2},
            extra=extra,
            method="mean over vignettes",
            ground_truth=False,
        )  # fmt: skip
        return Row(estimate, model="agent", arm="main", condition="other", reference="ref")

    def test_a_net_of_zero_still_shows_both_flows(self) -> None:
        both = self.row(
            reference_only=0.2, reference_only_below=0.2, reference_only_above=0.0,
            condition_only=0.2, condition_only_below=0.0, condition_only_above=0.2,
        )  # fmt: skip
        figure = flow_bars("x", "Title", [both], "agent.")
        text = words(figure)
        assert "0.000" in text
        assert "5 / 9 pairs, both 2; G 8" in text
        assert "provisional" in text
        boxes = figure.svg.decode().count("stroke: #17222b; stroke-width: 0.7")
        # Two keys in the legend, one bar on each side.
        assert boxes == 2 + 2

    def test_sides_are_told_apart_in_grey(self) -> None:
        three = self.row(
            reference_only=0.3, reference_only_below=0.1, reference_only_gap=0.1,
            reference_only_above=0.1, condition_only=0.0, condition_only_below=0.0,
            condition_only_gap=0.0, condition_only_above=0.0,
        )  # fmt: skip
        figure = flow_bars("x", "Title", [three], "agent.")
        drawn = {fill for fill in fills(figure) if fill in {"#0E5A70", "#A9BCC4", PAPER}}
        greys = sorted(brightness(fill) for fill in drawn)
        assert len(greys) == 3
        assert all(after - before > 50 for before, after in pairwise(greys))

    def test_without_a_value_nothing_is_drawn(self, report: AnalysisReport) -> None:
        assert {one.id for one in flow_figures(report)} == {"out-of-range-agent-esi-acuity"}
