"""Revoke a key: from a position of its chain on, nothing it signs counts."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from bands_registry.provenance.decisions import KeyRevoked
from bands_registry.provenance.keystore import UnlockedIdentity
from bands_registry.provenance.registry_decisions import verdicts_after
from bands_registry.services.known_log import log_named, said
from bands_registry.services.registry_store import demand_coordinator, open_registry
from fairmed_core.clock import Clock
from fairmed_core.errors import UserError


@dataclass(frozen=True)
class Revocation:
    """A revoked key: the last position that counts, and how many verdicts lie beyond it."""

    pseudonym: str
    key_id: str
    after: int
    verdicts_lost: int


def revoke_key(
    who: str,
    *,
    registry: Path,
    coordinator: UnlockedIdentity,
    after: int | None,
    reason: str,
    clock: Clock,
) -> Revocation:
    """Record the revocation; without a position, all that was merged so far still counts.

    Raises UserError for an unknown log, a position beyond it, one later than an earlier revocation,
    or a missing reason.
    """
    why = said(reason, what="The reason")
    with open_registry(registry, clock=clock) as opened:
        known = opened.published()
        demand_coordinator(known, coordinator, file=registry)
        log = log_named(known, who)
        size = len(log.lines)
        position = size if after is None else after
        if not 0 <= position <= size:
            raise UserError(
                f"The log of {log.genesis.pseudonym} has {size} events, no event {position}.",
                next_step=f"Give a position from 0 to {size}.",
            )
        earlier = known.coordinator.rulings.revoked.get(log.key_id)
        if earlier is not None and earlier.after <= position:
            raise UserError(
                f"The key is revoked after event {earlier.after} already.",
                next_step="Nothing more is needed.",
            )
        body = KeyRevoked(key=log.key_id, after=position, reason=why)
        opened.record(coordinator, [body], clock=clock)
    return Revocation(log.genesis.pseudonym, log.key_id, position, verdicts_after(log, position))
