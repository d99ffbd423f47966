"""The private part of an identity: sealed to the coordinator, shown in public as a commitment."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import asdict, dataclass, field, fields

import pyrage

from bands_registry.provenance import canonical, envelope
from bands_registry.provenance.errors import ContentAlteredError, MalformedError
from bands_registry.provenance.keys import PublicKey, Signer
from fairmed_core.errors import UserError

SALT_BYTES = 32


@dataclass(frozen=True)
class IdentityDetails:
    """Who an adjudicator is; never in any public file."""

    name: str
    licence: str
    body: str
    institution: str = ""
    email: str = ""


@dataclass(frozen=True)
class SealedIdentity:
    """What she sends (`ciphertext`) and what her chain says in public (`commitment`)."""

    ciphertext: bytes = field(repr=False)
    commitment: str

    @property
    def sha256(self) -> str:
        """SHA-256 of the ciphertext, in hex."""
        return canonical.sha256(self.ciphertext)


@dataclass(frozen=True)
class OpenedIdentity:
    """A sealed identity after opening; `inner` is what is sealed again to an editor."""

    details: IdentityDetails = field(repr=False)
    commitment: str
    inner: bytes = field(repr=False)


def new_age_secret() -> str:
    """Return a new age secret key; it opens what is sealed to its recipient."""
    return str(pyrage.x25519.Identity.generate())


def recipient_of(age_secret: str) -> str:
    """Return the public recipient of an age secret key."""
    try:
        return str(pyrage.x25519.Identity.from_str(age_secret).to_public())
    except pyrage.IdentityError as error:
        raise MalformedError("This is not an age secret key.") from error


def seal(details: IdentityDetails, signer: Signer, recipient: str) -> SealedIdentity:
    """Return `details`, signed and salted, encrypted to the coordinator's age recipient."""
    cleaned = IdentityDetails(
        **{name: canonical.clean_text(text).strip() for name, text in asdict(details).items()}
    )
    missing = [name for name in ("name", "licence", "body") if not getattr(cleaned, name)]
    if missing:
        raise UserError(
            "Name, licence number and licensing body are all needed to seal an identity.",
            next_step="Fill in the missing fields, or leave the sealed details out altogether.",
        )
    payload = canonical.dumps(asdict(cleaned))
    salt = secrets.token_bytes(SALT_BYTES)
    signed = envelope.sign(payload, envelope.IDENTITY_TYPE, signer)
    inner = canonical.dumps({"identity": signed.decode(), "salt": salt.hex()})
    return SealedIdentity(encrypt(inner, recipient), commit(payload, salt))


def encrypt(inner: bytes, recipient: str) -> bytes:
    """Return `inner` encrypted to one age recipient."""
    try:
        to = pyrage.x25519.Recipient.from_str(recipient)
    except pyrage.RecipientError as error:
        raise MalformedError("The coordinator's key for sealed details is not readable.") from error
    return bytes(pyrage.encrypt(inner, [to]))


def commit(payload: bytes, salt: bytes) -> str:
    """Return HMAC-SHA256(salt, canonical identity), in hex."""
    return hmac.new(salt, payload, hashlib.sha256).hexdigest()


def open_sealed(
    ciphertext: bytes, age_secret: str, *, key: PublicKey, commitment: str
) -> OpenedIdentity:
    """Return the identity after its signature and its public commitment were checked.

    Raises
    ------
    MalformedError
        It does not open with this key or is not an identity.
    KeyMismatchError, ContentAlteredError
        It is signed by another key, or is not the one her chain committed to.
    """
    try:
        identity = pyrage.x25519.Identity.from_str(age_secret)
        inner = bytes(pyrage.decrypt(ciphertext, [identity]))
    except (pyrage.DecryptError, pyrage.IdentityError) as error:
        raise MalformedError(
            "The sealed details do not open with this coordinator's key."
        ) from error
    outer = canonical.loads(inner)
    signed, salt = outer.get("identity"), outer.get("salt")
    if (
        set(outer) != {"identity", "salt"}
        or not isinstance(signed, str)
        or not isinstance(salt, str)
    ):
        raise MalformedError("The sealed details have another form than expected.")
    payload = envelope.open_envelope(signed.encode(), key, payload_type=envelope.IDENTITY_TYPE)
    found = commit(payload, _salt(salt))
    if not hmac.compare_digest(found, commitment):
        raise ContentAlteredError(
            "The sealed details are not the ones the signed log committed to."
        )
    return OpenedIdentity(_details(payload), commitment, inner)


def _salt(text: str) -> bytes:
    try:
        salt = bytes.fromhex(text)
    except ValueError as error:
        raise MalformedError("The salt of the sealed details is not readable.") from error
    if len(salt) != SALT_BYTES or salt.hex() != text:
        raise MalformedError("The salt of the sealed details is not readable.")
    return salt


def _details(payload: bytes) -> IdentityDetails:
    values = canonical.loads(payload)
    if set(values) != {f.name for f in fields(IdentityDetails)}:
        raise MalformedError("The sealed details have another form than expected.")
    texts = {name: text for name, text in values.items() if isinstance(text, str)}
    if len(texts) != len(values):
        raise MalformedError("The sealed details have another form than expected.")
    return IdentityDetails(**texts)
