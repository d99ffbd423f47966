"""Whether the pages of an attestation say what the log says: they are rendered again and compared.

Rendering belongs to another package, so the renderer is handed in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from bands_registry.provenance.attestation import (
    AttestationDocument,
    attestation_document,
)
from bands_registry.provenance.attested_items import attested_items
from bands_registry.provenance.canonical import sha256
from bands_registry.provenance.errors import SealError, VerificationError
from bands_registry.provenance.findings import Finding, Step
from bands_registry.provenance.logs import ClinicianLog
from bands_registry.provenance.pack import Pack
from bands_registry.provenance.verdicts import current_verdicts


@dataclass(frozen=True)
class Renderer:
    """What prints attestation pages, and the version name it records of itself."""

    version: str
    render: Callable[[AttestationDocument], bytes]


def check_pages(
    log: ClinicianLog,
    documents: Mapping[str, bytes],
    packs: Mapping[str, Pack],
    renderer: Renderer,
) -> Iterator[Finding]:
    """Yield a finding for each attestation whose pages do not follow from the log.

    `log` has verified and its meaning was checked against `packs`; `documents` are by hash. An
    attestation whose pack is not at hand is left to the warning that says so.
    """
    for line, body in log.attestations:
        place = f"{log.genesis.pseudonym}, attestation {body.number}"
        prefix = log.lines[: line.event.seq - 1]
        named = {verdict.pack for _, verdict in current_verdicts(prefix).values()}
        if body.pdf not in documents or not named <= set(packs):
            continue
        try:
            items = attested_items(prefix, packs)
            document = attestation_document(prefix, items, language=body.language)
        except VerificationError:
            error = SealError("The pages cannot be rendered again from the log.", place=place)
            yield Finding.of(Step.DOCUMENTS, error)
            continue
        if sha256(items) != body.items:
            error = SealError("The printed items are not those of the pack.", place=place)
            yield Finding.of(Step.DOCUMENTS, error)
        elif renderer.render(document) == documents[body.pdf]:
            continue
        elif renderer.version != body.renderer:
            yield Finding.attention(
                Step.DOCUMENTS,
                "The pages were printed by another version of the renderer and could not be "
                "compared byte for byte.",
                place=place,
            )
        else:
            error = SealError("The pages do not say what the log says.", place=place)
            yield Finding.of(Step.DOCUMENTS, error)
