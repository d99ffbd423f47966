"""A key replaced, a receipt kept, a study file restored: through the command line."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
from pathlib import Path

import pytest

from bands_registry.services.move_out import move_out, use_again
from bands_registry.services.unlock_identity import known_identity
from fairmed_core.clock import SystemClock
from tests.helpers.cli import Ran, fairmed
from tests.helpers.road import GERIATRICIAN, PASSPHRASE, Road, begin, take_part

NEW = "five other garden words here"


@pytest.fixture(scope="module")
def road(tmp_path_factory: pytest.TempPathFactory) -> Road:
    """A published study, a geriatrician who was merged and enrolled, her receipt."""
    made = begin(tmp_path_factory.mktemp("road"))
    take_part(made, "GERI", GERIATRICIAN)
    again = fairmed(
        "bundle", "merge", made.folder / "GERI.fmresp", *made.coordinator,
        "--receipt", made.folder / "GERI.fmreceipt",
    )  # fmt: skip
    assert again.code == 4, again.err
    return made


@pytest.fixture
def copied(road: Road, tmp_path: Path) -> Road:
    place = tmp_path / "office"
    shutil.copytree(road.folder, place)
    (place / "new.txt").write_text(NEW + "\n", encoding="utf-8")
    return Road(place)


def store_of(road: Road) -> Path:
    (found,) = (road.folder / "GERI-store").glob("*.fmdb")
    return found


def events_of(road: Road) -> list[bytes]:
    """Her log as it lies in the database; opening alone changes other bytes of the file."""
    with contextlib.closing(sqlite3.connect(store_of(road))) as database:
        return [raw for (raw,) in database.execute("SELECT raw FROM event ORDER BY position")]


def rotated(road: Road, *, keystore: str = "GERI.fmkey", new: str = "GERI-2.fmkey") -> Ran:
    return fairmed(
        "identity", "rotate", store_of(road), "--keystore", road.folder / keystore, *road.secret,
        "--new", road.folder / new, "--new-passphrase-file", road.folder / "new.txt",
        "--reason", "a new computer", "--json",
    )  # fmt: skip


def signed_again(road: Road, interests: str) -> Ran:
    return road.adjudicate("GERI", GERIATRICIAN, "--interests", interests)


def told(ran: Ran) -> list[str]:
    return [finding["finding"] for finding in ran.json["findings"]]


def test_a_replaced_key_keeps_seat_pseudonym_and_enrolment(copied: Road) -> None:
    before = known_identity(copied.folder / "GERI.fmkey")
    done = rotated(copied)
    assert done.code == 0, done.err
    after = known_identity(copied.folder / "GERI-2.fmkey")
    assert before is not None
    assert after is not None
    assert (done.json["before"], done.json["fingerprint"]) == (
        before.fingerprint, after.fingerprint,
    )  # fmt: skip
    assert (after.pseudonym, after.credential) == (before.pseudonym, before.credential)
    refused = signed_again(copied, "with the old key")
    assert refused.code == 2
    assert "replaced by a newer one" in refused.err
    # The new identity takes over the file name and its own passphrase.
    (copied.folder / "GERI-2.fmkey").replace(copied.folder / "GERI.fmkey")
    (copied.folder / "old.txt").write_text(PASSPHRASE + "\n", encoding="utf-8")
    (copied.folder / "passphrase.txt").write_text(NEW + "\n", encoding="utf-8")
    signed = signed_again(copied, "with the new key")
    assert signed.code == 0, signed.err
    (copied.folder / "passphrase.txt").write_text(PASSPHRASE + "\n", encoding="utf-8")
    merged = copied.merge("GERI")
    assert merged.code == 0, merged.err
    assert (merged.json["enrolled"], merged.json["pseudonym"]) == (True, before.pseudonym)
    published = copied.publish("rotated.fmreg")
    ran = fairmed("verify", published, "--anchor", copied.folder / "GERI.fmreceipt", "--json")
    assert ran.code == 50, ran.out  # the other seats are empty; her own is complete
    assert [f["place"] for f in ran.json["findings"] if f["code"] == 50] == [
        "seat EMER", "seat ACUT",
    ]  # fmt: skip
    assert any(after.fingerprint in sentence for sentence in told(ran))
    document = copied.folder / "second.pdf"
    assert fairmed("attestation", "issue", store_of(copied), "--out", document).code == 0
    alone = fairmed("verify", document, "--anchor", published, "--json")
    assert alone.code == 3, alone.out
    assert [f["code"] for f in alone.json["findings"]] == [3]


def test_a_key_is_replaced_by_its_holder_alone(copied: Road) -> None:
    thief = fairmed(
        "identity", "new", copied.folder / "thief.fmkey", "--profession", "physician",
        "--specialty", "geriatric_medicine", "--years", "11-20", "--licensed-in", "DE",
        *copied.secret,
    )  # fmt: skip
    assert thief.code == 0, thief.err
    before = events_of(copied)
    refused = rotated(copied, keystore="thief.fmkey")
    assert refused.code == 2
    assert "another signing identity" in refused.err
    (copied.folder / "new.txt").write_text(PASSPHRASE + "\n", encoding="utf-8")
    taken = rotated(copied, new="thief.fmkey")
    assert taken.code == 2
    assert "another person's" in taken.err
    same = rotated(copied, new="GERI.fmkey")
    assert same.code == 2
    assert "to be replaced" in same.err
    assert events_of(copied) == before
    assert not (copied.folder / "GERI-2.fmkey").exists()


def kept(road: Road, name: str = "GERI.fmreceipt") -> Ran:
    return fairmed("bundle", "receipt", road.folder / name, "--store", store_of(road), "--json")


def test_a_receipt_that_fits_is_kept(copied: Road) -> None:
    done = kept(copied)
    assert done.code == 0, done.err
    assert 0 < done.json["received"] <= done.json["events"]
    assert kept(copied).json == done.json
    assert kept(copied, "GERI.fmresp").code == 10
    assert kept(copied, "v1.fmpack").code == 10


def test_a_store_that_fell_back_is_told_by_the_receipt_and_restored(copied: Road) -> None:
    store = store_of(copied)
    backup = store.read_bytes()
    assert signed_again(copied, "after the backup").code == 0
    merged = fairmed(
        "bundle", "merge", copied.folder / "GERI.fmresp", *copied.coordinator,
        "--receipt", copied.folder / "second.fmreceipt",
    )  # fmt: skip
    assert merged.code == 0, merged.err
    store.write_bytes(backup)
    behind = kept(copied, "second.fmreceipt")
    assert behind.code == 21
    assert "older copy" in behind.err
    done = restored(copied)
    assert done.code == 0, done.err
    assert done.json["before"] < done.json["after"]
    assert restored(copied).json == {"before": done.json["after"] + 1,
                                     "after": done.json["after"] + 1}  # fmt: skip
    assert kept(copied, "second.fmreceipt").code == 0
    exported = fairmed(
        "bundle", "export", store, "--keystore", copied.folder / "GERI.fmkey", *copied.secret,
        "--out", copied.folder / "GERI.fmresp",
    )  # fmt: skip
    assert exported.code == 0, exported.err
    assert copied.merge("GERI").code == 0
    ran = fairmed("verify", copied.publish("restored.fmreg"), "--no-pages", "--json")
    assert any("had fallen back to event" in sentence for sentence in told(ran))


def test_a_receipt_is_not_kept_in_a_copy_that_was_moved_away(copied: Road) -> None:
    store = store_of(copied)
    move_out(
        copied.folder / "work.fmmove",
        keystore=copied.folder / "GERI.fmkey",
        stores=store.parent,
        clock=SystemClock(),
    )
    moved = store.read_bytes()
    use_again(store.parent, clock=SystemClock())
    assert signed_again(copied, "at the other computer").code == 0
    merged = fairmed(
        "bundle", "merge", copied.folder / "GERI.fmresp", *copied.coordinator,
        "--receipt", copied.folder / "second.fmreceipt",
    )  # fmt: skip
    assert merged.code == 0, merged.err
    store.write_bytes(moved)
    for name in ("GERI.fmreceipt", "second.fmreceipt"):
        refused = kept(copied, name)
        assert refused.code == 2, refused.err
        assert "moved to another computer" in refused.err


def test_a_restored_study_takes_the_pack_it_lacks_from_its_file(copied: Road) -> None:
    store = store_of(copied)
    backup = store.read_bytes()
    newer = copied.folder / "v2.fmpack"
    amended = fairmed(
        "roster", "amend", "NURS", *copied.coordinator, "--role", "nurse", "--item", "T1",
        "--reason", "a further rater", "--out", newer,
    )  # fmt: skip
    assert amended.code == 0, amended.err
    later = Road(copied.folder)
    newer.replace(later.pack)
    assert signed_again(later, "on the newer pack").code == 0
    store.write_bytes(backup)
    assert restored(later).code == 0
    lacking = fairmed(
        "bundle", "export", store, "--keystore", copied.folder / "GERI.fmkey", *copied.secret,
        "--out", copied.folder / "x.fmresp",
    )  # fmt: skip
    assert lacking.code == 60
    assert "Open the study pack once more" in lacking.err
    done = signed_again(later, "once more")
    assert done.code == 0, done.err


def restored(road: Road) -> Ran:
    return fairmed(
        "bundle", "restore", road.folder / "GERI.fmresp", "--store", store_of(road),
        "--keystore", road.folder / "GERI.fmkey", *road.secret, "--json",
    )  # fmt: skip


def test_a_store_continued_on_two_copies_is_not_restored(copied: Road) -> None:
    store = store_of(copied)
    backup = store.read_bytes()
    assert signed_again(copied, "on one copy").code == 0
    merged = fairmed(
        "bundle", "merge", copied.folder / "GERI.fmresp", *copied.coordinator,
        "--receipt", copied.folder / "second.fmreceipt",
    )  # fmt: skip
    assert merged.code == 0, merged.err
    sent = (copied.folder / "GERI.fmresp").read_bytes()
    store.write_bytes(backup)
    assert signed_again(copied, "and on the other, at greater length").code == 0
    (copied.folder / "GERI.fmresp").write_bytes(sent)
    before = events_of(copied)
    for ran in (kept(copied, "second.fmreceipt"), restored(copied)):
        assert ran.code == 21
        assert "continued" in ran.err
    assert events_of(copied) == before
