"""Keys: what is read aloud, what the certificate says and does not say."""

from __future__ import annotations

import base64
import hashlib
from datetime import UTC, datetime

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519

from bands_registry.provenance.errors import (
    ContentAlteredError,
    MalformedError,
    VerificationError,
)
from bands_registry.provenance.keys import (
    PublicKey,
    check_certificate,
    fingerprint,
    generate_signer,
)
from tests.helpers.chains import NOON, PSEUDONYM, a_signer, noon
from tests.helpers.signed import flipped

RFC_4648, CROCKFORD = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def test_the_key_id_is_the_hash_of_the_public_key() -> None:
    signer = a_signer()
    assert signer.key_id == hashlib.sha256(signer.public_der).hexdigest()


def test_the_fingerprint_is_the_first_160_bits_in_eight_groups_of_four() -> None:
    key_id = hashlib.sha256(b"any key").hexdigest()
    standard = base64.b32encode(bytes.fromhex(key_id)[:20]).decode()
    expected = standard.translate(str.maketrans(RFC_4648, CROCKFORD))
    spoken = fingerprint(key_id)
    assert spoken.replace(" ", "") == expected
    assert [len(group) for group in spoken.split(" ")] == [4] * 8
    assert not set(spoken) & set("ILOU")


def test_the_certificate_names_the_pseudonym_and_nothing_else() -> None:
    certificate = x509.load_der_x509_certificate(a_signer().certificate_der)
    assert certificate.subject.rfc4514_string() == f"CN={PSEUDONYM}"
    assert certificate.issuer == certificate.subject
    assert certificate.not_valid_before_utc == NOON
    assert certificate.not_valid_after_utc == datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)


def test_a_certificate_of_another_key_or_name_is_refused() -> None:
    signer, other = a_signer(), a_signer()
    check_certificate(signer.certificate_der, key=signer.public, pseudonym=PSEUDONYM)
    with pytest.raises(ContentAlteredError):
        check_certificate(other.certificate_der, key=signer.public, pseudonym=PSEUDONYM)
    with pytest.raises(ContentAlteredError):
        check_certificate(signer.certificate_der, key=signer.public, pseudonym="ADJ-00000-00000")
    with pytest.raises(MalformedError):
        check_certificate(b"\x30\x00", key=signer.public, pseudonym=PSEUDONYM)


def test_no_bit_of_what_a_certificate_says_can_be_turned() -> None:
    signer = a_signer()
    der = signer.certificate_der
    signed = x509.load_der_x509_certificate(der).tbs_certificate_bytes
    start = der.index(signed)
    # From the issuer's name on; before it stand version and serial number.
    names = der.index(PSEUDONYM.encode(), start)
    for bit in range(names * 8, (start + len(signed)) * 8, 5):
        with pytest.raises(VerificationError):
            check_certificate(flipped(der, bit), key=signer.public, pseudonym=PSEUDONYM)


def test_two_keys_are_two_keys() -> None:
    assert generate_signer(PSEUDONYM, noon()).public != generate_signer(PSEUDONYM, noon()).public


def _spki(key: ec.EllipticCurvePublicKey | ed25519.Ed25519PublicKey) -> bytes:
    return key.public_bytes(
        serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
    )


def test_only_p256_in_its_one_form_is_a_key() -> None:
    good = a_signer().public_der
    assert PublicKey(good).der == good
    for der in (
        _spki(ec.generate_private_key(ec.SECP384R1()).public_key()),
        _spki(ed25519.Ed25519PrivateKey.generate().public_key()),
        good + b"\x00",
        good[:-1],
        b"",
    ):
        with pytest.raises(MalformedError):
            PublicKey(der)
