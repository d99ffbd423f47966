"""Killed at random moments of a whole road: sign, export, merge, receipt, publish, again."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

from bands_registry.provenance.receipt import read_receipt
from bands_registry.provenance.response import read_response
from bands_registry.services.load_registry import load_registry
from bands_registry.services.merge_bundle import merge_bundle
from bands_registry.services.registry_views import MergeOutcome
from bands_registry.services.verify_file import verify_file
from tests.helpers.chains import noon
from tests.helpers.restless_office import Desk, prepare

ROOT = Path(__file__).parents[4]
STEPS = ("signed", "exported", "merged", "receipted", "published")


def killed(folder: Path, told: int) -> list[str]:
    """Let the office work until it told so many steps, then kill it amid the next one."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.helpers.restless_office", str(folder)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    assert process.stdout is not None
    lines = [process.stdout.readline().strip() for _ in range(told)]
    process.kill()
    process.wait()
    process.stdout.close()
    return lines


def check_whole(desk: Desk, seen: dict[Path, int]) -> None:
    """Whatever was being written when the process died: each file is whole, or not there.

    A file that has not changed since it was found whole (`seen`) is not read again.
    """
    for path in news(desk.folder, "*.fmresp", seen):
        read_response(path)
    for path in news(desk.folder, "*.fmreceipt", seen):
        read_receipt(path)
    for path in news(desk.folder, "*.fmreg", seen):
        assert verify_file(path).exit_code in (3, 50)
    own = verify_file(desk.registry, anchors=sorted(desk.folder.glob("*.fmreceipt")))
    assert own.exit_code in (0, 3, 50), [str(finding) for finding in own.findings]


def news(folder: Path, pattern: str, seen: dict[Path, int]) -> list[Path]:
    """Return the files that are new or were written again, and remember them."""
    changed = {p: p.stat().st_mtime_ns for p in folder.glob(pattern)}
    fresh = [path for path, written in changed.items() if seen.get(path) != written]
    seen.update(changed)
    return fresh


@pytest.mark.parametrize("kills", [3, pytest.param(50, marks=pytest.mark.long)])
def test_every_file_is_whole_after_each_kill_and_the_road_goes_on(
    tmp_path: Path, kills: int
) -> None:
    chance = random.Random(kills)
    desk = prepare(tmp_path)
    seen: set[str] = set()
    whole: dict[Path, int] = {}
    for _ in range(kills):
        told = killed(tmp_path, chance.randint(len(STEPS), 2 * len(STEPS)))
        seen |= {line.split()[0] for line in told}
        check_whole(desk, whole)
    # By construction each life told one whole round, whatever the machine was doing besides.
    assert seen == set(STEPS)
    answer = desk.folder / "last.fmresp"
    desk.export(answer)
    merged = merge_bundle(
        answer, registry=desk.registry, coordinator=desk.coordinator(), clock=noon()
    )
    assert merged.outcome in (MergeOutcome.MERGED, MergeOutcome.NOTHING_NEW)
    assert load_registry(desk.registry).adjudicators[0].verdicts >= 1
