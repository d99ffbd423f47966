"""The renderer that verification compares attestation pages with, and their words in one string."""

from __future__ import annotations

import io
import re

from bands_registry.provenance.pages import Renderer
from exports.attestation_pdf import (
    CHECKPOINT_WORDS,
    FOOT,
    PAGE_WORDS,
    PRACTICE,
    RENDERER,
    render_attestation,
)
from fairmed_core.words import sentences
from fairmed_core.words.catalogue import LANGUAGES, Catalogue, catalogue

_FIELDS = {
    "pseudonym": "[0-9A-Z-]{1,40}?",
    "head": "[0-9a-f]{16}",
}
_NUMBER = "[0-9]+"


def _without_space(message: str, say: Catalogue) -> str:
    """Return the pattern of a message as it stands in text without white space."""
    said = re.escape("".join(say(message).split())).replace(r"\{", "{").replace(r"\}", "}")
    return re.sub(r"\{(\w+)\}", lambda field: _FIELDS.get(field[1], _NUMBER), said)


def _repeated(say: Catalogue) -> re.Pattern[str]:
    """Return what is found of the foot of a page, and of that of the first page besides."""
    foot = _without_space(FOOT, say) + _without_space(PAGE_WORDS, say)
    claim = re.escape("".join(say(sentences.CLAIM).split()))
    first = f"{_without_space(CHECKPOINT_WORDS, say)}[0-9a-f]{{64}}.{{0,200}}?{claim}"
    return re.compile(f"{foot}|{first}")


_REPEATED = tuple(_repeated(catalogue(language)) for language in LANGUAGES)
_MARKS = tuple(catalogue(language)(PRACTICE) for language in LANGUAGES)


def printed_words(pdf: bytes) -> str:
    """Return what the pages of an attestation say, without white space.

    What a page repeats or carries at its foot is left out, so that a document printed with other
    page breaks says the same.
    """
    # Only a document of another renderer is read this way; the library takes a while to load.
    from pypdf import PdfReader

    pages = PdfReader(io.BytesIO(pdf)).pages
    return "".join(_body("".join(page.extract_text().split())) for page in pages)


def _body(page: str) -> str:
    for pattern in _REPEATED:
        page = pattern.sub("", page)
    for mark in _MARKS:
        page = page.removeprefix(mark)
    return page


PAGES = Renderer(RENDERER, render_attestation, printed_words)
