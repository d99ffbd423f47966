"""Whether the pages of an attestation say what the log says: they are rendered again and compared.

Rendering belongs to another package, so the renderer is handed in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from bands_registry.provenance.attestation import (
    AttestationDocument,
    attestation_document,
)
from bands_registry.provenance.attested_items import attested_items
from bands_registry.provenance.attested_parts import (
    CHECKPOINT,
    ITEMS,
    read_attested_checkpoint,
)
from bands_registry.provenance.errors import SealError, VerificationError
from bands_registry.provenance.events import EventLine
from bands_registry.provenance.findings import Finding, Step
from bands_registry.provenance.logs import ClinicianLog
from bands_registry.provenance.pack import Pack
from bands_registry.provenance.seal_check import opened_document, place_of
from bands_registry.provenance.sealed_pdf import SealedPdf
from bands_registry.provenance.verdicts import current_verdicts


@dataclass(frozen=True)
class Renderer:
    """What prints attestation pages.

    Attributes
    ----------
    version
        The name it records of itself.
    render
        Prints a document.
    text
        Returns the words of a printed or sealed document in reading order, without what depends
        on where its pages end.
    """

    version: str
    render: Callable[[AttestationDocument], bytes]
    text: Callable[[bytes], str]


def check_pages(
    log: ClinicianLog,
    documents: Mapping[str, bytes],
    packs: Mapping[str, Pack],
    renderer: Renderer,
) -> Iterator[Finding]:
    """Yield a finding for each attestation whose pages do not follow from the log.

    `log` has verified and its meaning was checked against `packs`; `documents` are by hash. What
    is wrong with a seal is told elsewhere.
    """
    for line, body in log.attestations:
        if body.pdf not in documents:
            continue
        pdf = documents[body.pdf]
        try:
            sealed = opened_document(log, line, body, pdf)
        except SealError:
            continue
        lines = log.lines[: line.event.seq - 1]
        yield from document_pages(
            lines, sealed, pdf, packs=packs, renderer=renderer, place=place_of(log, body)
        )


def document_pages(
    lines: Sequence[EventLine],
    sealed: SealedPdf,
    pdf: bytes,
    *,
    packs: Mapping[str, Pack],
    renderer: Renderer,
    place: str,
) -> Iterator[Finding]:
    """Yield a finding when the pages of one document do not follow from the log it covers.

    `lines` are the verified events its attachments hold; the items it prints are compared with
    `packs` as far as those are at hand.
    """
    checkpoint = read_attested_checkpoint(sealed.attachments[CHECKPOINT])
    items = sealed.attachments[ITEMS]
    try:
        _demand_items(items, lines, packs)
        document = attestation_document(
            lines, items, language=checkpoint.language, renderer=checkpoint.renderer
        )
    except VerificationError as error:
        yield Finding.of(Step.DOCUMENTS, error, where=place)
        return
    rendered = renderer.render(document)
    if rendered == sealed.pages:
        return
    if checkpoint.renderer == renderer.version or renderer.text(rendered) != renderer.text(pdf):
        wrong = SealError("The pages do not say what the log says.", place=place)
        yield Finding.of(Step.DOCUMENTS, wrong)
        return
    yield Finding.attention(
        Step.DOCUMENTS,
        "The pages were printed by another version of the renderer: their words are those of the "
        "log, but they could not be compared byte for byte.",
        place=place,
    )


def _demand_items(items: bytes, lines: Sequence[EventLine], packs: Mapping[str, Pack]) -> None:
    named = {verdict.pack for _, verdict in current_verdicts(lines).values()}
    if named <= set(packs) and attested_items(lines, packs) != items:
        raise SealError("The printed items are not those of the pack.")
