"""Anchors: what a reader already knows from elsewhere, against which a file is held.

Any other file of the study serves: a registry, a response, an attestation PDF, a receipt, a pack,
or a checkpoint text. Each is verified itself before it is believed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bands_registry.provenance.attestation_file import inspect_attestation
from bands_registry.provenance.bodies import AdjudicatorEnrolled, ChainPosition, PackOpened
from bands_registry.provenance.container import REGISTRY
from bands_registry.provenance.errors import (
    MalformedError,
    SealError,
    VerificationError,
    deciding,
)
from bands_registry.provenance.events import bodies_of
from bands_registry.provenance.files import read_file
from bands_registry.provenance.logs import ClinicianLog, CoordinatorLog, read_checkpoint
from bands_registry.provenance.manifest import open_files
from bands_registry.provenance.pack import Pack, pack_of
from bands_registry.provenance.receipt import receipt_of
from bands_registry.provenance.registry import Registry, lies_on
from bands_registry.provenance.registry_file import inspect_registry_file
from bands_registry.provenance.response import examine_response
from bands_registry.provenance.sealed_pdf import is_pdf
from fairmed_core.errors import UserError

_ZIP = b"PK"


@dataclass(frozen=True)
class PublishedPack:
    """A pack some log names: by whom it was published, for which study, as which version."""

    study: str
    version: int
    pack: str
    coordinator: str


@dataclass(frozen=True)
class Anchors:
    """Everything the anchors tell.

    Attributes
    ----------
    positions
        Points known to lie on chains.
    packs
        Packs at hand, by hash.
    published
        Packs that logs name.
    enrolments, registries
        By study, out of the registries among the anchors.
    logs
        Clinicians' logs out of responses.
    """

    positions: tuple[ChainPosition, ...] = ()
    packs: tuple[Pack, ...] = ()
    published: tuple[PublishedPack, ...] = ()
    enrolments: Mapping[str, tuple[AdjudicatorEnrolled, ...]] = field(default_factory=dict)
    logs: tuple[ClinicianLog, ...] = ()
    registries: tuple[Registry, ...] = ()

    def of_key(self, key_id: str) -> tuple[ChainPosition, ...]:
        """Return the known positions on the chain of one key."""
        return tuple(position for position in self.positions if position.key == key_id)

    def logs_of(self, key_id: str) -> tuple[ClinicianLog, ...]:
        """Return the whole logs of one key, out of responses and registries."""
        chains = (registry.chains.get(key_id) for registry in self.registries)
        known = (*self.logs, *(log for log in chains if log is not None))
        return tuple(log for log in known if log.key_id == key_id)

    def contradiction(
        self, log: ClinicianLog | CoordinatorLog, *, but: Collection[ChainPosition] = ()
    ) -> str | None:
        """Return how a log contradicts what is known of it, or None; `but` is explained already."""
        for position in self.of_key(log.key_id):
            if position in but:
                continue
            if position.size > len(log.lines):
                return (
                    f"The log ends at event {len(log.lines)}, but is known to have reached "
                    f"event {position.size}."
                )
            if not lies_on(position, log):
                return f"Event {position.size} is not the one that is known."
        return None


def read_anchors(paths: Sequence[Path]) -> Anchors:
    """Return what these files tell; UserError when one of them is not usable as an anchor."""
    return _joined(_read(path) for path in paths)


def registry_anchor(registry: Registry) -> Anchors:
    """Return what a verified registry tells."""
    coordinator = registry.coordinator
    return Anchors(
        positions=(coordinator.position, *(log.position for log in registry.chains.values())),
        packs=tuple(registry.packs.values()),
        published=tuple(
            PublishedPack(coordinator.genesis.study, b.version, b.pack, coordinator.key_id)
            for b in coordinator.published
        ),
        enrolments={coordinator.genesis.study: coordinator.enrolments},
        registries=(registry,),
    )


def _read(path: Path) -> Anchors:
    data = read_file(path, limit=REGISTRY.size)
    try:
        return _anchor(data)
    except VerificationError as error:
        raise UserError(
            f"The anchor cannot be used: {error.sentence}",
            next_step="Give another file that is known to be good, or none.",
            file=path,
        ) from error


def _anchor(data: bytes) -> Anchors:
    if is_pdf(data):
        file, findings = inspect_attestation(data)
        if file is None or findings:
            raise SealError(findings[0].sentence)
        return _log_anchor(file.log, whole=False)
    if not data.startswith(_ZIP):
        return Anchors(positions=(read_checkpoint(data),))
    sealed = open_files(data)
    if sealed.manifest.kind == "pack":
        return Anchors(packs=(pack_of(sealed),))
    if sealed.manifest.kind == "receipt":
        return Anchors(positions=receipt_of(sealed).positions)
    if sealed.manifest.kind == "response":
        response, errors = examine_response(sealed)
        if response is None or errors:
            raise deciding([error for _, error in errors])
        return _log_anchor(response.log)
    registry = inspect_registry_file(sealed).registry
    if registry is None:
        raise MalformedError("The registry does not verify.")
    return registry_anchor(registry)


def _log_anchor(log: ClinicianLog, *, whole: bool = True) -> Anchors:
    return Anchors(
        logs=(log,) if whole else (),
        positions=(log.position,),
        published=tuple(
            PublishedPack(body.study, body.version, body.pack, body.coordinator)
            for _, body in bodies_of(log.lines, PackOpened)
        ),
    )


def _joined(anchors: Iterable[Anchors]) -> Anchors:
    found = list(anchors)
    enrolments: dict[str, tuple[AdjudicatorEnrolled, ...]] = {}
    for anchor in found:
        for study, bound in anchor.enrolments.items():
            enrolments[study] = (*enrolments.get(study, ()), *bound)
    return Anchors(
        positions=tuple(position for anchor in found for position in anchor.positions),
        packs=tuple(pack for anchor in found for pack in anchor.packs),
        published=tuple(entry for anchor in found for entry in anchor.published),
        enrolments=enrolments,
        logs=tuple(log for anchor in found for log in anchor.logs),
        registries=tuple(registry for anchor in found for registry in anchor.registries),
    )
