"""The tables. Kept: event, blob, draft, setting. The rest are projections, rebuilt from events.

Table classes of SQLModel do not validate; what enters them was checked before.
"""

from __future__ import annotations

import operator
from typing import Any, SupportsIndex

from sqlalchemy import Column, ForeignKey, Index, Integer, LargeBinary, Text, text
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator
from sqlmodel import Field, SQLModel

_STRICT = {"sqlite_strict": True}


class WholeNumber(TypeDecorator[int]):
    """An integer column that takes any integer type: numpy's would otherwise arrive as a blob."""

    impl = Integer
    cache_ok = True

    def process_bind_param(self, value: SupportsIndex | None, dialect: Dialect) -> int | None:  # noqa: ARG002
        """Return a plain integer; TypeError for anything that is none."""
        return None if value is None else operator.index(value)


def _number(*constraints: Any, **options: Any) -> Column[int]:
    return Column(WholeNumber, *constraints, **{"nullable": False, **options})


def _text(*constraints: Any, **options: Any) -> Column[str]:
    return Column(Text, *constraints, **{"nullable": False, **options})


class EventRow(SQLModel, table=True):
    """One signed event, its bytes as they were signed; the other columns only find it."""

    __tablename__ = "event"
    __table_args__ = (
        Index("event_chain", "chain", "seq"),
        # Together with the triggers: the owner's chain grows by one each time and cannot fork.
        Index("event_own", "chain", "seq", unique=True, sqlite_where=text("own = 1")),
        _STRICT,
    )

    position: int | None = Field(
        default=None, sa_column=_number(primary_key=True, autoincrement=True)
    )
    id: str = Field(sa_column=_text(unique=True))
    chain: str = Field(sa_column=_text())
    seq: int = Field(sa_column=_number())
    prev: str = Field(sa_column=_text())
    type: str = Field(sa_column=_text())
    own: int = Field(sa_column=_number())
    raw: bytes = Field(sa_column=Column(LargeBinary, nullable=False))


class BlobRow(SQLModel, table=True):
    """A file kept under the hash of its bytes."""

    __tablename__ = "blob"
    __table_args__ = (_STRICT,)

    sha256: str = Field(sa_column=_text(primary_key=True))
    kind: str = Field(sa_column=_text(index=True))
    added: str = Field(sa_column=_text())
    data: bytes = Field(sa_column=Column(LargeBinary, nullable=False))


class DraftRow(SQLModel, table=True):
    """What she entered for an item, and the version of the item she saw; no foreign key."""

    __tablename__ = "draft"
    __table_args__ = (_STRICT,)

    item_id: str = Field(sa_column=_text(primary_key=True))
    judgement: str = Field(sa_column=_text())
    vignette_hash: str = Field(sa_column=_text())
    clause_hash: str = Field(sa_column=_text())
    band_hash: str = Field(sa_column=_text())
    scale_hash: str = Field(sa_column=_text())
    ready: int = Field(sa_column=_number())
    saved_at: str = Field(sa_column=_text())
    after_seq: int = Field(sa_column=_number())


class SettingRow(SQLModel, table=True):
    """A named fact about the store itself (its role, the version of its projections)."""

    __tablename__ = "setting"
    __table_args__ = (_STRICT,)

    name: str = Field(sa_column=_text(primary_key=True))
    value: str = Field(sa_column=_text())


class VerdictRow(SQLModel, table=True):
    """Projection: the latest verdict of a chain on an item."""

    __tablename__ = "current_verdict"
    __table_args__ = (_STRICT,)

    chain: str = Field(sa_column=_text(primary_key=True))
    item_id: str = Field(sa_column=_text(primary_key=True))
    event_id: str = Field(sa_column=_text(ForeignKey("event.id")))
    seq: int = Field(sa_column=_number())
    kind: str = Field(sa_column=_text())
    vignette_hash: str = Field(sa_column=_text())
    clause_hash: str = Field(sa_column=_text())
    band_hash: str = Field(sa_column=_text())
    scale_hash: str = Field(sa_column=_text())
    time: str = Field(sa_column=_text())


class AttestationRow(SQLModel, table=True):
    """Projection: an attestation issued by a chain."""

    __tablename__ = "issued_attestation"
    __table_args__ = (_STRICT,)

    chain: str = Field(sa_column=_text(primary_key=True))
    number: int = Field(sa_column=_number(primary_key=True))
    event_id: str = Field(sa_column=_text(ForeignKey("event.id")))
    seq: int = Field(sa_column=_number())
    pdf_sha256: str = Field(sa_column=_text())
    verdicts: int = Field(sa_column=_number())
    time: str = Field(sa_column=_text())


class OpenedPackRow(SQLModel, table=True):
    """Projection: a pack a chain opened."""

    __tablename__ = "opened_pack"
    __table_args__ = (_STRICT,)

    chain: str = Field(sa_column=_text(primary_key=True))
    seq: int = Field(sa_column=_number(primary_key=True))
    sha256: str = Field(sa_column=_text())


class FirstShownRow(SQLModel, table=True):
    """Projection: when a chain was first shown an item."""

    __tablename__ = "first_shown"
    __table_args__ = (_STRICT,)

    chain: str = Field(sa_column=_text(primary_key=True))
    item_id: str = Field(sa_column=_text(primary_key=True))
    time: str = Field(sa_column=_text())


KEPT = (EventRow, BlobRow, DraftRow, SettingRow)
PROJECTIONS = (VerdictRow, AttestationRow, OpenedPackRow, FirstShownRow)
