"""Keep a receipt the coordinator sent, after it was held against her own log."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from bands_registry.provenance.bodies import PackOpened
from bands_registry.provenance.container import STANDARD
from bands_registry.provenance.errors import ChainBrokenError, KeyMismatchError
from bands_registry.provenance.events import bodies_of
from bands_registry.provenance.files import read_file
from bands_registry.provenance.logs import ClinicianLog, read_clinician_log
from bands_registry.provenance.receipt import Receipt, read_receipt
from bands_registry.provenance.registry import lies_on
from bands_registry.store.study_store import open_study_store
from bands_registry.store.values import BlobKind, NewBlob
from fairmed_core.clock import Clock
from fairmed_core.errors import FairMedError, UserError


@dataclass(frozen=True)
class KeptReceipt:
    """What the coordinator confirmed: her log up to an event, of so many here."""

    pseudonym: str
    received: int
    events: int


def keep_receipt(path: Path, *, store: Path, clock: Clock) -> KeptReceipt:
    """Keep a receipt beside her log; keeping it again changes nothing.

    Nothing is signed, so no key is needed.

    Raises
    ------
    UserError
        No receipt, one of another study, or one for somebody else.
    VerificationError
        It does not verify, another coordinator signed it, or it contradicts her log: more was
        received than is here, or something else.
    HostError
        The store cannot be written.
    """
    data = read_file(path, limit=STANDARD.size)
    with open_study_store(store, clock=clock) as opened:
        log = read_clinician_log(opened.lines())
        try:
            receipt = read_receipt(data)
            demand_fit(receipt, log)
        except FairMedError as error:
            error.file = str(path)
            raise
        opened.append((), files=[NewBlob(BlobKind.RECEIPT, data)])
    return KeptReceipt(log.genesis.pseudonym, receipt.body.size, len(log.lines))


def demand_fit(receipt: Receipt, log: ClinicianLog) -> None:
    """Return nothing, or raise: a receipt must name her log, and a point that lies on it."""
    if receipt.study != log.genesis.study or receipt.body.key != log.key_id:
        raise UserError(
            "This receipt is not for your work in this study.",
            next_step="Ask the coordinator for yours.",
        )
    known = {body.coordinator for _, body in bodies_of(log.lines, PackOpened)}
    if receipt.line.key_id not in known:
        raise KeyMismatchError(
            "The receipt is signed by another coordinator than the one whose pack you opened.",
            next_step="Ask your coordinator about it before you go on.",
        )
    received = receipt.positions[0]
    if received.size > len(log.lines):
        raise ChainBrokenError(
            f"The coordinator received your log up to event {received.size}, but here it ends at "
            f"event {len(log.lines)}: this study file is an older copy.",
            next_step="Sign nothing here. Bring it up to date from the response file you sent: "
            "fairmed bundle restore",
        )
    if not lies_on(received, log):
        raise ChainBrokenError(
            f"The coordinator received another event {received.size} than the one here: the log "
            "was continued on two copies of this study file.",
            next_step="Sign nothing further, keep both copies, and call your coordinator.",
        )
