"""The words of an attestation, compared when another version of the renderer printed it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from exports import pages
from exports.attestation_pdf import render_attestation
from exports.attestation_renderer import PAGES, printed_words
from fairmed_core.words.catalogue import LANGUAGES, catalogue
from fairmed_core.words.sentences import CLAIM
from tests.helpers.printed import DECLINE, a_document, attested
from tests.helpers.study import ORDERS, PAIN


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_other_page_breaks_leave_the_words_alone(
    monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    for practice in (False, True):
        document = replace(a_document(practice=practice), language=language)
        here = render_attestation(document)
        monkeypatch.setattr(pages, "MARGIN_TOP", 120.0)
        elsewhere = render_attestation(document)
        monkeypatch.undo()
        assert here != elsewhere
        assert printed_words(here) == printed_words(elsewhere)


def test_what_is_printed_is_in_the_words() -> None:
    words = printed_words(render_attestation(a_document()))
    for text in ("Adjudicatorattestation", "Aweakopioidaddsnausea", "Howtoverifythisfile"):
        assert text in words
    assert "Page1of" not in words


def test_another_verdict_has_other_words() -> None:
    document = a_document()
    other = replace(document, items=(*document.items[:2], attested(PAIN, DECLINE, position=3)))
    assert PAGES.text(render_attestation(other)) != PAGES.text(render_attestation(document))
    swapped = replace(
        document, items=(document.items[0], attested(ORDERS, DECLINE, position=2), *other.items[2:])
    )
    assert PAGES.text(render_attestation(swapped)) != PAGES.text(render_attestation(other))


def test_every_document_tells_its_reader_how_to_check_it() -> None:
    words = printed_words(render_attestation(a_document()))
    assert "fairmedverifyattestation.pdf--anchorregistry.fmreg" in words
    assert "onesignatureoverthewholefile,byADJ-7K3QM-X2VTD" in words


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_what_a_page_repeats_is_left_out_in_every_language(language: str) -> None:
    document = replace(a_document(), language=language)
    say = catalogue(language)
    words = printed_words(render_attestation(document))
    assert "".join(say("Verdicts at a glance").split()) in words
    assert "".join(say("Page {page} of {pages}").format(page=1, pages=2).split())[:5] not in words
    assert "".join(say(CLAIM).split()) not in words
    assert document.head[:16] not in words.replace(document.head, "")
