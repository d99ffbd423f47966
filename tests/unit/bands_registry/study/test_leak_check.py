"""The leak check finds what tells who the patient is, and leaves look-alikes alone."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from bands_registry.study.leak_check import LeakHit, check_leaks, shown_texts
from bands_registry.study.lexicon import HitClass, lexicon_languages, lexicons
from bands_registry.study.loader import load_study
from bands_registry.study.skeleton import new_study
from fairmed_core.domain.action_space import Step
from fairmed_core.domain.study import Study, Waiver
from fairmed_core.domain.vignette import Fact, Vital

CATEGORIES = {
    "age", "ethnicity", "insurance", "language", "name", "place", "pronoun", "race", "religion",
    "sex",
}  # fmt: skip

LEAKS: list[tuple[str, str, HitClass]] = [
    ("A black man with chest pain.", "race", HitClass.DIRECT),
    ("The patient is white.", "race", HitClass.DIRECT),
    ("Asian, without fever.", "race", HitClass.DIRECT),
    ("Rash on DARK SKIN.", "race", HitClass.DIRECT),
    ("Hispanic, lives alone.", "ethnicity", HitClass.DIRECT),
    ("Latina with flank pain.", "ethnicity", HitClass.DIRECT),
    ("Somali, two days of cough.", "ethnicity", HitClass.DIRECT),
    ("Sickle cell pain since last night.", "ethnicity", HitClass.IMPLIED),
    ("The wife drove to hospital.", "sex", HitClass.DIRECT),
    ("Two men fell.", "sex", HitClass.DIRECT),
    ("Works as a fireman.", "sex", HitClass.DIRECT),
    ("Male, with wrist pain.", "sex", HitClass.DIRECT),
    ("Pregnancy was excluded.", "sex", HitClass.IMPLIED),
    ("The prostate is enlarged.", "sex", HitClass.IMPLIED),
    ("She cannot lie still.", "pronoun", HitClass.DIRECT),
    ("His pain is 8 of 10.", "pronoun", HitClass.DIRECT),
    ("Mrs. A. fell.", "pronoun", HitClass.DIRECT),
    ("he’s short of breath.", "pronoun", HitClass.DIRECT),
    ("A 72-year-old with cough.", "age", HitClass.DIRECT),
    ("72 y/o with cough.", "age", HitClass.DIRECT),
    ("Seen at 72yo for cough.", "age", HitClass.DIRECT),
    ("In their seventies.", "age", HitClass.DIRECT),
    ("Was born in 1950.", "age", HitClass.DIRECT),
    ("Is over 80 years.", "age", HitClass.DIRECT),
    ("An elderly patient.", "age", HitClass.DIRECT),
    ("Older adults fall.", "age", HitClass.DIRECT),
    ("Came from a nursing home.", "age", HitClass.IMPLIED),
    ("Lives with frailty.", "age", HitClass.IMPLIED),
    ("Covered by Medicaid.", "insurance", HitClass.DIRECT),
    ("Uninsured.", "insurance", HitClass.DIRECT),
    ("Homeless since May.", "insurance", HitClass.IMPLIED),
    ("An interpreter helped.", "language", HitClass.DIRECT),
    ("Speaks only Spanish.", "language", HitClass.DIRECT),
    ("Jehovah's Witness, refuses blood.", "religion", HitClass.DIRECT),
    ("Fasts for Ramadan.", "religion", HitClass.IMPLIED),
    ("Back from Mexico.", "place", HitClass.DIRECT),
    ("Maria walked in.", "name", HitClass.DIRECT),
]

LEAKS_ZH: list[tuple[str, str, HitClass]] = [
    ("患者为黑人。", "race", HitClass.DIRECT),
    ("汉族，腹痛。", "ethnicity", HitClass.DIRECT),
    ("地中海贫血家族史。", "ethnicity", HitClass.IMPLIED),
    ("男，胸痛。", "sex", HitClass.DIRECT),
    ("妊娠试验阴性。", "sex", HitClass.IMPLIED),
    ("她否认发热。", "pronoun", HitClass.DIRECT),
    ("７２岁，胸痛。", "age", HitClass.DIRECT),
    ("重度衰弱。", "age", HitClass.IMPLIED),
    ("参加新农合。", "insurance", HitClass.DIRECT),
    ("不会讲普通话。", "language", HitClass.DIRECT),
    ("信奉佛教。", "religion", HitClass.DIRECT),
    ("家住上海。", "place", HitClass.DIRECT),
    ("王某，胸痛。", "name", HitClass.DIRECT),
    ("患者为male，胸痛。", "sex", HitClass.DIRECT),
    ("Medicaid患者。", "insurance", HitClass.DIRECT),
]

LOOK_ALIKES_ZH = ["白细胞升高，黑便。", "其他检查阴性，他汀照服。", "女贞子煎服。", "念珠菌阳性。"]

LOOK_ALIKES = [
    "White count 15.2, white cells in the urine.",
    "White blood cell count is normal.",
    "White matter lesions; white plaques on the tongue.",
    "Black stool for two days, black and blue shin.",
    "A black box warning applies.",
    "Blacked out for a minute.",
    "Had the Asian flu vaccine.",
    "German measles in the past.",
    "May repeat the dose.",
    "Ablation near the bundle of His.",
    "His-Purkinje disease.",
    "HER2 positive tumour.",
    "An age-indeterminate fracture.",
    "An 18 F tube was placed.",
    "Male connector, female Luer lock.",
    "A man-made fibre.",
    "Ectopic beats on the monitor.",
    "The Ottawa ankle rule is negative.",
    "The Canadian CT head rule does not apply.",
    "Plaster of Paris splint.",
    "Philadelphia collar fitted.",
    "Thomas splint applied.",
    "Takes St John's wort.",
    "Peeled mandarin oranges.",
    "Spanish flu was in 1918.",
    "Prayer sign is absent.",
    "Turkey sandwich at noon.",
    "A child-resistant cap.",
    "Senior review was asked for.",
    "Written in plain English.",
    "Racing heart after a bike race.",
    "Human bite, mandible tender.",
    "The sheath was removed; then the hernia reduced.",
    "Christmas disease is excluded; factor IX normal.",
    "Chest pain, Wells score low.",
    "Homeland, manual, sonography, brotherhood.",
    "Aspirin 300 mg once; ibuprofen twice.",
    "Packaged food; manage the airway; stage 2.",
]


@pytest.fixture
def study(tmp_path: Path) -> Study:
    new_study(tmp_path / "s", study_id="s", title="A title", author="author-1")
    return load_study(tmp_path / "s")


def saying(study: Study, text: str) -> Study:
    vignette = dataclasses.replace(
        study.vignettes[0], facts=(Fact("said", Step.TRIAGE, text),), not_known=()
    )
    return dataclasses.replace(study, vignettes=(vignette,))


def hits_of(study: Study, text: str) -> tuple[LeakHit, ...]:
    return check_leaks(saying(study, text))


@pytest.mark.parametrize(("text", "category", "hit_class"), LEAKS)
def test_a_leak_is_found(study: Study, text: str, category: str, hit_class: HitClass) -> None:
    found = {(hit.category, hit.hit_class) for hit in hits_of(study, text)}
    assert (category, hit_class) in found


@pytest.mark.parametrize("text", LOOK_ALIKES)
def test_a_look_alike_is_no_hit(study: Study, text: str) -> None:
    assert hits_of(study, text) == ()


@pytest.mark.parametrize(("text", "category", "hit_class"), LEAKS_ZH)
def test_a_chinese_study_is_searched_in_chinese_and_in_english(
    study: Study, text: str, category: str, hit_class: HitClass
) -> None:
    chinese = dataclasses.replace(saying(study, text), language="zh-CN")
    found = {(hit.category, hit.hit_class) for hit in check_leaks(chinese)}
    assert (category, hit_class) in found


@pytest.mark.parametrize("text", LOOK_ALIKES_ZH)
def test_a_chinese_word_is_no_hit_inside_another_word(study: Study, text: str) -> None:
    assert check_leaks(dataclasses.replace(saying(study, text), language="zh")) == ()


def test_every_category_has_a_lexicon_and_a_leak() -> None:
    assert lexicons("en").categories == lexicons("zh").categories == CATEGORIES
    assert {category for _, category, _ in LEAKS} == CATEGORIES
    assert {category for _, category, _ in LEAKS_ZH} == CATEGORIES
    assert lexicon_languages() == ("en", "zh")


def test_a_hit_shows_its_place_its_word_and_what_stands_around_it(study: Study) -> None:
    (hit,) = hits_of(study, "Cough for two days and, since this morning, SHE is short of breath.")
    assert hit.place == "vignettes/example/facts/said"
    assert hit.text == "SHE"
    assert hit.context == "…days and, since this morning, SHE is short of breath."
    assert hit.blocking
    assert hit.waived_by is None


def test_a_word_inside_a_longer_hit_is_told_once(study: Study) -> None:
    (hit,) = hits_of(study, "Limited English proficiency was noted.")
    assert hit.text == "Limited English proficiency"


def test_a_waiver_with_a_reason_lets_one_word_stay_at_one_place(study: Study) -> None:
    text = "Pregnancy is possible; the uterus is tender."
    waiver = Waiver("vignettes/example", "pregnancy", "The decision is about it.")
    waived = dataclasses.replace(saying(study, text), waivers=(waiver,))
    by_word = {hit.text: hit for hit in check_leaks(waived)}
    assert by_word["Pregnancy"].waived_by == waiver
    assert not by_word["Pregnancy"].blocking
    assert by_word["uterus"].blocking
    elsewhere = dataclasses.replace(waiver, place="vignettes/exam")
    hits = check_leaks(dataclasses.replace(waived, waivers=(elsewhere,)))
    assert all(hit.blocking for hit in hits)


def test_titles_and_issuers_of_sources_warn_and_do_not_block(study: Study) -> None:
    source = dataclasses.replace(study.sources[0], publisher="American College of Anything")
    (hit,) = check_leaks(dataclasses.replace(study, sources=(source,)))
    assert (hit.hit_class, hit.blocking) == (HitClass.SOURCE_TITLE, False)
    waiver = Waiver("sources", "American", "Part of the issuer's name.")
    (hit,) = check_leaks(dataclasses.replace(study, sources=(source,), waivers=(waiver,)))
    assert hit.waived_by == waiver


def test_clauses_name_populations_and_only_warn(study: Study) -> None:
    clause = dataclasses.replace(study.clauses[0], summary="Older adults get a lower dose.")
    (hit,) = check_leaks(dataclasses.replace(study, clauses=(clause,)))
    assert (hit.place, hit.blocking) == ("clauses/example_clause/summary", False)


PLANTED = "a Latina"


@pytest.mark.parametrize(
    "where",
    ["headline", "text", "vital", "only_if", "not_known", "band title", "reasoning", "title"],
)
def test_a_word_planted_in_any_text_about_the_case_blocks(study: Study, where: str) -> None:
    vignette, band = study.vignettes[0], study.bands[0]
    fact = vignette.facts[0]
    if where == "headline":
        vignette = dataclasses.replace(vignette, headline=PLANTED)
    elif where == "not_known":
        vignette = dataclasses.replace(vignette, not_known=((Step.TRIAGE, PLANTED),))
    elif where in ("text", "vital", "only_if"):
        change = {
            "text": {"text": PLANTED},
            "vital": {"vitals": (Vital(PLANTED, "1", "x"),)},
            "only_if": {"only_if": PLANTED},
        }[where]
        vignette = dataclasses.replace(vignette, facts=(dataclasses.replace(fact, **change),))
    elif where == "band title":
        band = dataclasses.replace(band, title=PLANTED)
    elif where == "reasoning":
        band = dataclasses.replace(band, reasoning=PLANTED)
    planted = dataclasses.replace(study, vignettes=(vignette,), bands=(band,))
    if where == "title":
        planted = dataclasses.replace(planted, title=PLANTED)
    (hit,) = [hit for hit in check_leaks(planted) if hit.blocking]
    assert hit.text == "Latina"


def test_a_study_in_a_language_without_lexicons_is_searched_in_english(study: Study) -> None:
    assert "xx" not in lexicon_languages()
    (hit,) = check_leaks(dataclasses.replace(saying(study, "She fell."), language="xx"))
    assert hit.text == "She"


def test_full_width_letters_do_not_hide_a_word(study: Study) -> None:
    (hit,) = hits_of(study, "ｓｈｅ fell.")
    assert hit.text == "she"


@pytest.mark.parametrize(
    "text", ["Jose came.", "José came.", "Jose\u0301 came.", "Jo\u00adse came."]
)
def test_accents_and_marks_nobody_sees_do_not_hide_a_name(study: Study, text: str) -> None:
    (hit,) = hits_of(study, text)
    assert (hit.category, hit.text) in {("name", "Jose"), ("name", "José")}


def test_what_spares_an_eponym_spares_no_other_category(study: Study) -> None:
    assert hits_of(study, "Patrick test is negative.") == ()
    (hit,) = hits_of(study, "Pregnancy test is negative.")
    assert (hit.category, hit.text) == ("sex", "Pregnancy")


def test_every_shown_text_has_a_place(study: Study) -> None:
    places = [place for place, _ in shown_texts(study)]
    assert {place.split("/")[0] for place in places} == {
        "study", "sub_actions", "settings", "orders", "vignettes", "sources", "clauses", "bands",
    }  # fmt: skip
