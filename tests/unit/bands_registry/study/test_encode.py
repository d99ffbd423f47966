"""Study parts as canonical dicts: the same study comes back, and nothing else is accepted."""

from __future__ import annotations

import copy
import dataclasses
import json
import unicodedata
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bands_registry.guidelines import demo_study_folder
from bands_registry.study.encode import (
    acceptable_from_json,
    acceptable_json,
    band_json,
    clause_json,
    source_json,
    study_from_json,
    study_to_json,
    sub_action_json,
    vignette_json,
)
from bands_registry.study.loader import load_study
from fairmed_core.domain.acceptable import AcceptableSet, OrderSet, ValueSet
from fairmed_core.domain.showings import Repeats
from fairmed_core.domain.study import Study
from fairmed_core.errors import UserError

LARGEST = 2**53 - 1


@pytest.fixture(scope="module")
def study() -> Study:
    return load_study(demo_study_folder())


@pytest.fixture
def encoded(study: Study) -> dict[str, object]:
    return copy.deepcopy(study_to_json(study))


def leaves(value: object) -> Iterator[object]:
    if isinstance(value, dict):
        for key, inner in value.items():
            assert isinstance(key, str)
            assert key.isascii()
            yield from leaves(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from leaves(inner)
    else:
        yield value


def test_a_study_comes_back_equal_also_through_json_text(study: Study) -> None:
    assert study_from_json(json.loads(json.dumps(study_to_json(study)))) == study


def test_only_values_that_canonical_json_writes_in_one_way(study: Study) -> None:
    for value in leaves(study_to_json(study)):
        assert isinstance(value, str | int), value
        if isinstance(value, str):
            assert value == unicodedata.normalize("NFC", value)
        elif not isinstance(value, bool):
            assert abs(value) <= LARGEST


@pytest.mark.parametrize(
    ("acceptable", "expected"),
    [
        (ValueSet.of([3, 1]), {"levels": [1, 3]}),
        (ValueSet.of([]), {"levels": []}),
        (ValueSet.between(0, 1), {"levels": [0, 1]}),
        (ValueSet.between(1, 30), {"spans": [[1, 30]]}),
        (ValueSet.of([*range(1, 8), *range(15, 29)]), {"spans": [[1, 7], [15, 28]]}),
        (
            OrderSet.of(required=["lactate"], permitted=["ecg", "blood_count"]),
            {"required": ["lactate"], "permitted": ["blood_count", "ecg"]},
        ),
    ],
)
def test_sets_are_written_sorted(acceptable: AcceptableSet, expected: dict[str, object]) -> None:
    assert acceptable_json(acceptable) == expected
    assert acceptable_from_json(expected) == acceptable


names = st.frozensets(st.sampled_from([f"test{n}" for n in range(8)]))


@given(
    st.frozensets(st.integers(-400, 400), max_size=60).map(ValueSet)
    | st.tuples(names, names).map(lambda two: OrderSet(two[0], two[1] - two[0]))
)
def test_every_set_comes_back(acceptable: AcceptableSet) -> None:
    assert acceptable_from_json(json.loads(json.dumps(acceptable_json(acceptable)))) == acceptable


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        [1, 2],
        None,
        "levels",
        {"levels": [3, 1]},
        {"levels": [1, 1]},
        {"levels": [1.0]},
        {"levels": [True]},
        {"levels": ["1"]},
        {"levels": [2**53]},
        {"levels": list(range(11))},
        {"levels": [1], "spans": []},
        {"spans": [[1, 3]]},
        {"spans": [[1, 20], [21, 30]]},
        {"spans": [[20, 1]]},
        {"spans": [[1, 20], [15, 30]]},
        {"spans": [[1, 20, 30]]},
        {"spans": [[1, 10**12]]},
        {"required": ["a"]},
        {"required": ["b", "a"], "permitted": []},
        {"required": ["a"], "permitted": ["a"]},
        {"required": [1], "permitted": []},
        {"from": 1, "to": 30},
    ],
)
def test_any_other_form_of_a_set_is_a_plain_error(wrong: dict[str, object]) -> None:
    with pytest.raises(UserError) as caught:
        acceptable_from_json(wrong)
    assert caught.value.sentence
    assert caught.value.next_step


def test_parts_hold_what_a_signature_must_cover(study: Study) -> None:
    band = study.band("draft_documentation_01")
    assert band_json(band) == {
        "id": "draft_documentation_01",
        "title": band.title,
        "vignette": "draft_documentation_01",
        "sub_action": "followup_days",
        "acceptable": {"spans": [[1, 14]]},
        "disputed": {"spans": [[15, 30]]},
        "clauses": ["ada-2024-discharge-followup", "hyperglycaemic-crises-2024-followup"],
        "reasoning": band.reasoning,
        "uses_facts": ["episode", "recurrent", "resolving"],
        "level": "author-derived",
        "required_roles": [],
        "author": "author-1",
    }
    assert sub_action_json(study.space["esi_acuity"])["threshold"] == {
        "direction": "at_most",
        "cut": 2,
        "yes": "high acuity",
        "no": "not high acuity",
    }
    assert vignette_json(study.vignette("draft_triage_01"))["not_known"]
    clause = study.clause("esi5-d-adult-vitals")
    assert source_json(study.source(clause.source_id))["year"] == 2023
    assert clause_json(clause)["caveat"] == clause.caveat


@pytest.mark.parametrize("field", [f.name for f in dataclasses.fields(Study) if f.name != "space"])
def test_every_field_of_a_study_is_carried(study: Study, field: str) -> None:
    value = getattr(study, field)
    changed = {
        str: "other",
        int: 7,
        tuple: value[1:] if isinstance(value, tuple) else (),
        frozenset: frozenset({"nothing at all"}),
        type(None): Repeats(20, 7),
    }[type(value)]
    assert study_to_json(dataclasses.replace(study, **{field: changed})) != study_to_json(study)


def test_decomposed_letters_are_written_composed(study: Study) -> None:
    decomposed = dataclasses.replace(study, title=unicodedata.normalize("NFD", "Übung"))
    assert study_to_json(decomposed)["title"] == "Übung"


def test_a_later_optional_field_leaves_older_bytes_alone(study: Study) -> None:
    assert "setting" not in band_json(study.band("T1"))
    assert band_json(study.band("D1"))["setting"] == "followup_heart_failure"
    assert "repeats" not in study_to_json(study)


def test_a_broken_rule_is_found_in_a_pack_too(encoded: dict[str, object]) -> None:
    bands = encoded["bands"]
    assert isinstance(bands, list)
    bands[0]["uses_facts"] = ["nowhere"]
    with pytest.raises(UserError, match="no fact") as caught:
        study_from_json(encoded)
    assert caught.value.place == "bands, item 1, uses_facts, item 1"


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("version", True),
        ("version", 1.0),
        ("version", 0),
        ("version", 2**53),
        ("title", "  A title"),
        ("title", "U\u0308bung"),
        ("title", "a\u0000b"),
        ("title", "\ud800"),
        ("title", None),
        ("title", 7),
        ("language", "english"),
        ("authors", "author-1"),
        ("authors", {}),
        ("bands", []),
        ("action_space", {"base": "default"}),
        ("no_order_names", ["none", "none"]),
        ("no_order_names", ["none indicated", "none"]),
        ("unknown", 1),
    ],
)
def test_a_pack_in_another_form_is_refused(
    encoded: dict[str, object], key: str, value: object
) -> None:
    encoded[key] = value
    with pytest.raises(UserError):
        study_from_json(encoded)


def test_forms_of_study_files_are_no_forms_of_packs(encoded: dict[str, object]) -> None:
    bands = encoded["bands"]
    assert isinstance(bands, list)
    bands[0]["acceptable"] = [2]
    with pytest.raises(UserError, match="canonical"):
        study_from_json(encoded)
