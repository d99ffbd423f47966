"""This package beside straightforward loops, and beside libraries, in one run."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path

import numpy as np

from fairmed_core import (
    adjust_pvalues,
    cluster_bootstrap,
    flip_rate,
    krippendorff_alpha,
    mcnemar,
    permutation_test,
    random_intercept_logit,
    sign_flip_test,
    spearman_exact,
    wilcoxon_signed_rank,
    wild_cluster_interval,
    wild_cluster_test,
)
from fairmed_core.analysis.settings import Contrast
from fairmed_core.stats.cluster_robust import cluster_robust_ols
from tests.benchmarks import loops
from tests.benchmarks.inputs import (
    PERMUTATIONS,
    RESAMPLES,
    WILD_DRAWS,
    binary_panel,
    p_values,
    panel,
    profiles,
    ratings,
    ratio_sums,
    values,
)
from tests.benchmarks.studies import REFERENCE, Size, as_read, study_table
from tests.benchmarks.timing import timed

WORKER = Path(__file__).with_name("library_worker.py")
SHARE = 20  # a loop does this part of the work, and its time is multiplied


@dataclass(frozen=True)
class Ratio:
    """One comparison: seconds of ours and of the other, and the least ratio asked for."""

    name: str
    ours: float
    theirs: float
    least: float = 1.0
    note: str = ""


def beside_loops() -> Iterator[Ratio]:
    """Yield the cluster bootstrap and the interval inversion beside plain loops."""
    for vignettes, draws in ((16, 10), (300, 5)):
        yield from _bootstraps(vignettes, draws)
    for clusters in (50, 300):
        drawn = values(clusters)
        ours = timed(lambda drawn=drawn: wild_cluster_interval(drawn, signed=True))
        few = WILD_DRAWS // SHARE
        listed = drawn.tolist()
        found = timed(lambda listed=listed, few=few: loops.wild_p(listed, 0.0, few), runs=3)
        # The number of p-values does not depend on how many draws each rests on.
        taken = sum(loops.wild_end(listed, side, 99)[1] for side in (-1, 1))
        theirs = found.median * WILD_DRAWS / few * taken
        name = f"interval by inversion, G = {clusters}, {WILD_DRAWS:,} Webb draws"
        note = f"loop: bracketing and bisection, {taken} p-values; one timed on {few} draws"
        yield Ratio(name, ours.median, theirs, 500, note)


def _bootstraps(vignettes: int, draws: int) -> Iterator[Ratio]:
    size = Size(vignettes=vignettes, conditions=2, draws=draws)
    table = study_table(size).fillna({"admit": 0.0})
    contrast = Contrast("condition 01", REFERENCE)
    study = as_read(table)
    cells = study.cells()
    sides = [
        cells.draws("admit", name).astype(int).tolist() for name in (REFERENCE, "condition 01")
    ]
    pairs = list(zip(*sides, strict=True))
    sums = [(sum(a != b for a in x for b in y) / draws**2, 1.0) for x, y in pairs]

    def ours() -> object:
        # As the loop is given its lists, this is given the study with its draws in place.
        return flip_rate(study, contrast=contrast, action="admit")

    def on_sums(given: np.ndarray) -> object:
        return cluster_bootstrap(given)

    name = f"cluster bootstrap of a flip rate, {vignettes} vignettes × {draws} draws, B = 5,000"
    few = RESAMPLES // SHARE
    looped = timed(lambda: loops.bootstrap_of_draws(pairs, few), runs=3).median * SHARE
    yield Ratio(name, timed(ours).median, looped, 100, "loop compares the draws in each resample")
    looped = timed(lambda: loops.bootstrap_of_sums(sums, few), runs=3).median * SHARE
    found = timed(partial(on_sums, np.array(sums))).median
    yield Ratio(f"{name}, sums given", found, looped, 1, "loop adds up sums taken beforehand")


@dataclass(frozen=True)
class Task:
    """Something to do, what the worker calls the same, the least ratio, and calls to a run."""

    name: str
    ours: Callable[[], object]
    theirs: str
    least: float = 1.0
    repeat: int = 1


def _bootstrap_tasks() -> Iterator[Task]:
    for size in (16, 50, 300):
        test = partial(wild_cluster_test, values(size), signed=True)
        name = f"wildboottest: {WILD_DRAWS:,} Webb draws, G = {size}"
        yield Task(name, test, f"wild {size}", least=40)
    for library in ("arch", "scipy"):
        for size in (16, 300):
            ours = partial(cluster_bootstrap, ratio_sums(size))
            name = f"{library}: bootstrap of a ratio, G = {size}"
            yield Task(name, ours, f"ratio {size}, {library}")
    mean = partial(cluster_bootstrap, values(300))
    yield Task("scipy: bootstrap of a mean, G = 300", mean, "mean 300, scipy")
    alpha = partial(krippendorff_alpha, ratings(10, 10_000), level="ordinal", resamples=1_000)
    yield Task("krippendorff in a loop: ordinal α, 10 × 10,000, B = 1,000", alpha, "alpha")


def _test_tasks() -> Iterator[Task]:
    for size, how in ((16, "exact"), (300, f"{PERMUTATIONS:,}")):
        flips = partial(sign_flip_test, values(size), resamples=PERMUTATIONS)
        yield Task(f"scipy: sign flips, {size} pairs, {how}", flips, f"sign flips {size}")
    swaps = partial(permutation_test, values(300), np.zeros(300), resamples=PERMUTATIONS)
    yield Task("scipy: within-pair permutation, 300 pairs", swaps, "sign flips 300")
    for size, repeat in ((40, 5), (300, 1)):
        rank = partial(wilcoxon_signed_rank, values(size))
        name = f"scipy: signed rank, {size} pairs, exact"
        yield Task(name, rank, f"signed rank {size}", repeat=repeat)
    spearman = partial(spearman_exact, *profiles(6))
    yield Task("scipy: exact Spearman, 6 points", spearman, "spearman 6")
    by = partial(adjust_pvalues, p_values(300))
    for library in ("scipy", "statsmodels"):
        name = f"{library}: Benjamini-Yekutieli, 300 p"
        yield Task(name, by, f"by, {library}", repeat=50)
    pairs = partial(mcnemar, 10, 22)
    yield Task("statsmodels: McNemar, exact", pairs, "mcnemar", repeat=20)


def _model_tasks() -> Iterator[Task]:
    y, x, group = panel(500, 10)
    ols = partial(cluster_robust_ols, y, {"x": x}, clusters=group)
    yield Task("statsmodels: cluster-robust least squares, 5,000 rows", ols, "ols")
    taken, condition, vignette = binary_panel(20, 5)
    logit = partial(
        random_intercept_logit,
        taken,
        np.ones(len(taken)),
        groups=vignette,
        condition=condition,
        reference=0,
    )
    yield Task("statsmodels: random-intercept logit (Bayes, mode), 200 draws", logit, "logit")


def beside_libraries(interpreter: str) -> Iterator[Ratio]:
    """Yield every comparison with the libraries that `interpreter` can import."""
    done = subprocess.run([interpreter, str(WORKER)], capture_output=True, check=True, text=True)
    theirs = {
        record["name"]: float(record["seconds"])
        for record in map(json.loads, done.stdout.split("\n")[:-1])
    }
    for task in chain(_bootstrap_tasks(), _test_tasks(), _model_tasks()):
        task.ours()
        ours = timed(task.ours, repeat=task.repeat)
        yield Ratio(task.name, ours.median, theirs[task.theirs], task.least)
