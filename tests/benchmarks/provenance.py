"""Speed and memory of signing and checking: ``python -m tests.benchmarks.provenance``.

A figure stands beside what it may cost. Imports are left out, the pages of attestations are a
figure of their own. Each check runs in a process that does nothing else, so that its memory is its
own; the documents in the registry are sealed, and what their logs attach is the whole log.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from math import log
from pathlib import Path
from time import perf_counter, process_time

from bands_registry.provenance.anchors import Anchors
from bands_registry.provenance.bodies import Body, ChainGenesis, PackOpened, VerdictSigned
from bands_registry.provenance.verify import verify_bytes, verify_file
from bands_registry.store.study_store import open_study_store
from exports.attestation_pdf import render_attestation
from exports.attestation_renderer import PAGES
from fairmed_core.domain.study import Seat
from tests.benchmarks.timing import peak_mb
from tests.helpers.chains import noon
from tests.helpers.plain_pdf import printed
from tests.helpers.signed import Clinician, Coordinator, Render, a_pack_of
from tests.helpers.study import large_study

VERDICTS, RATERS, ITEMS = 500, 20, 1000
APPEND_SECONDS, BUNDLE_SECONDS, REGISTRY_SECONDS, REGISTRY_MB = 1.5, 0.6, 10.0, 400.0
PAGE_RATERS, PAGE_ITEMS, PAGE_MS = 4, 100, 15.0


def main() -> None:
    """Print a line for each figure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--raters", type=int, default=RATERS)
    parser.add_argument("--items", type=int, default=ITEMS)
    parser.add_argument("--check", nargs=2, help=argparse.SUPPRESS, metavar=("FILE", "PAGES"))
    chosen = parser.parse_args()
    if chosen.check:
        print(json.dumps(checked(Path(chosen.check[0]), pages=chosen.check[1] == "pages")))
        return
    with tempfile.TemporaryDirectory() as folder:
        signing()
        growing(Path(folder), raters=chosen.raters, items=chosen.items)
        pages(Path(folder))


def signing() -> None:
    """Print what signing many verdicts and checking their response cost."""
    clinician = judged(VERDICTS)
    append = [appended(clinician) for _ in range(3)]
    told(f"append {VERDICTS} signed verdicts", *middle(append), limit=APPEND_SECONDS)
    bundle = clinician.response()
    check = [spent(lambda: verify_bytes(bundle, anchors=Anchors())) for _ in range(3)]
    told(
        f"verify their response of {len(bundle) / 1e6:.1f} MB", *middle(check), limit=BUNDLE_SECONDS
    )


def growing(folder: Path, *, raters: int, items: int) -> None:
    """Print what checking a registry costs, and how that grows with its events."""
    sizes = [items // 4, items // 2, items]
    taken: list[float] = []
    for size in sizes:
        path = folder / f"of-{size}.fmreg"
        path.write_bytes(registry(raters, size))
        found = in_its_own_process(path)
        taken.append(found["busy"])
        told(
            f"verify {raters} raters × {size} bands, {path.stat().st_size / 1e6:.0f} MB",
            found["seconds"],
            found["busy"],
            limit=REGISTRY_SECONDS * size / items,
        )
        told("  its memory", found["peak"], limit=REGISTRY_MB, unit="MB")
    print(f"       growth, log processor time over log bands: slope {slope(sizes, taken):.2f}")


def pages(folder: Path) -> None:
    """Print what printing the pages of documents again costs, on all cores."""
    path = folder / "pages.fmreg"
    path.write_bytes(registry(PAGE_RATERS, PAGE_ITEMS, render_attestation))
    bare, whole = in_its_own_process(path), in_its_own_process(path, pages=True)
    count = PAGE_RATERS * PAGE_ITEMS
    told(
        f"page check of {PAGE_RATERS} documents, for each of {count} verdicts, starting included",
        1000 * (whole["seconds"] - bare["seconds"]) / count,
        limit=PAGE_MS,
        unit="ms",
    )


def judged(items: int) -> Clinician:
    """A clinician who judged so many items, and attested them."""
    pack, _ = a_pack_of(large_study(items))
    clinician = Clinician().begin(pack).seal()
    for item in pack.study.seats[0].items:
        clinician.judge(item)
    return clinician.attest()


def appended(clinician: Clinician) -> tuple[float, float]:
    """Seconds, passed and worked, to sign and keep the verdicts of a log, in one transaction."""
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

            return spent(work)


def registry(raters: int, items: int, render: Render = printed) -> bytes:
    """A published registry in which every rater judged every item and attested it."""
    study = large_study(items)
    seats = tuple(Seat(f"S{n:03d}", "rater", study.seats[0].items) for n in range(raters))
    pack, data = a_pack_of(replace(study, seats=seats))
    first = Clinician().begin(pack).judge(seats[0].items[0])
    shown, verdict = (line.event.body for line in first.lines[-2:])
    assert isinstance(verdict, VerdictSigned)
    coordinator = Coordinator().publish(data)
    for number, seat in enumerate(seats):
        clinician = Clinician(f"ADJ-{number:05d}-BENCH", seat.code).begin(pack).seal()
        for item in seat.items:
            about = {"item": item, "hashes": pack.item_hashes(item)}
            clinician.add(*(body.model_copy(update=about) for body in (shown, verdict)))
        coordinator.enrol(clinician.attest(render)).merge(clinician)
    return coordinator.file()


def in_its_own_process(path: Path, *, pages: bool = False) -> dict[str, float]:
    """Check a file in a new process and return what that cost."""
    command = [sys.executable, "-m", "tests.benchmarks.provenance", "--check", str(path)]
    done = subprocess.run(
        [*command, "pages" if pages else "bare"], capture_output=True, check=True, text=True
    )
    found: dict[str, float] = json.loads(done.stdout)
    return found


def checked(path: Path, *, pages: bool) -> dict[str, float]:
    """Check a file, after a small one so that all imports are done, and return what that cost."""
    verify_bytes(registry(1, 1), anchors=Anchors())
    found: list[int] = []
    taken, busy = spent(
        lambda: found.append(verify_file(path, renderer=PAGES if pages else None).exit_code)
    )
    if found != [3]:
        sys.exit(f"{path} does not verify: {found}")
    return {"seconds": taken, "busy": busy, "peak": own_peak_mb()}


def own_peak_mb() -> float:
    """The largest resident size of this process, in MB, without that of the one it came from."""
    status = Path("/proc/self/status")
    if not status.exists():
        return peak_mb()
    lines = status.read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM:"))


def spent(work: Callable[[], object]) -> tuple[float, float]:
    """Seconds that passed, and seconds this process worked, in one run."""
    start, worked = perf_counter(), process_time()
    work()
    return perf_counter() - start, process_time() - worked


def middle(runs: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """The run of median length."""
    return sorted(runs)[len(runs) // 2]


def slope(sizes: Sequence[int], taken: Sequence[float]) -> float:
    """Return how the logarithm of the time grows with that of the size, first to last."""
    return log(taken[-1] / taken[0]) / log(sizes[-1] / sizes[0])


def told(
    what: str, found: float, busy: float | None = None, *, limit: float, unit: str = "s"
) -> None:
    """Print a figure beside its limit; on a busy machine the processor time says more."""
    verdict = "ok" if found < limit else "OVER"
    note = "" if busy is None else f"  [{busy:.2g} s of processor time]"
    print(f"{verdict:>5}  {what}: {found:.3g} {unit} (limit {limit:g} {unit}){note}", flush=True)


if __name__ == "__main__":
    main()
