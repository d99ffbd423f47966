"""`fairmed verify` shows how far it is on a terminal, and nothing of it anywhere else."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.signed import full_registry

pty = pytest.importorskip("pty", reason="this system has no pseudo-terminals")


@pytest.fixture(scope="module")
def registry(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("progress") / "r.fmreg"
    path.write_bytes(full_registry().file())
    return path


def test_a_bar_on_a_terminal(registry: Path) -> None:
    code, out, shown = on_a_terminal(registry)
    assert code == 3
    assert "Checking: logs" in shown
    assert "2/2" in shown
    assert "Checking" not in out


def test_no_bar_with_json(registry: Path) -> None:
    code, out, shown = on_a_terminal(registry, "--json")
    assert (code, shown) == (3, "")
    assert json.loads(out)["kind"] == "registry"


def on_a_terminal(registry: Path, *options: str) -> tuple[int, str, str]:
    """Exit code, standard output through a pipe, and what the terminal on standard error shows."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "fairmed_cli", "verify", "--no-pages", str(registry)]
    with subprocess.Popen([*command, *options], stdout=subprocess.PIPE, stderr=theirs) as process:
        os.close(theirs)
        shown = b""
        while piece := _read(ours):
            shown += piece
        out = process.stdout.read().decode() if process.stdout else ""
    os.close(ours)
    return process.returncode, out, shown.decode()


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:  # Linux tells so that the other side was closed.
        return b""
