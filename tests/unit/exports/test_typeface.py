"""The carried fonts, and what prints where none has a character."""

from __future__ import annotations

import struct
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exports.typeface import FOLDER, font_for, printable, runs, width

LATIN_AND_SIGNS = "Łukasz Nguyễn-Şahin ≥ 5 µg/kg → − ≤ ± × ÷ ½ ° α ∅ ∩ ∪ ∞ „“”‘’–—…"


def test_all_fonts_are_truetype_with_their_licences() -> None:
    fonts = sorted(FOLDER.glob("*.[ot]tf"))
    assert fonts
    for font in fonts:
        # "OTTO" would be PostScript outlines, which the PDF library does not embed.
        assert font.read_bytes()[:4] == struct.pack(">I", 0x00010000), font.name
    licences = " ".join(path.read_text(encoding="utf-8") for path in FOLDER.glob("LICENSE*"))
    assert "SIL OPEN FONT LICENSE" in licences
    assert "Apache License" in licences
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 8_000_000


@pytest.mark.parametrize(
    ("text", "font"),
    [
        ("a", "NotoSans-Regular"),
        ("≥", "NotoSansMath-Regular"),
        ("患", "DroidSansFallback"),
        ("ש", "NotoSansHebrew-Regular"),
        ("ع", "NotoSansArabic-Regular"),
        ("✓", "NotoSansSymbols2-Regular"),
    ],
)
def test_each_character_has_a_font_of_its_script(text: str, font: str) -> None:
    assert font_for(text, "regular") == font


@pytest.mark.parametrize(
    "text", [LATIN_AND_SIGNS, "患者三级急诊，高血压酮症酸中毒。", "שלום", "السلام عليكم"]
)
def test_printable_text_stays_as_it_is(text: str) -> None:
    assert printable(text) == unicodedata.normalize("NFC", text)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\u202eABC", "[U+202E]ABC"),
        ("a\u200bb", "a[U+200B]b"),
        ("a\u00adb", "a[U+00AD]b"),
        ("a\ufe0fb", "a[U+FE0F]b"),
        ("\u3164", "[U+3164]"),
        ("\U0001f600", "[U+1F600]"),
        ("\ud800", "[U+D800]"),
        ("\x07", "[U+0007]"),
        ("क", "[U+0915]"),
        ("e\u0301", "é"),
    ],
)
def test_what_cannot_print_shows_its_code_point(text: str, shown: str) -> None:
    assert printable(text) == shown


@given(st.text(st.characters(), max_size=40))
def test_every_character_leaves_ink_or_a_space(text: str) -> None:
    shown = printable(text)
    for character in shown.replace("\n", ""):
        assert font_for(character, "regular") is not None
        assert unicodedata.category(character) not in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
    assert not text.strip() or shown


def test_bold_and_mono_fall_back_rather_than_lose_a_character() -> None:
    for face in ("bold", "mono"):
        assert "".join(part for _, part in runs(LATIN_AND_SIGNS, face)) == LATIN_AND_SIGNS
        assert all(font_for(c, face) for c in LATIN_AND_SIGNS)
        assert width(LATIN_AND_SIGNS, face, 10) > 0
