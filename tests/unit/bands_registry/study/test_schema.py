"""The JSON Schemas accept the bundled study and refuse what an editor should underline."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from bands_registry.guidelines import demo_study_folder
from bands_registry.study.schema import json_schema
from bands_registry.study.yaml_source import read_yaml

NAMES = ["study.yaml", "sources.yaml", "vignettes.yaml", "bands.yaml"]


def bundled(name: str) -> Any:
    return copy.deepcopy(read_yaml(demo_study_folder() / name).data)


def errors(name: str, data: object) -> list[str]:
    return [error.message for error in Draft202012Validator(json_schema()[name]).iter_errors(data)]


def test_there_is_a_schema_for_each_file() -> None:
    schemas = json_schema()
    assert list(schemas) == NAMES
    for schema in schemas.values():
        Draft202012Validator.check_schema(schema)


@pytest.mark.parametrize("name", NAMES)
def test_the_bundled_study_fits(name: str) -> None:
    assert errors(name, bundled(name)) == []


@pytest.mark.parametrize("name", NAMES)
def test_an_unknown_key_does_not_fit(name: str) -> None:
    assert errors(name, {**bundled(name), "unknown": 1})


@pytest.mark.parametrize(
    "acceptable", [[], ["2"], [2, 2], {"from": 1}, {"from": 1, "to": 2, "by": 1}, {}, "2-3", 2]
)
def test_a_wrong_set_does_not_fit(acceptable: object) -> None:
    data = bundled("bands.yaml")
    data["bands"][0]["acceptable"] = acceptable
    assert errors("bands.yaml", data)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("id", "with space"),
        ("level", "clinician-adjudicated"),
        ("required_roles", ["porter"]),
        ("title", ""),
        ("clauses", "one"),
    ],
)
def test_a_wrong_value_does_not_fit(key: str, value: object) -> None:
    data = bundled("bands.yaml")
    data["bands"][0][key] = value
    assert errors("bands.yaml", data)


def test_an_empty_list_does_not_fit() -> None:
    assert errors("vignettes.yaml", {"vignettes": []})
