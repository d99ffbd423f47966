"""The figures the analysis core has to keep: time and memory of whole tasks."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import log
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

import numpy as np
import pandas as pd

from tests.benchmarks.studies import (
    FLOOR,
    POWERED,
    REFERENCE,
    Size,
    as_read,
    study_bands,
    study_table,
    write_csv,
    write_json,
    write_parquet,
)
from tests.benchmarks.timing import Timed, timed

GROWTH = (30, 100, 300, 1_000, 3_000)
PUBLISHED_ROBUSTNESS_RUN = 349.0


@dataclass(frozen=True)
class Figure:
    """One line of the table."""

    name: str
    seconds: float
    limit: float | None = None
    note: str = ""
    unit: str = "s"


def figure(name: str, found: Timed, limit: float | None, note: str = "") -> Figure:
    """Return a timing as a line; processor time stands beside where it says more."""
    busy = f"{found.busy:.2g} s of processor time"
    return Figure(name, found.median, limit, "; ".join(part for part in (note, busy) if part))


def import_time() -> Iterator[Figure]:
    """Yield how long `import fairmed_core` takes in a new interpreter."""
    code = "from time import perf_counter as c; s = c(); import fairmed_core; print(c() - s)"
    seconds = [
        float(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout)
        for _ in range(5)
    ]
    yield Figure("import fairmed_core", median(seconds), 0.2)


def floor_report() -> Iterator[Figure]:
    """Yield the full floor report of one model."""
    from fairmed_core.analysis.report import analyse

    table = study_table(FLOOR)
    found = timed(lambda: analyse(as_read(table), bands=(), wanted=("floor", "floor_beside")))
    yield figure("floor report: 10 draws × 16 vignettes × 6 actions, B = 5,000", found, 1.0)


def wild_interval() -> Iterator[Figure]:
    """Yield the interval that inverts the wild cluster test."""
    from fairmed_core import wild_cluster_interval

    values = np.random.default_rng(300).normal(0.1, 1, 300)
    wild_cluster_interval(values[:20], signed=True)
    found = timed(lambda: wild_cluster_interval(values, signed=True))
    yield figure("wild cluster interval, G = 300, 9,999 Webb draws", found, 0.15)


def powered_study() -> Iterator[Figure]:
    """Yield the whole report of a powered study, then with the logistic model of each contrast."""
    from fairmed_core.analysis.plan import Plan
    from fairmed_core.analysis.report import analyse

    table, bands = study_table(POWERED), study_bands(POWERED)
    # The logistic models belong to what a plan file fixed: its hash stands for the file.
    planned = Plan(reference=REFERENCE, sha256="0" * 64)
    for title, plan, limit in (
        ("powered study, 405,000 action cells, everything", Plan(reference=REFERENCE), 20.0),
        ("the same as planned, with the logistic models", planned, None),
    ):
        found = timed(lambda plan=plan: analyse(as_read(table), bands=bands, plan=plan))
        memory = f"peak {found.peak_mb / 1024:.2f} GB (limit 1.5)"
        yield figure(title, found, limit, memory)


def reading() -> Iterator[Figure]:
    """Yield how long the powered study takes to read."""
    from fairmed_core import read_trajectories

    table = study_table(POWERED)
    with TemporaryDirectory() as folder:
        for title, write, limit in (
            ("Parquet", write_parquet, 1.0),
            ("JSON", write_json, 10.0),
        ):
            path = Path(folder) / f"study.{title.lower()}"
            write(table, path)
            found = timed(lambda path=path: read_trajectories(path))
            name = f"reading the powered study from {title}"
            yield figure(name, found, limit, f"{path.stat().st_size / 2**20:.0f} MB file")


def alpha() -> Iterator[Figure]:
    """Yield α with its bootstrap on a large reliability matrix."""
    from fairmed_core import alpha_for_sets, krippendorff_alpha
    from tests.benchmarks.inputs import ratings

    data = ratings(10, 10_000)
    for level in ("nominal", "ordinal", "interval"):
        found = timed(lambda level=level: krippendorff_alpha(data, level=level, resamples=1_000))
        yield figure(f"{level} α, 10 raters × 10,000 units, B = 1,000", found, 1.5)
    sets = [[frozenset({value, value + 1}) for value in row] for row in data.tolist()]
    found = timed(lambda: alpha_for_sets(sets, resamples=1_000))
    yield figure("α on sets (Jaccard), the same size", found, 1.5)


def growth() -> Iterator[Figure]:
    """Yield how the time of a report grows with the number of vignettes."""
    from fairmed_core.analysis.plan import Plan
    from fairmed_core.analysis.report import analyse

    sizes, seconds = [], []
    for vignettes in GROWTH:
        size = Size(vignettes=vignettes, conditions=4, draws=5)
        table, bands = study_table(size), study_bands(size)
        plan = Plan(reference=REFERENCE)
        found = timed(lambda t=table, b=bands, p=plan: analyse(as_read(t), bands=b, plan=p), runs=3)
        sizes.append(log(vignettes))
        seconds.append(log(found.median))
        yield figure(f"report of {vignettes:,} vignettes × 4 conditions × 5 draws", found, None)
    slope = float(np.polyfit(sizes, seconds, 1)[0])
    last = (seconds[-1] - seconds[-2]) / (sizes[-1] - sizes[-2])
    note = f"slope of log time on log vignettes; {last:.2f} from {GROWTH[-2]:,} to {GROWTH[-1]:,}"
    yield Figure("growth from 30 to 3,000 vignettes", slope, None, note, unit="slope")


def robustness() -> Iterator[Figure]:
    """Yield the published harness's own robustness run as one command, start-up included."""
    models = [study_table(FLOOR, seed=seed).assign(model=f"model {seed}") for seed in range(1, 7)]
    with TemporaryDirectory() as folder:
        path = Path(folder) / "draws.csv"
        write_csv(pd.concat(models), path)
        command = [str(Path(sys.executable).parent / "fairmed"), "floor", str(path)]
        seconds = []
        for _ in range(5):
            start = perf_counter()
            subprocess.run(command, capture_output=True, check=True)
            seconds.append(perf_counter() - start)
    found = median(seconds)
    ratio = f"{PUBLISHED_ROBUSTNESS_RUN / found:.0f} × the 349 s its authors note for theirs"
    yield Figure("robustness run of six models: `fairmed floor`", found, 3.0, ratio)


FIGURES: dict[str, Callable[[], Iterator[Figure]]] = {
    "import": import_time,
    "floor": floor_report,
    "wild": wild_interval,
    "powered": powered_study,
    "reading": reading,
    "alpha": alpha,
    "growth": growth,
    "robustness": robustness,
}
