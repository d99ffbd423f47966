"""Receipts: what a coordinator sends back, so that both can prove later what was handed over.

The file holds one event of the coordinator's log. As an anchor it vouches for two chains: hers up
to where it was received, and the coordinator's up to the event itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from bands_registry.provenance.bodies import ChainPosition
from bands_registry.provenance.chain import join_lines, split_lines
from bands_registry.provenance.container import STANDARD
from bands_registry.provenance.decisions import ReceiptIssued
from bands_registry.provenance.errors import MalformedError
from bands_registry.provenance.events import EventLine, read_event
from bands_registry.provenance.files import read_file
from bands_registry.provenance.keys import Signer
from bands_registry.provenance.manifest import Sealed, open_files, seal_files
from fairmed_core.errors import UserError

_EVENT = "receipt.jsonl"


@dataclass(frozen=True)
class Receipt:
    """A verified receipt: the study it belongs to, and the coordinator's event in it."""

    study: str
    line: EventLine
    body: ReceiptIssued

    @property
    def positions(self) -> tuple[ChainPosition, ...]:
        """The points it vouches for: on the clinician's chain and on the coordinator's."""
        return (
            ChainPosition(key=self.body.key, size=self.body.size, head=self.body.head),
            ChainPosition(key=self.line.key_id, size=self.line.event.seq, head=self.line.id),
        )


def build_receipt(line: EventLine, *, study: str, signer: Signer) -> bytes:
    """Return the receipt file of an event; the same event always gives the same bytes."""
    return seal_files(
        "receipt", {_EVENT: join_lines([line.raw])}, study=study, facts={}, signer=signer
    )


def read_receipt(source: Path | bytes) -> Receipt:
    """Return the receipt; raises a typed error for anything wrong with it."""
    data = source if isinstance(source, bytes) else read_file(source, limit=STANDARD.size)
    try:
        return receipt_of(open_files(data, "receipt"))
    except UserError as error:
        error.file = None if isinstance(source, bytes) else str(source)
        raise


def receipt_of(sealed: Sealed) -> Receipt:
    """Return the receipt in an opened container; raises like `read_receipt`."""
    lines = split_lines(sealed.files.get(_EVENT, b""))
    if set(sealed.files) != {_EVENT} or len(lines) != 1:
        raise MalformedError("A receipt holds one event and nothing else.")
    line = read_event(lines[0], sealed.key)
    if not isinstance(line.event.body, ReceiptIssued):
        raise MalformedError("The event in the receipt is none that a receipt holds.")
    return Receipt(sealed.manifest.study, line, line.event.body)
