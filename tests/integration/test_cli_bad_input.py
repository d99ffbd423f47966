"""Bad input: a sentence with file and place, the right code, nothing written."""

from __future__ import annotations

import gzip
import json
import re
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from bands_registry.guidelines import demo_study_folder, demo_trajectories
from tests.helpers.cli import Ran, fairmed
from tests.helpers.road import GERIATRICIAN, Road, begin, take_part

DRAWS = gzip.decompress(demo_trajectories().read_bytes()).decode("utf-8").splitlines()[:40]


def told(ran: Ran, *, code: int, words: tuple[str, ...]) -> None:
    assert ran.code == code, (ran.code, ran.err)
    assert ran.out == ""
    for word in words:
        assert word in ran.err, ran.err
    assert ran.err.startswith("fairmed: ")


def draws(tmp_path: Path, lines: list[str], name: str = "draws.csv") -> Path:
    path = tmp_path / name
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def empty(tmp_path: Path) -> Path:
    return draws(tmp_path, [])


def truncated(tmp_path: Path) -> Path:
    path = tmp_path / "draws.json"
    path.write_text('{"trajectories": [{"vignette_id": "v1", "cond', encoding="utf-8")
    return path


def folder(tmp_path: Path) -> Path:
    made = tmp_path / "draws"
    made.mkdir()
    return made


def latin(tmp_path: Path) -> Path:
    path = tmp_path / "draws.csv"
    path.write_bytes(
        "\n".join([DRAWS[0], DRAWS[1].replace(",main,", ",m\u00e4in,")]).encode("latin-1")
    )
    return path


def short_of_a_column(tmp_path: Path) -> Path:
    return draws(tmp_path, [line.rsplit(",", 2)[0] for line in DRAWS])


def twice(tmp_path: Path) -> Path:
    return draws(tmp_path, [*DRAWS, DRAWS[5]])


def one_field_too_many(tmp_path: Path) -> Path:
    return draws(tmp_path, [*DRAWS, DRAWS[5] + ",7"])


def absent(tmp_path: Path) -> Path:
    return tmp_path / "nowhere.csv"


@pytest.mark.parametrize("command", ["floor", "analyze"])
@pytest.mark.parametrize(
    ("make", "words"),
    [
        (empty, ("draws.csv", "empty")),
        (truncated, ("draws.json", "line 1")),
        (folder, ("draws", "rep")),
        (latin, ("draws.csv", "UTF-8")),
        (short_of_a_column, ("draws.csv", "followup_days")),
        (twice, ("draws.csv", "line 41")),
        (one_field_too_many, ("draws.csv", "line 41")),
        (absent, ("nowhere.csv",)),
    ],
)
def test_trajectories(
    tmp_path: Path,
    command: str,
    make: Callable[[Path], Path],
    words: tuple[str, ...],
) -> None:
    out = tmp_path / "out"
    extra = ("--out", out) if command == "analyze" else ()
    told(fairmed(command, make(tmp_path), *extra), code=2, words=words)
    assert not out.exists()


def test_trajectories_without_any_band_give_na_with_the_reason_not_zero(tmp_path: Path) -> None:
    both = [line for line in DRAWS[1:] if ",main," in line][:6]
    other = [line.replace("ref_white_man_private", "white_man_medicaid") for line in both]
    renamed = [re.sub(r",draft_\w+,|,[TMOD]\d,", ",unbanded,", line) for line in both + other]
    unique = list({tuple(line.split(",")[:5]): line for line in renamed}.values())
    path = draws(tmp_path, [DRAWS[0], *unique])
    done = fairmed(
        "analyze", path, "--bands", demo_study_folder(), "--reference", "ref_white_man_private",
        "--resamples", "100", "--json",
    )  # fmt: skip
    assert done.code == 0, done.err
    rows = next(s["rows"] for s in done.json["sections"] if s["id"] == "within_range")
    assert {row["value"] for row in rows} == {None}
    assert {row["reason"] for row in rows} <= {"no_band", "no_threshold", "no_straddling_band"}
    assert all("NA" in row["printed"] for row in rows)


@pytest.fixture(scope="module")
def road(tmp_path_factory: pytest.TempPathFactory) -> Road:
    made = begin(tmp_path_factory.mktemp("road"))
    take_part(made, "GERI", GERIATRICIAN)
    return made


def test_registry_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "r.fmdb"
    path.write_bytes(b"this is no database" * 50)
    told(fairmed("registry", "show", path), code=2, words=("r.fmdb", "not a registry"))


def test_empty_registry(tmp_path: Path) -> None:
    path = tmp_path / "r.fmreg"
    path.write_bytes(b"")
    done = fairmed("registry", "show", path)
    told(done, code=2, words=("r.fmreg",))


def test_newer_database_is_refused_untouched(tmp_path: Path, road: Road) -> None:
    newer = tmp_path / "newer.fmdb"
    newer.write_bytes(road.registry.read_bytes())
    with sqlite3.connect(newer) as database:
        database.execute("PRAGMA user_version = 999")
    database.close()
    before = newer.read_bytes()
    done = fairmed("registry", "show", newer)
    told(done, code=2, words=("newer.fmdb", "Update FairMed"))
    assert newer.read_bytes() == before


def test_wrong_passphrase_changes_nothing(tmp_path: Path, road: Road) -> None:
    wrong = tmp_path / "wrong.txt"
    wrong.write_text("not the passphrase at all\n", encoding="utf-8")
    before = road.registry.read_bytes()
    out = tmp_path / "v2.fmpack"
    done = fairmed(
        "pack", "publish", demo_study_folder(), "--registry", road.registry, "--keystore",
        road.folder / "coordinator.fmkey", "--passphrase-file", wrong, "--out", out,
    )  # fmt: skip
    told(done, code=2, words=("passphrase", "coordinator.fmkey"))
    assert road.registry.read_bytes() == before
    assert not out.exists()


def test_passphrase_is_never_taken_from_the_command_line(road: Road) -> None:
    done = fairmed("pack", "publish", demo_study_folder(), "--passphrase", "x")
    assert done.code == 2
    assert "No such option" in done.err


def test_same_response_twice_is_nothing_new(road: Road) -> None:
    again = road.merge("GERI")
    assert again.code == 4
    assert again.json["outcome"] == "nothing_new"


def test_unknown_reference_names_the_conditions(tmp_path: Path) -> None:
    done = fairmed("analyze", draws(tmp_path, DRAWS), "--reference", "nobody")
    told(done, code=2, words=("nobody", "Present:"))


def test_report_never_replaces_a_strangers_folder(tmp_path: Path) -> None:
    out = tmp_path / "mine"
    out.mkdir()
    (out / "thesis.txt").write_text("years of work", encoding="utf-8")
    done = fairmed("analyze", demo_trajectories(), "--out", out)
    told(done, code=2, words=("mine", "left as it is"))
    assert (out / "thesis.txt").read_text(encoding="utf-8") == "years of work"


def test_verify_of_something_else(tmp_path: Path) -> None:
    path = tmp_path / "letter.fmreg"
    path.write_text("Dear editor", encoding="utf-8")
    done = fairmed("verify", path, "--json")
    assert done.code == 10
    assert done.json["exit_code"] == 10


def test_every_command_has_an_example_in_its_help() -> None:
    import typer
    from typer.core import TyperGroup

    from fairmed_cli.main import app

    def leaves(command: object, path: tuple[str, ...]) -> list[tuple[tuple[str, ...], str]]:
        if not isinstance(command, TyperGroup):
            return [(path, getattr(command, "help", "") or "")]
        context = typer.Context(command)
        children = {
            name: command.get_command(context, name) for name in command.list_commands(context)
        }
        return [leaf for name, child in children.items() for leaf in leaves(child, (*path, name))]

    helps = leaves(typer.main.get_command(app), ())
    assert len(helps) > 12
    for path, text in helps:
        assert f"Example: fairmed {' '.join(path)}" in " ".join(text.split()), path


def test_json_of_every_reading_command_is_json(road: Road, tmp_path: Path) -> None:
    registry = road.publish(f"{tmp_path.name}.fmreg")
    for arguments in (
        ("study", "check", demo_study_folder()),
        ("identity", "show", road.folder / "coordinator.fmkey"),
        ("registry", "show", registry),
        ("agreement", registry, "--resamples", "100"),
        ("verify", registry),
    ):
        ran = fairmed(*arguments, "--json")
        json.loads(ran.out)
