"""Make every projection of a study file anew from its signed events, after these were verified."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from bands_registry.services.registry_store import open_registry
from fairmed_core.clock import Clock


@dataclass(frozen=True)
class Rebuilt:
    """How many chains and events the projections were made from."""

    chains: int
    events: int


def rebuild_registry(registry: Path, *, clock: Clock) -> Rebuilt:
    """Rebuild the projections of the coordinator's registry; events and files stay as they are.

    Raises UserError, with the verifier's code, when the events do not verify.
    """
    with open_registry(registry, clock=clock) as opened:
        opened.published()
        opened.store.rebuild_projections()
        return Rebuilt(len(opened.store.chains()), len(opened.store.lines()))
