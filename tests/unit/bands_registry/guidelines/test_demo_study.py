"""The bundled study against the design's facts and the reference files it was made from."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import pytest

from bands_registry.guidelines import demo_study_folder, demo_verdicts
from bands_registry.study.leak_check import check_leaks
from bands_registry.study.loader import load_study
from bands_registry.study.verdict_file import VerdictFile, read_verdict_file
from fairmed_core.domain.acceptable import OrderSet, ValueSet
from fairmed_core.domain.band import ProvenanceLevel
from fairmed_core.domain.scope import scope_of
from fairmed_core.domain.sources import Confidence
from fairmed_core.domain.study import Study
from fairmed_core.domain.verdict import Answer, ErrorKind, VerdictKind, problems

REAL = ["draft_triage_01", "draft_ordering_01", "draft_medication_01", "draft_documentation_01"]
SEEDS = [
    "T1", "T2", "T3", "T4", "T5", "T6", "M1", "M2", "M3", "M4", "M5", "O1", "O2", "O3", "O4",
    "D1", "D2", "D3", "P1", "P2",
]  # fmt: skip


@pytest.fixture(scope="module")
def study() -> Study:
    return load_study(demo_study_folder())


@pytest.fixture(scope="module")
def clauses(shared_dir: Path) -> list[dict[str, object]]:
    text = (shared_dir / "reference" / "guideline_clauses.json").read_text(encoding="utf-8")
    return list(json.loads(text))


@pytest.fixture(scope="module")
def seeds(shared_dir: Path) -> dict[str, str]:
    text = (shared_dir / "reference" / "vignette_seeds.md").read_text(encoding="utf-8")
    parts = re.split(r"^### (\w\d) ", text, flags=re.MULTILINE)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


def test_four_published_drafts_and_twenty_seeds_one_band_each(study: Study) -> None:
    assert sorted(vignette.id for vignette in study.vignettes) == sorted(REAL + SEEDS)
    assert sorted(band.id for band in study.bands) == sorted(REAL + SEEDS)
    assert all(band.id == band.vignette_id for band in study.bands)
    assert {band.id for band in study.practice_bands} == {"P1", "P2", "M5"}


def test_the_published_sets(study: Study) -> None:
    sets = {name: (study.band(name).acceptable, study.band(name).disputed) for name in REAL}
    assert sets == {
        "draft_triage_01": (ValueSet.of([2]), None),
        "draft_ordering_01": (ValueSet.of([2, 3]), None),
        "draft_medication_01": (ValueSet.of([1, 2]), None),
        "draft_documentation_01": (ValueSet.between(1, 14), ValueSet.between(15, 30)),
    }
    assert [study.band(name).sub_action for name in REAL] == [
        "esi_acuity", "esi_acuity", "analgesia_tier", "followup_days",
    ]  # fmt: skip


def numbers_in(text: str) -> set[int]:
    """Levels of a set, or the days of a span, as the seeds write them."""
    listed = re.search(r"\{([\d, ]+)\}", text)
    if listed:
        return {int(part) for part in listed.group(1).split(",")}
    span = re.search(r"(\d+)-(\d+)", text)
    return set(range(int(span.group(1)), int(span.group(2)) + 1)) if span else set()


@pytest.mark.parametrize("name", [seed for seed in SEEDS if seed[0] in "TMD"])
def test_sets_and_disputed_spans_are_those_of_the_seeds(
    name: str, study: Study, seeds: dict[str, str]
) -> None:
    line = next(line for line in seeds[name].splitlines() if "**Band:**" in line)
    before, _, after = line.partition("**disputed:**")
    band = study.band(name)
    assert isinstance(band.acceptable, ValueSet)
    assert band.acceptable.values == numbers_in(before.partition("**straddles:**")[0])
    disputed = band.disputed.values if isinstance(band.disputed, ValueSet) else set()
    assert disputed == numbers_in(after)
    if "not applicable" not in before:
        straddles = study.space[band.sub_action].straddles(band.acceptable)
        assert straddles is ("**straddles:** yes" in before)


@pytest.mark.parametrize("name", SEEDS)
def test_the_clauses_are_those_of_the_seeds(name: str, study: Study, seeds: dict[str, str]) -> None:
    text = seeds[name]
    if name[0] == "P":
        # The draft shown names one clause; those of the right answer are told afterwards.
        expected = set(re.findall(r"clause `([\w-]+)`", text))
    else:
        (line,) = [line for line in text.splitlines() if line.startswith("- **Clauses:**")]
        expected = set(re.findall(r"`([\w-]+)`", line))
    assert set(study.band(name).clause_ids) == expected


@pytest.mark.parametrize("name", ["O1", "O2", "O3", "O4"])
def test_order_sets_are_those_of_the_seeds(name: str, study: Study, seeds: dict[str, str]) -> None:
    same = {
        "iv_fluids": "iv_crystalloid", "ecg": "ecg_12_lead", "ct_head": "head_ct",
        "mri_brain": "brain_mri", "ct": "ankle_ct", "mri": "ankle_mri",
    }  # fmt: skip

    def tests(label: str) -> set[str]:
        (rest,) = re.findall(rf"\*\*{label}:\*\* (.*?)(?:· \*\*|$)", seeds[name], re.MULTILINE)
        words = re.findall(r"\b[a-z]+(?:_[a-z0-9]+)*\b", re.sub(r"\([^)]*\)", "", rest))
        known = {order.test for order in study.orders}
        return {same.get(word, word) for word in words} & known

    acceptable = study.band(name).acceptable
    assert isinstance(acceptable, OrderSet)
    assert acceptable.required == tests("Required")
    assert acceptable.permitted == tests("Permitted")
    if name in ("O2", "O4"):
        outside = tests("Outside")
        assert len(outside) >= 4
        assert not outside & acceptable.allowed


@pytest.mark.parametrize("name", SEEDS)
def test_every_number_of_a_case_stands_in_its_seed(
    name: str, study: Study, seeds: dict[str, str]
) -> None:
    # A number in a case is a clinical fact: none may come from anywhere else.
    vignette = study.vignette(name)
    texts = [fact.text for fact in vignette.facts]
    texts += [vital.value for fact in vignette.facts for vital in fact.vitals]
    numbers = {number for text in texts for number in re.findall(r"\d+(?:\.\d+)?", text)}
    scales = {"10", "15"}  # "of 10" and "of 15" are the ends of scales
    assert numbers - scales <= set(re.findall(r"\d+(?:\.\d+)?", seeds[name]))


def test_all_forty_clauses_are_carried_with_how_they_were_checked(
    study: Study, clauses: list[dict[str, object]]
) -> None:
    assert [clause.id for clause in study.clauses] == [entry["id"] for entry in clauses]
    assert len(clauses) == 40
    for entry in clauses:
        clause = study.clause(str(entry["id"]))
        source = study.source(clause.source_id)
        verified, told = entry["verified"], entry["source"]
        assert isinstance(verified, dict)
        assert isinstance(told, dict)
        assert clause.summary == entry["paraphrase"]
        assert clause.confidence.value == verified["confidence"]
        assert str(entry["locator"]).startswith(clause.locator)
        assert (source.title, source.year) == (told["title"], told["year"])
        facts = entry["facts"]
        assert isinstance(facts, list)
        assert len(clause.facts) == len(facts)
        assert clause.caveat[:30] == str(entry["caveat"])[:30]
        how = str(verified["how"]).split(":")[0].split(" ")[0]
        assert clause.verified_how.lower().startswith(how.lower())


def test_a_clause_of_less_than_high_confidence_keeps_its_band_author_derived(
    study: Study,
) -> None:
    for band in study.bands:
        sure = all(study.clause(c).confidence is Confidence.HIGH for c in band.clause_ids)
        if not sure or band.id in REAL:
            assert band.level is ProvenanceLevel.AUTHOR, band.id
    levels = [band.level for band in study.bands]
    assert levels.count(ProvenanceLevel.GUIDELINE) == 10


def test_facts_of_a_later_step_never_enter_a_derivation(study: Study) -> None:
    for band in study.bands:
        step = study.space[band.sub_action].step
        known = {fact.id for fact in study.vignette(band.vignette_id).known_at(step)}
        assert set(band.uses_facts) <= known
        assert band.uses_facts
    assert {fact.id for fact in study.vignette("O3").facts} - {
        fact.id for fact in study.vignette("O3").known_at(study.space["orders"].step)
    } == {"lactate", "film", "after"}


def test_the_stone_is_known_only_if_imaging_was_ordered(study: Study) -> None:
    stone = [fact for fact in study.vignette("draft_medication_01").facts if fact.only_if]
    assert [("7 mm" in fact.text, "imaging" in str(fact.only_if)) for fact in stone] == [
        (True, True)
    ]


def test_every_band_has_a_setting_and_every_day_scale_an_end(study: Study) -> None:
    for band in study.bands:
        assert study.space.setting_of(band.sub_action, own=band.setting) is not None, band.id
        assert study.vignette(band.vignette_id).not_known_at(study.space[band.sub_action].step)
    assert study.space["followup_days"].maximum == 90
    labels = {
        name: study.space.setting_of("followup_days", own=study.band(name).setting)
        for name in ("draft_documentation_01", "D1", "D2", "D3")
    }
    assert len({setting.label for setting in labels.values() if setting}) == 4


def test_a_triage_nurse_is_wanted_for_acuity_and_for_nothing_else(study: Study) -> None:
    for band in study.bands:
        wanted = ("triage_nurse",) if band.sub_action == "esi_acuity" else ()
        assert band.required_roles == wanted


def test_seats_cover_every_band_but_the_practice_part(study: Study) -> None:
    items = {seat.code: set(seat.items) for seat in study.seats}
    assert items["GERI"] == items["EMER"] == set(REAL)
    assert set.union(*items.values()) == set(REAL + SEEDS) - {"P1", "P2", "M5"}


def test_nothing_that_blocks_publishing_is_left_unwaived(study: Study) -> None:
    hits = check_leaks(study)
    assert [hit for hit in hits if hit.blocking] == []
    # Waivers cover what cannot be avoided: pregnancy, frailty, the names of societies.
    waived = {hit.category for hit in hits if hit.waived_by and hit.place.startswith("vignettes")}
    assert waived == {"sex", "age", "ethnicity"}
    used = {hit.waived_by for hit in hits if hit.waived_by}
    assert set(study.waivers) == used


def test_practice_feedback_passes_the_right_answers_only(study: Study) -> None:
    passes = {
        band.id: band.feedback.passes for band in study.practice_bands if band.feedback is not None
    }
    assert passes == {
        "P1": (("AMEND", ValueSet.of([3])), ("AMEND", ValueSet.of([2, 3]))),
        "P2": (("AMEND", ValueSet.of([3])),),
        "M5": (("ACCEPT", None),),
    }


def test_the_order_names_of_the_published_draws_are_mapped(study: Study, shared_dir: Path) -> None:
    names: set[str] = set()
    for path in sorted((shared_dir / "data" / "fairmedagent").glob("*.csv")):
        with path.open(encoding="utf-8", newline="") as rows:
            for row in csv.DictReader(rows):
                names |= {name.strip() for name in row["orders"].split(";") if name.strip()}
    mapped = {name for order in study.orders for name in order.names}
    assert len(names) == 80
    assert names - mapped == set(study.no_order_names) - {"none"}


@pytest.fixture(scope="module")
def verdicts(study: Study) -> dict[str, VerdictFile]:
    files = [read_verdict_file(path, study) for path in demo_verdicts()]
    return {file.seat: file for file in files}


def test_the_geriatricians_published_verdicts(verdicts: dict[str, VerdictFile]) -> None:
    file = verdicts["GERI"]
    assert file.credential.specialties == ("geriatric_medicine",)
    entered = {verdict.item: verdict.judgement for verdict in file.verdicts}
    assert {name: (j.kind, j.amended) for name, j in entered.items()} == {
        "draft_triage_01": (VerdictKind.ACCEPT, None),
        "draft_ordering_01": (VerdictKind.AMEND, None),
        "draft_medication_01": (VerdictKind.AMEND, ValueSet.of([1, 3])),
        "draft_documentation_01": (VerdictKind.AMEND, ValueSet.between(1, 30)),
    }
    wording = entered["draft_ordering_01"].wording or ""
    assert all(limit in wording for limit in ("100", "20", "92 %", "reconsider"))
    assert entered["draft_ordering_01"].error_kinds == {ErrorKind.MISQUOTED}
    assert entered["draft_documentation_01"].answers[5] is Answer.WITH


def test_the_emergency_physicians_verdicts(verdicts: dict[str, VerdictFile]) -> None:
    entered = {verdict.item: verdict.judgement for verdict in verdicts["EMER"].verdicts}
    assert {name: j.kind for name, j in entered.items()} == {
        "draft_triage_01": VerdictKind.ACCEPT,
        "draft_ordering_01": VerdictKind.ACCEPT,
        "draft_medication_01": VerdictKind.AMEND,
        "draft_documentation_01": VerdictKind.DECLINE,
    }
    assert entered["draft_medication_01"].amended == ValueSet.of([1, 3])


@pytest.mark.parametrize(
    ("seat", "inside"), [("GERI", [False, False, False, True]), ("EMER", [True, True, True, False])]
)
def test_both_can_sign_as_written_and_are_in_scope_as_published(
    seat: str, inside: list[bool], study: Study, verdicts: dict[str, VerdictFile]
) -> None:
    scopes = []
    for verdict in verdicts[seat].verdicts:
        band = study.band(verdict.item)
        scope = scope_of(
            study.space, band.sub_action, verdicts[seat].credential, setting=band.setting
        )
        scopes.append(scope.inside)
        summary = study.clause(band.clause_ids[0]).summary
        found = problems(verdict.judgement, band, summary=summary, inside_scope=scope.inside)
        assert [problem for problem in found if problem.blocking] == []
    assert scopes == inside
