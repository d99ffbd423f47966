"""Plan files: as strict as a study, every error at once with its line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bands_registry.study.findings import StudyError
from bands_registry.study.plan_file import PlanFile, read_plan_file
from fairmed_core.analysis.gates import Gates
from fairmed_core.analysis.plan import Family, ForcedArms, Pair
from fairmed_core.domain.action_space import Threshold
from fairmed_core.errors import UserError

PLAN = """\
title: A plan
reference: ref
conditions: [black_woman, lep]
attributes:
  ref: {race: white, sex: man, language: english}
  black_woman: {race: black, sex: woman, language: english}
  lep: {race: white, sex: man, language: limited_english}
set_distance: jaccard
resamples: 400
seed: 7
shared_seeds: false
decoding: temperature 0.7
"""
REST = """\
contrasts: [{condition: lep, reference: black_woman}]
controls: {re_render: r, sham_attribute: s, rare_token: t}
ages: [34, 71]
thresholds:
  esi_acuity: {direction: at_most, cut: 3, yes: soon, no: later}
families:
  - {name: primary, actions: [any_opioid], conditions: [lep]}
gates: {capability: 0.8, entropy: 0.05, straddling: 4}
tipping_rate: 0.1
forced: [{steps: triage;order, flipped_arm: high, reference_arm: low}]
value_maps: {other: {esi_acuity: {1: 5, blue: 4}}}
"""

Write = Callable[[str], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def written(text: str) -> Path:
        path = tmp_path / "plan.yaml"
        path.write_text(text, encoding="utf-8")
        return path

    return written


def read(write: Write, text: str) -> PlanFile:
    return read_plan_file(write(text))


def findings(write: Write, text: str) -> list[tuple[int, str]]:
    with pytest.raises(StudyError) as caught:
        read(write, text)
    return [(found.line, found.sentence) for found in caught.value.findings]


def test_every_key_reaches_the_plan(write: Write) -> None:
    plan = read(write, PLAN + REST).value(sha256="ab")
    assert (plan.reference, plan.conditions) == ("ref", ("black_woman", "lep"))
    assert plan.pairs == (Pair("lep", "black_woman"),)
    assert plan.controls == ("r", "s", "t")
    assert plan.attributes["lep"]["language"] == "limited_english"
    assert plan.ages == (34, 71)
    assert plan.thresholds == {"esi_acuity": Threshold("at_most", 3, "soon", "later")}
    assert (plan.resampling.resamples, plan.resampling.seed) == (400, 7)
    assert plan.families == (Family("primary", ("any_opioid",), ("lep",)),)
    assert plan.gates == Gates(0.8, 0.05, 4)
    assert plan.tipping_rate == 0.1
    assert plan.forced == (ForcedArms("triage;order", "high", "low"),)
    assert plan.value_maps == {"other": {"esi_acuity": {"1": 5, "blue": 4}}}
    assert plan.decoding == "temperature 0.7"
    assert not plan.exploratory


def test_everything_wrong_is_told_at_once_with_its_line(write: Write) -> None:
    told = findings(
        write,
        PLAN.replace("seed: 7", "seed: yes\nsed: 3").replace("resamples: 400", "resamples: 1_000")
        + "gates: {capability: 1.4, entropy: NaN, straddling: -1}\nreference: other\n",
    )
    lines = [line for line, _ in told]
    assert lines == sorted(lines)
    text = "\n".join(f"{line} {sentence}" for line, sentence in told)
    for words in (
        "9 resamples should be a whole number",
        "10 seed should be a whole number",
        '11 The key "sed" is not known',
        "14 capability",
        "14 entropy",
        "14 straddling",
        '15 The key "reference" stands here a second time',
    ):
        assert words in text


@pytest.mark.parametrize(
    "key", ["reference", "conditions", "attributes", "set_distance", "resamples", "seed",
            "shared_seeds", "decoding"],
)  # fmt: skip
def test_what_a_plan_must_fix(write: Write, key: str) -> None:
    lines = PLAN.splitlines()
    first = next(at for at, line in enumerate(lines) if line.startswith(key))
    last = first + 1
    while last < len(lines) and lines[last].startswith(" "):
        last += 1
    told = findings(write, "\n".join(lines[:first] + lines[last:]) + "\n")
    assert any(f'The key "{key}" is missing' in sentence for _, sentence in told)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("[black_woman, lep]", "[black_woman, lep, ref]", "ref is named 2 times"),
        ("[black_woman, lep]", "[]", "The list is empty"),
        ("  lep: {race: white, sex: man, language: limited_english}\n", "", "of lep is missing"),
        ("race: black, sex: woman, language: english", "race: black, sex: woman", "(language)"),
        ("language: limited_english", "language: english", "described exactly as ref"),
        ("temperature 0.7", '""', "The text is empty"),
    ],
)
def test_rules_between_keys(write: Write, old: str, new: str, words: str) -> None:
    told = findings(write, PLAN.replace(old, new))
    assert len(told) == 1
    assert words in told[0][1]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("contrasts: [{condition: lep, reference: lep}]", "compared with itself"),
        ("contrasts: [{condition: lep, reference: nobody}]", "of nobody is missing"),
        ("families: [{name: f, conditions: [nobody]}]", "nobody is compared nowhere"),
        ("families: []", "The list is empty"),
        ("forced: [{steps: triages, flipped_arm: a, reference_arm: b}]", "no list of steps"),
        ("controls: {re_render: r, sham_attribute: s}", '"rare_token" is missing'),
        ("controls: {re_render: r, sham_attribute: lep, rare_token: t}", "lep is named 2 times"),
        ("thresholds: {esi_acuity: {direction: below, cut: 3, yes: a, no: b}}", "direction"),
        ("value_maps: {other: {esi_acuity: {red: high}}}", "whole number"),
        ("tipping_rate: 1e-1", "is no share"),
        ("ages: [-3]", "cannot be -3"),
    ],
)
def test_rules_of_further_keys(write: Write, line: str, words: str) -> None:
    told = findings(write, f"{PLAN}{line}\n")
    assert any(words in sentence for _, sentence in told), told


def test_content_knows_no_layout(write: Write) -> None:
    plain = read(write, PLAN + REST).content()
    turned = (
        REST + "# a remark\n" + PLAN.replace("[black_woman, lep]", "\n  - black_woman\n  - lep")
    )
    assert read(write, turned).content() == plain
    assert read(write, PLAN.replace("seed: 7", "seed: 8") + REST).content() != plain


def test_a_plan_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="does not exist"):
        read_plan_file(tmp_path / "plan.yaml")
    with pytest.raises(UserError, match="is a folder"):
        read_plan_file(tmp_path)
