"""What changed between two versions of an item or a study, as a sentence."""

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


def changed_items(count: int, version: int, say: Catalogue = english) -> str:
    """Return the notice about a pack that changed items she had worked on; "" when it did not."""
    if not count:
        return ""
    sentence = (
        say("Version {version} of the study changed 1 of your items.")
        if count == 1
        else say("Version {version} of the study changed {count} of your items.")
    )
    kept = say("All you entered is kept; look at what changed and mark it ready again.")
    return f"{sentence.format(version=version, count=count)} {kept}"


def _sentence(sentence: str, before: ItemHashes, after: ItemHashes, say: Catalogue) -> str:
    parts = [say(words) for name, words in _PARTS if getattr(before, name) != getattr(after, name)]
    return sentence.format(parts=", ".join(parts)) if parts else ""
