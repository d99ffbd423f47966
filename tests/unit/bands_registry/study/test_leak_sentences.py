"""How many leaks the lexicons find, and how many look-alikes they take for one, per language.

Each file holds two halves. The lexicons were bettered on `tuned`; `held_out` was written apart, and
nothing was changed for the sentences it gets wrong.
"""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from bands_registry.study.leak_check import check_leaks
from bands_registry.study.lexicon import lexicon_languages, lexicons
from bands_registry.study.loader import load_study
from bands_registry.study.skeleton import new_study
from fairmed_core.domain.action_space import Step
from fairmed_core.domain.study import Study
from fairmed_core.domain.vignette import Fact

FOLDER = Path(__file__).parents[3] / "assets" / "leak_sentences"
LANGUAGES = ("en", "zh")
HALVES = ("tuned", "held_out")
LEAST_FOUND = 0.95
MOST_FALSE = 0.05


@dataclass(frozen=True)
class Sentence:
    """A sentence of a list, and the category it leaks or looks like ("plain": none)."""

    language: str
    half: str
    leaks: bool
    category: str
    text: str


def listed() -> Iterator[Sentence]:
    for language in LANGUAGES:
        data = YAML(typ="safe", pure=True).load((FOLDER / f"{language}.yaml").read_text("utf-8"))
        for half, kinds in data.items():
            for kind, categories in kinds.items():
                for category, texts in categories.items():
                    for text in texts:
                        yield Sentence(language, half, kind == "leaks", category, text)


SENTENCES = list(listed())


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Study:
    folder = tmp_path_factory.mktemp("leaks") / "s"
    new_study(folder, study_id="s", title="A title", author="author-1")
    return load_study(folder)


def is_hit(study: Study, sentence: Sentence) -> bool:
    fact = Fact("said", Step.TRIAGE, sentence.text)
    vignette = dataclasses.replace(study.vignettes[0], facts=(fact,), not_known=())
    told = dataclasses.replace(study, vignettes=(vignette,), language=sentence.language)
    return any(hit.place.startswith("vignettes/") for hit in check_leaks(told))


def chosen(language: str, *, leaks: bool, half: str | None = None) -> list[Sentence]:
    return [
        sentence
        for sentence in SENTENCES
        if (sentence.language, sentence.leaks) == (language, leaks)
        and half in (None, sentence.half)
    ]


def told(language: str, half: str, wrong: list[Sentence], count: int, what: str) -> str:
    head = f"{language}, {half}: {len(wrong)} of {count} {what}"
    return "\n".join([head, *(f"  {sentence.category}: {sentence.text}" for sentence in wrong)])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("half", HALVES)
def test_nineteen_leaks_of_twenty_are_found(study: Study, language: str, half: str) -> None:
    leaks = chosen(language, leaks=True, half=half)
    missed = [sentence for sentence in leaks if not is_hit(study, sentence)]
    report = told(language, half, missed, len(leaks), "leaks missed")
    sys.stdout.write(f"{report}\n")
    assert 1 - len(missed) / len(leaks) >= LEAST_FOUND, report


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("half", HALVES)
def test_one_look_alike_of_twenty_at_most_is_a_hit(study: Study, language: str, half: str) -> None:
    look_alikes = chosen(language, leaks=False, half=half)
    false = [sentence for sentence in look_alikes if is_hit(study, sentence)]
    report = told(language, half, false, len(look_alikes), "look-alikes taken for leaks")
    sys.stdout.write(f"{report}\n")
    assert len(false) / len(look_alikes) <= MOST_FALSE, report


def test_the_lists_are_long_enough_and_repeat_nothing() -> None:
    for language, least in (("en", 75), ("zh", 40)):
        for leaks in (True, False):
            assert len(chosen(language, leaks=leaks)) >= least
            assert len(chosen(language, leaks=leaks, half="held_out")) >= 40
    texts = [sentence.text for sentence in SENTENCES]
    assert len(texts) == len(set(texts))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_category_is_tried_in_every_language(language: str) -> None:
    assert language in lexicon_languages()
    for leaks in (True, False):
        tried = {sentence.category for sentence in chosen(language, leaks=leaks)}
        assert tried - {"plain"} == lexicons(language).categories
