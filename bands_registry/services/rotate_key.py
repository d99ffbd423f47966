"""Replace the key of a study: the old one signs the new one, and her place in the study stays."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from pathlib import Path

from bands_registry.provenance.chain import ChainHead, extend
from bands_registry.provenance.custody import KeyRotated
from bands_registry.provenance.keys import fingerprint
from bands_registry.provenance.keystore import UnlockedIdentity, unlock_keystore
from bands_registry.services.create_identity import create_identity
from bands_registry.services.known_log import said
from bands_registry.services.session import demand_unfinished, verified_log
from bands_registry.store.study_store import open_study_store
from fairmed_core.clock import Clock
from fairmed_core.errors import UserError


@dataclass(frozen=True)
class Rotation:
    """Which key took the place of which, from which event on."""

    pseudonym: str
    before: str
    after: str
    event: int
    keystore: Path


def rotate_key(
    store: Path,
    *,
    identity: UnlockedIdentity,
    keystore: Path,
    passphrase: str,
    reason: str,
    clock: Clock,
) -> Rotation:
    """Make a new key in `keystore` (or take the one there) and let the old one sign it in.

    Pseudonym, credential, seat, enrolment and all verdicts stay. The new keystore is on disk before
    the log names its key, and the old one is left as it is: a stop in between loses nothing.

    Raises
    ------
    UserError
        `identity` does not sign this study at present, the study is finished, not begun or moved
        to another computer, no reason is given, or `keystore` belongs to somebody else.
    HostError
        The store or the keystore cannot be written: the old key goes on signing.
    """
    told = said(reason, what="Why the key is replaced")
    with open_study_store(store, clock=clock) as opened:
        log = verified_log(opened, identity)
        if not log:
            raise UserError(
                "No study was begun in this file.",
                next_step="Create an identity and open the study pack with it.",
                file=store,
            )
        demand_unfinished(log, file=store)
        opened.demand_here()
        successor = _successor(identity, keystore, passphrase=passphrase, clock=clock)
        body = KeyRotated(
            key=base64.b64encode(successor.signer.public_der).decode(),
            certificate=base64.b64encode(successor.signer.certificate_der).decode(),
            reason=told,
        )
        head = ChainHead.after(log[-1])
        lines = extend(head, [body], signer=identity.signer, clock=clock)
        opened.append(lines)
    return Rotation(
        identity.pseudonym,
        fingerprint(identity.key_id),
        fingerprint(successor.key_id),
        lines[-1].event.seq,
        keystore,
    )


def _successor(
    identity: UnlockedIdentity, keystore: Path, *, passphrase: str, clock: Clock
) -> UnlockedIdentity:
    if identity.credential is None:
        raise UserError(
            "A coordinator's key is not replaced; its fingerprint is what everybody compares.",
            next_step="Choose an adjudicator's identity.",
        )
    if not keystore.exists():
        create_identity(
            keystore,
            passphrase=passphrase,
            pseudonym=identity.pseudonym,
            credential=identity.credential,
            clock=clock,
        )
    # Of several studies the second takes the key that was made for the first.
    found = unlock_keystore(keystore, passphrase)
    if (found.pseudonym, found.credential) != (identity.pseudonym, identity.credential):
        raise UserError(
            "This signing identity is another person's, or states another credential.",
            next_step="Choose another file for the new key.",
            file=keystore,
        )
    if found.key_id == identity.key_id:
        raise UserError(
            "This is the key that is to be replaced.",
            next_step="Choose another file for the new key.",
            file=keystore,
        )
    return found
