"""The machine refuses: code 60 with a sentence, nothing half-written, what was there intact."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from bands_registry.guidelines import demo_study_folder, demo_trajectories
from tests.helpers import disk
from tests.helpers.cli import fairmed
from tests.helpers.rights import unprivileged
from tests.helpers.road import GERIATRICIAN, PASSPHRASE, Road, begin, take_part


@pytest.fixture(scope="module")
def road(tmp_path_factory: pytest.TempPathFactory) -> Road:
    made = begin(tmp_path_factory.mktemp("road"))
    take_part(made, "GERI", GERIATRICIAN)
    return made


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 64 KiB."""
    with disk.small_disk(tmp_path / "disk") as mounted:
        yield mounted


def test_full_disk_at_publishing_a_registry(road: Road, small_disk: Path, tmp_path: Path) -> None:
    (small_disk / "ballast").write_bytes(b"x" * 48 * 1024)
    copied = copied_to(tmp_path, road)
    out = small_disk / "r.fmreg"
    done = fairmed("registry", "publish", *copied.coordinator, "--out", out)
    assert done.code == 60, done.err
    assert "r.fmreg" in done.err
    assert sorted(path.name for path in small_disk.iterdir()) == ["ballast"]
    assert fairmed("registry", "show", copied.registry).code == 0


def test_full_disk_under_the_working_registry(road: Road, small_disk: Path) -> None:
    registry = small_disk / "new.fmdb"
    done = fairmed(
        "pack", "publish", demo_study_folder(), "--registry", registry, "--keystore",
        road.folder / "coordinator.fmkey", *road.secret, "--out", road.folder / "never.fmpack",
    )  # fmt: skip
    assert done.code == 60, done.err
    assert list(small_disk.iterdir()) == []
    assert not (road.folder / "never.fmpack").exists()


def test_full_disk_at_the_report_keeps_the_earlier_one(small_disk: Path) -> None:
    earlier = small_disk / "report"
    earlier.mkdir()
    (earlier / "report.json").write_text("{}", encoding="utf-8")
    done = fairmed("analyze", demo_trajectories(), "--resamples", "100", "--out", earlier)
    assert done.code == 60, done.err
    assert "full" in done.err
    assert (earlier / "report.json").read_text(encoding="utf-8") == "{}"
    assert [path.name for path in small_disk.iterdir()] == ["report"]


def test_read_only_folder_for_a_pack(road: Road) -> None:
    with unprivileged() as folder:
        mine = copied_to(folder, road)
        locked = folder / "locked"
        locked.mkdir(mode=0o500)
        done = fairmed(
            "pack", "publish", demo_study_folder(), *mine.coordinator,
            "--out", locked / "v9.fmpack",
        )  # fmt: skip
        assert done.code == 60, done.err
        assert "v9.fmpack" in done.err
        assert list(locked.iterdir()) == []


def test_read_only_working_registry(road: Road) -> None:
    with unprivileged() as folder:
        mine = copied_to(folder, road)
        mine.registry.chmod(0o400)
        folder.chmod(0o500)
        before = mine.registry.read_bytes()
        done = fairmed(
            "roster", "enroll", *mine.coordinator, "--seat", "EMER", "--pseudonym",
            "ADJ-00000-00000", "--key", "0" * 64, "--checked", "test",
        )  # fmt: skip
        assert done.code == 60, done.err
        assert mine.registry.read_bytes() == before


def test_unreadable_draws() -> None:
    with unprivileged() as folder:
        path = folder / "draws.csv"
        path.write_text("secret", encoding="utf-8")
        path.chmod(0)
        done = fairmed("floor", path)
        assert done.code == 60, done.err
        assert "draws.csv" in done.err


def copied_to(folder: Path, road: Road) -> Road:
    """The road's files, read with the rights of whoever made them, written with ours."""
    us = os.geteuid()
    os.seteuid(0 if os.getuid() == 0 else us)
    files = {
        name: (road.folder / name).read_bytes() for name in ("registry.fmdb", "coordinator.fmkey")
    }
    os.seteuid(us)
    for name, data in files.items():
        (folder / name).write_bytes(data)
    (folder / "passphrase.txt").write_text(PASSPHRASE + "\n", encoding="utf-8")
    return Road(folder)
