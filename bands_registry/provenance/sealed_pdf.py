"""A sealed attestation PDF as a value."""

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
