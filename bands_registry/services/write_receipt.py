"""Write the receipt of what a clinician handed over last."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from bands_registry.provenance.canonical import sha256
from bands_registry.provenance.decisions import ReceiptIssued
from bands_registry.provenance.events import bodies_of
from bands_registry.provenance.files import write_once
from bands_registry.provenance.keystore import UnlockedIdentity
from bands_registry.provenance.receipt import build_receipt
from bands_registry.services.known_log import log_named
from bands_registry.services.registry_store import demand_coordinator, open_registry
from fairmed_core.clock import Clock
from fairmed_core.errors import UserError


@dataclass(frozen=True)
class IssuedReceipt:
    """A receipt as it is to be sent: whose, up to which event, and the file's bytes."""

    pseudonym: str
    events: int
    data: bytes = field(repr=False)


@dataclass(frozen=True)
class WrittenReceipt:
    """The receipt file and what it vouches for."""

    path: Path
    sha256: str
    pseudonym: str
    events: int


def write_receipt(
    who: str, *, registry: Path, coordinator: UnlockedIdentity, out: Path, clock: Clock
) -> WrittenReceipt:
    """Write the latest receipt of a log; the same receipt gives the same file again.

    Raises UserError for an unknown log or another file at `out`.
    """
    issued = issued_receipt(who, registry=registry, coordinator=coordinator, clock=clock)
    save_receipt(issued, out)
    return WrittenReceipt(out, sha256(issued.data), issued.pseudonym, issued.events)


def issued_receipt(
    who: str, *, registry: Path, coordinator: UnlockedIdentity, clock: Clock
) -> IssuedReceipt:
    """Return the latest receipt of a log; UserError for an unknown log or one without any."""
    with open_registry(registry, clock=clock) as opened:
        known = opened.published()
        demand_coordinator(known, coordinator, file=registry)
        log = log_named(known, who)
        issued = [
            (line, body)
            for line, body in bodies_of(known.coordinator.lines, ReceiptIssued)
            if body.key == log.key_id
        ]
        if not issued:
            raise UserError(
                "No receipt was issued for this log.", next_step="Merge her response again."
            )
        line, body = issued[-1]
        data = build_receipt(line, study=known.coordinator.genesis.study, signer=coordinator.signer)
    return IssuedReceipt(body.pseudonym, body.size, data)


def save_receipt(receipt: IssuedReceipt, out: Path) -> None:
    """Write a receipt; UserError when another file stands there."""
    write_once(out, receipt.data)
