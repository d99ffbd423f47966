"""DSSE envelopes: the bytes that were signed travel verbatim beside their signature.

Readers verify first and then parse exactly the bytes that were verified.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from dataclasses import dataclass
from functools import cached_property

from bands_registry.provenance import canonical
from bands_registry.provenance.errors import KeyMismatchError, MalformedError
from bands_registry.provenance.keys import PublicKey, Signer

EVENT_TYPE = "application/vnd.fairmed.event+json"
MANIFEST_TYPE = "application/vnd.fairmed.manifest+json"
IDENTITY_TYPE = "application/vnd.fairmed.identity+json"

# An envelope spelled the one way it can be: what does not match is taken apart, and told, slowly.
_PLAIN = re.compile(
    rb'\{"payload":"([A-Za-z0-9+/=]*)","payloadType":"([a-z./+]+)",'
    rb'"signatures":\[\{"keyid":"([0-9a-f]+)","sig":"([A-Za-z0-9+/=]+)"\}\]\}'
)


@dataclass(frozen=True)
class Envelope:
    """An envelope taken apart; nothing in it is trusted until `verified` returned."""

    payload: bytes
    payload_type: str
    key_id: str
    signature: bytes

    def verified(self, key: PublicKey, *, payload_type: str) -> bytes:
        """Return the payload after its type, key and signature were checked."""
        if self.payload_type != payload_type:
            raise MalformedError(f"The signed content is not of the type {payload_type}.")
        if self.key_id != key.key_id:
            raise KeyMismatchError("The content is signed by another key than expected.")
        key.verify_digest(self.signature, self.digest)
        return self.payload

    @cached_property
    def digest(self) -> bytes:
        """SHA-256 of the pre-authentication bytes: what is signed, and an event's id."""
        return hashlib.sha256(pae(self.payload_type, self.payload)).digest()


def pae(payload_type: str, payload: bytes) -> bytes:
    """Return DSSE's pre-authentication encoding: what is signed and what names an event."""
    kind = payload_type.encode()
    return b"DSSEv1 %d %b %d %b" % (len(kind), kind, len(payload), payload)


def event_id(payload: bytes) -> str:
    """Return the id of the event with this payload: SHA-256 of its pre-authentication bytes."""
    return canonical.sha256(pae(EVENT_TYPE, payload))


def sign(payload: bytes, payload_type: str, signer: Signer) -> bytes:
    """Return the envelope as one line of canonical JSON, without a newline."""
    signature = signer.sign(pae(payload_type, payload))
    return canonical.dumps(
        {
            "payload": base64.b64encode(payload).decode(),
            "payloadType": payload_type,
            "signatures": [{"keyid": signer.key_id, "sig": base64.b64encode(signature).decode()}],
        }
    )


def read_envelope(line: bytes) -> Envelope:
    """Return the parts of an envelope; MalformedError when it is not one."""
    plain = _PLAIN.fullmatch(line)
    if plain is not None:
        payload, kind, key_id, signature = (part.decode() for part in plain.groups())
        return Envelope(unbase64(payload), kind, key_id, unbase64(signature))
    outer = canonical.loads(line)
    if set(outer) != {"payload", "payloadType", "signatures"}:
        raise MalformedError("This is not a signed envelope.")
    signatures = outer["signatures"]
    if not isinstance(signatures, list) or len(signatures) != 1:
        raise MalformedError("An envelope carries exactly one signature.")
    signature = signatures[0]
    if not isinstance(signature, dict) or set(signature) != {"keyid", "sig"}:
        raise MalformedError("An envelope's signature has a key id and a signature.")
    return Envelope(
        payload=unbase64(outer["payload"]),
        payload_type=_text(outer["payloadType"]),
        key_id=_text(signature["keyid"]),
        signature=unbase64(signature["sig"]),
    )


def open_envelope(line: bytes, key: PublicKey, *, payload_type: str = EVENT_TYPE) -> bytes:
    """Return the payload of an envelope signed by `key`.

    Raises MalformedError, KeyMismatchError or ContentAlteredError.
    """
    return read_envelope(line).verified(key, payload_type=payload_type)


def unbase64(value: object) -> bytes:
    """Return the bytes of canonical base64; MalformedError for any other spelling."""
    text = _text(value)
    try:
        data = binascii.a2b_base64(text)
    except (binascii.Error, ValueError) as error:
        raise MalformedError("A base64 text was expected.") from error
    # Whatever the decoder overlooked does not come back when the bytes are written again.
    if binascii.b2a_base64(data, newline=False).decode() != text:
        raise MalformedError("The base64 text is not in its canonical form.")
    return data


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise MalformedError("A text was expected in the envelope.")
    return value
