"""A number is a number: everything else is missing and counted, never guessed."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import pytest

from fairmed_core.errors import UserError
from fairmed_core.trajectories import Trajectories, read_trajectories
from fairmed_core.trajectories.values import (
    Problem,
    parse_number,
    parse_orders,
    parse_phrases,
    parse_truth,
)

Write = Callable[..., Path]
COLOURS = {"other": {"esi_acuity": {"red": 1, "7": 2}}}


@pytest.mark.parametrize("raw", [2, 2.0, "2", "2.0", "02", "2e0"])
def test_numbers(raw: object) -> None:
    assert parse_number(raw) == (2.0, Problem.NONE)


@pytest.mark.parametrize(
    "raw",
    [
        True, False, "true", "7_0", "２", "٢", " 2", "2 ", "2,0", "+2", "0x2", "2.", ".5", "nan",
        "NaN", "inf", "1e999", 10**400, float("inf"), "two", [], [2], {}, "2;3", "2\n",
    ],
)  # fmt: skip
def test_not_numbers(raw: object) -> None:
    value, problem = parse_number(raw)
    assert math.isnan(value)
    assert problem is Problem.UNPARSEABLE


@pytest.mark.parametrize("raw", [None, ""])
def test_absent(raw: object) -> None:
    assert parse_number(raw)[1] is Problem.MISSING
    assert parse_truth(raw)[1] is Problem.MISSING


@pytest.mark.parametrize(
    ("raw", "value"), [(True, 1), ("true", 1), ("FALSE", 0), (0, 0), ("1", 1), (False, 0)]
)
def test_truths(raw: object, value: float) -> None:
    assert parse_truth(raw) == (value, Problem.NONE)


@pytest.mark.parametrize("raw", ["yes", "tRue", 2, -1, 0.5, "t", []])
def test_not_truths(raw: object) -> None:
    assert parse_truth(raw)[1] is Problem.UNPARSEABLE


def test_orders() -> None:
    assert parse_orders("CBC; ct ;cbc") == (frozenset({"cbc", "ct"}), Problem.NONE)
    assert parse_orders(["A;B"]) == (frozenset({"a;b"}), Problem.NONE)
    assert parse_orders("") == parse_orders([]) == (frozenset(), Problem.NONE)
    assert parse_orders(None) == (None, Problem.MISSING)
    for raw in (3, ["cbc", 3], "cbc;;ct", {"cbc": 1}):
        assert parse_orders(raw) == (None, Problem.UNPARSEABLE)


def test_phrases_are_counted() -> None:
    assert parse_phrases(["a", "b"]) == (2.0, Problem.NONE)
    assert parse_phrases("3") == (3.0, Problem.NONE)
    assert parse_phrases(-1)[1] is Problem.OFF_SCALE
    assert parse_phrases(["a", 2])[1] is Problem.UNPARSEABLE


OFF_SCALE = [
    ("esi_acuity", "6"), ("esi_acuity", "0"), ("esi_acuity", "2.5"), ("analgesia_tier", "-1"),
    ("urgency_score", "101"), ("followup_days", "-1"), ("followup_days", "7.5"),
]  # fmt: skip


def counted(read: Trajectories) -> dict[str, int]:
    return {loss.kind: loss.count for loss in read.losses}


@pytest.mark.parametrize(("column", "value"), OFF_SCALE)
def test_off_scale(write_csv: Write, column: str, value: str) -> None:
    sound = [{"replicate": str(number)} for number in range(2, 6)]
    path = write_csv({}, {"replicate": "9", column: value}, *sound)
    dropped = read_trajectories(path)
    assert math.isnan(dropped.table[column][1])
    assert counted(dropped) == {"off its scale": 1}
    kept = read_trajectories(path, out_of_range="keep")
    assert kept.table[column][1] == float(value)
    assert counted(kept) == {"off its scale, kept": 1}
    with pytest.raises(UserError) as caught:
        read_trajectories(path, out_of_range="error")
    assert caught.value.file == str(path)
    assert caught.value.place == f"line 3, column {column}"


def test_losses_are_told_by_condition(write_csv: Write) -> None:
    path = write_csv(
        {"esi_acuity": "three"},
        {"vignette_id": "v2", "esi_acuity": "true"},
        {"condition_id": "c1", "esi_acuity": ""},
        {"condition_id": "c2", "complete": "false"},
        extra=("complete",),
    )
    with pytest.raises(UserError, match="neither true nor false"):
        read_trajectories(path)
    path.write_text(
        path.read_text(encoding="utf-8").replace(",0,\n", ",0,true\n"), encoding="utf-8"
    )
    assert read_trajectories(path).losses_by_condition() == {
        "c0": {"unparseable": 2},
        "c1": {"missing": 1},
        "c2": {"incomplete": 1},
    }


def test_a_model_on_another_scale_stops(write_csv: Write) -> None:
    rows = [{"replicate": str(number)} for number in range(6)]
    off = [{"replicate": str(number), "analgesia_tier": "4"} for number in range(6, 8)]
    path = write_csv(*rows, *off)
    with pytest.raises(UserError, match="25% of the analgesia_tier values of model m lie off"):
        read_trajectories(path)
    assert len(read_trajectories(path, out_of_range="keep")) == 8


class TestMapped:
    """A model that used another scale, read through a map."""

    def test_mapped_values_and_spellings(self, write_csv: Write) -> None:
        path = write_csv(
            {"model": "other", "esi_acuity": "Red "},
            {"model": "other", "replicate": "2", "esi_acuity": "7.0"},
            {"model": "plain", "esi_acuity": "3"},
        )
        table = read_trajectories(path, value_maps=COLOURS).table
        assert table["esi_acuity"].tolist() == [1.0, 2.0, 3.0]

    def test_other_fields_and_models_are_left_alone(self, write_csv: Write) -> None:
        path = write_csv(
            {"model": "other", "esi_acuity": "7", "analgesia_tier": "2"},
            {"model": "plain", "esi_acuity": "2"},
        )
        table = read_trajectories(path, value_maps=COLOURS).table
        assert table["analgesia_tier"].tolist() == [2.0, 1.0]
        assert table["esi_acuity"].tolist() == [2.0, 2.0]

    def test_what_the_map_leaves_out_is_off_the_scale_never_itself(self, write_csv: Write) -> None:
        rows = [{"model": "other", "replicate": str(n), "esi_acuity": "7"} for n in range(1, 9)]
        path = write_csv(*rows, {"model": "other", "replicate": "9", "esi_acuity": "3"})
        for rule in ("missing", "keep"):
            read = read_trajectories(path, value_maps=COLOURS, out_of_range=rule)
            assert math.isnan(read.table["esi_acuity"].iloc[-1])

    def test_too_much_left_out_stops(self, write_csv: Write) -> None:
        path = write_csv(
            {"model": "other", "esi_acuity": "7"},
            {"model": "other", "replicate": "2", "esi_acuity": "blue"},
        )
        with pytest.raises(UserError, match="50% of the esi_acuity values of model other"):
            read_trajectories(path, value_maps=COLOURS)
