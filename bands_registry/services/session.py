"""A sitting: an open study, the identity that signs in it, and the newest pack she opened."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from types import TracebackType
from typing import Self

from bands_registry.provenance.bodies import Body
from bands_registry.provenance.chain import (
    EMPTY,
    ChainHead,
    extend,
    self_declared_key,
    verify_chain,
)
from bands_registry.provenance.custody import pinned_keys
from bands_registry.provenance.events import (
    AttestationIssued,
    ChainClosed,
    ChainGenesis,
    EventLine,
    ItemHashes,
    PackOpened,
    SessionOpened,
    bodies_of,
)
from bands_registry.provenance.keystore import UnlockedIdentity
from bands_registry.provenance.pack import PRACTICE_STUDY, Pack, read_pack
from bands_registry.provenance.verdicts import current_verdicts
from bands_registry.services.queue_order import queue_order
from bands_registry.store.study_store import StudyStore, discard_store
from bands_registry.store.values import NewBlob
from fairmed_core.clock import Clock
from fairmed_core.domain.adjudicator import Credential
from fairmed_core.domain.scope import Scope, scope_of
from fairmed_core.domain.study import Study
from fairmed_core.errors import BugError, FairMedError, HostError, UserError
from fairmed_core.words.catalogue import ENGLISH, catalogue


class Session:
    """An open study. It is opened, used and closed on one thread.

    Attributes
    ----------
    store, identity, pack, clock
        What it consists of; `pack` is the newest she opened.
    log
        Her verified events so far.
    shown
        The items shown in this sitting.
    language
        Of the sentences on the screen and in print, one of `LANGUAGES`; the study's own texts
        have theirs.
    """

    def __init__(
        self,
        store: StudyStore,
        *,
        identity: UnlockedIdentity,
        pack: Pack,
        log: Sequence[EventLine],
        clock: Clock,
    ) -> None:
        self.store = store
        self.identity = identity
        self.pack = pack
        self.clock = clock
        self.log = list(log)
        self.shown: set[str] = set()
        self.language = ENGLISH
        self._versions: dict[str, ItemHashes] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Give the study file free; of a practice study nothing is kept."""
        self.store.close()
        if self.practice:
            discard_store(self.store.path)

    def say(self, text: str) -> str:
        """Return a sentence of the shared catalogue in the language of this sitting."""
        return catalogue(self.language)(text)

    @property
    def study(self) -> Study:
        """The study as the newest pack has it."""
        return self.pack.study

    @property
    def practice(self) -> bool:
        """Whether nothing here counts."""
        return self.study.id == PRACTICE_STUDY

    @property
    def chain(self) -> str:
        """The key id that names her chain."""
        return self.log[0].key_id if self.log else self.identity.key_id

    @property
    def head(self) -> ChainHead:
        """Where her chain stands."""
        return ChainHead.after(self.log[-1]) if self.log else EMPTY

    @property
    def credential(self) -> Credential:
        """Her credential."""
        if self.identity.credential is None:
            raise BugError("A session was opened without a credential.")
        return self.identity.credential

    @cached_property
    def order(self) -> tuple[str, ...]:
        """Her items in her own order."""
        return queue_order(
            items_of_seat(self.pack, genesis_of(self.log).seat),
            vignette_of={band.id: band.vignette_id for band in self.study.bands},
            pack_hash=self.pack.hash,
            pseudonym=self.identity.pseudonym,
        )

    def version_of(self, item_id: str) -> ItemHashes:
        """Return the hashes of an item as the newest pack has it."""
        if item_id not in self._versions:
            self._versions[item_id] = self.pack.item_hashes(item_id)
        return self._versions[item_id]

    def scope(self, item_id: str) -> Scope:
        """Return the scope of her credential for an item."""
        band = self.study.shown(item_id)
        return scope_of(self.study.space, band.sub_action, self.credential, setting=band.setting)

    @property
    def read_only(self) -> bool:
        """Whether nothing can be entered: she finished the study, or moved to another computer."""
        return closed(self.log) or self.store.moved_at is not None

    def demand_item(self, item_id: str) -> None:
        """Return nothing, or raise UserError when the item is not hers."""
        if item_id not in self.order:
            raise UserError(
                f"The item {item_id} is not among yours in this study.",
                next_step="Choose an item from your list.",
            )

    def record(self, *bodies: Body, files: Sequence[NewBlob] = ()) -> tuple[EventLine, ...]:
        """Sign and keep events, with the files they name: all or nothing."""
        lines = extend(self.head, bodies, signer=self.identity.signer, clock=self.clock)
        self.keep(lines, files=files)
        return lines

    def keep(self, lines: Sequence[EventLine], *, files: Sequence[NewBlob] = ()) -> None:
        """Keep signed events, with the files they name: all or nothing.

        Raises UserError once she has finished the study or moved it to another computer.
        """
        demand_unfinished(self.log, file=self.store.path)
        self.store.append(lines, files=files)
        self.log += lines


def start_session(store: StudyStore, *, identity: UnlockedIdentity, clock: Clock) -> Session:
    """Return a session on a store that holds a begun study, and record that it was opened.

    Nothing is recorded where nothing can follow: the study is finished, or this copy only read.
    """
    log = verified_log(store, identity)
    if not log:
        raise UserError(
            "No study was begun in this file.",
            next_step="Open the study pack instead.",
            file=store.path,
        )
    _demand_current_projections(store, log)
    session = Session(store, identity=identity, pack=newest_pack(store, log), log=log, clock=clock)
    if not session.read_only:
        session.record(SessionOpened(program=f"FairMed {version('fairmed')}"))
    return session


def demand_unfinished(log: Sequence[EventLine], *, file: Path) -> None:
    """Return nothing, or raise UserError once she finished the study."""
    if closed(log):
        raise UserError(
            "You finished this study; its log is closed.",
            next_step="Write the response file and send it, or ask your coordinator.",
            file=file,
        )


def closed(log: Sequence[EventLine]) -> bool:
    """Whether she finished the study: nothing can follow in the log."""
    return bool(log) and isinstance(log[-1].event.body, ChainClosed)


def _demand_current_projections(store: StudyStore, log: Sequence[EventLine]) -> None:
    """Make the projections anew where they do not say what the verified log says."""
    chain = log[0].key_id
    verdicts = {item: line.id for item, (line, _) in current_verdicts(log).items()}
    issued = {line.id for line, _ in bodies_of(tuple(log), AttestationIssued)}
    if verdicts != {v.item_id: v.event_id for v in store.verdicts(chain)} or issued != {
        attestation.event_id for attestation in store.attestations(chain)
    }:
        store.rebuild_projections()


def verified_log(store: StudyStore, identity: UnlockedIdentity) -> tuple[EventLine, ...]:
    """Return her events after every signature and link was checked; empty in a new store."""
    lines = store.lines()
    if not lines:
        return ()
    try:
        log = verify_chain(lines, key=self_declared_key(lines))
    except FairMedError as error:
        error.file = str(store.path)
        raise
    keys = [pinned.key for pinned in pinned_keys([line.event.body for line in log])]
    if keys[-1] == identity.signer.public:
        return log
    if identity.signer.public in keys:
        raise UserError(
            "This signing identity was replaced by a newer one in this study.",
            next_step="Unlock the newer one.",
            file=store.path,
        )
    raise UserError(
        "This study was begun under another signing identity.",
        next_step="Unlock the identity it was begun with, or ask your coordinator.",
        file=store.path,
    )


def genesis_of(log: Sequence[EventLine]) -> ChainGenesis:
    """Return what the chain's first event says."""
    body = log[0].event.body
    if not isinstance(body, ChainGenesis):
        raise BugError("A clinician's chain begins with another event than its own.")
    return body


def newest_pack(store: StudyStore, log: Sequence[EventLine]) -> Pack:
    """Return the pack opened last, read from the bytes kept when it was opened."""
    return kept_pack(store, bodies_of(tuple(log), PackOpened)[-1][1].pack)


def kept_pack(store: StudyStore, pack_hash: str) -> Pack:
    """Return the pack of this hash; HostError when the study file has lost it."""
    data = store.blob(pack_hash)
    if data is None:
        raise HostError(
            "The study file has lost the study pack.",
            next_step="Open the study pack once more from its file, or restore a backup.",
            file=store.path,
        )
    return read_pack(data)


def items_of_seat(pack: Pack, code: str) -> tuple[str, ...]:
    """Return all that a seat is shown; nothing when a later pack has no such seat."""
    seat = pack.seat(code)
    return pack.study.showings(seat) if seat else ()
