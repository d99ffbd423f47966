"""Verdict files: judgements fit for their bands, or every error with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from bands_registry.guidelines import demo_study_folder, demo_verdicts
from bands_registry.study.findings import StudyError
from bands_registry.study.loader import load_study
from bands_registry.study.verdict_file import read_verdict_file
from fairmed_core.domain.acceptable import OrderSet, ValueSet
from fairmed_core.domain.study import Study
from fairmed_core.domain.verdict import Answer, DeclineReason, ErrorKind, VerdictKind

HEAD = """\
credential:
  profession: physician
  specialties: [acute_care, general_medicine]
  jurisdiction: DE
  years: 3-5
seat: ACUT
verdicts:
"""


@pytest.fixture(scope="module")
def study() -> Study:
    return load_study(demo_study_folder())


@pytest.fixture
def write(tmp_path: Path) -> Path:
    return tmp_path / "verdicts.yaml"


def test_the_values_arrive(study: Study, write: Path) -> None:
    write.write_text(
        HEAD
        + "  - item: O2\n    kind: AMEND\n    answers: {1: yes, 2: no, 5: with}\n"
        + "    notes: {2: Which rule?}\n"
        + "    amended: {permitted: [crutches, ankle_radiograph]}\n"
        + "    wording: My words.\n    error_kinds: [too_wide, too_narrow]\n    reason: Because.\n"
        + "    scope_acknowledged: true\n"
        + "  - item: D1\n    kind: AMEND\n    amended: {from: 2, to: 14}\n"
        + "  - item: M1\n    kind: AMEND\n    amended: {levels: []}\n"
        + "  - item: T1\n    kind: DECLINE\n    decline_reason: vignette_insufficient\n",
        encoding="utf-8",
    )
    file = read_verdict_file(write, study)
    assert file.seat == "ACUT"
    assert file.credential.specialties == ("acute_care", "general_medicine")
    assert file.credential.years == "3-5"
    first, second, third, fourth = (verdict.judgement for verdict in file.verdicts)
    assert [verdict.item for verdict in file.verdicts] == ["O2", "D1", "M1", "T1"]
    assert first.answers == {1: Answer.YES, 2: Answer.NO, 5: Answer.WITH}
    assert first.notes == {2: "Which rule?"}
    assert first.amended == OrderSet.of(permitted=["crutches", "ankle_radiograph"])
    assert (first.wording, first.reason) == ("My words.", "Because.")
    assert first.error_kinds == {ErrorKind.TOO_WIDE, ErrorKind.TOO_NARROW}
    assert first.scope_acknowledged
    assert second.amended == ValueSet.between(2, 14)
    assert third.amended == ValueSet.of([])
    assert fourth.kind is VerdictKind.DECLINE
    assert fourth.decline_reason is DeclineReason.INSUFFICIENT
    assert not fourth.scope_acknowledged


T1 = "  - item: T1\n    kind: ACCEPT\n"

CASES: dict[str, tuple[str, int, str]] = {
    "unknown item": ("  - item: T9\n    kind: ACCEPT\n", 8, 'no item "T9"'),
    "another seat's item": (
        "  - item: draft_triage_01\n    kind: ACCEPT\n", 8, "The seat ACUT has no item",
    ),
    "judged twice": (T1 + T1, 10, "judged twice"),
    "unknown kind": ("  - item: T1\n    kind: MAYBE\n", 9, "ACCEPT"),
    "kind missing": ("  - item: T1\n", 8, '"kind" is missing'),
    "truth for an answer": (T1 + "    answers: {1: true}\n", 10, "cannot be true"),
    "question 7": (T1 + "    answers: {7: yes}\n", 10, "1, 2, 3, 4, 5 or 6"),
    "answer of another question": (T1 + "    answers: {1: with}\n", 10, "cannot be answered"),
    "span not in dispute": (T1 + "    answers: {5: without}\n", 10, "Allowed: not_needed"),
    "off scale": (T1 + "    amended: [2, 7]\n", 10, "off the scale"),
    "days as list": (
        "  - item: D1\n    kind: AMEND\n    amended: [1, 30]\n", 10, "{from: 1, to: 30}",
    ),
    "unmapped test": (
        "  - item: O2\n    kind: AMEND\n    amended: {required: [xray]}\n", 10, '"xray"',
    ),
    "unknown error kind": (T1 + "    error_kinds: [wrong]\n", 10, "too_wide"),
    "unknown key": (T1 + "    verdict: x\n", 10, "not known"),
    "duplicate key": (T1 + "    kind: AMEND\n", 10, "second time"),
    "no verdict": ("  []\n", 7, "at least one"),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=list(CASES))
def test_each_error_has_its_line(case: str, study: Study, write: Path) -> None:
    body, line, words = CASES[case]
    write.write_text(HEAD + body, encoding="utf-8")
    with pytest.raises(StudyError) as caught:
        read_verdict_file(write, study)
    (finding,) = caught.value.findings
    assert (finding.file, finding.line) == ("verdicts.yaml", line)
    assert words in f"{finding.sentence} {finding.next_step}"
    assert str(caught.value).startswith("The verdict file verdicts.yaml has 1 problem:")


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("profession: physician", "profession: wizard", "no profession"),
        ("[acute_care, general_medicine]", "[magic]", "no specialty"),
        ("[acute_care, general_medicine]", "[]", "list is empty"),
        ("years: 3-5", "years: 4", "21+"),
        ("seat: ACUT", "seat: NONE", "GERI, EMER, ACUT"),
        ("seat: ACUT\n", "", '"seat" is missing'),
    ],
)
def test_credential_and_seat_are_checked(
    study: Study, write: Path, old: str, new: str, words: str
) -> None:
    write.write_text((HEAD + T1).replace(old, new), encoding="utf-8")
    with pytest.raises(StudyError) as caught:
        read_verdict_file(write, study)
    assert words in str(caught.value)


@pytest.mark.parametrize("kind", ["missing", "folder", "empty", "latin-1"])
def test_a_file_that_is_none_is_told(study: Study, write: Path, kind: str) -> None:
    if kind == "folder":
        write.mkdir()
    elif kind == "empty":
        write.write_bytes(b"")
    elif kind == "latin-1":
        write.write_bytes((HEAD + T1 + "    reason: für\n").encode("latin-1"))
    with pytest.raises(StudyError) as caught:
        read_verdict_file(write, study)
    assert len(caught.value.findings) == 1


def test_the_bundled_files_are_read_for_their_seats(study: Study) -> None:
    assert [read_verdict_file(path, study).seat for path in demo_verdicts()] == ["GERI", "EMER"]
