"""Creation of a store: tables, and the triggers that keep the log append-only."""

from __future__ import annotations

from sqlalchemy import Connection, Table, insert
from sqlmodel import SQLModel

from bands_registry.provenance.chain import NO_EVENT
from bands_registry.store import settings
from bands_registry.store.tables import KEPT, PROJECTIONS, SettingRow
from bands_registry.store.values import StoreRole

APPLICATION_ID = 0x464D4442  # "FMDB"
STORE_VERSION = 1

_TRIGGERS = (
    """CREATE TRIGGER event_never_changes BEFORE UPDATE ON event
       BEGIN SELECT RAISE(ABORT, 'a signed event cannot be changed'); END""",
    # INSERT OR REPLACE deletes first; this fires for it because recursive_triggers is on.
    """CREATE TRIGGER event_never_goes BEFORE DELETE ON event
       BEGIN SELECT RAISE(ABORT, 'a signed event cannot be removed'); END""",
    f"""CREATE TRIGGER event_begins BEFORE INSERT ON event WHEN NEW.seq <= 1
       AND (NEW.seq < 1 OR NEW.prev <> '{NO_EVENT}')
       BEGIN SELECT RAISE(ABORT, 'a chain begins without a previous event'); END""",
    """CREATE TRIGGER event_follows BEFORE INSERT ON event WHEN NEW.seq > 1 AND NOT EXISTS
       (SELECT 1 FROM event WHERE chain = NEW.chain AND seq = NEW.seq - 1 AND id = NEW.prev)
       BEGIN SELECT RAISE(ABORT, 'the previous event of this one is not in the log'); END""",
    """CREATE TRIGGER blob_never_changes BEFORE UPDATE ON blob
       BEGIN SELECT RAISE(ABORT, 'a kept file cannot be changed'); END""",
)


def create_schema(connection: Connection, role: StoreRole) -> None:
    """Make every table and trigger, and mark the file as a store of this version."""
    SQLModel.metadata.create_all(connection, tables=[_table(row) for row in KEPT + PROJECTIONS])
    for trigger in _TRIGGERS:
        connection.exec_driver_sql(trigger)
    connection.execute(insert(_table(SettingRow)).values(name=settings.ROLE, value=role.value))
    connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.exec_driver_sql(f"PRAGMA user_version = {STORE_VERSION}")


def _table(row: type[SQLModel]) -> Table:
    table = row.__table__  # type: ignore[attr-defined]  # SQLModel types it nowhere
    assert isinstance(table, Table)  # noqa: S101
    return table
