"""Withdrawal: her verdicts are excluded and listed, what was held of her identity is destroyed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bands_registry.provenance.decisions import AdjudicatorWithdrawn
from bands_registry.provenance.events import IdentitySealed, bodies_of
from bands_registry.provenance.keystore import UnlockedIdentity
from bands_registry.provenance.logs import ClinicianLog
from bands_registry.provenance.registry import Registry
from bands_registry.services.known_log import log_named, said
from bands_registry.services.registry_store import OpenRegistry, demand_coordinator, open_registry
from fairmed_core.clock import Clock
from fairmed_core.errors import UserError


@dataclass(frozen=True)
class Withdrawal:
    """Who withdrew, how many verdicts are excluded, how many kept files were destroyed."""

    pseudonym: str
    key_id: str
    verdicts: int
    destroyed: int


def withdraw_adjudicator(
    who: str, *, registry: Path, coordinator: UnlockedIdentity, reason: str, clock: Clock
) -> Withdrawal:
    """Record the withdrawal and destroy her sealed identity, all or nothing.

    Published files and response files kept elsewhere cannot be recalled.

    Raises UserError for an unknown log, a second withdrawal, or a missing reason.
    """
    why = said(reason, what="The reason")
    with open_registry(registry, clock=clock) as opened:
        known = opened.published()
        demand_coordinator(known, coordinator, file=registry)
        log = log_named(known, who)
        if log.key_id in known.coordinator.rulings.withdrawn:
            raise UserError(
                f"{log.genesis.pseudonym} withdrew already.", next_step="Nothing more is needed."
            )
        body = AdjudicatorWithdrawn(key=log.key_id, pseudonym=log.genesis.pseudonym, reason=why)
        held = [sha256 for sha256 in _hers(known, log) if _is_kept(opened, sha256)]
        opened.record(coordinator, [body], clock=clock, destroyed=held)
    return Withdrawal(log.genesis.pseudonym, log.key_id, len(log.verdicts), len(held))


def _hers(registry: Registry, log: ClinicianLog) -> Iterator[str]:
    """Yield the hashes of files that may hold her sealed identity."""
    found: dict[str, None] = {}
    for _, sealed in bodies_of(log.lines, IdentitySealed):
        found[sealed.ciphertext] = None
    for merge in registry.coordinator.merges:
        if merge.key == log.key_id and merge.identity is not None:
            found[merge.identity] = None
    for refused in registry.coordinator.rulings.rejected:
        if refused.claimed_key == log.key_id:
            found[refused.response] = None
    yield from found


def _is_kept(opened: OpenRegistry, sha256: str) -> bool:
    return opened.store.blob(sha256) is not None
