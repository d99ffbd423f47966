"""What a clinician records of her key and of the file her log lives in, and which key is in force.

A chain is named by the key of its first event, whichever key signs later ones: seat, pseudonym,
enrolment and receipts stay with it when the key is replaced.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from bands_registry.provenance.bodies import Body, ChainGenesis
from bands_registry.provenance.envelope import unbase64
from bands_registry.provenance.errors import ChainBrokenError
from bands_registry.provenance.keys import PublicKey
from bands_registry.provenance.model import Base64, Hex, Position


class KeyRotated(Body):
    """The key that signed so far names the one that signs from the next event on."""

    kind: ClassVar[str] = "key.rotated"
    key: Base64
    certificate: Base64
    reason: str


class DbRestored(Body):
    """Her study file had fallen back to event `before`; it was brought up to `size` again."""

    kind: ClassVar[str] = "db.restored"
    before: Position
    size: Position
    head: Hex
    source: Hex


@dataclass(frozen=True)
class PinnedKey:
    """A key with the certificate a log pins for it."""

    key: PublicKey
    certificate: bytes = field(repr=False)


def pinned_keys(bodies: Sequence[Body]) -> tuple[PinnedKey, ...]:
    """Return the keys of a chain in their order; the last one signs what comes next."""
    keys = [
        PinnedKey(PublicKey(unbase64(body.key)), unbase64(body.certificate))
        for body in bodies
        if isinstance(body, ChainGenesis | KeyRotated)
    ]
    if not keys:
        raise ChainBrokenError("The log does not begin with its first event.", place="event 1")
    return tuple(keys)
