"""What the coordinator's decisions amount to at present, and what they mean for one log."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from bands_registry.provenance.bodies import ChainPosition
from bands_registry.provenance.decisions import (
    AdjudicatorWithdrawn,
    BundleRejected,
    ConflictRecorded,
    ConflictResolved,
    ConsensusRecorded,
    KeyRevoked,
    Unblinded,
)
from bands_registry.provenance.events import EventLine, bodies_of

_Dispute = tuple[str, tuple[ChainPosition, ...]]


@dataclass(frozen=True)
class Rulings:
    """The coordinator's decisions as they stand.

    Attributes
    ----------
    revoked
        By key, the last position of its chain that counts.
    withdrawn
        Who withdrew, by key.
    conflicts
        Every recorded conflict, the latest record of each.
    resolutions
        How conflicts were settled last, each with its place in the coordinator's log.
    unblinded
        Items opened early.
    rejected, consensus
        Responses refused; what raters agreed on after the fact.
    """

    revoked: Mapping[str, KeyRevoked]
    withdrawn: Mapping[str, AdjudicatorWithdrawn]
    conflicts: tuple[ConflictRecorded, ...]
    resolutions: tuple[tuple[int, ConflictResolved], ...]
    unblinded: frozenset[str]
    rejected: tuple[BundleRejected, ...]
    consensus: tuple[ConsensusRecorded, ...]

    @property
    def open_conflicts(self) -> tuple[ConflictRecorded, ...]:
        """The conflicts nobody settled."""
        settled = {_dispute(body) for _, body in self.resolutions}
        return tuple(body for body in self.conflicts if _dispute(body) not in settled)

    def unsettled(self, key_id: str) -> bool:
        """Whether a conflict about this key waits to be settled."""
        return any(key_id in _keys(body.sides) for body in self.open_conflicts)

    def stands(self, key_id: str) -> bool:
        """Whether conflicts about this key were settled, all in its favour."""
        found = [body for _, body in self.resolutions if key_id in _keys(body.sides)]
        return bool(found) and all(key_id in _standing_keys(body) for body in found)

    def lost(self, key_id: str) -> bool:
        """Whether a conflict about this key was settled against it."""
        return any(
            key_id in _keys(body.sides) and key_id not in _standing_keys(body)
            for _, body in self.resolutions
        )

    def settled_forks(self, key_id: str) -> Iterator[tuple[int, ConflictResolved]]:
        """Yield the settled forks of a key's chain with their place in the coordinator's log."""
        for seq, body in self.resolutions:
            if body.conflict == "fork" and key_id in _keys(body.sides):
                yield seq, body

    def counts(self, key_id: str, seq: int) -> bool:
        """Whether an event at this position of a chain came before the key's revocation."""
        revoked = self.revoked.get(key_id)
        return revoked is None or seq <= revoked.after


def rulings_of(lines: Sequence[EventLine]) -> Rulings:
    """Return the decisions in a verified coordinator's log.

    A revocation at an earlier position takes the place of a later one, never the other way round.
    """
    log = tuple(lines)
    revoked: dict[str, KeyRevoked] = {}
    for _, body in bodies_of(log, KeyRevoked):
        if body.key not in revoked or body.after < revoked[body.key].after:
            revoked[body.key] = body
    resolved = {
        _dispute(body): (line.event.seq, body) for line, body in bodies_of(log, ConflictResolved)
    }
    return Rulings(
        revoked=revoked,
        withdrawn={body.key: body for _, body in bodies_of(log, AdjudicatorWithdrawn)},
        conflicts=tuple(
            {_dispute(body): body for _, body in bodies_of(log, ConflictRecorded)}.values()
        ),
        resolutions=tuple(resolved.values()),
        unblinded=frozenset(body.item for _, body in bodies_of(log, Unblinded)),
        rejected=tuple(body for _, body in bodies_of(log, BundleRejected)),
        consensus=tuple(body for _, body in bodies_of(log, ConsensusRecorded)),
    )


def decided_content(rulings: Rulings) -> dict[str, list[dict[str, object]]]:
    """Return the decisions by content, sorted: what the registry's hash covers of them."""
    conflicts: list[dict[str, object]] = [
        {"conflict": body.conflict, "sides": [side.model_dump() for side in body.sides]}
        for body in rulings.conflicts
    ]
    return {
        "revocations": [
            {"key": body.key, "after": body.after, "reason": body.reason}
            for _, body in sorted(rulings.revoked.items())
        ],
        "withdrawals": [
            {"key": body.key, "pseudonym": body.pseudonym, "reason": body.reason}
            for _, body in sorted(rulings.withdrawn.items())
        ],
        "conflicts": sorted(conflicts, key=str),
        "resolutions": sorted(
            (
                {
                    "conflict": body.conflict,
                    "sides": [side.model_dump() for side in body.sides],
                    "stands": body.stands,
                    "how": body.how,
                }
                for _, body in rulings.resolutions
            ),
            key=str,
        ),
    }


def _dispute(body: ConflictRecorded | ConflictResolved) -> _Dispute:
    return body.conflict, body.sides


def _keys(sides: Sequence[ChainPosition]) -> frozenset[str]:
    return frozenset(side.key for side in sides)


def _standing_keys(body: ConflictResolved) -> frozenset[str]:
    return frozenset(side.key for side in body.sides if side.head == body.stands)
