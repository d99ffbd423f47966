"""Showings: some items are shown to the same rater a second time, and judged anew.

What a rater judges is a *showing*. The first one goes by the id of its band; the second one by
that id with a mark no band's id can hold, so that whatever looks a band's verdict up by its id
finds the first showing and nothing else.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

_MARK = "~2"


@dataclass(frozen=True)
class Repeats:
    """Which share of the items is shown twice.

    Attributes
    ----------
    percent
        Of the items assigned to anyone; at least one item is chosen.
    seed
        Of the choice. Both are published with the study, so that anyone can make the choice again
        and nobody can pick the items by hand.
    """

    percent: int
    seed: int

    def chosen(self, items: Iterable[str]) -> frozenset[str]:
        """Return the items shown twice: those lowest by SHA-256 of "seed, line end, item".

        A hash gives the same choice in every version of every language, a generator may not.
        """
        every = sorted(set(items), key=self._rank)
        # Halves are rounded up; no rounding leaves a share that was asked for without an item.
        count = max(1, (len(every) * self.percent + 50) // 100)
        return frozenset(every[:count])

    def _rank(self, item: str) -> bytes:
        return hashlib.sha256(f"{self.seed}\n{item}".encode()).digest()


def second_showing(band_id: str) -> str:
    """Return the id under which a band is judged the second time."""
    return band_id + _MARK


def shown_band(item_id: str) -> str:
    """Return the id of the band that a showing shows."""
    return item_id.removesuffix(_MARK)


def is_second(item_id: str) -> bool:
    """Whether a showing is a second one."""
    return item_id.endswith(_MARK)
