"""The seal of an attestation PDF: what it holds, that it holds, and what it does not give away."""

from __future__ import annotations

import getpass
import io
import os
import random
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest
from pyhanko.pdf_utils import generic
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pypdf import PdfReader, PdfWriter

from bands_registry.provenance.errors import MalformedError, SealError, VerificationError
from bands_registry.provenance.pdf_opening import open_pdf
from bands_registry.provenance.pdf_seal import seal_pdf
from exports.attestation_pdf import render_attestation
from tests.helpers.chains import NOON, a_signer
from tests.helpers.plain_pdf import plain_pdf
from tests.helpers.printed import a_document

REPO = Path(__file__).resolve().parents[4]
HER = a_signer()
PARTS = {"events.jsonl": b"{}\n", "items.json": b"{}", "checkpoint.txt": b"three\n"}
PLAIN = plain_pdf("ACCEPT one, DECLINE two")
SEALED = seal_pdf(PLAIN, PARTS, signer=HER, moment=NOON)


def test_it_begins_with_the_pages_and_gives_back_what_was_put_in() -> None:
    pages = render_attestation(a_document())
    for rendered in (pages, PLAIN):
        sealed = seal_pdf(rendered, PARTS, signer=HER, moment=NOON)
        assert sealed.startswith(rendered)
        found = open_pdf(sealed)
        assert (found.pages, dict(found.attachments)) == (rendered, PARTS)
        assert (found.certificate_der, found.moment) == (HER.certificate_der, NOON)


def test_another_reader_finds_the_same_pages_and_attachments() -> None:
    pages = render_attestation(a_document())
    sealed = PdfReader(io.BytesIO(seal_pdf(pages, PARTS, signer=HER, moment=NOON)))
    before = PdfReader(io.BytesIO(pages))
    assert [p.extract_text() for p in sealed.pages] == [p.extract_text() for p in before.pages]
    assert {name: data[0] for name, data in sealed.attachments.items()} == PARTS
    assert sealed.metadata == before.metadata


def test_the_same_document_key_and_moment_give_the_same_bytes_in_another_place(
    tmp_path: Path,
) -> None:
    assert seal_pdf(PLAIN, PARTS, signer=HER, moment=NOON) == SEALED
    east = NOON.astimezone(timezone(timedelta(hours=9)))
    assert seal_pdf(PLAIN, PARTS, signer=HER, moment=east) == SEALED
    (tmp_path / "plain.pdf").write_bytes(PLAIN)
    (tmp_path / "key.der").write_bytes(_key())
    (tmp_path / "certificate.der").write_bytes(HER.certificate_der)
    code = (
        "import pathlib, sys, datetime;"
        "from bands_registry.provenance.keys import signer_from_der;"
        "from bands_registry.provenance.pdf_seal import seal_pdf;"
        "folder = pathlib.Path(sys.argv[1]); read = lambda n: (folder / n).read_bytes();"
        "her = signer_from_der(read('key.der'), read('certificate.der'));"
        f"parts = {PARTS!r}; noon = datetime.datetime.fromisoformat({NOON.isoformat()!r});"
        "(folder / 'out.pdf').write_bytes("
        "seal_pdf(read('plain.pdf'), parts, signer=her, moment=noon))"
    )
    subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)],
        check=True,
        cwd=REPO,
        env={"TZ": "Asia/Tokyo", "PYTHONHASHSEED": "77", "LC_ALL": "C", "PYTHONPATH": str(REPO)},
    )
    assert (tmp_path / "out.pdf").read_bytes() == SEALED


def _key() -> bytes:
    from bands_registry.provenance.keys import private_der

    return private_der(HER)


def test_it_tells_nothing_of_the_computer() -> None:
    planted = seal_pdf(plain_pdf(f"{socket.gethostname()} +09'00'"), PARTS, signer=HER, moment=NOON)
    host = re.escape(socket.gethostname().encode())
    wanted = re.compile(rb"[+-]\d\d'\d\d|(?<![\w\x80-\xff])" + host + rb"(?![\w\x80-\xff])")
    assert wanted.search(planted)
    assert not wanted.search(SEALED)
    assert f"/{getpass.getuser()}/".encode() not in SEALED
    assert re.findall(rb"D(?:\\072|:)[^)]*", SEALED) == [rb"D\07220260614120000Z"]


def test_poppler_finds_one_valid_signature_over_the_whole_file(tmp_path: Path) -> None:
    if shutil.which("pdfsig") is None:
        pytest.skip("pdfsig is not installed")
    path = tmp_path / "sealed.pdf"
    pages = render_attestation(a_document())
    path.write_bytes(seal_pdf(pages, PARTS, signer=HER, moment=NOON))
    env = {**os.environ, "TZ": "UTC", "LC_ALL": "C"}
    done = subprocess.run(["pdfsig", path], capture_output=True, text=True, env=env, check=False)
    assert done.stdout.count("Signature #") == 1
    assert "Signature is Valid." in done.stdout
    assert "Total document signed" in done.stdout
    assert "Signer Certificate Common Name: ADJ-7K3QM-X2VTD" in done.stdout
    assert "Signing Time: Jun 14 2026 12:00:00" in done.stdout
    altered = path.read_bytes().replace(b"/Title", b"/Titel", 1)
    path.write_bytes(altered)
    done = subprocess.run(["pdfsig", path], capture_output=True, text=True, env=env, check=False)
    assert "Signature is Valid." not in done.stdout


def refused(pdf: bytes) -> str:
    with pytest.raises(SealError) as caught:
        open_pdf(pdf)
    assert caught.value.exit_code == 22
    return caught.value.sentence


def test_pages_without_a_seal() -> None:
    assert refused(PLAIN) == "The document does not carry exactly one signature."


def test_a_byte_of_the_pages_or_of_the_log_inside() -> None:
    for old, new in ((b"DECLINE", b"ACCEPT "), (b"three\n", b"seven\n")):
        assert refused(SEALED.replace(old, new)) == "The document was altered after it was sealed."


def test_bytes_after_the_end() -> None:
    said = "The signature does not cover the whole file: bytes were added after it was sealed."
    assert refused(SEALED + b"% a remark\n") == said
    assert refused(SEALED + b"\0" * 9) == said


def test_the_room_for_the_signature_filled_with_something_else() -> None:
    hidden = SEALED.index(b"0" * 400) + 200
    filled = SEALED[:hidden] + b"AB" + SEALED[hidden + 2 :]
    assert refused(filled) == "The room kept for the signature holds more than the signature."
    written = re.search(rb"/Contents <([0-9A-F]+)>", SEALED)
    assert written is not None
    smaller = SEALED.replace(written.group(1), written.group(1).lower())
    assert refused(smaller) == "The room kept for the signature holds more than the signature."


def updated(pdf: bytes, change: Callable[[IncrementalPdfFileWriter], None]) -> bytes:
    writer = IncrementalPdfFileWriter(io.BytesIO(pdf))
    change(writer)
    target = io.BytesIO()
    writer.write(target)
    return target.getvalue()


def accept_two(writer: IncrementalPdfFileWriter) -> None:
    stream = generic.StreamObject(stream_data=b"ACCEPT one, ACCEPT two")
    page = writer.root["/Pages"]["/Kids"][0]
    page["/Contents"] = writer.add_object(stream)
    writer.update_container(page)


def test_an_update_after_the_seal() -> None:
    said = refused(updated(SEALED, accept_two))
    assert said.startswith("The signature does not cover the whole file")


def test_an_update_between_pages_and_seal() -> None:
    twice = seal_pdf(updated(PLAIN, accept_two), PARTS, signer=HER, moment=NOON)
    assert refused(twice) == "The document was updated between its rendering and its seal."


def test_a_seal_that_changes_the_page_it_seals(monkeypatch: pytest.MonkeyPatch) -> None:
    original = IncrementalPdfFileWriter.__init__

    def forging(self: IncrementalPdfFileWriter, *args: object, **named: object) -> None:
        original(self, *args, **named)  # type: ignore[arg-type]
        accept_two(self)

    monkeypatch.setattr(IncrementalPdfFileWriter, "__init__", forging)
    forged = seal_pdf(PLAIN, PARTS, signer=HER, moment=NOON)
    monkeypatch.undo()
    assert forged.startswith(PLAIN)
    assert refused(forged) == "The update that carries the seal changes what was rendered."


def test_a_seal_that_adds_something_that_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    original = IncrementalPdfFileWriter.__init__

    def forging(self: IncrementalPdfFileWriter, *args: object, **named: object) -> None:
        original(self, *args, **named)  # type: ignore[arg-type]
        self.root["/OpenAction"] = generic.DictionaryObject(
            {
                generic.pdf_name("/S"): generic.pdf_name("/JavaScript"),
                generic.pdf_name("/JS"): generic.pdf_string("app.alert('ACCEPT')"),
            }
        )
        self.update_root()

    monkeypatch.setattr(IncrementalPdfFileWriter, "__init__", forging)
    forged = seal_pdf(PLAIN, PARTS, signer=HER, moment=NOON)
    monkeypatch.undo()
    assert refused(forged) == "The update that carries the seal changes what was rendered."


def test_a_document_sealed_twice() -> None:
    rewritten = PdfWriter(clone_from=io.BytesIO(SEALED))
    target = io.BytesIO()
    rewritten.write(target)
    assert refused(target.getvalue())


def test_what_is_no_pdf_or_only_half_of_one() -> None:
    for data in (b"", b"%PDF-1.7", SEALED[: len(SEALED) // 2], b"\0" * 4000):
        with pytest.raises(MalformedError):
            open_pdf(data)


def test_no_flipped_bit_passes() -> None:
    chance = random.Random(20260614)
    for _ in range(400):
        altered = bytearray(SEALED)
        place = chance.randrange(len(SEALED) * 8)
        altered[place // 8] ^= 1 << place % 8
        with pytest.raises(VerificationError):
            open_pdf(bytes(altered))


def test_a_time_without_offset_is_refused() -> None:
    naive = datetime(2026, 6, 14, 12)  # noqa: DTZ001 - the point
    with pytest.raises(ValueError, match="offset"):
        seal_pdf(PLAIN, PARTS, signer=HER, moment=naive)
