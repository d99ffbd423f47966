"""The page for editors: its commands run as they stand there, with and without the program."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from exports.attestation_pdf import render_attestation
from tests.helpers.signed import Clinician, Coordinator, emergency_physician
from tests.helpers.study import ITEMS

PAGE = Path(__file__).resolve().parents[2] / "docs" / "editor.md"
BLOCKS = re.findall(
    r"^```sh\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE
)
ALONE, ANCHORED, SEAL, EVENT = BLOCKS


@pytest.fixture(scope="module")
def her() -> Clinician:
    made = Clinician().begin().seal()
    for item in ITEMS:
        made.judge(item)
    return made.attest(render_attestation)


@pytest.fixture(scope="module")
def desk(her: Clinician, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An editor's folder: the document she was sent, the registry from where it was published."""
    folder = tmp_path_factory.mktemp("desk")
    other = emergency_physician()
    office = Coordinator().publish()
    for clinician in (her, other):
        office.enrol(clinician).merge(clinician)
    (folder / "attestation.pdf").write_bytes(her.documents[1])
    (folder / "registry.fmreg").write_bytes(office.file())
    return folder


def run(block: str, desk: Path, *tools: str) -> subprocess.CompletedProcess[str]:
    """Run one block of the page in a shell, with this interpreter's `fairmed` first in the path."""
    lacking = [tool for tool in tools if shutil.which(tool) is None]
    if lacking:
        pytest.skip(f"not installed here: {', '.join(lacking)}")
    environment = os.environ | {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "LC_ALL": "C.UTF-8",
        "HOME": str(desk),
    }
    return subprocess.run(
        ["bash", "-c", f"set -eo pipefail\n{block}"],
        cwd=desk, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_the_document_alone_and_against_the_registry(desk: Path) -> None:
    alone = run(ALONE, desk)
    assert alone.returncode == 3, alone.stderr
    assert "Verified, with warnings." in alone.stdout
    anchored = run(ANCHORED, desk)
    assert anchored.returncode == 0, anchored.stdout
    assert "Verified." in anchored.stdout


def test_its_seal_with_pdfsig(desk: Path, her: Clinician) -> None:
    done = run(SEAL, desk, "pdfsig")
    assert done.stdout.count("Signature is Valid") == 1, done.stdout + done.stderr
    assert "Total document signed" in done.stdout
    assert her.pseudonym in done.stdout


def test_one_event_with_openssl(desk: Path, her: Clinician) -> None:
    done = run(EVENT, desk, "pdfdetach", "jq", "openssl", "sha256sum")
    assert done.returncode == 0, done.stderr
    assert "Verified OK" in done.stdout
    sums = dict(reversed(line.split()) for line in done.stdout.splitlines() if len(line) > 64)
    assert sums == {"signed": her.lines[4].id, "key.der": her.signer.key_id}
    (desk / "payload").write_bytes((desk / "payload").read_bytes().replace(b"2026", b"2027", 1))
    forged = run(EVENT.split("> payload", 1)[1].split("\n", 1)[1], desk)
    assert forged.returncode != 0
