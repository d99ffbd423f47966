"""Settle a conflict: the coordinator signs which of two logs stands, or that neither does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bands_registry.provenance.bodies import Body, ChainPosition
from bands_registry.provenance.chain import NO_EVENT
from bands_registry.provenance.decisions import ConflictRecorded, ConflictResolved
from bands_registry.provenance.events import BundleMerged, bodies_of
from bands_registry.provenance.keystore import UnlockedIdentity
from bands_registry.provenance.logs import ClinicianLog, read_clinician_log
from bands_registry.provenance.registry import Registry, lies_on
from bands_registry.services.known_log import said
from bands_registry.services.registry_store import OpenRegistry, demand_coordinator, open_registry
from fairmed_core.clock import Clock
from fairmed_core.errors import UserError

NEITHER = "none"
_FEWEST_LETTERS = 8


@dataclass(frozen=True)
class Settlement:
    """How a pseudonym's conflicts were settled: the head that stands, None for neither."""

    pseudonym: str
    stands: str | None
    settled: int


def settle_conflict(
    pseudonym: str,
    *,
    registry: Path,
    coordinator: UnlockedIdentity,
    keep: str,
    how: str,
    clock: Clock,
) -> Settlement:
    """Record the resolution of every open conflict of a pseudonym.

    `keep` is the head (or its first letters) of the side that stands, or "none".

    Raises UserError when nothing is open, for an unknown head, or without a word on how it was
    settled.
    """
    told = said(how, what="How it was settled")
    with open_registry(registry, clock=clock) as opened:
        known = opened.published()
        demand_coordinator(known, coordinator, file=registry)
        disputes = [
            body for body in known.coordinator.rulings.open_conflicts if body.pseudonym == pseudonym
        ]
        if not disputes:
            raise UserError(
                f"No conflict about {pseudonym} is open.",
                next_step="`fairmed registry show` lists what is.",
            )
        chosen = None if keep == NEITHER else _side(disputes, keep)
        bodies: list[Body] = []
        if chosen is not None:
            bodies += _merge_of_other_side(opened, known, chosen)
        on = _branch_of(opened, chosen)
        bodies += [_resolution(dispute, chosen, on, told) for dispute in disputes]
        opened.record(coordinator, bodies, clock=clock)
    return Settlement(pseudonym, None if chosen is None else chosen.head, len(disputes))


def _side(disputes: Sequence[ConflictRecorded], keep: str) -> ChainPosition:
    sides = {side for dispute in disputes for side in dispute.sides}
    wanted = keep.strip().lower()
    found = [side for side in sides if side.head.startswith(wanted)]
    if len(found) == 1 and len(wanted) >= _FEWEST_LETTERS:
        return found[0]
    listed = ", ".join(sorted(f"{side.head[:16]} ({side.size} events)" for side in sides))
    raise UserError(
        f"{keep} is not one side of the conflict.", next_step=f"Keep one of {listed}, or none."
    )


def _branch_of(opened: OpenRegistry, side: ChainPosition | None) -> ClinicianLog | None:
    if side is None or side.head == NO_EVENT:
        return None
    return read_clinician_log(opened.store.branch(side.key, side.head))


def _resolution(
    dispute: ConflictRecorded,
    chosen: ChainPosition | None,
    branch: ClinicianLog | None,
    how: str,
) -> ConflictResolved:
    standing = [
        side.head
        for side in dispute.sides
        if side == chosen
        or (branch is not None and side.key == branch.key_id and lies_on(side, branch))
    ]
    return ConflictResolved(
        conflict=dispute.conflict,
        pseudonym=dispute.pseudonym,
        sides=dispute.sides,
        stands=standing[0] if standing else None,
        how=how,
    )


def _merge_of_other_side(
    opened: OpenRegistry, registry: Registry, chosen: ChainPosition
) -> list[BundleMerged]:
    """Return the merge of a fork's side that was only kept so far; none when it stands already."""
    standing = registry.chains.get(chosen.key)
    branch = _branch_of(opened, chosen)
    if branch is None or (standing is not None and lies_on(chosen, standing)):
        return []
    fork = next(
        body
        for _, body in bodies_of(registry.coordinator.lines, ConflictRecorded)
        if chosen in body.sides
    )
    earlier = next((m for m in registry.coordinator.merges if m.key == chosen.key), None)
    return [
        BundleMerged(
            response=fork.response,
            key=chosen.key,
            pseudonym=branch.genesis.pseudonym,
            seat=branch.genesis.seat,
            size=chosen.size,
            head=chosen.head,
            new_events=chosen.size,
            identity=earlier.identity if earlier else None,
            attestations=(),
        )
    ]
