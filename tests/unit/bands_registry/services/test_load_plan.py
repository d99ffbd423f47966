"""Plans carry the hash of what was written; a new one passes every check."""

from __future__ import annotations

from hashlib import sha256
from json import dumps
from pathlib import Path

import pytest

from bands_registry.services.load_plan import load_plan, new_plan
from fairmed_core.errors import UserError

PLAN = """\
title: Ein Plan für zwei
reference: ref
conditions: [mujer_ñ]
attributes:
  ref: {sex: man}
  mujer_ñ: {sex: woman}
set_distance: jaccard
resamples: 400
seed: 7
shared_seeds: false
decoding: not recorded
"""


def test_the_hash_can_be_taken_by_hand(tmp_path: Path) -> None:
    path = tmp_path / "plan.yaml"
    path.write_text(PLAN, encoding="utf-8")
    content = {
        "title": "Ein Plan für zwei",
        "reference": "ref",
        "conditions": ["mujer_ñ"],
        "attributes": [
            {"condition": "mujer_ñ", "descriptor": {"sex": "woman"}},
            {"condition": "ref", "descriptor": {"sex": "man"}},
        ],
        "set_distance": "jaccard",
        "resamples": 400,
        "seed": 7,
        "shared_seeds": False,
        "decoding": "not recorded",
        "value_maps": [],
    }
    spelled = dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    assert load_plan(path).sha256 == sha256(spelled.encode()).hexdigest()


def test_a_new_plan_loads_and_is_never_written_over(tmp_path: Path) -> None:
    path = tmp_path / "plan.yaml"
    made = new_plan(path, reference="ref", conditions=["one: two", "#3"])
    assert made == load_plan(path)
    assert made.conditions == ("one: two", "#3")
    before = path.read_bytes()
    with pytest.raises(UserError, match="stands there already"):
        new_plan(path, reference="ref", conditions=["one"])
    assert path.read_bytes() == before


@pytest.mark.parametrize("names", [[], ["ref"], ["a", "a"], ['a"b'], ["a\nb"], ["a$b"], [""]])
def test_names_that_cannot_be_written(tmp_path: Path, names: list[str]) -> None:
    with pytest.raises(UserError):
        new_plan(tmp_path / "plan.yaml", reference="ref", conditions=names)
    assert not (tmp_path / "plan.yaml").exists()
