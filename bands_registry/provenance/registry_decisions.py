"""Whether the coordinator's decisions fit the registry, and what a reader must know of them."""

from __future__ import annotations

from collections.abc import Iterator

from bands_registry.provenance.bodies import VerdictSigned, decoded_set
from bands_registry.provenance.decisions import ConsensusRecorded, ReceiptIssued, RosterAmended
from bands_registry.provenance.enclosed import left_out
from bands_registry.provenance.errors import (
    ChainBrokenError,
    ContentAlteredError,
    KeyRevokedError,
    VerificationError,
)
from bands_registry.provenance.events import bodies_of
from bands_registry.provenance.findings import Finding, Step
from bands_registry.provenance.item_sets import legal_set
from bands_registry.provenance.logs import ClinicianLog
from bands_registry.provenance.registry import Registry


def decision_findings(registry: Registry) -> Iterator[Finding]:
    """Yield what is wrong with the coordinator's decisions, and what is worth knowing."""
    for error in _broken_promises(registry):
        yield Finding.of(Step.LOG, error)
    for log in registry.chains.values():
        yield from _about_key(registry, log)
    yield from _about_study(registry)


def _broken_promises(registry: Registry) -> Iterator[VerificationError]:
    log = registry.coordinator
    merged = {(body.key, body.size, body.head) for body in log.merges}
    for line, receipt in bodies_of(log.lines, ReceiptIssued):
        if (receipt.key, receipt.size, receipt.head) not in merged:
            yield ChainBrokenError(
                "A receipt names a log that was never merged.", place=f"event {line.event.seq}"
            )
    for line, agreed in bodies_of(log.lines, ConsensusRecorded):
        if not _agreement_holds(registry, agreed):
            yield ContentAlteredError(
                "An agreement names an item, a set or a rater that does not fit the registry.",
                place=f"event {line.event.seq}",
            )
    rosters = {body.version: body.roster for body in log.published}
    for line, amended in bodies_of(log.lines, RosterAmended):
        if (rosters.get(amended.version - 1), rosters.get(amended.version)) != (
            amended.before,
            amended.after,
        ):
            yield ContentAlteredError(
                "The seats that were amended are not those of the packs before and after.",
                place=f"event {line.event.seq}",
            )


def _agreement_holds(registry: Registry, agreed: ConsensusRecorded) -> bool:
    """Whether a published pack has the item as it was, and each participant signed on it."""
    judged = {
        log.genesis.pseudonym for log in registry.chains.values() if agreed.item in log.verdicts
    }
    studies = [
        pack.study
        for pack in registry.packs.values()
        if any(band.id == agreed.item for band in pack.study.bands)
        and pack.item_hashes(agreed.item) == agreed.hashes
    ]
    acceptable = decoded_set(agreed.acceptable)
    return (
        len(agreed.participants) > 1
        and judged >= set(agreed.participants)
        and any(legal_set(acceptable, study.band(agreed.item), study) for study in studies)
    )


def _about_key(registry: Registry, log: ClinicianLog) -> Iterator[Finding]:
    rulings, place = registry.coordinator.rulings, log.genesis.pseudonym
    older = left_out(log, registry.enclosed(log))
    if older is not None:
        yield Finding.attention(Step.DOCUMENTS, older, place=place)
    revoked = rulings.revoked.get(log.key_id)
    if revoked is not None:
        later = verdicts_after(log, revoked.after)
        sentence = f"The key was revoked after event {revoked.after}"
        if later:
            error = KeyRevokedError(
                f"{sentence}; {later} verdicts it signed later do not count.", place=place
            )
            yield Finding.of(Step.KEYS, error)
        else:
            yield Finding.attention(
                Step.KEYS, f"{sentence}; what it signed before stands.", place=place
            )
    if log.key_id in rulings.withdrawn:
        sentence = f"The rater withdrew; her {len(log.verdicts)} verdicts are excluded."
        yield Finding.attention(Step.KEYS, sentence, place=place)
    for _, settled in rulings.settled_forks(log.key_id):
        sentence = f"The log was continued twice; the coordinator settled it: {settled.how}"
        yield Finding.attention(Step.KEYS, sentence, place=place)
    if rulings.lost(log.key_id) and not registry.disputed(log):
        sentence = "A conflict was settled against this log; its verdicts do not count."
        yield Finding.attention(Step.KEYS, sentence, place=place)


def _about_study(registry: Registry) -> Iterator[Finding]:
    rulings = registry.coordinator.rulings
    for body in rulings.rejected:
        yield Finding.attention(
            Step.SEATS,
            f"A response was refused and kept apart (code {body.code}): {body.reason}",
            place=f"file {body.response[:16]}",
        )
    for item in sorted(rulings.unblinded):
        yield Finding.attention(
            Step.SEATS, "The item was opened by the coordinator on purpose.", place=item
        )


def verdicts_after(log: ClinicianLog, position: int) -> int:
    """Return how many verdicts a log holds beyond a position."""
    return sum(line.event.seq > position for line, _ in bodies_of(log.lines, VerdictSigned))
