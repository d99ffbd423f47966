"""Open a study pack: begin its study, or go on with it under a newer pack."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from pathlib import Path

from bands_registry.provenance.bodies import Body
from bands_registry.provenance.chain import EMPTY, ChainHead, extend
from bands_registry.provenance.container import STANDARD
from bands_registry.provenance.events import ChainGenesis, EventLine, PackOpened, bodies_of
from bands_registry.provenance.files import host_error, read_file
from bands_registry.provenance.keystore import UnlockedIdentity
from bands_registry.provenance.model import CredentialBody
from bands_registry.provenance.pack import PRACTICE_STUDY, Pack, read_pack
from bands_registry.services.resume_study import known_studies
from bands_registry.services.session import (
    Session,
    demand_unfinished,
    genesis_of,
    start_session,
    verified_log,
)
from bands_registry.store.moved import moved_away
from bands_registry.store.study_store import open_study_store
from bands_registry.store.values import BlobKind, NewBlob
from bands_registry.study.leak_check import check_leaks
from fairmed_core.clock import Clock
from fairmed_core.errors import UserError

ASK_COORDINATOR = "Ask your coordinator before you go on."


def open_pack(
    path: Path, *, seat: str, identity: UnlockedIdentity, stores: Path, clock: Clock
) -> Session:
    """Return a session on the pack's study; her drafts and signatures of earlier packs stay.

    Raises
    ------
    UserError
        An unknown seat, a coordinator's identity, an older pack, another coordinator's pack, a
        study begun at another seat or under another identity, her work moved to another computer;
        or what the pack's check raises.
    HostError
        The pack cannot be read or the study cannot be kept.
    """
    data = read_file(path, limit=STANDARD.size)
    try:
        pack = read_pack(data)
        if pack.study.id == PRACTICE_STUDY:
            raise UserError(
                "This is a practice pack.", next_step="Choose the practice study instead."
            )
        demand_openable(pack, seat=_code(seat), identity=identity)
        store = stores / f"{pack.study.id}.fmdb"
        if not store.exists():
            _demand_here(stores, identity)
        return begin_study(
            store, pack=pack, data=data, seat=_code(seat), identity=identity, clock=clock
        )
    except UserError as error:
        error.file = error.file or str(path)
        raise


def begin_study(
    path: Path,
    *,
    pack: Pack,
    data: bytes,
    seat: str,
    identity: UnlockedIdentity,
    clock: Clock,
) -> Session:
    """Return a session on the store at `path`, where the pack is recorded if it is new there."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise host_error(error, path) from error
    store = open_study_store(path, clock=clock, create=True)
    try:
        log = verified_log(store, identity)
        bodies = _news(log, pack=pack, seat=seat, identity=identity)
        head = ChainHead.after(log[-1]) if log else EMPTY
        if bodies:
            demand_unfinished(log, file=path)
            # Genesis, pack and the pack's bytes in one transaction: a study is begun or it is not.
            lines = extend(head, bodies, signer=identity.signer, clock=clock)
            store.append(lines, files=[NewBlob(BlobKind.PACK, data)])
        elif store.blob(pack.hash) is None:
            # A restored log may name a pack that the copy it was restored from did not hold.
            store.append((), files=[NewBlob(BlobKind.PACK, data)])
        return start_session(store, identity=identity, clock=clock)
    except BaseException:
        store.close()
        raise


def demand_openable(pack: Pack, *, seat: str, identity: UnlockedIdentity) -> None:
    """Return nothing, or raise UserError: seat and identity must fit the pack, and it be blind."""
    if identity.credential is None:
        raise UserError(
            "A coordinator's identity cannot give verdicts.",
            next_step="Create a signing identity of your own for this.",
        )
    found = pack.seat(seat)
    if found is None:
        raise UserError(
            f"The study pack has no seat {seat or '(nothing typed)'}.",
            next_step="Type the seat code as your coordinator wrote it.",
        )
    # Not one of the words is named: she must not learn from the refusal what she must not know.
    leaks = [hit for hit in check_leaks(pack.study) if hit.blocking and hit.waived_by is None]
    if leaks:
        raise UserError(
            f"{len(leaks)} words in the study pack could tell you who a patient is, so it was not "
            "opened.",
            next_step="Ask your coordinator for a corrected study pack.",
        )
    for item in found.items:
        if not pack.study.band(item).clause_ids:
            raise UserError(
                f"The item {item} names no guideline passage, so it cannot be judged.",
                next_step="Ask your coordinator for a corrected study pack.",
            )


def _demand_here(stores: Path, identity: UnlockedIdentity) -> None:
    """Return nothing, or raise MovedError: begun here and there, a study would have two records."""
    for study in known_studies(stores):
        if study.moved_at is not None and study.pseudonym == identity.pseudonym:
            raise moved_away(study.moved_at, Path(study.store))


def _news(
    log: Sequence[EventLine], *, pack: Pack, seat: str, identity: UnlockedIdentity
) -> list[Body]:
    opened = PackOpened(
        study=pack.study.id,
        pack=pack.hash,
        version=pack.version,
        roster=pack.roster_hash,
        coordinator=pack.coordinator_key.key_id,
    )
    if not log:
        return [_genesis(pack, seat=seat, identity=identity), opened]
    begun_at = genesis_of(log).seat
    if begun_at != seat:
        raise UserError(
            f"You began this study at seat {begun_at}.",
            next_step=f"Type {begun_at}, or ask your coordinator.",
        )
    _, newest = bodies_of(tuple(log), PackOpened)[-1]
    if newest.pack == pack.hash:
        return []
    _demand_successor(newest, pack)
    return [opened]


def _demand_successor(newest: PackOpened, pack: Pack) -> None:
    if newest.coordinator != pack.coordinator_key.key_id:
        raise UserError(
            "This study pack comes from another coordinator than the one before.",
            next_step=ASK_COORDINATOR,
        )
    if newest.version > pack.version:
        raise UserError(
            f"This is version {pack.version} of the study pack; you have opened version "
            f"{newest.version} already.",
            next_step="Open the newest study pack, or go on where you were.",
        )
    if newest.version == pack.version:
        raise UserError(
            f"This study pack differs from the one you opened, though both are version "
            f"{pack.version}.",
            next_step=ASK_COORDINATOR,
        )


def _genesis(pack: Pack, *, seat: str, identity: UnlockedIdentity) -> ChainGenesis:
    assert identity.credential is not None  # noqa: S101 (demand_openable)
    return ChainGenesis(
        study=pack.study.id,
        seat=seat,
        pseudonym=identity.pseudonym,
        credential=CredentialBody.of(identity.credential),
        key=base64.b64encode(identity.signer.public_der).decode(),
        certificate=base64.b64encode(identity.signer.certificate_der).decode(),
        identity_commitment=None,
    )


def _code(seat: str) -> str:
    return seat.strip().upper()
