"""Seal a clinician's identity again, to an editor who asked: the same content, another key."""

from __future__ import annotations

from pathlib import Path

from bands_registry.provenance.events import IdentitySealed, bodies_of
from bands_registry.provenance.files import write_new
from bands_registry.provenance.identity import OpenedIdentity, encrypt, open_sealed
from bands_registry.provenance.keystore import UnlockedIdentity
from bands_registry.provenance.logs import ClinicianLog
from bands_registry.services.known_log import log_named
from bands_registry.services.registry_store import OpenRegistry, demand_coordinator, open_registry
from fairmed_core.clock import Clock
from fairmed_core.errors import UserError


def seal_for(
    who: str,
    *,
    registry: Path,
    coordinator: UnlockedIdentity,
    recipient: str,
    out: Path,
    clock: Clock,
) -> str:
    """Write the identity encrypted to `recipient` (age1…) and return her pseudonym.

    What the editor opens holds her signature over the details and the salt of the public
    commitment, so that he can tell a swapped name himself.

    Raises UserError for an unknown log, one without a sealed identity, or another file at `out`;
    a typed error when the identity kept here does not fit her log.
    """
    with open_registry(registry, clock=clock) as opened:
        log, found = opened_identity(who, opened=opened, coordinator=coordinator, file=registry)
    write_new(out, encrypt(found.inner, recipient), private=True)
    return log.genesis.pseudonym


def opened_identity(
    who: str, *, opened: OpenRegistry, coordinator: UnlockedIdentity, file: Path
) -> tuple[ClinicianLog, OpenedIdentity]:
    """Return the log of a clinician and her identity, after it was held against the log.

    Raises like `seal_for`.
    """
    known = opened.published()
    demand_coordinator(known, coordinator, file=file)
    log = log_named(known, who)
    sealed = bodies_of(log.lines, IdentitySealed)
    ciphertext = opened.store.blob(sealed[-1][1].ciphertext) if sealed else None
    if ciphertext is None or coordinator.age_identity is None:
        raise UserError(
            f"No sealed identity of {log.genesis.pseudonym} is kept here.",
            next_step="She left it out, or it was destroyed when she withdrew.",
        )
    return log, open_sealed(
        ciphertext,
        coordinator.age_identity,
        key=log.identity_key,
        commitment=log.commitment or "",
    )
