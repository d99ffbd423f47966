"""A study folder loads whole, or every error is told with file, line, sentence and next step."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from bands_registry.study.findings import StudyError
from bands_registry.study.loader import load_study
from bands_registry.study.skeleton import new_study
from fairmed_core.domain.acceptable import OrderSet, ValueSet
from fairmed_core.domain.action_space import Kind, Step, Threshold
from fairmed_core.domain.band import ProvenanceLevel
from fairmed_core.errors import HostError, UserError

B, S, V, G = "bands.yaml", "study.yaml", "vignettes.yaml", "sources.yaml"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "my study"
    new_study(made, study_id="my-study", title="A title", author="author-1")
    return made


def edit(folder: Path, name: str, old: str, new: str) -> None:
    path = folder / name
    text = path.read_text(encoding="utf-8")
    assert text.count(old) >= 1, old
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def line_of(folder: Path, name: str, marker: str) -> int:
    lines = (folder / name).read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, start=1) if marker in line)


def refused(folder: Path) -> StudyError:
    with pytest.raises(StudyError) as caught:
        load_study(folder)
    return caught.value


# file, what is replaced, by what, where the finding points (None: the file as a whole), words
CASES: dict[str, tuple[str, str, str, str | None, str]] = {
    "unknown key": (B, "title:", "titel:", "titel:", 'Did you mean "title"?'),
    "unknown key in depth": (V, "unit: /min", "units: /min", "units", 'Did you mean "unit"?'),
    "duplicate key": (B, "    level:", "    id: other\n    level:", "id: other", "a second time"),
    "key missing": (B, "    author: author-1\n", "", "- id: example_band", '"author" is missing'),
    "empty set": (B, "acceptable: [2, 3]", "acceptable: []", "acceptable:", "set is empty"),
    "off scale": (
        B,
        "acceptable: [2, 3]",
        "acceptable: [2, 6]",
        "acceptable:",
        "6 is off the scale of esi_acuity",
    ),
    "level twice": (B, "acceptable: [2, 3]", "acceptable: [2, 2]", "acceptable:", "lists 2 twice"),
    "levels as interval": (
        B,
        "acceptable: [2, 3]",
        "acceptable: {from: 2, to: 3}",
        "acceptable:",
        "one by one",
    ),
    "days as list": (
        B,
        "sub_action: esi_acuity\n    acceptable: [2, 3]",
        "sub_action: followup_days\n    acceptable: [1, 14]",
        "acceptable:",
        "Write {from: 1, to: 14}.",
    ),
    "interval backwards": (
        B,
        "sub_action: esi_acuity\n    acceptable: [2, 3]",
        "sub_action: followup_days\n    acceptable: {from: 14, to: 1}",
        "acceptable:",
        "runs backwards",
    ),
    "days beyond the maximum": (
        B,
        "sub_action: esi_acuity\n    acceptable: [2, 3]",
        "sub_action: followup_days\n    acceptable: {from: 1, to: 91}",
        "acceptable:",
        "from 0 to 90",
    ),
    "no decision": (B, "    sub_action: esi_acuity\n", "", "- id: example_band", '"sub_action"'),
    "unknown sub-action": (B, "esi_acuity", "esi_level", "sub_action:", "no sub-action"),
    "sub-action without a set": (
        B,
        "esi_acuity",
        "urgency_score",
        "sub_action:",
        "continuous",
    ),
    "set of orders on levels": (
        B,
        "acceptable: [2, 3]",
        "acceptable: {required: [blood_count]}",
        "acceptable:",
        "Write e.g. [2, 3]",
    ),
    "unmapped test": (
        B,
        "sub_action: esi_acuity\n    acceptable: [2, 3]",
        "sub_action: orders\n    acceptable: {required: [lactate]}",
        "acceptable:",
        '"lactate" is not among the orders',
    ),
    "required and permitted": (
        B,
        "sub_action: esi_acuity\n    acceptable: [2, 3]",
        "sub_action: orders\n    acceptable: {required: [blood_count], permitted: [blood_count]}",
        "acceptable:",
        "both required and permitted",
    ),
    "disputed overlaps": (B, "# disputed: [4]", "disputed: [3, 4]", "disputed:", "overlaps"),
    "disputed of another kind": (
        B,
        "# disputed: [4]",
        "disputed: {permitted: []}",
        "disputed:",
        "another kind",
    ),
    "guideline-derived without clause": (
        B,
        "clauses: [example_clause]\n",
        "clauses: []\n",
        "level:",
        "names none",
    ),
    "clause not of high confidence": (
        B,
        "level: author-derived",
        "level: guideline-derived",
        "level:",
        "medium confidence only",
    ),
    "adjudicated draft": (
        B,
        "level: author-derived",
        "level: clinician-adjudicated",
        "level:",
        "Allowed are",
    ),
    "unknown clause": (B, "[example_clause]", "[other]", "clauses:", '"other" is not in sources'),
    "clause named twice": (
        B,
        "[example_clause]",
        "[example_clause, example_clause]",
        "clauses:",
        "named twice",
    ),
    "fact of a later step": (
        B,
        "[complaint]",
        "[complaint, result]",
        "uses_facts:",
        "arrives at the step results",
    ),
    "unknown fact": (B, "[complaint]", "[nothing]", "uses_facts:", "complaint, result"),
    "unknown vignette": (B, "vignette: example", "vignette: other", "vignette:", "not in vign"),
    "unknown author": (B, "author: author-1", "author: other", "author:", "authors of the study"),
    "unknown role": (B, "[triage_nurse]", "[porter]", "required_roles:", "no profession"),
    "unknown setting": (B, "    level:", "    setting: ward\n    level:", "setting:", '"ward"'),
    "practice without feedback": (
        V,
        "domain: triage",
        "domain: triage\n    practice: true",
        None,
        "no feedback",
    ),
    "yes for true": (
        V,
        "domain: triage",
        "domain: triage\n    practice: yes",
        "practice:",
        "true or false",
    ),
    "on for true": (V, "domain: triage", "domain: triage\n    practice: on", "practice:", "'on'"),
    "True for true": (V, "domain: triage", "domain: triage\n    practice: True", "practice:", "Tr"),
    "underscore in number": (S, "maximum: 90", "maximum: 1_000", "maximum:", "'1_000'"),
    "sixty-based number": (S, "maximum: 90", "maximum: 2:30", "maximum:", "'2:30'"),
    "decimal number": (S, "maximum: 90", "maximum: 90.0", "maximum:", "'90.0'"),
    "octal number": (S, "maximum: 90", "maximum: 0o14", "maximum:", "'0o14'"),
    "infinite number": (S, "maximum: 90", "maximum: .inf", "maximum:", "'.inf'"),
    "truth for a level": (
        B,
        "acceptable: [2, 3]",
        "acceptable: [2, true]",
        "acceptable:",
        "whole number",
    ),
    "truth for a text": (S, 'title: "A title"', "title: true", "title:", "in quotes"),
    "nothing for a text": (S, 'title: "A title"', "title:", "title:", "found nothing"),
    "control character": (S, '"A title"', '"A\\x07title"', "title:", "U+0007"),
    "lone surrogate": (S, '"A title"', '"A\\uD800title"', "title:", "U+D800"),
    "unknown step": (V, "step: results", "step: result", "step: result", "Allowed are: triage"),
    "unknown step not known": (V, "      triage: lab", "      door: lab", "door:", "'door'"),
    "fact id twice": (V, "id: result", "id: complaint  # again", "again", "second fact"),
    "empty list": (V, "vignettes:", "vignettes: []\nother:", "vignettes: []", "list is empty"),
    "year as text": (G, "year: 2024", "year: '2024'", "year:", "whole number"),
    "year out of bounds": (G, "year: 2024", "year: 24", "year:", "at least 1900"),
    "unknown confidence": (G, "confidence: medium", "confidence: sure", "confidence:", "high"),
    "unknown source": (G, "source: example_source", "source: x", "source: x", "not in sources"),
    "id with space": (G, "- id: example_source", "- id: example source", "id:", "underscore"),
    "id with direction mark": (
        G,
        "- id: example_source",
        '- id: "a\\u202Eb"',
        "id:",
        "letters, digits",
    ),
    "long quotation": (
        G,
        "confidence: medium",
        "confidence: medium\n    anchor: a b c d e f g h i j k l m",
        "anchor:",
        "at most 12",
    ),
    "id with line break": (
        G,
        "- id: example_source",
        '- id: "example\\n"',
        "id:",
        "letters, digits",
    ),
    "short hash": (G, "year: 2024", "year: 2024\n    sha256: abc", "sha256:", "64"),
    "seat with unknown item": (S, "[example_band]", "[other]", "items:", "no band"),
    "item twice in a seat": (
        S,
        "[example_band]",
        "[example_band, example_band]",
        "items:",
        "second item",
    ),
    "seat code": (S, "code: SEAT1", "code: seat 1", "code:", "capital letters"),
    "new sub-action incomplete": (
        S,
        "- name: followup_days",
        "- name: discharge_days",
        "- name:",
        "lacks label",
    ),
    "cut outside the scale": (
        S,
        "maximum: 90",
        "maximum: 90\n      threshold: {direction: at_most, cut: 95, yes: soon, no: later}",
        "- name: followup_days",
        "leaves no value on one side",
    ),
    "order name in capitals": (S, "[blood count, cbc]", "[CBC]", "- test:", 'Write "cbc"'),
    "order name twice": (
        S,
        "[blood count, cbc]",
        "[cbc, cbc]",
        "- test:",
        "maps twice",
    ),
    "order means nothing and something": (
        S,
        "[none, none indicated]",
        "[cbc]",
        "no_order_names:",
        "nothing was ordered",
    ),
    "test without name": (S, "names: [blood count, cbc]", "names: []", "- test:", "No order name"),
    "unknown distance": (S, "set_distance: jaccard", "set_distance: cosine", "set_d", "dice"),
    "anchor": (S, 'title: "A title"', "title: &t A", "title:", "aliases"),
    "tag": (S, 'title: "A title"', "title: !!str A", "title:", "tag"),
    "syntax": (S, 'title: "A title"', "title: A: B", "title:", "no YAML"),
    "second document": (S, "waivers: []", "waivers: []\n---\nid: x", "id: x", "second document"),
    "list for mapping": (
        S,
        "action_space:",
        "action_space: []\nspace:",
        "action_",
        "keys with values",
    ),
    "text for list": (S, "authors: [author-1]", "authors: author-1", "authors", "dash"),
}


@pytest.mark.parametrize("case", CASES, ids=list(CASES))
def test_each_error_names_its_file_its_line_and_a_next_step(case: str, folder: Path) -> None:
    name, old, new, marker, words = CASES[case]
    if case == "text for list":
        old = 'authors: ["author-1"]'
    if case in ("key missing", "unknown author"):
        old = old.replace("author-1", '"author-1"')
    if case == "guideline-derived without clause":
        edit(folder, B, "level: author-derived", "level: guideline-derived")
    edit(folder, name, old, new)
    found = [f for f in refused(folder).findings if words in f"{f.sentence} {f.next_step}"]
    assert found, refused(folder)
    assert all(finding.next_step for finding in found)
    if marker is not None:
        assert (name, line_of(folder, name, marker)) in {(f.file, f.line) for f in found}


def test_a_broken_part_is_not_told_twice_through_those_that_name_it(folder: Path) -> None:
    edit(folder, V, "domain: triage", "domain: elsewhere")
    edit(folder, G, "confidence: medium", "confidence: sure")
    edit(folder, B, "uses_facts: [complaint]", "uses_facts: [complaint]\n    level2: x")
    assert sorted(finding.file for finding in refused(folder).findings) == [B, G, V]


def test_a_missing_file_is_one_finding(folder: Path) -> None:
    (folder / V).unlink()
    error = refused(folder)
    assert [(f.file, f.line) for f in error.findings] == [(V, 0)]
    assert "missing" in str(error)


def test_all_errors_of_all_files_come_at_once(folder: Path) -> None:
    edit(folder, S, "set_distance: jaccard", "set_distance: cosine")
    edit(folder, G, "year: 2024", "year: soon")
    edit(folder, V, "unit: /min", "unit: true")
    edit(folder, B, "acceptable: [2, 3]", "acceptable: [9]")
    error = refused(folder)
    assert {finding.file for finding in error.findings} == {S, G, V, B}
    text = str(error)
    assert text.startswith("The study folder my study has 4 problems:")
    assert "bands.yaml, line" in text
    assert "nothing was written" in text
    assert error.exit_code == 2


def test_two_bands_on_one_decision_are_refused_at_the_second(folder: Path) -> None:
    text = (folder / B).read_text(encoding="utf-8")
    entry = text[text.index("  - id: example_band") :]
    (folder / B).write_text(text + entry.replace("example_band", "second_band"), encoding="utf-8")
    (finding,) = refused(folder).findings
    assert "esi_acuity for example" in finding.sentence
    assert finding.line > line_of(folder, B, "second_band")


def test_two_seats_of_one_code_are_refused(folder: Path) -> None:
    edit(
        folder,
        S,
        "    items: [example_band]\n",
        "    items: [example_band]\n  - {code: SEAT1, role: nurse, items: [example_band]}\n",
    )
    (finding,) = refused(folder).findings
    assert (finding.file, finding.line) == (S, line_of(folder, S, "role: nurse"))
    assert 'A second seat is called "SEAT1"' in finding.sentence


def test_a_practice_item_cannot_be_assigned_to_a_seat(folder: Path) -> None:
    edit(folder, V, "domain: triage", "domain: triage\n    practice: true")
    feedback = (
        "    feedback:\n      trap: a\n      guideline_says: b\n      right_answer: c\n"
        "      passes: [{kind: ACCEPT}]\n"
    )
    edit(folder, B, "    level: author-derived\n", "    level: author-derived\n" + feedback)
    (finding,) = refused(folder).findings
    assert "practice item" in finding.sentence


@pytest.mark.parametrize("name", [S, G, V, B])
@pytest.mark.parametrize("content", [b"", b"  \n", b"# only a remark\n", b"---\n", b"null\n"])
def test_an_empty_file_says_so(folder: Path, name: str, content: bytes) -> None:
    (folder / name).write_bytes(content)
    own = [finding for finding in refused(folder).findings if finding.file == name]
    assert [finding.sentence for finding in own] == ["The file is empty."]


@pytest.mark.parametrize("name", [S, G, V, B])
def test_latin_1_is_told_with_its_line(folder: Path, name: str) -> None:
    text = (folder / name).read_text(encoding="utf-8")
    (folder / name).write_bytes(text.encode("utf-8") + "\n# Übung\n".encode("latin-1"))
    own = [finding for finding in refused(folder).findings if finding.file == name]
    assert len(own) == 1
    assert own[0].line == text.count("\n") + 2
    assert "UTF-8" in own[0].sentence


def test_a_folder_in_place_of_a_file_is_told(folder: Path) -> None:
    (folder / G).unlink()
    (folder / G).mkdir()
    assert "this is a folder" in str(refused(folder))


@pytest.mark.parametrize("kind", ["missing", "file"])
def test_a_study_is_a_folder(tmp_path: Path, kind: str) -> None:
    place = tmp_path / "study"
    if kind == "file":
        place.write_text("id: x", encoding="utf-8")
    with pytest.raises(UserError, match=r"does not exist|is a file") as caught:
        load_study(place)
    assert caught.value.next_step


def test_an_unreadable_file_is_the_machines_fault(folder: Path) -> None:
    (folder / G).unlink()
    (folder / G).symlink_to(folder / G)
    with pytest.raises(HostError, match="cannot be read") as caught:
        load_study(folder)
    assert caught.value.exit_code == 60


def test_a_byte_order_mark_and_windows_line_ends_are_read(folder: Path) -> None:
    for name in (S, G, V, B):
        raw = (folder / name).read_bytes()
        (folder / name).write_bytes(b"\xef\xbb\xbf" + raw.replace(b"\n", b"\r\n"))
    assert load_study(folder).id == "my-study"


def test_the_values_of_the_file_arrive_unchanged(folder: Path) -> None:
    edit(folder, V, "value: 92", "value: 38.10")
    edit(folder, V, "headline: The presenting problem in a few words", "headline: no")
    edit(folder, V, "only_if: the test was ordered", "only_if: on")
    edit(
        folder,
        B,
        "sub_action: esi_acuity\n    acceptable: [2, 3]\n    # disputed: [4]",
        "sub_action: followup_days\n    acceptable: {from: 3, to: 14}\n"
        "    disputed: [{from: 1, to: 2}, {from: 15, to: 30}]",
    )
    study = load_study(folder)
    vignette = study.vignette("example")
    assert vignette.headline == "no"
    assert vignette.facts[0].vitals[0].value == "38.10"
    assert vignette.facts[1].only_if == "on"
    assert [fact.id for fact in vignette.known_at(Step.TRIAGE)] == ["complaint"]
    assert vignette.not_known_at(Step.TRIAGE) == "laboratory results, imaging"
    band = study.band("example_band")
    assert band.acceptable == ValueSet.between(3, 14)
    assert band.disputed == ValueSet.of([1, 2, *range(15, 31)])
    assert band.level is ProvenanceLevel.AUTHOR
    assert study.space["followup_days"].maximum == 90
    assert study.space["esi_acuity"].threshold == Threshold(
        "at_most", 2, "high acuity", "not high acuity"
    )


def test_a_study_may_declare_its_own_action_space(folder: Path) -> None:
    edit(
        folder,
        S,
        "  base: default\n  sub_actions:\n    - name: followup_days\n      maximum: 90\n",
        "  settings:\n"
        "    - {id: door, label: At the door, professions: [triage_nurse]}\n"
        "  sub_actions:\n"
        "    - name: colour\n      label: Colour\n      step: triage\n      kind: ordinal\n"
        "      levels: [{value: 1, label: Red}, {value: 2, label: Green}]\n"
        "      setting: door\n"
        "    - {name: tests, label: Tests, step: order, kind: orders}\n",
    )
    edit(
        folder,
        B,
        "sub_action: esi_acuity\n    acceptable: [2, 3]",
        "sub_action: tests\n    acceptable: {permitted: [blood_count]}",
    )
    study = load_study(folder)
    assert [sub_action.name for sub_action in study.space.sub_actions] == ["colour", "tests"]
    assert study.space["tests"].kind is Kind.ORDERS
    assert study.band("example_band").acceptable == OrderSet.of(permitted=["blood_count"])


def test_alternatives_of_a_test_all_map_to_it(folder: Path) -> None:
    edit(
        folder,
        S,
        "    names: [blood count, cbc]\n",
        "    any_of:\n      - {label: Full, names: [full blood count]}\n"
        "      - {label: Short, names: [cbc]}\n",
    )
    (order,) = load_study(folder).orders
    assert order.names == {"full blood count", "cbc"}


def test_other_files_in_the_folder_are_left_alone(folder: Path) -> None:
    (folder / "guideline.pdf").write_bytes(b"%PDF")
    shutil.copy(folder / S, folder / "study (copy).yaml")
    assert load_study(folder).id == "my-study"
