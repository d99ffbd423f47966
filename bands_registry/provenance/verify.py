"""The verifier: all findings about one file, in order, and the exit code that follows from them.

Container and manifest; signatures and chain; content against the named packs; keys; anchors;
attestation documents; seats. A file without an anchor reaches at most "verified with warnings",
because a log cut short by whoever holds its key looks whole from inside.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from bands_registry.provenance import canonical
from bands_registry.provenance.anchoring import (
    NO_ANCHOR,
    foreign_coordinator,
    key_findings,
    receipt_anchoring,
)
from bands_registry.provenance.anchors import Anchors, read_anchors
from bands_registry.provenance.container import REGISTRY
from bands_registry.provenance.enclosed import left_out
from bands_registry.provenance.errors import (
    ChainBrokenError,
    KeyMismatchError,
    SeatIncompleteError,
    VerificationError,
)
from bands_registry.provenance.files import read_file
from bands_registry.provenance.findings import Finding, Step, exit_code
from bands_registry.provenance.keys import fingerprint
from bands_registry.provenance.logs import ClinicianLog, CoordinatorLog
from bands_registry.provenance.manifest import Sealed, open_files
from bands_registry.provenance.meaning import check_meaning
from bands_registry.provenance.pack import Pack, pack_of
from bands_registry.provenance.pages import Renderer, check_pages
from bands_registry.provenance.receipt import receipt_of
from bands_registry.provenance.registry import Registry
from bands_registry.provenance.registry_file import RegistryFile, inspect_registry_file
from bands_registry.provenance.registry_rules import seat_findings
from bands_registry.provenance.response import Response, examine_response
from bands_registry.provenance.seal_check import seal_errors
from bands_registry.provenance.sealed_pdf import is_pdf
from bands_registry.provenance.verify_pdf import attestation_findings
from fairmed_core.analysis.progress import Advance, silent

Facts = Mapping[str, str | int]


@dataclass(frozen=True)
class VerificationReport:
    """What the verifier found in one file.

    Attributes
    ----------
    kind
        "pack", "response", "receipt", "registry" or "attestation"; None when it did not open.
    sha256
        Hash of the file.
    findings
        Everything found, in the order of the steps.
    facts
        What the file is about, by name, as far as it may be read.
    registry
        The registry itself, where the file is one that may be read.
    """

    kind: str | None
    sha256: str
    findings: tuple[Finding, ...]
    facts: Facts
    registry: Registry | None = None

    @property
    def exit_code(self) -> int:
        """The code of the first kind of finding that applies; 3 with warnings alone; 0."""
        return exit_code(self.findings)


def verify_file(
    path: Path,
    *,
    anchors: Sequence[Path] = (),
    renderer: Renderer | None = None,
    advance: Advance = silent,
) -> VerificationReport:
    """Return the report on a file; with a `renderer` the attestation pages are printed again.

    `advance` is told how many logs were read, then how many documents were printed.

    Raises
    ------
    UserError
        There is no such file, or an anchor is not usable.
    HostError
        The machine refuses to read.
    """
    known = read_anchors(anchors)
    # Handed on without a name, so that the bytes go once they are taken apart.
    return verify_bytes(
        read_file(path, limit=REGISTRY.size), anchors=known, renderer=renderer, advance=advance
    )


def verify_bytes(
    data: bytes,
    *,
    anchors: Anchors,
    renderer: Renderer | None = None,
    advance: Advance = silent,
) -> VerificationReport:
    """Return the report on the bytes of a file."""
    if is_pdf(data):
        findings, facts = attestation_findings(data, anchors=anchors, renderer=renderer)
        digest = canonical.sha256(data)
        return VerificationReport("attestation", digest, _in_order(findings), facts)
    try:
        sealed = open_files(data)
    except VerificationError as error:
        finding = Finding.of(Step.CONTAINER, error)
        return VerificationReport(None, canonical.sha256(data), (finding,), {})
    del data
    if sealed.manifest.kind == "pack":
        return _verify_pack(sealed, anchors)
    if sealed.manifest.kind == "receipt":
        return _verify_receipt(sealed, anchors)
    if sealed.manifest.kind == "response":
        return _verify_response(sealed, anchors, renderer, advance)
    opened = inspect_registry_file(sealed, advance=advance)
    return registry_report(opened, anchors=anchors, renderer=renderer, advance=advance)


def _verify_pack(sealed: Sealed, anchors: Anchors) -> VerificationReport:
    try:
        pack = pack_of(sealed)
    except VerificationError as error:
        return VerificationReport("pack", sealed.sha256, (Finding.of(Step.MEANING, error),), {})
    facts: Facts = {
        "study": pack.study.id,
        "title": pack.study.title,
        "version": pack.version,
        "items": len(pack.study.bands) - len(pack.study.practice_bands),
        "seats": len(pack.study.seats),
        "coordinator": fingerprint(pack.coordinator_key.key_id),
    }
    return VerificationReport("pack", sealed.sha256, _pack_anchoring(pack, anchors), facts)


def _verify_receipt(sealed: Sealed, anchors: Anchors) -> VerificationReport:
    try:
        receipt = receipt_of(sealed)
    except VerificationError as error:
        return VerificationReport("receipt", sealed.sha256, (Finding.of(Step.LOG, error),), {})
    body = receipt.body
    facts: Facts = {
        "study": receipt.study,
        "pseudonym": body.pseudonym,
        "events": body.size,
        "head": body.head,
        "coordinator": fingerprint(receipt.line.key_id),
    }
    return VerificationReport("receipt", sealed.sha256, receipt_anchoring(receipt, anchors), facts)


def _pack_anchoring(pack: Pack, anchors: Anchors) -> tuple[Finding, ...]:
    known = [entry for entry in anchors.published if entry.study == pack.study.id]
    key = pack.coordinator_key.key_id
    if any(entry.coordinator != key for entry in known):
        error: VerificationError = KeyMismatchError("The study has another coordinator's key.")
        return (Finding.of(Step.ANCHORS, error),)
    if any(entry.version == pack.version and entry.pack != pack.hash for entry in known):
        error = ChainBrokenError("Another pack was published as this version.")
        return (Finding.of(Step.ANCHORS, error),)
    if any(entry.pack == pack.hash for entry in known):
        return ()
    return (Finding.attention(Step.ANCHORS, NO_ANCHOR),)


def _verify_response(
    sealed: Sealed, anchors: Anchors, renderer: Renderer | None, advance: Advance
) -> VerificationReport:
    response, errors = examine_response(sealed)
    findings = [Finding.of(step, error) for step, error in errors]
    if response is None:
        return VerificationReport("response", sealed.sha256, tuple(findings), {})
    log = response.log
    packs = {pack.hash: pack for pack in anchors.packs}
    findings += check_meaning(log, packs)
    older = left_out(log, response.documents)
    if older is not None:
        findings.append(Finding.attention(Step.DOCUMENTS, older))
    findings += _key_findings(response, anchors)
    findings += foreign_coordinator(log, anchors)
    contradiction = anchors.contradiction(log)
    if contradiction:
        findings.append(Finding.of(Step.ANCHORS, ChainBrokenError(contradiction)))
    elif not anchors.of_key(log.key_id):
        findings.append(Finding.attention(Step.ANCHORS, NO_ANCHOR))
    if renderer is not None and not any(finding.blocks for finding in findings):
        documents = {canonical.sha256(pdf): pdf for pdf in response.documents.values()}
        findings += check_pages([log], documents, packs, renderer, advance=advance)
    return VerificationReport(
        "response", sealed.sha256, _in_order(findings), _response_facts(response)
    )


def _key_findings(response: Response, anchors: Anchors) -> list[Finding]:
    found = key_findings(response.log, anchors)
    if response.log.commitment is not None and response.identity is None:
        found.append(
            Finding.attention(Step.KEYS, "The sealed identity the log speaks of is not enclosed.")
        )
    return found


def _response_facts(response: Response) -> Facts:
    log = response.log
    return {
        "study": log.genesis.study,
        "pseudonym": log.genesis.pseudonym,
        "seat": log.genesis.seat,
        "fingerprint": fingerprint(log.key_id),
        "events": len(log.lines),
        "verdicts": len(log.verdicts),
        "attestations": len(log.attestations),
        "head": log.position.head,
    }


def registry_report(
    opened: RegistryFile,
    *,
    anchors: Anchors,
    renderer: Renderer | None,
    advance: Advance = silent,
) -> VerificationReport:
    """Return the report on a registry that was taken apart, out of a file or of a store."""
    findings = list(opened.findings)
    registry = opened.registry
    if registry is None:
        return VerificationReport("registry", opened.sha256, _in_order(findings), {})
    findings += _registry_anchoring(registry, anchors)
    findings += seat_findings(registry)
    logs = registry.chains.values()
    for log in logs:
        seals = seal_errors(log, registry.documents)
        findings += [Finding.of(Step.DOCUMENTS, error) for error in seals]
    if renderer is not None:
        findings += check_pages(logs, registry.documents, registry.packs, renderer, advance=advance)
    return VerificationReport(
        "registry", opened.sha256, _in_order(findings), _registry_facts(registry), registry
    )


def _registry_anchoring(registry: Registry, anchors: Anchors) -> list[Finding]:
    found: list[Finding] = []
    logs: list[ClinicianLog | CoordinatorLog] = [registry.coordinator, *registry.chains.values()]
    for log in logs:
        gone = registry.left_behind(log) if isinstance(log, ClinicianLog) else ()
        contradiction = anchors.contradiction(log, but=gone)
        if contradiction:
            found.append(Finding.of(Step.ANCHORS, ChainBrokenError(contradiction)))
    for log in anchors.logs:
        left_out = log.key_id not in registry.chains
        if left_out and log.genesis.study == registry.coordinator.genesis.study:
            error = SeatIncompleteError("A known log was left out.", place=log.genesis.pseudonym)
            found.append(Finding.of(Step.ANCHORS, error))
    if not any(anchors.of_key(log.key_id) for log in logs):
        found.append(Finding.attention(Step.ANCHORS, NO_ANCHOR))
    return found


def _registry_facts(registry: Registry) -> Facts:
    return {
        "study": registry.coordinator.genesis.study,
        "title": registry.coordinator.genesis.title,
        "packs": len(registry.packs),
        "raters": len(registry.chains),
        "enrolled": sum(registry.enrolment(log) is not None for log in registry.chains.values()),
        "coordinator": fingerprint(registry.coordinator.key_id),
        "events": len(registry.coordinator.lines),
        "head": registry.coordinator.position.head,
        "registry hash": registry.hash,
    }


def _in_order(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    steps = list(Step)
    return tuple(sorted(findings, key=lambda finding: steps.index(finding.step)))
