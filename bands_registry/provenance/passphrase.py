"""Passphrases: one spelling whatever the keyboard, a minimum length, an honest hint of strength."""

from __future__ import annotations

import itertools
import math
import unicodedata
from dataclasses import dataclass

from fairmed_core.errors import UserError

MINIMUM_LENGTH = 12
_WORDS = ("too short", "weak", "fair", "good", "strong")
# Bits of guessing work at which a passphrase is called fair, good, strong.
_STEPS = (50.0, 65.0, 80.0)


@dataclass(frozen=True)
class Strength:
    """A score from 0 to 4 and the word for it."""

    score: int
    word: str


def normalise(text: str) -> bytes:
    """Return the passphrase as bytes in normal form KC, the same on every keyboard."""
    return unicodedata.normalize("NFKC", text).encode("utf-8", "surrogatepass")


def strength(text: str) -> Strength:
    """Return a rough strength: repeated and consecutive characters add little."""
    plain = unicodedata.normalize("NFKC", text)
    if len(plain) < MINIMUM_LENGTH:
        return Strength(0, _WORDS[0])
    bits = _guessing_bits(plain)
    score = 1 + sum(bits >= step for step in _STEPS)
    return Strength(score, _WORDS[score])


def require_acceptable(text: str) -> None:
    """Return nothing, or raise UserError when the passphrase is too short."""
    if len(unicodedata.normalize("NFKC", text)) < MINIMUM_LENGTH:
        raise UserError(
            f"The passphrase has fewer than {MINIMUM_LENGTH} characters.",
            next_step="Use a longer one, for example four or five unrelated words.",
        )


def _guessing_bits(plain: str) -> float:
    alphabet = sum(
        size
        for size, present in (
            (26, any(c.islower() for c in plain)),
            (26, any(c.isupper() for c in plain)),
            (10, any(c.isdigit() for c in plain)),
            (33, any(not c.isalnum() for c in plain)),
        )
        if present
    )
    per_character = math.log2(alphabet) if alphabet else math.log2(5000)
    # Natural words carry far less than their alphabet; letters between separators count half.
    share = 0.55 if all(c.isalpha() or c.isspace() for c in plain) else 1.0
    fresh = 1 + sum(abs(ord(here) - ord(before)) > 1 for before, here in itertools.pairwise(plain))
    return min(fresh, 3 * len(set(plain))) * per_character * share
