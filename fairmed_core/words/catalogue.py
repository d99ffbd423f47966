"""The message catalogue: English texts are the message ids, other languages replace them."""

from __future__ import annotations

from collections.abc import Callable

Catalogue = Callable[[str], str]


def english(text: str) -> str:
    """Return the message itself: English is the source language."""
    return text
