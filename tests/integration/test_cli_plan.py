"""Plans through the command line: fixed once, carried everywhere, never mixed with options."""

from __future__ import annotations

import csv
import json
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from bands_registry.guidelines import demo_study_folder
from tests.helpers.cli import fairmed
from tests.helpers.road import begin
from tests.helpers.small_draws import BANDS, write_draws

PLAN = """\
title: t
reference: ref
conditions: [other]
attributes: {ref: {sex: man}, other: {sex: woman}}
set_distance: jaccard
resamples: 100
seed: 5
shared_seeds: false
decoding: none recorded
"""


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    path = tmp_path / "plan.yaml"
    path.write_text(PLAN, encoding="utf-8")
    return path


@pytest.fixture
def bands(tmp_path: Path) -> Path:
    path = tmp_path / "bands.csv"
    path.write_text(BANDS, encoding="utf-8")
    return path


@pytest.fixture
def draws(tmp_path: Path) -> Path:
    return write_draws(tmp_path / "draws.csv")


def test_a_new_plan_passes_its_check(tmp_path: Path) -> None:
    path = tmp_path / "new.yaml"
    made = fairmed("plan", "new", path, "--reference", "ref", "--condition", "other", "--json")
    assert made.code == 0, made.err
    checked = fairmed("plan", "check", path, "--json")
    assert checked.code == 0, checked.err
    assert checked.json["plan_hash"] == made.json["plan_hash"]
    again = fairmed("plan", "new", path)
    assert (again.code, again.out) == (2, "")


def test_check_tells_the_hash_and_what_may_be_good_care(
    plan: Path, draws: Path, bands: Path
) -> None:
    done = fairmed("plan", "check", plan, draws, "--bands", bands)
    assert done.code == 0, done.err
    record = fairmed("plan", "check", plan, draws, "--bands", bands, "--json").json
    assert record["plan_hash"] in done.out
    (contrast,) = record["contrasts"]
    assert contrast["may_be_good_care"] == "orders (needs adjudication)"
    assert record["contrasts_in_draws"] == 1


def test_everything_wrong_in_a_plan_is_told_with_its_line(plan: Path, draws: Path) -> None:
    plan.write_text(PLAN.replace("seed: 5", "seed: five\nfamly: 3"), encoding="utf-8")
    for arguments in (("plan", "check", plan), ("analyze", draws, "--plan", plan)):
        done = fairmed(*arguments)
        assert (done.code, done.out) == (2, "")
        assert "plan.yaml, line 7: seed should be a whole number" in done.err
        assert 'plan.yaml, line 8: The key "famly" is not known' in done.err


def test_every_file_of_a_report_carries_the_hash(plan: Path, draws: Path, bands: Path) -> None:
    out = plan.with_name("out")
    done = fairmed("analyze", draws, "--bands", bands, "--plan", plan, "--out", out, "--json")
    assert done.code == 0, done.err
    found = fairmed("plan", "check", plan, "--json").json["plan_hash"]
    assert done.json["plan_hash"] == found
    assert not done.json["exploratory"]
    with (out / "estimates.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["plan_sha256"] for row in rows} == {found}
    assert {row["seed"] for row in rows if row["section"] == "flips"} <= {"5", "NA"}
    record = json.loads((out / "report.json").read_text(encoding="utf-8"))
    assert (record["plan_hash"], record["seed"], record["resamples"]) == (found, 5, 100)
    latex = (out / "tables.tex").read_text(encoding="utf-8")
    assert latex.count(found) == latex.count(r"\begin{table}") > 10
    assert latex.count(r"\toprule") == latex.count(r"\bottomrule")
    assert found in (out / "report.html").read_text(encoding="utf-8")
    reader = PdfReader(BytesIO((out / "report.pdf").read_bytes()))
    paper = "".join("".join(page.extract_text().split()) for page in reader.pages)
    assert found in paper


def test_without_a_plan_everything_is_exploratory(draws: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = fairmed("analyze", draws, "--reference", "ref", "--resamples", "100", "--out", out)
    assert done.code == 0, done.err
    assert "exploratory" in done.out
    latex = (out / "tables.tex").read_text(encoding="utf-8")
    assert latex.count("Exploratory: no plan was fixed") == latex.count(r"\begin{table}")
    with (out / "estimates.csv").open(encoding="utf-8", newline="") as file:
        assert {row["plan_sha256"] for row in csv.DictReader(file)} == {"exploratory"}


@pytest.mark.parametrize(
    "option",
    [
        ("--reference", "ref"),
        ("--condition", "other"),
        ("--seed", "7"),
        ("--resamples", "200"),
        ("--decoding", "warm"),
    ],
)
def test_options_never_change_a_plan(plan: Path, draws: Path, option: tuple[str, str]) -> None:
    done = fairmed("contrasts", draws, "--plan", plan, *option)
    assert (done.code, done.out) == (2, "")
    assert option[0] in done.err


def test_a_study_s_set_distance_stays(plan: Path, draws: Path) -> None:
    plan.write_text(PLAN.replace("jaccard", "masi"), encoding="utf-8")
    done = fairmed("analyze", draws, "--plan", plan, "--bands", demo_study_folder())
    assert (done.code, done.out) == (2, "")
    assert "fixes the set distance jaccard" in done.err


def test_a_name_the_study_does_not_have(plan: Path, draws: Path) -> None:
    plan.write_text(PLAN + "families: [{name: f, actions: [any_opiod]}]\n", encoding="utf-8")
    done = fairmed("analyze", draws, "--plan", plan)
    assert (done.code, done.out) == (2, "")
    assert "any_opiod" in done.err
    assert "any_opioid" in done.err


def test_a_condition_the_draws_do_not_have(plan: Path, draws: Path) -> None:
    plan.write_text(PLAN.replace("other", "nobody"), encoding="utf-8")
    done = fairmed("plan", "check", plan, draws)
    assert (done.code, done.out) == (2, "")
    assert "'nobody'" in done.err


FIGURES = {
    "floor": "floor-",
    "contrasts": "transitions-",
    "sensitivity": "sensitivity-",
    "propagation": "",
}


@pytest.mark.parametrize("command", list(FIGURES))
def test_every_part_writes_its_files(plan: Path, draws: Path, bands: Path, command: str) -> None:
    out = plan.with_name("out")
    done = fairmed(command, draws, "--bands", bands, "--plan", plan, "--out", out, "--json")
    assert done.code == 0, done.err
    names = {str(path.relative_to(out)) for path in out.rglob("*") if path.is_file()}
    assert {"estimates.csv", "tables.tex", "report.json"} <= names
    wanted = FIGURES[command]
    for ending in (".png", ".svg"):
        assert not wanted or any(
            name.startswith(f"figures/{wanted}") and name.endswith(ending) for name in names
        )
    sections = {one["id"] for one in done.json["sections"]}
    record = json.loads((out / "report.json").read_text(encoding="utf-8"))
    assert {one["id"] for one in record["sections"]} == sections


def test_agreement_writes_its_files_without_draws(plan: Path, tmp_path: Path) -> None:
    (tmp_path / "road").mkdir()
    road = begin(tmp_path / "road")
    out = tmp_path / "out"
    done = fairmed("agreement", road.registry, "--plan", plan, "--out", out, "--json")
    assert done.code == 0, done.err
    assert done.json["files"] == []
    record = json.loads((out / "report.json").read_text(encoding="utf-8"))
    assert [one["id"] for one in record["sections"]] == ["agreement"]
