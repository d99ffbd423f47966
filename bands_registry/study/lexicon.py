"""Lexicons of words that tell who a patient is, per language, as data."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
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
    """The words of one category, ready to be looked for."""

    category: str
    direct: re.Pattern[str] | None
    implied: re.Pattern[str] | None
    allowed: re.Pattern[str] | None

    def matches(self, text: str) -> Iterator[Match]:
        """Yield every word of this category that stands in no allowed phrase."""
        spared = [found.span() for found in self.allowed.finditer(text)] if self.allowed else []
        for pattern, hit_class in (
            (self.direct, HitClass.DIRECT),
            (self.implied, HitClass.IMPLIED),
        ):
            for found in pattern.finditer(text) if pattern else ():
                start, end = found.span()
                if not any(low <= start and end <= high for low, high in spared):
                    yield Match(self.category, hit_class, start, end)


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


def _lexicon(data: dict[str, object]) -> Lexicon:
    def words(key: str) -> list[str]:
        listed = data.get(key, [])
        return [str(word) for word in listed] if isinstance(listed, list) else []

    direct = [f"(?i:{re.escape(word)})" for word in words("direct")]
    direct += [f"(?i:{pattern})" for pattern in words("patterns")]
    direct += [re.escape(word) for word in words("exact")]
    return Lexicon(
        category=str(data["category"]),
        direct=_bounded(direct),
        implied=_bounded(f"(?i:{re.escape(word)})" for word in words("implied")),
        allowed=_bounded(f"(?i:{re.escape(word)})" for word in words("allow")),
    )


def _bounded(alternatives: Iterable[str]) -> re.Pattern[str] | None:
    """Return one pattern for all, longest first, each between word boundaries."""
    ordered = sorted(alternatives, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(ordered)})(?!\w)") if ordered else None
