"""A sealed attestation PDF taken apart, after everything its seal promises was checked.

The checks do not rest on the signature alone, since whoever holds the key can sign anything: the
update that carries the seal may add attachments and one invisible signature field, and touch
nothing a viewer shows.
"""

from __future__ import annotations

import logging
from datetime import UTC
from hashlib import sha256
from io import BytesIO

from asn1crypto import cms, x509
from pyhanko.pdf_utils import generic
from pyhanko.pdf_utils.misc import PdfError
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.fields import MDPPerm
from pyhanko.sign.general import CMSExtractionError
from pyhanko.sign.validation.errors import SignatureValidationError
from pyhanko.sign.validation.generic_cms import validate_sig_integrity
from pyhanko.sign.validation.pdf_embedded import EmbeddedPdfSignature

from bands_registry.provenance.errors import MalformedError, SealError
from bands_registry.provenance.pdf_seal import FIELD, RESERVED
from bands_registry.provenance.sealed_pdf import SealedPdf

_END = b"%%EOF\n"
# Everything else of the document's root and first page stays as it was rendered.
_ADDED_TO_ROOT = {"/AcroForm", "/Extensions", "/Names", "/Perms", "/Version"}
_ADDED_TO_PAGE = {"/Annots"}
_FIELD_KEYS = {"/F", "/FT", "/P", "/Rect", "/Subtype", "/T", "/Type", "/V"}
# What the PDF and ASN.1 libraries raise on bytes that are neither.
_UNREADABLE = (
    PdfError,
    SignatureValidationError,
    CMSExtractionError,
    ValueError,
    LookupError,
    TypeError,
    AttributeError,
    AssertionError,
    NotImplementedError,
    RecursionError,
    OverflowError,
)

# What is wrong with a file is told as a finding, not beside it on the screen.
logging.getLogger("pyhanko").addHandler(logging.NullHandler())


def read_sealed(pdf: bytes) -> SealedPdf:
    """Return what a sealed document holds.

    Raises
    ------
    MalformedError
        The bytes are not a PDF that can be read.
    SealError
        Something its seal promises does not hold; nothing of it is to be believed.
    """
    try:
        reader = PdfFileReader(BytesIO(pdf))
    except _UNREADABLE as error:
        raise MalformedError("The PDF cannot be read.") from error
    try:
        return _checked(pdf, reader)
    except _UNREADABLE as error:
        raise SealError("The seal of the document cannot be read.") from error


def _checked(pdf: bytes, reader: PdfFileReader) -> SealedPdf:
    signatures = reader.embedded_signatures
    _require(len(signatures) == 1, "The document does not carry exactly one signature.")
    (signature,) = signatures
    _check_coverage(pdf, signature)
    certificate = _check_signature(pdf, signature)
    _require(
        signature.docmdp_level is MDPPerm.NO_CHANGES
        and reader.root["/Perms"].raw_get("/DocMDP") == signature.sig_field.raw_get("/V"),
        "The seal permits changes; that of an attestation permits none.",
    )
    pages = _rendered_part(pdf, reader)
    _check_update(reader, PdfFileReader(BytesIO(pages)))
    moment = signature.self_reported_timestamp
    if moment is None or moment.utcoffset() != UTC.utcoffset(None):
        raise SealError("The seal does not tell its time in UTC.")
    return SealedPdf(pages, _attachments(reader), certificate, moment.astimezone(UTC))


def _check_coverage(pdf: bytes, signature: EmbeddedPdfSignature) -> None:
    first, length, second, rest = (int(number) for number in signature.byte_range)
    _require(
        (first, second + rest) == (0, len(pdf)) and pdf.endswith(_END),
        "The signature does not cover the whole file: bytes were added after it was sealed.",
    )
    _require(
        second - length == RESERVED + 2 and second <= len(pdf),
        "The signature leaves out more of the file than itself.",
    )


def _check_signature(pdf: bytes, signature: EmbeddedPdfSignature) -> bytes:
    signed = signature.signed_data
    certificates = [entry.chosen for entry in signed["certificates"]]
    _require(
        len(certificates) == 1 and isinstance(certificates[0], x509.Certificate),
        "The signature does not carry exactly one certificate.",
    )
    (certificate,) = certificates
    _, length, second, _ = signature.byte_range
    digest = sha256(pdf[:length] + pdf[second:]).digest()
    intact, valid = validate_sig_integrity(signature.signer_info, certificate, "data", digest)
    _require(intact and valid, "The document was altered after it was sealed.")
    form = _only_form(signature.signer_info, certificate).ljust(RESERVED // 2, b"\0")
    _require(
        pdf[length:second] == b"<" + form.hex().upper().encode() + b">",
        "The room kept for the signature holds more than the signature.",
    )
    return bytes(certificate.dump())


def _only_form(signer_info: cms.SignerInfo, certificate: x509.Certificate) -> bytes:
    """Return the message that holds this signature and nothing that it does not cover."""
    algorithm = {"algorithm": "sha256"}
    signer = cms.SignerInfo(
        {
            "version": "v1",
            "sid": cms.SignerIdentifier(
                {
                    "issuer_and_serial_number": cms.IssuerAndSerialNumber(
                        {"issuer": certificate.issuer, "serial_number": certificate.serial_number}
                    )
                }
            ),
            "digest_algorithm": algorithm,
            "signature_algorithm": {"algorithm": "sha256_ecdsa"},
            "signed_attrs": signer_info["signed_attrs"],
            "signature": signer_info["signature"].native,
        }
    )
    content = cms.SignedData(
        {
            "version": "v1",
            "digest_algorithms": [algorithm],
            "encap_content_info": {"content_type": "data"},
            "certificates": [certificate],
            "signer_infos": [signer],
        }
    )
    return bytes(cms.ContentInfo({"content_type": "signed_data", "content": content}).dump())


def _rendered_part(pdf: bytes, reader: PdfFileReader) -> bytes:
    _require(
        reader.total_revisions == 2 and not reader.xrefs.hybrid_xrefs_present,
        "The document was updated between its rendering and its seal.",
    )
    table = int(reader.xrefs.get_startxref_for_revision(0))
    return pdf[: pdf.index(_END, table) + len(_END)]


def _check_update(reader: PdfFileReader, rendered: PdfFileReader) -> None:
    """Demand that the update with the seal leaves all that was rendered as it was."""
    sealed, before = reader.trailer.flatten(), rendered.trailer.flatten()
    kept = all(sealed.raw_get(key) == before.raw_get(key) for key in ("/Root", "/Info"))
    root, page = rendered.root_ref, _first_page(rendered)
    ids = {ref.idnum for ref in rendered.xrefs.explicit_refs_in_revision(0)}
    changed = {ref.idnum for ref in reader.xrefs.explicit_refs_in_revision(1)} & ids
    _require(
        kept
        and "/Encrypt" not in sealed
        and rendered.total_revisions == 1
        and rendered.last_startxref == sealed["/Prev"]
        and changed == {root.idnum, page.idnum}
        and not reader.xrefs.refs_freed_in_revision(1)
        and _same(reader, rendered, root, but=_ADDED_TO_ROOT)
        and _same(reader, rendered, page, but=_ADDED_TO_PAGE),
        "The update that carries the seal changes what was rendered.",
    )
    _check_field(reader, page)


def _first_page(reader: PdfFileReader) -> generic.Reference:
    place = reader.root["/Pages"]["/Kids"].raw_get(0)
    return generic.Reference(place.idnum, place.generation, pdf=reader)


def _same(
    reader: PdfFileReader, rendered: PdfFileReader, place: generic.Reference, *, but: set[str]
) -> bool:
    found, expected = _dictionary(reader, place), _dictionary(rendered, place)
    left = {key: _written(found.raw_get(key)) for key in found if key not in but}
    return not but & set(expected) and left == {
        key: _written(expected.raw_get(key)) for key in expected
    }


def _dictionary(reader: PdfFileReader, place: generic.Reference) -> generic.DictionaryObject:
    found = generic.Reference(place.idnum, place.generation, pdf=reader).get_object()
    if not isinstance(found, generic.DictionaryObject):
        raise SealError("The update that carries the seal changes what was rendered.")
    return found


def _written(value: generic.PdfObject) -> bytes:
    stream = BytesIO()
    value.write_to_stream(stream, None)
    return stream.getvalue()


def _check_field(reader: PdfFileReader, page: generic.Reference) -> None:
    form = reader.root["/AcroForm"]
    fields = form["/Fields"]
    widget = fields[0]
    annotations = _dictionary(reader, page)["/Annots"]
    _require(
        set(form) == {"/Fields", "/SigFlags"}
        and set(reader.root["/Perms"]) == {"/DocMDP"}
        and set(reader.root["/Names"]) == {"/EmbeddedFiles"}
        and [annotations.raw_get(n) for n in range(len(annotations))]
        == [fields.raw_get(n) for n in range(len(fields))]
        and len(fields) == 1
        and set(widget) == _FIELD_KEYS
        and widget["/T"] == FIELD
        and all(edge == 0 for edge in widget["/Rect"]),
        "The update that carries the seal adds something that may show.",
    )


def _attachments(reader: PdfFileReader) -> dict[str, bytes]:
    tree = reader.root["/Names"]["/EmbeddedFiles"]
    named = tree["/Names"]
    _require(set(tree) == {"/Names"} and len(named) % 2 == 0, "The attachments cannot be read.")
    found: dict[str, bytes] = {}
    for n in range(0, len(named), 2):
        stream = named[n + 1]["/EF"]["/F"]
        name = str(named[n])
        _require("/Filter" not in stream and name not in found, "The attachments cannot be read.")
        found[name] = bytes(stream.data)
    return found


def _require(holds: bool, sentence: str) -> None:  # noqa: FBT001
    if not holds:
        raise SealError(sentence)
