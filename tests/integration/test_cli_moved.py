"""A copy that was moved to another computer is only read by the command line too."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.cli import fairmed
from tests.helpers.computer import Computer
from tests.helpers.registry import PASSPHRASE


@pytest.fixture
def moved(tmp_path: Path) -> Computer:
    computer = Computer(tmp_path / "old")
    computer.begin()
    computer.move_out(tmp_path / "work.fmmove")
    (tmp_path / "secret.txt").write_text(PASSPHRASE)
    return computer


def secret(computer: Computer) -> tuple[str | Path, ...]:
    return (
        "--keystore",
        computer.keystore,
        "--passphrase-file",
        computer.folder.parent / "secret.txt",
    )


def test_the_response_is_written_once_more_and_nothing_is_recorded(
    moved: Computer, tmp_path: Path
) -> None:
    before = moved.recorded()
    done = fairmed("bundle", "export", moved.store, *secret(moved), "--out", tmp_path / "r.fmresp")
    assert done.code == 0, done.err
    assert (tmp_path / "r.fmresp").exists()
    assert moved.recorded() == before


def test_finishing_and_replacing_the_key_are_refused(moved: Computer, tmp_path: Path) -> None:
    before = moved.recorded()
    finish = fairmed(
        "bundle", "export", moved.store, *secret(moved), "--out", tmp_path / "r.fmresp", "--finish"
    )
    assert finish.code == 2
    assert "moved to another computer on 2026-06-14" in finish.err
    rotate = fairmed(
        "identity", "rotate", moved.store, *secret(moved), "--new", tmp_path / "next.fmkey",
        "--new-passphrase-file", tmp_path / "secret.txt", "--reason", "A new laptop.",
    )  # fmt: skip
    assert rotate.code == 2
    assert "can only be read here" in rotate.err
    assert not (tmp_path / "next.fmkey").exists()
    assert moved.recorded() == before


def test_the_file_itself_is_named(moved: Computer, tmp_path: Path) -> None:
    told = fairmed("verify", tmp_path / "work.fmmove")
    assert told.code == 10
    assert "moves a clinician's work to another computer" in told.out + told.err
