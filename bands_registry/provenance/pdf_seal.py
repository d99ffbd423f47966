"""The seal of an attestation PDF: its pages, the log behind them, and a signature over both.

One incremental update after the rendered pages holds the attachments and a PAdES B-B signature
that certifies the document and permits no change (DocMDP 1). Nothing of the signer's computer
enters: no clock of its own, no time zone, no random number, no name.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Mapping
from datetime import datetime
from io import BytesIO

from asn1crypto import x509
from pyhanko.pdf_utils import embed, generic
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.fields import MDPPerm, SigSeedSubFilter
from pyhanko.sign.signers.pdf_cms import PdfCMSSignedAttributes
from pyhanko.sign.signers.pdf_cms import Signer as CmsSigner
from pyhanko.sign.signers.pdf_signer import PdfSignatureMetadata, PdfSigner

from bands_registry.provenance.keys import Signer
from fairmed_core.clock import from_stamp, stamp

FIELD = "Attestation"
# Hexadecimal digits kept free for the signature; with a certificate it takes less than half.
RESERVED = 4096
_DIGEST = "sha256"
_LONGEST_SIGNATURE = 72


def seal_pdf(
    pages: bytes, attachments: Mapping[str, bytes], *, signer: Signer, moment: datetime
) -> bytes:
    """Return the sealed document; it begins with exactly `pages`.

    The same pages, attachments, key and moment give the same bytes. `moment` is written in whole
    seconds of UTC; ValueError for one without an offset.
    """
    writer = _Writer(BytesIO(pages))
    for name, data in sorted(attachments.items()):
        stored = embed.EmbeddedFileObject.from_file_data(writer, data, compress=False)
        embed.embed_file(writer, embed.FileSpec(name, file_name=name, embedded_data=stored))
    return asyncio.run(_signed(writer, signer, from_stamp(stamp(moment))))


class _Writer(IncrementalPdfFileWriter):
    """Appends to a document without a note of when, on which computer, or a random number."""

    def _update_meta(self) -> None:
        # The original would write the time of writing with the computer's offset from UTC.
        return

    @classmethod
    def _handle_id(cls, prev: PdfFileReader) -> generic.ArrayObject:
        first = bytes(prev.document_id[0])
        second = hashlib.sha256(first + b"sealed").digest()[: len(first)]
        return generic.ArrayObject(
            [generic.ByteStringObject(first), generic.ByteStringObject(second)]
        )


class _CmsSigner(CmsSigner):
    """Signs with the key that signs the log, deterministically."""

    def __init__(self, signer: Signer) -> None:
        certificate = x509.Certificate.load(signer.certificate_der)
        super().__init__(signing_cert=certificate)
        self._signer = signer

    async def async_sign_raw(
        self,
        data: bytes,
        digest_algorithm: str,  # noqa: ARG002 - the key signs with one alone
        dry_run: bool = False,  # noqa: FBT001 - as the library calls it
    ) -> bytes:
        """Return the signature over the signed attributes."""
        if dry_run:
            return bytes(_LONGEST_SIGNATURE)
        return self._signer.sign(data)


async def _signed(writer: _Writer, signer: Signer, moment: datetime) -> bytes:
    wanted = PdfSignatureMetadata(
        field_name=FIELD,
        md_algorithm=_DIGEST,
        certify=True,
        docmdp_permissions=MDPPerm.NO_CHANGES,
        subfilter=SigSeedSubFilter.PADES,
    )
    session = PdfSigner(wanted, signer=_CmsSigner(signer)).init_signing_session(writer)
    session.system_time = moment
    document = session.prepare_tbs_document(
        validation_info=None, bytes_reserved=RESERVED, appearance_text_params=None
    )
    output = BytesIO()
    digest, _ = document.digest_tbs_document(output=output)
    await document.perform_signature(
        document_digest=digest.document_digest,
        pdf_cms_signed_attrs=PdfCMSSignedAttributes(signing_time=moment),
    )
    return output.getvalue()
