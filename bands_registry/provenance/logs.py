"""Verified logs as values: a clinician's and the coordinator's, with what they say at present."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from bands_registry.provenance.bodies import (
    AdjudicatorEnrolled,
    AttestationIssued,
    Body,
    BundleMerged,
    ChainGenesis,
    ChainPosition,
    IdentitySealed,
    PackPublished,
    RegistryCheckpoint,
    StudyGenesis,
    VerdictSigned,
)
from bands_registry.provenance.canonical import digest
from bands_registry.provenance.chain import (
    ChainHead,
    inspect_chain,
    self_declared_key,
)
from bands_registry.provenance.custody import PinnedKey, pinned_keys
from bands_registry.provenance.errors import MalformedError, VerificationError, deciding
from bands_registry.provenance.events import EventLine, bodies_of
from bands_registry.provenance.keys import PublicKey
from bands_registry.provenance.kinds import CLINICIAN_BODIES, COORDINATOR_BODIES
from bands_registry.provenance.rulings import Rulings, decided_content, rulings_of
from bands_registry.provenance.verdicts import current_verdicts
from fairmed_core.domain.adjudicator import Credential

CHECKPOINT_TITLE = "FairMed checkpoint 1"


@dataclass(frozen=True)
class ClinicianLog:
    """A clinician's chain; every signature and link in it holds."""

    lines: tuple[EventLine, ...]
    genesis: ChainGenesis

    @property
    def key_id(self) -> str:
        """The key that signed its first event; it names the log, also when another took over."""
        return self.lines[0].key_id

    @property
    def keys(self) -> tuple[PinnedKey, ...]:
        """The keys that signed it, one after the other; the last is in force."""
        return pinned_keys([line.event.body for line in self.lines])

    @property
    def identity_key(self) -> PublicKey:
        """The key that was in force when she sealed her identity last."""
        sealed = bodies_of(self.lines, IdentitySealed)
        until = sealed[-1][0].event.seq if sealed else 1
        return pinned_keys([line.event.body for line in self.lines[:until]])[-1].key

    @property
    def credential(self) -> Credential:
        """The credential she gave."""
        return self.genesis.credential.credential()

    @property
    def position(self) -> ChainPosition:
        """How far the chain reaches."""
        return position_of(self.lines)

    @property
    def commitment(self) -> str | None:
        """The commitment to her sealed identity, or None without one."""
        sealed = bodies_of(self.lines, IdentitySealed)
        return sealed[-1][1].commitment if sealed else self.genesis.identity_commitment

    @cached_property
    def verdicts(self) -> dict[str, tuple[EventLine, VerdictSigned]]:
        """Her latest verdict on each item."""
        return current_verdicts(self.lines)

    @property
    def attestations(self) -> tuple[tuple[EventLine, AttestationIssued], ...]:
        """The attestation documents she issued."""
        return bodies_of(self.lines, AttestationIssued)

    @cached_property
    def attested(self) -> frozenset[str]:
        """Ids of the verdict events that some attestation covers."""
        return frozenset(v.event for _, issued in self.attestations for v in issued.verdicts)


@dataclass(frozen=True)
class CoordinatorLog:
    """The coordinator's chain; every signature and link in it holds."""

    lines: tuple[EventLine, ...]
    genesis: StudyGenesis

    @property
    def key_id(self) -> str:
        """The coordinator's key."""
        return self.lines[0].key_id

    @property
    def position(self) -> ChainPosition:
        """How far the chain reaches."""
        return position_of(self.lines)

    @property
    def head(self) -> ChainHead:
        """Where the next event goes."""
        return ChainHead.after(self.lines[-1])

    @property
    def published(self) -> tuple[PackPublished, ...]:
        """The packs, oldest first."""
        return tuple(body for _, body in bodies_of(self.lines, PackPublished))

    @property
    def enrolments(self) -> tuple[AdjudicatorEnrolled, ...]:
        """Who was enrolled."""
        return tuple(body for _, body in bodies_of(self.lines, AdjudicatorEnrolled))

    @property
    def merges(self) -> tuple[BundleMerged, ...]:
        """The bundles taken in."""
        return tuple(body for _, body in bodies_of(self.lines, BundleMerged))

    @property
    def checkpoints(self) -> tuple[RegistryCheckpoint, ...]:
        """The registry checkpoints signed so far."""
        return tuple(body for _, body in bodies_of(self.lines, RegistryCheckpoint))

    @cached_property
    def rulings(self) -> Rulings:
        """What the coordinator decided, as it stands."""
        return rulings_of(self.lines)

    @property
    def identities(self) -> frozenset[str]:
        """Keys whose sealed identity reached the coordinator and fitted its commitment."""
        return frozenset(merge.key for merge in self.merges if merge.identity is not None)


def inspect_clinician_log(
    lines: Sequence[bytes],
) -> tuple[ClinicianLog | None, tuple[VerificationError, ...]]:
    """Return a clinician's log, None when anything in it is wrong, and all that is wrong."""
    events, errors = _inspected(lines, CLINICIAN_BODIES)
    first = events[0].event.body if events else None
    log = ClinicianLog(events, first) if isinstance(first, ChainGenesis) else None
    return (None if errors else log), errors


def inspect_coordinator_log(
    lines: Sequence[bytes],
) -> tuple[CoordinatorLog | None, tuple[VerificationError, ...]]:
    """Return the coordinator's log, None when anything in it is wrong, and all that is wrong."""
    events, errors = _inspected(lines, COORDINATOR_BODIES)
    first = events[0].event.body if events else None
    log = CoordinatorLog(events, first) if isinstance(first, StudyGenesis) else None
    return (None if errors else log), errors


def read_clinician_log(lines: Sequence[bytes]) -> ClinicianLog:
    """Return a clinician's log; raises the error that decides when anything in it is wrong."""
    log, errors = inspect_clinician_log(lines)
    if log is None:
        raise deciding(errors)
    return log


def read_coordinator_log(lines: Sequence[bytes]) -> CoordinatorLog:
    """Return the coordinator's log; raises the error that decides when anything is wrong."""
    log, errors = inspect_coordinator_log(lines)
    if log is None:
        raise deciding(errors)
    return log


def position_of(lines: Sequence[EventLine]) -> ChainPosition:
    """Return how far a chain reaches."""
    last = lines[-1]
    return ChainPosition(key=last.key_id, size=last.event.seq, head=last.id)


def checkpoint_text(position: ChainPosition) -> bytes:
    """Return a position as the small text file that travels, is printed, and serves as anchor."""
    lines = (CHECKPOINT_TITLE, position.key, str(position.size), position.head)
    return "".join(f"{line}\n" for line in lines).encode()


def read_checkpoint(data: bytes) -> ChainPosition:
    """Return the position a checkpoint text names; MalformedError for any other bytes."""
    parts = data.decode("ascii", "replace").split("\n")
    if len(parts) != 5 or parts[0] != CHECKPOINT_TITLE or not parts[2].isdecimal():
        raise MalformedError("This is not a checkpoint.")
    try:
        position = ChainPosition(key=parts[1], size=int(parts[2]), head=parts[3])
    except ValueError as error:
        raise MalformedError("This is not a checkpoint.") from error
    if checkpoint_text(position) != data:
        raise MalformedError("This is not a checkpoint.")
    return position


def registry_hash(coordinator: CoordinatorLog, chains: Sequence[ClinicianLog]) -> str:
    """Return the hash over the registry's content; the order of merging does not enter."""
    enrolments = {
        (body.seat, body.pseudonym, body.key, body.how_checked) for body in coordinator.enrolments
    }
    positions = sorted((log.position for log in chains), key=lambda position: position.key)
    return digest(
        {
            "v": 1,
            "study": coordinator.genesis.study,
            "coordinator": coordinator.key_id,
            "chains": [position.model_dump() for position in positions],
            "packs": sorted({body.pack for body in coordinator.published}),
            "enrolments": [
                {"seat": seat, "pseudonym": pseudonym, "key": key, "how_checked": how}
                for seat, pseudonym, key, how in sorted(enrolments)
            ],
            "identities": sorted(coordinator.identities),
            **decided_content(coordinator.rulings),
        }
    )


def _inspected(
    lines: Sequence[bytes], belonging: tuple[type[Body], ...]
) -> tuple[tuple[EventLine, ...], tuple[VerificationError, ...]]:
    try:
        key = self_declared_key(lines)
    except VerificationError as error:
        return (), (error,)
    inspection = inspect_chain(lines, key=key)
    strangers = tuple(
        MalformedError(
            f"An event of the type {line.event.type} does not belong in this log.",
            place=f"event {line.event.seq}",
        )
        for line in inspection.lines
        if not isinstance(line.event.body, belonging)
    )
    return inspection.lines, inspection.errors + strangers
