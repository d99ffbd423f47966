"""A response signed in Chinese: recorded, printed, verified like one in English."""

from __future__ import annotations

import io
import shutil
import subprocess
from pathlib import Path

import pytest
from pypdf import PdfReader

from bands_registry.provenance.events import AttestationIssued, VerdictSigned, bodies_of
from bands_registry.services.attestations import list_attestations
from bands_registry.services.export_response import export_response
from bands_registry.services.prepare_signing import prepare_signing
from exports.attestation_pdf import RENDERER, render_attestation
from fairmed_core.words.catalogue import catalogue
from fairmed_core.words.sentences import MEANING, QUESTIONS
from tests.helpers.cli import fairmed
from tests.helpers.registry import a_session, make_ready, sign
from tests.helpers.study import FOLLOW_UP, PAIN

CHINESE = "zh-Hans"


def signed_in(folder: Path, *languages: str) -> Path:
    """A folder in which she signed one item in each of these languages, and exported all."""
    folder.mkdir()
    with a_session(folder) as session:
        for item, language in zip((FOLLOW_UP, PAIN), languages, strict=False):
            session.language = language
            make_ready(session, item)
            assert prepare_signing(session).meaning == catalogue(language)(MEANING)
            sign(session, render=render_attestation, renderer=RENDERER)
        for attestation in list_attestations(session):
            (folder / f"attestation-{attestation.number}.pdf").write_bytes(attestation.pdf)
        export_response(session, folder / "her.fmresp")
        verdicts = [body for _, body in bodies_of(tuple(session.log), VerdictSigned)]
        issued = [body for _, body in bodies_of(tuple(session.log), AttestationIssued)]
        assert [body.language for body in verdicts] == list(languages)
        assert [body.language for body in issued] == list(languages)
        for body in verdicts:
            say = catalogue(body.language)
            assert body.meaning == say(MEANING)
            assert body.sentences["question_1"] == say(QUESTIONS[1])
    return folder


def words(pdf: Path) -> str:
    pages = PdfReader(io.BytesIO(pdf.read_bytes())).pages
    return "".join("".join(page.extract_text() for page in pages).split())


def test_it_verifies_as_one_in_english_does(tmp_path: Path) -> None:
    english, chinese = signed_in(tmp_path / "e", "en"), signed_in(tmp_path / "中文", CHINESE)
    codes = []
    for folder in (english, chinese):
        ran = fairmed("verify", folder / "her.fmresp", "--json")
        codes.append((ran.code, [finding["finding"] for finding in ran.json["findings"]]))
        paper = fairmed("verify", folder / "attestation-1.pdf")
        codes.append((paper.code, []))
    assert codes[:2] == codes[2:]
    assert {code for code, _ in codes} <= {0, 3}


def test_the_document_prints_what_was_on_the_screen(tmp_path: Path) -> None:
    folder = signed_in(tmp_path / "both", "en", CHINESE)
    say = catalogue(CHINESE)
    first, second = (words(folder / f"attestation-{number}.pdf") for number in (1, 2))
    assert "".join(MEANING.split()) in first
    assert say(MEANING) in second
    assert say("Verdicts at a glance") in second
    # The item signed in English keeps the questions she read then.
    assert "".join(QUESTIONS[1].split()) in second
    assert say(QUESTIONS[1]) in second
    assert fairmed("verify", folder / "her.fmresp").code in (0, 3)
    out = tmp_path / "again.pdf"
    store = next((folder / "studies").glob("*.fmdb"))
    assert fairmed("attestation", "issue", store, "--out", out).code == 0
    assert out.read_bytes() == (folder / "attestation-2.pdf").read_bytes()


def test_a_language_exchanged_afterwards_is_found(tmp_path: Path) -> None:
    folder = signed_in(tmp_path / "exchanged", CHINESE)
    pdf = folder / "attestation-1.pdf"
    data = pdf.read_bytes()
    forged = data.replace(b"language zh-Hans", b"language zh-Hant")
    assert forged != data
    pdf.write_bytes(forged)
    assert fairmed("verify", pdf).code not in (0, 3)


@pytest.mark.skipif(shutil.which("pdffonts") is None, reason="needs poppler")
def test_the_characters_are_carried_by_the_file(tmp_path: Path) -> None:
    folder = signed_in(tmp_path / "fonts", CHINESE)
    told = subprocess.run(
        ["pdffonts", folder / "attestation-1.pdf"], capture_output=True, text=True, check=True
    ).stdout
    fonts = [line for line in told.splitlines()[2:] if "DroidSansFallback" in line]
    assert fonts
    assert all(" yes " in line for line in fonts)
