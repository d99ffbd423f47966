"""Events: one signed line each, kept verbatim and never written anew."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, TypeVar

from pydantic import SkipValidation

from bands_registry.provenance import canonical, envelope
from bands_registry.provenance.bodies import (
    AdjudicatorEnrolled,
    AttestationIssued,
    AttestedVerdict,
    Body,
    BundleMerged,
    ChainClosed,
    ChainGenesis,
    ChainPosition,
    ClockAnomaly,
    ExportMade,
    IdentitySealed,
    IndependenceStated,
    ItemDisplayed,
    ItemHashes,
    MergedAttestation,
    PackOpened,
    PackPublished,
    RegistryCheckpoint,
    ScopeShown,
    SessionOpened,
    StudyGenesis,
    VerdictSigned,
)
from bands_registry.provenance.errors import MalformedError, NewerFormatError
from bands_registry.provenance.keys import PublicKey, Signer
from bands_registry.provenance.kinds import BODIES
from bands_registry.provenance.model import Frozen, Hex, Position, Time, parse
from fairmed_core.clock import from_stamp

__all__ = [
    "AdjudicatorEnrolled",
    "AttestationIssued",
    "AttestedVerdict",
    "Body",
    "BundleMerged",
    "ChainClosed",
    "ChainGenesis",
    "ChainPosition",
    "ClockAnomaly",
    "Event",
    "EventLine",
    "ExportMade",
    "IdentitySealed",
    "IndependenceStated",
    "ItemDisplayed",
    "ItemHashes",
    "MergedAttestation",
    "PackOpened",
    "PackPublished",
    "RegistryCheckpoint",
    "ScopeShown",
    "SessionOpened",
    "StudyGenesis",
    "VerdictSigned",
    "bodies_of",
    "make_event",
    "read_event",
]

VERSION = 1

_BodyType = TypeVar("_BodyType", bound=Body)


class _Outer(Frozen):
    v: int
    type: str
    seq: Position
    prev: Hex
    time: Time
    # Whichever model the type names looks at these fields.
    body: Annotated[dict[str, object], SkipValidation]


@dataclass(frozen=True, slots=True)
class Event:
    """A verified event: its place in the chain, the signer's time, and what it says."""

    seq: int
    prev: str
    time: datetime
    body: Body

    @property
    def type(self) -> str:
        """The event's type on the wire."""
        return self.body.kind


@dataclass(frozen=True, slots=True)
class EventLine:
    """An event with the very bytes it came in; `key_id` is the key that names its chain."""

    raw: bytes = field(repr=False)
    event: Event
    id: str
    key_id: str


def make_event(
    body: Body, *, seq: int, prev: str, time: str, signer: Signer, chain: str | None = None
) -> EventLine:
    """Return the signed event, read back from its own bytes; `chain` as in `read_event`."""
    payload = canonical.dumps(
        {
            "v": VERSION,
            "type": body.kind,
            "seq": seq,
            "prev": prev,
            "time": time,
            "body": body.model_dump(),
        }
    )
    line = envelope.sign(payload, envelope.EVENT_TYPE, signer)
    return read_event(line, signer.public, chain=chain)


def read_event(line: bytes, key: PublicKey, *, chain: str | None = None) -> EventLine:
    """Return the event of one line: the signature is checked first, then those bytes are read.

    `chain` names the chain it belongs to, when another key than `key` signed its first event.

    Raises MalformedError, NewerFormatError, ContentAlteredError or KeyMismatchError.
    """
    opened = envelope.read_envelope(line)
    payload = opened.verified(key, payload_type=envelope.EVENT_TYPE)
    return EventLine(line, event_of(payload), opened.digest.hex(), chain or key.key_id)


def event_of(payload: bytes) -> Event:
    """Return what a payload says; the caller has verified it."""
    value = canonical.loads(payload)
    version = value.get("v")
    if isinstance(version, int) and version > VERSION:
        raise NewerFormatError("An event was written by a later FairMed.")
    outer = parse(_Outer, value)
    if outer.v != VERSION:
        raise MalformedError("An event has an unknown version.")
    body_type = BODIES.get(outer.type)
    if body_type is None:
        raise NewerFormatError(f"An event is of the unknown type {outer.type[:80]!r}.")
    return Event(outer.seq, outer.prev, from_stamp(outer.time), parse(body_type, outer.body))


def bodies_of(
    lines: tuple[EventLine, ...], body_type: type[_BodyType]
) -> tuple[tuple[EventLine, _BodyType], ...]:
    """Return the events of one type with their bodies, in the order of the chain."""
    return tuple(
        (line, line.event.body) for line in lines if isinstance(line.event.body, body_type)
    )
