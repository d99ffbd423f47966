"""Create a coordinator's identity: a signing key, and the key to which identities are sealed."""

from __future__ import annotations

from pathlib import Path

from bands_registry.provenance.files import host_error
from bands_registry.provenance.identity import new_age_secret
from bands_registry.provenance.keys import generate_signer
from bands_registry.provenance.keystore import read_keystore, write_keystore
from bands_registry.provenance.pseudonym import COORDINATOR
from bands_registry.services.public_identity import public_identity
from bands_registry.services.views import PublicIdentity
from fairmed_core.clock import Clock


def create_coordinator(keystore: Path, *, passphrase: str, clock: Clock) -> PublicIdentity:
    """Make both keys, keep them under the passphrase, and return what is public about them.

    Raises UserError for a passphrase that is too short or a keystore that exists already;
    HostError when the file cannot be written. Nothing is kept then.
    """
    try:
        keystore.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise host_error(error, keystore) from error
    write_keystore(
        keystore,
        generate_signer(COORDINATOR, clock),
        passphrase,
        pseudonym=COORDINATOR,
        credential=None,
        role="coordinator",
        age_secret=new_age_secret(),
    )
    return public_identity(read_keystore(keystore))
