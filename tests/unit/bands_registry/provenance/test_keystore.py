"""The keystore: opens with its passphrase and nothing else, says whose it is without one."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from bands_registry.provenance import canonical
from bands_registry.provenance.errors import (
    ContentAlteredError,
    MalformedError,
    NewerFormatError,
    VerificationError,
)
from bands_registry.provenance.identity import new_age_secret, recipient_of
from bands_registry.provenance.keystore import (
    WrongPassphraseError,
    read_keystore,
    unlock_keystore,
    write_keystore,
)
from fairmed_core.errors import HostError, UserError
from tests.helpers.chains import PSEUDONYM, a_signer
from tests.helpers.registry import CHEAP, PASSPHRASE
from tests.helpers.rights import unprivileged
from tests.helpers.signed import flipped
from tests.helpers.study import GERIATRICIAN

SIGNER = a_signer()
AGE_SECRET = new_age_secret()


def written(folder: Path, passphrase: str = PASSPHRASE, name: str = "keystore.fmkey") -> Path:
    path = folder / name
    write_keystore(
        path,
        SIGNER,
        passphrase,
        pseudonym=PSEUDONYM,
        credential=GERIATRICIAN,
        role="adjudicator",
        age_secret=AGE_SECRET,
        cost=CHEAP,
    )
    return path


def test_it_opens_to_the_same_identity(tmp_path: Path) -> None:
    opened = unlock_keystore(written(tmp_path), PASSPHRASE)
    assert (opened.pseudonym, opened.credential) == (PSEUDONYM, GERIATRICIAN)
    assert opened.key_id == SIGNER.key_id
    assert opened.signer.sign(b"x") == SIGNER.sign(b"x")
    assert opened.age_identity == AGE_SECRET


def test_the_header_is_readable_without_a_passphrase(tmp_path: Path) -> None:
    header = read_keystore(written(tmp_path))
    assert (header.role, header.pseudonym, header.credential) == (
        "adjudicator",
        PSEUDONYM,
        GERIATRICIAN,
    )
    assert header.key_id == SIGNER.key_id
    assert header.recipient == recipient_of(AGE_SECRET)


def test_no_secret_stands_in_the_file(tmp_path: Path) -> None:
    data = written(tmp_path).read_bytes()
    assert PSEUDONYM.encode() in data
    assert AGE_SECRET.encode() not in data
    assert PASSPHRASE.encode() not in data


def test_a_wrong_passphrase_is_told_plainly(tmp_path: Path) -> None:
    with pytest.raises(WrongPassphraseError) as caught:
        unlock_keystore(written(tmp_path), PASSPHRASE + "x")
    assert caught.value.exit_code == 2
    assert caught.value.next_step


def test_accents_open_it_however_the_keyboard_composes_them(tmp_path: Path) -> None:
    path = written(tmp_path, "café crème ﬁn nº 1")
    assert unlock_keystore(path, "cafe\u0301 cre\u0300me fin no 1").key_id == SIGNER.key_id


def test_it_never_takes_the_place_of_another_file(tmp_path: Path) -> None:
    path = written(tmp_path)
    before = path.read_bytes()
    with pytest.raises(UserError, match="already a file"):
        written(tmp_path)
    assert path.read_bytes() == before
    assert [entry.name for entry in tmp_path.iterdir()] == [path.name]


def test_a_short_passphrase_writes_nothing(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="fewer than 12"):
        written(tmp_path, "elevenchars")
    assert not list(tmp_path.iterdir())


def test_only_its_owner_may_read_it(tmp_path: Path) -> None:
    assert stat.S_IMODE(written(tmp_path).stat().st_mode) == 0o600


def test_the_standard_cost_is_the_one_promised(tmp_path: Path) -> None:
    path = tmp_path / "standard.fmkey"
    write_keystore(
        path, SIGNER, PASSPHRASE, pseudonym=PSEUDONYM, credential=None, role="adjudicator"
    )
    kdf = canonical.loads(path.read_bytes())["header"]["kdf"]  # type: ignore[index, call-overload]
    assert {name: kdf[name] for name in ("name", "passes", "lanes", "memory_kib")} == {
        "name": "argon2id",
        "passes": 3,
        "lanes": 4,
        "memory_kib": 65536,
    }
    assert unlock_keystore(path, PASSPHRASE).key_id == SIGNER.key_id


def edited(path: Path, **changes: object) -> Path:
    value = canonical.loads(path.read_bytes())
    header = value["header"]
    assert isinstance(header, dict)
    path.write_bytes(canonical.dumps({**value, "header": {**header, **changes}}))
    return path


@pytest.mark.parametrize("field", ["pseudonym", "recipient"])
def test_a_header_someone_edited_does_not_open(tmp_path: Path, field: str) -> None:
    path = edited(written(tmp_path), **{field: "ADJ-00000-00000"})
    with pytest.raises(WrongPassphraseError):
        unlock_keystore(path, PASSPHRASE)


def test_the_header_of_one_over_the_secret_of_another_does_not_open(tmp_path: Path) -> None:
    mine, other = written(tmp_path), tmp_path / "other.fmkey"
    write_keystore(
        other,
        a_signer(),
        PASSPHRASE,
        pseudonym=PSEUDONYM,
        credential=None,
        role="adjudicator",
        cost=CHEAP,
    )
    swapped = {
        **canonical.loads(other.read_bytes()),
        "header": canonical.loads(mine.read_bytes())["header"],
    }
    mine.write_bytes(canonical.dumps(swapped))
    with pytest.raises(WrongPassphraseError):
        unlock_keystore(mine, PASSPHRASE)


def test_every_flipped_bit_is_noticed(tmp_path: Path) -> None:
    path = written(tmp_path)
    data = path.read_bytes()
    for bit in range(0, len(data) * 8, 97):
        path.write_bytes(flipped(data, bit))
        with pytest.raises((WrongPassphraseError, VerificationError)):
            unlock_keystore(path, PASSPHRASE)


def test_a_cost_meant_to_exhaust_the_machine_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path)
    kdf = canonical.loads(path.read_bytes())["header"]["kdf"]  # type: ignore[index, call-overload]
    edited(path, kdf={**kdf, "memory_kib": 2**40})
    with pytest.raises(MalformedError):
        unlock_keystore(path, PASSPHRASE)


def test_one_of_a_later_program_says_so(tmp_path: Path) -> None:
    with pytest.raises(NewerFormatError) as caught:
        read_keystore(edited(written(tmp_path), v=2))
    assert caught.value.exit_code == 11


@pytest.mark.parametrize("content", [b"", b"{}", b"not json", b"\x00" * 40])
def test_another_file_is_named_as_no_identity(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "keystore.fmkey"
    path.write_bytes(content)
    with pytest.raises(MalformedError, match="not a signing identity"):
        read_keystore(path)


def test_a_missing_file_and_a_folder_are_told_apart(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no such file"):
        read_keystore(tmp_path / "none.fmkey")
    with pytest.raises(UserError, match="a folder"):
        read_keystore(tmp_path)


def test_a_folder_that_may_not_be_written_is_the_machines_refusal() -> None:
    with unprivileged() as folder:
        folder.chmod(0o500)
        with pytest.raises(HostError, match="no permission"):
            written(folder)
        assert not list(folder.iterdir())


def test_a_certificate_for_another_pseudonym_does_not_open(tmp_path: Path) -> None:
    path = tmp_path / "keystore.fmkey"
    write_keystore(
        path,
        SIGNER,
        PASSPHRASE,
        pseudonym="ADJ-00000-00000",
        credential=None,
        role="adjudicator",
        cost=CHEAP,
    )
    with pytest.raises(ContentAlteredError):
        unlock_keystore(path, PASSPHRASE)
