"""The attestation on paper: complete, unaltered by what people wrote, the same everywhere."""

from __future__ import annotations

import io
import re
import subprocess
import sys
import unicodedata
from dataclasses import replace
from pathlib import Path

import pytest
from pypdf import PdfReader

from bands_registry.provenance.attestation import AttestationDocument, IndependenceShown
from exports.attestation_pdf import checkpoint_text, render_attestation
from exports.typeface import printable
from fairmed_core.domain.resolution import NotCounted
from fairmed_core.words import sentences
from tests.helpers.printed import (
    ACCEPT,
    AMEND_DAYS,
    AMEND_PAIN,
    HEAD,
    PACK,
    ROSTER,
    a_document,
    attested,
)
from tests.helpers.study import FOLLOW_UP, PAIN

REPO = Path(__file__).resolve().parents[3]
HOSTILE = (
    "<font color=white>hidden</font> & &amp; </para> 100 % \\n \u202eEPTCCA\u202c e\u0301 "
    "Łukasz Nguyễn-Şahin ≥ 5 µg/kg → \U0001f600"
)
FOOT = re.compile(r"Attestation \d+ of \S+ · event \d+ · [0-9a-f]{16}\s*Page \d+ of \d+")


def reader(document: AttestationDocument) -> PdfReader:
    return PdfReader(io.BytesIO(render_attestation(document)))


def text_of(document: AttestationDocument) -> str:
    """The whole text without page feet and white space, so that line breaks do not matter."""
    pages = [page.extract_text() for page in reader(document).pages]
    return squeezed(FOOT.sub("", "\n".join(pages)))


def squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)


def test_same_document_same_bytes_under_another_time_zone_locale_and_hash_seed(
    tmp_path: Path,
) -> None:
    target = tmp_path / "other.pdf"
    code = (
        "import sys, pathlib; from tests.helpers.printed import a_document;"
        "from exports.attestation_pdf import render_attestation;"
        "pathlib.Path(sys.argv[1]).write_bytes(render_attestation(a_document()))"
    )
    subprocess.run(
        [sys.executable, "-c", code, str(target)],
        check=True,
        cwd=REPO,
        env={
            "TZ": "Asia/Tokyo",
            "PYTHONHASHSEED": "77",
            "LC_ALL": "C",
            "SOURCE_DATE_EPOCH": "1700000000",
            "PYTHONPATH": str(REPO),
        },
    )
    assert target.read_bytes() == render_attestation(a_document())


def test_nothing_in_the_file_depends_on_a_compression_library() -> None:
    assert b"FlateDecode" not in render_attestation(a_document())


def test_every_sentence_is_printed() -> None:
    document = a_document()
    text = text_of(document)
    expected = [
        document.study_title,
        document.pseudonym,
        document.seat,
        document.fingerprint,
        document.credential.printed(),
        PACK,
        ROSTER,
        HEAD,
        "Checkpoint, event 19",
        "14 June 2026, 12:21:40 UTC",
        sentences.MEANING,
        sentences.INDEPENDENCE,
        sentences.NO_INTERESTS,
        sentences.CLOCK_NOTICE,
        sentences.CLAIM,
        "fairmed verify FILE",
        *sentences.QUESTIONS.values(),
    ]
    for item in document.items:
        clause, source = item.clauses[0]
        expected += [
            item.band.title,
            item.event_id,
            item.judgement.reason,
            source.title,
            source.publisher,
            clause.locator,
            *item.judgement.notes.values(),
            *(version.event_id for version in item.superseded),
        ]
    missing = [sentence for sentence in expected if squeezed(sentence) not in text]
    assert missing == []


def test_what_was_decided_reads_as_it_was_decided() -> None:
    text = text_of(a_document())
    for sentence in (
        "Acceptable actions 1 NSAID, 3 strong opioid",
        "Author's draft 1 NSAID, 2 weak opioid (guideline-derived)",
        "Any opioid: 2 or more. The set has actions on both sides of the line.",
        "What was wrong Too wide; Too narrow",
        "Wording shown Severe pain may raise the level by one.",
        "New wording Severe pain is a reason to reconsider the level.",
        "Acceptable actions No set",
        "Why declined The case does not say enough",
        "Acceptable actions days 1 to 30",
        "the author could not settle: days 15 to 30",
        "No line is set for this action.",
    ):
        assert squeezed(sentence) in text, sentence


def test_only_the_verdict_inside_her_setting_counts() -> None:
    text = text_of(a_document())
    assert text.count(squeezed("Recorded only")) == 3
    assert squeezed("days 1 to 30 Amend Counts") in text
    # One warning for each of the two verdicts outside her setting; the third is a decline there.
    assert text.count(squeezed("Outside the signer's usual setting")) >= 2


def test_without_a_sealed_identity_nothing_counts_and_the_page_says_why() -> None:
    items = (attested(FOLLOW_UP, AMEND_DAYS, not_counted=(NotCounted.NO_SEALED_IDENTITY,)),)
    text = text_of(a_document(identity_sealed=False, items=items))
    assert squeezed("No sealed identity") in text
    assert squeezed("Amend Recorded only") in text
    assert squeezed("Amend Counts") not in text


def test_an_author_is_told_apart_and_every_statement_names_its_items() -> None:
    author = IndependenceShown(not_an_author=False, interests="Shares in Example Ltd.")
    items = (
        attested(PAIN, ACCEPT, position=1),
        attested(
            FOLLOW_UP,
            AMEND_DAYS,
            position=2,
            independence=author,
            not_counted=(NotCounted.AUTHOR,),
        ),
    )
    document = a_document(items=items, independence=(items[0].independence, author))
    text = text_of(document)
    assert squeezed("Items 2. Independence: I wrote one or more of these items.") in text
    assert squeezed("Competing interests: Shares in Example Ltd.") in text
    assert squeezed("The signer is an author of this study") in text


@pytest.mark.parametrize(
    "written",
    [
        HOSTILE,
        "患者三级急诊，高血压酮症酸中毒。",
        "A line\n\nand another",
        "]]> {{ x }} %s \\u202e",
    ],
)
def test_what_people_write_is_printed_and_never_obeyed(written: str) -> None:
    judgement = replace(AMEND_PAIN, reason=written, notes={1: written})
    document = a_document(
        study_title=written.replace("\n", " "),
        items=(attested(PAIN, judgement),),
        independence=(IndependenceShown(not_an_author=True, interests=written),),
    )
    text = text_of(document)
    assert text.count(squeezed(printable(written))) >= 3
    assert "\u202e" not in text


def test_an_override_is_printed_as_its_code_point() -> None:
    judgement = replace(AMEND_PAIN, reason="\u202eTPECCA")
    assert "[U+202E]TPECCA" in text_of(a_document(items=(attested(PAIN, judgement),)))


def test_decomposed_letters_print_like_composed_ones() -> None:
    decomposed = unicodedata.normalize("NFD", "Nguyễn-Şahin")
    judgement = replace(AMEND_PAIN, reason=decomposed)
    assert "Nguyễn-Şahin" in text_of(a_document(items=(attested(PAIN, judgement),)))


@pytest.mark.parametrize("written", ["שלום עולם", "السلام عليكم"])
def test_right_to_left_text_is_printed(written: str) -> None:
    judgement = replace(AMEND_PAIN, reason=written)
    pages = reader(a_document(items=(attested(PAIN, judgement),))).pages
    text = unicodedata.normalize("NFKC", "".join(page.extract_text() for page in pages))
    for word in written.split():
        assert word in text or word[::-1] in text


def test_a_right_to_left_note_begins_a_line_of_its_own() -> None:
    written = "المريض يعاني 5 µg/kg من ألم"
    judgement = replace(AMEND_PAIN, notes={3: written}, reason="")
    independence = IndependenceShown(not_an_author=True, interests=written)
    document = a_document(items=(attested(PAIN, judgement),), independence=(independence,))
    lines = [
        unicodedata.normalize("NFKC", line).strip()
        for page in reader(document).pages
        for line in page.extract_text().splitlines()
    ]
    assert "Note:" in lines
    assert any(line.endswith("Competing interests:") for line in lines)


def test_a_very_long_reason_is_printed_whole_over_many_pages() -> None:
    words = " ".join(f"word{number}" for number in range(12_000))
    judgement = replace(AMEND_PAIN, reason=words)
    document = a_document(items=(attested(PAIN, judgement),))
    assert len(reader(document).pages) > 15
    assert squeezed(words) in text_of(document)


def test_a_long_table_repeats_its_heading_on_every_page_it_reaches() -> None:
    items = tuple(attested(PAIN, ACCEPT, position=number) for number in range(1, 61))
    pages = [page.extract_text() for page in reader(a_document(items=items)).pages]
    reached = [text for text in pages if re.search(r"Accept Recorded only", text)]
    assert len(reached) > 1
    assert all("Acceptable actions Verdict Effect" in text for text in reached)


def test_every_page_says_which_of_how_many_it_is() -> None:
    pages = reader(a_document()).pages
    assert len(pages) > 1
    for number, page in enumerate(pages, start=1):
        assert re.findall(r"Page \d+ of \d+", page.extract_text()) == [
            f"Page {number} of {len(pages)}"
        ]


def test_practice_is_written_over_every_page_and_elsewhere_on_none() -> None:
    pages = reader(a_document(practice=True)).pages
    assert all("PRACTICE" in page.extract_text() for page in pages)
    assert "It counts nowhere." in pages[0].extract_text()
    assert squeezed("Amend Counts") not in text_of(a_document(practice=True))
    assert "PRACTICE" not in text_of(a_document())


def test_letter_printers_lose_nothing_whichever_edge_they_align_to() -> None:
    a4, letter, rim = 841.89, 792.0, 12.0
    lost = a4 - letter
    for page in reader(a_document()).pages:
        assert round(float(page.mediabox.height), 1) == 841.9
        places: list[tuple[float, float]] = []

        def visit(
            text: str, cm: list[float], tm: list[float], font: object, size: float,
            found: list[tuple[float, float]] = places,
        ) -> None:  # fmt: skip
            if text.strip():
                found.append((tm[4] * cm[1] + tm[5] * cm[3] + cm[5], size))

        page.extract_text(visitor_text=visit)
        assert places
        assert min(y for y, _ in places) >= lost + rim
        assert max(y + size for y, size in places) <= letter - rim


def test_fonts_are_embedded() -> None:
    for page in reader(a_document()).pages:
        fonts = page["/Resources"]["/Font"]  # type: ignore[index]
        for reference in fonts.values():
            font = reference.get_object()
            used = font["/BaseFont"] != "/Helvetica"
            assert not used or "/FontFile2" in font["/FontDescriptor"]


def test_the_file_names_itself_and_its_language_but_no_person_or_machine() -> None:
    pdf = reader(a_document(study_title="A \u202e title"))
    assert pdf.metadata is not None
    assert pdf.metadata.title == "Adjudicator attestation 2: A [U+202E] title"
    assert pdf.metadata.author == "ADJ-7K3QM-X2VTD"
    assert str(pdf.metadata["/CreationDate"]) == "D:20260614122140Z"
    assert pdf.trailer["/Root"]["/Lang"] == "en"  # type: ignore[index]
    assert [entry["/Title"] for entry in pdf.outline] == [  # type: ignore[index,call-overload]
        "Verdicts at a glance",
        *(f"{item.position}  {item.band.title}" for item in a_document().items),
        "How to verify this file",
    ]


def test_the_code_in_the_corner_holds_the_checkpoint() -> None:
    document = a_document()
    assert checkpoint_text(document) == f"fairmed-checkpoint 19 {HEAD}"
    other = replace(document, head="0" * 64)

    def squares(one: AttestationDocument) -> list[bytes]:
        data = reader(one).pages[0].get_contents()
        assert data is not None
        return [line for line in data.get_data().splitlines() if b" re f" in line]

    assert len(squares(document)) > 200
    assert squares(document) != squares(other)


def test_the_renderer_loads_neither_qt_nor_matplotlib_nor_scipy() -> None:
    code = (
        "import sys, exports.attestation_pdf;"
        "print(sorted({'matplotlib', 'scipy', 'pandas', 'PySide6', 'jinja2'} & set(sys.modules)))"
    )
    found = subprocess.run(
        [sys.executable, "-c", code], check=True, cwd=REPO, capture_output=True, text=True
    )
    assert found.stdout.strip() == "[]"
