"""The published registry: the one file an analyst or editor needs, signed, deterministic."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from bands_registry.provenance.chain import join_lines, split_lines
from bands_registry.provenance.container import REGISTRY
from bands_registry.provenance.errors import (
    ChainBrokenError,
    ContentAlteredError,
    KeyMismatchError,
    MalformedError,
)
from bands_registry.provenance.files import read_file
from bands_registry.provenance.findings import Finding, Step
from bands_registry.provenance.keys import Signer
from bands_registry.provenance.logs import checkpoint_text, read_checkpoint
from bands_registry.provenance.manifest import Sealed, open_files, seal_files
from bands_registry.provenance.pack import Pack
from bands_registry.provenance.registry import Registry, RegistryParts
from bands_registry.provenance.registry_rules import inspect_registry
from fairmed_core.analysis.progress import Advance, silent
from fairmed_core.errors import UserError

COORDINATOR = "coordinator.jsonl"
CHECKPOINT = "checkpoint.txt"
_CHAIN = re.compile(r"^chain-[0-9a-f]{64}\.jsonl$")
_PACK = re.compile(r"^pack-[0-9]{4}\.fmpack$")
_DOCUMENT = re.compile(r"^attestation-[0-9a-f]{64}\.pdf$")


@dataclass(frozen=True)
class RegistryFile:
    """A registry file taken apart: its findings, and the registry where it may be read."""

    registry: Registry | None
    findings: tuple[Finding, ...]
    sha256: str


def build_registry_file(registry: Registry, packs: Mapping[str, bytes], *, signer: Signer) -> bytes:
    """Return the file of a registry whose last coordinator event is its checkpoint.

    `packs` are the pack files by hash.
    """
    files = {
        COORDINATOR: join_lines([line.raw for line in registry.coordinator.lines]),
        CHECKPOINT: checkpoint_text(registry.coordinator.position),
    }
    for pack in registry.packs.values():
        files[_pack_name(pack)] = packs[pack.hash]
    for key_id, log in registry.chains.items():
        files[_chain_name(key_id)] = join_lines([line.raw for line in log.lines])
    for digest, pdf in registry.documents.items():
        files[_document_name(digest)] = pdf
    return seal_files(
        "registry",
        files,
        study=registry.coordinator.genesis.study,
        facts={"registry": registry.hash},
        signer=signer,
    )


def read_registry_file(source: Path | bytes) -> RegistryFile:
    """Return a registry file taken apart; raises only when its container or manifest fails."""
    data = source if isinstance(source, bytes) else read_file(source, limit=REGISTRY.size)
    try:
        return inspect_registry_file(open_files(data, "registry"))
    except UserError as error:
        error.file = None if isinstance(source, bytes) else str(source)
        raise


def inspect_registry_file(sealed: Sealed, *, advance: Advance = silent) -> RegistryFile:
    """Return a sealed registry file taken apart; its logs and documents leave `sealed`."""
    names = frozenset(sealed.files)
    try:
        parts = _parts(sealed.files)
    except MalformedError as error:
        return RegistryFile(None, (Finding.of(Step.CONTAINER, error),), sealed.sha256)
    registry, findings = inspect_registry(parts, advance=advance)
    if registry is not None:
        findings = (*findings, *_contradictions(sealed, names, registry))
    blocked = any(finding.blocks for finding in findings)
    return RegistryFile(None if blocked else registry, findings, sealed.sha256)


def _pack_name(pack: Pack) -> str:
    return f"pack-{pack.version:04d}.fmpack"


def _chain_name(key_id: str) -> str:
    return f"chain-{key_id}.jsonl"


def _document_name(digest: str) -> str:
    return f"attestation-{digest}.pdf"


def _parts(files: dict[str, bytes]) -> RegistryParts:
    chains: list[tuple[bytes, ...]] = []
    packs: list[bytes] = []
    documents: list[bytes] = []
    for name in sorted(files):
        if _CHAIN.fullmatch(name):
            chains.append(split_lines(files.pop(name)))
        elif _PACK.fullmatch(name):
            packs.append(files.pop(name))
        elif _DOCUMENT.fullmatch(name):
            documents.append(files.pop(name))
        elif name not in (COORDINATOR, CHECKPOINT):
            raise MalformedError("A part does not belong in a registry.", place=name)
    for name in (COORDINATOR, CHECKPOINT):
        if name not in files:
            raise MalformedError("A part of the registry is missing.", place=name)
    return RegistryParts(split_lines(files[COORDINATOR]), chains, packs, documents)


def _contradictions(sealed: Sealed, names: frozenset[str], registry: Registry) -> list[Finding]:
    found: list[Finding] = []
    log = registry.coordinator
    if sealed.key.key_id != log.key_id:
        error = KeyMismatchError("The file is signed by another key than its coordinator's log.")
        found.append(Finding.of(Step.LOG, error))
    try:
        if read_checkpoint(sealed.files[CHECKPOINT]) != log.position:
            beside = ChainBrokenError("The checkpoint beside the log is not its end.")
            found.append(Finding.of(Step.LOG, beside))
    except MalformedError as malformed:
        found.append(Finding.of(Step.LOG, malformed))
    named = {COORDINATOR, CHECKPOINT}
    named |= {_pack_name(pack) for pack in registry.packs.values()}
    named |= {_chain_name(key_id) for key_id in registry.chains}
    named |= {_document_name(digest) for digest in registry.documents}
    if names != named:
        renamed = ContentAlteredError("A part is not what its name says.")
        found.append(Finding.of(Step.CONTAINER, renamed))
    last = log.checkpoints[-1] if log.checkpoints else None
    if last is None or log.lines[-1].event.body is not last:
        open_end = ChainBrokenError("The coordinator's log does not end with a checkpoint.")
        found.append(Finding.of(Step.LOG, open_end))
    elif {last.registry, sealed.manifest.facts.get("registry")} != {registry.hash}:
        altered = ContentAlteredError("The registry is not the one its checkpoint covers.")
        found.append(Finding.of(Step.LOG, altered))
    return found
