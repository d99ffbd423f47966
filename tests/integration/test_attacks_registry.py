"""Attacks on the coordinator's side and on the published registry, through the command line."""

from __future__ import annotations

import contextlib
import io
import itertools
import random
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

import pyrage
import pytest

from bands_registry.guidelines import demo_study_folder
from bands_registry.provenance import canonical
from bands_registry.provenance.anchors import read_anchors
from bands_registry.provenance.keys import generate_signer
from bands_registry.provenance.keystore import unlock_keystore, write_keystore
from bands_registry.provenance.verify import verify_bytes
from bands_registry.services.unlock_identity import known_identity
from exports.attestation_renderer import PAGES
from fairmed_core.clock import FixedClock
from tests.helpers.cli import Ran, fairmed
from tests.helpers.road import (
    CREDENTIALS,
    EMERGENCY,
    GERIATRICIAN,
    PASSPHRASE,
    Road,
    begin,
    take_part,
)
from tests.helpers.signed import files_in, flipped, resealed

ROOT = Path(__file__).parents[2]
ACCEPTED = (0, 3, 4)


@pytest.fixture(scope="module")
def road(tmp_path_factory: pytest.TempPathFactory) -> Road:
    """A study with two raters who signed, handed over and were enrolled."""
    made = begin(tmp_path_factory.mktemp("road"))
    take_part(made, "GERI", GERIATRICIAN)
    take_part(made, "EMER", EMERGENCY)
    made.publish("road.fmreg")
    return made


@pytest.fixture
def copied(road: Road, tmp_path: Path) -> Road:
    """The road's files in a folder of the test's own."""
    place = tmp_path / "office"
    shutil.copytree(road.folder, place)
    return Road(place)


def pseudonym(road: Road, seat: str) -> str:
    found = known_identity(road.folder / f"{seat}.fmkey")
    assert found is not None
    return found.pseudonym


def told(ran: Ran) -> str:
    return " | ".join(f"{f['code']} {f['finding']}" for f in ran.json["findings"])


def checked(file: Path, *anchors: Path) -> Ran:
    given = [part for anchor in anchors for part in ("--anchor", anchor)]
    return fairmed("registry", "verify", file, *given, "--no-pages", "--json")


def adjudicated(road: Road, name: str) -> int:
    shown = fairmed("registry", "show", road.publish(name), "--json")
    assert shown.code == 0, shown.err
    return int(shown.json["adjudicated"])


def again(road: Road, seat: str, verdicts: Path, interests: str) -> Ran:
    """Sign everything once more; what is stated about interests makes the events new ones."""
    return road.adjudicate(seat, verdicts, "--interests", interests)


def test_15_a_key_revoked_earlier_and_its_successor_at_the_seat(copied: Road) -> None:
    before = adjudicated(copied, "before.fmreg")
    who = pseudonym(copied, "GERI")
    done = fairmed(
        "roster", "revoke", who, *copied.coordinator, "--after", "4", "--reason", "stolen", "--json"
    )
    assert done.code == 0, done.err
    assert done.json["verdicts_lost"] == 4
    published = copied.publish("revoked.fmreg")
    ran = checked(published)
    assert ran.code == 30
    assert "revoked after event 4; 4 verdicts it signed later do not count" in told(ran)
    assert adjudicated(copied, "revoked.fmreg") < before
    response = fairmed(
        "bundle", "verify", copied.folder / "GERI.fmresp", "--anchor", published, "--no-pages",
        "--json",
    )  # fmt: skip
    assert response.code == 30
    assert "revoked after event 4" in told(response)
    # A new key at the same seat counts again, and the old one never beside it.
    for name in ("GERI.fmkey", "GERI.fmresp"):
        (copied.folder / name).unlink()
    shutil.rmtree(copied.folder / "GERI-store")
    take_part(copied, "GERI", GERIATRICIAN)
    assert adjudicated(copied, "successor.fmreg") == before
    later = fairmed("roster", "revoke", who, *copied.coordinator, "--after", "9", "--reason", "x")
    assert later.code == 2
    assert "revoked after event 4 already" in later.err


def test_16_the_same_twice_and_an_older_one_after_a_newer(copied: Road) -> None:
    older = (copied.folder / "GERI.fmresp").read_bytes()
    assert again(copied, "GERI", GERIATRICIAN, "none at all").code == 0
    assert copied.merge("GERI").code == 0
    before = fairmed("registry", "show", copied.registry, "--json").json
    assert copied.merge("GERI").code == 4
    (copied.folder / "GERI.fmresp").write_bytes(older)
    ran = copied.merge("GERI")
    assert ran.code == 4
    assert ran.json["outcome"] == "nothing_new"
    assert fairmed("registry", "show", copied.registry, "--json").json == before


def test_17_merging_in_all_six_orders_gives_one_hash(road: Road, tmp_path: Path) -> None:
    third = Road(tmp_path)
    for name in ("v1.fmpack", "passphrase.txt", "coordinator.fmkey"):
        shutil.copy(road.folder / name, tmp_path)
    CREDENTIALS.setdefault("ACUT", CREDENTIALS["EMER"])
    assert third.identity("ACUT").code == 0
    verdicts = tmp_path / "acute.yaml"
    text = EMERGENCY.read_text(encoding="utf-8").split("verdicts:")[0].replace("EMER", "ACUT")
    verdicts.write_text(
        f"{text}verdicts:\n  - {{item: T1, kind: DECLINE, decline_reason: source_ambiguous}}\n",
        encoding="utf-8",
    )
    done = third.adjudicate("ACUT", verdicts, "--details", third.details("ACUT"))
    assert done.code == 0, done.err
    for seat in ("GERI", "EMER"):
        shutil.copy(road.folder / f"{seat}.fmresp", tmp_path)
    hashes = set()
    for number, order in enumerate(itertools.permutations(("GERI", "EMER", "ACUT"))):
        (tmp_path / "registry.fmdb").unlink(missing_ok=True)
        published = fairmed(
            "pack", "publish", demo_study_folder(), *third.coordinator,
            "--out", tmp_path / f"again-{number}.fmpack",
        )  # fmt: skip
        assert published.code == 0, published.err
        for seat in order:
            assert third.merge(seat).code == 0
        shown = fairmed("registry", "show", third.registry, "--json")
        hashes.add(shown.json["registry_hash"])
    assert len(hashes) == 1


@pytest.fixture
def forked(copied: Road) -> tuple[Road, str, str]:
    """Her study file was restored from a backup and continued again: both sides' heads."""
    store = copied.folder / "GERI-store"
    backup = copied.folder / "backup"
    shutil.copytree(store, backup)
    assert again(copied, "GERI", GERIATRICIAN, "the first time").code == 0
    assert copied.merge("GERI").code == 0
    shutil.rmtree(store)
    backup.rename(store)
    assert again(copied, "GERI", GERIATRICIAN, "the second time").code == 0
    ran = copied.merge("GERI")
    assert ran.code == 40
    assert ran.json["outcome"] == "conflict"
    listed = fairmed("conflict", "list", "--registry", copied.registry, "--json")
    assert listed.code == 40
    (conflict,) = listed.json
    assert (conflict["kind"], conflict["open"]) == ("fork", True)
    sides = [side["head"] for side in conflict["sides"]]
    return copied, sides[0], sides[1]


def test_18_a_fork_from_a_restored_backup(forked: tuple[Road, str, str]) -> None:
    copied, one, other = forked
    published = copied.publish("forked.fmreg")
    ran = checked(published)
    assert ran.code == 40
    assert "continued twice from the same point" in told(ran)
    # The emergency physician's verdicts count still, the geriatrician's not one.
    shown = fairmed("registry", "show", published, "--json").json
    reasons = {
        tuple(verdict["not_counted"])
        for item in shown["items"]
        for verdict in item["verdicts"]
        if verdict["rater"] == pseudonym(copied, "GERI")
    }
    assert all("in an unresolved conflict" in why for why in reasons)
    assert copied.merge("GERI").code == 40  # said again, recorded once
    again_listed = fairmed("conflict", "list", "--registry", copied.registry, "--json").json
    assert len(again_listed) == 1
    for head in (one, other):
        assert head in {side["head"] for side in again_listed[0]["sides"]}


@pytest.mark.parametrize("side", [0, 1])
def test_18_a_settled_fork_counts_again_whichever_side_stands(
    forked: tuple[Road, str, str], side: int
) -> None:
    copied, *heads = forked
    who = pseudonym(copied, "GERI")
    wrong = fairmed(
        "conflict", "resolve", who, *copied.coordinator, "--keep", "f" * 64, "--how", "guess"
    )
    assert wrong.code == 2
    done = fairmed(
        "conflict", "resolve", who, *copied.coordinator, "--keep", heads[side][:12],
        "--how", "asked her on a call", "--json",
    )  # fmt: skip
    assert done.code == 0, done.err
    assert done.json["stands"] == heads[side]
    assert fairmed("conflict", "list", "--registry", copied.registry).code == 0
    ran = checked(copied.publish("settled.fmreg"))
    assert ran.code == 50  # a third seat is empty; nothing else is left to say
    assert "settled it: asked her on a call" in told(ran)
    shown = fairmed("registry", "show", copied.folder / "settled.fmreg", "--json").json
    assert any(
        verdict["rater"] == who and not verdict["not_counted"]
        for item in shown["items"]
        for verdict in item["verdicts"]
    )


def test_19_one_pseudonym_with_two_keys(copied: Road, tmp_path: Path) -> None:
    who = known_identity(copied.folder / "GERI.fmkey")
    assert who is not None
    assert who.credential is not None
    clock = FixedClock(datetime(2026, 6, 14, tzinfo=UTC))
    double = Road(tmp_path / "double")
    double.folder.mkdir()
    for name in ("v1.fmpack", "passphrase.txt"):
        shutil.copy(copied.folder / name, double.folder)
    write_keystore(
        double.folder / "GERI.fmkey", generate_signer(who.pseudonym, clock), PASSPHRASE,
        pseudonym=who.pseudonym, credential=who.credential, role="adjudicator",
    )  # fmt: skip
    assert double.adjudicate("GERI", GERIATRICIAN).code == 0
    shutil.copy(double.folder / "GERI.fmresp", copied.folder / "GERI.fmresp")
    ran = copied.merge("GERI")
    assert ran.code == 40
    shown = fairmed("registry", "show", copied.registry, "--json").json
    assert len(shown["adjudicators"]) == 3  # both are kept
    published = copied.publish("double.fmreg")
    assert checked(published).code == 40
    assert "claimed twice" in told(checked(published))
    (conflict,) = fairmed("conflict", "list", "--registry", copied.registry, "--json").json
    genuine = next(side for side in conflict["sides"] if side["key"] == who.key_id)
    done = fairmed(
        "conflict", "resolve", who.pseudonym, *copied.coordinator, "--keep", genuine["head"],
        "--how", "compared fingerprints",
    )  # fmt: skip
    assert done.code == 0, done.err
    settled = checked(copied.publish("settled.fmreg"))
    assert "40 " not in told(settled)
    assert "settled against this log" in told(settled)


def test_20_a_clinician_left_out(road: Road, tmp_path: Path) -> None:
    office = Road(tmp_path)
    for name in ("coordinator.fmkey", "passphrase.txt", "EMER.fmresp"):
        shutil.copy(road.folder / name, tmp_path)
    done = fairmed(
        "pack", "publish", demo_study_folder(), *office.coordinator, "--out", office.pack
    )
    assert done.code == 0, done.err
    assert office.merge("EMER").code == 0
    who = known_identity(road.folder / "EMER.fmkey")
    assert who is not None
    assert office.enroll("EMER", who.pseudonym, who.key_id).code == 0
    ran = checked(office.publish("without.fmreg"), road.folder / "GERI.fmresp")
    assert ran.code == 50
    assert "A known log was left out" in told(ran)
    assert "No merged log of an enrolled rater fills this seat" in told(ran)


def test_20_a_chain_taken_out_of_the_published_file(road: Road, tmp_path: Path) -> None:
    signer = unlock_keystore(road.folder / "coordinator.fmkey", PASSPHRASE).signer
    data = (road.folder / "road.fmreg").read_bytes()
    chain = next(name for name in files_in(data) if name.startswith("chain-"))
    path = tmp_path / "cut.fmreg"
    path.write_bytes(resealed(data, {chain: None}, signer, kind="registry"))
    ran = checked(path, road.folder / "road.fmreg")
    assert ran.code == 20
    assert "an attestation that no log names" in told(ran)


def test_a_receipt_holds_the_coordinator_to_what_he_took_in(copied: Road) -> None:
    receipt = copied.folder / "EMER.fmreceipt"
    done = fairmed(
        "bundle", "merge", copied.folder / "EMER.fmresp", *copied.coordinator, "--receipt", receipt
    )
    assert done.code == 4
    assert fairmed("verify", receipt, "--anchor", copied.folder / "road.fmreg").code == 0
    assert fairmed("verify", receipt).code == 3
    for name in ("registry.fmdb", "v1.fmpack"):
        (copied.folder / name).unlink()
    assert fairmed(
        "pack", "publish", demo_study_folder(), *copied.coordinator, "--out", copied.pack
    ).code == 0  # fmt: skip
    assert copied.merge("GERI").code == 0
    ran = checked(copied.publish("rebuilt.fmreg"), receipt)
    assert ran.code == 21
    assert "known" in told(ran)


@contextlib.contextmanager
def holding(registry: Path) -> Iterator[None]:
    """Another process has the registry open."""
    code = (
        "import sys; from pathlib import Path; from fairmed_core.clock import SystemClock\n"
        "from bands_registry.services.registry_store import open_registry\n"
        "with open_registry(Path(sys.argv[1]), clock=SystemClock()):\n"
        "    print('open', flush=True); sys.stdin.read()\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code, str(registry)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT,
    )  # fmt: skip
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        assert process.stdout.readline() == "open\n"
        yield
    finally:
        process.stdin.close()
        assert process.wait() == 0
        process.stdout.close()


def test_24_two_processes_on_one_registry(copied: Road) -> None:
    with holding(copied.registry):
        for arguments in (
            ("registry", "show", copied.registry),
            ("registry", "verify", copied.registry),
            ("bundle", "merge", copied.folder / "GERI.fmresp", *copied.coordinator),
        ):
            ran = fairmed(*arguments)
            assert ran.code == 60, ran.out
            assert "in use by another program (process" in ran.err
    assert fairmed("registry", "show", copied.registry).code == 0


def test_24_looking_at_a_held_registry_does_not_let_others_in(copied: Road) -> None:
    from bands_registry.services.registry_store import open_registry

    with open_registry(copied.registry, clock=FixedClock(datetime(2026, 6, 14, tzinfo=UTC))):
        assert fairmed("registry", "show", copied.registry).code == 60
        assert fairmed("verify", copied.registry).code == 60
        # The lock of this process still keeps another one out.
        other = subprocess.run(
            [sys.executable, "-m", "fairmed_cli", "registry", "show", str(copied.registry)],
            capture_output=True, text=True, cwd=ROOT, check=False,
        )  # fmt: skip
        assert other.returncode == 60
        assert "in use" in other.stderr


def edited(registry: Path, change: str) -> None:
    """Change rows the way a person with an SQL shell would, triggers out of the way."""
    with contextlib.closing(sqlite3.connect(registry)) as database, database:
        for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type='trigger'"):
            database.execute(f"DROP TRIGGER {name}")
        database.execute(change)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        pytest.param(
            "UPDATE event SET raw = CAST(replace(raw, 'eyJib2R5', 'eyJib2R6') AS BLOB) "
            "WHERE type='verdict.signed'",
            20, id="a verdict's bytes",
        ),
        pytest.param(
            "UPDATE event SET raw = (SELECT e.raw FROM event e WHERE e.type='item.displayed') "
            "WHERE type='attestation.issued'",
            21, id="one event for another",
        ),
    ],
)  # fmt: skip
def test_27_events_edited_inside_the_database(copied: Road, change: str, code: int) -> None:
    edited(copied.registry, change)
    ran = fairmed("registry", "verify", copied.registry, "--json")
    assert ran.code == code, told(ran)
    assert fairmed("registry", "show", copied.registry).code == ran.code


def test_27_a_payload_edited_inside_the_database(copied: Road) -> None:
    with contextlib.closing(sqlite3.connect(copied.registry)) as database:
        rows = database.execute(
            "SELECT position, raw FROM event WHERE type='verdict.signed' ORDER BY position"
        ).fetchall()
    from tests.helpers.signed import payload_of, with_payload

    position, raw = next((p, r) for p, r in rows if b'"verdict":"AMEND"' in payload_of(r))
    forged = with_payload(raw, payload_of(raw).replace(b'"verdict":"AMEND"', b'"verdict":"ACCEPT"'))
    edited(copied.registry, f"UPDATE event SET raw = x'{forged.hex()}' WHERE position={position}")
    ran = fairmed("registry", "verify", copied.registry, "--json")
    assert ran.code == 20
    assert "signature does not fit" in told(ran)
    refused = fairmed("bundle", "merge", copied.folder / "GERI.fmresp", *copied.coordinator)
    assert refused.code == 20


def test_27_a_smashed_page(copied: Road) -> None:
    data = bytearray(copied.registry.read_bytes())
    data[4096 * 3 : 4096 * 4] = bytes(4096)
    copied.registry.write_bytes(data)
    ran = fairmed("registry", "show", copied.registry)
    assert ran.code == 60
    assert "damaged" in ran.err


def test_27_rebuilt_tables_say_what_the_events_say(copied: Road) -> None:
    before = fairmed("registry", "show", copied.registry, "--json").json
    edited(copied.registry, "DELETE FROM current_verdict")
    done = fairmed("registry", "rebuild", "--registry", copied.registry, "--json")
    assert done.code == 0, done.err
    with contextlib.closing(sqlite3.connect(copied.registry)) as database:
        assert database.execute("SELECT count(*) FROM current_verdict").fetchone()[0] == 8
    assert fairmed("registry", "show", copied.registry, "--json").json == before


def test_a_withdrawal_excludes_lists_and_destroys(copied: Road) -> None:
    who = pseudonym(copied, "GERI")
    sealed = files_in((copied.folder / "GERI.fmresp").read_bytes())["identity.age"]
    assert sealed in copied.registry.read_bytes() or holds(copied.registry, sealed)
    before = adjudicated(copied, "before.fmreg")
    done = fairmed(
        "roster", "withdraw", who, *copied.coordinator, "--reason", "at her request", "--json"
    )
    assert done.code == 0, done.err
    assert done.json["files_destroyed"] == 1
    assert not holds(copied.registry, sealed)
    assert sealed[:200] not in copied.registry.read_bytes()
    published = copied.publish("withdrawn.fmreg")
    assert adjudicated(copied, "withdrawn.fmreg") < before
    shown = fairmed("registry", "show", published, "--json").json
    hers = [v for i in shown["items"] for v in i["verdicts"] if v["rater"] == who]
    assert len(hers) == 4
    assert all("the rater withdrew" in verdict["not_counted"] for verdict in hers)
    assert again(copied, "GERI", GERIATRICIAN, "after all").code == 0
    refused = copied.merge("GERI")
    assert refused.code == 30
    assert "withdrew" in refused.err
    assert not holds(copied.registry, sealed)
    gone = fairmed(
        "identity", "seal-for", who, *copied.coordinator,
        "--recipient", str(pyrage.x25519.Identity.generate().to_public()),
        "--out", copied.folder / "e.age",
    )  # fmt: skip
    assert gone.code == 2


def holds(registry: Path, data: bytes) -> bool:
    with contextlib.closing(sqlite3.connect(registry)) as database:
        found = database.execute(
            "SELECT count(*) FROM blob WHERE sha256 = ?", (canonical.sha256(data),)
        ).fetchone()
    return bool(found[0])


def test_an_editor_opens_what_was_sealed_to_him_and_no_one_else_does(copied: Road) -> None:
    editor = pyrage.x25519.Identity.generate()
    out = copied.folder / "for-editor.age"
    done = fairmed(
        "identity", "seal-for", pseudonym(copied, "GERI"), *copied.coordinator,
        "--recipient", str(editor.to_public()), "--out", out,
    )  # fmt: skip
    assert done.code == 0, done.err
    inner = pyrage.decrypt(out.read_bytes(), [editor])
    assert b'"salt"' in inner
    with pytest.raises(pyrage.DecryptError):
        pyrage.decrypt(out.read_bytes(), [pyrage.x25519.Identity.generate()])
    bad = fairmed(
        "identity", "seal-for", pseudonym(copied, "GERI"), *copied.coordinator,
        "--recipient", "age1nonsense", "--out", copied.folder / "bad.age",
    )  # fmt: skip
    assert bad.code == 10
    assert not (copied.folder / "bad.age").exists()


def test_an_item_opened_early_says_so_and_lies_after_a_checkpoint(copied: Road) -> None:
    item = "T1"
    hidden = fairmed("registry", "show", copied.registry, "--json").json["hidden"]
    assert item in hidden
    checkpoint = copied.folder / "before.txt"
    assert fairmed("registry", "checkpoint", *copied.coordinator, "--out", checkpoint).code == 0
    done = fairmed("unblind", item, *copied.coordinator, "--reason", "pilot", "--json")
    assert done.code == 0, done.err
    shown = fairmed("registry", "show", copied.registry, "--json").json
    assert set(hidden) - set(shown["hidden"]) == {item}
    assert any("opened by the coordinator on purpose" in line for line in shown["attention"])
    assert checked(copied.publish("open.fmreg"), checkpoint).code == 50
    assert fairmed("unblind", item, *copied.coordinator, "--reason", "again").code == 2


def test_an_amended_roster_is_the_next_pack_and_keeps_every_signature(copied: Road) -> None:
    before = adjudicated(copied, "before.fmreg")
    done = fairmed(
        "roster", "amend", "NURS", *copied.coordinator, "--role", "triage nurse", "--item", "T1",
        "--reason", "a third rater was found", "--out", copied.folder / "v2.fmpack", "--json",
    )  # fmt: skip
    assert done.code == 0, done.err
    assert done.json["version"] == 2
    assert "NURS" in done.json["seats"]
    published = copied.publish("amended.fmreg")
    assert fairmed("pack", "check", copied.folder / "v2.fmpack", "--anchor", published).code == 0
    assert adjudicated(copied, "amended.fmreg") == before
    assert checked(published).code == 50  # the new seat is empty
    refused = fairmed(
        "roster", "amend", "NURS", *copied.coordinator, "--item", "nothing", "--reason", "x",
        "--out", copied.folder / "v3.fmpack",
    )  # fmt: skip
    assert refused.code == 2
    assert not (copied.folder / "v3.fmpack").exists()


def flips(data: bytes, count: int) -> Sequence[int]:
    chance = random.Random(count)
    return [chance.randrange(8 * len(data)) for _ in range(count)]


@pytest.mark.parametrize("count", [500, pytest.param(20_000, marks=pytest.mark.long)])
def test_31_no_flipped_bit_of_an_anchored_registry_passes(road: Road, count: int) -> None:
    data = (road.folder / "road.fmreg").read_bytes()
    anchors = read_anchors([road.folder / "road.fmreg"])
    passed = [
        bit for bit in flips(data, count)
        if verify_bytes(flipped(data, bit), anchors=anchors, renderer=PAGES).exit_code
        in (*ACCEPTED, 50)
    ]  # fmt: skip
    assert passed == []


@pytest.mark.parametrize("part", ["coordinator.jsonl", "chain-"])
def test_31_flipped_bits_sealed_again_by_the_coordinator(road: Road, part: str) -> None:
    data = (road.folder / "road.fmreg").read_bytes()
    anchors = read_anchors([road.folder / "road.fmreg"])
    signer = unlock_keystore(road.folder / "coordinator.fmkey", PASSPHRASE).signer
    name = next(name for name in files_in(data) if name.startswith(part))
    log = files_in(data)[name]
    for bit in flips(log, 25):
        forged = resealed(data, {name: flipped(log, bit)}, signer, kind="registry")
        assert verify_bytes(forged, anchors=anchors).exit_code not in (*ACCEPTED, 50)


def test_a_refused_response_is_kept_apart_and_listed(copied: Road) -> None:
    good = (copied.folder / "GERI.fmresp").read_bytes()
    signer = unlock_keystore(copied.folder / "GERI.fmkey", PASSPHRASE).signer
    bad = resealed(good, {"checkpoint.txt": b"FairMed checkpoint 1\n"}, signer)
    (copied.folder / "GERI.fmresp").write_bytes(bad)
    refused = copied.merge("GERI")
    assert refused.code == 10
    assert "kept apart" in refused.err
    shown = fairmed("registry", "show", copied.registry, "--json").json
    assert any("refused and kept apart (code 10)" in line for line in shown["attention"])
    assert holds(copied.registry, bad)


Change = Callable[[bytes], bytes]


def zipped_again(data: bytes) -> bytes:
    buffer = io.BytesIO()
    import zipfile

    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("GERI.fmresp", data)
    return buffer.getvalue()


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda d: d[: len(d) // 3], id="half downloaded"),
        pytest.param(zipped_again, id="zipped twice"),
        pytest.param(lambda _: b"", id="empty"),
    ],
)
def test_what_is_no_response_at_all_leaves_no_trace(copied: Road, change: Change) -> None:
    good = (copied.folder / "GERI.fmresp").read_bytes()
    (copied.folder / "GERI.fmresp").write_bytes(change(good))
    before = fairmed("registry", "show", copied.registry, "--json").json
    refused = copied.merge("GERI")
    assert refused.code == 10
    assert "GERI.fmresp" in refused.err
    assert fairmed("registry", "show", copied.registry, "--json").json == before
