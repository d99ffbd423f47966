"""The keystore: one file with a person's key, locked by a passphrase.

Argon2id turns the passphrase into a key; AES-256-GCM locks the private part; the readable header
is authenticated with it, so that a swapped pseudonym or credential does not unlock.
"""

from __future__ import annotations

import base64
import secrets
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Literal

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id
from pydantic import Field

from bands_registry.provenance import canonical, identity, passphrase
from bands_registry.provenance.envelope import unbase64
from bands_registry.provenance.errors import ContentAlteredError, MalformedError, NewerFormatError
from bands_registry.provenance.files import read_file, write_new
from bands_registry.provenance.keys import (
    PublicKey,
    Signer,
    check_certificate,
    private_der,
    signer_from_der,
)
from bands_registry.provenance.model import Base64, CredentialBody, Frozen, parse
from fairmed_core.domain.adjudicator import Credential
from fairmed_core.errors import UserError

VERSION = 1
MAX_BYTES = 64 * 1024
SALT_BYTES = 16
NONCE_BYTES = 12

Role = Literal["adjudicator", "coordinator"]


@dataclass(frozen=True)
class KdfCost:
    """How much work Argon2id costs: passes, lanes, memory in KiB."""

    passes: int = 3
    lanes: int = 4
    memory_kib: int = 64 * 1024


STANDARD_COST = KdfCost()


class WrongPassphraseError(UserError):
    """The passphrase does not open the keystore."""


@dataclass(frozen=True)
class KeystoreHeader:
    """The readable part of a keystore."""

    role: Role
    pseudonym: str
    credential: Credential | None
    public: PublicKey
    certificate_der: bytes = field(repr=False)
    recipient: str | None

    @property
    def key_id(self) -> str:
        """SHA-256 of the DER public key, in hex."""
        return self.public.key_id


@dataclass(frozen=True)
class UnlockedIdentity:
    """A person's key, usable until the program forgets it.

    `keystore` is the file it came from, which is unlocked again when she signs; None for a
    throw-away key.
    """

    pseudonym: str
    credential: Credential | None
    signer: Signer
    age_identity: str | None = field(default=None, repr=False)
    keystore: Path | None = field(default=None, repr=False)

    @property
    def key_id(self) -> str:
        """SHA-256 of the DER public key, in hex."""
        return self.signer.key_id


class _Kdf(Frozen):
    name: Literal["argon2id"]
    passes: Annotated[int, Field(ge=1, le=32)]
    lanes: Annotated[int, Field(ge=1, le=16)]
    memory_kib: Annotated[int, Field(ge=8, le=1024 * 1024)]
    salt: Base64


class _Header(Frozen):
    v: int
    kind: Literal["fairmed.keystore"]
    role: Role
    pseudonym: str
    credential: CredentialBody | None
    key: Base64
    certificate: Base64
    recipient: str | None
    cipher: Literal["aes-256-gcm"]
    kdf: _Kdf


class _File(Frozen):
    header: _Header
    nonce: Base64
    ciphertext: Base64


class _Secret(Frozen):
    private_key: Base64
    age_secret: str | None


def write_keystore(
    path: Path,
    signer: Signer,
    passphrase_text: str,
    *,
    pseudonym: str,
    credential: Credential | None,
    role: Role,
    age_secret: str | None = None,
    cost: KdfCost = STANDARD_COST,
) -> None:
    """Write a new keystore; UserError when the file exists or the passphrase is too short."""
    passphrase.require_acceptable(passphrase_text)
    salt = secrets.token_bytes(SALT_BYTES)
    header = _Header(
        v=VERSION,
        kind="fairmed.keystore",
        role=role,
        pseudonym=pseudonym,
        credential=None if credential is None else CredentialBody.of(credential),
        key=_text(signer.public_der),
        certificate=_text(signer.certificate_der),
        recipient=None if age_secret is None else identity.recipient_of(age_secret),
        cipher="aes-256-gcm",
        kdf=_Kdf(
            name="argon2id",
            passes=cost.passes,
            lanes=cost.lanes,
            memory_kib=cost.memory_kib,
            salt=_text(salt),
        ),
    )
    secret = _Secret(private_key=_text(private_der(signer)), age_secret=age_secret)
    nonce = secrets.token_bytes(NONCE_BYTES)
    locked = AESGCM(_derive(header.kdf, passphrase_text)).encrypt(
        nonce, canonical.dumps(secret.model_dump()), canonical.dumps(header.model_dump())
    )
    whole = _File(header=header, nonce=_text(nonce), ciphertext=_text(locked))
    write_new(path, canonical.dumps(whole.model_dump()), private=True)


def read_keystore(path: Path) -> KeystoreHeader:
    """Return the readable part; it is only proved to be genuine by `unlock_keystore`."""
    return _header(_read(path).header)


def unlock_keystore(path: Path, passphrase_text: str) -> UnlockedIdentity:
    """Return the identity; WrongPassphraseError when it does not open."""
    stored = _read(path)
    header = _header(stored.header)
    try:
        opened = AESGCM(_derive(stored.header.kdf, passphrase_text)).decrypt(
            unbase64(stored.nonce),
            unbase64(stored.ciphertext),
            canonical.dumps(stored.header.model_dump()),
        )
    except InvalidTag as error:
        raise WrongPassphraseError(
            "The passphrase does not open this signing identity.",
            next_step="Type it again; check Caps Lock and the keyboard language.",
            file=path,
        ) from error
    secret = parse(_Secret, canonical.loads(opened))
    signer = signer_from_der(unbase64(secret.private_key), header.certificate_der)
    if signer.public != header.public:
        raise ContentAlteredError("The keystore's two halves belong to different keys.", file=path)
    check_certificate(header.certificate_der, key=header.public, pseudonym=header.pseudonym)
    return UnlockedIdentity(
        header.pseudonym, header.credential, signer, secret.age_secret, keystore=path
    )


def _read(path: Path) -> _File:
    try:
        value = canonical.loads(read_file(path, limit=MAX_BYTES))
        header = value.get("header")
        version = header.get("v") if isinstance(header, dict) else None
        if isinstance(version, int) and version > VERSION:
            raise NewerFormatError("The signing identity was written by a later FairMed.")
        return parse(_File, value)
    except MalformedError as error:
        raise MalformedError(
            "This is not a signing identity, or it was damaged.",
            next_step="Choose the file named keystore.fmkey, or a copy you kept.",
            file=path,
        ) from error


def _header(stored: _Header) -> KeystoreHeader:
    return KeystoreHeader(
        role=stored.role,
        pseudonym=stored.pseudonym,
        credential=None if stored.credential is None else stored.credential.credential(),
        public=PublicKey(unbase64(stored.key)),
        certificate_der=unbase64(stored.certificate),
        recipient=stored.recipient,
    )


def _derive(kdf: _Kdf, passphrase_text: str) -> bytes:
    return Argon2id(
        salt=unbase64(kdf.salt),
        length=32,
        iterations=kdf.passes,
        lanes=kdf.lanes,
        memory_cost=kdf.memory_kib,
    ).derive(passphrase.normalise(passphrase_text))


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode()
