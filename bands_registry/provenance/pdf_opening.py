"""The way to a sealed attestation PDF that does without the PDF library until there is one."""

from __future__ import annotations

from bands_registry.provenance.sealed_pdf import SealedPdf


def open_pdf(pdf: bytes) -> SealedPdf:
    """Return what a sealed document holds, after everything its seal promises was checked.

    Raises
    ------
    MalformedError
        The bytes are not a PDF that can be read.
    SealError
        Something its seal promises does not hold; nothing of it is to be believed.
    """
    # The PDF library takes half a second to load: only who opens a document waits for it.
    from bands_registry.provenance.pdf_reading import read_sealed

    return read_sealed(pdf)
