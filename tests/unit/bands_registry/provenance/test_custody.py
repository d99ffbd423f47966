"""Replacing a key: only the old one can sign the new one in, and nothing else changes hands."""

from __future__ import annotations

import base64

import pytest

from bands_registry.provenance import keys
from bands_registry.provenance.anchors import Anchors
from bands_registry.provenance.attestation import AttestationDocument
from bands_registry.provenance.chain import ChainHead, append
from bands_registry.provenance.custody import KeyRotated
from bands_registry.provenance.keys import Signer, generate_signer
from bands_registry.provenance.logs import inspect_clinician_log
from bands_registry.provenance.manifest import seal_files
from bands_registry.provenance.meaning import meaning_errors
from bands_registry.provenance.registry_rules import inspect_registry
from bands_registry.provenance.response import build_response
from bands_registry.provenance.verify import VerificationReport, verify_bytes
from tests.helpers.chains import PSEUDONYM, noon
from tests.helpers.plain_pdf import plain_pdf
from tests.helpers.signed import (
    OTHER_PSEUDONYM,
    Clinician,
    Coordinator,
    files_in,
    geriatrician,
    small_pack,
)
from tests.helpers.study import EMERGENCY_PHYSICIAN, ITEMS, OTHER_SEAT

KNOWN = Anchors(packs=(small_pack(),))


def successor(name: str = PSEUDONYM) -> Signer:
    return generate_signer(name, noon())


def naming(signer: Signer) -> KeyRotated:
    return KeyRotated(
        key=base64.b64encode(signer.public_der).decode(),
        certificate=base64.b64encode(signer.certificate_der).decode(),
        reason="a new computer",
    )


def rotated(her: Clinician, signer: Signer) -> Clinician:
    """She signs her new key in and signs with it from here on."""
    her.add(naming(signer))
    her.signer = signer
    return her


def verified(data: bytes) -> VerificationReport:
    return verify_bytes(data, anchors=KNOWN)


def codes(her: Clinician) -> set[int]:
    """The codes of all that her log's meaning leaves to say beyond warnings."""
    log, errors = inspect_clinician_log(her.raw)
    assert log is not None, errors
    return {error.exit_code for error in meaning_errors(log, her.packs)}


def sealed(her: Clinician, signer: Signer) -> bytes:
    """Her files as a forger's own program would seal them."""
    files = files_in(geriatrician().response())
    del files["manifest.json"]
    files["events.jsonl"] = b"".join(line + b"\n" for line in her.raw)
    return seal_files("response", files, study=her.pack.study.id, facts={}, signer=signer)


def test_the_new_key_signs_on_and_seals() -> None:
    her = rotated(geriatrician(), successor())
    name = her.lines[0].key_id
    printed: list[str] = []

    def render(document: AttestationDocument) -> bytes:
        printed.append(document.fingerprint)
        return plain_pdf("pages")

    her.judge(ITEMS[0]).attest(render)
    assert printed == [keys.fingerprint(her.signer.key_id)]
    assert {line.key_id for line in her.lines} == {name}
    report = verified(her.response())
    assert report.exit_code == 3
    assert any("replaced" in finding.sentence for finding in report.findings)
    assert [pinned.key for pinned in her.log.keys][1:] == [her.signer.public]


def test_without_the_old_key_no_new_one_is_signed_in() -> None:
    her, thief = geriatrician(), successor()
    head = ChainHead.after(her.lines[-1])
    her.lines.append(append(head, naming(thief), signer=thief, clock=her.clock))
    report = verified(sealed(her, thief))
    assert report.exit_code == 30
    assert "another key" in report.findings[0].sentence


def test_after_the_rotation_the_old_key_signs_nothing() -> None:
    her = geriatrician()
    old = her.signer
    rotated(her, successor())
    her.signer = old
    her.judge(ITEMS[0])
    assert verified(sealed(her, old)).exit_code == 30


def test_a_response_sealed_with_the_old_key_is_refused() -> None:
    her = geriatrician()
    old = her.signer
    rotated(her, successor())
    files = files_in(build_response(her.raw, signer=her.signer, documents=her.documents))
    del files["manifest.json"]
    data = seal_files("response", files, study=her.pack.study.id, facts={}, signer=old)
    assert verified(data).exit_code == 30


def test_a_document_sealed_with_the_key_before_is_refused() -> None:
    her = geriatrician()
    old = her.signer
    rotated(her, successor()).judge(ITEMS[0])
    new, her.signer = her.signer, old
    lines = list(her.lines)
    her.attest()
    forged = her.documents[2]
    her.lines, her.signer = lines, new
    her.attest(forge=lambda _: forged)
    with pytest.raises(Exception, match="another certificate"):
        her.response()


def test_the_new_certificate_names_her() -> None:
    her = geriatrician()
    her.add(naming(successor(OTHER_PSEUDONYM)))
    assert codes(her) == {20}


def test_a_key_does_not_come_back() -> None:
    her = geriatrician()
    first = her.signer
    rotated(her, successor())
    rotated(her, first)
    assert codes(her) == {20}


def test_a_key_that_signs_two_logs_is_a_conflict() -> None:
    other = Clinician(OTHER_PSEUDONYM, OTHER_SEAT, EMERGENCY_PHYSICIAN).begin().seal()
    for item in ITEMS:
        other.judge(item)
    other.attest()
    her = geriatrician()
    certificate = keys._certificate(other.signer.private_key, PSEUDONYM, noon().instant)
    shared = keys.Signer(other.signer.private_key, certificate, other.signer.public)
    rotated(her, shared)
    made = Coordinator().publish().enrol(her).enrol(other).merge(her).merge(other)
    registry, findings = inspect_registry(made.parts())
    assert registry is None or all(registry.disputed(log) for log in registry.chains.values())
    assert [f.exit_code for f in findings if f.exit_code != 3] == [40, 40]
