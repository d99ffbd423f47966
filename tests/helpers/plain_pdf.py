"""A PDF of one page without a typesetter: quick to make, real enough to be sealed."""

from __future__ import annotations

import re

from bands_registry.provenance.attestation import AttestationDocument
from bands_registry.provenance.pages import Renderer


def plain_pdf(text: str, *, comment: str = "") -> bytes:
    """A PDF whose one content stream is this text; `comment` stands where nobody reads."""
    content = text.encode()
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [ 3 0 R ] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [ 0 0 595 842 ] /Contents 4 0 R >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content),
        b"<< /Creator (FairMed) >>",
    ]
    data = b"%PDF-1.4\n%" + comment.encode() + b"\n"
    offsets = []
    for number, body in enumerate(objects, start=1):
        offsets.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    trailer = b"<< /Size 6 /Root 1 0 R /Info 5 0 R /ID [ <%s> <%s> ] >>" % ((b"ab" * 16,) * 2)
    return (
        data
        + b"xref\n0 6\n0000000000 65535 f \n"
        + table
        + b"trailer\n%s\nstartxref\n%d\n%%%%EOF\n" % (trailer, len(data))
    )


def plain_text(pdf: bytes) -> str:
    """The text of such a PDF, sealed or not."""
    found = re.search(rb"stream\n(.*?)\nendstream", pdf, re.DOTALL)
    assert found is not None
    return found.group(1).decode()


def printed(document: AttestationDocument) -> bytes:
    """Pages that hold what tests look for."""
    lines = [f"{document.pseudonym} {document.number} {document.size} {document.head}"]
    lines += [f"{item.band.id} {item.judgement.kind}" for item in document.items]
    return plain_pdf("\n".join(lines))


PLAIN = Renderer("1", printed, plain_text)
