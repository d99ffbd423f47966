"""Create a signing identity."""

from __future__ import annotations

from pathlib import Path

from bands_registry.provenance.files import host_error
from bands_registry.provenance.keys import generate_signer
from bands_registry.provenance.keystore import read_keystore, write_keystore
from bands_registry.provenance.pseudonym import check_pseudonym
from bands_registry.services.public_identity import public_identity
from bands_registry.services.views import PublicIdentity
from fairmed_core.clock import Clock
from fairmed_core.domain.adjudicator import Credential
from fairmed_core.errors import HostError


def create_identity(
    keystore: Path, *, passphrase: str, pseudonym: str, credential: Credential, clock: Clock
) -> PublicIdentity:
    """Make a key, keep it under the passphrase, and return what is public about it.

    Raises UserError for a passphrase that is too short, something that is no pseudonym, or an
    identity that exists already; HostError when the file cannot be written. Nothing is kept then.
    """
    check_pseudonym(pseudonym)
    try:
        keystore.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise host_error(error, keystore) from error
    try:
        write_keystore(
            keystore,
            generate_signer(pseudonym, clock),
            passphrase,
            pseudonym=pseudonym,
            credential=credential,
            role="adjudicator",
        )
    except HostError as error:
        raise HostError(
            error.sentence,
            next_step="Nothing was kept. Put this right and try again.",
            file=keystore,
        ) from error
    return public_identity(read_keystore(keystore))
