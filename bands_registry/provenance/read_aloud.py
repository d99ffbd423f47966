"""Fingerprints read aloud by one and typed by another, compared group by group."""

from __future__ import annotations

from collections.abc import Sequence

GROUPS, LETTERS = 8, 4
# The alphabet leaves these out because they sound or look like digits.
_MEANT = str.maketrans({"O": "0", "I": "1", "L": "1", " ": None, "-": None})


def heard(text: str) -> str:
    """Return typed letters and digits as a fingerprint has them."""
    return "".join(text.split()).upper().translate(_MEANT)


def differing(fingerprint: str, typed: Sequence[str]) -> tuple[int, ...]:
    """Return the numbers, from 1, of the groups typed in full that differ from a fingerprint's."""
    return tuple(
        number
        for number, (group, one) in enumerate(zip(fingerprint.split(), typed, strict=True), 1)
        if len(heard(one)) >= LETTERS and heard(one) != group
    )
