"""What others may know of a signer, from her keystore or from her key."""

from __future__ import annotations

from bands_registry.provenance.keys import fingerprint
from bands_registry.provenance.keystore import KeystoreHeader, UnlockedIdentity
from bands_registry.services.views import PublicIdentity


def public_identity(known: KeystoreHeader | UnlockedIdentity) -> PublicIdentity:
    """Return pseudonym, credential and fingerprint."""
    return PublicIdentity(
        pseudonym=known.pseudonym,
        credential=known.credential,
        fingerprint=fingerprint(known.key_id),
        key_id=known.key_id,
    )
