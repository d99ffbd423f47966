"""Finding the log a coordinator speaks of: by pseudonym, by key id, or by fingerprint."""

from __future__ import annotations

from bands_registry.provenance.canonical import clean_text
from bands_registry.provenance.keys import fingerprint
from bands_registry.provenance.logs import ClinicianLog
from bands_registry.provenance.registry import Registry
from fairmed_core.errors import UserError


def log_named(registry: Registry, text: str) -> ClinicianLog:
    """Return the one merged log of this pseudonym, key id or fingerprint; UserError otherwise."""
    plain = text.strip()
    spoken = "".join(plain.upper().split())
    found = [
        log
        for key_id, log in registry.chains.items()
        if plain in (log.genesis.pseudonym, key_id)
        or fingerprint(key_id).replace(" ", "") == spoken
    ]
    if len(found) == 1:
        return found[0]
    if found:
        raise UserError(
            f"Two logs go by {plain}.", next_step="Name the key id; `fairmed registry show` has it."
        )
    raise UserError(
        f"No merged log goes by {plain}.",
        next_step="Give a pseudonym, a key id or a fingerprint as `fairmed registry show` has it.",
    )


def said(text: str, *, what: str) -> str:
    """Return a reason in the form it is recorded in; UserError when nothing was said."""
    cleaned = clean_text(text).strip()
    if not cleaned:
        raise UserError(f"{what} is missing.", next_step="Say it in a few words; it is published.")
    return cleaned
