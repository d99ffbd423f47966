"""The clinician's machine refuses: code 60, nothing half-written, her log as it was.

On real small and read-only file systems, which only the superuser may mount.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.helpers.cli import Ran, fairmed
from tests.helpers.disk import small_disk
from tests.helpers.road import GERIATRICIAN, Road, begin, take_part

DISK_KB = 4096


@pytest.fixture(scope="module")
def road(tmp_path_factory: pytest.TempPathFactory) -> Road:
    """A geriatrician who signed once and handed over."""
    made = begin(tmp_path_factory.mktemp("road"))
    take_part(made, "GERI", GERIATRICIAN)
    return made


@pytest.fixture
def disk(road: Road, tmp_path: Path) -> Iterator[Path]:
    """A file system of 4 MB with her files on it."""
    with small_disk(tmp_path / "disk", size_kb=DISK_KB) as place:
        shutil.copytree(road.folder, place, dirs_exist_ok=True)
        yield place


def store_of(folder: Path) -> Path:
    (found,) = (folder / "GERI-store").glob("*.fmdb")
    return found


def fill(disk: Path, *, leaving_kb: int) -> None:
    """Leave so much room on the disk and no more."""
    free = shutil.disk_usage(disk).free - leaving_kb * 1024
    (disk / "ballast").write_bytes(b"x" * max(free, 0))


def sign_again(road: Road, interests: str, out: Path) -> Ran:
    """Sign every verdict anew on the disk; the response goes elsewhere."""
    return fairmed(
        "adjudicate", road.pack, "--verdicts", GERIATRICIAN,
        "--keystore", road.folder / "GERI.fmkey", "--store", road.folder / "GERI-store",
        "--out", out, *road.secret, "--interests", interests,
    )  # fmt: skip


def export(road: Road, out: Path) -> Ran:
    return fairmed(
        "bundle", "export", store_of(road.folder), "--keystore", road.folder / "GERI.fmkey",
        *road.secret, "--out", out,
    )  # fmt: skip


def attestations(road: Road, out: Path) -> int:
    """How many documents her log holds, after all of it was verified."""
    done = export(road, out)
    assert done.code == 0, done.err
    report = fairmed("verify", out, "--anchor", road.pack, "--json")
    assert report.code == 3, report.out
    return int(report.json["facts"]["attestations"])


def test_22_the_disk_is_full_wherever_signing_has_come_to(disk: Path, tmp_path: Path) -> None:
    mine = Road(disk)
    refused = 0
    for leaving in (0, 8, 24, 48, 96, 160, 240, 320):
        fill(disk, leaving_kb=leaving)
        ran = sign_again(mine, f"with {leaving} KB left", tmp_path / "answer.fmresp")
        (disk / "ballast").unlink()
        if ran.code == 0:
            break
        assert ran.code == 60, ran.err
        assert "full" in ran.err
        refused += 1
        assert not (tmp_path / "answer.fmresp").exists()
        # What was signed before stands, and nothing of this attempt.
        assert attestations(mine, tmp_path / f"{leaving}.fmresp") == 1
    assert refused >= 3
    done = sign_again(mine, "with room again", tmp_path / "last.fmresp")
    assert done.code == 0, done.err
    assert attestations(mine, tmp_path / "all.fmresp") >= 2


def test_22_the_disk_is_full_at_the_document_and_at_the_response(
    road: Road, disk: Path, tmp_path: Path
) -> None:
    mine = Road(tmp_path / "hers")
    shutil.copytree(road.folder, mine.folder)
    fill(disk, leaving_kb=16)
    before = sorted(path.name for path in disk.iterdir())
    document = fairmed(
        "attestation", "issue", store_of(mine.folder), "--out", disk / "attestation.pdf"
    )
    response = export(mine, disk / "answer.fmresp")
    for ran, name in ((document, "attestation.pdf"), (response, "answer.fmresp")):
        assert ran.code == 60
        assert "full" in ran.err
        assert name in ran.err
    assert sorted(path.name for path in disk.iterdir()) == before
    assert attestations(mine, tmp_path / "elsewhere.fmresp") == 1


@pytest.fixture
def read_only(disk: Path) -> Iterator[Path]:
    """Her files on a disk that nobody may write to."""
    subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
    try:
        yield disk
    finally:
        subprocess.run(["mount", "-o", "remount,rw", str(disk)], check=True)


Refused = Callable[[Road, Path], Ran]


@pytest.mark.parametrize(
    "attempt",
    [
        pytest.param(lambda r, out: sign_again(r, "again", out / "a.fmresp"), id="sign"),
        pytest.param(lambda r, out: export(r, out / "a.fmresp"), id="export"),
        pytest.param(
            lambda r, out: fairmed(
                "attestation", "issue", store_of(r.folder), "--out", r.folder / "a.pdf"
            ),
            id="document",
        ),
        pytest.param(
            lambda r, out: fairmed(
                "identity", "rotate", store_of(r.folder), "--keystore", r.folder / "GERI.fmkey",
                *r.secret, "--new", out / "new.fmkey", "--reason", "x",
                "--new-passphrase-file", r.folder / "passphrase.txt",
            ),
            id="rotate",
        ),
    ],
)  # fmt: skip
def test_23_a_read_only_disk(read_only: Path, tmp_path: Path, attempt: Refused) -> None:
    before = store_of(read_only).read_bytes()
    ran = attempt(Road(read_only), tmp_path)
    assert ran.code == 60, ran.err
    assert store_of(read_only).read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["disk"]


def test_files_from_a_read_only_stick_are_read(road: Road, read_only: Path, tmp_path: Path) -> None:
    stick = Road(read_only)
    assert fairmed("verify", stick.pack).code == 3
    assert fairmed("verify", read_only / "GERI.fmresp", "--anchor", stick.pack).code == 3
    office = Road(tmp_path / "office")
    shutil.copytree(road.folder, office.folder)
    merged = fairmed("bundle", "merge", read_only / "GERI.fmresp", *office.coordinator)
    assert merged.code == 4, merged.err
    opened = fairmed(
        "adjudicate", stick.pack, "--verdicts", GERIATRICIAN,
        "--keystore", read_only / "GERI.fmkey", *stick.secret,
        "--store", tmp_path / "new-store", "--out", tmp_path / "new.fmresp",
    )  # fmt: skip
    assert opened.code == 0, opened.err
