"""The log: signed events go in, their bytes come out as they went in."""

from __future__ import annotations

from sqlmodel import Session, col, func, select

from bands_registry.provenance.events import EventLine
from bands_registry.store.tables import EventRow


def add(session: Session, line: EventLine, *, own: bool) -> None:
    """Add an event; the triggers refuse one that does not follow what is there."""
    session.add(
        EventRow(
            id=line.id,
            chain=line.key_id,
            seq=line.event.seq,
            prev=line.event.prev,
            type=line.event.type,
            own=int(own),
            raw=line.raw,
        )
    )
    # At once: the trigger of the next event looks for this one.
    session.flush()


def chains(session: Session) -> tuple[str, ...]:
    """Return the key ids of all chains, in the order in which they came."""
    first = func.min(EventRow.position)
    return tuple(session.exec(select(EventRow.chain).group_by(EventRow.chain).order_by(first)))


def branch(session: Session, chain: str, head: str) -> tuple[bytes, ...]:
    """Return the events of a chain that lead to `head`, oldest first; none for an unknown one."""
    kept = select(EventRow.id, EventRow.prev, EventRow.raw).where(EventRow.chain == chain)
    before = {row_id: (prev, raw) for row_id, prev, raw in session.exec(kept)}
    found: list[bytes] = []
    while head in before:
        head, raw = before.pop(head)
        found.append(raw)
    return tuple(reversed(found))


def lines(session: Session, chain: str | None) -> tuple[bytes, ...]:
    """Return the events of one chain, or of all, in the order in which they came."""
    statement = select(EventRow.raw).order_by(col(EventRow.position))
    if chain is not None:
        statement = statement.where(EventRow.chain == chain)
    return tuple(session.exec(statement))
