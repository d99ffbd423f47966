"""What a coordinator decides about chains, raters and items, each a signed event of its own."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import AfterValidator, Field

from bands_registry.provenance.bodies import (
    Body,
    ChainPosition,
    EncodedSet,
    ItemHashes,
)
from bands_registry.provenance.model import Count, Hex, Id, Position, SortedTexts

ConflictKind = Literal["fork", "pseudonym"]


class BundleRejected(Body):
    """A response was refused and kept apart; `claimed_key` is its own word, where readable."""

    kind: ClassVar[str] = "bundle.rejected"
    response: Hex
    claimed_key: Hex | None
    code: Position
    reason: str


class ReceiptIssued(Body):
    """A clinician's log was received up to here; the event itself is what she gets back."""

    kind: ClassVar[str] = "receipt.issued"
    response: Hex
    key: Hex
    pseudonym: Id
    size: Position
    head: Hex


def _two_sides(sides: tuple[ChainPosition, ...]) -> tuple[ChainPosition, ...]:
    order = [(side.key, side.size, side.head) for side in sides]
    if len(sides) != 2 or order != sorted(set(order)):
        raise ValueError("a conflict has two different sides, in their order")
    return sides


Sides = Annotated[tuple[ChainPosition, ...], Field(strict=False), AfterValidator(_two_sides)]


class ConflictRecorded(Body):
    """Two logs claim the same place; both are kept and neither counts until it is settled."""

    kind: ClassVar[str] = "conflict.recorded"
    conflict: ConflictKind
    pseudonym: Id
    sides: Sides
    response: Hex


class ConflictResolved(Body):
    """Which side of a conflict stands, by its head; None when neither does."""

    kind: ClassVar[str] = "conflict.resolved"
    conflict: ConflictKind
    pseudonym: Id
    sides: Sides
    stands: Hex | None
    how: str


class KeyRevoked(Body):
    """Nothing a key signs after this position of its chain counts; no date enters."""

    kind: ClassVar[str] = "key.revoked"
    key: Hex
    after: Count
    reason: str


class AdjudicatorWithdrawn(Body):
    """Her verdicts are excluded and listed; what the coordinator held of her was destroyed."""

    kind: ClassVar[str] = "adjudicator.withdrawn"
    key: Hex
    pseudonym: Id
    reason: str


class RosterAmended(Body):
    """The seats were changed; the pack of this version carries the new ones."""

    kind: ClassVar[str] = "roster.amended"
    version: Position
    before: Hex
    after: Hex
    reason: str


class ConsensusRecorded(Body):
    """What raters agreed on after the fact; it is reported beside them and is never a rater."""

    kind: ClassVar[str] = "consensus.recorded"
    item: Id
    hashes: ItemHashes
    acceptable: EncodedSet
    participants: SortedTexts
    how: str


class Unblinded(Body):
    """An item was opened before all its assigned raters had signed."""

    kind: ClassVar[str] = "unblinded"
    item: Id
    reason: str


DECISIONS: tuple[type[Body], ...] = (
    BundleRejected,
    ReceiptIssued,
    ConflictRecorded,
    ConflictResolved,
    KeyRevoked,
    AdjudicatorWithdrawn,
    RosterAmended,
    ConsensusRecorded,
    Unblinded,
)
