"""The inputs that fuzzing found worth keeping go through every target again."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.fuzz.targets import TARGETS

ROOT = Path(__file__).parents[2]
CORPUS = ROOT / "tests" / "assets" / "fuzz"
FUZZER = ROOT / ".venv-fuzz" / "bin" / "python"


@pytest.mark.parametrize("target", sorted(TARGETS))
def test_the_corpus_lets_nothing_out_but_typed_errors(target: str) -> None:
    inputs = sorted((CORPUS / target).iterdir())
    assert len(inputs) >= 5
    for path in inputs:
        TARGETS[target](path.read_bytes())


@pytest.mark.long
@pytest.mark.parametrize("target", sorted(TARGETS))
def test_a_minute_of_fuzzing(target: str, tmp_path: Path) -> None:
    if not FUZZER.exists():
        pytest.skip("the fuzzer is not installed; `make test-long` and `make fuzz` install it")
    done = subprocess.run(
        [
            str(FUZZER), "-m", "tests.fuzz.run", target, "-max_total_time=60",
            f"-artifact_prefix={tmp_path}/", str(tmp_path), str(CORPUS / target),
        ],
        capture_output=True, text=True, cwd=ROOT, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
