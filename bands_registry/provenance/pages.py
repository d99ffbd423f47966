"""Whether the pages of an attestation say what the log says: they are rendered again and compared.

Rendering belongs to another package, so the renderer is handed in.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from bands_registry.provenance.attestation import (
    AttestationDocument,
)
from bands_registry.provenance.attested_items import attested_items
from bands_registry.provenance.attested_parts import (
    CHECKPOINT,
    ITEMS,
    read_attested_checkpoint,
)
from bands_registry.provenance.attesting import attestation_document
from bands_registry.provenance.errors import SealError, VerificationError
from bands_registry.provenance.events import EventLine
from bands_registry.provenance.findings import Finding, Step
from bands_registry.provenance.logs import ClinicianLog
from bands_registry.provenance.pack import Pack
from bands_registry.provenance.seal_check import opened_document, place_of
from bands_registry.provenance.sealed_pdf import SealedPdf
from bands_registry.provenance.verdicts import current_verdicts
from fairmed_core.analysis.progress import Advance, silent

# Below so many verdicts a second process takes longer to start than the pages to print.
_WORTH_MORE_CORES = 150


@dataclass(frozen=True)
class Renderer:
    """What prints attestation pages.

    Attributes
    ----------
    version
        The name it records of itself.
    render
        Prints a document; a function of a module, so that another process can run it.
    text
        Returns the words of a printed or sealed document in reading order, without what depends
        on where its pages end.
    """

    version: str
    render: Callable[[AttestationDocument], bytes]
    text: Callable[[bytes], str]


@dataclass(frozen=True)
class SealedPages:
    """The pages of one sealed document, the value they must follow from, and how it is called."""

    document: AttestationDocument
    pages: bytes = field(repr=False)
    pdf: bytes = field(repr=False)
    place: str


def check_pages(
    logs: Iterable[ClinicianLog],
    documents: Mapping[str, bytes],
    packs: Mapping[str, Pack],
    renderer: Renderer,
    *,
    advance: Advance = silent,
) -> list[Finding]:
    """Return a finding for each attestation whose pages do not follow from its log.

    The `logs` have verified and their meaning was checked against `packs`; `documents` are by
    hash. What is wrong with a seal is told elsewhere.
    """
    found: list[Finding] = []
    issued = [
        (log, line, body)
        for log in logs
        for line, body in log.attestations
        if body.pdf in documents
    ]

    def sealed_pages() -> Iterator[SealedPages]:
        for log, line, body in issued:
            pdf = documents[body.pdf]
            try:
                sealed = opened_document(log, line, body, pdf)
            except SealError:
                continue
            try:
                yield pages_of(
                    log.lines[: line.event.seq - 1], sealed, pdf, packs, place=place_of(log, body)
                )
            except VerificationError as error:
                found.append(Finding.of(Step.DOCUMENTS, error, where=place_of(log, body)))

    verdicts = sum(len(body.verdicts) for _, _, body in issued)
    printed = print_again(sealed_pages(), renderer, at_once=verdicts >= _WORTH_MORE_CORES)
    for number, (sealed, rendered) in enumerate(printed, start=1):
        found += compared(sealed, rendered, renderer)
        advance(number, len(issued), sealed.place)
    return found


def pages_of(
    lines: Sequence[EventLine],
    sealed: SealedPdf,
    pdf: bytes,
    packs: Mapping[str, Pack],
    *,
    place: str,
) -> SealedPages:
    """Return the pages of a document with the value they must follow from.

    `lines` are the verified events its attachments hold. Raises SealError when the items it prints
    are not those of `packs`, as far as these are at hand.
    """
    checkpoint = read_attested_checkpoint(sealed.attachments[CHECKPOINT])
    items = sealed.attachments[ITEMS]
    _demand_items(items, lines, packs)
    document = attestation_document(
        lines, items, language=checkpoint.language, renderer=checkpoint.renderer
    )
    return SealedPages(document, sealed.pages, pdf, place)


def print_again(
    sealed: Iterable[SealedPages], renderer: Renderer, *, at_once: bool = False
) -> Iterator[tuple[SealedPages, bytes]]:
    """Yield each document with its pages rendered anew, in order; `at_once` takes all cores.

    A built program stays on one: its executable is no interpreter that could run another's work.
    """
    if not at_once or getattr(sys, "frozen", False):
        for one in sealed:
            yield one, renderer.render(one.document)
        return
    # Imported here: most files are small, and starting should not wait for it.
    from joblib import Parallel, delayed

    waiting: deque[SealedPages] = deque()

    def work() -> Iterator[object]:
        for one in sealed:
            waiting.append(one)
            yield delayed(renderer.render)(one.document)

    for rendered in Parallel(n_jobs=-1, return_as="generator")(work()):
        yield waiting.popleft(), rendered


def compared(sealed: SealedPages, rendered: bytes, renderer: Renderer) -> Iterator[Finding]:
    """Yield a finding when the pages are not those that follow from the log."""
    if rendered == sealed.pages:
        return
    same_version = sealed.document.renderer == renderer.version
    if same_version or renderer.text(rendered) != renderer.text(sealed.pdf):
        wrong = SealError("The pages do not say what the log says.", place=sealed.place)
        yield Finding.of(Step.DOCUMENTS, wrong)
        return
    yield Finding.attention(
        Step.DOCUMENTS,
        "The pages were printed by another version of the renderer: their words are those of the "
        "log, but they could not be compared byte for byte.",
        place=sealed.place,
    )


def _demand_items(items: bytes, lines: Sequence[EventLine], packs: Mapping[str, Pack]) -> None:
    named = {verdict.pack for _, verdict in current_verdicts(lines).values()}
    if named <= set(packs) and attested_items(lines, packs) != items:
        raise SealError("The printed items are not those of the pack.")
