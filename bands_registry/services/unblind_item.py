"""Open an item before all its assigned raters signed, on the record."""

from __future__ import annotations

from pathlib import Path

from bands_registry.provenance.decisions import Unblinded
from bands_registry.provenance.keystore import UnlockedIdentity
from bands_registry.services.known_log import said
from bands_registry.services.publish_registry import checkpoint_body
from bands_registry.services.registry_store import demand_coordinator, open_registry
from fairmed_core.clock import Clock
from fairmed_core.errors import UserError


def unblind_item(
    item: str, *, registry: Path, coordinator: UnlockedIdentity, reason: str, clock: Clock
) -> None:
    """Record a checkpoint of what is there and, after it, that the item was opened.

    Raises UserError for an unknown item, one opened already, or a missing reason.
    """
    why = said(reason, what="The reason")
    with open_registry(registry, clock=clock) as opened:
        known = opened.published()
        demand_coordinator(known, coordinator, file=registry)
        if item not in {band.id for band in known.pack.study.bands}:
            raise UserError(
                f"The latest pack has no item {item}.",
                next_step="`fairmed registry show` lists the items.",
            )
        if item in known.coordinator.rulings.unblinded:
            raise UserError(f"The item {item} is open already.", next_step="Nothing is needed.")
        checkpoint = checkpoint_body(known)
        before = [] if checkpoint is None else [checkpoint]
        opened.record(coordinator, [*before, Unblinded(item=item, reason=why)], clock=clock)
