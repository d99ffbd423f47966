"""What signing and checking cost, each as a ratio to what is allowed: 1.00 is the limit.

Run as ``python -m tests.benchmarks.provenance [RATERS ITEMS]``; imports and pages are left out.
"""

from __future__ import annotations

import resource
import sys
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from time import perf_counter

from bands_registry.provenance.anchors import Anchors
from bands_registry.provenance.bodies import Body, ChainGenesis, PackOpened, VerdictSigned
from bands_registry.provenance.verify import verify_bytes
from bands_registry.store.study_store import open_study_store
from fairmed_core.domain.study import Seat
from tests.helpers.chains import noon
from tests.helpers.signed import Clinician, Coordinator, a_pack_of
from tests.helpers.study import large_study

APPEND_SECONDS, BUNDLE_SECONDS, REGISTRY_SECONDS, REGISTRY_MB = 1.5, 0.6, 10.0, 400.0
VERDICTS = 500


def main() -> None:
    """Print one line for each figure."""
    raters, items = (int(text) for text in sys.argv[1:3]) if len(sys.argv) > 2 else (20, 1000)
    clinician = judged(VERDICTS)
    said(f"append {VERDICTS} verdicts", appended(clinician), APPEND_SECONDS)
    bundle = clinician.response()
    said(
        f"verify their bundle of {len(bundle) / 1e6:.1f} MB",
        seconds(lambda: verify_bytes(bundle, anchors=Anchors())),
        BUNDLE_SECONDS,
    )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "large.fmreg"
        path.write_bytes(registry(raters, items))
        for share in (4, 2, 1):
            small = Path(folder) / "small.fmreg"
            small.write_bytes(path.read_bytes() if share == 1 else registry(raters, items // share))
            taken = seconds(lambda small=small: verify_bytes(small.read_bytes(), anchors=Anchors()))
            said(f"verify {raters} raters × {items // share}", taken, REGISTRY_SECONDS / share)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    said("peak memory in MB, making the registry included", peak, REGISTRY_MB)


def judged(items: int) -> Clinician:
    """A clinician who judged so many items, and attested them."""
    pack, _ = a_pack_of(large_study(items))
    clinician = Clinician().begin(pack).seal()
    for item in pack.study.seats[0].items:
        clinician.judge(item)
    return clinician.attest()


def appended(clinician: Clinician) -> float:
    """Seconds to sign and keep the verdicts of a log anew, each batch in one transaction."""
    kinds = (ChainGenesis, PackOpened, VerdictSigned)
    bodies: list[Body] = [
        line.event.body for line in clinician.lines if isinstance(line.event.body, kinds)
    ]
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder) / "study.fmdb"
        with open_study_store(store, clock=noon(), create=True) as opened:
            again = Clinician(signer=clinician.signer)

            def work() -> None:
                again.add(*bodies)
                opened.append(again.lines)

            return seconds(work)


def registry(raters: int, items: int) -> bytes:
    """A published registry in which every rater judged every item."""
    study = large_study(items)
    seats = tuple(Seat(f"S{n:03d}", "rater", study.seats[0].items) for n in range(raters))
    pack, data = a_pack_of(replace(study, seats=seats))
    coordinator = Coordinator().publish(data)
    for number, seat in enumerate(seats):
        clinician = Clinician(f"ADJ-{number:05d}-BENCH", seat.code).begin(pack).seal()
        for item in seat.items:
            clinician.judge(item)
        coordinator.enrol(clinician.attest()).merge(clinician)
    return coordinator.file()


def seconds(work: Callable[[], object]) -> float:
    """Wall-clock seconds of one run."""
    start = perf_counter()
    work()
    return perf_counter() - start


def said(what: str, found: float, allowed: float) -> None:
    """Print a figure beside its limit."""
    sys.stdout.write(f"{what:<60} {found:8.2f} of {allowed:7.2f}  ratio {found / allowed:.2f}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
