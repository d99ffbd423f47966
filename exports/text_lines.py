"""From a text to the lines that are painted: breaking, Arabic joining, right-to-left order."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from arabic_reshaper import ArabicReshaper
from bidi import get_base_level, get_display
from bidi.mirror import MIRRORED

from exports.theme import TextStyle
from exports.typeface import printable, width

# A non-spacing mark takes the level of what it follows, so the side of a bracket on which it lands
# tells whether the bracket lies in a right-to-left run. This one never comes from a text: it leaves
# no ink, so it would have been escaped.
_PROBE = "\N{COMBINING GRAPHEME JOINER}"
_PROBED = re.compile(f"([{re.escape(''.join(MIRRORED))}]){_PROBE}|{_PROBE}(.)")
_JOINED_FORMS = re.compile("[\ufb50-\ufdff\ufe70-\ufefc]")
_LEFT_TO_RIGHT = "\N{LEFT-TO-RIGHT MARK}"
_ESCAPE = re.compile(r"\[U\+[0-9A-F]{4,6}\]")
_RIGHT_TO_LEFT_CLASSES = frozenset({"R", "AL", "AN"})
_NOT_AT_START = frozenset("。，、；：？！）》」』】〉”’…·％.,;:?!)]}")
_NOT_AT_END = frozenset("（《「『【〈“‘([{")
_NUMBER = re.compile(r"^[+\-\N{MINUS SIGN}]?[\d.,]*\d$")
_HOLDS_ON = frozenset("<>=≤≥≈±§") | {"p.", "pp."}
_SHORT_WORD = 6


@dataclass(frozen=True)
class Line:
    """One line.

    Attributes
    ----------
    painted
        The characters from left to right, Arabic letters joined.
    read
        The same line in the order in which it is read, for search and screen readers.
    width
        In points.
    right_to_left
        Direction of the paragraph, which decides where its lines begin.
    """

    painted: str
    read: str
    width: float
    right_to_left: bool


def after_label(text: str) -> str:
    """Return a text that follows a label in another direction, if so on a line of its own."""
    return f"\n{text}" if get_base_level(text) else text


def set_lines(text: str, style: TextStyle, available: float) -> tuple[Line, ...]:
    """Return `text` as lines no wider than `available`; an empty text is one empty line."""
    lines: list[Line] = []
    for paragraph in printable(text).split("\n"):
        if not any(unicodedata.bidirectional(c) in _RIGHT_TO_LEFT_CLASSES for c in paragraph):
            lines += [
                Line(part, part, width(part, style.face, style.size), right_to_left=False)
                for part in _break(paragraph, style, available)
            ]
            continue
        rtl = bool(get_base_level(paragraph))
        for part in _break(_reshaper().reshape(paragraph), style, available):
            painted = _visual(part, right_to_left=rtl)
            read = _JOINED_FORMS.sub(lambda form: unicodedata.normalize("NFKC", form[0]), part)
            lines.append(Line(painted, read, width(painted, style.face, style.size), rtl))
    return tuple(lines)


@cache
def _reshaper() -> ArabicReshaper:
    # Vowel signs are part of what was written: the library's default deletes them.
    return ArabicReshaper({"delete_harakat": False, "delete_tatweel": False, "support_zwj": False})


def _visual(line: str, *, right_to_left: bool) -> str:
    # An escaped code point reads from left to right, whatever stands around it.
    guarded = _ESCAPE.sub(lambda found: _LEFT_TO_RIGHT + found[0] + _LEFT_TO_RIGHT, line)
    probed = "".join(c + _PROBE if c in MIRRORED else c for c in guarded)
    shown = get_display(probed, base_dir="R" if right_to_left else "L")
    assert isinstance(shown, str)  # noqa: S101 - text in, text out
    mirrored = _PROBED.sub(lambda found: found[1] or MIRRORED[found[2]], shown)
    return mirrored.replace(_LEFT_TO_RIGHT, "")


def _break(paragraph: str, style: TextStyle, available: float) -> list[str]:
    lines: list[str] = []
    current = ""
    used = 0.0
    for piece in _pieces(paragraph):
        size = width(piece, style.face, style.size)
        if current and used + width(piece.rstrip(" "), style.face, style.size) > available:
            lines.append(current.rstrip(" "))
            current, used = "", 0.0
        if size > available:
            *full, piece = _chop(piece, style, available)  # noqa: PLW2901 - the rest goes on
            lines += full
            size = width(piece, style.face, style.size)
        current += piece
        used += size
    lines.append(current.rstrip(" "))
    return lines


def _chop(piece: str, style: TextStyle, available: float) -> list[str]:
    parts = [""]
    for character in piece:
        if parts[-1] and width(parts[-1] + character, style.face, style.size) > available:
            parts.append("")
        parts[-1] += character
    return parts


def _pieces(paragraph: str) -> list[str]:
    """Return the smallest parts that may end a line, each with the spaces after it."""
    words = re.findall(r"[^ ]* +|[^ ]+$", paragraph)
    pieces: list[str] = []
    for word in words:
        if pieces and _belongs_to(pieces[-1].split()[-1:], word):
            pieces[-1] += word
        else:
            pieces += _ideograph_pieces(word)
    return pieces


def _belongs_to(before: list[str], word: str) -> bool:
    """Whether a sign or "p." and its number, or a number and its unit, must not part."""
    if not before:
        return False
    if before[0] in _HOLDS_ON:
        return True
    return bool(_NUMBER.match(before[0])) and len(word.strip()) < _SHORT_WORD


def _ideograph_pieces(word: str) -> list[str]:
    pieces = [word[:1]]
    for before, character in pairwise(word):
        breakable = (
            (_is_wide(before) or _is_wide(character) or before == "_")
            and character != " "
            and character not in _NOT_AT_START
            and before not in _NOT_AT_END
        )
        if breakable:
            pieces.append(character)
        else:
            pieces[-1] += character
    return pieces


def _is_wide(character: str) -> bool:
    return unicodedata.east_asian_width(character) in ("W", "F")
