"""Words looked for in what is read on a screen."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from PySide6.QtCore import QCoreApplication, QLocale

# A shorter list is seen at a glance.
SEARCHED_FROM = 8


def holds_words(text: str, sought: str) -> bool:
    """Whether a text holds each of the words sought, capitals and accents aside."""
    plain = plain_text(text)
    return all(word in plain for word in plain_text(sought).split())


@lru_cache(maxsize=4_000)
def plain_text(text: str) -> str:
    """Return the text without capitals and accents, as one types who is in a hurry."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


def found_words(number: int, total: int) -> str:
    """Return how much of a list of items is shown."""
    if not number:
        return QCoreApplication.translate("", "No item matches.")
    words = QCoreApplication.translate("", "{number} of {total} items shown")
    spell = QLocale().toString
    return words.format(number=spell(number), total=spell(total))
