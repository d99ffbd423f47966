"""The order in which a clinician sees her items: her own, and siblings kept apart."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence


def queue_order(
    items: Sequence[str], *, vignette_of: Mapping[str, str], pack_hash: str, pseudonym: str
) -> tuple[str, ...]:
    """Return the items shuffled for this person and pack, siblings apart where they can be.

    The shuffle sorts by a hash seeded with SHA-256 of pack hash and pseudonym, so it is the same
    on every computer and for every version of Python.
    """
    seed = hashlib.sha256(f"{pack_hash}\n{pseudonym}".encode()).digest()
    shuffled = sorted(items, key=lambda item: hashlib.sha256(seed + item.encode()).digest())
    return _apart(shuffled, vignette_of)


def _apart(shuffled: list[str], vignette_of: Mapping[str, str]) -> tuple[str, ...]:
    waiting = list(shuffled)
    left = Counter(vignette_of[item] for item in waiting)
    ordered: list[str] = []
    previous = None
    while waiting:
        most, count = left.most_common(1)[0]
        # A vignette with more than half of what is left must come now, or two of it will touch.
        pressing = 2 * count > len(waiting) and most != previous
        chosen = next(
            (
                item
                for item in waiting
                if (vignette_of[item] == most if pressing else vignette_of[item] != previous)
            ),
            waiting[0],
        )
        waiting.remove(chosen)
        previous = vignette_of[chosen]
        left[previous] -= 1
        ordered.append(chosen)
    return tuple(ordered)
