"""Timing: the median of five runs, each as cold as a user's first."""

from __future__ import annotations

import resource
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from statistics import median
from time import perf_counter

RUNS = 5


@dataclass(frozen=True)
class Timed:
    """How long something took, and the largest memory its process held so far."""

    seconds: tuple[float, ...]
    peak_mb: float

    @property
    def median(self) -> float:
        """The median of the runs in seconds."""
        return median(self.seconds)

    def record(self) -> dict[str, object]:
        """Return it as JSON holds it."""
        return {**asdict(self), "median": self.median}


def timed(function: Callable[[], object], *, runs: int = RUNS, repeat: int = 1) -> Timed:
    """Return the median of several runs; everything the core remembers is forgotten before each.

    `repeat` calls make one run, for what takes less than a clock can tell.
    """
    seconds = []
    for _ in range(runs):
        forget()
        start = perf_counter()
        for _ in range(repeat):
            function()
        seconds.append((perf_counter() - start) / repeat)
    return Timed(tuple(seconds), peak_mb())


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
