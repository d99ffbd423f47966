"""Write a public key in the form other programs read, for checks without FairMed."""

from __future__ import annotations

import base64
import textwrap
from pathlib import Path

from bands_registry.provenance.files import write_once
from bands_registry.provenance.keystore import read_keystore
from bands_registry.services.public_identity import public_identity
from bands_registry.services.views import PublicIdentity


def export_key(keystore: Path, out: Path) -> PublicIdentity:
    """Write the public key of a keystore as PEM; no passphrase is needed and nothing else leaves.

    Raises UserError for a missing keystore or another file at `out`.
    """
    header = read_keystore(keystore)
    write_once(out, _pem(header.public.der))
    return public_identity(header)


def _pem(der: bytes) -> bytes:
    body = "\n".join(textwrap.wrap(base64.b64encode(der).decode(), 64))
    return f"-----BEGIN PUBLIC KEY-----\n{body}\n-----END PUBLIC KEY-----\n".encode()
