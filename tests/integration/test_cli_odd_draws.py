"""Odd draws through the command line: a reason or a clear error, never a wrong number."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.cli import Ran, fairmed
from tests.helpers.small_draws import BANDS, COLUMNS, Change, write_draws

RATES = ("flip rate of ", "within-range flip rate", "all-in-range")
Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def written(change: Change = lambda row: row, *, replicates: Sequence[int] = (1, 2, 3)) -> Path:
        return write_draws(tmp_path / "draws.csv", change, replicates=replicates)

    return written


def ran(draws: Path, *options: str, bands: str = BANDS, command: str = "analyze") -> Ran:
    table = draws.with_name("bands.csv")
    table.write_text(bands, encoding="utf-8")
    return fairmed(
        command, draws, "--bands", table, "--reference", "ref", "--resamples", "100", "--json",
        *options,
    )  # fmt: skip


def never(constant: str) -> float:
    raise AssertionError(f"{constant} was printed")


def report_of(done: Ran) -> dict[str, Any]:
    """What was printed, after every number in it was found sound."""
    assert done.code == 0, done.err
    record: dict[str, Any] = json.loads(done.out, parse_constant=never)
    rows = [row for section in record["sections"] for row in section["rows"]]
    assert rows
    for row in rows:
        assert (row["value"] is None) == (row["status"] == "undefined") == bool(row["reason"])
        assert row["p_value"] is None or 0 < row["p_value"] <= 1
        if row["value"] is None:
            assert row["printed"].startswith("NA; ")
        if row["unit"] == "rate" and row["name"].startswith(RATES):
            assert row["value"] is None or 0 <= row["value"] <= 1
    return record


def rows_of(record: dict[str, Any], section: str, **wanted: str) -> list[dict[str, Any]]:
    rows = next(one["rows"] for one in record["sections"] if one["id"] == section)
    return [row for row in rows if all(row[key] == value for key, value in wanted.items())]


def lost(record: dict[str, Any], field: str, kind: str) -> int:
    return sum(
        loss["count"] for loss in record["losses"] if (loss["field"], loss["kind"]) == (field, kind)
    )


@pytest.mark.parametrize("text", ["NaN", "nan", "inf", "-inf", "Infinity", "1e999", "--", "2,"])
def test_what_is_no_finite_number_is_counted_and_enters_nothing(write: Write, text: str) -> None:
    def change(row: dict[str, str]) -> dict[str, str]:
        hit = row["replicate"] == "1" and row["condition_id"] == "ref"
        return {**row, "urgency_score": f'"{text}"' if hit else row["urgency_score"]}

    record = report_of(ran(write(change)))
    assert lost(record, "urgency_score", "unparseable") == 6
    (floor,) = rows_of(record, "floor", condition="ref", action="urgency_score")
    # Two of three draws are left in each of six cells: replicates 2 and 3 differ by 3 points.
    assert (floor["value"], floor["counts"]["pairs"]) == (3.0, 6)


def test_one_draw_has_no_floor_and_the_ordinary_flip_rate(write: Write) -> None:
    record = report_of(ran(write(replicates=(1,))))
    assert {row["reason"] for row in rows_of(record, "floor")} == {"fewer_than_two_draws"}
    (rate,) = rows_of(record, "flips", action="referral", variant="replicate level",
                      name="flip rate of referral")  # fmt: skip
    assert (rate["value"], rate["counts"]["pairs"]) == (0.5, 6)
    excess = rows_of(record, "excess", variant="floor excess")
    assert {row["value"] for row in excess} == {None}


def test_one_vignette_has_a_value_and_no_interval(write: Write) -> None:
    record = report_of(ran(write(lambda row: row if row["vignette_id"] == "v1" else None)))
    valued = [row for row in rows_of(record, "flips") if row["value"] is not None]
    assert valued
    assert {row["interval_low"] for row in valued} == {None}
    assert any(row["interval_refused"] == "fewer_than_three_clusters" for row in valued)
    path = write(lambda row: row if row["vignette_id"] == "v1" else None)
    fits = rows_of(report_of(ran(path, command="contrasts")), "logit")
    assert {row["value"] for row in fits} == {None}


def test_one_condition_has_floors_and_no_contrast(write: Write) -> None:
    path = write(lambda row: row if row["condition_id"] == "ref" else None)
    record = report_of(ran(path))
    assert rows_of(record, "floor")
    assert rows_of(record, "flips") == []
    done = ran(path, "--condition", "other")
    assert (done.code, done.out) == (2, "")
    assert "'other'" in done.err
    assert "Present: ref." in done.err


def test_all_missing_is_na_everywhere_with_the_reason(write: Write) -> None:
    empty = dict.fromkeys(COLUMNS[5:], "")
    done = ran(write(lambda row: {**row, **empty, "orders": "cbc"}))
    record = report_of(done)
    values = {row["value"] for row in rows_of(record, "flips")}
    assert values == {None}
    reasons = {row["reason"] for row in rows_of(record, "flips", variant="replicate level")}
    assert reasons == {"no_valid_pair"}
    assert lost(record, "admit", "missing") == 36


def test_constant_actions_have_a_one_sided_limit_and_no_significance(write: Write) -> None:
    same = {"admit": "true", "esi_acuity": "2", "analgesia_tier": "1"}
    record = report_of(ran(write(lambda row: {**row, **same})))
    (rate,) = rows_of(record, "flips", variant="replicate level", name="flip rate of admit")
    assert rate["value"] == 0.0
    assert rate["interval_low"] == 0.0
    # No flip in any of six vignettes: 1 − 0.05^(1/6).
    assert rate["interval_high"] == pytest.approx(1 - 0.05 ** (1 / 6))
    tests = rows_of(record, "family", action="admit")
    assert {row["variant"] for row in tests} == {"hypothesis-generating"}
    done = report_of(ran(write(lambda row: {**row, **same}), command="contrasts"))
    fits = rows_of(done, "logit", action="admit")
    assert {row["reason"] for row in fits} == {"separation"}


def test_a_cut_that_no_band_straddles(write: Write) -> None:
    narrow = BANDS.replace("2;3", "2")
    record = report_of(ran(write(), bands=narrow))
    rows = rows_of(
        record, "within_range", action="high_acuity", variant="straddling, replicate level"
    )
    assert {row["reason"] for row in rows} == {"no_straddling_band"}
    wide = rows_of(record, "within_range", action="high_acuity", variant="banded, replicate level")
    assert {row["value"] for row in wide} == {0.0}


def test_a_contrast_without_its_reference(write: Write) -> None:
    done = ran(write(lambda row: row if row["condition_id"] == "other" else None))
    assert (done.code, done.out) == (2, "")
    assert "'ref'" in done.err


def test_an_arm_without_the_reference_has_no_contrast_of_its_own(write: Write) -> None:
    def change(row: dict[str, str]) -> dict[str, str]:
        apart = row["condition_id"] == "other" and row["replicate"] == "3"
        return {**row, "arm": "apart"} if apart else row

    record = report_of(ran(write(change)))
    assert {row["arm"] for row in rows_of(record, "flips")} == {"main"}
    assert {row["arm"] for row in rows_of(record, "floor")} == {"main", "apart"}


def test_models_in_one_file_never_mix(write: Write) -> None:
    def change(row: dict[str, str]) -> dict[str, str]:
        return {**row, "model": f"agent-{int(row['vignette_id'][1]) % 2}"}

    record = report_of(ran(write(change)))
    rates = rows_of(record, "flips", variant="replicate level", name="flip rate of referral")
    assert {row["model"]: row["counts"]["pairs"] for row in rates} == {
        "agent-0": 27,
        "agent-1": 27,
    }


def test_unequal_replicates_put_the_mean_of_cells_first(write: Write) -> None:
    def change(row: dict[str, str]) -> dict[str, str] | None:
        dropped = row["vignette_id"] in ("v1", "v2") and row["replicate"] == "3"
        return None if dropped else row

    record = report_of(ran(write(change)))
    (floor,) = rows_of(record, "floor", condition="ref", action="admit")
    assert floor["counts"]["pairs"] == 4 * 3 + 2 * 1
    (rate,) = rows_of(record, "flips", variant="replicate level", name="flip rate of admit")
    assert rate["counts"]["pairs"] == 4 * 9 + 2 * 4


def test_levels_in_words_are_counted_and_never_guessed(write: Write) -> None:
    words = {"1": "one", "2": "two", "3": "three"}
    record = report_of(ran(write(lambda row: {**row, "esi_acuity": words[row["esi_acuity"]]})))
    assert lost(record, "esi_acuity", "unparseable") == 36
    rows = rows_of(record, "flips", action="high_acuity", variant="replicate level")
    assert {row["reason"] for row in rows} == {"no_valid_pair"}


def test_levels_in_words_are_read_with_a_map(write: Write, tmp_path: Path) -> None:
    words = {"1": "one", "2": "two", "3": "three"}
    plain_rates = rows_of(report_of(ran(write())), "flips", action="high_acuity")
    path = write(lambda row: {**row, "esi_acuity": words[row["esi_acuity"]]})
    plan = tmp_path / "plan.yaml"
    plan.write_text(
        "title: t\nreference: ref\nconditions: [other]\n"
        "attributes: {ref: {sex: man}, other: {sex: woman}}\n"
        "set_distance: jaccard\nresamples: 100\nseed: 20260903\nshared_seeds: false\n"
        "value_maps: {agent: {esi_acuity: {one: 1, two: 2, three: 3}}}\ndecoding: none\n",
        encoding="utf-8",
    )
    done = fairmed("contrasts", path, "--plan", plan, "--json")
    mapped = rows_of(report_of(done), "flips", action="high_acuity")
    assert [row["value"] for row in mapped] == [row["value"] for row in plain_rates]


def test_another_scale_stops(write: Write) -> None:
    done = ran(write(lambda row: {**row, "esi_acuity": str(int(row["esi_acuity"]) + 5)}))
    assert (done.code, done.out) == (2, "")
    assert "lie off the scale" in done.err
    assert "value_maps" in done.err


def test_negative_days_are_off_their_scale(write: Write) -> None:
    def change(row: dict[str, str]) -> dict[str, str]:
        hit = row["vignette_id"] == "v1"
        return {**row, "followup_days": "-7" if hit else row["followup_days"]}

    record = report_of(ran(write(change)))
    assert lost(record, "followup_days", "off its scale") == 6
    (shift,) = rows_of(record, "shifts", action="followup_days", variant="replicate level")
    assert shift["counts"]["vignettes"] == 5


@pytest.mark.parametrize("command", ["floor", "contrasts", "sensitivity", "propagation"])
def test_every_part_says_why_where_there_is_nothing(write: Write, command: str) -> None:
    empty = dict.fromkeys(COLUMNS[5:], "")
    record = report_of(ran(write(lambda row: {**row, **empty}), command=command))
    undefined = [row for one in record["sections"] for row in one["rows"] if row["reason"]]
    assert undefined
    assert all(row["value"] is None for row in undefined)
