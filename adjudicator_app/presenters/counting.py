"""Small numbers in words, as a person would say them."""

from __future__ import annotations

from adjudicator_app.presenters.saying import say

_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def spelled(number: int) -> str:
    """Return "three" up to ten and the digits beyond."""
    if not 0 <= number < len(_WORDS):
        return str(number)
    return say(_WORDS[number])


def counted(number: int, one: str, many: str) -> str:
    """Return "one item" or "three items"; `one` and `many` are already translated."""
    return say("{number} {things}").format(
        number=spelled(number), things=one if number == 1 else many
    )


def capitalised(text: str) -> str:
    """Return the sentence with its first letter large."""
    return text[:1].upper() + text[1:]
