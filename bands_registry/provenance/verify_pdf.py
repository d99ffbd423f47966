"""The verifier on an attestation PDF alone: its seal, the log inside it, its pages, its anchors."""

from __future__ import annotations

from collections.abc import Mapping

from bands_registry.provenance.anchoring import NO_ANCHOR, foreign_coordinator, key_findings
from bands_registry.provenance.anchors import Anchors
from bands_registry.provenance.attestation_file import AttestationFile, inspect_attestation
from bands_registry.provenance.bodies import AttestationIssued
from bands_registry.provenance.errors import ChainBrokenError, SealError, VerificationError
from bands_registry.provenance.findings import Finding, Step
from bands_registry.provenance.keys import fingerprint
from bands_registry.provenance.logs import ClinicianLog
from bands_registry.provenance.meaning import log_warnings, meaning_errors
from bands_registry.provenance.pack import Pack
from bands_registry.provenance.pages import Renderer, compared, pages_of
from bands_registry.provenance.registry import lies_on
from fairmed_core.clock import stamp


def attestation_findings(
    pdf: bytes, *, anchors: Anchors, renderer: Renderer | None
) -> tuple[list[Finding], Mapping[str, str | int]]:
    """Return what was found in a PDF and what it is about, as far as it may be read.

    With a `renderer` its pages are printed again; never from a log that does not verify.
    """
    file, wrong = inspect_attestation(pdf)
    findings = list(wrong)
    if file is None:
        return findings, {}
    packs = {pack.hash: pack for pack in anchors.packs}
    findings += _meaning(file.log, packs)
    findings += key_findings(file.log, anchors)
    findings += foreign_coordinator(file.log, anchors)
    findings += _anchoring(file, anchors)
    if renderer is not None and not any(finding.blocks for finding in findings):
        findings += _page_findings(file, pdf, packs, renderer)
    return findings, _facts(file)


def _page_findings(
    file: AttestationFile, pdf: bytes, packs: Mapping[str, Pack], renderer: Renderer
) -> list[Finding]:
    place = f"{file.log.genesis.pseudonym}, attestation {file.number}"
    try:
        sealed = pages_of(file.log.lines, file.sealed, pdf, packs, place=place)
    except VerificationError as error:
        return [Finding.of(Step.DOCUMENTS, error, where=place)]
    return list(compared(sealed, renderer.render(sealed.document), renderer))


def _meaning(log: ClinicianLog, packs: Mapping[str, Pack]) -> list[Finding]:
    found = [Finding.of(Step.MEANING, error) for error in meaning_errors(log, packs)]
    return found + [
        Finding.attention(Step.MEANING, sentence) for sentence in log_warnings(log, packs)
    ]


def _anchoring(file: AttestationFile, anchors: Anchors) -> list[Finding]:
    log = file.log
    errors: list[VerificationError] = []
    for position in anchors.of_key(log.key_id):
        if position.size <= len(log.lines) and not lies_on(position, log):
            sentence = f"Event {position.size} is not the one that is known."
            errors.append(ChainBrokenError(sentence))
    known = anchors.logs_of(log.key_id)
    errors += [error for whole in known for error in _against(file, whole)]
    if errors:
        return [Finding.of(Step.ANCHORS, error) for error in errors]
    if known or any(p.size <= len(log.lines) for p in anchors.of_key(log.key_id)):
        return []
    return [Finding.attention(Step.ANCHORS, NO_ANCHOR)]


def _against(file: AttestationFile, whole: ClinicianLog) -> list[VerificationError]:
    """Return how the document contradicts the log it is part of."""
    here, there = file.log.lines, whole.lines
    shared = min(len(here), len(there))
    if here[shared - 1].id != there[shared - 1].id:
        return [ChainBrokenError("The log inside the document is not the one that is known.")]
    if len(there) == shared:
        return []
    following = there[shared].event.body
    if isinstance(following, AttestationIssued) and following.pdf == file.sha256:
        return []
    return [SealError("The document is not the one the log names at this place.")]


def _facts(file: AttestationFile) -> Mapping[str, str | int]:
    log = file.log
    return {
        "study": log.genesis.study,
        "pseudonym": log.genesis.pseudonym,
        "seat": log.genesis.seat,
        "fingerprint": fingerprint(log.key_id),
        "attestation": file.number,
        "verdicts": len(log.verdicts),
        "events": len(log.lines),
        "head": log.position.head,
        "sealed": stamp(file.sealed.moment),
    }
