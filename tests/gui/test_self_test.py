"""The check of an installation, run as a program of its own as whoever installs it would."""

from __future__ import annotations

import os
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pypdf


def check_installation(profile: Path, out: Path, **environment: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        (sys.executable, "-m", "adjudicator_app", "--self-test", str(out)),
        env={**os.environ, "XDG_DATA_HOME": str(profile), **environment},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_a_sound_installation_leaves_the_practice_document_and_nothing_else(tmp_path):
    profile, out = tmp_path / "Zoë Łukasz 李 (ward 4)", tmp_path / "out"
    profile.mkdir()
    done = check_installation(profile, out)
    assert done.returncode == 0, done.stderr
    document = (out / "practice-attestation.pdf").read_bytes()
    assert "PRACTICE" in pypdf.PdfReader(BytesIO(document)).pages[0].extract_text()
    protocol = (out / "self-test.txt").read_text("utf-8")
    assert protocol == done.stdout
    assert str(profile) in protocol
    assert protocol.splitlines()[-1].endswith("passed")
    assert not [path for path in profile.rglob("*") if path.is_file()]


def test_a_data_folder_that_cannot_be_used_is_named(tmp_path):
    blocked = tmp_path / "a file, not a folder"
    blocked.write_text("", "utf-8")
    done = check_installation(tmp_path, tmp_path / "out", FAIRMED_DATA=str(blocked))
    assert done.returncode == 1
    last = (tmp_path / "out" / "self-test.txt").read_text("utf-8").splitlines()[-1]
    assert "FAILED" in last
    assert "Traceback" not in done.stdout + done.stderr
    assert not (tmp_path / "out" / "practice-attestation.pdf").exists()
