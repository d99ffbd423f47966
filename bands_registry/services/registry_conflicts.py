"""The conflicts recorded in a registry, with both sides and how they were settled."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from bands_registry.provenance.bodies import ChainPosition
from bands_registry.services.registry_store import open_registry
from fairmed_core.clock import Clock


@dataclass(frozen=True)
class RecordedConflict:
    """One conflict; `stands` is the head of the side that stands once it is settled."""

    pseudonym: str
    kind: str
    sides: tuple[ChainPosition, ...]
    open: bool
    stands: str | None
    how: str


def registry_conflicts(registry: Path, *, clock: Clock) -> tuple[RecordedConflict, ...]:
    """Return every recorded conflict, in the order of recording."""
    with open_registry(registry, clock=clock) as opened:
        rulings = opened.published().coordinator.rulings
    settled = {(body.conflict, body.sides): body for _, body in rulings.resolutions}
    found = []
    for body in rulings.conflicts:
        resolution = settled.get((body.conflict, body.sides))
        found.append(
            RecordedConflict(
                pseudonym=body.pseudonym,
                kind=body.conflict,
                sides=body.sides,
                open=resolution is None,
                stands=resolution.stands if resolution else None,
                how=resolution.how if resolution else "",
            )
        )
    return tuple(found)
