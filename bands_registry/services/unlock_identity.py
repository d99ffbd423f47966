"""Know and unlock the signing identity kept on this computer."""

from __future__ import annotations

from pathlib import Path

from bands_registry.provenance.keystore import UnlockedIdentity, read_keystore, unlock_keystore
from bands_registry.services.public_identity import public_identity
from bands_registry.services.views import PublicIdentity


def known_identity(keystore: Path) -> PublicIdentity | None:
    """Return who signs on this computer, or None before the first identity was created."""
    return public_identity(read_keystore(keystore)) if keystore.exists() else None


def unlock_identity(keystore: Path, passphrase: str) -> UnlockedIdentity:
    """Return the identity; WrongPassphraseError when the passphrase does not open it."""
    return unlock_keystore(keystore, passphrase)
