"""What an attestation PDF carries inside: the log it covers, the items it prints, a checkpoint."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bands_registry.provenance.bodies import ChainPosition
from bands_registry.provenance.chain import join_lines
from bands_registry.provenance.errors import MalformedError
from bands_registry.provenance.events import EventLine
from bands_registry.provenance.logs import checkpoint_text, position_of, read_checkpoint

EVENTS = "events.jsonl"
ITEMS = "items.json"
CHECKPOINT = "checkpoint.txt"
_PRINTED = re.compile(rb"\Arenderer ([0-9A-Za-z._+-]{1,40})\nlanguage ([0-9A-Za-z-]{1,40})\n\Z")


@dataclass(frozen=True)
class AttestedCheckpoint:
    """How far the log went that was attested, and how its pages were printed."""

    position: ChainPosition
    renderer: str
    language: str

    def text(self) -> bytes:
        """Return it as the file that is attached."""
        printed = f"renderer {self.renderer}\nlanguage {self.language}\n".encode()
        return checkpoint_text(self.position) + printed


def attested_parts(
    lines: Sequence[EventLine], items: bytes, *, renderer: str, language: str
) -> dict[str, bytes]:
    """Return the files to attach, by name, of an attestation over these events."""
    checkpoint = AttestedCheckpoint(position_of(lines), renderer, language)
    return {
        EVENTS: join_lines([line.raw for line in lines]),
        ITEMS: items,
        CHECKPOINT: checkpoint.text(),
    }


def read_attested_checkpoint(data: bytes) -> AttestedCheckpoint:
    """Return what an attached checkpoint says; MalformedError for any other bytes."""
    cut = data.find(b"renderer ")
    printed = _PRINTED.match(data[cut:]) if cut > 0 else None
    if printed is None:
        raise MalformedError("The attached checkpoint is not readable.")
    renderer, language = (part.decode() for part in printed.groups())
    return AttestedCheckpoint(read_checkpoint(data[:cut]), renderer, language)
