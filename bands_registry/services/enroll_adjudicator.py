"""Enrol an adjudicator: bind a seat, a pseudonym and a key after checking who holds it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from bands_registry.provenance.canonical import clean_text
from bands_registry.provenance.events import AdjudicatorEnrolled
from bands_registry.provenance.keys import fingerprint
from bands_registry.provenance.keystore import UnlockedIdentity
from bands_registry.provenance.logs import ClinicianLog
from bands_registry.provenance.pseudonym import check_pseudonym
from bands_registry.provenance.read_aloud import GROUPS, LETTERS, heard
from bands_registry.provenance.registry import Registry
from bands_registry.services.registry_store import demand_coordinator, open_registry
from fairmed_core.clock import Clock
from fairmed_core.errors import UserError

_KEY_ID = re.compile(r"^[0-9a-f]{64}$")


@dataclass(frozen=True)
class Enrolment:
    """A key bound to a seat and a pseudonym."""

    seat: str
    pseudonym: str
    key_id: str
    fingerprint: str


def enroll_adjudicator(
    *,
    registry: Path,
    coordinator: UnlockedIdentity,
    seat: str,
    pseudonym: str,
    key_id: str,
    how_checked: str,
    clock: Clock,
) -> Enrolment:
    """Record the enrolment.

    `key_id` is the 64-digit key id, or, once her response is merged, the fingerprint as she read it
    aloud: that of the key she signs with now, where an earlier one signed it in.

    Raises UserError for an unknown seat, something that is no pseudonym or key, a missing word on
    how the identity was checked, a seat, pseudonym or key that is bound already, and a key that was
    revoked or is in a conflict.
    """
    check_pseudonym(pseudonym)
    how = clean_text(how_checked).strip()
    if not how:
        raise UserError(
            "How the identity was checked is missing.",
            next_step="Say it in a few words, e.g. “compared the fingerprint on a call”.",
        )
    with open_registry(registry, clock=clock) as opened:
        known = opened.published()
        demand_coordinator(known, coordinator, file=registry)
        key = _key(known, key_id, pseudonym)
        demand_enrollable(known, seat=seat, pseudonym=pseudonym, key=key)
        body = AdjudicatorEnrolled(seat=seat, pseudonym=pseudonym, key=key, how_checked=how)
        opened.record(coordinator, [body], clock=clock)
    return Enrolment(seat, pseudonym, key, fingerprint(key))


def demand_enrollable(registry: Registry, *, seat: str, pseudonym: str, key: str) -> None:
    """Return nothing, or raise UserError when seat, pseudonym and key cannot be bound."""
    _demand_seat(registry, seat)
    _demand_in_force(registry, pseudonym, key)
    _demand_unbound(registry, seat=seat, pseudonym=pseudonym, key=key)
    _demand_as_merged(registry, seat=seat, pseudonym=pseudonym, key=key)


def _key(registry: Registry, text: str, pseudonym: str) -> str:
    plain = text.strip().lower()
    if _KEY_ID.fullmatch(plain):
        return plain
    spoken = heard(text)
    if len(spoken) != GROUPS * LETTERS:
        raise UserError(
            "This is neither a key id nor a fingerprint.",
            next_step="Give the 64-digit key id, or the eight groups of four characters.",
        )
    for key_id, log in registry.chains.items():
        if heard(spoken_fingerprint(log)) == spoken and log.genesis.pseudonym == pseudonym:
            return key_id
    raise UserError(
        "No merged response has this fingerprint under this pseudonym.",
        next_step="Compare the groups again; merge her response first, or give the whole key id.",
    )


def spoken_fingerprint(log: ClinicianLog) -> str:
    """Return what the holder of a log reads aloud: the fingerprint of the key that signs now."""
    return fingerprint(log.keys[-1].key.key_id)


def _demand_seat(registry: Registry, seat: str) -> None:
    if registry.pack.seat(seat) is None:
        known = ", ".join(s.code for s in registry.pack.study.seats)
        raise UserError(
            f"The latest roster has no seat {seat}.", next_step=f"Its seats are: {known}."
        )


def _demand_in_force(registry: Registry, pseudonym: str, key: str) -> None:
    rulings = registry.coordinator.rulings
    if key in rulings.withdrawn:
        raise UserError(
            f"{pseudonym} withdrew from the study.",
            next_step="There is nothing to enrol: what she signed stays out of every count.",
        )
    if key in rulings.revoked:
        raise UserError(
            f"The key of {pseudonym} was revoked.",
            next_step="Merge the response she signs with her new key, and enrol that one.",
        )
    if rulings.unsettled(key):
        raise UserError(
            f"{pseudonym} is in a conflict that nobody settled yet.",
            next_step="Settle it first: fairmed conflict list, then fairmed conflict resolve.",
        )
    if rulings.lost(key):
        raise UserError(
            f"The conflict about {pseudonym} was settled against this key.",
            next_step="Enrol the key that stands.",
        )


def _demand_unbound(registry: Registry, *, seat: str, pseudonym: str, key: str) -> None:
    rulings = registry.coordinator.rulings
    for body in registry.coordinator.enrolments:
        # A revoked or withdrawn key leaves its seat to another; its pseudonym stays its own.
        gone = body.key in rulings.revoked or body.key in rulings.withdrawn
        if (body.seat, body.pseudonym, body.key) == (seat, pseudonym, key):
            raise UserError(
                f"{pseudonym} is enrolled at seat {seat} with this key already.",
                next_step="Nothing more is needed.",
            )
        if body.seat == seat and not gone:
            raise UserError(
                f"Seat {seat} is taken: {body.pseudonym} is enrolled there.",
                next_step="Ask her which seat code she was given. If she has a new key because the "
                "old one is lost, revoke the old one first: fairmed roster revoke",
            )
        if body.pseudonym == pseudonym:
            raise UserError(
                f"{pseudonym} is enrolled already, at seat {body.seat}.",
                next_step="Check seat, pseudonym and key with the clinician.",
            )
        if body.key == key:
            raise UserError(
                f"This key is enrolled already: {body.pseudonym} at seat {body.seat}.",
                next_step="Check seat, pseudonym and key with the clinician.",
            )


def _demand_as_merged(registry: Registry, *, seat: str, pseudonym: str, key: str) -> None:
    for log in registry.chains.values():
        if registry.coordinator.rulings.lost(log.key_id):
            # It claimed a pseudonym that a signed resolution gave to the other log.
            continue
        same_key, same_name = log.key_id == key, log.genesis.pseudonym == pseudonym
        if same_key != same_name or (same_key and log.genesis.seat != seat):
            raise UserError(
                f"The merged response of {log.genesis.pseudonym} at seat {log.genesis.seat} "
                "says otherwise.",
                next_step="Check seat, pseudonym and key with the clinician.",
            )
