"""A registry as a value: the coordinator's log, every public chain, the packs and the documents.

The same value is read from a published file and from the coordinator's own store.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from bands_registry.provenance.bodies import AdjudicatorEnrolled, BundleMerged, ChainPosition
from bands_registry.provenance.events import bodies_of
from bands_registry.provenance.logs import ClinicianLog, CoordinatorLog, registry_hash
from bands_registry.provenance.pack import Pack


@dataclass(frozen=True)
class RegistryParts:
    """The bytes a registry is made of, nothing verified: logs as lines, packs and PDFs whole."""

    coordinator: Sequence[bytes] = field(repr=False)
    chains: Sequence[Sequence[bytes]] = field(repr=False)
    packs: Sequence[bytes] = field(repr=False)
    documents: Sequence[bytes] = field(repr=False)


@dataclass(frozen=True)
class Registry:
    """A registry whose logs and packs verified.

    Attributes
    ----------
    coordinator
        The coordinator's log.
    chains
        The clinicians' logs by key id, sorted.
    packs
        Every published pack by hash, the oldest first.
    documents
        The attestation PDFs by hash.
    """

    coordinator: CoordinatorLog
    chains: Mapping[str, ClinicianLog]
    packs: Mapping[str, Pack]
    documents: Mapping[str, bytes] = field(repr=False)

    @property
    def hash(self) -> str:
        """The hash over its content, whatever the order of merging."""
        return registry_hash(self.coordinator, list(self.chains.values()))

    @property
    def pack(self) -> Pack:
        """The pack published last."""
        return self.packs[self.coordinator.published[-1].pack]

    def enrolment(self, log: ClinicianLog) -> AdjudicatorEnrolled | None:
        """Return the enrolment that binds this log's seat, pseudonym and key, or None."""
        wanted = (log.genesis.seat, log.genesis.pseudonym, log.key_id)
        return next((e for e in self.coordinator.enrolments if _triple(e) == wanted), None)

    def in_conflict(self, log: ClinicianLog) -> bool:
        """Whether this log is disputed, or lost a dispute: nothing in it counts then."""
        return self.disputed(log) or self.coordinator.rulings.lost(log.key_id)

    def disputed(self, log: ClinicianLog) -> bool:
        """Whether this log's seat, pseudonym or key is claimed twice and nobody settled it."""
        rulings = self.coordinator.rulings
        if rulings.unsettled(log.key_id):
            return True
        settled = rulings.stands(log.key_id) or rulings.lost(log.key_id)
        return log.key_id in self._conflicting and not settled

    @cached_property
    def _conflicting(self) -> frozenset[str]:
        return _conflicting_keys(self)

    def left_behind(self, log: ClinicianLog) -> frozenset[ChainPosition]:
        """Return the merged positions that a settled fork took off this log."""
        settled = [seq for seq, _ in self.coordinator.rulings.settled_forks(log.key_id)]
        if not settled:
            return frozenset()
        earlier = {
            merge_position(body)
            for line, body in bodies_of(self.coordinator.lines, BundleMerged)
            if body.key == log.key_id and line.event.seq < max(settled)
        }
        return frozenset(position for position in earlier if not lies_on(position, log))

    def enclosed(self, log: ClinicianLog) -> frozenset[int]:
        """Return the numbers of the log's attestations whose documents are here."""
        return frozenset(b.number for _, b in log.attestations if b.pdf in self.documents)

    def identity_held(self, log: ClinicianLog) -> bool:
        """Whether her sealed identity reached the coordinator and fitted her commitment."""
        return log.commitment is not None and log.key_id in self.coordinator.identities


def lies_on(position: ChainPosition, log: ClinicianLog | CoordinatorLog) -> bool:
    """Whether a known position of this key is a point of the log."""
    return 0 < position.size <= len(log.lines) and log.lines[position.size - 1].id == position.head


def merge_position(merge: BundleMerged) -> ChainPosition:
    """Return the position a merged bundle reached."""
    return ChainPosition(key=merge.key, size=merge.size, head=merge.head)


def _triple(body: AdjudicatorEnrolled) -> tuple[str, str, str]:
    return body.seat, body.pseudonym, body.key


def _conflicting_keys(registry: Registry) -> frozenset[str]:
    claims = {_triple(body) for body in registry.coordinator.enrolments}
    claims |= {
        (log.genesis.seat, log.genesis.pseudonym, log.key_id) for log in registry.chains.values()
    }
    keys: set[str] = set()
    for pseudonym in {claim[1] for claim in claims}:
        holders = {key for _, name, key in claims if name == pseudonym}
        keys |= holders if len(holders) > 1 else set()
    for key in {claim[2] for claim in claims}:
        keys |= {key} if len({name for _, name, k in claims if k == key}) > 1 else set()
    signing: dict[str, set[str]] = {}
    for log in registry.chains.values():
        for pinned in log.keys:
            signing.setdefault(pinned.key.key_id, set()).add(log.key_id)
    for chains in signing.values():
        keys |= chains if len(chains) > 1 else set()
    rulings = registry.coordinator.rulings
    gone = rulings.revoked.keys() | rulings.withdrawn.keys()
    for seat in {body.seat for body in registry.coordinator.enrolments}:
        enrolled = {body.key for body in registry.coordinator.enrolments if body.seat == seat}
        keys |= enrolled - gone if len(enrolled - gone) > 1 else set()
    return frozenset(keys)
