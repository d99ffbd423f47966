"""Items shown twice, on the command line: the first verdict decides, the second measures."""

from __future__ import annotations

import shutil
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from pypdf import PdfReader

from bands_registry.guidelines import demo_study_folder
from fairmed_core.domain.showings import Repeats, second_showing
from tests.helpers.cli import Ran, fairmed
from tests.helpers.desk import bundled_study
from tests.helpers.road import EMERGENCY, GERIATRICIAN, Road, begin, take_part

ITEM = "draft_documentation_01"
AGAIN = f"""
  - item: {ITEM}
    showing: 2
    kind: ACCEPT
    answers: {{1: yes, 2: yes, 3: no, 4: no, 5: without, 6: yes}}
"""


def a_seed() -> int:
    """The first seed that chooses the geriatrician's item in her setting, and it alone."""
    every = {item for seat in bundled_study().seats for item in seat.items}
    return next(seed for seed in range(1000) if Repeats(5, seed).chosen(every) == {ITEM})


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("study") / "study"
    shutil.copytree(demo_study_folder(), folder)
    head = folder / "study.yaml"
    text = head.read_text(encoding="utf-8")
    head.write_text(f"{text}\nrepeats: {{percent: 5, seed: {a_seed()}}}\n", encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def road(tmp_path_factory: pytest.TempPathFactory, study: Path) -> Road:
    made = begin(tmp_path_factory.mktemp("road"), study)
    verdicts = made.folder / "twice.yaml"
    verdicts.write_text(GERIATRICIAN.read_text(encoding="utf-8") + AGAIN, encoding="utf-8")
    take_part(made, "GERI", verdicts)
    take_part(made, "EMER", EMERGENCY)
    return made


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Road:
    made = begin(tmp_path_factory.mktemp("plain"))
    take_part(made, "GERI", GERIATRICIAN)
    take_part(made, "EMER", EMERGENCY)
    return made


def shown(road: Road) -> dict[str, object]:
    found: dict[str, object] = fairmed("registry", "show", road.registry, "--json").json
    return found


def unnamed(told: object, names: list[str]) -> str:
    """What was told, in an order and with names in which two registries do not differ."""
    text = repr(told)
    for name in names:
        text = text.replace(name, "WHO")
    return text


def judged(registry: dict[str, object]) -> list[tuple[str, int]]:
    """Of how many items each seat has a verdict."""
    return sorted((rater["seat"], rater["verdicts"]) for rater in registry["adjudicators"])  # type: ignore[attr-defined]


def test_check_and_publish_say_which_items_come_twice(study: Path, road: Road) -> None:
    checked = fairmed("study", "check", study)
    assert f"Shown a second time (5 %, seed {a_seed()}): {ITEM}." in checked.out
    again = fairmed(
        "pack", "publish", study, *road.coordinator, "--out", road.folder / "same.fmpack", "--json"
    )
    assert again.json["repeated"] == [ITEM]
    assert again.json["items"] == 21
    assert (road.folder / "same.fmpack").read_bytes() == road.pack.read_bytes()


def test_only_the_first_showing_enters_bands_and_counts(road: Road, plain: Road) -> None:
    twice, once = shown(road), shown(plain)
    ours = {"registry_hash", "repeats_assigned", "repeats_signed", "adjudicators", "items"}
    item = next(one for one in twice["items"] if one["item"] == ITEM)  # type: ignore[attr-defined]
    assert item["acceptable"] == {"spans": [[1, 30]]}
    assert sorted(verdict["kind"] for verdict in item["verdicts"]) == ["AMEND", "DECLINE"]
    raters = [str(rater["pseudonym"]) for rater in twice["adjudicators"]]  # type: ignore[attr-defined]
    others = [str(rater["pseudonym"]) for rater in once["adjudicators"]]  # type: ignore[attr-defined]
    assert {key: unnamed(twice[key], raters) for key in twice if key not in ours} == {
        key: unnamed(once[key], others) for key in once if key not in ours
    }
    assert judged(twice) == judged(once)
    assert (twice["repeats_assigned"], twice["repeats_signed"]) == (2, 1)
    assert (once["repeats_assigned"], once["repeats_signed"]) == (0, 0)
    told = fairmed("registry", "show", road.registry).out
    assert "Second showings: 1 of 2 signed" in told
    assert "Second showings" not in fairmed("registry", "show", plain.registry).out


def told(ran: Ran) -> list[str]:
    return [str(finding) for finding in ran.json["findings"]]


def test_nobody_waits_for_a_second_showing(road: Road, plain: Road) -> None:
    """The emergency physician left hers out: her items are complete, in both registries alike."""
    twice = fairmed("verify", road.publish("twice.fmreg"), "--no-pages", "--json")
    once = fairmed("verify", plain.publish("once.fmreg"), "--no-pages", "--json")
    assert twice.code == once.code == 50  # the seat nobody fills
    assert told(twice) == told(once)
    assert any("No merged log of an enrolled rater fills this seat" in line for line in told(once))
    assert not any("no attested verdict" in line for line in told(twice))


def test_the_agreement_of_raters_with_themselves_is_told_with_its_counts(road: Road) -> None:
    found = fairmed("agreement", road.registry, "--resamples", "100", "--json").json
    rows = {
        (row["action"], row["variant"]): row
        for section in found["sections"]
        for row in section["rows"]
    }
    share = rows["followup_days", "repeats, same both times"]
    assert share["value"] == 0
    assert share["counts"] == {"repeats": 1, "raters": 1, "items": 1, "declined": 0}
    assert ("followup_days", "repeats") in rows
    assert not [key for key in rows if key[1] == "repeats" and key[0] != "followup_days"]
    told = fairmed("agreement", road.registry, "--resamples", "100").out
    assert "repeats, same both times" in told


def test_the_document_says_of_which_verdict_it_decides_nothing(road: Road) -> None:
    pdf = road.folder / "geri.pdf"
    with ZipFile(road.folder / "GERI.fmresp") as response:
        pdf.write_bytes(response.read("attestation-1.pdf"))
    text = "\n".join(page.extract_text() for page in PdfReader(BytesIO(pdf.read_bytes())).pages)
    assert text.count("Shown a second time") == 1
    assert second_showing(ITEM) in text
    checked = fairmed("verify", pdf, "--anchor", road.folder / "GERI.fmresp", "--json")
    assert checked.code in (0, 3), checked.out


def test_a_second_verdict_on_an_item_shown_once_is_refused(road: Road, study: Path) -> None:
    verdicts = road.folder / "wrong.yaml"
    wrong = AGAIN.replace(ITEM, "draft_triage_01").replace(", 5: without", "")
    verdicts.write_text(GERIATRICIAN.read_text(encoding="utf-8") + wrong, encoding="utf-8")
    refused = road.adjudicate("GERI", verdicts)
    assert refused.code == 2
    assert '"draft_triage_01" is not shown a second time in this study.' in refused.err


@pytest.mark.parametrize(
    ("entry", "word"),
    [
        ("repeats: {percent: 51, seed: 1}", "percent"),
        ("repeats: {percent: 0, seed: 1}", "percent"),
        ("repeats: {percent: 20}", "seed"),
        ("repeats: {percent: 20, seed: 1, items: [T1]}", "items"),
        ("repeats: {percent: 0.2, seed: 1}", "percent"),
    ],
)
def test_a_wish_that_cannot_be_is_refused_at_its_place(
    study: Path, tmp_path: Path, entry: str, word: str
) -> None:
    folder = tmp_path / "study"
    shutil.copytree(demo_study_folder(), folder)
    head = folder / "study.yaml"
    head.write_text(head.read_text(encoding="utf-8") + f"\n{entry}\n", encoding="utf-8")
    refused = fairmed("study", "check", folder)
    assert refused.code == 2
    assert "study.yaml" in refused.err
    assert word in refused.err


def test_a_seat_of_one_item_cannot_see_it_twice(tmp_path: Path) -> None:
    folder = tmp_path / "study"
    assert fairmed("study", "new", folder).code == 0
    head = folder / "study.yaml"
    text = head.read_text(encoding="utf-8") + "\nrepeats: {percent: 20, seed: 7}\n"
    head.write_text(text, encoding="utf-8")
    refused = fairmed("study", "check", folder)
    assert refused.code == 2
    assert "has one item only, which would be shown twice in a row" in refused.err
