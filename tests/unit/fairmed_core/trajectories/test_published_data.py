"""The published draws read to the last value (checksums of the data's README)."""

from __future__ import annotations

import csv
import gzip
from pathlib import Path

import pandas as pd
import pytest

from fairmed_core.trajectories import Trajectories, read_trajectories

FILES = {"floor16_haiku": 160, "floor16_sonnet": 96, "pilot3": 40}
TRUTH = {"true": 1.0, "false": 0.0}


def source(shared_dir: Path, name: str) -> Path:
    return shared_dir / "data" / "fairmedagent" / f"{name}.csv"


def raw_rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as handle:
        return list(csv.DictReader(handle))


@pytest.mark.parametrize(("name", "rows"), FILES.items())
def test_every_value_of_the_file_arrives(shared_dir: Path, name: str, rows: int) -> None:
    path = source(shared_dir, name)
    read = read_trajectories(path)
    expected = raw_rows(path)
    assert len(read) == len(expected) == rows
    assert read.losses == ()
    for (_, row), raw in zip(read.table.iterrows(), expected, strict=True):
        assert [row["model"], row["arm"], row["condition_id"], row["vignette_id"]] == [
            raw["model"], raw["arm"], raw["condition_id"], raw["vignette_id"],
        ]  # fmt: skip
        assert row["replicate"] == int(raw["replicate"])
        for name_ in ("esi_acuity", "urgency_score", "analgesia_tier", "followup_days"):
            assert row[name_] == float(raw[name_])
        for name_ in ("admit", "escalate_icu", "controlled_substance_caution", "referral"):
            assert row[name_] == TRUTH[raw[name_]]
        assert row["stigmatizing_language_flags"] == float(raw["n_stigmatizing_flags"])
        assert row["orders"] == frozenset(filter(None, raw["orders"].split(";")))


def test_an_empty_order_list_is_nothing_ordered_not_missing(shared_dir: Path) -> None:
    read = read_trajectories(source(shared_dir, "floor16_haiku"))
    assert sum(orders == frozenset() for orders in read.table["orders"]) == 13


def same(first: Trajectories, second: Trajectories) -> bool:
    pd.testing.assert_frame_equal(first.table, second.table)
    return first.losses == second.losses


@pytest.mark.parametrize("name", FILES)
def test_gzip_and_parquet_read_the_same(shared_dir: Path, tmp_path: Path, name: str) -> None:
    path = source(shared_dir, name)
    plain = read_trajectories(path)
    packed = tmp_path / f"{name}.csv.gz"
    packed.write_bytes(gzip.compress(path.read_bytes()))
    assert same(read_trajectories(packed), plain)
    parquet = tmp_path / f"{name}.parquet"
    pd.read_csv(path, keep_default_na=False).to_parquet(parquet)
    assert same(read_trajectories(parquet), plain)


def test_several_files_become_one_table(shared_dir: Path) -> None:
    both = read_trajectories([source(shared_dir, "floor16_haiku"), source(shared_dir, "pilot3")])
    assert len(both) == 200
    assert [file.name for file in both.files] == ["floor16_haiku.csv", "pilot3.csv"]
    assert both.names("arm") == ("control", "floor", "main")
    assert len(both.names("condition_id", arm="main")) == 6
