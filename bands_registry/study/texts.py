"""What a text or an identifier of a study may hold."""

from __future__ import annotations

import re
import unicodedata

ID_PATTERN = r"^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$"
SEAT_PATTERN = r"^[A-Z0-9]{3,12}$"
MAX_INTEGER = 2**53 - 1

_REFUSED = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


def refused_character(text: str) -> str | None:
    """Return the first control character or lone surrogate as U+XXXX, or None."""
    found = _REFUSED.search(text)
    return f"U+{ord(found.group()):04X}" if found else None


def normal(text: str) -> str:
    """Return `text` in Unicode normal form C, without space around it."""
    return unicodedata.normalize("NFC", text).strip()
