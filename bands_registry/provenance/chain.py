"""Chains: each event names the one before it, so none can be removed, doubled or moved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from bands_registry.provenance import envelope
from bands_registry.provenance.bodies import (
    Body,
    ChainClosed,
    ChainGenesis,
    ClockAnomaly,
    StudyGenesis,
)
from bands_registry.provenance.custody import KeyRotated
from bands_registry.provenance.errors import (
    ChainBrokenError,
    MalformedError,
    VerificationError,
    deciding,
)
from bands_registry.provenance.events import EventLine, event_of, make_event, read_event
from bands_registry.provenance.keys import PublicKey, Signer
from fairmed_core.clock import Clock, stamp

NO_EVENT = "0" * 64
# Clocks are set right by a second or two all the time; only more than this is worth an event.
CLOCK_TOLERANCE_SECONDS = 5


@dataclass(frozen=True)
class ChainHead:
    """Where a chain stands: how many events, the last one's id and time, the key that names it."""

    size: int = 0
    id: str = NO_EVENT
    time: datetime | None = None
    chain: str | None = None

    @classmethod
    def after(cls, line: EventLine) -> ChainHead:
        """Return the head of the chain that ends with `line`."""
        return cls(line.event.seq, line.id, line.event.time, line.key_id)


EMPTY = ChainHead()


@dataclass(frozen=True)
class Inspection:
    """What could be read of a chain, and everything that is wrong with it."""

    lines: tuple[EventLine, ...]
    errors: tuple[VerificationError, ...]


def append(head: ChainHead, body: Body, *, signer: Signer, clock: Clock) -> EventLine:
    """Return the next event of the chain that stands at `head`."""
    return make_event(
        body,
        seq=head.size + 1,
        prev=head.id,
        time=stamp(clock.now()),
        signer=signer,
        chain=head.chain,
    )


def extend(
    head: ChainHead, bodies: Sequence[Body], *, signer: Signer, clock: Clock
) -> tuple[EventLine, ...]:
    """Return the next events; a `clock.anomaly` goes before them when the clock has gone back."""
    lines: list[EventLine] = []
    anomaly = clock_anomaly(head, clock)
    for body in ([anomaly] if anomaly else []) + list(bodies):
        lines.append(append(head, body, signer=signer, clock=clock))
        head = ChainHead.after(lines[-1])
    return tuple(lines)


def clock_anomaly(head: ChainHead, clock: Clock) -> ClockAnomaly | None:
    """Return the event to record when the clock went back by more than the tolerance."""
    if head.time is None:
        return None
    back = int((head.time - clock.now()).total_seconds())
    if back <= CLOCK_TOLERANCE_SECONDS:
        return None
    return ClockAnomaly(previous=stamp(head.time), seconds_back=back)


def verify_chain(lines: Sequence[bytes], *, key: PublicKey) -> tuple[EventLine, ...]:
    """Return the events of a chain signed by `key`, from its first event on.

    Raises
    ------
    MalformedError, NewerFormatError, ContentAlteredError, ChainBrokenError, KeyMismatchError
        Whichever of all that is wrong decides the exit code.
    """
    inspection = inspect_chain(lines, key=key)
    if inspection.errors:
        raise deciding(inspection.errors)
    return inspection.lines


def inspect_chain(lines: Sequence[bytes], *, key: PublicKey) -> Inspection:
    """Return every event that verifies and every error, signatures first, then the links.

    `key` signs the first event; where an event names its successor, that one signs what follows.
    """
    read: list[EventLine] = []
    errors: list[VerificationError] = []
    chain = key.key_id
    for number, raw in enumerate(lines, start=1):
        try:
            line = read_event(raw, key, chain=chain)
            if isinstance(line.event.body, KeyRotated):
                key = PublicKey(envelope.unbase64(line.event.body.key))
            read.append(line)
        except VerificationError as error:
            error.place = f"event {number}"
            errors.append(error)
    if not lines:
        errors.append(ChainBrokenError("The log is empty."))
    if not errors:
        errors.extend(_broken_links(read))
    return Inspection(tuple(read), tuple(errors))


def self_declared_key(lines: Sequence[bytes]) -> PublicKey:
    """Return the key a chain's first event names; it proves nothing until it is enrolled."""
    if not lines:
        raise ChainBrokenError("The log is empty.")
    body = event_of(envelope.read_envelope(lines[0]).payload).body
    if not isinstance(body, ChainGenesis | StudyGenesis):
        raise ChainBrokenError("The log does not begin with its first event.", place="event 1")
    return PublicKey(envelope.unbase64(body.key))


def split_lines(data: bytes) -> tuple[bytes, ...]:
    """Return the lines of an ``events.jsonl``; every line, also the last, ends with a newline."""
    if data and not data.endswith(b"\n"):
        raise MalformedError("The log ends in the middle of a line.")
    return tuple(data.split(b"\n")[:-1])


def join_lines(lines: Sequence[bytes]) -> bytes:
    """Return the bytes of an ``events.jsonl``."""
    return b"".join(line + b"\n" for line in lines)


def _broken_links(lines: Sequence[EventLine]) -> list[VerificationError]:
    errors: list[VerificationError] = []
    head = EMPTY
    for line in lines:
        place = f"event {line.event.seq}"
        if line.event.seq != head.size + 1:
            errors.append(
                ChainBrokenError(
                    f"Event {head.size + 1} was expected, event {line.event.seq} follows.",
                    place=place,
                )
            )
        elif line.event.prev != head.id:
            errors.append(
                ChainBrokenError("The event does not follow the one before it.", place=place)
            )
        first = isinstance(line.event.body, ChainGenesis | StudyGenesis)
        if first != (head.size == 0):
            errors.append(
                ChainBrokenError("A log has one opening event, at its beginning.", place=place)
            )
        if isinstance(line.event.body, ChainClosed) and line is not lines[-1]:
            errors.append(ChainBrokenError("Something follows the end of the log.", place=place))
        head = ChainHead.after(line)
    return errors
