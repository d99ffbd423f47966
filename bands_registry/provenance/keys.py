"""P-256 keys: one signs events and documents; its certificate names the pseudonym only."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from datetime import UTC, datetime

from cryptography import x509
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import Prehashed
from cryptography.x509.oid import NameOID

from bands_registry.provenance.canonical import sha256
from bands_registry.provenance.errors import ContentAlteredError, MalformedError
from fairmed_core.clock import Clock

CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
FINGERPRINT_BITS = 160
# RFC 5280, 4.1.2.5: the certificate has no well-defined end.
_FAR_EXPIRY = datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)
_VERIFYING = ec.ECDSA(Prehashed(hashes.SHA256()))
_SIGNING = ec.ECDSA(hashes.SHA256(), deterministic_signing=True)


class PublicKey:
    """A P-256 public key in its DER form."""

    def __init__(self, der: bytes) -> None:
        try:
            key = serialization.load_der_public_key(der)
        except (ValueError, UnsupportedAlgorithm) as error:
            raise MalformedError("These bytes are not a public key.") from error
        if not isinstance(key, ec.EllipticCurvePublicKey) or not isinstance(
            key.curve, ec.SECP256R1
        ):
            raise MalformedError("The public key is not on the curve P-256.")
        if _public_der(key) != der:
            raise MalformedError("The public key is not in its canonical form.")
        self._key = key
        self.der = der
        self.key_id = sha256(der)

    def verify(self, signature: bytes, data: bytes) -> None:
        """Return nothing, or raise ContentAlteredError."""
        self.verify_digest(signature, hashlib.sha256(data).digest())

    def verify_digest(self, signature: bytes, digest: bytes) -> None:
        """Return nothing, or raise ContentAlteredError; `digest` is SHA-256 of what was signed."""
        try:
            self._key.verify(signature, digest, _VERIFYING)
        except InvalidSignature as error:
            raise ContentAlteredError("The signature does not fit the content.") from error

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PublicKey) and self.der == other.der

    def __hash__(self) -> int:
        return hash(self.der)

    def __repr__(self) -> str:
        return f"PublicKey({self.key_id})"


@dataclass(frozen=True)
class Signer:
    """A private key with its certificate."""

    private_key: ec.EllipticCurvePrivateKey = field(repr=False)
    certificate_der: bytes = field(repr=False)
    public: PublicKey

    @property
    def key_id(self) -> str:
        """SHA-256 of the DER public key, in hex."""
        return self.public.key_id

    @property
    def public_der(self) -> bytes:
        """The public key in DER form."""
        return self.public.der

    def sign(self, data: bytes) -> bytes:
        """Return the DER signature (ECDSA, SHA-256, deterministic as in RFC 6979)."""
        return self.private_key.sign(data, _SIGNING)


def generate_signer(pseudonym: str, clock: Clock) -> Signer:
    """Return a new key with a self-signed certificate whose common name is the pseudonym."""
    private_key = ec.generate_private_key(ec.SECP256R1())
    return Signer(
        private_key,
        _certificate(private_key, pseudonym, clock.now()),
        PublicKey(_public_der(private_key.public_key())),
    )


def signer_from_der(private_der: bytes, certificate_der: bytes) -> Signer:
    """Return the signer kept in these two DER forms."""
    try:
        key = serialization.load_der_private_key(private_der, password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise MalformedError("These bytes are not a private key.") from error
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        raise MalformedError("The private key is not on the curve P-256.")
    return Signer(key, certificate_der, PublicKey(_public_der(key.public_key())))


def private_der(signer: Signer) -> bytes:
    """Return the private key in unencrypted PKCS #8 form, for the keystore alone."""
    return signer.private_key.private_bytes(
        serialization.Encoding.DER,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )


def check_certificate(certificate_der: bytes, *, key: PublicKey, pseudonym: str) -> None:
    """Return nothing, or raise ContentAlteredError: certificate, key and pseudonym must agree."""
    try:
        certificate = x509.load_der_x509_certificate(certificate_der)
        certified = _public_der(certificate.public_key())
        names = [str(name.value) for name in certificate.subject]
        certificate.verify_directly_issued_by(certificate)
    except InvalidSignature as error:
        raise ContentAlteredError("The certificate's own signature does not fit.") from error
    except (ValueError, TypeError, UnsupportedAlgorithm, x509.InvalidVersion) as error:
        raise MalformedError("These bytes are not a certificate.") from error
    if certified != key.der:
        raise ContentAlteredError("The certificate belongs to another key.")
    if names != [pseudonym]:
        raise ContentAlteredError("The certificate names another pseudonym.")


def fingerprint(key_id: str) -> str:
    """Return the first 160 bits of a key id as eight groups of four characters, to read aloud."""
    number = int(key_id, 16) >> (len(key_id) * 4 - FINGERPRINT_BITS)
    characters = [
        CROCKFORD[(number >> shift) & 31] for shift in range(FINGERPRINT_BITS - 5, -1, -5)
    ]
    groups = ["".join(characters[start : start + 4]) for start in range(0, 32, 4)]
    return " ".join(groups)


def _public_der(key: object) -> bytes:
    if not isinstance(key, ec.EllipticCurvePublicKey):
        raise MalformedError("The public key is not on the curve P-256.")
    return key.public_bytes(
        serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
    )


def _certificate(private_key: ec.EllipticCurvePrivateKey, pseudonym: str, start: datetime) -> bytes:
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, pseudonym)])
    usage = x509.KeyUsage(
        digital_signature=True,
        content_commitment=True,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=False,
        crl_sign=False,
        encipher_only=False,
        decipher_only=False,
    )
    builder = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(private_key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(start)
        .not_valid_after(_FAR_EXPIRY)
        .add_extension(usage, critical=True)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
    )
    certificate = builder.sign(private_key, hashes.SHA256())
    return certificate.public_bytes(serialization.Encoding.DER)
