"""From a verified registry to what is counted: each verdict with every reason it is not."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bands_registry.provenance.bodies import ItemHashes, VerdictSigned
from bands_registry.provenance.events import EventLine
from bands_registry.provenance.findings import Finding
from bands_registry.provenance.keys import fingerprint
from bands_registry.provenance.logs import ClinicianLog
from bands_registry.provenance.registry import Registry
from bands_registry.provenance.verdicts import is_author, judgement_of, stands_for
from bands_registry.services.registry_views import (
    AdjudicatorView,
    RecordedVerdict,
    RegistryContents,
)
from fairmed_core.domain.resolution import NotCounted, RaterVerdict, resolve
from fairmed_core.domain.scope import scope_of
from fairmed_core.domain.showings import is_second, second_showing, shown_band
from fairmed_core.domain.verdict import VerdictKind


@dataclass(frozen=True)
class _Rater:
    """A log with the name it goes by; two logs under one pseudonym are told apart by their keys."""

    name: str
    log: ClinicianLog
    verdicts: Mapping[str, tuple[EventLine, VerdictSigned]]


def registry_contents(
    registry: Registry, findings: Sequence[Finding], *, published: bool
) -> RegistryContents:
    """Return the contents of a verified registry."""
    study = registry.pack.study
    practice = {band.id for band in study.practice_bands}
    bands = tuple(band for band in study.bands if band.id not in practice)
    raters = _raters(registry)
    present = {band.id: registry.pack.item_hashes(band.id) for band in bands}
    recorded = _all_recorded(registry, raters, present)
    again = _all_recorded(
        registry, raters, {second_showing(item): hashes for item, hashes in present.items()}
    )
    signed = _signed([*recorded, *again])
    hidden = () if published else _hidden(registry, raters, signed)
    shown = tuple(verdict for verdict in recorded if verdict.item_id not in set(hidden))
    given = _by_band(shown)
    repeated = _by_band([one for one in again if shown_band(one.item_id) not in set(hidden)])
    return RegistryContents(
        study=study,
        bands=tuple(resolve(band, given[band.id], repeats=repeated[band.id]) for band in bands),
        adjudicators=tuple(_adjudicator(registry, rater) for rater in raters),
        verdicts=shown,
        registry_hash=registry.hash,
        pack_hash=registry.pack.hash,
        published=published,
        hidden=hidden,
        signed=signed,
        findings=tuple(findings),
        consensus=registry.coordinator.rulings.consensus,
        changed=_changed([*recorded, *again]),
    )


def _raters(registry: Registry) -> tuple[_Rater, ...]:
    counts = Counter(log.genesis.pseudonym for log in registry.chains.values())
    raters = []
    for log in registry.chains.values():
        name = log.genesis.pseudonym
        if counts[name] > 1:
            name = f"{name} ({fingerprint(log.key_id)[:9]})"
        raters.append(_Rater(name, log, log.verdicts))
    return tuple(sorted(raters, key=lambda rater: rater.name))


def _all_recorded(
    registry: Registry, raters: Sequence[_Rater], present: Mapping[str, ItemHashes]
) -> list[RecordedVerdict]:
    """Return every rater's verdict on these showings."""
    return [
        _recorded(registry, rater, item, hashes)
        for item, hashes in present.items()
        for rater in raters
        if item in rater.verdicts
    ]


def _recorded(registry: Registry, rater: _Rater, item: str, present: ItemHashes) -> RecordedVerdict:
    line, body = rater.verdicts[item]
    band = registry.pack.study.shown(item)
    pack = registry.packs[body.pack]
    space = registry.pack.study.space
    scope = scope_of(space, band.sub_action, rater.log.credential, setting=band.setting)
    # Inside only where she was told so and the latest pack still says so.
    scope = replace(scope, inside=scope.inside and body.scope.inside)
    return RecordedVerdict(
        item_id=item,
        rater=rater.name,
        kind=VerdictKind(body.verdict),
        acceptable=stands_for(body, pack.study.shown(item)),
        judgement=judgement_of(body),
        scope=scope,
        not_counted=_not_counted(registry, rater, item, inside=scope.inside, present=present),
        time=line.event.time,
        event_id=line.id,
        pack_version=pack.version,
    )


def _not_counted(
    registry: Registry, rater: _Rater, item: str, *, inside: bool, present: ItemHashes
) -> tuple[NotCounted, ...]:
    log, study = rater.log, registry.pack.study
    line, body = rater.verdicts[item]
    author_of = study.shown(item).author
    pseudonym = log.genesis.pseudonym
    author = is_author(body, pseudonym=pseudonym, study=study) or author_of == pseudonym
    reasons = (
        (NotCounted.OUT_OF_SCOPE, not inside),
        (NotCounted.NOT_ENROLLED, registry.enrolment(log) is None),
        (NotCounted.NO_SEALED_IDENTITY, not registry.identity_held(log)),
        (NotCounted.NOT_ATTESTED, line.id not in log.attested),
        (NotCounted.AUTHOR, author),
        (NotCounted.NEEDS_RESIGNING, body.hashes != present),
        (NotCounted.CONFLICT, registry.in_conflict(log)),
        (NotCounted.REVOKED, _revoked(registry, log, item, line.event.seq)),
        (NotCounted.WITHDRAWN, log.key_id in registry.coordinator.rulings.withdrawn),
    )
    return tuple(reason for reason, holds in reasons if holds)


def _revoked(registry: Registry, log: ClinicianLog, item: str, seq: int) -> bool:
    """Whether the key was revoked before this verdict, or another key of the seat judged anew.

    A lost key is followed by a new one at the same seat: one person, who counts once.
    """
    rulings = registry.coordinator.rulings
    if log.key_id not in rulings.revoked:
        return False
    return not rulings.counts(log.key_id, seq) or any(
        other.genesis.seat == log.genesis.seat
        and other.key_id not in rulings.revoked
        and other.key_id not in rulings.withdrawn
        and registry.enrolment(other) is not None
        and item in other.verdicts
        and other.verdicts[item][0].id in other.attested
        for other in registry.chains.values()
    )


def _signed(recorded: Sequence[RecordedVerdict]) -> frozenset[tuple[str, str]]:
    missing = {
        NotCounted.NOT_ATTESTED,
        NotCounted.NEEDS_RESIGNING,
        NotCounted.REVOKED,
        NotCounted.WITHDRAWN,
    }
    return frozenset(
        (verdict.item_id, verdict.rater)
        for verdict in recorded
        if missing.isdisjoint(verdict.not_counted)
    )


def _changed(recorded: Sequence[RecordedVerdict]) -> frozenset[tuple[str, str]]:
    void = {NotCounted.NOT_ATTESTED, NotCounted.REVOKED, NotCounted.WITHDRAWN}
    return frozenset(
        (verdict.item_id, verdict.rater)
        for verdict in recorded
        if NotCounted.NEEDS_RESIGNING in verdict.not_counted
        and void.isdisjoint(verdict.not_counted)
    )


def _hidden(
    registry: Registry, raters: Sequence[_Rater], signed: frozenset[tuple[str, str]]
) -> tuple[str, ...]:
    """Return the items some assigned rater has not signed yet and nobody opened on purpose."""
    waiting: dict[str, None] = {}
    for seat in registry.pack.study.seats:
        here = [
            rater
            for rater in raters
            if rater.log.genesis.seat == seat.code and registry.enrolment(rater.log) is not None
        ]
        for item in seat.items:
            if not any((item, rater.name) in signed for rater in here):
                waiting[item] = None
    return tuple(item for item in waiting if item not in registry.coordinator.rulings.unblinded)


def _by_band(shown: Sequence[RecordedVerdict]) -> Mapping[str, list[RaterVerdict]]:
    given: defaultdict[str, list[RaterVerdict]] = defaultdict(list)
    for one in shown:
        given[shown_band(one.item_id)].append(
            RaterVerdict(one.rater, one.kind, one.acceptable, one.not_counted)
        )
    return given


def _adjudicator(registry: Registry, rater: _Rater) -> AdjudicatorView:
    log, rulings = rater.log, registry.coordinator.rulings
    seat, revoked = registry.pack.seat(log.genesis.seat), rulings.revoked.get(log.key_id)
    return AdjudicatorView(
        pseudonym=rater.name,
        credential=log.credential,
        seat=log.genesis.seat,
        role=seat.role if seat else "",
        key_id=log.key_id,
        fingerprint=fingerprint(log.key_id),
        enrolled=registry.enrolment(log) is not None,
        sealed=registry.identity_held(log),
        attested=bool(log.attestations),
        in_conflict=registry.in_conflict(log),
        revoked_after=revoked.after if revoked else None,
        withdrawn=log.key_id in rulings.withdrawn,
        verdicts=sum(not is_second(item) for item in rater.verdicts),
    )
