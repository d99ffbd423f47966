"""The renderer that verification compares attestation pages with, and their words in one string."""

from __future__ import annotations

import io
import re

from bands_registry.provenance.pages import Renderer
from exports.attestation_pdf import PRACTICE, RENDERER, render_attestation
from fairmed_core.words import sentences

_FOOT = re.compile(r"Attestation \d+ of \S+ · event \d+ · [0-9a-f]{16}\s*Page \d+ of \d+")
_CHECKPOINT = re.compile(
    r"Checkpoint,event\d+[0-9a-f]{64}.{0,200}?" + re.escape("".join(sentences.CLAIM.split()))
)


def printed_words(pdf: bytes) -> str:
    """Return what the pages of an attestation say, without white space.

    What a page repeats or carries at its foot is left out, so that a document printed with other
    page breaks says the same.
    """
    # Only a document of another renderer is read this way; the library takes a while to load.
    from pypdf import PdfReader

    texts = [page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages]
    bodies = [_FOOT.sub("", text).strip().removeprefix(PRACTICE) for text in texts]
    return _CHECKPOINT.sub("", "".join("".join(bodies).split()))


PAGES = Renderer(RENDERER, render_attestation, printed_words)
