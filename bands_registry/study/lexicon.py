"""Lexicons of words that tell who a patient is, per language, as data."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from importlib.resources import files

from ruamel.yaml import YAML


class HitClass(StrEnum):
    """How a hit tells something about the patient."""

    DIRECT = "direct"
    IMPLIED = "implied"
    SOURCE_TITLE = "source-title"


@dataclass(frozen=True)
class Match:
    """A word found in a text."""

    category: str
    hit_class: HitClass
    start: int
    end: int


@dataclass(frozen=True)
class Lexicon:
    """The words of one category, ready to be looked for.

    `starts` holds the first letters of every entry, and one word of every pattern: most texts hold
    none of them and need no closer look.
    """

    category: str
    direct: re.Pattern[str] | None
    implied: re.Pattern[str] | None
    allowed: re.Pattern[str] | None
    starts: frozenset[str]

    def matches(self, text: str, words: AbstractSet[str]) -> Iterator[Match]:
        """Yield every entry that stands in no allowed phrase; `words` are those of the text."""
        if self.starts.isdisjoint(words):
            return
        spared = [found.span() for found in self.allowed.finditer(text)] if self.allowed else []
        for pattern, hit_class in (
            (self.direct, HitClass.DIRECT),
            (self.implied, HitClass.IMPLIED),
        ):
            for found in pattern.finditer(text) if pattern else ():
                start, end = found.span()
                if not any(low <= start and end <= high for low, high in spared):
                    yield Match(self.category, hit_class, start, end)


def words_of(text: str) -> frozenset[str]:
    """Return the runs of letters in a text, capitals aside."""
    return frozenset(_WORD.findall(text.casefold()))


def lexicon_languages() -> tuple[str, ...]:
    """Return the languages that have lexicons."""
    return tuple(sorted(folder.name for folder in _ROOT.iterdir() if folder.is_dir()))


@lru_cache
def lexicons(language: str) -> tuple[Lexicon, ...]:
    """Return the lexicons of a language code ("en", "en-GB")."""
    folder = _ROOT / language.split("-", maxsplit=1)[0]
    texts = [
        entry.read_text("utf-8")
        for entry in sorted(folder.iterdir(), key=lambda entry: entry.name)
        if entry.name.endswith(".yaml")
    ]
    return tuple(_lexicon(YAML(typ="safe", pure=True).load(text)) for text in texts)


_ROOT = files("bands_registry.study") / "lexicons"
_WORD = re.compile(r"[^\W\d_]+")


def _lexicon(data: dict[str, object]) -> Lexicon:
    def listed(key: str) -> list[object]:
        entries = data.get(key, [])
        return list(entries) if isinstance(entries, list) else []

    def words(key: str) -> list[str]:
        return [str(word) for word in listed(key)]

    patterns = [entry for entry in listed("patterns") if isinstance(entry, dict)]
    direct = [f"(?i:{re.escape(word)})" for word in words("direct")]
    direct += [f"(?i:{entry['pattern']})" for entry in patterns]
    direct += [re.escape(word) for word in words("exact")]
    entries = words("direct") + words("exact") + words("implied")
    starts = {_WORD.findall(entry.casefold())[0] for entry in entries}
    starts |= {str(word) for entry in patterns for word in entry["needs"]}
    return Lexicon(
        category=str(data["category"]),
        direct=_bounded(direct),
        implied=_bounded(f"(?i:{re.escape(word)})" for word in words("implied")),
        allowed=_bounded(f"(?i:{re.escape(word)})" for word in words("allow")),
        starts=frozenset(starts),
    )


def _bounded(alternatives: Iterable[str]) -> re.Pattern[str] | None:
    """Return one pattern for all, longest first, each between word boundaries."""
    ordered = sorted(alternatives, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(ordered)})(?!\w)") if ordered else None
