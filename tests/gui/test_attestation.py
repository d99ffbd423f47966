"""After signing: the document itself, the files, and what only a checker needs."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from adjudicator_app.widgets.code_text import CodeText
from adjudicator_app.widgets.screen import Screen
from bands_registry.provenance.verify import verify_file
from exports.attestation_renderer import PAGES
from tests.helpers.desk_walks import ready_to_sign, sign, two_items


@pytest.fixture
def signed(desk):
    ready_to_sign(desk, two_items())
    sign(desk)
    desk.idle()
    return desk


def test_the_document_shown_is_the_one_that_was_signed(signed):
    attestation = signed.desktop.to.sending.attestation
    assert hashlib.sha256(attestation.pdf).hexdigest() == attestation.pdf_sha256
    preview = signed.page.preview
    assert preview.document.status() is preview.document.Status.Ready
    assert bytes(preview._bytes.data().data()) == attestation.pdf
    assert preview.page_text == f"Page 1 of {preview.pages}"
    assert preview.pages >= 2
    preview.following.click()
    assert preview.page_text.startswith("Page 2")
    preview.previous.click()
    assert preview.page_text.startswith("Page 1")


def test_zoom_goes_in_steps_and_fits_again_for_another_document(signed):
    preview = signed.page.preview
    fitted = preview.view.zoomFactor()
    preview.larger.click()
    assert preview.view.zoomFactor() > fitted
    preview.smaller.click()
    preview.smaller.click()
    assert preview.view.zoomFactor() < fitted
    preview.show_document(signed.desktop.to.sending.attestation.pdf)
    assert preview.view.zoomFactor() == pytest.approx(fitted)


def test_the_attestation_is_saved_as_it_is(signed, tmp_path):
    signed.chosen = tmp_path / "Łąka und mehr" / "attestation-1.pdf"
    signed.chosen.parent.mkdir()
    signed.page.pdf.button.click()
    signed.idle()
    assert signed.chosen.read_bytes() == signed.desktop.to.sending.attestation.pdf
    assert signed.page.pdf.text.startswith("Saved as attestation-1.pdf in Łąka und mehr.")
    assert signed.page.pdf.button.text() == "Save again"


def test_the_response_file_is_saved_and_verifies(signed, tmp_path):
    signed.chosen = tmp_path / "mine.fmresp"
    signed.page.response.button.click()
    signed.idle()
    report = verify_file(signed.chosen, renderer=PAGES)
    # Nobody enrolled the key yet and no anchor is known: warnings, and nothing worse.
    assert report.exit_code in (3, 30)
    assert "mine.fmresp" in signed.page.response.text
    told = [label.text() for label in signed.page.details.findChildren(CodeText)]
    assert hashlib.sha256(signed.chosen.read_bytes()).hexdigest() in told
    assert signed.desktop.to.sending.attestation.pdf_sha256 in told


def test_fingerprints_and_hashes_are_folded_away(signed):
    assert not any(label.isVisible() for label in signed.page.details.findChildren(CodeText))
    signed.page.details.button.click()
    assert all(label.isVisible() for label in signed.page.details.findChildren(CodeText))


@pytest.mark.skipif(os.name != "posix", reason="needs a folder that takes no file")
def test_a_folder_that_cannot_be_written_offers_another(signed, tmp_path):
    blocker = tmp_path / "file"
    blocker.write_text("not a folder")
    signed.chosen = blocker / "attestation-1.pdf"
    signed.page.pdf.button.click()
    signed.idle()
    assert signed.page.error.isVisible()
    assert signed.page.pdf.button.text() == "Save"
    signed.chosen = tmp_path / "attestation-1.pdf"
    signed.page.error.action.click()
    signed.idle()
    assert not signed.page.error.isVisible()
    assert signed.chosen.exists()


def test_giving_up_the_file_dialog_changes_nothing(signed):
    signed.chosen = None
    signed.page.pdf.button.click()
    signed.page.response.button.click()
    signed.idle()
    assert signed.desktop.to.sending.pdf_saved is None
    assert signed.desktop.to.sending.response is None


def test_file_names_hold_nothing_but_pseudonym_and_number(signed):
    assert signed.desktop.to.sending.file_name == "attestation-1.pdf"
    pseudonym = signed.desktop.to.items.view.identity.pseudonym
    assert signed.desktop.to.sending.response_name == f"{pseudonym}.fmresp"


def test_the_signed_files_are_found_again_from_the_list(signed):
    signed.page.back.click()
    signed.until_screen(Screen.ITEMS)
    assert signed.page.progress.primary.text() == "Go to send"
    signed.page.progress.primary.click()
    signed.until_screen(Screen.SEND)
    assert signed.desktop.to.sending.attestation.number == 1


def test_no_private_detail_stands_in_any_file_of_hers(signed, tmp_path):
    signed.chosen = tmp_path / "mine.fmresp"
    signed.page.response.button.click()
    signed.idle()
    files = [path for path in (*signed.data.rglob("*"), signed.chosen) if path.is_file()]
    for planted in (b"Ada Muster", b"LIC-4711", b"Example Hospital"):
        assert not any(planted in Path(file).read_bytes() for file in files)
    assert QApplication.applicationName()
