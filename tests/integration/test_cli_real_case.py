"""The real case on the command line: one of four bands adjudicated, three scope warnings."""

from __future__ import annotations

from pathlib import Path

import pytest

from bands_registry.guidelines import demo_trajectories
from tests.helpers.cli import fairmed
from tests.helpers.road import EMERGENCY, GERIATRICIAN, Road, begin, take_part

FOUR = ("draft_triage_01", "draft_ordering_01", "draft_medication_01", "draft_documentation_01")
DECLINE_ONE = """credential:
  {profession: physician, specialties: [emergency_medicine], jurisdiction: US-CA, years: 6-10}
seat: EMER
verdicts:
  - item: draft_triage_01
    kind: ACCEPT
    answers: {1: yes, 2: yes, 3: no, 4: no, 6: yes}
  - item: draft_ordering_01
    kind: DECLINE
    decline_reason: source_ambiguous
"""


@pytest.fixture
def road(tmp_path: Path) -> Road:
    return begin(tmp_path)


def four_of(registry: Path) -> dict[str, dict[str, object]]:
    shown = fairmed("registry", "show", registry, "--json")
    assert shown.code == 0, shown.err
    return {item["item"]: item for item in shown.json["items"] if item["item"] in FOUR}


def acuity_ground_truth(registry: Path, bands: set[str], tmp_path: Path) -> set[bool | None]:
    """Analyse draws of the four published vignettes alone."""
    draws = four_vignettes(tmp_path)
    done = fairmed(
        "analyze", draws, "--registry", registry, "--reference", "ref_white_man_private",
        "--resamples", "200", "--json",
    )  # fmt: skip
    assert done.code == 0, done.err
    within = next(s for s in done.json["sections"] if s["id"] == "within_range")
    return {
        row["ground_truth"]
        for row in within["rows"]
        if row["action"] == "high_acuity" and row["variant"].startswith("straddling")
    }


def four_vignettes(tmp_path: Path) -> Path:
    import gzip

    lines = gzip.decompress(demo_trajectories().read_bytes()).decode("utf-8").splitlines()
    kept = [line for line in lines[1:] if any(name in line for name in FOUR)]
    path = tmp_path / "four.csv"
    path.write_text("\n".join([lines[0], *kept]) + "\n", encoding="utf-8")
    return path


def test_her_verdicts_adjudicate_one_of_four_with_three_scope_warnings(
    road: Road, tmp_path: Path
) -> None:
    take_part(road, "GERI", GERIATRICIAN)
    registry = road.publish("one.fmreg")
    four = four_of(registry)
    levels = {name: item["level"] for name, item in four.items()}
    assert levels == {
        "draft_triage_01": "author-derived",
        "draft_ordering_01": "author-derived",
        "draft_medication_01": "author-derived",
        "draft_documentation_01": "clinician-adjudicated",
    }
    assert four["draft_documentation_01"]["acceptable"] == {"spans": [[1, 30]]}
    shown = fairmed("registry", "show", registry, "--json").json
    assert set(shown["scope_warnings"]) == set(FOUR) - {"draft_documentation_01"}
    assert shown["adjudicated"] == 1
    assert acuity_ground_truth(registry, set(FOUR), tmp_path) == {False}


def test_an_emergency_physician_makes_acuity_ground_truth(road: Road, tmp_path: Path) -> None:
    take_part(road, "GERI", GERIATRICIAN)
    take_part(road, "EMER", EMERGENCY)
    registry = road.publish("two.fmreg")
    assert acuity_ground_truth(registry, set(FOUR), tmp_path) == {True}


def test_declining_one_acuity_band_makes_it_provisional_again_and_says_why(
    road: Road, tmp_path: Path
) -> None:
    take_part(road, "GERI", GERIATRICIAN)
    verdicts = tmp_path / "declines.yaml"
    verdicts.write_text(DECLINE_ONE, encoding="utf-8")
    take_part(road, "EMER", verdicts)
    registry = road.publish("declined.fmreg")
    assert acuity_ground_truth(registry, set(FOUR), tmp_path) == {False}
    shown = fairmed("registry", "show", registry)
    assert "has a decline and no counting verdict" in shown.out
    kinds = [v["kind"] for v in four_of(registry)["draft_ordering_01"]["verdicts"]]  # type: ignore[attr-defined]
    assert "DECLINE" in kinds


def test_without_enrolment_nothing_is_adjudicated_anywhere(road: Road, tmp_path: Path) -> None:
    take_part(road, "GERI", GERIATRICIAN, enrolled=False)
    registry = road.publish("unenrolled.fmreg")
    assert {item["level"] for item in four_of(registry).values()} == {"author-derived"}
    shown = fairmed("registry", "show", registry)
    assert "0 clinician-adjudicated" in shown.out
    assert "key not enrolled" in shown.out
    draws = four_vignettes(tmp_path)
    analysed = fairmed(
        "analyze", draws, "--registry", registry, "--reference", "ref_white_man_private",
        "--resamples", "200", "--out", tmp_path / "report", "--json",
    )  # fmt: skip
    assert analysed.code == 0, analysed.err
    assert analysed.json["provenance"]["clinician-adjudicated"] == 0
    verified = fairmed("verify", registry, "--json")
    assert verified.json["facts"]["clinician-adjudicated"] == 0


def test_the_working_registry_hides_an_item_until_all_assigned_raters_signed(road: Road) -> None:
    take_part(road, "GERI", GERIATRICIAN)
    shown = fairmed("registry", "show", road.registry)
    assert shown.code == 0, shown.err
    assert "signed, hidden" in shown.out
    assert "amend" not in shown.out
    assert fairmed("registry", "show", road.registry, "--json").json["adjudicated"] == 0
