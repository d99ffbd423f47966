"""Breaking text into lines: nothing is lost, nothing sticks out, right-to-left reads right."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exports.text_lines import set_lines
from exports.theme import BODY
from exports.typeface import printable

LONG = "At 9 of 10, an NSAID relieves colic; a weak opioid adds nausea. " * 8


def painted(text: str, available: float = 400.0) -> list[str]:
    return [line.painted for line in set_lines(text, BODY, available)]


@given(
    st.text(st.characters(codec="utf-8"), max_size=120),
    st.floats(min_value=60, max_value=500),
)
def test_no_character_is_lost_and_no_line_is_too_wide(text: str, available: float) -> None:
    lines = set_lines(text, BODY, available)
    assert all(line.width <= available + 0.01 for line in lines)
    kept = re.sub(r"[ \n]", "", "".join(line.read for line in lines))
    assert kept == re.sub(r"[ \n]", "", printable(text)) or any(c in text for c in ARABIC_FORMS)


# Joined forms in the input read as the letters they stand for.
ARABIC_FORMS = [chr(code) for code in (*range(0xFB50, 0xFE00), *range(0xFE70, 0xFEFD))]


def test_words_stay_whole_where_they_fit() -> None:
    lines = painted(LONG, 200)
    assert len(lines) > 5
    assert " ".join(lines) == LONG.strip()


@pytest.mark.parametrize("pair", ["5 mg", "≥ 5", "12 h", "7 mm"])
def test_a_number_and_its_unit_or_sign_do_not_part(pair: str) -> None:
    for pad in range(1, 40):
        lines = painted("x" * pad + " " + pair + " and more", 120)
        assert any(pair in line for line in lines), lines


def test_a_word_wider_than_the_line_is_cut_not_dropped() -> None:
    lines = painted("a" * 400, 100)
    assert "".join(lines) == "a" * 400


def test_chinese_breaks_between_characters_but_not_before_a_full_stop() -> None:
    lines = painted("患者三级急诊，高血压酮症酸中毒。" * 6, 100)
    assert len(lines) > 3
    assert not any(line[0] in "，。" for line in lines)


def test_line_feeds_are_kept_as_lines() -> None:
    assert painted("one\n\ntwo") == ["one", "", "two"]


def test_hebrew_is_painted_from_right_to_left_with_mirrored_brackets() -> None:
    (line,) = set_lines("שלום (עולם) abc", BODY, 400)
    assert line.painted == "abc (םלוע) םולש"
    assert line.read == "שלום (עולם) abc"
    assert line.right_to_left


def test_brackets_around_latin_in_hebrew_stay_readable() -> None:
    (line,) = set_lines("רמה ESI (2)", BODY, 400)
    assert line.painted == "ESI (2) המר"


def test_an_escaped_override_reads_from_left_to_right_inside_hebrew() -> None:
    (line,) = set_lines("שלום \u202e שלום", BODY, 400)
    assert "[U+202E]" in line.painted


def test_arabic_letters_join_and_keep_their_vowel_signs() -> None:
    (line,) = set_lines("السَّلام", BODY, 400)
    assert "\ufefc" in line.painted  # the lam-alef ligature
    assert "\u064e" in line.painted
    assert "\u0651" in line.painted
    assert line.read == "السَّلام"
