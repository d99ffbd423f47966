"""Named facts about the store itself."""

from __future__ import annotations

from sqlmodel import Session

from bands_registry.store.tables import SettingRow
from bands_registry.store.values import StoreRole

ROLE = "role"
PROJECTIONS_VERSION = "projections"
# When this copy was moved to another computer; absent while it may be written.
MOVED = "moved"


def read(session: Session, name: str) -> str | None:
    """Return a setting, or None."""
    row = session.get(SettingRow, name)
    return None if row is None else row.value


def write(session: Session, name: str, value: str) -> None:
    """Write a setting."""
    session.merge(SettingRow(name=name, value=value))


def remove(session: Session, name: str) -> None:
    """Remove a setting; one that is not there is no error."""
    row = session.get(SettingRow, name)
    if row is not None:
        session.delete(row)


def role(session: Session) -> StoreRole:
    """Return whose store it is."""
    return StoreRole(read(session, ROLE) or StoreRole.CLINICIAN)
