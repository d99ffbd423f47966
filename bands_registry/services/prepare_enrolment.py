"""Look at a merged key before the call: who claims it, and whether it can be enrolled at all."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from bands_registry.provenance.keys import fingerprint
from bands_registry.services.enroll_adjudicator import demand_enrollable, spoken_fingerprint
from bands_registry.services.known_log import log_named
from bands_registry.services.registry_store import open_registry
from fairmed_core.clock import Clock


@dataclass(frozen=True)
class EnrolmentView:
    """A merged key that waits to be enrolled.

    Attributes
    ----------
    seat, pseudonym
        What its log claims.
    fingerprint
        What its holder must read aloud; whoever types it must not see it.
    coordinator
        The coordinator's own fingerprint, to be read to her.
    """

    seat: str
    pseudonym: str
    fingerprint: str
    coordinator: str


def prepare_enrolment(key_id: str, *, registry: Path, clock: Clock) -> EnrolmentView:
    """Return what the call is about; nothing is written.

    Raises UserError when no merged log has this key, or when it cannot be enrolled.
    """
    with open_registry(registry, clock=clock) as opened:
        known = opened.published()
        log = log_named(known, key_id)
        seat, pseudonym = log.genesis.seat, log.genesis.pseudonym
        demand_enrollable(known, seat=seat, pseudonym=pseudonym, key=log.key_id)
        own = fingerprint(known.coordinator.key_id)
    return EnrolmentView(seat, pseudonym, spoken_fingerprint(log), own)
