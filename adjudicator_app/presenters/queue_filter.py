"""What of a long list is shown: words searched for, status, setting and step.

Search looks only at what a card or the item behind it shows her: title, headline, sub-action and
the places of the clauses.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from adjudicator_app.presenters.searching import holds_words
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
            and holds_words(_searched(item), self.text)
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


def _searched(item: QueueItem) -> str:
    return "\n".join((item.title, item.headline, item.action, *item.locators))
