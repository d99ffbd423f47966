"""A study: everything that is fixed before anyone judges."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeVar

from fairmed_core.domain.action_space import ActionSpace
from fairmed_core.domain.band import Band
from fairmed_core.domain.showings import Repeats, second_showing, shown_band
from fairmed_core.domain.sources import Clause, Source
from fairmed_core.domain.vignette import Vignette

DistanceName = Literal["jaccard", "dice", "masi"]
_Named = TypeVar("_Named", Band, Vignette, Clause, Source)


@dataclass(frozen=True)
class Seat:
    """A place among the raters: no name, key or pseudonym, only a role and items.

    Attributes
    ----------
    code
        What she types when she opens the pack ("G7K2").
    role
        The role the protocol wants ("geriatrician", "emergency physician").
    items
        Ids of the bands assigned to the seat.
    """

    code: str
    role: str
    items: tuple[str, ...]


@dataclass(frozen=True)
class Waiver:
    """A leak-check hit that stays, and why; `text` is the exact word, `place` where it stands."""

    place: str
    text: str
    reason: str


@dataclass(frozen=True)
class OrderName:
    """How free-text orders map to a test of the study (lower-case exact names)."""

    test: str
    label: str
    names: frozenset[str]


@dataclass(frozen=True)
class Study:
    """A study folder as values.

    Attributes
    ----------
    id, title, language
        Identity, title as printed, language code of its texts.
    space
        The action space it declares.
    sources, clauses, vignettes, bands
        In file order.
    seats
        The roster.
    orders
        How order names map to tests.
    no_order_names
        Entries that say nothing was ordered ("none indicated"), lower case.
    waivers
        Leak-check hits that stay, with reasons.
    set_distance
        The agreement distance fixed in advance ("jaccard").
    authors
        Identifiers of those who wrote the bands; none of them may adjudicate.
    version
        Counts publications of the same study, from 1.
    repeats
        Which share of the items every rater sees twice; None where each is shown once.
    """

    id: str
    title: str
    language: str
    space: ActionSpace
    sources: tuple[Source, ...]
    clauses: tuple[Clause, ...]
    vignettes: tuple[Vignette, ...]
    bands: tuple[Band, ...]
    seats: tuple[Seat, ...] = ()
    orders: tuple[OrderName, ...] = ()
    waivers: tuple[Waiver, ...] = ()
    set_distance: DistanceName = "jaccard"
    authors: tuple[str, ...] = ()
    version: int = 1
    no_order_names: frozenset[str] = frozenset()
    repeats: Repeats | None = None

    def band(self, band_id: str) -> Band:
        """Return the band with this id; KeyError when there is none."""
        return self._bands[band_id]

    def shown(self, item_id: str) -> Band:
        """Return the band that an item, shown first or again, shows; KeyError for none."""
        return self._bands[shown_band(item_id)]

    def vignette(self, vignette_id: str) -> Vignette:
        """Return the vignette with this id; KeyError when there is none."""
        return self._vignettes[vignette_id]

    def clause(self, clause_id: str) -> Clause:
        """Return the clause with this id; KeyError when there is none."""
        return self._clauses[clause_id]

    def source(self, source_id: str) -> Source:
        """Return the source with this id; KeyError when there is none."""
        return self._sources[source_id]

    @cached_property
    def repeated(self) -> frozenset[str]:
        """The ids of the bands that every rater who has them sees twice."""
        if self.repeats is None:
            return frozenset()
        return self.repeats.chosen(item for seat in self.seats for item in seat.items)

    def showings(self, seat: Seat) -> tuple[str, ...]:
        """Return all that a seat is shown: its items, then those of them that come again."""
        again = (second_showing(item) for item in seat.items if item in self.repeated)
        return (*seat.items, *again)

    @property
    def practice_bands(self) -> tuple[Band, ...]:
        """The bands of practice vignettes."""
        practice = {vignette.id for vignette in self.vignettes if vignette.practice}
        return tuple(band for band in self.bands if band.vignette_id in practice)

    # A registry looks up every rater's items, so a study is indexed the first time it is asked.

    @cached_property
    def _bands(self) -> dict[str, Band]:
        return _by_id(self.bands)

    @cached_property
    def _vignettes(self) -> dict[str, Vignette]:
        return _by_id(self.vignettes)

    @cached_property
    def _clauses(self) -> dict[str, Clause]:
        return _by_id(self.clauses)

    @cached_property
    def _sources(self) -> dict[str, Source]:
        return _by_id(self.sources)


def _by_id(values: tuple[_Named, ...]) -> dict[str, _Named]:
    # The first of two with one id, as a search from the front would find it.
    return {value.id: value for value in reversed(values)}
