"""Canonical JSON: RFC 8785, narrowed so that every value has exactly one spelling.

A registry is read as fast as its texts are read, so the standard library's writer in C does the
spelling; tests hold it against another implementation of the RFC.

Integers only (decimals travel as strings), within ±(2^53−1); text in Unicode normal form C
without control characters except newline and tab; ASCII keys.
"""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections.abc import Mapping
from typing import NoReturn

from bands_registry.provenance.errors import MalformedError

MAX_INTEGER = 2**53 - 1
MAX_DEPTH = 32

_REFUSED = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
_HIGH_REFUSED = re.compile(r"[\x7f-\x9f\ud800-\udfff]")
# In a JSON text without escaped backslashes: any escape but those of quote, newline and tab.
_OTHER_ESCAPE = re.compile(r'\\[^"nt]')
# A number too long to be within bounds at a glance; inside a string it only costs time.
_LONG_NUMBER = re.compile(r"[:\[,]-?[0-9]{16}")
_BIDI_CONTROLS = re.compile(r"[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def dumps(value: Mapping[str, object]) -> bytes:
    """Return the canonical bytes; MalformedError for what has none (floats, NaN, surrogates …)."""
    return (_certain(value) or _checked(value)).encode()


def loads(data: bytes) -> dict[str, object]:
    """Return the object these canonical bytes spell; MalformedError for any other bytes."""
    try:
        text = data.decode("utf-8")
        plain = _plain(text)
        value = _READER.decode(text) if plain is None else plain
    except (ValueError, RecursionError) as error:
        raise MalformedError("These bytes are not canonical JSON.") from error
    if not isinstance(value, dict):
        raise MalformedError("A JSON object was expected.")
    if not _plainly_allowed(text):
        _check(value, place=(), depth=0)
    if plain is None and _spelled(value) != text:
        raise MalformedError("The JSON is not in its canonical form.")
    return value


def digest(value: Mapping[str, object]) -> str:
    """Return the SHA-256 of the canonical bytes, in hex."""
    return sha256(dumps(value))


def sha256(data: bytes) -> str:
    """Return the SHA-256 of `data`, in hex."""
    return hashlib.sha256(data).hexdigest()


def clean_text(text: str) -> str:
    """Return typed text in the form that can be recorded: normal form C, no control characters.

    Line ends become newlines; other control characters and lone surrogates, which only arrive by
    pasting, become U+FFFD so that their loss is visible.
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return unicodedata.normalize("NFC", _REFUSED.sub("\ufffd", lines))


def has_bidi_control(text: str) -> bool:
    """Whether `text` holds a bidirectional control, which no identifier may."""
    return _BIDI_CONTROLS.search(text) is not None


def _spelled(value: Mapping[str, object]) -> str:
    # Of a value that passed `_check`, this is RFC 8785 to the letter: without floats, with ASCII
    # keys, and with no control character but newline and tab, the two differ nowhere.
    return _WRITER.encode(value)


def _certain(value: Mapping[str, object]) -> str | None:
    """Return the text of a value that reads back, by the reader in C, as just itself; else None."""
    try:
        text = _spelled(value)
        return text if _plain(text) == value and _plainly_allowed(text) else None
    except (MalformedError, TypeError, ValueError, RecursionError):
        return None


def _checked(value: Mapping[str, object]) -> str:
    _check(value, place=(), depth=0)
    return _spelled(value)


def _plain(text: str) -> object | None:
    """Return what a text in plain ASCII spells when it is spelled the one way, else None.

    A key that stands twice, or any other spelling, does not survive being written again; so the
    reader in C suffices, and what it cannot accept is read, and told, by the one with rules.
    """
    if not text.isascii() or _LONG_NUMBER.search(text) is not None:
        return None
    value = _PLAIN_READER.decode(text)
    return value if isinstance(value, dict) and _spelled(value) == text else None


def _plainly_allowed(text: str) -> bool:
    """Whether a text shows at a glance that `_check` finds nothing in what it spells.

    Keys and numbers were looked at before. A text in normal form C has no string that is
    not; every control character and lone surrogate stands there itself or as an escape; and a value
    cannot be nested deeper than the text has opening brackets.
    """
    return (
        text.count("{") + text.count("[") <= MAX_DEPTH
        and (text.isascii() or unicodedata.is_normalized("NFC", text))
        and _HIGH_REFUSED.search(text) is None
        and _OTHER_ESCAPE.search(text.replace("\\\\", "")) is None
    )


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise MalformedError("A JSON key stands twice in one object.")
    if not "".join(value).isascii():
        raise MalformedError("A key that is not plain ASCII text.")
    return value


def _whole_number(text: str) -> int:
    number = int(text)
    if abs(number) > MAX_INTEGER:
        raise MalformedError("A whole number beyond 2^53−1.")
    return number


def _refuse_number(text: str) -> NoReturn:
    raise MalformedError(f"Only whole numbers may be recorded, not {text[:40]}.")


def _check(value: object, *, place: tuple[str, ...], depth: int) -> None:
    if depth > MAX_DEPTH:
        raise MalformedError("The JSON is nested too deeply.", place=_spot(place))
    if isinstance(value, str):
        _check_text(value, place=place)
    elif isinstance(value, int):
        if abs(value) > MAX_INTEGER:
            raise MalformedError("A whole number beyond 2^53−1.", place=_spot(place))
    elif isinstance(value, Mapping):
        for key, item in value.items():
            _check_key(key, place=place)
            _check(item, place=(*place, "." + key), depth=depth + 1)
    elif isinstance(value, list | tuple):
        for position, item in enumerate(value):
            _check(item, place=(*place, f"[{position}]"), depth=depth + 1)
    elif value is not None:
        raise MalformedError(
            f"A value of type {type(value).__name__} cannot be recorded.", place=_spot(place)
        )


def _check_key(key: object, *, place: tuple[str, ...]) -> None:
    if not isinstance(key, str) or not key.isascii():
        raise MalformedError("A key that is not plain ASCII text.", place=_spot(place))
    _check_text(key, place=place)


def _check_text(text: str, *, place: tuple[str, ...]) -> None:
    if text.isascii() and text.isprintable():
        return
    refused = _REFUSED.search(text)
    if refused is not None:
        raise MalformedError(
            f"The text holds the character U+{ord(refused.group()):04X}.", place=_spot(place)
        )
    if not unicodedata.is_normalized("NFC", text):
        raise MalformedError("The text is not in Unicode normal form C.", place=_spot(place))


def _spot(place: tuple[str, ...]) -> str | None:
    return "".join(place).removeprefix(".") or None


_WRITER = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"))
_PLAIN_READER = json.JSONDecoder(parse_float=_refuse_number, parse_constant=_refuse_number)
_READER = json.JSONDecoder(
    object_pairs_hook=_unique,
    parse_int=_whole_number,
    parse_float=_refuse_number,
    parse_constant=_refuse_number,
)
