"""Attacks on what travels with an attestation PDF, each through the command line.

Every altered file is made here; the numbers are those of the list of attacks in the design.
"""

from __future__ import annotations

import io
import os
import random
import re
import subprocess
import sys
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from pyhanko.pdf_utils import generic
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pypdf import PdfReader

from bands_registry.provenance.anchors import read_anchors
from bands_registry.provenance.attestation import AttestationDocument
from bands_registry.provenance.attested_parts import CHECKPOINT, EVENTS, ITEMS
from bands_registry.provenance.chain import join_lines, split_lines
from bands_registry.provenance.keys import Signer
from bands_registry.provenance.manifest import seal_files
from bands_registry.provenance.pdf_opening import open_pdf
from bands_registry.provenance.pdf_seal import seal_pdf
from bands_registry.provenance.verify import verify_bytes
from exports.attestation_pdf import render_attestation
from exports.attestation_renderer import PAGES
from fairmed_core.domain.acceptable import ValueSet
from tests.helpers.chains import PSEUDONYM, a_signer
from tests.helpers.cli import Ran, fairmed
from tests.helpers.laid_open import everything_in
from tests.helpers.registry import DETAILS, amending, declining
from tests.helpers.signed import (
    Clinician,
    Coordinator,
    a_pack_of,
    checkpoint_of,
    files_in,
    flipped,
    payload_of,
    relinked,
    resealed,
    signed_line,
    small_pack_bytes,
    with_log,
    with_payload,
    zipped,
)
from tests.helpers.study import ITEMS as ALL_ITEMS
from tests.helpers.study import PAIN, small_study, with_reasoning

REPO = Path(__file__).resolve().parents[2]
PDF = "attestation-1.pdf"
PACK = small_pack_bytes()


def unattested() -> Clinician:
    """She declined one item, accepted the others, and has issued nothing yet."""
    her = Clinician().begin().seal()
    for item in ALL_ITEMS:
        her.judge(item, declining() if item == PAIN else None)
    return her


HER = unattested()
BEFORE = list(HER.lines)
HER.attest(render_attestation)
DATA, DOCUMENT = HER.response(), HER.documents[1]
LINES = list(HER.raw)
DECLINE = next(n for n, line in enumerate(HER.lines) if b'"DECLINE"' in payload_of(line.raw))
REGISTRY = Coordinator().publish().enrol(HER).merge(HER).file()


class Desk:
    """A folder in which files are laid and checked."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.registry = self.lay("honest.fmreg", REGISTRY)

    def lay(self, name: str, data: bytes) -> Path:
        path = self.folder / name
        path.write_bytes(data)
        return path

    def check(self, name: str, data: bytes, *anchors: Path) -> Ran:
        options: list[str | Path] = []
        for anchor in anchors:
            options += ["--anchor", anchor]
        return fairmed("verify", self.lay(name, data), *options)

    def response(self, data: bytes) -> Ran:
        return self.check("hers.fmresp", data, self.registry)

    def document(self, data: bytes) -> Ran:
        return self.check("hers.pdf", data, self.registry)

    def anchored(self, forger: Clinician) -> Ran:
        """Her response, against a registry that took it in and so knows its log."""
        made = Coordinator().publish().enrol(forger).merge(forger)
        registry = self.lay("forged.fmreg", made.file())
        ran = self.check("hers.fmresp", sent(forger), registry)
        published = fairmed("verify", registry)
        assert published.code == ran.code or ran.code == 0, published.out
        alone = self.check("hers.pdf", forger.documents[1], registry)
        assert alone.code == ran.code, alone.out
        return ran


def sent(her: Clinician) -> bytes:
    """Her response as a forger's own program would write it, without looking at the document."""
    assert her.sealed is not None
    files = {EVENTS: join_lines(her.raw), CHECKPOINT: checkpoint_of(her)}
    files |= {PDF: her.documents[1], "identity.age": her.sealed.ciphertext}
    return seal_files("response", files, study=her.pack.study.id, facts={}, signer=her.signer)


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def reissued(
    render: Callable[[AttestationDocument], bytes] = render_attestation,
    *,
    forge: Callable[[bytes], bytes] | None = None,
) -> Clinician:
    """Herself, issuing another document over the same verdicts."""
    her = Clinician(signer=HER.signer, lines=list(BEFORE), packs=HER.packs, sealed=HER.sealed)
    return her.attest(render, forge=forge)


def resealed_pdf(changes: Mapping[str, bytes], *, signer: Signer = HER.signer) -> bytes:
    """Her document with other attachments, sealed anew with the genuine key."""
    sealed = open_pdf(DOCUMENT)
    parts = {**sealed.attachments, **changes}
    return seal_pdf(sealed.pages, parts, signer=signer, moment=sealed.moment)


def test_01_untouched_with_and_without_an_anchor(desk: Desk) -> None:
    assert desk.response(DATA).code == 0
    alone = desk.check("hers.fmresp", DATA)
    assert alone.code == 3
    assert "No anchor vouches for this file" in alone.out
    document = desk.document(DOCUMENT)
    assert (document.code, "Verified." in document.out) == (0, True)
    assert f"pseudonym: {PSEUDONYM}" in document.out
    bare = desk.check("hers.pdf", DOCUMENT)
    assert bare.code == 3
    assert "No anchor vouches for this file" in bare.out
    response = desk.lay("whole.fmresp", DATA)
    assert desk.check("hers.pdf", DOCUMENT, response).code == 3  # nobody tells who is enrolled
    assert desk.check("hers.fmresp", DATA, desk.lay("known.pdf", DOCUMENT)).code == 3
    assert desk.check("again.fmreg", REGISTRY, response).code == 50  # one seat is still empty


def edited() -> bytes:
    payload = payload_of(LINES[DECLINE]).replace(b"DECLINE", b"ACCEPT")
    lines = [*LINES[:DECLINE], with_payload(LINES[DECLINE], payload), *LINES[DECLINE + 1 :]]
    return join_lines(lines)


def test_02_a_decline_edited_to_an_accept(desk: Desk) -> None:
    said = "The signature does not fit the content."
    forged = desk.response(resealed(DATA, {EVENTS: edited()}, HER.signer))
    assert (forged.code, said in forged.out) == (20, True)
    inside = join_lines(split_lines(edited())[:-1])
    document = desk.document(resealed_pdf({EVENTS: inside}))
    assert (document.code, said in document.out) == (20, True)
    assert "attestation documents" not in document.out  # never rendered


def test_03_a_decline_left_out(desk: Desk) -> None:
    without = with_log(DATA, lambda lines: lines[:DECLINE] + lines[DECLINE + 1 :], HER.signer)
    ran = desk.response(without)
    assert ran.code == 21
    assert f"Event {DECLINE + 1} was expected, event {DECLINE + 2} follows." in ran.out
    inside = join_lines(LINES[:DECLINE] + LINES[DECLINE + 1 : -1])
    document = desk.document(resealed_pdf({EVENTS: inside}))
    assert document.code == 21
    assert f"Event {DECLINE + 1} was expected, event {DECLINE + 2} follows." in document.out


def test_05_a_document_over_less_than_the_log_had(desk: Desk) -> None:
    short = Clinician(signer=HER.signer, lines=BEFORE[: DECLINE + 1], packs=HER.packs)
    short.sealed = HER.sealed
    document = short.attest(render_attestation).documents[1]
    assert desk.check("short.pdf", document).code == 3
    ran = desk.document(document)
    assert ran.code == 22
    assert "The document is not the one the log names at this place." in ran.out


def test_06_a_history_rebuilt_from_the_start(desk: Desk) -> None:
    wanted = Clinician(signer=HER.signer).begin().judge(PAIN).lines[-1].event.body
    lines = relinked(HER.raw[:-1], HER.signer, {DECLINE + 1: wanted})
    her = Clinician(signer=HER.signer, lines=lines, packs=HER.packs, sealed=HER.sealed)
    document = her.attest(render_attestation).documents[1]
    assert desk.check("rebuilt.pdf", document).code == 3
    ran = desk.document(document)
    assert ran.code == 21
    assert "The log inside the document is not the one that is known." in ran.out
    known = desk.lay("honest.pdf", DOCUMENT)
    assert desk.check("rebuilt.pdf", document, known).code == 21
    assert desk.check("rebuilt.fmresp", her.response(), known).code == 21


def test_09_an_item_text_that_differs_from_the_pack(desk: Desk) -> None:
    pack, _ = a_pack_of(with_reasoning(small_study(), PAIN, "A text she never saw."))
    hashes = pack.item_hashes(PAIN)
    body = HER.lines[DECLINE].event.body.model_copy(update={"hashes": hashes})
    lines = relinked(HER.raw, HER.signer, {DECLINE + 1: body})
    ran = desk.response(with_log(DATA, lambda _: [line.raw for line in lines], HER.signer))
    assert ran.code == 20
    assert "The item differs from the one in the pack." in ran.out
    items = open_pdf(DOCUMENT).attachments[ITEMS]
    other = items.replace(b"blood count.", b"blood count?")
    assert other != items
    document = desk.check("hers.pdf", resealed_pdf({ITEMS: other}), desk.lay("p", PACK))
    assert document.code == 22
    assert "The printed items are not those of the pack." in document.out
    alone = desk.check("hers.pdf", resealed_pdf({ITEMS: other}))
    assert alone.code == 20
    assert "An item differs from the one that was signed." in alone.out


def test_10_one_byte_of_the_document(desk: Desk) -> None:
    place = len(open_pdf(DOCUMENT).pages) // 2
    altered = flipped(DOCUMENT, place * 8)
    ran = desk.response(zipped({**files_in(DATA), PDF: altered}))
    assert (ran.code, "A part of the file was altered." in ran.out) == (20, True)
    ran = desk.response(resealed(DATA, {PDF: altered}, HER.signer))
    assert ran.code == 22
    assert "Attestation 1 is not the document the log names." in ran.out
    ran = desk.document(altered)
    assert (ran.code, "The document was altered after it was sealed." in ran.out) == (22, True)


def updated(pdf: bytes) -> bytes:
    """The document with its first page replaced by an incremental update."""
    writer = IncrementalPdfFileWriter(io.BytesIO(pdf))
    page = writer.root["/Pages"]["/Kids"][0]
    stream = generic.StreamObject(stream_data=b"BT (ACCEPT) Tj ET")
    page["/Contents"] = writer.add_object(stream)
    writer.update_container(page)
    target = io.BytesIO()
    writer.write(target)
    return target.getvalue()


def padded(pdf: bytes) -> bytes:
    room = re.search(rb"/Contents <[0-9A-F]{900,}?(0{200,})>", pdf)
    assert room is not None
    middle = (room.start(1) + room.end(1)) // 2
    return pdf[:middle] + b"1" + pdf[middle + 1 :]


@pytest.mark.parametrize(
    ("forge", "said"),
    [
        pytest.param(updated, "bytes were added after it was sealed", id="11 update"),
        pytest.param(lambda p: p + b"%x\n", "bytes were added after it was sealed", id="12 after"),
        pytest.param(padded, "room kept for the signature holds more", id="12 padding"),
    ],
)
def test_11_12_bytes_beside_the_seal(
    desk: Desk, forge: Callable[[bytes], bytes], said: str
) -> None:
    by_a_stranger = desk.document(forge(DOCUMENT))
    assert (by_a_stranger.code, said in by_a_stranger.out) == (22, True)
    by_herself = desk.anchored(reissued(forge=forge))
    assert (by_herself.code, said in by_herself.out) == (22, True)


def test_13_sealed_with_another_certificate_of_the_same_name(desk: Desk) -> None:
    namesake = a_signer(HER.pseudonym)
    said = "The document is sealed with another certificate than the log's."
    stranger = desk.document(resealed_pdf({}, signer=namesake))
    assert (stranger.code, said in stranger.out) == (22, True)

    def forge(pdf: bytes) -> bytes:
        sealed = open_pdf(pdf)
        return seal_pdf(sealed.pages, sealed.attachments, signer=namesake, moment=sealed.moment)

    ran = desk.anchored(reissued(forge=forge))
    assert (ran.code, said in ran.out) == (22, True)


def test_14_a_page_that_says_accept_over_a_decline(desk: Desk) -> None:
    accepted = Clinician(signer=HER.signer).begin().seal()
    for item in ALL_ITEMS:
        accepted.judge(item)
    accepted.attest(render_attestation)

    def lying(document: AttestationDocument) -> bytes:
        items = tuple(
            replace(item, judgement=other.judgement, acceptable=other.acceptable)
            for item, other in zip(document.items, _document(accepted).items, strict=True)
        )
        return render_attestation(replace(document, items=items))

    ran = desk.anchored(reissued(lying))
    assert ran.code == 22
    assert "The pages do not say what the log says." in ran.out


def _document(her: Clinician) -> AttestationDocument:
    seen: list[AttestationDocument] = []
    Clinician(
        signer=her.signer, lines=list(her.lines[:-1]), packs=her.packs, sealed=her.sealed
    ).attest(lambda document: seen.append(document) or render_attestation(document))
    return seen[0]


def test_14_an_honest_one_is_verified_elsewhere_too(desk: Desk) -> None:
    path = desk.lay("hers.pdf", DOCUMENT)
    code = (
        "import sys, zlib; zlib.Z_DEFAULT_COMPRESSION = 1;"
        "from fairmed_cli.main import run; sys.exit(run(sys.argv[1:]))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code, "verify", str(path), "--anchor", str(desk.registry)],
        cwd=REPO,
        env={
            **os.environ,
            "TZ": "Asia/Kathmandu",
            "LC_ALL": "C",
            "SOURCE_DATE_EPOCH": "1700000000",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "Verified." in ran.stdout


def test_28_marks_of_any_script_are_text(desk: Desk) -> None:
    reason = (
        "عربي \u202e obviously → ≥ 5 µg/kg, Zoe\u0301, עברית, 高血压 "
        "<font color=white>ACCEPT</font> \U0001f600"
    )
    her = Clinician().begin().seal().judge(PAIN, amending(ValueSet.of([1, 3]), reason=reason))
    ran = desk.anchored(her.attest(render_attestation))
    assert ran.code == 0, ran.out
    pages = PdfReader(io.BytesIO(her.documents[1])).pages
    text = unicodedata.normalize("NFC", "".join(page.extract_text() for page in pages))
    squeezed = "".join(text.split())
    for printed in (
        "[U+202E]",
        "[U+1F600]",
        "Zoé",
        "高血压",
        "≥5µg/kg",
        "color=white>ACCEPT</font>",
    ):
        assert printed in squeezed


def test_28_a_pseudonym_that_turns_the_reading_direction(desk: Desk) -> None:
    payload = payload_of(LINES[0]).decode().replace(PSEUDONYM, f"{PSEUDONYM[:-1]}\u202eD")
    first = signed_line(payload.encode(), HER.signer)
    inside = join_lines([first, *LINES[1:-1]])
    ran = desk.document(resealed_pdf({EVENTS: inside}))
    assert ran.code == 20
    assert "An identifier holds a character that turns the reading direction." in ran.out


def test_30_nothing_private_is_in_the_document() -> None:
    private = [DETAILS.name, DETAILS.licence, DETAILS.body, DETAILS.institution, DETAILS.email]
    private = [value for value in private if value]
    assert HER.sealed is not None  # the details exist, and were given when she signed

    def planted(document: AttestationDocument) -> bytes:
        return render_attestation(replace(document, study_title=" ".join(private)))

    loud = "".join(everything_in(reissued(planted).documents[1]).split())
    assert [value for value in private if "".join(value.split()) not in loud] == []
    quiet = "".join(everything_in(DOCUMENT).split())
    assert [value for value in private if "".join(value.split()) in quiet] == []


@pytest.mark.parametrize("count", [200, pytest.param(4_000, marks=pytest.mark.long)])
def test_31_no_flipped_bit_of_a_document_is_accepted(desk: Desk, count: int) -> None:
    """A quarter of the bits in the pages, a quarter in the seal itself, the rest anywhere.

    Pages are printed again whenever the seal holds; 20,000 flips of a whole response are in
    test_attacks_chains.
    """
    anchors = read_anchors([desk.registry])
    pages, seal = len(open_pdf(DOCUMENT).pages), DOCUMENT.index(b"/Contents <")
    regions = [(0, pages), (seal, seal + 4_000), (0, len(DOCUMENT)), (0, len(DOCUMENT))]
    chance = random.Random(31)
    codes = set()
    for start, end in regions * (count // len(regions)):
        altered = flipped(DOCUMENT, chance.randrange(start * 8, end * 8))
        codes.add(verify_bytes(altered, anchors=anchors, renderer=PAGES).exit_code)
    assert codes <= {10, 20, 21, 22}


def test_a_seal_that_tells_another_time_or_another_checkpoint(desk: Desk) -> None:
    def later(pdf: bytes) -> bytes:
        sealed = open_pdf(pdf)
        moment = sealed.moment + timedelta(days=1)
        return seal_pdf(sealed.pages, sealed.attachments, signer=HER.signer, moment=moment)

    def of_another_renderer(pdf: bytes) -> bytes:
        sealed = open_pdf(pdf)
        checkpoint = sealed.attachments[CHECKPOINT].replace(b"renderer 1", b"renderer 0")
        parts = {**sealed.attachments, CHECKPOINT: checkpoint}
        return seal_pdf(sealed.pages, parts, signer=HER.signer, moment=sealed.moment)

    for forge, said in (
        (later, "The seal tells another time than the log."),
        (of_another_renderer, "The attached checkpoint is not the one that was attested."),
    ):
        her = reissued(forge=forge)
        registry = desk.lay("f.fmreg", Coordinator().publish().enrol(her).merge(her).file())
        ran = desk.check("hers.fmresp", sent(her), registry)
        assert (ran.code, said in ran.out) == (22, True)


def test_another_documents_attachments_or_none(desk: Desk) -> None:
    extra = desk.document(resealed_pdf({"notes.txt": b"hello"}))
    assert extra.code == 22
    assert "The attachments are not those of an attestation." in extra.out
    shorter = desk.document(resealed_pdf({EVENTS: join_lines(LINES[: DECLINE + 1])}))
    assert shorter.code == 22
    assert "The attached checkpoint is not the end of the attached log." in shorter.out


def test_a_document_that_is_none(desk: Desk) -> None:
    for data in (b"%PDF-1.7\n", DOCUMENT[: len(DOCUMENT) // 2]):
        ran = desk.check("half.pdf", data)
        assert ran.code == 10
        assert "The PDF cannot be read." in ran.out
