"""The coordinator's identity: signs packs, opens sealed identities, replaces nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from bands_registry.provenance.keystore import read_keystore, unlock_keystore
from bands_registry.services.create_coordinator import create_coordinator
from fairmed_core.errors import UserError
from tests.helpers.chains import noon
from tests.helpers.registry import PASSPHRASE


def test_a_coordinator_has_both_keys_and_no_credential(tmp_path: Path) -> None:
    path = tmp_path / "office" / "keystore.fmkey"
    public = create_coordinator(path, passphrase=PASSPHRASE, clock=noon())
    assert (public.pseudonym, public.credential) == ("COORDINATOR", None)
    header = read_keystore(path)
    assert (header.role, header.key_id) == ("coordinator", public.key_id)
    assert header.recipient is not None
    assert header.recipient.startswith("age1")
    assert unlock_keystore(path, PASSPHRASE).age_identity is not None


def test_an_identity_that_exists_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "keystore.fmkey"
    first = create_coordinator(path, passphrase=PASSPHRASE, clock=noon())
    with pytest.raises(UserError, match="already a file"):
        create_coordinator(path, passphrase=PASSPHRASE, clock=noon())
    assert read_keystore(path).key_id == first.key_id


def test_a_short_passphrase_leaves_no_file(tmp_path: Path) -> None:
    path = tmp_path / "keystore.fmkey"
    with pytest.raises(UserError, match="fewer than 12"):
        create_coordinator(path, passphrase="short", clock=noon())
    assert not path.exists()
