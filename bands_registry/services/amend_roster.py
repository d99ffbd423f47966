"""Amend the roster: the latest pack again with other seats, as the next version, with a reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from bands_registry.provenance.decisions import RosterAmended
from bands_registry.provenance.files import write_once
from bands_registry.provenance.keystore import UnlockedIdentity
from bands_registry.provenance.pack import Pack, read_pack, roster_hash
from bands_registry.services.known_log import said
from bands_registry.services.publish_pack import demand_free, publish_version
from bands_registry.services.registry_store import demand_coordinator, open_registry
from fairmed_core.clock import Clock
from fairmed_core.domain.study import Seat
from fairmed_core.errors import UserError


@dataclass(frozen=True)
class AmendedRoster:
    """The pack that carries the new seats."""

    path: Path
    sha256: str
    version: int
    seats: tuple[str, ...]


def amend_roster(
    seat: str,
    *,
    registry: Path,
    coordinator: UnlockedIdentity,
    role: str,
    items: Sequence[str],
    reason: str,
    out: Path,
    clock: Clock,
) -> AmendedRoster:
    """Add a seat, or give it another role or other items; without items the seat is taken away.

    Items keep their signatures: what was signed on an earlier pack is checked against that one.

    Raises UserError for an unknown item or seat, a roster that stays as it is, a missing reason,
    or another file at `out`.
    """
    why = said(reason, what="The reason")
    demand_free(out)
    with open_registry(registry, clock=clock) as opened:
        known = opened.published()
        demand_coordinator(known, coordinator, file=registry)
        pack = known.pack
        seats = _amended(pack, seat.strip().upper(), role.strip(), items)
        body = RosterAmended(
            version=pack.version + 1,
            before=pack.roster_hash,
            after=roster_hash(seats),
            reason=why,
        )
        data = publish_version(
            opened,
            replace(pack.study, seats=seats),
            coordinator=coordinator,
            warnings=known.coordinator.published[-1].leak_warnings,
            clock=clock,
            reasons=[body],
        )
    write_once(out, data)
    made = read_pack(data)
    return AmendedRoster(out, made.hash, made.version, tuple(one.code for one in made.study.seats))


def _amended(pack: Pack, code: str, role: str, items: Sequence[str]) -> tuple[Seat, ...]:
    before = pack.study.seats
    here = pack.seat(code)
    practice = {band.id for band in pack.study.practice_bands}
    judged = {band.id for band in pack.study.bands if band.id not in practice and band.clause_ids}
    unknown = [item for item in items if item not in judged]
    if unknown:
        raise UserError(
            f"No item to be judged is called {', '.join(unknown)}.",
            next_step="`fairmed registry show` lists the items.",
        )
    if not items and here is None:
        raise UserError(f"The roster has no seat {code}.", next_step="Check the seat code.")
    if not items and len(before) == 1:
        raise UserError(
            "A roster without seats lets nobody in.", next_step="Add another seat first."
        )
    kept = tuple(seat for seat in before if seat.code != code)
    if not items:
        return kept
    wanted = Seat(code, role or (here.role if here else ""), tuple(dict.fromkeys(items)))
    if not wanted.role:
        raise UserError("A new seat needs a role.", next_step="Name it, e.g. geriatrician.")
    if wanted == here:
        raise UserError("The seat is like this already.", next_step="Nothing more is needed.")
    if here is None:
        return (*before, wanted)
    return tuple(wanted if seat.code == code else seat for seat in before)
