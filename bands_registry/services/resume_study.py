"""Go on with a study kept on this computer."""

from __future__ import annotations

from pathlib import Path

from bands_registry.provenance.envelope import read_envelope
from bands_registry.provenance.events import ChainGenesis, event_of
from bands_registry.provenance.keystore import UnlockedIdentity
from bands_registry.services.session import Session, items_of_seat, kept_pack, start_session
from bands_registry.services.views import KnownStudy
from bands_registry.store.study_store import StudyStore, open_study_store
from fairmed_core.clock import Clock, SystemClock
from fairmed_core.errors import FairMedError


def resume_study(store: Path, *, identity: UnlockedIdentity, clock: Clock) -> Session:
    """Return a session on a study begun here, after its whole log was checked.

    Raises UserError when it was begun under another identity or not at all, the typed error of
    whatever is wrong with its log, HostError when its file cannot be used.
    """
    opened = open_study_store(store, clock=clock)
    try:
        return start_session(opened, identity=identity, clock=clock)
    except BaseException:
        opened.close()
        raise


def known_studies(stores: Path) -> tuple[KnownStudy, ...]:
    """Return the studies begun here, by title; one that cannot be read now says why."""
    found = (_known(path) for path in sorted(stores.glob("*.fmdb")))
    return tuple(sorted((study for study in found if study), key=lambda study: study.title))


def _known(path: Path) -> KnownStudy | None:
    try:
        # Nothing is recorded here; the clock only dates the note about who holds the file.
        with open_study_store(path, clock=SystemClock(), glance=True) as store:
            return summary(store)
    except FairMedError as error:
        return KnownStudy(
            study_id=path.stem,
            title=path.stem,
            store=str(path),
            pseudonym="",
            total=0,
            done=0,
            practice=False,
            notice=error.sentence,
            next_step=error.next_step,
        )


def summary(store: StudyStore) -> KnownStudy | None:
    """Return what an open store holds, at a glance; None while no study was begun in it."""
    chains = store.chains()
    packs = store.opened_packs(chains[0]) if chains else ()
    if not packs:
        return None
    # A glance: the log itself is verified when the study is gone on with.
    first = event_of(read_envelope(store.lines()[0]).payload).body
    if not isinstance(first, ChainGenesis):
        return None
    pack = kept_pack(store, packs[-1].sha256)
    items = items_of_seat(pack, first.seat)
    signed = {verdict.item_id: verdict.signed for verdict in store.verdicts(chains[0])}
    return KnownStudy(
        study_id=pack.study.id,
        title=pack.study.title,
        store=str(store.path),
        pseudonym=first.pseudonym,
        total=len(items),
        done=sum(item in signed and signed[item] == pack.item_hashes(item) for item in items),
        practice=False,
        moved_at=store.moved_at,
    )
