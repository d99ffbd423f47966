"""Killed at random moments: what was told as kept is there, and nothing is there by half."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

from bands_registry.provenance.events import AttestationIssued, bodies_of
from bands_registry.provenance.logs import read_clinician_log
from bands_registry.provenance.meaning import check_meaning
from bands_registry.services.attestations import list_attestations
from bands_registry.services.session import Session
from bands_registry.store.values import BlobKind
from tests.helpers.registry import a_clinician, a_pack, session_on

ROOT = Path(__file__).parents[4]


# Open, three drafts, one signature: after so many things told she has signed at least once.
ROUND = 5


def killed(folder: Path, told_before: int) -> list[str]:
    """Let the restless clinician tell so many things, kill her amid the next, return all told."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.helpers.restless", str(folder)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    assert process.stdout is not None
    told = [process.stdout.readline() for _ in range(told_before)]
    process.kill()
    told += process.stdout.readlines()
    process.wait()
    process.stdout.close()
    return [line.strip() for line in told]


def check_whole(session: Session, kept: dict[str, int], issued: int) -> None:
    log = read_clinician_log(session.store.lines())  # every signature and link
    found = check_meaning(log, {session.pack.hash: session.pack})
    assert [finding for finding in found if not finding.warning] == []
    named = [body.pdf for _, body in bodies_of(log.lines, AttestationIssued)]
    assert sorted(named) == sorted(session.store.blob_hashes(BlobKind.ATTESTATION))
    assert [attestation.number for attestation in list_attestations(session)] == list(
        range(1, len(named) + 1)
    )
    assert len(named) >= issued
    before = session.store.verdicts(session.chain), session.store.attestations(session.chain)
    session.store.rebuild_projections()
    assert before == (
        session.store.verdicts(session.chain),
        session.store.attestations(session.chain),
    )
    drafts = {draft.item_id: int(draft.judgement.notes[1]) for draft in session.store.drafts()}
    # A draft may be newer than the last one told, never older.
    assert {item: number for item, number in kept.items() if drafts[item] < number} == {}


@pytest.mark.parametrize("kills", [5, pytest.param(50, marks=pytest.mark.long)])
def test_drafts_log_and_documents_are_whole_after_each_kill(tmp_path: Path, kills: int) -> None:
    chance = random.Random(kills)
    pack = a_pack(tmp_path)
    a_clinician(tmp_path)
    issued, signings = 0, 0
    # Mostly amid work; now and then perhaps before the study is even open.
    moments = [chance.choice((0, 1, *range(ROUND, 3 * ROUND))) for _ in range(kills - 1)]
    for told_before in (ROUND, *moments):
        kept: dict[str, int] = {}
        for line in killed(tmp_path, told_before):
            what, *rest = line.split()
            if what == "draft":
                kept[rest[0]] = int(rest[1])
            elif what == "signed":
                issued, signings = int(rest[0]), signings + 1
        with session_on(pack, tmp_path) as session:
            check_whole(session, kept, issued)
    assert signings >= sum(told >= ROUND for told in moments) + 1
