"""Attacks on a clinician's log and its file, each through the command line."""

from __future__ import annotations

import json
import random
import shutil
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from bands_registry.provenance.anchors import read_anchors
from bands_registry.provenance.chain import split_lines
from bands_registry.provenance.keys import Signer
from bands_registry.provenance.keystore import unlock_keystore
from bands_registry.provenance.verify import verify_bytes
from exports.attestation_renderer import PAGES
from fairmed_core.clock import SystemClock
from tests.helpers.cli import Ran, fairmed
from tests.helpers.road import GERIATRICIAN, PASSPHRASE, Road, begin, take_part
from tests.helpers.signed import (
    files_in,
    flipped,
    payload_of,
    resealed,
    signed_line,
    with_log,
    zipped,
)

ACCEPTED = (0, 3, 4)


@pytest.fixture(scope="module")
def road(tmp_path_factory: pytest.TempPathFactory) -> Road:
    """A published study and a geriatrician whose response was merged, receipted and published."""
    made = begin(tmp_path_factory.mktemp("road"))
    take_part(made, "GERI", GERIATRICIAN)
    receipt = fairmed(
        "bundle", "merge", made.folder / "GERI.fmresp", *made.coordinator,
        "--receipt", made.folder / "GERI.fmreceipt",
    )  # fmt: skip
    assert receipt.code == 4, receipt.err
    made.publish("road.fmreg")
    return made


@pytest.fixture(scope="module")
def her(road: Road) -> Signer:
    """The key of whoever holds her keystore."""
    return unlock_keystore(road.folder / "GERI.fmkey", PASSPHRASE).signer


def response(road: Road) -> bytes:
    return (road.folder / "GERI.fmresp").read_bytes()


def told(ran: Ran) -> str:
    """Every finding of a verification as one text."""
    return " | ".join(finding["finding"] for finding in json.loads(ran.out)["findings"])


def verified(road: Road, tmp_path: Path, data: bytes, *anchors: str) -> Ran:
    """Verify an altered file beside the pack and further anchors of the road."""
    path = tmp_path / "altered.fmresp"
    path.write_bytes(data)
    given = [part for name in ("v1.fmpack", *anchors) for part in ("--anchor", road.folder / name)]
    return fairmed("verify", path, *given, "--no-pages", "--json")


def test_untouched_it_is_verified_against_the_registry(road: Road, tmp_path: Path) -> None:
    assert verified(road, tmp_path, response(road), "road.fmreg").code == 0
    assert verified(road, tmp_path, response(road)).code == 3


def test_4_two_events_swapped(road: Road, tmp_path: Path, her: Signer) -> None:
    def swap(lines: list[bytes]) -> Sequence[bytes]:
        lines[5], lines[7] = lines[7], lines[5]
        return lines

    ran = verified(road, tmp_path, with_log(response(road), swap, her), "road.fmreg")
    assert ran.code == 21
    assert "was expected, event" in told(ran)


def cut(road: Road, her: Signer) -> bytes:
    """Her own response without its last event, the attestation, and without its document."""
    shorter = with_log(response(road), lambda lines: lines[:-1], her)
    return resealed(shorter, {"attestation-1.pdf": None}, her)


def test_5_tail_cut_by_the_key_holder(road: Road, tmp_path: Path, her: Signer) -> None:
    data = cut(road, her)
    for anchor in ("road.fmreg", "GERI.fmreceipt", "GERI.fmresp"):
        ran = verified(road, tmp_path, data, anchor)
        assert ran.code == 21, anchor
        assert "is known to have reached" in told(ran)
    assert verified(road, tmp_path, data).code == 3


def test_5_tail_cut_before_it_was_ever_handed_over(road: Road, tmp_path: Path, her: Signer) -> None:
    office = begin_again(road, tmp_path)
    (tmp_path / "GERI.fmresp").write_bytes(cut(road, her))
    merged = office.merge("GERI")
    assert merged.code == 0
    enrolled = office.enroll("GERI", merged.json["pseudonym"], merged.json["fingerprint"])
    assert enrolled.code == 0, enrolled.err
    seats = fairmed("verify", office.publish("cut.fmreg"), "--json")
    assert seats.code == 50, seats.out
    findings = {found["place"]: found["finding"] for found in json.loads(seats.out)["findings"]}
    assert "assigned items have no attested verdict" in findings["seat GERI"]


def begin_again(road: Road, folder: Path) -> Road:
    """The same coordinator before anything was merged: the study published anew, same pack."""
    for name in ("coordinator.fmkey", "passphrase.txt"):
        shutil.copy(road.folder / name, folder / name)
    office = Road(folder)
    from bands_registry.guidelines import demo_study_folder

    done = fairmed(
        "pack", "publish", demo_study_folder(), *office.coordinator, "--out", office.pack
    )
    assert done.code == 0, done.err
    return office


def test_6_whole_history_rebuilt_with_a_known_receipt(road: Road, tmp_path: Path) -> None:
    for name in ("GERI.fmkey", "passphrase.txt", "v1.fmpack"):
        shutil.copy(road.folder / name, tmp_path / name)
    again = Road(tmp_path)
    done = again.adjudicate(
        "GERI", GERIATRICIAN, "--details", again.details("GERI"), "--interests", "another story"
    )
    assert done.code == 0, done.err
    rebuilt = (tmp_path / "GERI.fmresp").read_bytes()
    assert verified(road, tmp_path, rebuilt).code == 3
    ran = verified(road, tmp_path, rebuilt, "GERI.fmreceipt")
    assert ran.code == 21
    assert "is not the one that is known" in told(ran) or "known to have reached" in told(ran)


def replaced(payload: bytes, old: bytes, new: bytes) -> bytes:
    assert payload.count(old) >= 1
    return payload.replace(old, new, 1)


@pytest.mark.parametrize(
    "forge",
    [
        pytest.param(lambda p: replaced(p, b'"v":1}', b'"v":1,"v":1}'), id="7 duplicate key"),
        pytest.param(lambda p: replaced(p, b'"v":1}', b'"v":1.0}'), id="8 float"),
        pytest.param(lambda p: replaced(p, b'"v":1}', b'"v":9007199254740992}'), id="8 2^53"),
        pytest.param(lambda p: replaced(p, b'"v":1}', b'"v":NaN}'), id="8 NaN"),
        pytest.param(
            lambda p: replaced(p, b'"program":"', b'"program":"\\ud800'), id="8 lone surrogate"
        ),
    ],
)
def test_7_and_8_bytes_with_two_readings_validly_signed(
    road: Road, tmp_path: Path, her: Signer, forge: Callable[[bytes], bytes]
) -> None:
    def change(lines: list[bytes]) -> Sequence[bytes]:
        place = next(n for n, line in enumerate(lines) if b'"program"' in payload_of(line))
        lines[place] = signed_line(forge(payload_of(lines[place])), her)
        return lines

    ran = verified(road, tmp_path, with_log(response(road), change, her), "road.fmreg")
    assert ran.code == 10
    assert "event 3" in json.loads(ran.out)["findings"][0]["place"]


def test_15_a_key_nobody_enrolled(road: Road, tmp_path: Path) -> None:
    office = begin_again(road, tmp_path)
    shutil.copy(road.folder / "GERI.fmresp", tmp_path)
    assert office.merge("GERI").json["enrolled"] is False
    before = office.publish("before.fmreg")
    ran = verified(office, tmp_path, response(road), "before.fmreg")
    assert ran.code == 30
    assert "not enrolled under this pseudonym and seat" in told(ran)
    whole = fairmed("verify", before, "--no-pages", "--json")
    assert whole.code == 30
    assert "not enrolled" in told(whole)
    # The enrolled registry counts one band more than the one whose enrolment was left out.
    shown = [
        fairmed("registry", "show", r, "--json").json for r in (before, road.folder / "road.fmreg")
    ]
    assert [one["adjudicated"] for one in shown] == [0, 1]


def test_25_clock_set_back_between_verdicts(
    road: Road, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from datetime import UTC, datetime, timedelta

    instant = datetime(2026, 6, 14, 12, 0, tzinfo=UTC)
    calls = iter(range(10_000))
    # An hour later at every look, but for one look that is a day early.
    monkeypatch.setattr(
        SystemClock,
        "now",
        lambda _: instant + timedelta(seconds=(n := next(calls)), days=-1 if n > 20 else 0),
    )
    for name in ("passphrase.txt", "v1.fmpack"):
        shutil.copy(road.folder / name, tmp_path / name)
    late = Road(tmp_path)
    assert late.identity("GERI").code == 0
    done = late.adjudicate("GERI", GERIATRICIAN, "--details", late.details("GERI"))
    assert done.code == 0, done.err
    data = (tmp_path / "GERI.fmresp").read_bytes()
    assert b"clock.anomaly" in b"".join(
        payload_of(line) for line in split_lines(files_in(data)["events.jsonl"])
    )
    ran = verified(road, tmp_path, data)
    assert ran.code == 3
    assert "clock was set back; the log says so itself" in told(ran)


def test_26_of_a_newer_format(road: Road, tmp_path: Path, her: Signer) -> None:
    def newer(lines: list[bytes]) -> Sequence[bytes]:
        lines[2] = signed_line(replaced(payload_of(lines[2]), b'"v":1}', b'"v":2}'), her)
        return lines

    ran = verified(road, tmp_path, with_log(response(road), newer, her), "road.fmreg")
    assert ran.code == 11
    assert "later FairMed" in told(ran)


def renamed_to_climb(data: bytes) -> bytes:
    return data.replace(b"checkpoint.txt", b"../eckpoint.txt"[:14])


def bomb(data: bytes) -> bytes:
    return zipped(
        {**files_in(data), "attestation-1.pdf": b"\0" * 10**8}, compression=zipfile.ZIP_DEFLATED
    )


@pytest.mark.parametrize(
    ("change", "code", "words"),
    [
        pytest.param(
            lambda d: zipped([*files_in(d).items(), ("events.jsonl", b"")]),
            10, "two parts of the same name", id="duplicate",
        ),
        pytest.param(
            lambda d: zipped(dict(sorted({**files_in(d), "more.txt": b"x"}.items()))),
            20, "not listed in the manifest", id="unlisted",
        ),
        pytest.param(lambda d: d[: len(d) // 2], 10, "incomplete", id="truncated"),
        pytest.param(renamed_to_climb, 10, "not allowed", id="path"),
        pytest.param(bomb, 10, "compressed", id="bomb"),
    ],
)  # fmt: skip
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_29_containers(
    road: Road, tmp_path: Path, change: Callable[[bytes], bytes], code: int, words: str
) -> None:
    ran = verified(road, tmp_path, change(response(road)), "road.fmreg")
    assert ran.code == code, ran.out
    assert words in told(ran)


def flips(data: bytes, count: int) -> Sequence[int]:
    chance = random.Random(count)
    return [chance.randrange(8 * len(data)) for _ in range(count)]


@pytest.mark.parametrize("count", [500, pytest.param(20_000, marks=pytest.mark.long)])
def test_31_no_flipped_bit_of_an_anchored_response_passes(road: Road, count: int) -> None:
    """Bits anywhere in the file, its sealed document with real pages included.

    Nothing is left out of the check: pages would be printed again if a flip came that far. None
    does, since a part's checksum, the manifest and the seal stand before them; what the seal and
    the pages themselves are worth is shown on documents alone, in test_attacks_documents.
    """
    data = response(road)
    assert len(files_in(data)["attestation-1.pdf"]) > len(data) // 2
    anchors = read_anchors([road.folder / "v1.fmpack", road.folder / "road.fmreg"])
    assert verify_bytes(data, anchors=anchors, renderer=PAGES).exit_code == 0
    passed = [
        bit for bit in flips(data, count)
        if verify_bytes(flipped(data, bit), anchors=anchors, renderer=PAGES).exit_code in ACCEPTED
    ]  # fmt: skip
    assert passed == []


def test_31_a_flipped_bit_sealed_again_by_the_key_holder_passes_nowhere(
    road: Road, her: Signer
) -> None:
    data = response(road)
    anchors = read_anchors([road.folder / "v1.fmpack", road.folder / "road.fmreg"])
    log = files_in(data)["events.jsonl"]
    for bit in flips(log, 60):
        forged = resealed(data, {"events.jsonl": flipped(log, bit)}, her)
        assert verify_bytes(forged, anchors=anchors).exit_code not in ACCEPTED


def test_31_through_the_command_line(road: Road, tmp_path: Path) -> None:
    data = response(road)
    for bit in flips(data, 5):
        assert verified(road, tmp_path, flipped(data, bit), "road.fmreg").code not in ACCEPTED


def test_a_line_taken_from_another_log_is_signed_by_another_key(
    road: Road, tmp_path: Path, her: Signer
) -> None:
    stranger = unlock_keystore(road.folder / "coordinator.fmkey", PASSPHRASE).signer

    def mixed(lines: list[bytes]) -> Sequence[bytes]:
        lines[4] = signed_line(payload_of(lines[4]), stranger)
        return lines

    ran = verified(road, tmp_path, with_log(response(road), mixed, her), "road.fmreg")
    assert ran.code == 30
    assert "signed by another key" in told(ran)
