"""Merge a response: verify it first, then take in what is new and sign that it was taken in."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from bands_registry.provenance.bodies import Body
from bands_registry.provenance.canonical import sha256
from bands_registry.provenance.container import STANDARD
from bands_registry.provenance.decisions import ConflictRecorded, ReceiptIssued
from bands_registry.provenance.errors import NewerFormatError, VerificationError
from bands_registry.provenance.events import BundleMerged, EventLine, MergedAttestation
from bands_registry.provenance.files import read_file
from bands_registry.provenance.keys import fingerprint
from bands_registry.provenance.keystore import UnlockedIdentity
from bands_registry.provenance.meaning import meaning_warnings
from bands_registry.provenance.registry import Registry
from bands_registry.provenance.response import Response, read_response
from bands_registry.services.check_response import check_response
from bands_registry.services.claims import collision_of, fork_of, parts_from
from bands_registry.services.quarantine import is_response, keep_apart
from bands_registry.services.registry_store import (
    OpenRegistry,
    demand_coordinator,
    open_registry,
)
from bands_registry.services.registry_views import MergeOutcome, MergeResult
from bands_registry.store.study_store import StudyStore
from bands_registry.store.values import BlobKind, NewBlob
from fairmed_core.clock import Clock
from fairmed_core.errors import UserError


@dataclass(frozen=True)
class _News:
    """What a response brings: events not held yet, a first identity, a conflict with another log.

    `forks` tells that the events part from those merged before: they are kept and not merged.
    """

    events: tuple[EventLine, ...] = ()
    identity: bool = False
    conflict: ConflictRecorded | None = None
    recorded: bool = False

    @property
    def forks(self) -> bool:
        return self.conflict is not None and self.conflict.conflict == "fork"

    def __bool__(self) -> bool:
        return bool(self.events) or self.identity


def merge_bundle(
    response: Path, *, registry: Path, coordinator: UnlockedIdentity, clock: Clock
) -> MergeResult:
    """Take a clinician's response into the registry.

    The same log, or an earlier state of it, is nothing new. A key that is not enrolled is taken in
    all the same; its verdicts do not count until it is. A log that parts from what was merged, or
    claims another's pseudonym or key, is kept beside the other: a conflict, and neither counts
    until it is settled.

    Raises
    ------
    VerificationError
        The response does not verify; its `exit_code` says how. Nothing is merged, and a file that
        is a response at all is kept apart with the reason.
    UserError
        No such file, practice, another study, another coordinator: nothing is written.
    HostError
        The registry cannot be written: nothing is taken in.
    """
    data = read_file(response, limit=STANDARD.size)
    with open_registry(registry, clock=clock) as opened:
        known = opened.published()
        demand_coordinator(known, coordinator, file=registry)
        try:
            bundle = read_response(data)
            check_response(bundle, known, coordinator)
        except VerificationError as error:
            error.file = str(response)
            if is_response(data) and not isinstance(error, NewerFormatError):
                keep_apart(data, error, opened=opened, coordinator=coordinator, clock=clock)
            raise
        except UserError as error:
            error.file = str(response)
            raise
        news = _news(bundle, known, opened.store)
        if not news.recorded and (news or news.conflict):
            _take_in(bundle, news, opened=opened, coordinator=coordinator, clock=clock)
    return _result(bundle, known, news)


def _news(bundle: Response, registry: Registry, store: StudyStore) -> _News:
    log = bundle.log
    before = registry.chains.get(log.key_id)
    if before is not None and parts_from(log, before):
        held = set(store.lines(log.key_id))
        apart = tuple(line for line in log.lines if line.raw not in held)
        return _News(
            apart,
            conflict=fork_of(log, before, response=bundle.sha256),
            # Each side is kept; what lies on one of them is no second conflict.
            recorded=not apart,
        )
    have = before.lines if before else ()
    if len(log.lines) < len(have):
        return _News()
    sealed = log.key_id in registry.coordinator.identities
    collision = None if before else collision_of(log, registry, response=bundle.sha256)
    return _News(
        log.lines[len(have) :],
        identity=bundle.identity is not None and not sealed,
        conflict=collision,
    )


def _take_in(
    bundle: Response,
    news: _News,
    *,
    opened: OpenRegistry,
    coordinator: UnlockedIdentity,
    clock: Clock,
) -> None:
    bodies: list[Body] = [] if news.forks else [_body(bundle, news), _receipt(bundle)]
    if news.conflict is not None:
        bodies.append(news.conflict)
    opened.record(coordinator, bodies, clock=clock, merged=news.events, files=_files(bundle))


def _receipt(bundle: Response) -> ReceiptIssued:
    position = bundle.log.position
    return ReceiptIssued(
        response=bundle.sha256,
        key=position.key,
        pseudonym=bundle.log.genesis.pseudonym,
        size=position.size,
        head=position.head,
    )


def _body(bundle: Response, news: _News) -> BundleMerged:
    log = bundle.log
    return BundleMerged(
        response=bundle.sha256,
        key=log.key_id,
        pseudonym=log.genesis.pseudonym,
        seat=log.genesis.seat,
        size=log.position.size,
        head=log.position.head,
        new_events=len(news.events),
        identity=None if bundle.identity is None else sha256(bundle.identity),
        attestations=tuple(
            MergedAttestation(number=number, pdf=sha256(pdf))
            for number, pdf in sorted(bundle.documents.items())
        ),
    )


def _files(bundle: Response) -> list[NewBlob]:
    files = [NewBlob(BlobKind.ATTESTATION, pdf) for pdf in bundle.documents.values()]
    if bundle.identity is not None:
        files.append(NewBlob(BlobKind.IDENTITY, bundle.identity))
    return files


def _result(bundle: Response, registry: Registry, news: _News) -> MergeResult:
    log = bundle.log
    return MergeResult(
        outcome=_outcome(news),
        pseudonym=log.genesis.pseudonym,
        seat=log.genesis.seat,
        key_id=log.key_id,
        fingerprint=fingerprint(log.key_id),
        new_events=0 if news.forks else len(news.events),
        enrolled=registry.enrolment(log) is not None,
        identity_held=news.identity or log.key_id in registry.coordinator.identities,
        warnings=tuple(meaning_warnings(log, registry.packs)),
    )


def _outcome(news: _News) -> MergeOutcome:
    if news.conflict is not None:
        return MergeOutcome.CONFLICT
    return MergeOutcome.MERGED if news else MergeOutcome.NOTHING_NEW
