"""A clinician and a coordinator who never rest: sign, export, merge, receipt, publish, and again.

Run as ``python -m tests.helpers.restless_office FOLDER``; it ends only by being killed.
"""

from __future__ import annotations

import itertools
import sys
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from bands_registry.provenance.keystore import UnlockedIdentity, unlock_keystore, write_keystore
from bands_registry.services.enroll_adjudicator import enroll_adjudicator
from bands_registry.services.export_response import export_response
from bands_registry.services.merge_bundle import merge_bundle
from bands_registry.services.publish_pack import publish_pack
from bands_registry.services.publish_registry import publish_registry
from bands_registry.services.seal_identity import identity_sealed, seal_identity
from bands_registry.services.session import Session
from bands_registry.services.write_receipt import write_receipt
from fairmed_core.clock import FixedClock
from tests.helpers.chains import NOON, noon
from tests.helpers.registry import (
    CHEAP,
    DETAILS,
    PASSPHRASE,
    a_clinician,
    accepting,
    coordinator,
    make_ready,
    session_on,
    sign,
)
from tests.helpers.restless import tell
from tests.helpers.study import SEAT, small_study


@dataclass(frozen=True)
class Desk:
    """One folder with both sides' files."""

    folder: Path

    @property
    def registry(self) -> Path:
        return self.folder / "study.fmdb"

    @property
    def pack(self) -> Path:
        return self.folder / "one.fmpack"

    def coordinator(self) -> UnlockedIdentity:
        return unlock_keystore(self.folder / "coordinator.fmkey", PASSPHRASE)

    def session(self, clock: FixedClock) -> Session:
        return session_on(self.pack, self.folder, clock=clock)

    def export(self, out: Path) -> None:
        with self.session(noon()) as session:
            export_response(session, out)


def prepare(folder: Path) -> Desk:
    """A published study, a coordinator and a clinician whose keys outlive every process."""
    desk, office = Desk(folder), coordinator()
    write_keystore(
        folder / "coordinator.fmkey",
        office.signer,
        PASSPHRASE,
        pseudonym=office.pseudonym,
        credential=None,
        role="coordinator",
        age_secret=office.age_identity,
        cost=CHEAP,
    )
    publish_pack(
        small_study(), registry=desk.registry, coordinator=office, out=desk.pack, clock=noon()
    )
    clinician = a_clinician(folder)
    enroll_adjudicator(
        registry=desk.registry,
        coordinator=office,
        seat=SEAT,
        pseudonym=clinician.pseudonym,
        key_id=clinician.key_id,
        how_checked="on a call",
        clock=noon(),
    )
    return desk


def work(folder: Path) -> None:
    """One round after the other; each file gets a name nobody used before."""
    desk = Desk(folder)
    office, clock = desk.coordinator(), FixedClock(NOON)
    for number in itertools.count(len(list(folder.glob("*.fmresp")))):
        clock.instant += timedelta(seconds=1)
        answer = folder / f"{number}.fmresp"
        with desk.session(clock) as session:
            if not identity_sealed(session):
                seal_identity(session, DETAILS)
            item = session.order[number % len(session.order)]
            make_ready(session, item, accepting(notes={1: str(number)}))
            tell(f"signed {sign(session).number}")
            export_response(session, answer)
            tell(f"exported {number}")
        merged = merge_bundle(answer, registry=desk.registry, coordinator=office, clock=clock)
        tell(f"merged {merged.new_events}")
        receipt = folder / f"{number}-{merged.new_events}.fmreceipt"
        write_receipt(
            merged.key_id, registry=desk.registry, coordinator=office, out=receipt, clock=clock
        )
        tell(f"receipted {number}")
        out = folder / f"{number}-{merged.new_events}.fmreg"
        publish_registry(registry=desk.registry, coordinator=office, out=out, clock=clock)
        tell(f"published {number}")


if __name__ == "__main__":
    work(Path(sys.argv[1]))
