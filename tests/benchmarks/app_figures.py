"""The figures the desktop program has to keep."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter, thread_time

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from adjudicator_app.registry_services import OpenRegistry, RegistryServices
from adjudicator_app.widgets.screen import Screen
from bands_registry.provenance.pack import build_pack
from bands_registry.services.load_registry import load_registry
from bands_registry.services.overview import overview
from bands_registry.services.session import Session
from bands_registry.study.leak_check import check_leaks
from fairmed_core.domain.study import Seat, Study, Waiver
from tests.benchmarks.app_driver import Driven, Taken
from tests.benchmarks.app_walk import stalls
from tests.benchmarks.figures import Figure
from tests.benchmarks.provenance import registry
from tests.helpers.desk import bundled_study
from tests.helpers.registry import PASSPHRASE, a_clinician, coordinator
from tests.helpers.study import SEAT

WINDOW, ITEM, PACK, STALL, OVERVIEW = 1.5, 0.05, 2.0, 0.1, 0.1
MANY, RATERS, SIGNED, STARTS, STEPS, LONGEST = 1_000, 20, 25, 5, 240, 12
_START = "import sys; sys.path.insert(0, '.'); from tests.benchmarks.app_start import main; main()"


def first_window() -> Iterator[Figure]:
    """Yield how long the first window takes from the start of the process."""
    with TemporaryDirectory() as folder:
        taken = [_started(folder) for _ in range(STARTS + 1)][1:]
    note = f"median of {STARTS} after one start; process start to painted, {max(taken):.2f} at most"
    yield Figure("first window, warm", median(taken), WINDOW, note)


def _started(folder: str) -> float:
    begun = perf_counter()
    command = [sys.executable, "-c", _START, folder]
    out = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    # The clock counts from the start of the machine: both processes read the same.
    return float(out) - begun


def mixed_study(many: int) -> Study:
    """Return the bundled study grown to many items of every kind, all on one seat."""
    study = bundled_study()
    cases = {one.id: one for one in study.vignettes if not one.practice}
    drafts = [band for band in study.bands if band.vignette_id in cases]
    rounds = range(many // len(drafts) + 1)
    bands = [
        # No two items are named alike: what was measured for one must not serve for another.
        replace(
            band,
            id=f"{band.id}-{again}",
            vignette_id=f"{band.vignette_id}-{again}",
            title=f"{band.title} {again + 1}",
        )
        for again in rounds
        for band in drafts
    ][:many]
    vignettes = [
        replace(case, id=f"{case.id}-{again}") for again in rounds for case in cases.values()
    ]
    seat = Seat(SEAT, "geriatrician", tuple(band.id for band in bands))
    grown = replace(
        study,
        id=f"mixed-{many}",
        bands=tuple(bands),
        vignettes=tuple(vignettes),
        seats=(seat,),
    )
    waived = tuple(
        Waiver(hit.place, hit.text, "waived in the study this one is grown from")
        for hit in check_leaks(grown)
        if hit.blocking and hit.waived_by is None
    )
    return replace(grown, waivers=study.waivers + waived)


def pack_of(study: Study, folder: Path) -> Path:
    """Write a pack."""
    path = folder / f"{study.id}.fmpack"
    path.write_bytes(build_pack(study, coordinator=coordinator()))
    return path


def driven(folder: Path) -> Driven:
    """Return the program for a clinician who has her identity already."""
    data = folder / "data"
    data.mkdir(parents=True, exist_ok=True)
    a_clinician(data).keystore.rename(data / "keystore.fmkey")
    return Driven(folder)


def open_session(program: Driven, pack: Path) -> Taken:
    """Open a pack for the first time; return the time until her items are painted."""
    services, to = program.desktop.services, program.desktop.to

    def begin() -> Session:
        return services.open_pack(pack, SEAT, services.unlock(PASSPHRASE))

    return program.painted(
        lambda: program.desktop.tasks.run(begin, done=to.welcome.opened.emit),
        lambda: to.items.view is not None and program.window.screen_shown is Screen.ITEMS,
    )


def next_items() -> Iterator[Figure]:
    """Yield how long the next item takes, over a study with every kind of editor."""
    with TemporaryDirectory() as place, driven(folder := Path(place)) as program:
        program.desktop.start()
        program.idle()
        open_session(program, pack_of(mixed_study(STEPS + 1), folder))
        program.idle()
        review = program.desktop.to.review
        program.desktop.to.items.open_next()
        program.until(lambda: review.view is not None)
        program.idle()
        kinds: dict[str, list[Taken]] = {}
        for _ in range(STEPS):
            before = review.view

            def turned(before: object = before) -> bool:
                return review.view is not before

            taken = program.painted(
                lambda: QTest.keyClick(
                    program.window, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier
                ),
                turned,
            )
            program.idle()
            editor = type(program.desktop.window.page_of(Screen.REVIEW).judgement.editor.editor)
            kinds.setdefault(editor.__name__.removesuffix("Editor").lower(), []).append(taken)
    every = [taken for found in kinds.values() for taken in found]
    yield _items(f"next item of {STEPS}, 95th percentile", every, "Alt+Right pressed to painted; ")
    for kind, found in sorted(kinds.items()):
        yield _items(f"  of them {len(found)} with {kind}", found)


def _items(name: str, found: list[Taken], how: str = "") -> Figure:
    middle = median(taken.seconds for taken in found)
    note = f"{how}median {middle * 1e3:.0f} ms, {_busy(median(t.busy for t in found))}"
    return Figure(name, quantiles([t.seconds for t in found], n=20)[-1], ITEM, note)


def _busy(seconds: float) -> str:
    return f"{seconds * 1e3:.0f} ms of processor time"


def pack_opened() -> Iterator[Figure]:
    """Yield how long a pack of many items takes to open, new and continued."""
    with TemporaryDirectory() as place, driven(folder := Path(place)) as program:
        pack = pack_of(mixed_study(MANY), folder)
        program.desktop.start()
        program.idle()
        to = program.desktop.to
        checked = program.painted(
            lambda: to.welcome.open_file(pack),
            lambda: program.window.screen_shown is Screen.SETUP,
        )
        yield _pack(f"pack of {MANY:,} items checked", checked, "file chosen to next page")
        program.desktop.go.show_welcome()
        program.idle()
        opened = open_session(program, pack)
        yield _pack(f"pack of {MANY:,} items opened", opened, "passphrase to list painted")
        program.idle()
        program.desktop.leaving.close_study(program.desktop.go.show_welcome)
        program.idle()
        to.items.view = None
        again = program.painted(
            lambda: to.welcome.continue_study(to.welcome.studies[0], PASSPHRASE),
            lambda: to.items.view is not None and program.window.screen_shown is Screen.ITEMS,
        )
        yield _pack(f"pack of {MANY:,} items continued", again, "passphrase to list painted")


def _pack(name: str, taken: Taken, how: str) -> Figure:
    return Figure(name, taken.seconds, PACK, f"{how}; {_busy(taken.busy)}")


def no_stalls() -> Iterator[Figure]:
    """Yield the longest time the window stood still on a walk through everything."""
    with TemporaryDirectory() as place:
        found = stalls(Path(place), pack_of(mixed_study(MANY), Path(place)), over=STALL)
    note = f"longest of {found.beats:,} beats of a 4 ms timer, {found.walk}"
    yield Figure("GUI thread stood still", found.longest, STALL, note)
    for seconds, doing, where in found.actions[:LONGEST]:
        yield Figure(f"  at {doing}", seconds, STALL, where)


def large_overview(folder: Path) -> OpenRegistry:
    """Return a registry of many items and raters as read: a smaller one, its items again."""
    path = folder / "registry.fmreg"
    path.write_bytes(registry(RATERS, SIGNED))
    contents = load_registry(path)
    seen = overview(contents)
    return OpenRegistry(path, contents, replace(seen, rows=seen.rows * (MANY // SIGNED)))


def overview_painted() -> Iterator[Figure]:
    """Yield how long the coverage grid of a large registry takes to be painted once it is read."""
    with TemporaryDirectory() as place, Driven(Path(place)) as program:
        opened = large_overview(Path(place))
        # What is timed begins when the registry has been read and verified.
        RegistryServices.load = lambda _self, *_rest, **_more: opened  # type: ignore[method-assign]
        program.desktop.start()
        program.idle()
        desk, read, taken, busy = program.desktop.registry, [0.0], [], []
        desk.overview.opened.connect(lambda _: read.append(perf_counter()))
        desk.overview.opened.connect(lambda _: busy.append(-thread_time()))
        for _ in range(STARTS):
            before = len(read)
            program.painted(partial(desk.open, opened.path), lambda n=before: len(read) > n)
            taken.append((program.paints.first or 0.0) - read[-1])
            busy[-1] += thread_time()
            program.idle()
            desk.close()
            program.idle()
    how = f"registry read to grid painted; median of {STARTS}, {max(taken):.2f} s at most"
    note = f"{how}; {_busy(median(busy))}"
    yield Figure(f"overview of {MANY:,} items × {RATERS} raters", median(taken), OVERVIEW, note)


FIGURES: dict[str, Callable[[], Iterator[Figure]]] = {
    "window": first_window,
    "items": next_items,
    "pack": pack_opened,
    "stalls": no_stalls,
    "overview": overview_painted,
}
