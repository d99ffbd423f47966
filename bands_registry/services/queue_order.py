"""The order in which a clinician sees her items: her own, siblings apart, repeats far off."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence

from fairmed_core.domain.showings import is_second, second_showing, shown_band

# Few items of few vignettes leave little room: the best of some shuffles is taken.
_ATTEMPTS = 40


def queue_order(
    items: Sequence[str], *, vignette_of: Mapping[str, str], pack_hash: str, pseudonym: str
) -> tuple[str, ...]:
    """Return the items shuffled for this person and pack, siblings apart where they can be.

    An item that is shown again comes first time around early, and again after at least half as
    many others as there are items, where that can be.

    The shuffle sorts by a hash seeded with SHA-256 of pack hash and pseudonym, so it is the same
    on every computer and for every version of Python.

    Parameters
    ----------
    items
        All showings of a seat, second ones included.
    vignette_of
        The vignette of each band.
    """
    seed = hashlib.sha256(f"{pack_hash}\n{pseudonym}".encode()).digest()
    again = {shown_band(item) for item in items if is_second(item)}
    if not again:
        return _apart(_shuffled(items, seed), vignette_of, gap=0)
    gap = (len(items) - len(again)) // 2
    best: tuple[str, ...] = ()
    for attempt in range(_ATTEMPTS):
        shuffled = _shuffled(items, seed + bytes([attempt]))
        order = _apart(_with_repeats(shuffled, again), vignette_of, gap=gap)
        if not best or _closest(order) > _closest(best):
            best = order
        if _closest(best) > gap:
            break
    return best


def _shuffled(items: Sequence[str], seed: bytes) -> list[str]:
    return sorted(items, key=lambda item: hashlib.sha256(seed + item.encode()).digest())


def _closest(order: Sequence[str]) -> int:
    """Return how many places the closest second showing stands behind its first."""
    at = {item: place for place, item in enumerate(order)}
    return min(place - at[shown_band(item)] for item, place in at.items() if is_second(item))


def _with_repeats(shuffled: Sequence[str], again: set[str]) -> list[str]:
    """Return the first showings, those that come again early, and the second ones mixed in late."""
    firsts = [item for item in shuffled if not is_second(item)]
    half = max((len(firsts) + 1) // 2, len(again))
    once = iter([item for item in firsts if item not in again])
    early = set(again) | {next(once) for _ in range(half - len(again))}
    head = [item for item in firsts if item in early]
    late = [item for item in shuffled if is_second(item) or item not in early]
    # The second showings keep the order of the first ones, or one might follow its first closely.
    in_order = iter([item for item in head if item in again])
    return head + [second_showing(next(in_order)) if is_second(item) else item for item in late]


def _apart(wanted: list[str], vignette_of: Mapping[str, str], *, gap: int) -> tuple[str, ...]:
    waiting = [(item, vignette_of[shown_band(item)]) for item in wanted]
    left = Counter(vignette for _, vignette in waiting)
    ordered: dict[str, int] = {}
    previous = ""
    while waiting:
        most, count = left.most_common(1)[0]
        # A vignette with more than half of what is left must come now, or two of it will touch.
        pressing = 2 * count > len(waiting) and most != previous
        due = ((item, of) for item, of in waiting if _due(item, ordered, gap=gap))
        chosen = next(
            (one for one in due if (one[1] == most if pressing else one[1] != previous)), None
        )
        item, previous = chosen or _next_best(waiting, ordered, previous=previous, gap=gap)
        waiting.remove((item, previous))
        left[previous] -= 1
        ordered[item] = len(ordered)
    return tuple(ordered)


def _next_best(
    waiting: list[tuple[str, str]], ordered: Mapping[str, int], *, previous: str, gap: int
) -> tuple[str, str]:
    """Return what may come where nothing fits: a sibling before a repeat that comes too soon."""
    due = [one for one in waiting if _due(one[0], ordered, gap=gap)]
    apart = [one for one in due if one[1] != previous]
    return (apart or due or waiting)[0]


def _due(item: str, ordered: Mapping[str, int], *, gap: int) -> bool:
    """Whether an item may come next: a second showing only well after the first."""
    if not is_second(item):
        return True
    first = ordered.get(shown_band(item))
    return first is not None and len(ordered) - first > gap
