"""What anchors say about a file beyond where its chain ends: the coordinator's word on a key."""

from __future__ import annotations

from collections.abc import Iterator

from bands_registry.provenance.anchors import Anchors
from bands_registry.provenance.errors import (
    ChainBrokenError,
    ConflictError,
    KeyMismatchError,
    KeyNotEnrolledError,
    KeyRevokedError,
)
from bands_registry.provenance.events import PackOpened, bodies_of
from bands_registry.provenance.findings import Finding, Step
from bands_registry.provenance.logs import ClinicianLog, CoordinatorLog
from bands_registry.provenance.pack import PRACTICE_STUDY
from bands_registry.provenance.receipt import Receipt
from bands_registry.provenance.registry import lies_on
from bands_registry.provenance.registry_decisions import verdicts_after

NO_ANCHOR = (
    "No anchor vouches for this file: whether something was cut off at its end cannot be told."
)
_UNKNOWN = "No anchor tells whether the study's coordinator signed this receipt."


def key_findings(log: ClinicianLog, anchors: Anchors) -> list[Finding]:
    """Return what is known, and what cannot be known, of the key of a log."""
    found = list(ruling_findings(log, anchors))
    if log.genesis.study == PRACTICE_STUDY:
        found.append(Finding.attention(Step.KEYS, "This is practice; none of it counts."))
    elif log.genesis.study not in anchors.enrolments:
        found.append(
            Finding.attention(
                Step.KEYS, "Whether this key is enrolled only the study's registry can tell."
            )
        )
    elif not any(
        (body.seat, body.pseudonym, body.key)
        == (log.genesis.seat, log.genesis.pseudonym, log.key_id)
        for body in anchors.enrolments[log.genesis.study]
    ):
        error = KeyNotEnrolledError("The key is not enrolled under this pseudonym and seat.")
        found.append(Finding.of(Step.KEYS, error))
    if log.commitment is None:
        found.append(
            Finding.attention(Step.KEYS, "No sealed identity: these verdicts do not adjudicate.")
        )
    return found


def foreign_coordinator(log: ClinicianLog, anchors: Anchors) -> list[Finding]:
    """Return a finding when she opened a pack of another coordinator than is known."""
    known = {e.coordinator for e in anchors.published if e.study == log.genesis.study}
    opened = {body.coordinator for _, body in bodies_of(log.lines, PackOpened)}
    if not known or opened <= known:
        return []
    error = KeyMismatchError("A pack she opened comes from another coordinator than is known.")
    return [Finding.of(Step.ANCHORS, error)]


def ruling_findings(log: ClinicianLog, anchors: Anchors) -> Iterator[Finding]:
    """Yield what the registries among the anchors decided about the key of a log."""
    for registry in anchors.registries:
        rulings = registry.coordinator.rulings
        revoked = rulings.revoked.get(log.key_id)
        later = verdicts_after(log, revoked.after) if revoked else 0
        if revoked is not None and later:
            sentence = f"The key was revoked after event {revoked.after}; {later} verdicts it "
            error = KeyRevokedError(f"{sentence}signed later do not count.")
            yield Finding.of(Step.KEYS, error)
        if log.key_id in rulings.withdrawn:
            yield Finding.attention(Step.KEYS, "The rater withdrew; her verdicts are excluded.")
        if rulings.unsettled(log.key_id):
            conflict = ConflictError("The registry holds an unsettled conflict about this log.")
            yield Finding.of(Step.KEYS, conflict)


def receipt_anchoring(receipt: Receipt, anchors: Anchors) -> tuple[Finding, ...]:
    """Return whether the anchors bear a receipt out."""
    published = [entry for entry in anchors.published if entry.study == receipt.study]
    if any(entry.coordinator != receipt.line.key_id for entry in published):
        foreign = KeyMismatchError("The study has another coordinator's key.")
        return (Finding.of(Step.KEYS, foreign),)
    logs: list[ClinicianLog | CoordinatorLog] = list(anchors.logs)
    for registry in anchors.registries:
        logs += [registry.coordinator, *registry.chains.values()]
    for position in receipt.positions:
        for log in logs:
            if log.key_id == position.key and not lies_on(position, log):
                broken = ChainBrokenError("A known log does not contain what was received.")
                return (Finding.of(Step.ANCHORS, broken),)
    if published or any(log.key_id == receipt.line.key_id for log in logs):
        return ()
    return (Finding.attention(Step.ANCHORS, _UNKNOWN),)
