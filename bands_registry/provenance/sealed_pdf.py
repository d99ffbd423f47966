"""A sealed attestation PDF as a value, and the way to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

_HEADER = b"%PDF-"


@dataclass(frozen=True)
class SealedPdf:
    """What a sealed document holds.

    Attributes
    ----------
    pages
        The document as it was rendered, before the seal.
    attachments
        The attached files by name.
    certificate_der
        The certificate of the key that sealed it; whose it is, the log tells.
    moment
        When it was sealed, by the signer's clock, in UTC.
    """

    pages: bytes = field(repr=False)
    attachments: Mapping[str, bytes] = field(repr=False)
    certificate_der: bytes = field(repr=False)
    moment: datetime


def is_pdf(data: bytes) -> bool:
    """Whether these bytes claim to be a PDF."""
    return data.startswith(_HEADER)


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
