"""Enrol an adjudicator: bind a seat, a pseudonym and a key after checking who holds it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from bands_registry.provenance.canonical import clean_text
from bands_registry.provenance.events import AdjudicatorEnrolled
from bands_registry.provenance.keys import fingerprint
from bands_registry.provenance.keystore import UnlockedIdentity
from bands_registry.provenance.pseudonym import check_pseudonym
from bands_registry.provenance.registry import Registry
from bands_registry.services.registry_store import demand_coordinator, open_registry
from fairmed_core.clock import Clock
from fairmed_core.errors import UserError

_KEY_ID = re.compile(r"^[0-9a-f]{64}$")
_FINGERPRINT_LENGTH = 32


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
    aloud.

    Raises UserError for an unknown seat, something that is no pseudonym or key, a missing word on
    how the identity was checked, or a seat, pseudonym or key that is bound already.
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
        _demand_seat(known, seat)
        key = _key(known, key_id, pseudonym)
        _demand_unbound(known, seat=seat, pseudonym=pseudonym, key=key)
        body = AdjudicatorEnrolled(seat=seat, pseudonym=pseudonym, key=key, how_checked=how)
        opened.record(coordinator, [body], clock=clock)
    return Enrolment(seat, pseudonym, key, fingerprint(key))


def _demand_seat(registry: Registry, seat: str) -> None:
    if registry.pack.seat(seat) is None:
        known = ", ".join(s.code for s in registry.pack.study.seats)
        raise UserError(
            f"The latest roster has no seat {seat}.", next_step=f"Its seats are: {known}."
        )


def _key(registry: Registry, text: str, pseudonym: str) -> str:
    plain = text.strip().lower()
    if _KEY_ID.fullmatch(plain):
        return plain
    spoken = "".join(text.upper().split())
    if len(spoken) != _FINGERPRINT_LENGTH:
        raise UserError(
            "This is neither a key id nor a fingerprint.",
            next_step="Give the 64-digit key id, or the eight groups of four characters.",
        )
    for key_id, log in registry.chains.items():
        if fingerprint(key_id).replace(" ", "") == spoken and log.genesis.pseudonym == pseudonym:
            return key_id
    raise UserError(
        "No merged response has this fingerprint under this pseudonym.",
        next_step="Compare the groups again; merge her response first, or give the whole key id.",
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
        for what, taken in (
            (f"The seat {seat}", body.seat == seat and not gone),
            (f"The pseudonym {pseudonym}", body.pseudonym == pseudonym),
            ("This key", body.key == key),
        ):
            if taken:
                raise UserError(
                    f"{what} is bound already: {body.pseudonym} at seat {body.seat}.",
                    next_step="Check seat, pseudonym and key with the clinician.",
                )
    for log in registry.chains.values():
        same_key, same_name = log.key_id == key, log.genesis.pseudonym == pseudonym
        if same_key != same_name or (same_key and log.genesis.seat != seat):
            raise UserError(
                f"The merged response of {log.genesis.pseudonym} at seat {log.genesis.seat} "
                "says otherwise.",
                next_step="Check seat, pseudonym and key with the clinician.",
            )
