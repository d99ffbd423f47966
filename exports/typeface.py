"""The carried fonts: which one prints a character, how wide it is, and what prints when none can.

Every character of a text leaves ink or an ordinary space: what no font has, and what would print
as nothing or reorder its neighbours (controls, zero-width signs, bidirectional overrides), prints
as its code point, e.g. [U+202E].
"""

from __future__ import annotations

import unicodedata
from functools import cache
from pathlib import Path

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from exports.theme import Face

FOLDER = Path(__file__).parent / "fonts"

# In the order in which they are asked for a character; the first one also sets the line.
_CHAINS: dict[Face, tuple[str, ...]] = {
    "regular": ("NotoSans-Regular",),
    "bold": ("NotoSans-Bold", "NotoSansHebrew-Bold", "NotoSansArabic-Bold", "NotoSans-Regular"),
    "mono": ("NotoSansMono-Regular", "NotoSans-Regular"),
}
_FALLBACKS = (
    "NotoSansMath-Regular",
    "NotoSansSymbols2-Regular",
    "NotoSansSymbols-Regular",
    "NotoSansHebrew-Regular",
    "NotoSansArabic-Regular",
    "DroidSansFallback",
)
_UNPRINTABLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
# Ignorable by default though Unicode files them under letters and marks: they leave no ink.
_INKLESS = frozenset(
    {0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x3164, 0xFFA0}
) | frozenset(range(0xFE00, 0xFE10))
_TAB = "    "


@cache
def _load(name: str) -> TTFont:
    # Shaping would depend on a library that may or may not be installed.
    font = TTFont(name, FOLDER / f"{name}.ttf", shapable=False)
    pdfmetrics.registerFont(font)
    return font


def _has(name: str, code: int) -> bool:
    return code in _load(name).face.charToGlyph


@cache
def font_for(character: str, face: Face) -> str | None:
    """Return the name of the font that prints `character`, or None when none does."""
    code = ord(character)
    if unicodedata.category(character) in _UNPRINTABLE or code in _INKLESS:
        return None
    return next((name for name in (*_CHAINS[face], *_FALLBACKS) if _has(name, code)), None)


def printable(text: str) -> str:
    """Return `text` composed (NFC), with what cannot print replaced by its code point.

    Line feeds stay, for the caller to break lines at; a tab becomes spaces.
    """
    composed = unicodedata.normalize("NFC", text.replace("\t", _TAB))
    return "".join(
        character
        if character == "\n" or font_for(character, "regular") is not None
        else f"[U+{ord(character):04X}]"
        for character in composed
    )


def runs(text: str, face: Face) -> list[tuple[str, str]]:
    """Return `text` cut into (font name, characters) where the font changes."""
    found: list[tuple[str, str]] = []
    for character in text:
        name = font_for(character, face) or _CHAINS[face][0]
        if found and found[-1][0] == name:
            found[-1] = (name, found[-1][1] + character)
        else:
            found.append((name, character))
    return found


@cache
def _advance(character: str, face: Face) -> float:
    font = _load(font_for(character, face) or _CHAINS[face][0])
    return float(font.face.getCharWidth(ord(character)))


def width(text: str, face: Face, size: float) -> float:
    """Return how wide `text` prints, in points."""
    return sum(_advance(character, face) for character in text) * size / 1000
