"""Responses: whole, of one key, with the documents the log names."""

from __future__ import annotations

from pathlib import Path

import pytest

from bands_registry.provenance.errors import (
    ChainBrokenError,
    ContentAlteredError,
    KeyMismatchError,
    MalformedError,
    SealError,
    VerificationError,
)
from bands_registry.provenance.logs import read_checkpoint
from bands_registry.provenance.response import build_response, read_response
from tests.helpers.chains import a_signer
from tests.helpers.registry import DETAILS
from tests.helpers.signed import (
    Clinician,
    checkpoint_of,
    files_in,
    geriatrician,
    resealed,
    small_pack_bytes,
    zipped,
)
from tests.helpers.study import PAIN

HER = geriatrician()
DATA = HER.response()


def test_it_comes_back_whole() -> None:
    response = read_response(DATA)
    assert response.log.lines == tuple(HER.lines)
    assert response.documents == HER.documents
    assert HER.sealed is not None
    assert response.identity == HER.sealed.ciphertext
    assert response.study == "small"


def test_the_same_log_gives_the_same_file() -> None:
    assert HER.response() == DATA


def test_the_files_have_the_names_of_the_format() -> None:
    assert sorted(files_in(DATA)) == [
        "attestation-1.pdf",
        "checkpoint.txt",
        "events.jsonl",
        "identity.age",
        "manifest.json",
    ]


def test_the_checkpoint_names_key_size_and_head() -> None:
    text = files_in(DATA)["checkpoint.txt"]
    assert text.decode().splitlines() == [
        "FairMed checkpoint 1",
        HER.signer.key_id,
        str(len(HER.lines)),
        HER.lines[-1].id,
    ]
    assert read_checkpoint(text) == HER.log.position


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"FairMed checkpoint 1\n",
        checkpoint_of(HER) + b"\n",
        checkpoint_of(HER).replace(b"FairMed", b"Fairmed"),
        checkpoint_of(HER).replace(b"\n%d\n" % len(HER.lines), b"\n0%d\n" % len(HER.lines)),
        checkpoint_of(HER).upper(),
    ],
)
def test_a_checkpoint_has_one_form(data: bytes) -> None:
    with pytest.raises(MalformedError):
        read_checkpoint(data)


def test_no_private_detail_is_readable_in_it() -> None:
    whole = b"".join(files_in(DATA).values())
    assert HER.pseudonym.encode() in files_in(DATA)["attestation-1.pdf"]
    for text in (DETAILS.name, DETAILS.licence, DETAILS.body, DETAILS.institution):
        assert text.encode() not in whole


PDF = HER.documents[1]


@pytest.mark.parametrize(
    ("change", "error", "code"),
    [
        pytest.param({"attestation-1.pdf": PDF + b"\n"}, SealError, 22, id="a PDF changed"),
        pytest.param({"attestation-1.pdf": None}, SealError, 22, id="a PDF missing"),
        pytest.param({"attestation-2.pdf": PDF}, ContentAlteredError, 20, id="a PDF too many"),
        pytest.param({"attestation-x.pdf": PDF}, MalformedError, 10, id="an odd name"),
        pytest.param({"events.jsonl": None}, MalformedError, 10, id="no log"),
        pytest.param({"checkpoint.txt": None}, MalformedError, 10, id="no checkpoint"),
        pytest.param({"events.jsonl": b""}, ChainBrokenError, 21, id="an empty log"),
        pytest.param(
            {"checkpoint.txt": checkpoint_of(geriatrician(PAIN))},
            ChainBrokenError,
            21,
            id="the checkpoint of another log",
        ),
        pytest.param({"identity.age": b"other"}, ContentAlteredError, 20, id="another identity"),
    ],
)
def test_parts_exchanged_under_a_manifest_signed_anew(
    change: dict[str, bytes | None], error: type[VerificationError], code: int
) -> None:
    with pytest.raises(error) as caught:
        read_response(resealed(DATA, change, HER.signer))
    assert caught.value.exit_code == code


def test_a_manifest_of_another_key_does_not_carry_her_log() -> None:
    with pytest.raises(KeyMismatchError):
        read_response(resealed(DATA, {}, a_signer()))


def test_a_part_altered_under_the_old_manifest() -> None:
    files = files_in(DATA)
    files["attestation-1.pdf"] = PDF.replace(b"ACCEPT", b"AMEND!")
    with pytest.raises(ContentAlteredError) as caught:
        read_response(zipped(files))
    assert caught.value.place == "attestation-1.pdf"


def test_an_identity_nobody_committed_to_is_refused() -> None:
    plain = Clinician().begin().judge(PAIN).attest()
    with pytest.raises(ContentAlteredError):
        read_response(resealed(plain.response(), {"identity.age": b"x"}, plain.signer))


def test_a_response_that_would_not_verify_is_not_built() -> None:
    with pytest.raises(SealError):
        build_response(HER.raw, signer=HER.signer, documents={})
    with pytest.raises(KeyMismatchError):
        build_response(HER.raw, signer=a_signer(), documents=HER.documents)


def test_another_kind_of_file_says_what_it_is(tmp_path: Path) -> None:
    path = tmp_path / "renamed.fmresp"
    path.write_bytes(small_pack_bytes())
    with pytest.raises(MalformedError, match="a pack; a response was expected") as caught:
        read_response(path)
    assert caught.value.file == str(path)


def test_it_opens_from_a_path_with_spaces_and_any_script(tmp_path: Path) -> None:
    path = tmp_path / "antwort für 研究 🩺.fmresp"
    path.write_bytes(DATA)
    assert read_response(path).log.key_id == HER.signer.key_id


def test_zipped_twice_is_malformed() -> None:
    with pytest.raises(MalformedError):
        read_response(zipped({"response.fmresp": DATA}))
