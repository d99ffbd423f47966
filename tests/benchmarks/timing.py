"""Timing: the median of five runs, each as cold as a user's first."""

from __future__ import annotations

import resource
import sys
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import perf_counter, process_time

RUNS = 5


@dataclass(frozen=True)
class Timed:
    """How long something took, how long it kept processors busy, and its process's peak memory."""

    seconds: tuple[float, ...]
    busy: float
    peak_mb: float

    @property
    def median(self) -> float:
        """The median of the runs in seconds."""
        return median(self.seconds)


def timed(function: Callable[[], object], *, runs: int = RUNS, repeat: int = 1) -> Timed:
    """Return the median of several runs; everything the core remembers is forgotten before each.

    `repeat` calls make one run, for what takes less than a clock can tell.
    """
    seconds, busy = [], []
    for _ in range(runs):
        forget()
        start, worked = perf_counter(), process_time()
        for _ in range(repeat):
            function()
        seconds.append((perf_counter() - start) / repeat)
        busy.append((process_time() - worked) / repeat)
    return Timed(tuple(seconds), median(busy), peak_mb())


def forget() -> None:
    """Empty every cache of the analysis core: a user's first call finds none filled."""
    for name, module in list(sys.modules.items()):
        if name.startswith("fairmed_core"):
            for value in list(vars(module).values()):
                clear = getattr(value, "cache_clear", None)
                if clear is not None:
                    clear()


def peak_mb() -> float:
    """Return the largest resident size of this process so far, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
