"""Bad files: a clear sentence with file and place, and nothing guessed."""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest

from fairmed_core.domain.study import OrderName
from fairmed_core.errors import UserError
from fairmed_core.trajectories import joined, read_trajectories
from tests.helpers.records import NEVER_RUN, a_record

Write = Callable[..., Path]
PARQUET_READER = "fairmed_core.trajectories.parquet_reader"


def refused(path: Path, match: str, place: str | None = None) -> UserError:
    with pytest.raises(UserError, match=match) as caught:
        read_trajectories(path)
    assert caught.value.file == str(path)
    assert caught.value.next_step
    if place is not None:
        assert caught.value.place == place
    return caught.value


def rewritten(path: Path, old: str, new: str) -> Path:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    return path


class TestAnyFile:
    def test_absent(self, tmp_path: Path) -> None:
        refused(tmp_path / "nowhere.csv", "no such file")

    @pytest.mark.parametrize("name", ["t.csv", "t.json", "t.parquet"])
    def test_empty(self, tmp_path: Path, name: str) -> None:
        path = tmp_path / name
        path.write_bytes(b" \n")
        refused(path, "is empty")

    def test_other_ending(self, tmp_path: Path) -> None:
        path = tmp_path / "t.xlsx"
        path.write_bytes(b"PK")
        refused(path, "ending in .xlsx")

    def test_folder_without_replicates(self, tmp_path: Path) -> None:
        refused(tmp_path, "holds no repNN")

    def test_half_a_gzip(self, tmp_path: Path, write_csv: Write) -> None:
        path = tmp_path / "t.csv.gz"
        path.write_bytes(gzip.compress(write_csv({}).read_bytes())[:-12])
        refused(path, "not a whole gzip")

    def test_not_a_gzip(self, tmp_path: Path) -> None:
        path = tmp_path / "t.json.gz"
        path.write_bytes(b"{}")
        refused(path, "not a whole gzip")

    def test_not_parquet(self, tmp_path: Path) -> None:
        path = tmp_path / "t.parquet"
        path.write_bytes(b"PAR1 and no more")
        refused(path, "not readable Parquet")

    def test_parquet_where_its_library_was_left_out(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path = tmp_path / "t.parquet"
        path.write_bytes(b"PAR1")
        monkeypatch.setitem(sys.modules, "pyarrow", None)
        monkeypatch.delitem(sys.modules, PARQUET_READER, raising=False)
        refused(path, "does not read Parquet")

    def test_no_decoding(self, write_csv: Write) -> None:
        with pytest.raises(UserError, match="decoding"):
            read_trajectories(write_csv({}), decoding=" ")


class TestCsv:
    def test_latin_1(self, tmp_path: Path, write_csv: Write) -> None:
        path = write_csv({}, {"vignette_id": "v2", "orders": "röntgen"})
        path.write_bytes(path.read_text(encoding="utf-8").encode("latin-1"))
        refused(path, "not UTF-8", "line 3")

    def test_byte_order_mark_is_no_part_of_the_first_name(self, write_csv: Write) -> None:
        path = write_csv({})
        path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
        assert len(read_trajectories(path)) == 1

    def test_missing_column(self, write_csv: Write) -> None:
        error = refused(rewritten(write_csv({}), "admit", "admitted"), "Missing column: admit")
        assert error.place == "header"

    def test_unknown_column(self, write_csv: Write) -> None:
        refused(write_csv({}, extra=("forced_step",)), "Unknown column: 'forced_step'")

    def test_column_twice(self, write_csv: Write) -> None:
        refused(write_csv({}, extra=("admit",)), "given twice: admit")

    def test_a_field_too_few_or_many(self, write_csv: Write) -> None:
        path = write_csv({}, {"vignette_id": "v2"})
        text = path.read_text(encoding="utf-8")
        path.write_text(text[:-3] + "\n", encoding="utf-8")
        refused(path, "14 fields, the header 15", "line 3")
        path.write_text(text[:-1] + ",0\n", encoding="utf-8")
        refused(path, "16 fields, the header 15", "line 3")

    def test_open_quotation(self, write_csv: Write) -> None:
        refused(write_csv({"orders": '"cbc'}), "cannot be read as CSV")

    def test_header_only(self, write_csv: Write) -> None:
        refused(write_csv(), "no trajectory")

    def test_the_same_trajectory_twice(self, write_csv: Write) -> None:
        error = refused(write_csv({}, {"replicate": "2"}, {"admit": "false"}), "stands twice")
        assert error.place == "line 4"
        assert "line 2" in error.sentence

    @pytest.mark.parametrize(
        ("column", "value"),
        [
            ("replicate", "one"), ("replicate", "1.5"), ("replicate", "-1"), ("vignette_id", ""),
            ("condition_id", " c0"), ("vignette_id", "v\u202e1"), ("forced_steps", "triag"),
            ("descriptor_steps", "triage,order"),
        ],
    )  # fmt: skip
    def test_wrong_key(self, write_csv: Write, column: str, value: str) -> None:
        cell = f'"{value}"' if "," in value else value
        extra = () if column in ("replicate", "vignette_id", "condition_id") else (column,)
        path = write_csv({"replicate": "9"}, {column: cell}, extra=extra)
        error = refused(path, r"\.$")
        assert error.place == f"line 3, column {column}"

    def test_model_asked_for_is_not_the_files(self, write_csv: Write) -> None:
        with pytest.raises(UserError, match="'m' is not the model asked for"):
            read_trajectories(write_csv({}), model="other")

    def test_the_same_in_two_files(self, write_csv: Write) -> None:
        paths = [write_csv({}, name="a.csv"), write_csv({}, name="b.csv")]
        with pytest.raises(UserError, match=r"first in a\.csv, line 2"):
            read_trajectories(paths)
        with pytest.raises(UserError, match="Two readings hold the same"):
            joined([read_trajectories(path) for path in paths])


class TestJson:
    def test_published_form(self, write_json: Write) -> None:
        path = write_json(a_record(), a_record(vignette_id="v2", **NEVER_RUN))
        read = read_trajectories(path, model="m", arm="main")
        assert len(read) == 1
        row = read.table.iloc[0]
        assert row["model"] == "m"
        assert row["scaffold"] == "not recorded"
        assert row["replicate"] == 1
        assert row["orders"] == frozenset({"cbc", "ct"})
        assert row["stigmatizing_language_flags"] == 1
        assert row["admit"] == 1
        assert [(loss.kind, loss.count) for loss in read.losses] == [("never run", 1)]

    def test_incomplete_keeps_no_value(self, write_json: Write) -> None:
        read = read_trajectories(write_json(a_record(), a_record(vignette_id="v2", complete=False)))
        assert len(read) == 2
        assert read.table.loc[1, "esi_acuity":].isna().all()
        assert [(loss.kind, loss.count) for loss in read.losses] == [("incomplete", 1)]

    def test_a_step_that_is_no_object(self, write_json: Write) -> None:
        record = a_record()
        record["actions"]["order"] = ["cbc"]
        read = read_trajectories(write_json(record))
        assert read.table["orders"][0] is None
        assert [(loss.kind, loss.field) for loss in read.losses] == [("unparseable", "orders")]

    def test_truth_is_no_number(self, write_json: Write) -> None:
        record = a_record()
        record["actions"]["triage"] = {"esi_acuity": True, "urgency_score": "70"}
        read = read_trajectories(write_json(a_record(replicate=2), record))
        assert read.table["esi_acuity"].isna().tolist() == [False, True]
        assert read.table["urgency_score"][1] == 70

    def test_folder_of_replicates(self, tmp_path: Path, write_json: Write) -> None:
        for number in ("01", "02", "10"):
            write_json(a_record(), name=f"run/rep{number}/trajectories.json")
        packed = tmp_path / "run" / "rep02" / "trajectories.json"
        packed.with_suffix(".json.gz").write_bytes(gzip.compress(packed.read_bytes()))
        with pytest.raises(UserError, match="both forms"):
            read_trajectories(tmp_path / "run")
        packed.unlink()
        read = read_trajectories(tmp_path / "run")
        assert read.table["replicate"].tolist() == [1, 2, 10]
        assert read.files[0].name == "rep01/trajectories.json"

    def test_two_folders_of_one_number(self, tmp_path: Path, write_json: Write) -> None:
        for number in ("1", "01"):
            write_json(a_record(), name=f"run/rep{number}/trajectories.json")
        with pytest.raises(UserError, match="stands twice"):
            read_trajectories(tmp_path / "run")

    def test_truncated(self, write_json: Write) -> None:
        path = write_json(a_record())
        whole = path.read_text(encoding="utf-8")
        cut = whole.index('": ["drug') + len('": [')
        path.write_text(whole[:cut], encoding="utf-8")
        refused(path, "not whole JSON", f"line 1, column {cut + 1}")

    @pytest.mark.parametrize("text", ["[]", '{"trajectories": {}}', "3", '{"runs": []}'])
    def test_another_document(self, tmp_path: Path, text: str) -> None:
        path = tmp_path / "t.json"
        path.write_text(text, encoding="utf-8")
        refused(path, "no list")

    def test_a_key_twice_in_one_object(self, tmp_path: Path) -> None:
        path = tmp_path / "t.json"
        path.write_text('{"trajectories": [{"complete": true, "complete": false}]}')
        refused(path, "stands twice")

    @pytest.mark.parametrize("text", ['{"trajectories": [NaN]}', "[" * 100_000])
    def test_no_plain_json(self, tmp_path: Path, text: str) -> None:
        path = tmp_path / "t.json"
        path.write_text(text, encoding="utf-8")
        refused(path, "not plain JSON")

    @pytest.mark.parametrize(
        ("record", "match"),
        [
            ([], "not an object"),
            ({"vignette_id": "v1"}, "lacks condition_id, complete"),
            (a_record(complete="yes"), "neither true nor false"),
            (a_record(actions=[]), "“actions” is not an object"),
        ],
    )
    def test_broken_record(self, write_json: Write, record: object, match: str) -> None:
        refused(write_json(a_record(), record), match, "record 2")

    def test_nothing_was_run(self, write_json: Write) -> None:
        refused(write_json(a_record(**NEVER_RUN)), "None of the 1 trajectories was run")


class TestParquet:
    def test_nulls_and_lists(self, tmp_path: Path, write_csv: Write) -> None:
        frame = pd.read_csv(write_csv({}, {"vignette_id": "v2"}), keep_default_na=False)
        frame["orders"] = pd.Series([["CBC"], None], dtype=object)
        frame["esi_acuity"] = [2.0, float("nan")]
        frame["admit"] = pd.array([True, None], dtype="boolean")
        path = tmp_path / "t.parquet"
        frame.to_parquet(path)
        read = read_trajectories(path)
        assert read.table["orders"].tolist() == [frozenset({"cbc"}), None]
        assert read.table["esi_acuity"].isna().tolist() == [False, True]
        assert read.table["admit"].isna().tolist() == [False, True]
        assert {(one.field, one.kind) for one in read.losses} == {
            ("orders", "missing"),
            ("esi_acuity", "missing"),
            ("admit", "missing"),
        }

    def test_missing_column(self, tmp_path: Path, write_csv: Write) -> None:
        path = tmp_path / "t.parquet"
        pd.read_csv(write_csv({})).drop(columns="referral").to_parquet(path)
        refused(path, "Missing column: referral")


class TestKinds:
    def test_forced_rows_never_mix(self, write_csv: Write) -> None:
        read = read_trajectories(
            write_csv(
                {},
                {"forced_steps": "triage"},
                {"descriptor_steps": "triage"},
                {"replicate": "2", "descriptor_steps": "triage;order;reassess;prescribe;document"},
                extra=("forced_steps", "descriptor_steps"),
            )
        )
        assert read.cells().replicates == (1, 2)
        assert read.cells(forced_steps="triage").replicates == (1,)
        with pytest.raises(UserError, match="no trajectories of this kind"):
            read.cells(forced_steps="order")

    def test_order_names_are_mapped_or_missing(self, write_csv: Write) -> None:
        path = write_csv({"orders": "Full Blood Count"}, {"replicate": "2", "orders": "tea"})
        names = OrderName("cbc", "Blood count", frozenset({"cbc", "full blood count"}))
        read = read_trajectories(path, orders=[names])
        assert read.table["orders"].tolist() == [frozenset({"cbc"}), None]
        assert [loss.kind for loss in read.losses] == ["order without a mapping"]
        clash = OrderName("ct", "CT", frozenset({"cbc"}))
        with pytest.raises(UserError, match="'cbc' is mapped to"):
            read_trajectories(path, orders=[names, clash])

    def test_json_and_csv_read_the_same(self, write_csv: Write, write_json: Write) -> None:
        flat = read_trajectories(write_csv({}))
        record = a_record(model="m", scaffold="not recorded", arm="main", replicate=1)
        record["actions"]["document"]["stigmatizing_language_flags"] = []
        nested = read_trajectories(write_json(json.loads(json.dumps(record))))
        pd.testing.assert_frame_equal(flat.table, nested.table)
