"""What changed between two versions of an item, as a sentence."""

from __future__ import annotations

from bands_registry.provenance.events import ItemHashes
from fairmed_core.words.catalogue import Catalogue, english

_PARTS = (
    ("vignette", "the case"),
    ("clause", "the guideline passage"),
    ("band", "the author's draft"),
    ("scale", "the choices or the line between them"),
)


def changed_since_signed(signed: ItemHashes, now: ItemHashes, say: Catalogue = english) -> str:
    """Return e.g. "Changed since you signed: the case."; "" when nothing did."""
    return _sentence(say("Changed since you signed: {parts}."), signed, now, say)


def changed_since_saved(seen: ItemHashes, now: ItemHashes, say: Catalogue = english) -> str:
    """Return e.g. "Changed since you last saved: the case."; "" when nothing did."""
    return _sentence(say("Changed since you last saved: {parts}."), seen, now, say)


def _sentence(sentence: str, before: ItemHashes, after: ItemHashes, say: Catalogue) -> str:
    parts = [say(words) for name, words in _PARTS if getattr(before, name) != getattr(after, name)]
    return sentence.format(parts=", ".join(parts)) if parts else ""
