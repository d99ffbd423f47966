"""What leaves the store: frozen values, never rows."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bands_registry.provenance.events import ItemHashes
from fairmed_core.domain.verdict import Judgement, VerdictKind


class StoreRole(StrEnum):
    """Whose store it is."""

    CLINICIAN = "clinician"
    COORDINATOR = "coordinator"


class BlobKind(StrEnum):
    """What a kept file is."""

    PACK = "pack"
    ATTESTATION = "attestation"
    IDENTITY = "identity"
    RECEIPT = "receipt"
    QUARANTINED = "quarantined"


@dataclass(frozen=True)
class NewBlob:
    """A file to keep."""

    kind: BlobKind
    data: bytes


@dataclass(frozen=True)
class Draft:
    """What she entered for an item.

    Attributes
    ----------
    seen
        The version of the item she saw while entering it.
    ready
        Whether she marked it ready to sign.
    after_seq
        The last event of her chain at that time: a later verdict on the item covers the draft.
    """

    item_id: str
    judgement: Judgement
    seen: ItemHashes
    ready: bool
    saved_at: datetime
    after_seq: int


@dataclass(frozen=True)
class CurrentVerdict:
    """The latest verdict of a chain on an item."""

    chain: str
    item_id: str
    event_id: str
    seq: int
    kind: VerdictKind
    signed: ItemHashes
    time: datetime


@dataclass(frozen=True)
class IssuedAttestation:
    """An attestation a chain issued; the document is the blob of this hash."""

    chain: str
    number: int
    event_id: str
    seq: int
    pdf_sha256: str
    verdicts: int
    time: datetime


@dataclass(frozen=True)
class OpenedPack:
    """A pack a chain opened; the file is the blob of this hash."""

    chain: str
    seq: int
    sha256: str


@dataclass(frozen=True)
class FirstShown:
    """When an item was first shown."""

    item_id: str
    time: datetime
