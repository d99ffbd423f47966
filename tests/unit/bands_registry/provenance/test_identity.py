"""Sealed identities: only the coordinator opens them, and only the one committed to fits."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import replace

import pyrage
import pytest

from bands_registry.provenance import canonical
from bands_registry.provenance.errors import (
    ContentAlteredError,
    KeyMismatchError,
    MalformedError,
)
from bands_registry.provenance.identity import (
    IdentityDetails,
    encrypt,
    new_age_secret,
    open_sealed,
    recipient_of,
    seal,
)
from fairmed_core.errors import UserError
from tests.helpers.chains import a_signer
from tests.helpers.registry import DETAILS

SECRET = new_age_secret()
RECIPIENT = recipient_of(SECRET)
SIGNER = a_signer()
SEALED = seal(DETAILS, SIGNER, RECIPIENT)


def test_the_coordinator_reads_what_was_sealed() -> None:
    opened = open_sealed(SEALED.ciphertext, SECRET, key=SIGNER.public, commitment=SEALED.commitment)
    assert opened.details == DETAILS


def test_the_commitment_is_a_keyed_hash_anyone_with_the_salt_can_repeat() -> None:
    inner = pyrage.decrypt(SEALED.ciphertext, [pyrage.x25519.Identity.from_str(SECRET)])
    salt = bytes.fromhex(str(canonical.loads(inner)["salt"]))
    payload = canonical.dumps(
        {
            "name": DETAILS.name,
            "licence": DETAILS.licence,
            "body": DETAILS.body,
            "institution": DETAILS.institution,
            "email": DETAILS.email,
        }
    )
    assert hmac.new(salt, payload, hashlib.sha256).hexdigest() == SEALED.commitment


def test_the_same_details_sealed_twice_cannot_be_linked() -> None:
    assert seal(DETAILS, SIGNER, RECIPIENT).commitment != SEALED.commitment


def test_nothing_of_it_is_readable_without_the_key() -> None:
    for text in (DETAILS.name, DETAILS.licence, DETAILS.body, DETAILS.institution):
        assert text.encode() not in SEALED.ciphertext


def test_a_swapped_name_does_not_fit_the_commitment() -> None:
    other = seal(replace(DETAILS, name="Dr Someone Else"), SIGNER, RECIPIENT)
    with pytest.raises(ContentAlteredError) as caught:
        open_sealed(other.ciphertext, SECRET, key=SIGNER.public, commitment=SEALED.commitment)
    assert caught.value.exit_code == 20


def test_details_sealed_under_another_key_are_not_hers() -> None:
    other = seal(DETAILS, a_signer(), RECIPIENT)
    with pytest.raises(KeyMismatchError):
        open_sealed(other.ciphertext, SECRET, key=SIGNER.public, commitment=other.commitment)


def test_another_coordinator_cannot_open_them() -> None:
    with pytest.raises(MalformedError):
        open_sealed(
            SEALED.ciphertext, new_age_secret(), key=SIGNER.public, commitment=SEALED.commitment
        )


def test_the_inner_object_can_be_sealed_again_to_an_editor() -> None:
    opened = open_sealed(SEALED.ciphertext, SECRET, key=SIGNER.public, commitment=SEALED.commitment)
    editor = new_age_secret()
    again = encrypt(opened.inner, recipient_of(editor))
    assert (
        open_sealed(again, editor, key=SIGNER.public, commitment=SEALED.commitment).details
        == DETAILS
    )


def test_names_are_kept_in_one_form() -> None:
    typed = IdentityDetails("  Zoe\u0301 O\u2019Brien ", "L\x001", "Kammer")
    sealed = seal(typed, SIGNER, RECIPIENT)
    opened = open_sealed(sealed.ciphertext, SECRET, key=SIGNER.public, commitment=sealed.commitment)
    assert (opened.details.name, opened.details.licence) == ("Zoé O\u2019Brien", "L\ufffd1")


@pytest.mark.parametrize("field", ["name", "licence", "body"])
def test_what_identifies_her_may_not_be_missing(field: str) -> None:
    with pytest.raises(UserError):
        seal(replace(DETAILS, **{field: "  "}), SIGNER, RECIPIENT)


@pytest.mark.parametrize(
    "inner",
    [b"", b"{}", b'{"identity":"x","salt":"00"}', b'{"identity":1,"salt":2}', b"\xff"],
)
def test_something_else_inside_is_malformed(inner: bytes) -> None:
    with pytest.raises(MalformedError):
        open_sealed(
            encrypt(inner, RECIPIENT), SECRET, key=SIGNER.public, commitment=SEALED.commitment
        )


def test_printing_it_shows_nothing_private() -> None:
    opened = open_sealed(SEALED.ciphertext, SECRET, key=SIGNER.public, commitment=SEALED.commitment)
    assert DETAILS.name not in repr(opened)
