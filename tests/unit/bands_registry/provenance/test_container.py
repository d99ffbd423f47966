"""Containers: one spelling, bounded, and nothing in them that could surprise."""

from __future__ import annotations

import io
import random
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bands_registry.provenance.container import Limits, pack_files, unpack_files
from bands_registry.provenance.errors import (
    ContentAlteredError,
    MalformedError,
    VerificationError,
)
from tests.helpers.signed import files_in, flipped, zipped

FILES = {"b.json": b'{"a":1}', "a.txt": b"text\n" * 50, "empty.bin": b""}
DATA = pack_files(FILES)
NAMES = st.from_regex(r"[a-z0-9][a-z0-9._-]{0,20}", fullmatch=True)


@given(st.dictionaries(NAMES, st.binary(max_size=50), max_size=6))
def test_what_goes_in_comes_out_and_always_as_the_same_bytes(files: dict[str, bytes]) -> None:
    data = pack_files(files)
    assert unpack_files(data) == files
    assert pack_files(dict(reversed(files.items()))) == data


def test_any_zip_reader_can_open_it() -> None:
    assert files_in(DATA) == FILES
    with zipfile.ZipFile(io.BytesIO(DATA)) as archive:
        assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert {entry.create_system for entry in archive.infolist()} == {0}


def doubled() -> bytes:
    with pytest.warns(UserWarning, match="Duplicate name"):
        return zipped([("a.txt", b"1"), ("a.txt", b"2")])


def encrypted() -> bytes:
    data = bytearray(DATA)
    data[6] |= 1
    central = DATA.index(b"PK\x01\x02")
    data[central + 8] |= 1
    return bytes(data)


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"PK", id="two bytes"),
        pytest.param(DATA[:-1], id="cut by one byte"),
        pytest.param(DATA[: len(DATA) // 2], id="half downloaded"),
        pytest.param(DATA + b"\n", id="something after it"),
        pytest.param(b"#!/bin/sh\n" + DATA, id="something before it"),
        pytest.param(zipped({"../up.txt": b"x"}), id="a way up"),
        pytest.param(zipped({"sub/a.txt": b"x"}), id="a folder"),
        pytest.param(zipped({"/etc": b"x"}), id="an absolute name"),
        pytest.param(zipped({"A.TXT": b"x"}), id="capitals"),
        pytest.param(zipped({"..": b"x"}), id="dots"),
        pytest.param(
            zipped({"a.txt": b"0" * 10_000_000}, compression=zipfile.ZIP_DEFLATED), id="bomb"
        ),
        pytest.param(zipped({"b.txt": b"", "a.txt": b""}), id="not in sorted order"),
    ],
)
def test_any_other_form_is_malformed(data: bytes) -> None:
    with pytest.raises(MalformedError) as caught:
        unpack_files(data)
    assert caught.value.exit_code == 10


def test_two_parts_of_one_name_are_refused() -> None:
    with pytest.raises(MalformedError, match="same name"):
        unpack_files(doubled())


def test_an_encrypted_part_is_refused() -> None:
    with pytest.raises(MalformedError):
        unpack_files(encrypted())


def test_an_altered_part_is_told_from_a_broken_file() -> None:
    place = DATA.index(b"text")
    with pytest.raises(ContentAlteredError) as caught:
        unpack_files(flipped(DATA, place * 8))
    assert (caught.value.exit_code, caught.value.place) == (20, "a.txt")


def test_too_many_parts_or_bytes_are_refused_before_they_are_read() -> None:
    with pytest.raises(MalformedError, match="more than 64 parts"):
        unpack_files(pack_files({f"f{n}": b"" for n in range(65)}))
    assert len(unpack_files(pack_files({f"f{n}": b"" for n in range(64)}))) == 64
    with pytest.raises(MalformedError, match="larger"):
        unpack_files(DATA, Limits(entries=64, size=len(DATA) - 1))


def test_a_directory_that_claims_to_be_huge_is_not_read() -> None:
    end = bytearray(DATA)
    end[-10:-6] = (2**31).to_bytes(4, "little")
    with pytest.raises(MalformedError):
        unpack_files(bytes(end))


def test_random_damage_never_escapes_the_typed_errors() -> None:
    chance = random.Random(7)
    for _ in range(3000):
        data = bytearray(DATA)
        for _ in range(chance.randrange(1, 8)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        damaged = bytes(data[: chance.randrange(len(data) + 1)] if chance.random() < 0.3 else data)
        if damaged == DATA:
            continue
        with pytest.raises(VerificationError):
            unpack_files(damaged)


def test_a_name_that_could_not_be_read_is_not_written() -> None:
    with pytest.raises(MalformedError):
        pack_files({"../up": b""})
