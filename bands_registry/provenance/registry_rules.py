"""The rules that hold between the parts of a registry, checked once for file and store alike."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from bands_registry.provenance.bodies import BundleMerged, ClockAnomaly
from bands_registry.provenance.bulk import without_collection
from bands_registry.provenance.canonical import sha256
from bands_registry.provenance.enclosed import taken_away
from bands_registry.provenance.envelope import unbase64
from bands_registry.provenance.errors import (
    ChainBrokenError,
    ConflictError,
    ContentAlteredError,
    KeyMismatchError,
    KeyNotEnrolledError,
    SealError,
    SeatIncompleteError,
    VerificationError,
)
from bands_registry.provenance.events import bodies_of
from bands_registry.provenance.findings import Finding, Step, exit_code
from bands_registry.provenance.keys import PublicKey, check_certificate, fingerprint
from bands_registry.provenance.logs import (
    ClinicianLog,
    inspect_clinician_log,
    inspect_coordinator_log,
)
from bands_registry.provenance.meaning import check_meaning
from bands_registry.provenance.pack import Pack, read_pack
from bands_registry.provenance.pseudonym import COORDINATOR
from bands_registry.provenance.registry import Registry, RegistryParts, lies_on, merge_position
from bands_registry.provenance.registry_decisions import decision_findings
from fairmed_core.analysis.progress import Advance, silent
from fairmed_core.errors import UserError


def inspect_registry(
    parts: RegistryParts, *, advance: Advance = silent
) -> tuple[Registry | None, tuple[Finding, ...]]:
    """Return the registry, None when its logs or packs may not be read, and all findings."""
    with without_collection():
        return _inspect(parts, advance)


def _inspect(parts: RegistryParts, advance: Advance) -> tuple[Registry | None, tuple[Finding, ...]]:
    coordinator, errors = inspect_coordinator_log(parts.coordinator)
    findings = [Finding.of(Step.LOG, error, where="coordinator") for error in errors]
    chains: dict[str, ClinicianLog] = {}
    for number, lines in enumerate(parts.chains, start=1):
        log, errors = inspect_clinician_log(lines)
        findings += [Finding.of(Step.LOG, error, where=f"chain {number}") for error in errors]
        if log is not None:
            chains[log.key_id] = log
        advance(number, len(parts.chains), "logs")
    packs, pack_findings = _read_packs(parts.packs)
    findings += pack_findings
    if coordinator is None or findings:
        return None, tuple(findings)
    registry = Registry(
        coordinator,
        dict(sorted(chains.items())),
        {pack.hash: pack for pack in sorted(packs, key=lambda pack: pack.version)},
        {sha256(pdf): pdf for pdf in parts.documents},
    )
    findings += _between_parts(registry, chain_count=len(parts.chains))
    blocked = any(finding.blocks for finding in findings)
    return (None if blocked else registry), tuple(findings)


def seat_findings(registry: Registry) -> tuple[Finding, ...]:
    """Return the seats of the latest roster that are not complete, and merged logs left out."""
    return tuple(Finding.of(Step.SEATS, error) for error in _incomplete_seats(registry))


def _read_packs(packs: Sequence[bytes]) -> tuple[list[Pack], list[Finding]]:
    read: list[Pack] = []
    findings: list[Finding] = []
    for number, data in enumerate(packs, start=1):
        try:
            read.append(read_pack(data))
        except VerificationError as error:
            findings.append(Finding.of(Step.MEANING, error, where=f"pack {number}"))
    return read, findings


def _between_parts(registry: Registry, *, chain_count: int) -> list[Finding]:
    found: list[Finding] = []
    if len(registry.chains) != chain_count:
        # One of the two was dropped above, so nothing here may be counted.
        sentence = "Two different logs are signed by the same key."
        found.append(Finding(Step.KEYS, ConflictError.exit_code, sentence, blocks=True))
    found += [Finding.of(Step.KEYS, error) for error in _coordinator_errors(registry)]
    found += [Finding.of(Step.MEANING, error) for error in _pack_errors(registry)]
    if found:
        return found
    if bodies_of(registry.coordinator.lines, ClockAnomaly):
        sentence = "The coordinator's clock was set back; the log says so itself."
        found.append(Finding.attention(Step.LOG, sentence))
    for log in registry.chains.values():
        found += check_meaning(log, registry.packs, where=log.genesis.pseudonym)
    found += [Finding.of(Step.LOG, error) for error in _merge_errors(registry)]
    found += [Finding.of(Step.LOG, error) for error in _checkpoint_errors(registry)]
    found += [Finding.of(Step.KEYS, error) for error in _key_errors(registry)]
    found += decision_findings(registry)
    found += [Finding.of(Step.DOCUMENTS, error) for error in _document_errors(registry)]
    return found


def _coordinator_errors(registry: Registry) -> Iterator[VerificationError]:
    genesis = registry.coordinator.genesis
    try:
        key = PublicKey(unbase64(genesis.key))
        check_certificate(unbase64(genesis.certificate), key=key, pseudonym=COORDINATOR)
    except VerificationError as error:
        error.place = "coordinator, event 1"
        yield error


def _pack_errors(registry: Registry) -> Iterator[VerificationError]:
    published = {body.pack: body for body in registry.coordinator.published}
    versions = [body.version for body in registry.coordinator.published]
    if not versions or versions != list(range(1, len(versions) + 1)):
        yield ChainBrokenError("The published packs are not numbered 1, 2, 3 …")
    for pack_hash in sorted(set(published) - set(registry.packs)):
        yield ContentAlteredError(
            "A published pack is missing.", place=f"version {published[pack_hash].version}"
        )
    for pack in registry.packs.values():
        place = f"pack version {pack.version}"
        body = published.get(pack.hash)
        if pack.coordinator_key.key_id != registry.coordinator.key_id:
            yield KeyMismatchError("A pack is signed by another coordinator.", place=place)
        elif body is None:
            yield ContentAlteredError("A pack was never published.", place=place)
        elif (body.version, body.roster) != (pack.version, pack.roster_hash) or (
            (pack.study.id, pack.recipient)
            != (registry.coordinator.genesis.study, registry.coordinator.genesis.recipient)
        ):
            yield ContentAlteredError("What was recorded of a pack does not fit it.", place=place)


def _merge_errors(registry: Registry) -> Iterator[VerificationError]:
    merged: dict[str, BundleMerged] = {}
    for merge in registry.coordinator.merges:
        merged[merge.key] = merge
        log = registry.chains.get(merge.key)
        if log is None or merge_position(merge) in registry.left_behind(log):
            continue
        if not lies_on(merge_position(merge), log):
            yield ChainBrokenError("A log is not the one that was merged.", place=merge.pseudonym)
    for key_id, log in registry.chains.items():
        last = merged.get(key_id)
        if last is None or merge_position(last) != log.position:
            yield ChainBrokenError(
                "A log goes beyond what the coordinator merged.", place=log.genesis.pseudonym
            )
        if log.genesis.study != registry.coordinator.genesis.study:
            yield ContentAlteredError(
                "A log belongs to another study.", place=log.genesis.pseudonym
            )


def _checkpoint_errors(registry: Registry) -> Iterator[VerificationError]:
    for checkpoint in registry.coordinator.checkpoints:
        for position in checkpoint.chains:
            log = registry.chains.get(position.key)
            if log is None or position in registry.left_behind(log):
                continue
            if not lies_on(position, log):
                yield ChainBrokenError(
                    "A log contradicts an earlier registry checkpoint.",
                    place=log.genesis.pseudonym,
                )


def _key_errors(registry: Registry) -> Iterator[VerificationError]:
    for key_id, log in registry.chains.items():
        place = log.genesis.pseudonym
        if registry.disputed(log):
            yield ConflictError(_dispute(registry, log), place=place)
        elif registry.enrolment(log) is None:
            yield KeyNotEnrolledError(
                f"The key {fingerprint(key_id)[:9]} … is not enrolled under this pseudonym and "
                "seat; its verdicts do not count.",
                place=place,
            )


def _dispute(registry: Registry, log: ClinicianLog) -> str:
    forks = [
        body for body in registry.coordinator.rulings.open_conflicts if body.conflict == "fork"
    ]
    if any(side.key == log.key_id for body in forks for side in body.sides):
        return "The log was continued twice from the same point, and nobody settled which counts."
    return "A seat, pseudonym or key is claimed twice."


def _document_errors(registry: Registry) -> Iterator[VerificationError]:
    issued: set[str] = set()
    for log in registry.chains.values():
        issued |= {body.pdf for _, body in log.attestations}
        for number in taken_away(log, registry.enclosed(log)):
            yield SealError(
                f"Attestation {number} is missing or altered.", place=log.genesis.pseudonym
            )
    if set(registry.documents) - issued:
        yield ContentAlteredError("There is an attestation that no log names.")


def _incomplete_seats(registry: Registry) -> Iterator[VerificationError]:
    for merge in {merge.key: merge for merge in registry.coordinator.merges}.values():
        if merge.key not in registry.chains:
            yield SeatIncompleteError("A merged log was left out.", place=merge.pseudonym)
    for seat in registry.pack.study.seats:
        logs = [
            log
            for log in registry.chains.values()
            if log.genesis.seat == seat.code and registry.enrolment(log) is not None
        ]
        if not logs:
            yield SeatIncompleteError(
                "No merged log of an enrolled rater fills this seat.", place=f"seat {seat.code}"
            )
            continue
        attested = {
            item
            for log in logs
            for item, (line, _) in log.verdicts.items()
            if line.id in log.attested
        }
        lacking = [item for item in seat.items if item not in attested]
        if lacking:
            yield SeatIncompleteError(
                f"{len(lacking)} of {len(seat.items)} assigned items have no attested verdict.",
                place=f"seat {seat.code}",
            )


def require_readable(findings: Sequence[Finding], *, file: Path) -> None:
    """Return nothing, or raise UserError, with the verifier's code, when reading is forbidden."""
    blocking = [finding for finding in findings if finding.blocks]
    if blocking:
        code = exit_code(blocking)
        first = next(finding for finding in blocking if finding.exit_code == code)
        error = UserError(
            f"The registry does not verify. {first}",
            next_step="Run `fairmed verify` on it to see everything that is wrong.",
            file=file,
        )
        error.exit_code = code
        raise error
