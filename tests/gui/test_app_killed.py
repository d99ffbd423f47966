"""Killed while she types or signs, or told to end: drafts and chain are whole on restart."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from bands_registry.services.attestations import list_attestations
from bands_registry.services.list_items import list_items
from bands_registry.services.mark_ready import mark_ready
from bands_registry.services.open_pack import open_pack
from bands_registry.services.resume_study import resume_study
from bands_registry.services.review_item import review_item
from bands_registry.services.seal_identity import seal_identity
from bands_registry.services.session import Session
from bands_registry.services.unlock_identity import unlock_identity
from bands_registry.services.views import ItemStatus
from fairmed_core.clock import SystemClock
from tests.helpers.desk import PASSPHRASE, geriatrician
from tests.helpers.desk_walks import SEAT, two_items
from tests.helpers.killed_desk import SENTENCE
from tests.helpers.registry import DETAILS, a_clinician, a_pack

pytestmark = pytest.mark.skipif(os.name != "posix", reason="SIGKILL is a POSIX signal")
REPOSITORY = Path(__file__).resolve().parents[2]
CLOCK = SystemClock()
# What reaches the store late may be as much as one second of typing (app, "Behaviour").
LATE = 1.0


@pytest.fixture(scope="module")
def begun(tmp_path_factory) -> Path:
    """A data folder with an identity and a study of which nothing was judged."""
    folder = tmp_path_factory.mktemp("begun")
    a_clinician(folder, credential=geriatrician().credential).keystore.rename(
        folder / "keystore.fmkey"
    )
    identity = unlock_identity(folder / "keystore.fmkey", PASSPHRASE)
    pack = a_pack(folder, two_items())
    stores = folder / "studies"
    with open_pack(pack, seat=SEAT, identity=identity, stores=stores, clock=CLOCK) as session:
        seal_identity(session, DETAILS)
    return folder


@pytest.fixture(scope="module")
def judged(begun, tmp_path_factory) -> Path:
    """The same, with every item ready to sign."""
    folder = tmp_path_factory.mktemp("judged") / "data"
    shutil.copytree(begun, folder)
    judgements = {verdict.item: verdict.judgement for verdict in geriatrician().verdicts}
    with on_restart(folder) as session:
        for item in list_items(session).items:
            review_item(session, item.item_id)
            mark_ready(session, item.item_id, judgements[item.item_id])
    return folder


class Child:
    """The program in a process of its own."""

    def __init__(self, data: Path, what: str) -> None:
        environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
        command = [sys.executable, "-m", "tests.helpers.killed_desk", str(data), what, PASSPHRASE]
        self.process = subprocess.Popen(
            command, cwd=REPOSITORY, env=environment, stdout=subprocess.PIPE, text=True
        )

    def line(self) -> str:
        line = self.process.stdout.readline()
        assert line, "the program ended by itself"
        return line.strip()

    def let_run(self, seconds: float) -> None:
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(timeout=seconds)

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()


def on_restart(data: Path) -> Session:
    """A new sitting; opening it checks every signature and link of the chain."""
    store = next(data.glob("studies/*.fmdb"))
    identity = unlock_identity(data / "keystore.fmkey", PASSPHRASE)
    return resume_study(store, identity=identity, clock=CLOCK)


def killed_while_typing(begun: Path, data: Path, keys: int) -> None:
    shutil.copytree(begun, data)
    child = Child(data, "review")
    moments: list[float] = []
    while len(moments) < keys:
        assert child.line() == str(len(moments) + 1)
        moments.append(time.monotonic())
    killed = time.monotonic()
    child.kill()
    surely = sum(killed - moment > LATE for moment in moments)
    with on_restart(data) as session:
        item_id = list_items(session).items[0].item_id
        kept = review_item(session, item_id).judgement.reason
    # A few keys may have been typed after the last one this process heard of.
    assert (SENTENCE * (keys // len(SENTENCE) + 3)).startswith(kept)
    assert len(kept) >= surely


def killed_while_signing(judged: Path, data: Path, after: float) -> bool:
    shutil.copytree(judged, data)
    child = Child(data, "sign")
    assert child.line() == "signing"
    child.let_run(after)
    child.kill()
    with on_restart(data) as session:
        statuses = {item.status for item in list_items(session).items}
        issued = list_attestations(session)
    # All of the signature or nothing of it; a document never without its event.
    if issued:
        assert statuses == {ItemStatus.SIGNED}
        assert len(issued) == 1
        assert issued[0].pdf.startswith(b"%PDF")
        assert issued[0].verdicts == 2
    else:
        assert statuses == {ItemStatus.READY}
    return bool(issued)


def test_killed_while_typing(begun, tmp_path):
    for number, keys in enumerate((1, 40, 170)):
        killed_while_typing(begun, tmp_path / str(number), keys)


def test_killed_while_signing(judged, tmp_path):
    chosen = random.Random(7)
    moments = (0.0, chosen.uniform(0.02, 0.3), chosen.uniform(0.3, 0.8), 6.0)
    outcomes = [
        killed_while_signing(judged, tmp_path / str(number), after)
        for number, after in enumerate(moments)
    ]
    assert outcomes[-1], "six seconds are enough to sign two verdicts"


def test_told_to_end_by_a_signal_it_keeps_every_key(begun, tmp_path):
    shutil.copytree(begun, tmp_path / "data")
    child = Child(tmp_path / "data", "review")
    for number in range(1, 31):
        assert child.line() == str(number)
    child.process.send_signal(signal.SIGTERM)
    rest = child.process.stdout.read().split()
    child.process.stdout.close()
    assert child.process.wait(timeout=30) == 0
    typed = int(rest[-1]) if rest else 30
    with on_restart(tmp_path / "data") as session:
        item_id = list_items(session).items[0].item_id
        kept = review_item(session, item_id).judgement.reason
    assert kept == (SENTENCE * 9)[:typed]


@pytest.mark.long
def test_killed_at_fifty_moments(begun, judged, tmp_path):
    chosen = random.Random(11)
    for number in range(25):
        killed_while_typing(begun, tmp_path / f"typing-{number}", chosen.randint(1, 240))
        killed_while_signing(judged, tmp_path / f"signing-{number}", chosen.uniform(0, 1.5))
