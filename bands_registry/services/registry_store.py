"""The coordinator's working registry: opened, verified whole, and only then used."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bands_registry.provenance.bodies import Body
from bands_registry.provenance.canonical import sha256
from bands_registry.provenance.chain import EMPTY, extend
from bands_registry.provenance.events import EventLine
from bands_registry.provenance.findings import Finding
from bands_registry.provenance.keystore import UnlockedIdentity
from bands_registry.provenance.logs import inspect_clinician_log, inspect_coordinator_log
from bands_registry.provenance.registry import Registry, RegistryParts
from bands_registry.provenance.registry_rules import inspect_registry, require_readable
from bands_registry.store.study_store import StudyStore, open_study_store
from bands_registry.store.values import BlobKind, NewBlob, StoreRole
from fairmed_core.clock import Clock
from fairmed_core.errors import HostError, UserError


@dataclass(frozen=True)
class OpenRegistry:
    """An open, verified registry store; `registry` is None before the first publication."""

    store: StudyStore
    registry: Registry | None
    findings: tuple[Finding, ...]

    def published(self) -> Registry:
        """Return the registry; UserError while nothing was published."""
        if self.registry is None:
            raise UserError(
                "Nothing was published in this registry yet.",
                next_step="Publish a study pack first.",
                file=self.store.path,
            )
        return self.registry

    def record(
        self,
        coordinator: UnlockedIdentity,
        bodies: Sequence[Body],
        *,
        clock: Clock,
        merged: Sequence[EventLine] = (),
        files: Sequence[NewBlob] = (),
        destroyed: Sequence[str] = (),
    ) -> tuple[EventLine, ...]:
        """Sign and keep events of the coordinator with all they take in: all or nothing."""
        head = self.registry.coordinator.head if self.registry else EMPTY
        lines = extend(head, bodies, signer=coordinator.signer, clock=clock)
        self.store.append(lines, merged=merged, files=files, destroyed=destroyed)
        return lines


@contextmanager
def open_registry(path: Path, *, clock: Clock, create: bool = False) -> Iterator[OpenRegistry]:
    """Open the coordinator's store and verify everything in it before it is used.

    Raises
    ------
    UserError
        No registry, another kind of store, or one whose content does not verify.
    HostError
        In use elsewhere, read-only, damaged.
    """
    with open_study_store(path, clock=clock, create=create, role=StoreRole.COORDINATOR) as store:
        registry, findings = read_store(store)
        yield OpenRegistry(store, registry, findings)


def read_store(store: StudyStore) -> tuple[Registry | None, tuple[Finding, ...]]:
    """Return the verified registry in a store, None for an empty one, and what else was found."""
    if not store.chains():
        return None, ()
    registry, findings = inspect_store(store)
    require_readable(findings, file=store.path)
    return registry, findings


def inspect_store(store: StudyStore) -> tuple[Registry | None, tuple[Finding, ...]]:
    """Return the registry in a store, None when it may not be read, and all findings."""
    # The coordinator's log begins before anything can be merged, so its chain came first.
    chains = store.chains()
    coordinator = store.lines(chains[0]) if chains else ()
    heads = _heads_of_forked(coordinator)
    kept = [
        store.branch(chain, heads[chain]) if chain in heads else store.lines(chain)
        for chain in chains[1:]
    ]
    documents = _kept(store, BlobKind.ATTESTATION)
    return inspect_registry(
        RegistryParts(
            coordinator=coordinator,
            chains=kept,
            packs=_kept(store, BlobKind.PACK),
            documents=_named(documents, kept) if heads else documents,
        )
    )


def _heads_of_forked(lines: Sequence[bytes]) -> dict[str, str]:
    """Return, for chains that forked, where the side ends that was merged last: it stands."""
    log, _ = inspect_coordinator_log(lines)
    if log is None:
        return {}
    forked = {body.sides[0].key for body in log.rulings.conflicts if body.conflict == "fork"}
    return {merge.key: merge.head for merge in log.merges if merge.key in forked}


def _named(documents: Sequence[bytes], chains: Sequence[Sequence[bytes]]) -> list[bytes]:
    """Return the documents that the chains name: those of a fork's other side stay in the store."""
    logs = (inspect_clinician_log(lines)[0] for lines in chains)
    named = {body.pdf for log in logs if log for _, body in log.attestations}
    return [document for document in documents if sha256(document) in named]


def demand_coordinator(
    registry: Registry | None, coordinator: UnlockedIdentity, *, file: Path
) -> None:
    """Return nothing, or raise UserError when this is not the registry's coordinator."""
    if coordinator.age_identity is None:
        raise UserError(
            "This is a clinician's signing identity, not a coordinator's.",
            next_step="Choose the coordinator's keystore.",
        )
    if registry is not None and registry.coordinator.key_id != coordinator.key_id:
        raise UserError(
            "This registry was begun under another coordinator's key.",
            next_step="Choose the keystore it was begun with.",
            file=file,
        )


def kept_file(store: StudyStore, sha256: str) -> bytes:
    """Return a kept file; HostError when the store has lost it."""
    data = store.blob(sha256)
    if data is None:
        raise HostError(
            "The registry has lost a file it once kept.",
            next_step="Keep it as it is, and restore a copy of it from a backup.",
            file=store.path,
            place=f"kept file {sha256[:12]}",
        )
    return data


def _kept(store: StudyStore, kind: BlobKind) -> list[bytes]:
    return [kept_file(store, sha256) for sha256 in store.blob_hashes(kind)]
