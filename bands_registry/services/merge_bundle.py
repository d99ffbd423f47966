"""Merge a response: verify it first, then take in what is new and sign that it was taken in."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from bands_registry.provenance.canonical import sha256
from bands_registry.provenance.envelope import unbase64
from bands_registry.provenance.errors import (
    ConflictError,
    ContentAlteredError,
    deciding,
)
from bands_registry.provenance.events import (
    BundleMerged,
    EventLine,
    MergedAttestation,
    PackOpened,
    bodies_of,
)
from bands_registry.provenance.identity import open_sealed
from bands_registry.provenance.keys import PublicKey, fingerprint
from bands_registry.provenance.keystore import UnlockedIdentity
from bands_registry.provenance.logs import ClinicianLog
from bands_registry.provenance.meaning import meaning_errors, meaning_warnings
from bands_registry.provenance.pack import PRACTICE_STUDY
from bands_registry.provenance.registry import Registry
from bands_registry.provenance.response import Response, read_response
from bands_registry.services.registry_store import demand_coordinator, open_registry
from bands_registry.services.registry_views import MergeOutcome, MergeResult
from bands_registry.store.values import BlobKind, NewBlob
from fairmed_core.clock import Clock
from fairmed_core.errors import UserError


@dataclass(frozen=True)
class _News:
    """What a response brings: events not merged yet, and whether its identity is new here."""

    events: tuple[EventLine, ...]
    identity: bool

    def __bool__(self) -> bool:
        return bool(self.events) or self.identity


_NOTHING = _News((), identity=False)


def merge_bundle(
    response: Path, *, registry: Path, coordinator: UnlockedIdentity, clock: Clock
) -> MergeResult:
    """Take a clinician's response into the registry.

    The same log, or an earlier state of it, is nothing new. A key that is not enrolled is taken in
    all the same; its verdicts do not count until it is.

    Raises
    ------
    VerificationError
        The response does not verify, or contradicts what was merged or enrolled before; its
        `exit_code` says how. Nothing is written.
    UserError
        No such file, practice, another study, another coordinator.
    HostError
        The registry cannot be written: nothing is taken in.
    """
    bundle = read_response(response)
    with open_registry(registry, clock=clock) as opened:
        known = opened.published()
        demand_coordinator(known, coordinator, file=registry)
        try:
            _check(bundle, known)
            _check_identity(bundle, coordinator)
            news = _news(bundle, known)
        except UserError as error:
            error.file = str(response)
            raise
        if news:
            opened.record(
                coordinator,
                [_body(bundle, news)],
                clock=clock,
                merged=news.events,
                files=_files(bundle),
            )
    return _result(bundle, known, news)


def _check(bundle: Response, registry: Registry) -> None:
    log = bundle.log
    if bundle.study == PRACTICE_STUDY:
        raise UserError(
            "This response is practice; none of it counts.",
            next_step="Ask for the response of the study itself.",
        )
    if bundle.study != registry.coordinator.genesis.study:
        raise UserError(
            f"This response belongs to the study {bundle.study}, not to "
            f"{registry.coordinator.genesis.study}.",
            next_step="Choose the registry of that study.",
        )
    if any(body.pack not in registry.packs for _, body in bodies_of(log.lines, PackOpened)):
        raise ContentAlteredError(
            "The response was given on a study pack that this registry never published.",
            next_step="Ask which pack the clinician opened, and from whom it came.",
        )
    errors = list(meaning_errors(log, registry.packs))
    if errors:
        raise deciding(errors)
    _check_claims(log, registry)


def _check_claims(log: ClinicianLog, registry: Registry) -> None:
    """One pseudonym has one key and one key has one pseudonym, here and among the enrolled."""
    mine = (log.genesis.pseudonym, log.key_id)
    claims = {(e.pseudonym, e.key) for e in registry.coordinator.enrolments}
    claims |= {(other.genesis.pseudonym, other.key_id) for other in registry.chains.values()}
    for claim in claims - {mine}:
        if claim[0] == mine[0] or claim[1] == mine[1]:
            raise ConflictError(
                f"The pseudonym {mine[0]} or its key is in this registry under another one.",
                next_step="Compare the fingerprints with the clinician on a call.",
            )


def _check_identity(bundle: Response, coordinator: UnlockedIdentity) -> None:
    if bundle.identity is None or coordinator.age_identity is None:
        return
    # The log names this very file (read_response), so it has committed to what is inside.
    open_sealed(
        bundle.identity,
        coordinator.age_identity,
        key=PublicKey(unbase64(bundle.log.genesis.key)),
        commitment=bundle.log.commitment or "",
    )


def _news(bundle: Response, registry: Registry) -> _News:
    log = bundle.log
    before = registry.chains.get(log.key_id)
    have = before.lines if before else ()
    shared = min(len(have), len(log.lines))
    if shared and have[shared - 1].id != log.lines[shared - 1].id:
        raise ConflictError(
            "This log parts from the one that was merged before: it was continued twice from the "
            "same point.",
            next_step="Ask whether a backup was restored; nothing was merged.",
        )
    if len(log.lines) < len(have):
        return _NOTHING
    held = log.key_id in registry.coordinator.identities
    return _News(log.lines[len(have) :], identity=bundle.identity is not None and not held)


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
        outcome=MergeOutcome.MERGED if news else MergeOutcome.NOTHING_NEW,
        pseudonym=log.genesis.pseudonym,
        seat=log.genesis.seat,
        key_id=log.key_id,
        fingerprint=fingerprint(log.key_id),
        new_events=len(news.events),
        enrolled=registry.enrolment(log) is not None,
        identity_held=news.identity or log.key_id in registry.coordinator.identities,
        warnings=tuple(meaning_warnings(log, registry.packs)),
    )
