"""The message catalogue: English texts are the message ids, other languages replace them.

A catalogue is a `.po` file, readable by the tools of translators; see `messages`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from importlib.resources import files

from fairmed_core.words.messages import read_messages

Catalogue = Callable[[str], str]

ENGLISH = "en"
LANGUAGES: dict[str, str] = {ENGLISH: "English", "zh-Hans": "简体中文"}


def english(text: str) -> str:
    """Return the message itself: English is the source language."""
    return text


def catalogue(language: str) -> Catalogue:
    """Return what says the shared messages in a language of `LANGUAGES`.

    A language that is not there, or a message the catalogue lacks, is said in English.
    """
    if language == ENGLISH or language not in LANGUAGES:
        return english
    messages = _shared(language)
    return lambda text: messages.get(text, text)


def language_for(wanted: Iterable[str]) -> str:
    """Return the first of these language tags that we speak ("zh_CN" gives "zh-Hans").

    Traditional Chinese is another written language than the one we have; English stands in.
    """
    for tag in wanted:
        parts = tag.replace("_", "-").split("-")
        if parts[0] == ENGLISH:
            return ENGLISH
        if parts[0] == "zh" and not {"Hant", "TW", "HK", "MO"} & set(parts):
            return "zh-Hans"
    return ENGLISH


@cache
def _shared(language: str) -> dict[str, str]:
    file = files("fairmed_core.words").joinpath(f"{language}.po")
    return read_messages(file.read_text(encoding="utf-8"))
