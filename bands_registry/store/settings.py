"""Named facts about the store itself."""

from __future__ import annotations

from sqlmodel import Session

from bands_registry.store.tables import SettingRow
from bands_registry.store.values import StoreRole

ROLE = "role"
PROJECTIONS_VERSION = "projections"


def read(session: Session, name: str) -> str | None:
    """Return a setting, or None."""
    row = session.get(SettingRow, name)
    return None if row is None else row.value


def write(session: Session, name: str, value: str) -> None:
    """Write a setting."""
    session.merge(SettingRow(name=name, value=value))


def role(session: Session) -> StoreRole:
    """Return whose store it is."""
    return StoreRole(read(session, ROLE) or StoreRole.CLINICIAN)
