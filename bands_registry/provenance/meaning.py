"""What a clinician's log must say to make sense: against itself and against the packs it names."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping

from bands_registry.provenance.bodies import (
    AttestationIssued,
    ClockAnomaly,
    ItemDisplayed,
    ItemHashes,
    PackOpened,
    VerdictSigned,
)
from bands_registry.provenance.chain import CLOCK_TOLERANCE_SECONDS
from bands_registry.provenance.custody import DbRestored, KeyRotated, pinned_keys
from bands_registry.provenance.envelope import unbase64
from bands_registry.provenance.errors import ContentAlteredError, VerificationError
from bands_registry.provenance.events import EventLine, bodies_of
from bands_registry.provenance.findings import Finding, Step
from bands_registry.provenance.item_sets import legal_set
from bands_registry.provenance.keys import PublicKey, check_certificate, fingerprint
from bands_registry.provenance.logs import ClinicianLog
from bands_registry.provenance.pack import Pack
from bands_registry.provenance.pseudonym import PATTERN
from bands_registry.provenance.verdicts import current_verdicts, judgement_of
from fairmed_core.domain.band import Band
from fairmed_core.domain.scope import Scope, scope_of
from fairmed_core.domain.study import Study
from fairmed_core.domain.verdict import Judgement, problems


def check_meaning(
    log: ClinicianLog, packs: Mapping[str, Pack], *, where: str | None = None
) -> tuple[Finding, ...]:
    """Return what is wrong with, or worth knowing of, a verified log.

    `packs` are those at hand, by hash; a verdict that names another one is checked as far as
    that goes and a warning says so.
    """
    found = [Finding.of(Step.MEANING, error, where=where) for error in meaning_errors(log, packs)]
    found += [
        Finding.attention(Step.MEANING, sentence, place=where)
        for sentence in meaning_warnings(log, packs)
    ]
    return tuple(found)


def meaning_errors(log: ClinicianLog, packs: Mapping[str, Pack]) -> Iterator[VerificationError]:
    """Yield what is wrong, in the order of the log."""
    yield from _identity_errors(log)
    opened: set[str] = set()
    latest: dict[str, str] = {}
    for index, line in enumerate(log.lines):
        body = line.event.body
        try:
            if isinstance(body, PackOpened):
                _check_opened(body, log, packs)
                opened.add(body.pack)
            elif isinstance(body, ItemDisplayed):
                _require(body.pack in opened, "An item was shown from a pack that was not opened.")
            elif isinstance(body, VerdictSigned):
                _require(body.pack in opened, "A verdict names a pack that was not opened.")
                _require(
                    body.supersedes == latest.get(body.item),
                    "A verdict does not name the one it takes the place of.",
                )
                latest[body.item] = line.id
                if body.pack in packs:
                    _check_verdict(body, log, packs[body.pack])
            elif isinstance(body, AttestationIssued):
                _check_attestation(body, log.lines[:index])
            elif isinstance(body, KeyRotated):
                _check_rotation(body, log, log.lines[:index])
            elif isinstance(body, DbRestored):
                _require(
                    index > 0 and (body.size, body.head) == (index, log.lines[index - 1].id),
                    "A restored log does not stand where its event says.",
                )
        except VerificationError as error:
            error.place = f"event {line.event.seq}"
            yield error


def _identity_errors(log: ClinicianLog) -> Iterator[VerificationError]:
    try:
        log.genesis.credential.credential()
        _require(
            PATTERN.fullmatch(log.genesis.pseudonym) is not None, "The pseudonym is not valid."
        )
        check_certificate(
            unbase64(log.genesis.certificate),
            key=PublicKey(unbase64(log.genesis.key)),
            pseudonym=log.genesis.pseudonym,
        )
    except VerificationError as error:
        error.place = "event 1"
        yield error


def _check_opened(body: PackOpened, log: ClinicianLog, packs: Mapping[str, Pack]) -> None:
    _require(body.study == log.genesis.study, "A pack of another study was opened.")
    pack = packs.get(body.pack)
    if pack is None:
        return
    recorded = (body.study, body.version, body.roster, body.coordinator)
    found = (pack.study.id, pack.version, pack.roster_hash, pack.coordinator_key.key_id)
    _require(recorded == found, "What was recorded of the pack does not fit the pack.")


def _check_verdict(body: VerdictSigned, log: ClinicianLog, pack: Pack) -> None:
    seat = pack.seat(log.genesis.seat)
    _require(
        seat is not None and body.item in pack.study.showings(seat),
        "The item is not assigned to this seat.",
    )
    _require(
        body.hashes == pack.item_hashes(body.item), "The item differs from the one in the pack."
    )
    study, band = pack.study, pack.study.shown(body.item)
    scope = scope_of(study.space, band.sub_action, log.credential, setting=band.setting)
    # Who ordinarily decides is worded by the program and may be worded otherwise one day.
    _require(
        (body.scope.inside, body.scope.setting) == (scope.inside, scope.setting),
        "The scope that was recorded is not the one that holds.",
    )
    judgement = judgement_of(body)
    _require(
        judgement.amended is None or legal_set(judgement.amended, band, study),
        "The set is not one of this scale.",
    )
    _require(not _open_problems(judgement, band, study, scope), "The verdict contradicts itself.")


def _open_problems(judgement: Judgement, band: Band, study: Study, scope: Scope) -> bool:
    summary = study.clause(band.clause_ids[0]).summary if band.clause_ids else ""
    found = problems(judgement, band, summary=summary, inside_scope=scope.inside)
    return any(problem.blocking for problem in found)


def _check_rotation(body: KeyRotated, log: ClinicianLog, prefix: tuple[EventLine, ...]) -> None:
    key = PublicKey(unbase64(body.key))
    check_certificate(unbase64(body.certificate), key=key, pseudonym=log.genesis.pseudonym)
    earlier = pinned_keys([line.event.body for line in prefix])
    _require(
        all(key != pinned.key for pinned in earlier), "A key takes the place of one it was before."
    )


def _check_attestation(body: AttestationIssued, prefix: tuple[EventLine, ...]) -> None:
    _require(
        bool(prefix) and (body.size, body.head) == (prefix[-1].event.seq, prefix[-1].id),
        "An attestation does not cover the log up to itself.",
    )
    _require(
        body.number == len(bodies_of(prefix, AttestationIssued)) + 1,
        "The attestations are not numbered one after the other.",
    )
    current = {(item, line.id) for item, (line, _) in current_verdicts(prefix).items()}
    listed = [(verdict.item, verdict.event) for verdict in body.verdicts]
    _require(
        set(listed) == current and len(listed) == len(current),
        "An attestation does not list exactly the verdicts that stood.",
    )


def meaning_warnings(log: ClinicianLog, packs: Mapping[str, Pack]) -> Iterator[str]:
    """Yield what is worth knowing, as sentences."""
    yield from log_warnings(log, packs)
    open_verdicts = [line for line, _ in log.verdicts.values() if line.id not in log.attested]
    if open_verdicts:
        yield f"No attestation covers {len(open_verdicts)} of {len(log.verdicts)} verdicts."


def log_warnings(log: ClinicianLog, packs: Mapping[str, Pack]) -> Iterator[str]:
    """Yield what is worth knowing of a log, or of the part of one that an attestation covers."""
    missing = {body.pack for _, body in bodies_of(log.lines, VerdictSigned)} - set(packs)
    if missing:
        yield "The study pack is not at hand, so the items could not be compared with it."
    if bodies_of(log.lines, ClockAnomaly):
        yield "The signer's clock was set back; the log says so itself."
    elif _clock_went_back(log.lines):
        yield "The times in the log go backwards and the log does not say why."
    for line, rotated in bodies_of(log.lines, KeyRotated):
        key = fingerprint(PublicKey(unbase64(rotated.key)).key_id)
        yield f"The key was replaced at event {line.event.seq}, signed by the old one; now {key}."
    for line, restored in bodies_of(log.lines, DbRestored):
        yield (
            f"Before event {line.event.seq} her study file had fallen back to event "
            f"{restored.before} and was restored."
        )
    unseen = _signed_unseen(log.lines)
    if unseen:
        yield f"Signed without a record that it was shown: {', '.join(unseen)}."


def _clock_went_back(lines: tuple[EventLine, ...]) -> bool:
    return any(
        (before.event.time - here.event.time).total_seconds() > CLOCK_TOLERANCE_SECONDS
        for before, here in itertools.pairwise(lines)
    )


def _signed_unseen(lines: tuple[EventLine, ...]) -> list[str]:
    shown: set[tuple[str, ItemHashes]] = set()
    unseen: dict[str, None] = {}
    for line in lines:
        body = line.event.body
        if isinstance(body, ItemDisplayed):
            shown.add((body.item, body.hashes))
        elif isinstance(body, VerdictSigned) and (body.item, body.hashes) not in shown:
            unseen[body.item] = None
    return list(unseen)


def _require(holds: bool, sentence: str) -> None:  # noqa: FBT001
    if not holds:
        raise ContentAlteredError(sentence)
