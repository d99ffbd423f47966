"""A signing identity: created once, known without its passphrase, opened only with it."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from bands_registry.provenance.keystore import WrongPassphraseError
from bands_registry.services.create_identity import create_identity
from bands_registry.services.unlock_identity import known_identity, unlock_identity
from fairmed_core.errors import HostError, UserError
from tests.helpers.chains import PSEUDONYM, noon
from tests.helpers.registry import PASSPHRASE
from tests.helpers.rights import unprivileged
from tests.helpers.study import GERIATRICIAN


def create(keystore: Path, passphrase: str = PASSPHRASE, pseudonym: str = PSEUDONYM) -> None:
    create_identity(
        keystore,
        passphrase=passphrase,
        pseudonym=pseudonym,
        credential=GERIATRICIAN,
        clock=noon(),
    )


def test_what_was_created_is_known_and_opens(tmp_path: Path) -> None:
    keystore = tmp_path / "data" / "keystore.fmkey"
    assert known_identity(keystore) is None
    create(keystore)
    known = known_identity(keystore)
    assert known is not None
    assert (known.pseudonym, known.credential) == (PSEUDONYM, GERIATRICIAN)
    assert len(known.fingerprint.split()) == 8
    assert unlock_identity(keystore, PASSPHRASE).key_id == known.key_id


def test_a_wrong_passphrase_opens_nothing(tmp_path: Path) -> None:
    keystore = tmp_path / "keystore.fmkey"
    create(keystore)
    with pytest.raises(WrongPassphraseError, match="does not open"):
        unlock_identity(keystore, PASSPHRASE + ".")


def test_a_passphrase_typed_on_another_keyboard_opens(tmp_path: Path) -> None:
    keystore = tmp_path / "keystore.fmkey"
    typed = "Überraschung im Café 12"
    create(keystore, unicodedata.normalize("NFC", typed))
    unlock_identity(keystore, unicodedata.normalize("NFD", typed))


def test_an_existing_identity_is_never_overwritten(tmp_path: Path) -> None:
    keystore = tmp_path / "keystore.fmkey"
    create(keystore)
    before = keystore.read_bytes()
    with pytest.raises(UserError, match="already a file"):
        create(keystore)
    assert keystore.read_bytes() == before


@pytest.mark.parametrize(
    ("passphrase", "pseudonym", "told"),
    [("too short", PSEUDONYM, "fewer than 12"), (PASSPHRASE, "Ada Muster", "not a pseudonym")],
)
def test_what_cannot_be_used_is_refused_and_nothing_is_written(
    tmp_path: Path, passphrase: str, pseudonym: str, told: str
) -> None:
    with pytest.raises(UserError, match=told):
        create(tmp_path / "keystore.fmkey", passphrase, pseudonym)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_is_told() -> None:
    with unprivileged() as folder:
        folder.chmod(0o555)
        with pytest.raises(HostError):
            create(folder / "data" / "keystore.fmkey")
