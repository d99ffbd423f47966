"""The private copy: the printed name on the same pages, only ever inside the reader's envelope."""

from __future__ import annotations

import io
from pathlib import Path

import pyrage
import pytest
from pypdf import PdfReader

from bands_registry.provenance.attestation import AttestationDocument
from bands_registry.provenance.canonical import sha256
from bands_registry.provenance.identity import IdentityDetails
from bands_registry.services.private_copy import write_private_copy
from exports.attestation_head import PrivatePart
from exports.attestation_pdf import render_attestation
from fairmed_core.errors import UserError
from tests.helpers.office import Office
from tests.helpers.registry import DETAILS
from tests.helpers.signed import Clinician
from tests.helpers.study import FOLLOW_UP, PAIN

EDITOR = pyrage.x25519.Identity.generate()


def printing(document: AttestationDocument, details: IdentityDetails, pdf: str) -> bytes:
    return render_attestation(document, private=PrivatePart(details, pdf))


def written(office: Office, who: Clinician, out: Path, number: int | None = None) -> int:
    return write_private_copy(
        who.pseudonym,
        number=number,
        registry=office.registry,
        coordinator=office.identity,
        recipient=str(EDITOR.to_public()),
        out=out,
        render=printing,
        clock=office.clock,
    )


def test_only_the_reader_sees_the_name(tmp_path: Path) -> None:
    office = Office(tmp_path)
    office.publish()
    her = office.begin(Clinician()).seal().judge(FOLLOW_UP).attest(render_attestation)
    her.judge(PAIN).attest(render_attestation)
    office.merge(her)
    out = tmp_path / "for-editor.pdf.age"
    assert written(office, her, out) == 2
    data = out.read_bytes()
    assert data.startswith(b"age-encryption.org/")
    assert b"Muster" not in data
    pages = PdfReader(io.BytesIO(bytes(pyrage.decrypt(data, [EDITOR])))).pages
    text = " ".join("\n".join(page.extract_text() for page in pages).split())
    assert f"Printed name {DETAILS.name}" in text
    assert f"Licence {DETAILS.licence}, {DETAILS.body}" in text
    assert "Private copy" in text
    assert sha256(her.documents[2]) in text
    public = PdfReader(io.BytesIO(her.documents[2])).pages
    assert "Muster" not in "".join(page.extract_text() for page in public)
    with pytest.raises(UserError, match="already a file"):
        written(office, her, out)
    assert written(office, her, tmp_path / "first.age", 1) == 1
    assert sorted(path.suffix for path in tmp_path.glob("f*.age")) == [".age", ".age"]


def test_what_cannot_be_printed_is_said_and_nothing_written(tmp_path: Path) -> None:
    office = Office(tmp_path)
    office.publish()
    plain = office.begin(Clinician()).judge(FOLLOW_UP).attest(render_attestation)
    office.merge(plain)
    out = tmp_path / "out.age"
    with pytest.raises(UserError, match="No sealed identity"):
        written(office, plain, out)
    assert not out.exists()
