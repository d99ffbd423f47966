"""Lexicons of words that tell who a patient is, per language, as data.

A file of ``lexicons/<language>/`` holds one category. ``direct``, ``exact`` (capitals as written),
``implied`` and ``allow`` list words and phrases, parted by commas; ``patterns`` and
``allow_patterns`` hold regular expressions, in which ``<name>`` stands for any word of the list
``parts: name``. A pattern is looked for only in texts that hold one of the words it ``needs``.
Nothing inside an allowed phrase is a hit, whichever file lists it; an allowed pattern spares only
hits of its own category.

A space or hyphen in a list stands for either. An entry begins and ends where a word does, or next
to a Chinese character. Chinese itself has no spaces: an entry that holds any of it is found
wherever it stands, and only allowed phrases part it from look-alikes.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from itertools import pairwise

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
class Entry:
    """What is looked for, as a regular expression, and what it tells."""

    category: str
    hit_class: HitClass
    source: str


@dataclass(frozen=True)
class Lexicons:
    """All lexicons of one language.

    `listed` and `allowed` hold the entries under a word each needs: most texts hold none of these
    words and need no closer look.
    """

    categories: frozenset[str]
    listed: Mapping[str, tuple[Entry, ...]]
    allowed: Mapping[str, tuple[Entry, ...]]
    needed: frozenset[str]

    def matches(self, text: str, words: AbstractSet[str]) -> list[Match]:
        """Return every entry that stands in no allowed phrase; `words` are those of the text."""
        needed = self.needed & words
        if not needed:
            return []
        spaced = text if text.isascii() else _CHINESE_RUN.sub(lambda run: " " * len(run[0]), text)
        found = [
            Match(entry.category, entry.hit_class, *span)
            for entry in _entries(self.listed, needed)
            for span in _spans(entry, text, spaced)
        ]
        for entry in _entries(self.allowed, words) if found else ():
            if entry.category == _ANY or any(match.category == entry.category for match in found):
                spans = list(_spans(entry, text, spaced))
                found = [match for match in found if not _is_spared(match, entry.category, spans)]
                if not found:
                    break
        return found


def plain_text(text: str) -> str:
    """Return a text with full-width forms and marks that cannot be seen taken out."""
    if text.isascii():
        return text
    plain = unicodedata.normalize("NFKC", text).replace("’", "'")
    return "".join(mark for mark in plain if unicodedata.category(mark) != "Cf")


def without_accents(text: str) -> str:
    """Return a text of the same length whose letters carry no accent."""
    if text.isascii():
        return text
    return "".join(unicodedata.normalize("NFD", letter)[0] for letter in text)


def words_of(text: str) -> frozenset[str]:
    """Return the runs of letters, capitals aside; of Chinese every character and every pair."""
    words = set(_WORD.findall(text.casefold()))
    if not text.isascii():
        for run in _CHINESE_RUN.findall(text):
            words.update(run)
            words.update(first + second for first, second in pairwise(run))
    return frozenset(words)


def lexicon_languages() -> tuple[str, ...]:
    """Return the languages that have lexicons."""
    return tuple(sorted(folder.name for folder in _ROOT.iterdir() if folder.is_dir()))


@cache
def lexicons(language: str) -> Lexicons:
    """Return the lexicons of a language code ("en", "en-GB")."""
    folder = _ROOT / language.split("-", maxsplit=1)[0]
    yaml = YAML(typ="safe", pure=True)
    listed: dict[str, list[Entry]] = {}
    allowed: dict[str, list[Entry]] = {}
    categories = set()
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if file.name.endswith(".yaml"):
            data = yaml.load(file.read_text("utf-8"))
            categories.add(str(data["category"]))
            for kind, needs, entry in _entries_of(data):
                for need in needs:
                    (allowed if kind == "allow" else listed).setdefault(need, []).append(entry)
    return Lexicons(
        categories=frozenset(categories),
        listed={need: tuple(entries) for need, entries in listed.items()},
        allowed={need: tuple(entries) for need, entries in allowed.items()},
        needed=frozenset(listed),
    )


_ANY = "any"
_ROOT = files("bands_registry.study") / "lexicons"
_CHINESE = "㐀-䶿一-鿿〇"
_WORD = re.compile(rf"[^\W\d_{_CHINESE}]+")
_CHINESE_RUN = re.compile(rf"[{_CHINESE}]+")
_GAP = r"[\s\-‐–]+"


def _entries(entries: Mapping[str, tuple[Entry, ...]], words: AbstractSet[str]) -> Iterator[Entry]:
    for word in words:
        yield from entries.get(word, ())


def _is_spared(match: Match, category: str, spans: Iterable[tuple[int, int]]) -> bool:
    """Return whether a match lies in a span of something allowed for that category."""
    return category in (_ANY, match.category) and any(
        low <= match.start and match.end <= high for low, high in spans
    )


def _spans(entry: Entry, text: str, spaced: str) -> Iterator[tuple[int, int]]:
    """Yield where an entry stands; one without Chinese is looked for in `spaced`, between words."""
    pattern, is_chinese = _compiled(entry.source)
    return (found.span() for found in pattern.finditer(text if is_chinese else spaced))


@cache
def _compiled(source: str) -> tuple[re.Pattern[str], bool]:
    if _CHINESE_RUN.search(source):
        return re.compile(source), True
    return re.compile(rf"(?<!\w)(?:{source})(?!\w)"), False


def _entries_of(data: Mapping[str, object]) -> Iterator[tuple[str, Iterable[str], Entry]]:
    """Yield ("listed" or "allow", needed words, entry) for everything a file holds."""
    category = str(data["category"])
    for key, hit_class in _LISTS.items():
        for phrase in _phrases(data.get(key)):
            source = _source(phrase) if key == "exact" else f"(?i:{_source(phrase)})"
            if key == "allow":
                yield "allow", [_needed(phrase)], Entry(_ANY, hit_class, source)
            else:
                yield "listed", [_needed(phrase)], Entry(category, hit_class, source)
    found = data.get("parts")
    parts = (
        {name: _phrases(text) for name, text in found.items()} if isinstance(found, dict) else {}
    )
    for kind in ("patterns", "allow_patterns"):
        listed = data.get(kind)
        for item in listed if isinstance(listed, list) else ():
            needs = {
                _needed(word)
                for phrase in _phrases(item["needs"])
                for word in (parts[phrase[1:-1]] if phrase[0] == "<" else [phrase])
            }
            source = _PART.sub(lambda part: _any_of(parts[part[1]]), item["pattern"])
            source = source if item.get("exact") else f"(?i:{source})"
            entry = Entry(category, HitClass(item.get("class", "direct")), source)
            yield "allow" if kind == "allow_patterns" else "listed", needs, entry


_LISTS = {
    "direct": HitClass.DIRECT,
    "exact": HitClass.DIRECT,
    "implied": HitClass.IMPLIED,
    "allow": HitClass.DIRECT,
}
_PART = re.compile(r"<(\w+)>")
_COMMA = re.compile(r",\s+")


def _phrases(text: object) -> list[str]:
    return [phrase for phrase in _COMMA.split(str(text or "").strip()) if phrase]


def _source(phrase: str) -> str:
    """Return the regular expression of a phrase, its words parted by spaces or hyphens."""
    return _GAP.join(re.escape(word) for word in re.split(r"[ -]", without_accents(phrase)))


def _any_of(phrases: list[str]) -> str:
    return f"(?:{'|'.join(_source(phrase) for phrase in sorted(phrases, key=len, reverse=True))})"


def _needed(phrase: str) -> str:
    """Return the word of a phrase to look for first: the longest, or the first Chinese pair."""
    words = _WORD.findall(without_accents(phrase).casefold())
    return max(words, key=len) if words else phrase[:2]
