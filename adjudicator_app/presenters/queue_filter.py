"""What of a long list is shown: words searched for, status, setting and step.

Search looks only at what a card or the item behind it shows her: title, headline, sub-action and
the places of the clauses.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeVar

from bands_registry.services.views import ItemStatus, QueueItem
from fairmed_core.domain.action_space import Step

Choice = TypeVar("Choice")


@dataclass(frozen=True)
class QueueFilter:
    """What is asked for; None is no matter which."""

    text: str = ""
    status: ItemStatus | None = None
    inside: bool | None = None
    step: Step | None = None

    @property
    def empty(self) -> bool:
        """Whether everything is asked for."""
        return replace(self, text=self.text.strip()) == QueueFilter()

    def takes(self, item: QueueItem) -> bool:
        """Whether an item is among what is asked for."""
        return (
            self.status in (None, item.status)
            and self.inside in (None, item.scope.inside)
            and self.step in (None, item.step)
            and all(word in _searched(item) for word in _words(self.text))
        )


@dataclass(frozen=True)
class FilterCounts:
    """How many items each choice would show, the other choices and the words staying."""

    statuses: Mapping[ItemStatus | None, int]
    settings: Mapping[bool | None, int]
    steps: Mapping[Step | None, int]


def filter_counts(items: Iterable[QueueItem], asked: QueueFilter) -> FilterCounts:
    """Return the counts to stand beside the choices; what no item has is left out."""
    statuses: dict[ItemStatus | None, int] = {None: 0}
    settings: dict[bool | None, int] = {None: 0}
    steps: dict[Step | None, int] = {None: 0}
    any_status = replace(asked, status=None)
    any_setting = replace(asked, inside=None)
    any_step = replace(asked, step=None)
    for item in items:
        _count(statuses, item.status, taken=any_status.takes(item))
        _count(settings, item.scope.inside, taken=any_setting.takes(item))
        _count(steps, item.step, taken=any_step.takes(item))
    return FilterCounts(statuses, settings, steps)


def _count(counts: dict[Choice | None, int], choice: Choice, *, taken: bool) -> None:
    counts[choice] = counts.get(choice, 0) + taken
    counts[None] += taken


@lru_cache(maxsize=8)
def _words(text: str) -> tuple[str, ...]:
    return tuple(_plain(text).split())


@lru_cache(maxsize=4_000)
def _searched(item: QueueItem) -> str:
    return _plain("\n".join((item.title, item.headline, item.action, *item.locators)))


def _plain(text: str) -> str:
    """Return the text without capitals and accents, as one types who is in a hurry."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter))
