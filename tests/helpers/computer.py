"""A clinician's computer: a data folder of its own, and work in it that can move."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from bands_registry.provenance.keystore import unlock_keystore
from bands_registry.services.move_in import Arriving, move_in
from bands_registry.services.move_out import MovedOut, move_out
from bands_registry.services.resume_study import resume_study
from bands_registry.services.review_item import review_item
from bands_registry.services.save_draft import save_draft
from bands_registry.services.seal_identity import seal_identity
from bands_registry.services.session import Session
from bands_registry.store.study_store import open_study_store
from fairmed_core.clock import FixedClock
from fairmed_core.domain.verdict import Judgement
from tests.helpers.chains import NOON
from tests.helpers.registry import (
    DETAILS,
    PASSPHRASE,
    a_clinician,
    a_session,
    make_ready,
    sign,
)
from tests.helpers.study import FOLLOW_UP, PAIN

HALF = Judgement(notes={1: "half a thought"}, reason="Both sources accept")


class Computer:
    """A computer with a data folder of its own."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(exist_ok=True)
        self.folder = folder
        self.clock = FixedClock(NOON)
        self.keystore = folder / "keystore.fmkey"
        self.stores = folder / "studies"
        self.store = self.stores / "small.fmdb"

    def begin(self) -> None:
        """One item signed, one half entered."""
        identity = a_clinician(self.folder)
        assert identity.keystore is not None
        with a_session(self.folder) as session:
            seal_identity(session, DETAILS)
            make_ready(session, PAIN)
            sign(session)
            review_item(session, FOLLOW_UP)
            save_draft(session, FOLLOW_UP, HALF)
        identity.keystore.rename(self.keystore)

    def go_on(self) -> Session:
        """Continue where she was, with the passphrase."""
        identity = unlock_keystore(self.keystore, PASSPHRASE)
        return resume_study(self.store, identity=identity, clock=self.clock)

    def move_out(self, path: Path) -> MovedOut:
        return move_out(path, keystore=self.keystore, stores=self.stores, clock=self.clock)

    def take_in(self, path: Path, how: Callable[..., Arriving] = move_in) -> Arriving:
        return how(path, keystore=self.keystore, stores=self.stores, clock=self.clock)

    def recorded(self) -> tuple[object, ...]:
        """What the study file here holds of hers, and since when it is only read."""
        return record_of(self.store)

    def everything(self) -> dict[str, bytes]:
        """Every file here."""
        files = (path for path in self.folder.rglob("*") if path.is_file())
        return {str(path.relative_to(self.folder)): path.read_bytes() for path in files}


def record_of(path: Path) -> tuple[object, ...]:
    """What a study file holds of hers."""
    with open_study_store(path, clock=FixedClock(NOON)) as store:
        return store.lines(), store.drafts(), store.moved_at
