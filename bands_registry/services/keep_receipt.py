"""Keep a receipt the coordinator sent, after it was held against her own log."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from bands_registry.provenance.bodies import ChainGenesis, ChainPosition, PackOpened, VerdictSigned
from bands_registry.provenance.container import STANDARD
from bands_registry.provenance.envelope import read_envelope
from bands_registry.provenance.errors import ChainBrokenError, KeyMismatchError
from bands_registry.provenance.events import bodies_of, event_of
from bands_registry.provenance.files import read_file
from bands_registry.provenance.logs import ClinicianLog, read_clinician_log
from bands_registry.provenance.receipt import Receipt, read_receipt
from bands_registry.provenance.registry import lies_on
from bands_registry.services.session import Session, genesis_of
from bands_registry.store.study_store import StudyStore, open_study_store
from bands_registry.store.values import BlobKind, NewBlob
from fairmed_core.clock import Clock
from fairmed_core.errors import FairMedError, UserError


@dataclass(frozen=True)
class ReceiptStanding:
    """What a receipt confirms of her log as it is now.

    Attributes
    ----------
    received_at
        When it was received, by the coordinator's clock.
    position
        How far the log reached that was received.
    covered, later
        How many items she had signed by then, and how many she signed, anew or first, since.
    """

    received_at: datetime
    position: ChainPosition
    covered: int
    later: int


@dataclass(frozen=True)
class KeptReceipt:
    """What the coordinator confirmed: her log up to an event, of so many here.

    `study` is the id of the study it belongs to.
    """

    study: str
    pseudonym: str
    received: int
    events: int
    standing: ReceiptStanding


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
            return _keep(data, log, opened)
        except FairMedError as error:
            error.file = str(path)
            raise


def keep_receipt_here(
    path: Path, *, stores: Path, session: Session | None, clock: Clock
) -> KeptReceipt:
    """Keep a receipt with the study it is for: the open one, or another of those kept here.

    Raises like `keep_receipt`; UserError when it is for none of them.
    """
    data = read_file(path, limit=STANDARD.size)
    try:
        receipt = read_receipt(data)
        if session is not None and _is_for(receipt, session.store):
            return _keep(data, log_of(session), session.store)
        store = _store_for(receipt, stores, session, clock)
        with open_study_store(store, clock=clock, glance=True) as opened:
            return _keep(data, read_clinician_log(opened.lines()), opened)
    except FairMedError as error:
        error.file = str(path)
        raise


def latest_receipt(session: Session) -> ReceiptStanding | None:
    """Return what the receipts kept with the open study confirm, None without any."""
    log = log_of(session)
    kept = (session.store.blob(name) for name in session.store.blob_hashes(BlobKind.RECEIPT))
    receipts = [read_receipt(data) for data in kept if data is not None]
    if not receipts:
        return None
    return _standing(max(receipts, key=lambda one: (one.body.size, one.line.event.seq)), log)


def log_of(session: Session) -> ClinicianLog:
    """Return the log of an open study, which was verified when it was opened."""
    return ClinicianLog(tuple(session.log), genesis_of(session.log))


def _store_for(receipt: Receipt, stores: Path, session: Session | None, clock: Clock) -> Path:
    """Return the study file among `stores` that holds the log a receipt names."""
    held = session.store.path if session is not None else None
    trouble: FairMedError | None = None
    for store in sorted(stores.glob("*.fmdb")):
        if store == held:
            continue
        try:
            # A glance: whether a crash left the study is told when it is gone on with.
            with open_study_store(store, clock=clock, glance=True) as opened:
                if _is_for(receipt, opened):
                    return store
        except FairMedError as error:
            # It may be the very one; another that is damaged is no matter of this receipt.
            trouble = error
    raise trouble or UserError(
        "This receipt belongs to no study kept on this computer.",
        next_step="Open it on the computer where you signed, or ask your coordinator for yours.",
    )


def _is_for(receipt: Receipt, store: StudyStore) -> bool:
    """Whether a store holds the log a receipt names; a key may sign in several studies."""
    lines = store.lines(receipt.body.key)
    first = event_of(read_envelope(lines[0]).payload).body if lines else None
    return isinstance(first, ChainGenesis) and first.study == receipt.study


def _keep(data: bytes, log: ClinicianLog, store: StudyStore) -> KeptReceipt:
    receipt = read_receipt(data)
    # Before it is held against the log, which is behind in a copy that was moved away.
    store.demand_here()
    demand_fit(receipt, log)
    store.append((), files=[NewBlob(BlobKind.RECEIPT, data)])
    size, events = receipt.body.size, len(log.lines)
    standing = _standing(receipt, log)
    return KeptReceipt(receipt.study, log.genesis.pseudonym, size, events, standing)


def _standing(receipt: Receipt, log: ClinicianLog) -> ReceiptStanding:
    position = receipt.positions[0]
    signed = [(line.event.seq, body.item) for line, body in bodies_of(log.lines, VerdictSigned)]
    return ReceiptStanding(
        received_at=receipt.line.event.time,
        position=position,
        covered=len({item for seq, item in signed if seq <= position.size}),
        later=len({item for seq, item in signed if seq > position.size}),
    )


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
    here = len(log.lines)
    if received.size > here:
        raise ChainBrokenError(
            "The receipt was not kept: this is an older copy of your study.",
            next_step=f"The coordinator received {received.size} entries of your signed record; "
            f"{here} are here. Sign nothing further, and call your coordinator: the response file "
            "you sent brings this copy up to date.",
        )
    if not lies_on(received, log):
        raise ChainBrokenError(
            "The receipt was not kept: your study was continued on two copies.",
            next_step=f"The coordinator received another entry {received.size} of your signed "
            "record than the one here. Sign nothing further, keep both copies, and call your "
            "coordinator.",
        )
