"""Envelopes: what was signed is what is read, by the one key, as the one type."""

from __future__ import annotations

import base64
import shutil
import subprocess
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from hypothesis import given
from hypothesis import strategies as st

from bands_registry.provenance import canonical, envelope
from bands_registry.provenance.errors import (
    ContentAlteredError,
    KeyMismatchError,
    MalformedError,
    VerificationError,
)
from bands_registry.provenance.keys import Signer, signer_from_der
from tests.helpers.chains import a_signer
from tests.helpers.signed import flipped

SIGNER = a_signer()
PAYLOAD = b'{"a":1}'
LINE = envelope.sign(PAYLOAD, envelope.EVENT_TYPE, SIGNER)


def test_pre_authentication_encoding_is_the_one_of_the_dsse_document() -> None:
    # The example of the DSSE protocol text (secure-systems-lab/dsse, protocol.md).
    assert envelope.pae("http://example.com/HelloWorld", b"hello world") == (
        b"DSSEv1 29 http://example.com/HelloWorld 11 hello world"
    )


def test_signatures_are_those_of_rfc_6979() -> None:
    # RFC 6979, A.2.5: curve P-256, SHA-256, message "sample".
    secret = 0xC9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721
    key = ec.derive_private_key(secret, ec.SECP256R1())
    der = key.private_bytes(
        serialization.Encoding.DER,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    signer = signer_from_der(der, b"")
    assert decode_dss_signature(signer.sign(b"sample")) == (
        0xEFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716,
        0xF7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8,
    )


def test_what_was_signed_comes_back() -> None:
    assert envelope.open_envelope(LINE, SIGNER.public) == PAYLOAD


def test_the_same_content_is_signed_to_the_same_bytes() -> None:
    assert envelope.sign(PAYLOAD, envelope.EVENT_TYPE, SIGNER) == LINE


def test_openssl_agrees(tmp_path: Path) -> None:
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("openssl is not installed here")
    outer = canonical.loads(LINE)
    signature = outer["signatures"][0]["sig"]  # type: ignore[index]
    (tmp_path / "key.der").write_bytes(SIGNER.public_der)
    (tmp_path / "sig").write_bytes(base64.b64decode(signature))
    (tmp_path / "signed").write_bytes(b"DSSEv1 34 application/vnd.fairmed.event+json 7 " + PAYLOAD)
    command = [openssl, "dgst", "-sha256", "-keyform", "DER", "-verify", "key.der"]
    done = subprocess.run(
        [*command, "-signature", "sig", "signed"], cwd=tmp_path, capture_output=True, check=False
    )
    assert done.stdout == b"Verified OK\n"


def test_another_key_is_told_apart_from_an_altered_content() -> None:
    with pytest.raises(KeyMismatchError) as caught:
        envelope.open_envelope(LINE, a_signer().public)
    assert caught.value.exit_code == 30


def test_a_key_id_put_over_another_keys_signature_does_not_help() -> None:
    other = a_signer()
    outer = canonical.loads(LINE)
    outer["signatures"] = [{**outer["signatures"][0], "keyid": other.key_id}]  # type: ignore[index]
    with pytest.raises(ContentAlteredError) as caught:
        envelope.open_envelope(canonical.dumps(outer), other.public)
    assert caught.value.exit_code == 20


def test_a_manifest_is_no_event() -> None:
    line = envelope.sign(PAYLOAD, envelope.MANIFEST_TYPE, SIGNER)
    with pytest.raises(MalformedError):
        envelope.open_envelope(line, SIGNER.public)


def test_the_type_is_part_of_what_is_signed() -> None:
    outer = canonical.loads(envelope.sign(PAYLOAD, envelope.MANIFEST_TYPE, SIGNER))
    retyped = canonical.dumps({**outer, "payloadType": envelope.EVENT_TYPE})
    with pytest.raises(ContentAlteredError):
        envelope.open_envelope(retyped, SIGNER.public)


def _with(**changes: object) -> bytes:
    return canonical.dumps({**canonical.loads(LINE), **changes})


def _signature(**changes: object) -> list[dict[str, object]]:
    outer = canonical.loads(LINE)
    return [{**outer["signatures"][0], **changes}]  # type: ignore[index]


@pytest.mark.parametrize(
    "line",
    [
        _with(extra=1),
        _with(signatures=[]),
        _with(signatures=_signature() * 2),
        _with(signatures=_signature(extra=1)),
        _with(signatures=["x"]),
        _with(payload="eyJhIjoxfQ"),  # the padding left out
        _with(payload="eyJhIjoxfR=="),  # bits that no byte uses
        _with(payload="eyJh IjoxfQ=="),
        _with(payload=5),
        LINE + b" ",
        LINE[:-1],
        b"",
    ],
)
def test_an_envelope_has_one_form(line: bytes) -> None:
    with pytest.raises(MalformedError):
        envelope.open_envelope(line, SIGNER.public)


@given(st.integers(0, len(LINE) * 8 - 1))
def test_no_single_bit_can_be_turned(bit: int) -> None:
    with pytest.raises(VerificationError):
        envelope.open_envelope(flipped(LINE, bit), SIGNER.public)


def test_the_private_key_is_not_printed() -> None:
    assert "rivate" not in repr(SIGNER)
    assert isinstance(SIGNER, Signer)
