"""Whether a log claims what another one claims already: a place in a chain, a pseudonym, a key."""

from __future__ import annotations

from bands_registry.provenance.bodies import ChainPosition
from bands_registry.provenance.chain import NO_EVENT
from bands_registry.provenance.decisions import ConflictKind, ConflictRecorded
from bands_registry.provenance.logs import ClinicianLog
from bands_registry.provenance.registry import Registry


def parts_from(log: ClinicianLog, before: ClinicianLog) -> bool:
    """Whether two logs of one key were continued differently from the same point."""
    shared = min(len(before.lines), len(log.lines))
    return before.lines[shared - 1].id != log.lines[shared - 1].id


def fork_of(log: ClinicianLog, before: ClinicianLog, *, response: str) -> ConflictRecorded:
    """Return the record of a log that parts from the one merged before."""
    return _record("fork", log, before.position, response=response)


def collision_of(
    log: ClinicianLog, registry: Registry, *, response: str
) -> ConflictRecorded | None:
    """Return the record of a log whose pseudonym or key another one has, or None."""
    mine = (log.genesis.pseudonym, log.key_id)
    claims = {(e.pseudonym, e.key) for e in registry.coordinator.enrolments}
    claims |= {(other.genesis.pseudonym, other.key_id) for other in registry.chains.values()}
    for pseudonym, key in sorted(claims - {mine}):
        if pseudonym == mine[0] or key == mine[1]:
            other = registry.chains.get(key)
            held = other.position if other and key != mine[1] else _enrolled_only(key)
            return _record("pseudonym", log, held, response=response)
    return None


def _enrolled_only(key: str) -> ChainPosition:
    return ChainPosition(key=key, size=0, head=NO_EVENT)


def _record(
    kind: ConflictKind, log: ClinicianLog, other: ChainPosition, *, response: str
) -> ConflictRecorded:
    sides = sorted((log.position, other), key=lambda side: (side.key, side.size, side.head))
    return ConflictRecorded(
        conflict=kind, pseudonym=log.genesis.pseudonym, sides=tuple(sides), response=response
    )
