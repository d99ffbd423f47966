"""Bands that remember what was derived from them, so that many contrasts share it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import TypeVar, cast, overload

from fairmed_core.domain.resolution import ResolvedBand

_Derived = TypeVar("_Derived")


class RememberedBands(Sequence[ResolvedBand]):
    """Bands with a memory of their own; it lives as long as the report being made."""

    def __init__(self, bands: Sequence[ResolvedBand]) -> None:
        self._bands = tuple(bands)
        self.memory: dict[Hashable, object] = {}

    def __len__(self) -> int:
        return len(self._bands)

    def __iter__(self) -> Iterator[ResolvedBand]:
        return iter(self._bands)

    @overload
    def __getitem__(self, at: int) -> ResolvedBand: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[ResolvedBand, ...]: ...
    def __getitem__(self, at: int | slice) -> ResolvedBand | tuple[ResolvedBand, ...]:
        return self._bands[at]


def remembered(
    bands: Sequence[ResolvedBand], key: Hashable, make: Callable[[], _Derived]
) -> _Derived:
    """Return what `make` derives from the bands; from memory where they have one."""
    if not isinstance(bands, RememberedBands):
        return make()
    if key not in bands.memory:
        bands.memory[key] = make()
    return cast(_Derived, bands.memory[key])
