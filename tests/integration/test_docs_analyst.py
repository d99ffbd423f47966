"""The worked example for analysts: its commands run, and print the lines shown under them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = Path(__file__).resolve().parents[2] / "docs" / "analyst.md"


def blocks(kind: str) -> list[str]:
    text = PAGE.read_text(encoding="utf-8")
    return re.findall(rf"^```{kind}\n(.*?)^```$", text, flags=re.DOTALL | re.MULTILINE)


@pytest.mark.long
def test_commands_run_and_print_what_is_shown(tmp_path: Path) -> None:
    script = tmp_path / "page.sh"
    script.write_text("\n".join(["set -euo pipefail", *blocks("sh")]), encoding="utf-8")
    environment = os.environ | {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "LC_ALL": "C.UTF-8",
    }
    done = subprocess.run(
        ["bash", str(script)],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    printed = {line.strip() for line in done.stdout.splitlines()}
    shown = [line for block in blocks("text") for line in block.splitlines()]
    assert len(shown) > 20
    assert [line for line in shown if line.strip() not in printed] == []
