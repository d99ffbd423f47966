"""Publish the registry: sign a checkpoint over its content and write the one file others need."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bands_registry.provenance.canonical import sha256
from bands_registry.provenance.events import RegistryCheckpoint
from bands_registry.provenance.files import write_once
from bands_registry.provenance.keystore import UnlockedIdentity
from bands_registry.provenance.logs import checkpoint_text
from bands_registry.provenance.registry import Registry
from bands_registry.provenance.registry_file import build_registry_file
from bands_registry.provenance.registry_rules import seat_findings
from bands_registry.services.registry_contents import registry_contents
from bands_registry.services.registry_store import (
    OpenRegistry,
    demand_coordinator,
    kept_file,
    open_registry,
    read_store,
)
from bands_registry.services.registry_views import PublishedRegistry
from fairmed_core.clock import Clock


@dataclass(frozen=True)
class WrittenCheckpoint:
    """A checkpoint file, and what it vouches for: the registry's content and its log's end."""

    path: Path
    registry_hash: str
    events: int
    head: str


def publish_registry(
    *, registry: Path, coordinator: UnlockedIdentity, out: Path, clock: Clock
) -> PublishedRegistry:
    """Write the registry file; without any change since the last one, the same file again.

    Raises UserError when nothing was published yet, for another coordinator, or when another file
    is already at `out`; HostError when it cannot be written.
    """
    with open_registry(registry, clock=clock) as opened:
        known = opened.published()
        demand_coordinator(known, coordinator, file=registry)
        known = _with_checkpoint(opened, known, coordinator=coordinator, clock=clock)
        packs = {pack: kept_file(opened.store, pack) for pack in known.packs}
        waiting = registry_contents(known, (), published=False).hidden
    data = build_registry_file(known, packs, signer=coordinator.signer)
    write_once(out, data)
    notable = [*opened.findings, *seat_findings(known)]
    return PublishedRegistry(
        path=out,
        sha256=sha256(data),
        registry_hash=known.hash,
        warnings=(*_given_away(waiting), *(str(finding) for finding in notable)),
    )


def _given_away(waiting: Sequence[str]) -> tuple[str, ...]:
    """A published registry hides nothing; whoever publishes it early is told so."""
    if not waiting:
        return ()
    items = ", ".join(waiting)
    told = "wait for a signature; whoever has this file can read what was said on them"
    return (f"Items that {told}: {items}.",)


def checkpoint_registry(
    *, registry: Path, coordinator: UnlockedIdentity, out: Path, clock: Clock
) -> WrittenCheckpoint:
    """Sign a checkpoint of the registry and write where its log stands: a small text to publish.

    Raises UserError when nothing was published yet, for another coordinator, or when another file
    is already at `out`; HostError when it cannot be written.
    """
    with open_registry(registry, clock=clock) as opened:
        known = opened.published()
        demand_coordinator(known, coordinator, file=registry)
        known = _with_checkpoint(opened, known, coordinator=coordinator, clock=clock)
    position = known.coordinator.position
    write_once(out, checkpoint_text(position))
    return WrittenCheckpoint(out, known.hash, position.size, position.head)


def checkpoint_body(known: Registry) -> RegistryCheckpoint | None:
    """Return the checkpoint to sign, or None when the log ends with the one that holds."""
    log = known.coordinator
    last = log.checkpoints[-1] if log.checkpoints else None
    if last is not None and log.lines[-1].event.body is last and last.registry == known.hash:
        return None
    return RegistryCheckpoint(
        registry=known.hash,
        chains=tuple(chain.position for chain in known.chains.values()),
        packs=tuple(sorted(known.packs)),
        replaces=None if last is None else last.registry,
    )


def _with_checkpoint(
    opened: OpenRegistry, known: Registry, *, coordinator: UnlockedIdentity, clock: Clock
) -> Registry:
    body = checkpoint_body(known)
    if body is None:
        return known
    opened.record(coordinator, [body], clock=clock)
    registry, _ = read_store(opened.store)
    return registry or known
